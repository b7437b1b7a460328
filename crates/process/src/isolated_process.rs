//! [`IsolatedProcess`]: a program with an environment and a home folder of its own, which does not outlive this process.
//!
//! It has a [`Guard`] of its own, which ends it and all that it started when the value is dropped, or when this process is gone.
//! That is for a few long processes; where each case has a process, one guard serves all.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::guard::{Guard, MARK_VARIABLE};
use crate::process_group::ProcessGroup;

/// The time between two looks at the output of a process.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The number of rounds of `SIGTERM` before `SIGKILL`: an X server removes its lock.
const TERM_ROUNDS: u32 = 10;

/// The file in the home folder that names a socket, for `guard.sh`.
const SOCKETS_FILE: &str = "sockets";

/// The beginning of the names of home folders.
const FOLDER_PREFIX: &str = "dpgen-process-";

/// A running program and everything that it started; see the module.
///
/// ```
/// use std::path::Path;
/// use std::time::Duration;
/// use dpgen_process::IsolatedProcess;
///
/// let process = IsolatedProcess::start(Path::new("sh"), &["-c", "echo said; exit 3"], &[])?;
/// assert_eq!(process.wait_for(Duration::from_secs(60), IsolatedProcess::exit_code), Some(3));
/// assert_eq!(process.output(), "said\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct IsolatedProcess {
    // Dropped first, so that processes get SIGTERM before the group is killed.
    guard: Guard,
    group: ProcessGroup,
}

impl IsolatedProcess {
    /// Starts a program. Its environment has `PATH`, `LD_LIBRARY_PATH` and the entries of `environment`; its home, its temporary
    /// files and its configuration are in a new folder.
    ///
    /// # Errors
    /// When it can not be started.
    pub fn start<A: AsRef<OsStr>>(
        program: &Path,
        arguments: &[A],
        environment: &[(&str, &str)],
    ) -> io::Result<Self> {
        let guard = Guard::with_term_rounds(FOLDER_PREFIX, TERM_ROUNDS)?;
        let home = guard.folder();
        let mut command = Command::new(program);
        command.args(arguments).process_group(0);
        command.stdin(Stdio::null());
        command.stdout(File::create(home.join("out"))?).stderr(File::create(home.join("err"))?);
        command.env_clear();
        for name in ["PATH", "LD_LIBRARY_PATH"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.env("LANG", "C.UTF-8").env("TZ", "UTC").env(MARK_VARIABLE, home);
        for name in
            ["HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"]
        {
            command.env(name, home);
        }
        // Without a desktop: no message bus, no settings, no accessibility service.
        command.env("DBUS_SESSION_BUS_ADDRESS", "disabled:").env("GSETTINGS_BACKEND", "memory");
        command.env("GIO_USE_VFS", "local").env("NO_AT_BRIDGE", "1");
        command.envs(environment.iter().copied()).current_dir(home);
        let group = ProcessGroup::start(&mut command)?;
        Ok(Self { guard, group })
    }

    /// The program's home folder, which is removed with the process.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.guard.folder()
    }

    /// The program's standard output so far.
    #[must_use]
    pub fn output(&self) -> String {
        self.file_text("out")
    }

