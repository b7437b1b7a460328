//! Processes that do not outlive this one.
//!
//! A [`Kept`] process runs under a keeper, a small shell script (`keeper.sh`) in a session of its own. The keeper
//! reads a pipe whose other end is held here and by nobody else. The pipe ends when the value is dropped, and also
//! when this process is gone: it returned, panicked, was interrupted or killed. Then the keeper ends all processes
//! that came from the command, and removes the folder that served as their home.
//!
//! Invariant: no process that came from a command outlives the [`Kept`] by more than the keeper's few rounds. The
//! parent-death signal of Linux would not do: it is sent when the *thread* that started a process ends, and
//! grandchildren do not hear it.
//!
//! Where a process a case would be too slow with a keeper each, one keeper without a program of its own ([`Kept::watch`])
//! serves all: it ends every process that carries its mark in the environment.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How often what a process has written is looked at.
const PAUSE: Duration = Duration::from_millis(5);
/// How long dropping waits for the keeper to have ended everything.
const PATIENCE: Duration = Duration::from_secs(10);

/// The variable whose value marks the processes of a keeper.
pub const MARK: &str = "DPGEN_KEPT";

/// A running program and everything that it started; see the module.
///
/// ```
/// use std::path::Path;
/// use std::time::Duration;
/// use dpgen_diff::process::Kept;
///
/// let kept = Kept::start(Path::new("sh"), &["-c", "echo said; exit 3"], &[])?;
/// assert_eq!(kept.wait_for(Duration::from_secs(60), Kept::ended), Some(3));
/// assert_eq!(kept.output(), "said\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Kept {
    keeper: Child,
    folder: TempDir,
}

impl Kept {
    /// Starts a program. Its environment is fresh but for `PATH` and what `environment` adds; its home, its temporary
    /// files and its configuration are in a new folder.
    ///
    /// # Errors
    /// When the keeper can not be started. That the program can not be is seen as its exit code 127 or 126.
    pub fn start<A: AsRef<OsStr>>(
        program: &Path,
        arguments: &[A],
        environment: &[(&str, &str)],
    ) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("dpgen-browser-").tempdir()?;
        let mut keeper = keeper(folder.path())?;
        let home = folder.path();
        keeper.arg(program).args(arguments);
        keeper.env_clear();
        for name in ["PATH", "LD_LIBRARY_PATH"] {
            if let Some(value) = std::env::var_os(name) {
                keeper.env(name, value);
            }
        }
        keeper.env("LANG", "C.UTF-8").env("TZ", "UTC").env(MARK, home);
        for name in
            ["HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"]
        {
            keeper.env(name, home);
        }
        // Nothing is asked of a desktop: no message bus, no settings, no accessibility service.
        keeper.env("DBUS_SESSION_BUS_ADDRESS", "disabled:").env("GSETTINGS_BACKEND", "memory");
        keeper.env("GIO_USE_VFS", "local").env("NO_AT_BRIDGE", "1");
        keeper.envs(environment.iter().copied()).current_dir(home);
        Ok(Self { keeper: keeper.spawn()?, folder })
    }

    /// Starts a keeper without a program. It ends processes that were started with its folder as the value of [`MARK`] in
    /// their environment.
    ///
    /// # Errors
    /// When it can not be started.
    pub fn watch() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("dpgen-diff-").tempdir()?;
        let mut keeper = keeper(folder.path())?;
        keeper.env(MARK, folder.path()).current_dir("/");
        Ok(Self { keeper: keeper.spawn()?, folder })
    }

    /// The folder that is home to the program. It goes with it.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What the program has written to its standard output so far.
    pub fn output(&self) -> String {
        self.text("out")
    }

    /// The end of what the program has written to its standard error, in one line: for messages.
    pub fn complaint(&self) -> String {
        let mut text = self.text("err");
        if text.trim().is_empty() {
            text = self.output();
        }
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(3)..].join("; ")
    }

    /// The program's exit code, once it has ended by itself.
    pub fn ended(&self) -> Option<i32> {
        self.text("ended").trim().parse().ok()
    }

    /// Waits until `seen` finds what it is looking for, the program has ended, or the time is over. The last two give
    /// `None`.
    pub fn wait_for<T>(&self, limit: Duration, mut seen: impl FnMut(&Self) -> Option<T>) -> Option<T> {
        let start = Instant::now();
        loop {
            // Asked first: what a program writes, it writes before it ends.
            let ended = self.ended().is_some();
            if let Some(found) = seen(self) {
                return Some(found);
            }
            if ended || start.elapsed() > limit {
                return None;
            }
            thread::sleep(PAUSE);
        }
    }

    /// The path of a file in the program's folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read(self.path(name))
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default()
    }
}

/// A keeper to be started, with the folder that is its own.
fn keeper(folder: &Path) -> io::Result<Command> {
    let script = folder.join("keeper.sh");
    fs::write(&script, include_str!("keeper.sh"))?;
    let mut keeper = Command::new("setsid");
    keeper.arg("sh").arg(script).arg(folder);
    keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    Ok(keeper)
}

impl Drop for Kept {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let start = Instant::now();
        while matches!(self.keeper.try_wait(), Ok(None)) && start.elapsed() < PATIENCE {
            thread::sleep(PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone(pid: &str) -> bool {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.is_empty() || stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
    }

    /// A program, a process of its session, and one that left the session.
    fn family() -> (Kept, Vec<String>) {
        let script = "setsid sleep 1000 & echo $!; sleep 1000 & echo $!; echo $$; echo done; wait";
        let kept = Kept::start(Path::new("sh"), &["-c", script], &[]).expect("starts");
        let text = kept
            .wait_for(Duration::from_secs(20), |kept| {
                Some(kept.output()).filter(|text| text.contains("done"))
            })
            .expect("prints");
        let pids = text.lines().filter(|line| *line != "done").map(str::to_owned).collect();
        (kept, pids)
    }

    #[test]
    fn dropping_ends_all_and_removes_the_folder() {
        let (kept, pids) = family();
        let folder = kept.folder().to_owned();
        assert_eq!(pids.len(), 3);
        assert!(pids.iter().all(|pid| !gone(pid)));
        drop(kept);
        assert!(pids.iter().all(|pid| gone(pid)), "{pids:?}");
        assert!(!folder.exists());
    }

    #[test]
    fn a_panic_ends_all() {
        let (kept, pids) = family();
        let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _kept = kept;
            panic!("on purpose");
        }));
        assert!(unwound.is_err());
        assert!(pids.iter().all(|pid| gone(pid)), "{pids:?}");
    }

    #[test]
    fn the_end_of_a_program_is_noticed() {
        let kept =
            Kept::start(Path::new("sh"), &["-c", "echo said; echo why >&2; exit 3"], &[]).expect("starts");
        assert_eq!(kept.wait_for(Duration::from_secs(20), Kept::ended), Some(3));
        assert_eq!((kept.output().trim(), kept.complaint().as_str()), ("said", "why"));
        assert_eq!(kept.wait_for(Duration::from_secs(20), |_| None::<()>), None);
    }
}
