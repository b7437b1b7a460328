//! A process that leads a process group, which ends with it.

use std::io;
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};

/// A child that leads a process group. Dropping it ends the group.
///
/// Invariant: the group is ended before the child is waited for. Until then the system gives its number to nobody else, so
/// that no other group is hit.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) child: Child,
    status: Option<ExitStatus>,
}

impl Group {
    /// Starts a command, which has to ask for a process group of its own.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        Ok(Self { child: command.spawn()?, status: None })
    }

    /// Whether the leader has ended.
    pub(super) fn has_ended(&self) -> io::Result<bool> {
        Ok(self.status.is_some() || self.look()?.is_some())
    }

    /// With which code the leader has ended by itself, as a shell tells it.
    pub(super) fn ended_with(&self) -> Option<i32> {
        let seen = self.look().ok()??;
        seen.exit_status().or_else(|| seen.terminating_signal().map(|signal| 128 + signal))
    }

    /// How the leader has ended, without taking its number from it.
    fn look(&self) -> io::Result<Option<WaitIdStatus>> {
        let Some(pid) = self.pid() else { return Ok(None) };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(pid), options)?)
    }

    /// Ends the whole group; how the leader ended, which may have been before.
    pub(super) fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        if let Some(pid) = self.pid() {
            // Usually nobody is left.
            let _ = kill_process_group(pid, Signal::KILL);
        }
        let status = self.child.wait()?;
        self.status = Some(status);
        Ok(status)
    }

    fn pid(&self) -> Option<Pid> {
        i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // It is dead, or about to be.
        let _ = self.end();
    }
}
