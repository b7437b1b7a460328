//! Laws of what is said of findings: containment against brute force, names and lines of groups, pages that can not be broken,
//! and what counts as a difference of programs.

mod embeddings;
mod names;
#[cfg(unix)]
mod programs;
mod reports;
