//! Claims a folder for a run: makes it if need be, checks that it is the run's own, and locks it.
//!
//! Invariant: nothing is written to a folder that has files of somebody else. A folder is a run's own if it has the
//! run's record, or nothing at all.

use std::fs;
use std::io;
use std::path::Path;

use crate::command_error::CommandError;
use crate::folder::atomic_file::TEMP_PREFIX;
use crate::folder::folder_lock::{LOCK_FILE, Lock};

/// Claims a folder that a flag names, until the lock is dropped. With `record_file`, the name of the file by which a run knows
/// its own folder, a folder with other files and without that one is refused; `also_own` may be there before the record is.
pub fn claim_folder(
    folder: &Path,
    flag: &str,
    record_file: Option<&str>,
    also_own: &[&str],
) -> Result<Lock, CommandError> {
    let shown = folder.display();
    let unusable = |error: io::Error| {
        CommandError::Usage(format!("the folder {shown} can not be used: {error}; give another with {flag}"))
    };
    if let Some(record_file) = record_file
        && let Some(foreign) = foreign(folder, record_file, also_own).map_err(unusable)?
    {
        return Err(CommandError::Usage(format!(
            "the folder {shown} holds other files, such as {foreign:?}, and no {record_file} of an earlier run; give a new or \
             empty folder with {flag}"
        )));
    }
    fs::create_dir_all(folder).map_err(unusable)?;
    Lock::take(folder).map_err(unusable)?.map_err(|holder| {
        let process = holder.map(|process| format!(" (process {process})")).unwrap_or_default();
        CommandError::Usage(format!(
            "another dpgen{process} is writing to the folder {shown}: wait for its end, or give another with {flag}"
        ))
    })
}

/// The name of a file that is none of a run's, if the folder has one and not the run's record.
fn foreign(folder: &Path, record_file: &str, also_own: &[&str]) -> io::Result<Option<String>> {
    // A record that was only begun says nothing.
    if fs::metadata(folder.join(record_file)).is_ok_and(|found| found.is_file() && found.len() > 0) {
        return Ok(None);
    }
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    let ours = |name: &str| {
        name == record_file || name == LOCK_FILE || name.starts_with(TEMP_PREFIX) || also_own.contains(&name)
    };
    names.retain(|name| !ours(name));
    names.sort();
    Ok(names.into_iter().next())
}
