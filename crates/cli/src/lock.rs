//! One process at a time in a folder: an advisory lock that ends with the process that holds it.
//!
//! The lock is on the file [`NAME`] in the folder. The file stays there when the lock is released: removing it
//! would let one process lock a file that another is about to unlink.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use fs4::TryLockError;

/// The name of the file that is locked.
pub const NAME: &str = ".dpgen-lock";

/// A lock on a folder, released when it is dropped or the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a folder; `None` if another process holds its lock.
    pub fn take(folder: &Path) -> io::Result<Option<Self>> {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join(NAME))?;
        Ok(lock(&file)?.then_some(Self { _file: file }))
    }
}

/// Locks an open file; `false` if another process holds its lock.
pub fn lock(file: &File) -> io::Result<bool> {
    // Named in full, as the standard library has a method of this name from Rust 1.89 on.
    match fs4::FileExt::try_lock(file) {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::Lock;

    #[test]
    fn a_lock_is_held_once_until_it_is_dropped() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let first = Lock::take(folder.path()).expect("the folder can be locked");
        assert!(first.is_some());
        assert!(Lock::take(folder.path()).expect("the folder can be locked").is_none());
        drop(first);
        assert!(Lock::take(folder.path()).expect("the folder can be locked").is_some());
    }
}
