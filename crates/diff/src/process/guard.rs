//! [`Guard`]: ends child processes when this process is gone, even by `kill -9`.
//!
//! A guard is a small shell script (`guard.sh`) in a process group of its own. It reads a pipe whose other end is held here
//! and by nobody else. The pipe ends when the value is dropped, and also when this process is gone: it returned, panicked,
//! was interrupted or killed. Then the guard ends all processes that carry its mark in their environment, and removes its
//! folder. A process that left its group and its session still has the mark; only one that has also cleared its
//! environment is not found. Where the system shows no environments (`/proc` of Linux), nobody is found, and processes
//! end with their group only, by who started them.
//!
//! The parent-death signal of Linux would not do: it is sent when the *thread* that started a process ends, and
//! grandchildren do not hear it.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use std::os::unix::process::CommandExt as _;

use tempfile::TempDir;

/// How often it is looked whether the guard has done its work.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// How long dropping waits for that.
const MAX_END_TIME: Duration = Duration::from_secs(10);

/// The variable whose value marks the processes of a guard: its folder.
pub const MARK: &str = "DPGEN_KEPT";

/// A running guard; see the module.
///
/// ```
/// use dpgen_diff::process::{Guard, Program};
///
/// let guard = Guard::start("example-")?;
/// let program = Program::read("sleep 1000").expect("it is a command");
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
    /// Starts a guard with a new folder, whose name begins with `prefix`. It ends processes that were started with the
    /// folder's path as the value of [`MARK`] in their environment, at once.
    ///
    /// # Errors
    /// When it can not be started.
    pub fn start(prefix: &str) -> io::Result<Self> {
        Self::asking(prefix, 0)
    }

    /// One that asks processes to end, so many times, before they have to.
    pub(super) fn asking(prefix: &str, rounds: u32) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix(prefix).tempdir()?;
        let script = folder.path().join("guard.sh");
        fs::write(&script, include_str!("guard.sh"))?;
        let mut command = Command::new("sh");
        command
            .arg(script)
            .arg(folder.path())
            .arg(rounds.to_string())
            .env_remove(MARK)
            .current_dir("/")
            .process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self { script: command.spawn()?, folder })
    }

    /// The folder, which goes with the guard.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.script.stdin.take());
        let start = Instant::now();
        while matches!(self.script.try_wait(), Ok(None)) && start.elapsed() < MAX_END_TIME {
            thread::sleep(POLL_INTERVAL);
        }
    }
}
