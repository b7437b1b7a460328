//! A program that stays: it reads a line and answers with a line.
//!
//! Several lines are sent ahead, so that not every answer costs a switch between processes. A program that ends or does not
//! answer in time is started again, and the first line that it has not answered is sent to it alone. Only if it fails
//! again does this line count as failed; the lines after it are sent anew.
//!
//! A program that answers a line with several would be taken to answer the next lines. So the first process of a program is
//! closed after its first lines, and must have no more to say.

use std::io::{self, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};

use super::once::{end_group, wait};
use super::program::Program;
use super::reply::{Reply, died};
use crate::finding::Failure;

/// So much is written at once: what a pipe takes without waiting when it takes anything (POSIX, `PIPE_BUF`).
const PIECE: usize = 512;
/// An answer that is longer is a failure.
const MOST: usize = 16 << 20;

/// A program that stays, and is started again when it failed.
#[derive(Debug)]
pub(super) struct Lines {
    program: Program,
    mark: PathBuf,
    timeout: Duration,
    running: Option<Conversation>,
    /// Whether it was seen to answer each line with one.
    checked: bool,
}

/// Why a program's answers can not be taken.
#[derive(Debug)]
pub(super) enum LinesError {
    /// It can not be started, or be talked to.
    Io(io::Error),
    /// It said more than a line for a line.
    TooMuch,
}

impl From<io::Error> for LinesError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Lines {
    /// A program that is started with its first line.
    pub(super) fn new(program: Program, mark: PathBuf, timeout: Duration) -> Self {
        Self { program, mark, timeout, running: None, checked: false }
    }

    /// Sends lines, which have no line's end in them, ahead of their answers; [`Self::receive`] takes these. What is not
    /// sent now is sent later.
    pub(super) fn send(&mut self, lines: &[&str]) -> io::Result<()> {
        self.conversation()?.queue(lines);
        Ok(())
    }

    /// The answers to the lines that were sent.
    pub(super) fn receive(&mut self, lines: &[&str]) -> Result<Vec<Reply>, LinesError> {
        let mut replies = Vec::with_capacity(lines.len());
        while replies.len() < lines.len() {
            let timeout = self.timeout;
            if self.running.is_none() {
                self.send(&lines[replies.len()..])?;
            }
            let conversation = self.conversation()?;
            let mut failed = false;
            while replies.len() < lines.len() {
                match conversation.answer(timeout)? {
                    Ok(answer) => replies.push(said(answer)),
                    Err(_) => {
                        failed = true;
                        break;
                    }
                }
            }
            if failed {
                self.running = None;
                replies.push(self.ask_alone(lines[replies.len()])?);
            }
        }
        if let Some(running) = self.running.take_if(|running| !self.checked || running.has_more()) {
            self.checked = true;
            if running.close(self.timeout)? {
                return Err(LinesError::TooMuch);
            }
        }
        Ok(replies)
    }

    /// The answer to one line from a program that was just started.
    fn ask_alone(&mut self, line: &str) -> Result<Reply, LinesError> {
        let timeout = self.timeout;
        self.send(&[line])?;
        match self.conversation()?.answer(timeout)? {
            Ok(answer) => {
                // It goes on with the other lines from the beginning, too.
                self.running = None;
                Ok(said(answer))
            }
            Err(failure) => {
                let how = self.running.take().map(Conversation::end).unwrap_or_default();
                Ok(match failure {
                    Failure::Crash => Reply::Failed(failure, how),
                    _ => Reply::failed(failure, timeout, b""),
                })
            }
        }
    }

    fn conversation(&mut self) -> io::Result<&mut Conversation> {
        match self.running {
            Some(ref mut running) => Ok(running),
            None => Ok(self.running.insert(Conversation::begin(&self.program, &self.mark)?)),
        }
    }
}

fn said(output: Vec<u8>) -> Reply {
    Reply::Said { code: None, output, aside: String::new() }
}

