//! Folders that runs write to.
//!
//! `folder_claim.rs` makes a folder a run's own, `folder_lock.rs` keeps other processes out, `atomic_file.rs` writes a file as
//! a whole or not at all, and `file_names.rs` makes names of files from names of specs. These serve all commands with a folder.
//! The folder of `dpgen enumerate --out` is `output_folder.rs`: one file a structure, at the paths of `folder_layout.rs`, with
//! the inputs (`run_inputs.rs`) and the progress (`manifest.rs`) of the run.

pub(crate) mod atomic_file;
pub(crate) mod file_names;
pub(crate) mod folder_claim;
pub(crate) mod folder_layout;
pub(crate) mod folder_lock;
pub(crate) mod manifest;
pub(crate) mod output_folder;
pub(crate) mod run_inputs;
