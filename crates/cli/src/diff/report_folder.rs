//! [`ReportFolder`]: the folder of a report, which is removed again if the run that made it judges nothing.

use std::fs;
use std::path::{Path, PathBuf};

use dpgen_diff::LOG_FILE_NAME;

use crate::command_error::CommandError;
use crate::diff::args::REPORT_FLAG;
use crate::folder::folder_claim::claim_folder;
use crate::folder::folder_lock::{LOCK_FILE, Lock};

/// The folder of a run, if it has one, locked until this is dropped.
#[derive(Debug, Default)]
pub struct ReportFolder {
    /// The folders that this run has made, the innermost first; none once they are to stay.
    made: Vec<PathBuf>,
    lock: Option<Lock>,
}

impl ReportFolder {
    /// Makes the folder if it is not there, and locks it. A folder that can not be used is an error before anything is built.
    pub fn claim(path: Option<&Path>) -> Result<Self, CommandError> {
        let mut folder = Self::default();
        if let Some(path) = path {
            let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
            folder.made = path.ancestors().take_while(is_missing).map(Path::to_owned).collect();
            folder.lock = Some(claim_folder(path, REPORT_FLAG, Some(LOG_FILE_NAME), &[])?);
        }
        Ok(folder)
    }

    /// Lets the folder stay: something is in it.
    pub fn keep(&mut self) {
        self.made.clear();
    }
}

impl Drop for ReportFolder {
    /// Removes what this run has made, for a run that ends before [`keep`](Self::keep): the log, which has only its header, and the
    /// folders.
    fn drop(&mut self) {
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
