//! Laws of findings: containment against brute force, names and lines of groups, escaped pages, and differences of programs.

mod embeddings;
mod names;
#[cfg(unix)]
mod programs;
mod reports;
