//! The log of a run: an append-only file with its findings and its progress.
//!
//! `run_header.rs` has the inputs of a run, which are the first line. `checksum_chain.rs` seals lines, and `log_line.rs` lists their
//! kinds. `log_contents.rs` is the sum of all lines, `log_reader.rs` reads them, `log_file.rs` appends to them; `log.rs` has the log
//! itself.

pub(crate) mod checksum_chain;
pub(crate) mod log;
mod log_contents;
mod log_file;
pub(crate) mod log_line;
mod log_reader;
pub(crate) mod run_header;
