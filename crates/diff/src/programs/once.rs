//! A process a case: started, read until it ends or its time is over, and ended with all that it left behind.

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};

use super::reply::Reply;
use crate::finding::Failure;

/// A process that writes more is ended.
const MOST: usize = 16 << 20;
/// How much of what it says besides is kept.
const ASIDE: usize = 4 << 10;
/// How often it is looked whether a process has ended whose output another one still holds open.
const PAUSE: Duration = Duration::from_millis(20);

/// Runs a command to its end.
///
/// # Errors
/// When it can not be started.
pub(super) fn run(command: &mut Command, timeout: Duration) -> io::Result<Reply> {
    let mut child = Running(command.spawn()?);
    let deadline = Instant::now() + timeout;
    let (mut output, mut aside) = (Vec::new(), Vec::new());
    if let Some(failure) = child.read(deadline, &mut output, &mut aside)? {
        return Ok(Reply::failed(failure, timeout, &aside));
    }
    // What is closed is about to end.
    let mut pause = Duration::from_micros(20);
    let status = loop {
        if let Some(status) = child.0.try_wait()? {
            break status;
        }
        if Instant::now() >= deadline {
            return Ok(Reply::failed(Failure::TimeOut, timeout, &aside));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(PAUSE);
    };
    Ok(Reply::ended(status, output, &aside))
}

/// A process that is ended with its group when the value goes.
struct Running(Child);

impl Running {
    /// Reads what the process writes until it has closed its outputs, or has ended.
    fn read(
        &mut self,
        deadline: Instant,
        output: &mut Vec<u8>,
        aside: &mut Vec<u8>,
    ) -> io::Result<Option<Failure>> {
        let (mut out, mut err) = (self.0.stdout.take(), self.0.stderr.take());
        let mut buffer = vec![0; 1 << 14];
        let mut ended = false;
        while out.is_some() || err.is_some() {
            let (ready_out, ready_err) = {
                let mut waiting = Vec::with_capacity(2);
                waiting.extend(out.as_ref().map(|out| PollFd::new(out, PollFlags::IN)));
                waiting.extend(err.as_ref().map(|err| PollFd::new(err, PollFlags::IN)));
                let left = deadline.saturating_duration_since(Instant::now()).min(PAUSE);
                wait(&mut waiting, if ended { Duration::ZERO } else { left })?;
                let mut ready = waiting.iter().map(|descriptor| !descriptor.revents().is_empty());
                (out.is_some() && ready.next() == Some(true), err.is_some() && ready.next() == Some(true))
            };
            if !ready_out && !ready_err {
                if ended {
                    break;
                }
                if Instant::now() >= deadline {
                    return Ok(Some(Failure::TimeOut));
                }
                ended = self.0.try_wait()?.is_some();
            }
            if ready_out && take(&mut out, &mut buffer, output)? && output.len() > MOST {
                return Ok(Some(Failure::Flood));
            }
            if ready_err && take(&mut err, &mut buffer, aside)? {
                aside.truncate(ASIDE);
            }
        }
        Ok(None)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        end_group(&self.0);
        // It is dead, or about to be.
        let _ = self.0.wait();
    }
}

/// Ends the process group of a process.
pub(super) fn end_group(child: &Child) {
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        // Usually nobody is left.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Reads what is there; a source that has ended goes. Whether something was read.
fn take(from: &mut Option<impl Read + AsFd>, buffer: &mut [u8], to: &mut Vec<u8>) -> io::Result<bool> {
    let Some(source) = from else { return Ok(false) };
    let read = match source.read(buffer) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(false),
        read => read?,
    };
    to.extend_from_slice(&buffer[..read]);
    if read == 0 {
        *from = None;
    }
    Ok(read > 0)
}

/// Waits until one of some descriptors is ready, or a time is over.
pub(super) fn wait(descriptors: &mut [PollFd<'_>], time: Duration) -> io::Result<()> {
    // A little more than the time, so that it is over then.
    let time = Timespec::try_from(time + Duration::from_micros(100)).map_err(io::Error::other)?;
    match poll(descriptors, Some(&time)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
