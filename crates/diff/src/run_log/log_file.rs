//! [`LogFile`]: the file of a log, to which blocks are appended, and the folder with the files of findings.
//!
//! Invariant: a block is written by one call and brought to the disk, after the files that its findings name. When writing fails, the
//! part of the block that was written is cut off at once.

use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::case::Case;
use crate::judge::Attachment;
use crate::log_error::LogError;
use crate::run_log::checksum_chain::ChecksumChain;
use crate::run_log::log_line::{FINDINGS_FOLDER_NAME, Line};

/// The open file of a log.
#[derive(Debug)]
pub(super) struct LogFile {
    pub(super) folder: PathBuf,
    path: PathBuf,
    file: File,
    /// The length of the file up to the end of the last block.
    block_end: u64,
    /// The check of the lines up to there.
    chain: ChecksumChain,
}

impl LogFile {
    /// Takes a file whose last block ends at `block_end`, with this check of its lines. Everything after that is cut off.
    pub(super) fn new(
        folder: &Path,
        path: PathBuf,
        mut file: File,
        block_end: u64,
        chain: ChecksumChain,
    ) -> Result<Self, LogError> {
        let cut = file.set_len(block_end).and_then(|()| file.seek(SeekFrom::End(0)));
        match cut {
            Ok(_) => Ok(Self { folder: folder.to_owned(), path, file, block_end, chain }),
            Err(error) => Err(not_written(&path)(error)),
        }
    }

    /// Writes the files of a finding, and brings them to the disk.
    pub(super) fn attach(&self, case: &Case, attachments: &[Attachment]) -> Result<(), LogError> {
        if attachments.is_empty() {
            return Ok(());
        }
        let folder = self.folder.join(FINDINGS_FOLDER_NAME).join(case.name());
        fs::create_dir_all(&folder).map_err(not_written(&folder))?;
        for attachment in attachments {
            let path = folder.join(&attachment.name);
            let written = File::create(&path).and_then(|mut file| {
                file.write_all(&attachment.bytes)?;
                file.sync_data()
            });
            written.map_err(not_written(&path))?;
        }
        Ok(())
    }

    /// Appends the lines of a block by one call, and brings them to the disk.
    pub(super) fn append(&mut self, lines: &[Line]) -> Result<(), LogError> {
        let (mut bytes, mut chain) = (Vec::new(), self.chain);
        for line in lines {
            // Plain data with string keys: this can not fail.
            bytes.extend(chain.seal(&serde_json::to_vec(line).unwrap_or_default()));
        }
        let written = self.file.write_all(&bytes).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // If this fails, too, the torn block is cut off when the log is opened again.
            let _ = self.file.set_len(self.block_end);
            let _ = self.file.seek(SeekFrom::End(0));
            return Err(not_written(&self.path)(error));
        }
        self.block_end += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        self.chain = chain;
        Ok(())
    }
}

/// Makes the error of a file that can not be written.
fn not_written(path: &Path) -> impl FnOnce(std::io::Error) -> LogError {
    let path = path.to_owned();
    move |error| LogError::Io { path, what: "written", error }
}
