//! [`Places`]: where a folder's structures lie, and where what is known of them.

use std::path::{Path, PathBuf};

/// What follows a folder's name in that of the folder of its manifest.
const BESIDE: &str = ".dpgen";

/// The folder of structures, and that of their manifest and lock: the same, or one beside it, as a fuzzer takes every
/// file of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    structures: PathBuf,
    manifest: PathBuf,
}

impl Places {
    /// All in one folder.
    pub fn within(folder: PathBuf) -> Self {
        Self { manifest: folder.clone(), structures: folder }
    }

    /// The manifest in a folder of its own, with the same name and `.dpgen` behind it.
    pub fn beside(folder: PathBuf) -> Self {
        // Without what can not be appended to: `corpus/` and `.`.
        let whole = std::path::absolute(&folder).unwrap_or_else(|_| folder.clone());
        let mut manifest = whole.components().as_path().to_owned().into_os_string();
        manifest.push(BESIDE);
        Self { structures: folder, manifest: manifest.into() }
    }

    /// The folder of the structures.
    pub fn structures(&self) -> &Path {
        &self.structures
    }

    /// The folder of the manifest.
    pub fn manifest(&self) -> &Path {
        &self.manifest
    }
}
