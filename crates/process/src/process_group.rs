//! [`ProcessGroup`]: a child process that leads a process group, which ends with it.

use std::io;
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};

/// A child process that leads a process group. Dropping it kills the group.
///
/// Invariant: the group is killed before the child is waited for. Until then the system gives its number to no other process,
/// so that no other group is hit.
#[derive(Debug)]
pub(crate) struct ProcessGroup {
    pub(crate) leader: Child,
    status: Option<ExitStatus>,
}

impl ProcessGroup {
    /// Starts a command, which has to ask for a process group of its own.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        Ok(Self { leader: command.spawn()?, status: None })
    }

    /// Whether the leader has ended.
    pub(crate) fn has_ended(&self) -> io::Result<bool> {
        Ok(self.status.is_some() || self.peek_status()?.is_some())
    }

    /// The leader's exit code as a shell reports it, 128 and the signal's number for a signal; none while it runs.
    pub(crate) fn shell_exit_code(&self) -> Option<i32> {
        let status = self.peek_status().ok()??;
        status.exit_status().or_else(|| status.terminating_signal().map(|signal| 128 + signal))
    }

    /// The leader's status if it has ended; the child is not reaped, so that it keeps its number.
    fn peek_status(&self) -> io::Result<Option<WaitIdStatus>> {
        let Some(pid) = self.pid() else { return Ok(None) };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(pid), options)?)
    }

    /// Kills the whole group and reaps the leader. Returns the leader's status, which it may have had before.
    pub(crate) fn kill(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        if let Some(pid) = self.pid() {
            // Usually the group is empty.
            let _ = kill_process_group(pid, Signal::KILL);
        }
        let status = self.leader.wait()?;
        self.status = Some(status);
        Ok(status)
    }

    fn pid(&self) -> Option<Pid> {
        i32::try_from(self.leader.id()).ok().and_then(Pid::from_raw)
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        // The process is dead, or about to be.
        let _ = self.kill();
    }
}
