//! The paths of an output folder: the folder of its structures, and that of its manifest and lock.

use std::path::{Path, PathBuf};

/// The end of the name of a manifest's folder, after the name of the folder of structures.
const MANIFEST_FOLDER_SUFFIX: &str = ".dpgen";

/// The folder of structures, and that of their manifest and lock: the same, or one beside it, as a fuzzer takes every
/// file of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderLayout {
    structures: PathBuf,
    manifest: PathBuf,
}

impl FolderLayout {
    /// All in one folder.
    pub fn inside(folder: PathBuf) -> Self {
        Self { manifest: folder.clone(), structures: folder }
    }

    /// The manifest in a folder of its own, with the same name and `.dpgen` behind it.
    pub fn beside(folder: PathBuf) -> Self {
        // Without what can not be appended to: `corpus/` and `.`.
        let whole = std::path::absolute(&folder).unwrap_or_else(|_| folder.clone());
        let mut manifest = whole.components().as_path().to_owned().into_os_string();
        manifest.push(MANIFEST_FOLDER_SUFFIX);
        Self { structures: folder, manifest: manifest.into() }
    }

    /// The folder of the structures.
    pub fn structures_folder(&self) -> &Path {
        &self.structures
    }

    /// The folder of the manifest.
    pub fn manifest_folder(&self) -> &Path {
        &self.manifest
    }
}
