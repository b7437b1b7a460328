//! A program with a home folder of its own, which does not outlive this process.
//!
//! A [`Kept`] process has a [`Guard`], by which it and all that it started end when the value is dropped, or when this process
//! is gone. It costs a guard each; where there is a process a case, one guard serves all.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::guard::{Guard, MARK};
use super::process_group::Group;

/// How often what a process has written is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// How often it is asked to end before it has to: an X server removes its lock.
const TERM_ROUNDS: u32 = 10;

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
    // Dropped first: its processes are asked to end before they have to.
    guard: Guard,
    group: Group,
}

impl Kept {
    /// Starts a program. Its environment is fresh but for `PATH` and what `environment` adds; its home, its temporary
    /// files and its configuration are in a new folder.
    ///
    /// # Errors
    /// When it can not be started.
    pub fn start<A: AsRef<OsStr>>(
        program: &Path,
        arguments: &[A],
        environment: &[(&str, &str)],
    ) -> io::Result<Self> {
        let guard = Guard::asking("dpgen-browser-", TERM_ROUNDS)?;
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
        command.env("LANG", "C.UTF-8").env("TZ", "UTC").env(MARK, home);
        for name in
            ["HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"]
        {
            command.env(name, home);
        }
        // Nothing is asked of a desktop: no message bus, no settings, no accessibility service.
        command.env("DBUS_SESSION_BUS_ADDRESS", "disabled:").env("GSETTINGS_BACKEND", "memory");
        command.env("GIO_USE_VFS", "local").env("NO_AT_BRIDGE", "1");
        command.envs(environment.iter().copied()).current_dir(home);
        let group = Group::start(&mut command)?;
        Ok(Self { guard, group })
    }

    /// The folder that is home to the program. It goes with it.
    pub fn folder(&self) -> &Path {
        self.guard.folder()
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

    /// The program's exit code, or 128 and the number of the signal that ended it, once it has ended by itself.
    pub fn ended(&self) -> Option<i32> {
        self.group.ended_with()
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
            thread::sleep(POLL_INTERVAL);
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

    #[test]
    fn nothing_is_waited_for_where_nothing_is_left() {
        let time = |kept: Kept| {
            let begin = Instant::now();
            drop(kept);
            begin.elapsed()
        };
        let start = |script: &str| {
            let kept = Kept::start(Path::new("sh"), &["-c", script], &[]).expect("starts");
            kept.wait_for(Duration::from_secs(20), |kept| {
                Some(()).filter(|()| kept.output().contains("said"))
            });
            kept
        };
        // The best of some, as the machine may be busy.
        for script in ["echo said", "echo said; exec sleep 1000"] {
            let best = (0..5).map(|_| time(start(script))).min().expect("there are some");
            assert!(best < Duration::from_millis(500), "{script}: {best:?}");
        }
    }

    #[test]
    fn who_does_not_listen_has_to_end() {
        let script = "trap '' TERM; echo $$; sleep 1000; sleep 1000";
        let kept = Kept::start(Path::new("sh"), &["-c", script], &[]).expect("starts");
        let pid = kept.wait_for(Duration::from_secs(20), |kept| {
            Some(kept.output().trim().to_owned()).filter(|pid| !pid.is_empty())
        });
        drop(kept);
        assert!(gone(&pid.expect("it says")));
    }
}
