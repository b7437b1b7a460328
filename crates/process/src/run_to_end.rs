//! Runs a command to its end, within a time limit, and kills the processes that it leaves behind.

use std::io;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};

use crate::failure::Failure;
use crate::poll::{read_available, wait_until_ready};
use crate::process_group::ProcessGroup;

/// The most bytes of standard output; a process that writes more is killed.
const MAX_OUTPUT_BYTES: usize = 16 << 20;
/// The most bytes of standard error that are returned.
const MAX_STDERR_BYTES: usize = 4 << 10;
/// The time between two checks whether to stop, and whether a process has ended while another one still holds its output open.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunOutcome {
    /// The process ended by itself, or by a signal.
    Ended {
        /// Its exit status.
        status: ExitStatus,
        /// Its standard output.
        stdout: Vec<u8>,
        /// The beginning of its standard error.
        stderr: Vec<u8>,
    },
    /// The process was killed: it took too long, or wrote too much.
    Failed {
        /// Which of both.
        failure: Failure,
        /// The beginning of its standard error.
        stderr: Vec<u8>,
    },
    /// The process was killed because `halted` said to stop.
    Halted,
}

/// Runs a command to its end, and kills its process group after that. `halted` is asked often whether to stop.
///
/// ```
/// use std::path::Path;
/// use std::time::Duration;
/// use dpgen_process::{Program, RunOutcome, run_to_end};
///
/// let program = Program::parse("sh -c 'echo said; exit 3'").expect("it is a command");
/// let mut command = program.command(Path::new("/dev/null"), Path::new("nobody's"));
/// let outcome = run_to_end(&mut command, Duration::from_secs(60), &|| false)?;
/// assert!(matches!(outcome, RunOutcome::Ended { status, stdout, .. } if status.code() == Some(3) && stdout == b"said\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the command can not be started, or its output not be read.
pub fn run_to_end(
    command: &mut Command,
    timeout: Duration,
    halted: &dyn Fn() -> bool,
) -> io::Result<RunOutcome> {
    let mut group = ProcessGroup::start(command)?;
    let deadline = Instant::now() + timeout;
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    match read_outputs(&mut group, deadline, halted, (&mut stdout, &mut stderr))? {
        ReadEnd::Complete => {}
        ReadEnd::Failed(failure) => return Ok(RunOutcome::Failed { failure, stderr }),
        ReadEnd::Halted => return Ok(RunOutcome::Halted),
    }
    // A process that has closed its outputs usually ends at once.
    let mut pause = Duration::from_micros(20);
    while !group.has_ended()? {
        if Instant::now() >= deadline {
            return Ok(RunOutcome::Failed { failure: Failure::TimeOut, stderr });
        }
        if halted() {
            return Ok(RunOutcome::Halted);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(POLL_INTERVAL);
    }
    Ok(RunOutcome::Ended { status: group.kill()?, stdout, stderr })
}

/// Why reading ended.
enum ReadEnd {
    Complete,
    Failed(Failure),
    Halted,
}

/// Reads the outputs of a process until it has closed them, or has ended.
fn read_outputs(
    group: &mut ProcessGroup,
    deadline: Instant,
    halted: &dyn Fn() -> bool,
    (stdout, stderr): (&mut Vec<u8>, &mut Vec<u8>),
) -> io::Result<ReadEnd> {
    let (mut out, mut err) = (group.leader.stdout.take(), group.leader.stderr.take());
    let mut buffer = vec![0; 1 << 14];
    let mut ended = false;
    while out.is_some() || err.is_some() {
        let (ready_out, ready_err) = {
            let mut waiting = Vec::with_capacity(2);
            waiting.extend(out.as_ref().map(|out| PollFd::new(out, PollFlags::IN)));
            waiting.extend(err.as_ref().map(|err| PollFd::new(err, PollFlags::IN)));
            let left = deadline.saturating_duration_since(Instant::now()).min(POLL_INTERVAL);
            wait_until_ready(&mut waiting, if ended { Duration::ZERO } else { left })?;
            let mut ready = waiting.iter().map(|descriptor| !descriptor.revents().is_empty());
            (out.is_some() && ready.next() == Some(true), err.is_some() && ready.next() == Some(true))
        };
        // Asked in each round, as a program may write without end.
        if halted() {
            return Ok(ReadEnd::Halted);
        }
        if Instant::now() >= deadline {
            return Ok(ReadEnd::Failed(Failure::TimeOut));
        }
        if !ready_out && !ready_err {
            if ended {
                break;
            }
            ended = group.has_ended()?;
        }
        if ready_out && read_available(&mut out, &mut buffer, stdout)? && stdout.len() > MAX_OUTPUT_BYTES {
            return Ok(ReadEnd::Failed(Failure::Flood));
        }
        if ready_err && read_available(&mut err, &mut buffer, stderr)? {
            stderr.truncate(MAX_STDERR_BYTES);
        }
    }
    Ok(ReadEnd::Complete)
}
