//! [`LineConversation`]: a running program that gets bytes and answers with lines.

use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};

use crate::exit_description::describe_exit;
use crate::failure::Failure;
use crate::poll::{read_available, wait_until_ready};
use crate::process_group::ProcessGroup;
use crate::program::Program;

/// The bytes of one write: a pipe that is ready takes this many without blocking (POSIX, `PIPE_BUF`).
const WRITE_CHUNK_BYTES: usize = 512;
/// The longest answer; a longer one is a failure.
const MAX_ANSWER_BYTES: usize = 16 << 20;
/// The number of bytes at the end of standard error that are returned.
const MAX_STDERR_BYTES: usize = 4 << 10;
/// The time between two checks whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The number of checks, two milliseconds apart, whether a program has ended that has closed its output.
const MAX_EXIT_POLLS: u32 = 100;

/// The result of waiting for an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Received {
    /// A line, without its end.
    Line(Vec<u8>),
    /// The program failed. After a time-out it can be waited for again.
    Failed(Failure),
    /// `halted` said to stop.
    Halted,
}

/// How a program ended, for messages.
#[derive(Debug)]
pub(crate) struct ExitReport {
    /// Its exit in words.
    pub(crate) description: String,
    /// Its exit code, if it has one.
    pub(crate) code: Option<i32>,
    /// The end of its standard error.
    pub(crate) stderr: String,
}

/// A running program with the bytes on their way to and from it. It is killed with its process group when the value is
/// dropped.
#[derive(Debug)]
pub(crate) struct LineConversation {
    group: ProcessGroup,
    /// The program's standard input; none once it is closed.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// The program's standard error; none once it is closed.
    stderr: Option<ChildStderr>,
    /// The end of the bytes read from standard error.
    stderr_tail: Vec<u8>,
    /// The bytes to be written, from `written_len` on.
    outgoing: Vec<u8>,
    written_len: usize,
    /// Whether standard input is closed once all is written.
    closes_stdin: bool,
    /// The bytes read from standard output; those before `returned_len` were returned.
    incoming: Vec<u8>,
    returned_len: usize,
}

