//! [`ReportFolder`]: the folder of a report, which is made only when there is something to put into it.

use std::fs;
use std::path::{Path, PathBuf};

use dpgen_diff::LOG_FILE_NAME;

use crate::command_error::CommandError;
use crate::diff::args::REPORT_FLAG;
use crate::folder::folder_claim::claim_folder;
use crate::folder::folder_lock::{LOCK_FILE, Lock};

/// The folder of a run, if it has one. It is locked from the moment on at which it is there.
#[derive(Debug)]
pub struct ReportFolder {
    path: Option<PathBuf>,
    lock: Option<Lock>,
    /// The folders that this run has made, the innermost first.
    made: Vec<PathBuf>,
}

impl ReportFolder {
    /// Claims a folder that is there. One that is not there is left to [`Self::claim`], so that a run that fails before leaves none.
    pub fn find(path: Option<&Path>) -> Result<Self, CommandError> {
        let mut folder = Self { path: path.map(Path::to_owned), lock: None, made: Vec::new() };
        if path.is_some_and(|path| path.symlink_metadata().is_ok()) {
            folder.claim()?;
        }
        Ok(folder)
    }

    /// Makes the folder if it is not there, and claims it unless that is done.
    pub fn claim(&mut self) -> Result<(), CommandError> {
        if let (Some(path), None) = (&self.path, &self.lock) {
            let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
            self.made = path.ancestors().take_while(is_missing).map(Path::to_owned).collect();
            self.lock = Some(claim_folder(path, REPORT_FLAG, Some(LOG_FILE_NAME), &[])?);
        }
        Ok(())
    }

    /// Removes what this run has made, for a run that has judged nothing: the log, which has only its header, and the folders.
    pub fn remove_new(&self) {
        if let Some(innermost) = self.made.first() {
            for name in [LOG_FILE_NAME, LOCK_FILE] {
                // What can not be removed stays; the error that ends the run is the one to be told.
                let _ = fs::remove_file(innermost.join(name));
            }
        }
        for folder in &self.made {
            // Fails if something else is in it.
            let _ = fs::remove_dir(folder);
        }
    }
}