    /// The last lines of the program's standard error, or else of its standard output, joined to one line for messages.
    #[must_use]
    pub fn error_tail(&self) -> String {
        let mut text = self.file_text("err");
        if text.trim().is_empty() {
            text = self.output();
        }
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(3)..].join("; ")
    }

    /// The program's exit code, or 128 and the number of the signal that ended it; none while it runs.
    #[must_use]
    pub fn exit_code(&self) -> Option<i32> {
        self.group.shell_exit_code()
    }

    /// Calls `find` until it returns a value, and returns this. Returns `None` when the program has ended without one, or the
    /// time is over.
    pub fn wait_for<T>(&self, timeout: Duration, mut find: impl FnMut(&Self) -> Option<T>) -> Option<T> {
        let start = Instant::now();
        loop {
            // Asked first: a program writes before it ends.
            let ended = self.exit_code().is_some();
            if let Some(found) = find(self) {
                return Some(found);
            }
            if ended || start.elapsed() > timeout {
                return None;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// The path of a file in the program's folder.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// Has a Unix socket of the program removed after its end, as one that is killed leaves it on the disk. It stays if another
    /// process listens to it then. The path has no white space.
    ///
    /// # Errors
    /// When that can not be noted in the program's folder.
    pub fn remove_socket_at_end(&self, socket: &Path) -> io::Result<()> {
        fs::write(self.path(SOCKETS_FILE), socket.as_os_str().as_encoded_bytes())
    }

    fn file_text(&self, name: &str) -> String {
        fs::read(self.path(name))
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default()
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
    fn family() -> (IsolatedProcess, Vec<String>) {
        let script = "setsid sleep 1000 & echo $!; sleep 1000 & echo $!; echo $$; echo done; wait";
        let process = IsolatedProcess::start(Path::new("sh"), &["-c", script], &[]).expect("starts");
        let text = process
            .wait_for(Duration::from_secs(20), |process| {
                Some(process.output()).filter(|text| text.contains("done"))
            })
            .expect("prints");
        let pids = text.lines().filter(|line| *line != "done").map(str::to_owned).collect();
        (process, pids)
    }

    #[test]
    fn dropping_ends_all_and_removes_the_folder() {
        let (process, pids) = family();
        let folder = process.folder().to_owned();
        assert_eq!(pids.len(), 3);
        assert!(pids.iter().all(|pid| !gone(pid)));
        drop(process);
        assert!(pids.iter().all(|pid| gone(pid)), "{pids:?}");
        assert!(!folder.exists());
    }

    #[test]
    fn a_panic_ends_all() {
        let (process, pids) = family();
        let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _process = process;
            panic!("on purpose");
        }));
        assert!(unwound.is_err());
        assert!(pids.iter().all(|pid| gone(pid)), "{pids:?}");
    }

    #[test]
    fn the_end_of_a_program_is_noticed() {
        let process =
            IsolatedProcess::start(Path::new("sh"), &["-c", "echo said; echo why >&2; exit 3"], &[])
                .expect("starts");
        assert_eq!(process.wait_for(Duration::from_secs(20), IsolatedProcess::exit_code), Some(3));
        assert_eq!((process.output().trim(), process.error_tail().as_str()), ("said", "why"));
        assert_eq!(process.wait_for(Duration::from_secs(20), |_| None::<()>), None);
    }

    #[test]
    fn dropping_does_not_wait_when_no_process_is_left() {
        let time = |process: IsolatedProcess| {
            let begin = Instant::now();
            drop(process);
            begin.elapsed()
        };
        let start = |script: &str| {
            let process = IsolatedProcess::start(Path::new("sh"), &["-c", script], &[]).expect("starts");
            process.wait_for(Duration::from_secs(20), |process| {
                Some(()).filter(|()| process.output().contains("said"))
            });
            process
        };
        // The best of several, as the machine may be busy.
        for script in ["echo said", "echo said; exec sleep 1000"] {
            let best = (0..5).map(|_| time(start(script))).min().expect("there are some");
            assert!(best < Duration::from_millis(500), "{script}: {best:?}");
        }
    }

    #[test]
    fn a_socket_is_removed_unless_somebody_listens_to_it() {
        use std::os::unix::net::UnixListener;
        let folder = tempfile::tempdir().expect("there is a folder");
        let socket = folder.path().join("socket");
        for is_open in [true, false] {
            let listener = UnixListener::bind(&socket).expect("it is free");
            let process = IsolatedProcess::start(Path::new("sleep"), &["1000"], &[]).expect("starts");
            process.remove_socket_at_end(&socket).expect("there is room");
            let listener = is_open.then_some(listener);
            assert!(socket.exists());
            drop(process);
            assert_eq!(socket.exists(), is_open);
            if listener.is_some() {
                fs::remove_file(&socket).expect("it is there");
            }
        }
    }

    #[test]
    fn a_process_that_ignores_sigterm_is_killed() {
        let script = "trap '' TERM; echo $$; sleep 1000; sleep 1000";
        let process = IsolatedProcess::start(Path::new("sh"), &["-c", script], &[]).expect("starts");
        let pid = process.wait_for(Duration::from_secs(20), |process| {
            Some(process.output().trim().to_owned()).filter(|pid| !pid.is_empty())
        });
        drop(process);
        assert!(gone(&pid.expect("it says")));
    }
}