impl LineConversation {
    /// Starts a program; `mark` is as for [`Program::command`]. Fails when it can not be started.
    pub(crate) fn start(program: &Program, mark: &Path) -> io::Result<Self> {
        let mut command = program.command(Path::new("/dev/stdin"), mark);
        let mut group = ProcessGroup::start(command.stdin(Stdio::piped()))?;
        let (stdin @ Some(_), Some(stdout)) = (group.leader.stdin.take(), group.leader.stdout.take()) else {
            return Err(io::Error::other("its pipes are missing"));
        };
        let stderr = group.leader.stderr.take();
        let (outgoing, incoming, stderr_tail) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self {
            group,
            stdin,
            stdout,
            stderr,
            stderr_tail,
            outgoing,
            written_len: 0,
            closes_stdin: false,
            incoming,
            returned_len: 0,
        })
    }

    /// Sends bytes. The bytes that the pipe does not take at once are sent while an answer is waited for.
    pub(crate) fn send<'b>(&mut self, pieces: impl IntoIterator<Item = &'b [u8]>) {
        self.outgoing.drain(..self.written_len);
        self.written_len = 0;
        for piece in pieces {
            self.outgoing.extend_from_slice(piece);
        }
        // Written now, so that the program works while another one is asked. A failure shows when its answer is read.
        let _ = self.write();
    }

    /// Waits for the next line. Fails when the pipes can not be read.
    pub(crate) fn next_line(&mut self, timeout: Duration, halted: &dyn Fn() -> bool) -> io::Result<Received> {
        let deadline = Instant::now() + timeout;
        let mut searched = self.returned_len;
        let mut buffer = [0; 1 << 13];
        loop {
            if let Some(end) = self.incoming[searched..].iter().position(|byte| *byte == b'\n') {
                let line = self.incoming[self.returned_len..searched + end].to_vec();
                self.returned_len = searched + end + 1;
                if self.returned_len == self.incoming.len() {
                    self.incoming.clear();
                    self.returned_len = 0;
                }
                return Ok(Received::Line(line));
            }
            searched = self.incoming.len();
            if self.incoming.len() - self.returned_len > MAX_ANSWER_BYTES {
                return Ok(Received::Failed(Failure::Flood));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Received::Failed(Failure::TimeOut));
            }
            if halted() {
                return Ok(Received::Halted);
            }
            let (stdout_ready, stderr_ready, stdin_ready) = {
                let mut waiting = Vec::with_capacity(3);
                waiting.push(PollFd::new(&self.stdout, PollFlags::IN));
                let stderr = self.stderr.as_ref();
                waiting.extend(stderr.map(|stderr| PollFd::new(stderr, PollFlags::IN)));
                let stdin = self.stdin.as_ref().filter(|_| self.written_len < self.outgoing.len());
                waiting.extend(stdin.map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
                wait_until_ready(&mut waiting, left.min(POLL_INTERVAL))?;
                let mut ready = waiting.iter().map(|descriptor| !descriptor.revents().is_empty());
                let mut next = |is_there: bool| is_there && ready.next() == Some(true);
                (next(true), next(stderr.is_some()), next(stdin.is_some()))
            };
            if stderr_ready {
                self.read_stderr(&mut buffer)?;
            }
            if stdin_ready {
                // Ignored: that a program has ended shows when its output is read.
                let _ = self.write();
            }
            if stdout_ready {
                match self.stdout.read(&mut buffer)? {
                    0 => return Ok(Received::Failed(Failure::Crash)),
                    read => self.incoming.extend_from_slice(&buffer[..read]),
                }
            }
        }
    }

    /// Writes as much as the pipe takes without blocking.
    fn write(&mut self) -> io::Result<()> {
        while let Some(stdin) = self.stdin.as_mut().filter(|_| self.written_len < self.outgoing.len()) {
            let mut waiting = [PollFd::new(stdin, PollFlags::OUT)];
            wait_until_ready(&mut waiting, Duration::ZERO)?;
            if !waiting[0].revents().contains(PollFlags::OUT) {
                break;
            }
            let end = (self.written_len + WRITE_CHUNK_BYTES).min(self.outgoing.len());
            match stdin.write(&self.outgoing[self.written_len..end]) {
                Ok(written) => self.written_len += written,
                Err(error) => {
                    // The program reads no more. Its answers so far can still be read.
                    self.written_len = self.outgoing.len();
                    return Err(error);
                }
            }
        }
        if self.closes_stdin && self.written_len == self.outgoing.len() {
            self.stdin = None;
        }
        Ok(())
    }

    /// Reads standard error, so that the program does not block on it, and stores its end.
    fn read_stderr(&mut self, buffer: &mut [u8]) -> io::Result<()> {
        read_available(&mut self.stderr, buffer, &mut self.stderr_tail)?;
        if self.stderr_tail.len() > 2 * MAX_STDERR_BYTES {
            self.stderr_tail.drain(..self.stderr_tail.len() - MAX_STDERR_BYTES);
        }
        Ok(())
    }

    /// Whether bytes were read that no answer has returned.
    pub(crate) fn has_unread(&self) -> bool {
        self.returned_len < self.incoming.len()
    }

    /// Closes the program's standard input once all is written, which tells the program to end.
    pub(crate) fn close_stdin(&mut self) {
        self.closes_stdin = true;
        // Ignored: the program may have ended already.
        let _ = self.write();
    }

    /// Closes the program's standard input and waits for its end. Returns whether it wrote more before that.
    pub(crate) fn finish_has_output(
        mut self,
        timeout: Duration,
        halted: &dyn Fn() -> bool,
    ) -> io::Result<bool> {
        self.close_stdin();
        let deadline = Instant::now() + timeout;
        loop {
            // Asked first: another process may hold the output open, and the program itself writes before it ends.
            let has_ended = self.group.has_ended()? || Instant::now() >= deadline;
            match self.next_line(POLL_INTERVAL / 10, halted)? {
                Received::Line(_) => return Ok(true),
                Received::Failed(Failure::TimeOut) if !has_ended => {}
                Received::Failed(_) | Received::Halted => return Ok(self.has_unread()),
            }
        }
    }

    /// Waits a little for the program's end, and kills it.
    pub(crate) fn end(mut self) -> ExitReport {
        let (mut description, mut code) = ("closed its output".to_owned(), None);
        for _ in 0..MAX_EXIT_POLLS {
            if let Ok(true) = self.group.has_ended() {
                if let Ok(status) = self.group.kill() {
                    (description, code) = (describe_exit(status), status.code());
                }
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let mut buffer = [0; 1 << 13];
        // Reads only the bytes that are there: another process may hold the pipe open.
        while let Some(stderr) = &self.stderr {
            let mut waiting = [PollFd::new(stderr, PollFlags::IN)];
            if wait_until_ready(&mut waiting, Duration::ZERO).is_err() || waiting[0].revents().is_empty() {
                break;
            }
            if self.read_stderr(&mut buffer).is_err() {
                break;
            }
        }
        let from = self.stderr_tail.len().saturating_sub(MAX_STDERR_BYTES);
        let stderr = String::from_utf8_lossy(&self.stderr_tail[from..]).trim_end().to_owned();
        ExitReport { description, code, stderr }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_answered_with_a_line() {
        let program = Program::parse("sed -u s/a/b/").expect("it is a command");
        let mut conversation = LineConversation::start(&program, Path::new("nobody's")).expect("starts");
        conversation.send([&b"aha\n"[..]]);
        let received = conversation.next_line(Duration::from_secs(60), &|| false).expect("can be read");
        assert_eq!(received, Received::Line(b"bha".to_vec()));
    }
}
