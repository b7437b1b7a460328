//! Runs one process per case: reads it until it ends or its time is over, and ends all that it left behind.

use std::io;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};

use super::poll::{take, wait};
use super::process_group::Group;
use crate::finding::Failure;

/// A process that writes more is ended.
const MAX_OUTPUT_BYTES: usize = 16 << 20;
/// How much of what it says besides is kept.
const MAX_STDERR_BYTES: usize = 4 << 10;
/// How often it is looked whether a process has ended whose output another one still holds open, and whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// What became of a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It ended by itself, or by a signal.
    Ended {
        /// How.
        status: ExitStatus,
        /// What it wrote to its standard output.
        output: Vec<u8>,
        /// The beginning of what it wrote to its standard error.
        aside: Vec<u8>,
    },
    /// It was ended: it took too long, or wrote too much.
    Failed(Failure, Vec<u8>),
    /// It was ended because everything is to end.
    Halted,
}

/// Runs a command to its end, and ends its process group after it.
///
/// ```
/// use std::path::Path;
/// use std::time::Duration;
/// use dpgen_diff::process::{Outcome, Program, run};
///
/// let program = Program::read("sh -c 'echo said; exit 3'").expect("it is a command");
/// let mut command = program.command(Path::new("/dev/null"), Path::new("nobody's"));
/// let outcome = run(&mut command, Duration::from_secs(60), &|| false)?;
/// assert!(matches!(outcome, Outcome::Ended { status, output, .. } if status.code() == Some(3) && output == b"said\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When it can not be started.
pub fn run(command: &mut Command, timeout: Duration, halted: &dyn Fn() -> bool) -> io::Result<Outcome> {
    let mut group = Group::start(command)?;
    let deadline = Instant::now() + timeout;
    let (mut output, mut aside) = (Vec::new(), Vec::new());
    match read(&mut group, deadline, halted, (&mut output, &mut aside))? {
        Read::All => {}
        Read::Failed(failure) => return Ok(Outcome::Failed(failure, aside)),
        Read::Halted => return Ok(Outcome::Halted),
    }
    // What is closed is about to end.
    let mut pause = Duration::from_micros(20);
    while !group.has_ended()? {
        if Instant::now() >= deadline {
            return Ok(Outcome::Failed(Failure::TimeOut, aside));
        }
        if halted() {
            return Ok(Outcome::Halted);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(POLL_INTERVAL);
    }
    Ok(Outcome::Ended { status: group.end()?, output, aside })
}

/// Why reading ended.
enum Read {
    All,
    Failed(Failure),
    Halted,
}

/// Reads what a process writes until it has closed its outputs, or has ended.
fn read(
    group: &mut Group,
    deadline: Instant,
    halted: &dyn Fn() -> bool,
    (output, aside): (&mut Vec<u8>, &mut Vec<u8>),
) -> io::Result<Read> {
    let (mut out, mut err) = (group.child.stdout.take(), group.child.stderr.take());
    let mut buffer = vec![0; 1 << 14];
    let mut ended = false;
    while out.is_some() || err.is_some() {
        let (ready_out, ready_err) = {
            let mut waiting = Vec::with_capacity(2);
            waiting.extend(out.as_ref().map(|out| PollFd::new(out, PollFlags::IN)));
            waiting.extend(err.as_ref().map(|err| PollFd::new(err, PollFlags::IN)));
            let left = deadline.saturating_duration_since(Instant::now()).min(POLL_INTERVAL);
            wait(&mut waiting, if ended { Duration::ZERO } else { left })?;
            let mut ready = waiting.iter().map(|descriptor| !descriptor.revents().is_empty());
            (out.is_some() && ready.next() == Some(true), err.is_some() && ready.next() == Some(true))
        };
        // Also of a program that writes without an end.
        if halted() {
            return Ok(Read::Halted);
        }
        if Instant::now() >= deadline {
            return Ok(Read::Failed(Failure::TimeOut));
        }
        if !ready_out && !ready_err {
            if ended {
                break;
            }
            ended = group.has_ended()?;
        }
        if ready_out && take(&mut out, &mut buffer, output)? && output.len() > MAX_OUTPUT_BYTES {
            return Ok(Read::Failed(Failure::Flood));
        }
        if ready_err && take(&mut err, &mut buffer, aside)? {
            aside.truncate(MAX_STDERR_BYTES);
        }
    }
    Ok(Read::All)
}
