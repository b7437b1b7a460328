//! Structures, pages and growth as pictures.

mod drawings;
mod gallery;
#[cfg(all(unix, feature = "browsers"))]
mod in_browser;
mod plots;

use super::*;

/// A file in a folder, as text.
fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("it is there")
}