/// A running program, with what is on the way to it and from it.
#[derive(Debug)]
struct Conversation {
    child: Child,
    /// None once it is closed.
    to: Option<ChildStdin>,
    from: ChildStdout,
    /// What is to be written, from `sent` on.
    outgoing: Vec<u8>,
    sent: usize,
    /// What was read, from `taken` on.
    incoming: Vec<u8>,
    taken: usize,
}

impl Conversation {
    fn begin(program: &Program, mark: &std::path::Path) -> io::Result<Self> {
        let mut command = program.command(std::path::Path::new("/dev/stdin"), mark);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let (to @ Some(_), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("its pipes are missing"));
        };
        Ok(Self { child, to, from, outgoing: Vec::new(), sent: 0, incoming: Vec::new(), taken: 0 })
    }

    fn queue(&mut self, lines: &[&str]) {
        self.outgoing.drain(..self.sent);
        self.sent = 0;
        for line in lines {
            self.outgoing.extend_from_slice(line.as_bytes());
            self.outgoing.push(b'\n');
        }
        // Most fit into the pipe; so the program begins while another one is asked.
        let _ = self.write();
    }

    /// The next line, without its end; or how the program failed.
    fn answer(&mut self, timeout: Duration) -> io::Result<Result<Vec<u8>, Failure>> {
        let deadline = Instant::now() + timeout;
        let mut searched = self.taken;
        let mut buffer = [0; 1 << 13];
        loop {
            if let Some(end) = self.incoming[searched..].iter().position(|byte| *byte == b'\n') {
                let line = self.incoming[self.taken..searched + end].to_vec();
                self.taken = searched + end + 1;
                if self.taken == self.incoming.len() {
                    self.incoming.clear();
                    self.taken = 0;
                }
                return Ok(Ok(line));
            }
            searched = self.incoming.len();
            if self.incoming.len() - self.taken > MOST {
                return Ok(Err(Failure::Flood));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Err(Failure::TimeOut));
            }
            let (readable, writable) = {
                let mut waiting = vec![PollFd::new(&self.from, PollFlags::IN)];
                let to = self.to.as_ref().filter(|_| self.sent < self.outgoing.len());
                waiting.extend(to.map(|to| PollFd::new(to, PollFlags::OUT)));
                wait(&mut waiting, left)?;
                let mut ready = waiting.iter().map(|descriptor| !descriptor.revents().is_empty());
                (ready.next() == Some(true), ready.next() == Some(true))
            };
            if writable {
                // A program that has ended is noticed by what it wrote.
                let _ = self.write();
            }
            if readable {
                match self.from.read(&mut buffer)? {
                    0 => return Ok(Err(Failure::Crash)),
                    read => self.incoming.extend_from_slice(&buffer[..read]),
                }
            }
        }
    }

    /// Writes as much as the pipe takes without waiting.
    fn write(&mut self) -> io::Result<()> {
        while let Some(to) = self.to.as_mut().filter(|_| self.sent < self.outgoing.len()) {
            let mut waiting = [PollFd::new(to, PollFlags::OUT)];
            wait(&mut waiting, Duration::ZERO)?;
            if !waiting[0].revents().contains(PollFlags::OUT) {
                break;
            }
            let end = (self.sent + PIECE).min(self.outgoing.len());
            match to.write(&self.outgoing[self.sent..end]) {
                Ok(written) => self.sent += written,
                Err(error) => {
                    // It does not read any more; what it has answered is still there.
                    self.sent = self.outgoing.len();
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Whether more was read than was asked for.
    fn has_more(&self) -> bool {
        self.taken < self.incoming.len()
    }

    /// Closes the program's input; whether it had more to say than was taken.
    fn close(mut self, timeout: Duration) -> io::Result<bool> {
        self.to = None;
        // Its end is what is waited for.
        Ok(self.has_more() || self.answer(timeout)?.is_ok() || self.has_more())
    }

    /// Waits a little for the end, and says how it was.
    fn end(mut self) -> String {
        for _ in 0..100 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return died(status);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        "closed its output".to_owned()
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        end_group(&self.child);
        // It is dead, or about to be.
        let _ = self.child.wait();
    }
}
