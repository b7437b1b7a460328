//! [`Guard`]: ends child processes when this process is gone, even by `kill -9`.
//!
//! A guard is a small shell script (`guard.sh`) in a process group of its own. It reads a pipe whose other end only this process
//! holds. The pipe ends when the value is dropped, and also when this process is gone: it returned, panicked, was interrupted
//! or killed. Then the guard ends all processes that carry its mark in their environment, and removes its folder. A process that
//! left its group and its session still has the mark; only one that has also cleared its environment is not found. Where the
//! system shows no environments (`/proc` of Linux), no process is found, and processes end with their group only, when the value
//! that owns them is dropped.
//!
//! The parent-death signal of Linux is no replacement: it is sent when the *thread* that started a process ends, and
//! grandchildren do not get it.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use std::os::unix::process::CommandExt as _;

use tempfile::TempDir;

/// The time between two checks whether the script has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// The longest time that dropping a guard waits for its script.
const MAX_DROP_WAIT: Duration = Duration::from_secs(10);

/// The environment variable that marks the processes of a guard; its value is the guard's folder.
pub(crate) const MARK_VARIABLE: &str = "DPGEN_GUARD";

/// A running guard; see the module.
///
/// ```
/// use dpgen_process::{Guard, Program};
///
/// let guard = Guard::start("example-")?;
/// let program = Program::parse("sleep 1000").expect("it is a command");
/// let mut child = program.command("/dev/null".as_ref(), guard.folder()).spawn()?;
/// drop(guard);
/// assert!(!child.wait()?.success());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Guard {
    script: Child,
    folder: TempDir,
}

impl Guard {
    /// Starts a guard with a new folder, whose name begins with `prefix`. It kills the processes that
    /// [`Program::command`](crate::Program::command) has marked with this folder.
    ///
    /// # Errors
    /// When it can not be started.
    pub fn start(prefix: &str) -> io::Result<Self> {
        Self::with_term_rounds(prefix, 0)
    }

    /// Starts a guard that sends `SIGTERM` in its first rounds, and `SIGKILL` after them.
    pub(crate) fn with_term_rounds(prefix: &str, rounds: u32) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix(prefix).tempdir()?;
        let script = folder.path().join("guard.sh");
        fs::write(&script, include_str!("guard.sh"))?;
        let mut command = Command::new("sh");
        command
            .arg(script)
            .arg(folder.path())
            .arg(rounds.to_string())
            .env_remove(MARK_VARIABLE)
            .current_dir("/")
            .process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self { script: command.spawn()?, folder })
    }

    /// The guard's folder, which is removed with it.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.script.stdin.take());
        let start = Instant::now();
        while matches!(self.script.try_wait(), Ok(None)) && start.elapsed() < MAX_DROP_WAIT {
            thread::sleep(POLL_INTERVAL);
        }
    }
}
