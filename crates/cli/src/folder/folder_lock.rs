//! The lock of a folder: an advisory lock that ends with the process that holds it, so that one process writes at a time.
//!
//! The lock is on the file [`LOCK_FILE`] in the folder, which names the process that holds it. The file stays there when the
//! lock is released: removing it would let one process lock a file that another is about to unlink.
//!
//! A process that was killed holds its locks until it is gone, which takes as long as what it waits for: writing to a disk, say.
//! A child that it has just started holds them until it has become another program. So a lock that is held is waited for:
//! long if its holder is dying, and otherwise a little.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a lock is waited for whose holder lives.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// How long it is waited for if its holder is dying.
const MAX_WAIT_FOR_DYING: Duration = Duration::from_secs(30);
/// How often a lock that is held is tried.
const TRY_INTERVAL: Duration = Duration::from_millis(10);

/// The name of the file that is locked.
pub const LOCK_FILE: &str = ".dpgen-lock";

/// A lock on a folder, released when it is dropped or the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a folder. If another process holds its lock, and is not about to end: that process, as far as it is known.
    pub fn take(folder: &Path) -> io::Result<Result<Self, Option<u32>>> {
        let path = folder.join(LOCK_FILE);
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
        let begin = Instant::now();
        while !try_lock(&file)? {
            let holder = fs::read_to_string(&path).ok().and_then(|text| text.trim().parse().ok());
            let max_wait = if holder.is_some_and(is_dying) { MAX_WAIT_FOR_DYING } else { MAX_WAIT };
            if begin.elapsed() >= max_wait {
                return Ok(Err(holder));
            }
            sleep(TRY_INTERVAL);
        }
        // The name of the holder is only for messages: failing to write it is no reason to stop.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Ok(Self { _file: file }))
    }
}

/// Whether a process has been killed and is not gone yet, or is gone.
fn is_dying(process: u32) -> bool {
    /// The bit of SIGKILL in a set of signals.
    const SIGKILL_BIT: u64 = 1 << 8;
    let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) else {
        // Where there is no such file of this process either, nothing is known.
        return Path::new("/proc/self/status").exists();
    };
    let entry = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let pending = |name: &str| {
        let signals = entry(name).and_then(|digits| u64::from_str_radix(digits, 16).ok());
        signals.is_some_and(|signals| signals & SIGKILL_BIT != 0)
    };
    entry("State:").is_some_and(|state| state.starts_with(['Z', 'X']))
        || pending("SigPnd:")
        || pending("ShdPnd:")
}

/// Locks an open file; `false` if another process holds its lock.
pub fn try_lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
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
        assert!(first.is_ok());
        let holder = Lock::take(folder.path()).expect("the folder can be locked").expect_err("it is held");
        assert_eq!(holder, Some(std::process::id()));
        drop(first);
        assert!(Lock::take(folder.path()).expect("the folder can be locked").is_ok());
    }

    #[test]
    fn a_lock_that_is_about_to_be_released_is_waited_for() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let first = Lock::take(folder.path()).expect("the folder can be locked");
        let holder = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(200));
            drop(first);
        });
        assert!(Lock::take(folder.path()).expect("the folder can be locked").is_ok());
        holder.join().expect("it only waits");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_is_dying_when_it_is_killed_or_gone() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().expect("it starts");
        let process = child.id();
        assert!(!super::is_dying(process) && !super::is_dying(std::process::id()));
        child.kill().expect("it runs");
        // Killed, then a zombie, as nobody has waited for it.
        assert!(super::is_dying(process));
        child.wait().expect("it ends");
        assert!(super::is_dying(process));
    }
}
