//! A running program that gets bytes and answers with lines.

use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};

use super::exit_description::describe_exit;
use super::poll::{take, wait};
use super::process_group::Group;
use super::program::Program;
use crate::finding::Failure;

/// So much is written at once: what a pipe takes without waiting when it takes anything (POSIX, `PIPE_BUF`).
const WRITE_BYTES: usize = 512;
/// An answer that is longer is a failure.
const MAX_ANSWER_BYTES: usize = 16 << 20;
/// How much of what it says besides is kept.
const MAX_STDERR_BYTES: usize = 4 << 10;
/// How often it is looked whether everything is to end.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// What comes of waiting for an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// The program failed. After a time-out it can be waited for again.
    Failed(Failure),
    /// Everything is to end.
    Halted,
}

/// A running program, with what is on the way to it and from it. It is ended with its process group when the value goes.
///
/// ```
/// use std::path::Path;
/// use std::time::Duration;
/// use dpgen_diff::process::{Conversation, Heard, Program};
///
/// let program = Program::read("sed -u s/a/b/").expect("it is a command");
/// let mut talk = Conversation::begin(&program, Path::new("nobody's"))?;
/// talk.send([&b"aha\n"[..]]);
/// assert_eq!(talk.answer(Duration::from_secs(60), &|| false)?, Heard::Line(b"bha".to_vec()));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Conversation {
    group: Group,
    /// None once it is closed.
    to: Option<ChildStdin>,
    from: ChildStdout,
    /// None once it is closed.
    err: Option<ChildStderr>,
    /// The end of what it wrote to its standard error.
    aside: Vec<u8>,
    /// What is to be written, from `sent` on.
    outgoing: Vec<u8>,
    sent: usize,
    /// Whether its input is closed after that.
    is_closing: bool,
    /// What was read, from `taken` on.
    incoming: Vec<u8>,
    taken: usize,
}

impl Conversation {
    /// Starts a program; `mark` is as for [`Program::command`].
    ///
    /// # Errors
    /// When it can not be started.
    pub fn begin(program: &Program, mark: &Path) -> io::Result<Self> {
        let mut command = program.command(Path::new("/dev/stdin"), mark);
        let mut group = Group::start(command.stdin(Stdio::piped()))?;
        let (to @ Some(_), Some(from)) = (group.child.stdin.take(), group.child.stdout.take()) else {
            return Err(io::Error::other("its pipes are missing"));
        };
        let err = group.child.stderr.take();
        let (outgoing, incoming, aside) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { group, to, from, err, aside, outgoing, sent: 0, is_closing: false, incoming, taken: 0 })
    }

    /// Sends bytes. What the pipe does not take at once is sent while an answer is waited for.
    pub fn send<'b>(&mut self, pieces: impl IntoIterator<Item = &'b [u8]>) {
        self.outgoing.drain(..self.sent);
        self.sent = 0;
        for piece in pieces {
            self.outgoing.extend_from_slice(piece);
        }
        // Most fit into the pipe; so the program begins while another one is asked.
        let _ = self.write();
    }

    /// The next line, or how the program failed.
    ///
    /// # Errors
    /// When the program can not be listened to.
    pub fn answer(&mut self, timeout: Duration, halted: &dyn Fn() -> bool) -> io::Result<Heard> {
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
                return Ok(Heard::Line(line));
            }
            searched = self.incoming.len();
            if self.incoming.len() - self.taken > MAX_ANSWER_BYTES {
                return Ok(Heard::Failed(Failure::Flood));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Heard::Failed(Failure::TimeOut));
            }
            if halted() {
                return Ok(Heard::Halted);
            }
            let (readable, complains, writable) = {
                let mut waiting = Vec::with_capacity(3);
                waiting.push(PollFd::new(&self.from, PollFlags::IN));
                let err = self.err.as_ref();
                waiting.extend(err.map(|err| PollFd::new(err, PollFlags::IN)));
                let to = self.to.as_ref().filter(|_| self.sent < self.outgoing.len());
                waiting.extend(to.map(|to| PollFd::new(to, PollFlags::OUT)));
                wait(&mut waiting, left.min(POLL_INTERVAL))?;
                let mut ready = waiting.iter().map(|descriptor| !descriptor.revents().is_empty());
                let mut next = |is_there: bool| is_there && ready.next() == Some(true);
                (next(true), next(err.is_some()), next(to.is_some()))
            };
            if complains {
                self.overhear(&mut buffer)?;
            }
            if writable {
                // A program that has ended is noticed by what it wrote.
                let _ = self.write();
            }
            if readable {
                match self.from.read(&mut buffer)? {
                    0 => return Ok(Heard::Failed(Failure::Crash)),
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
            let end = (self.sent + WRITE_BYTES).min(self.outgoing.len());
            match to.write(&self.outgoing[self.sent..end]) {
                Ok(written) => self.sent += written,
                Err(error) => {
                    // It does not read any more; what it has answered is still there.
                    self.sent = self.outgoing.len();
                    return Err(error);
                }
            }
        }
        if self.is_closing && self.sent == self.outgoing.len() {
            self.to = None;
        }
        Ok(())
    }

    /// Takes what the program writes to its standard error, so that it does not wait for a reader; keeps the end of it.
    fn overhear(&mut self, buffer: &mut [u8]) -> io::Result<()> {
        take(&mut self.err, buffer, &mut self.aside)?;
        if self.aside.len() > 2 * MAX_STDERR_BYTES {
            self.aside.drain(..self.aside.len() - MAX_STDERR_BYTES);
        }
        Ok(())
    }

    /// Whether more was read than was asked for.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.taken < self.incoming.len()
    }

    /// Closes the program's input, once all is sent; so it is to end.
    pub fn close_input(&mut self) {
        self.is_closing = true;
        // What it does not read is not missed.
        let _ = self.write();
    }

    /// Closes the program's input, and waits for its end; whether it had more to say.
    ///
    /// # Errors
    /// When the program can not be listened to.
    pub fn says_more(mut self, timeout: Duration, halted: &dyn Fn() -> bool) -> io::Result<bool> {
        self.close_input();
        let deadline = Instant::now() + timeout;
        loop {
            // Another process may hold its output open: what it wrote itself, it wrote before it ended.
            let has_ended = self.group.has_ended()? || Instant::now() >= deadline;
            match self.answer(POLL_INTERVAL / 10, halted)? {
                Heard::Line(_) => return Ok(true),
                Heard::Failed(Failure::TimeOut) if !has_ended => {}
                Heard::Failed(_) | Heard::Halted => return Ok(self.has_more()),
            }
        }
    }

    /// Waits a little for the end; how it was, the exit code if there is one, and the end of what it wrote to its standard
    /// error.
    #[must_use]
    pub fn end(mut self) -> (String, Option<i32>, String) {
        let mut how = ("closed its output".to_owned(), None);
        for _ in 0..100 {
            if let Ok(true) = self.group.has_ended() {
                if let Ok(status) = self.group.end() {
                    how = (describe_exit(status), status.code());
                }
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let mut buffer = [0; 1 << 13];
        // What was written before the end is there; another process may hold the pipe open.
        while let Some(err) = &self.err {
            let mut waiting = [PollFd::new(err, PollFlags::IN)];
            if wait(&mut waiting, Duration::ZERO).is_err() || waiting[0].revents().is_empty() {
                break;
            }
            if self.overhear(&mut buffer).is_err() {
                break;
            }
        }
        let from = self.aside.len().saturating_sub(MAX_STDERR_BYTES);
        (how.0, how.1, String::from_utf8_lossy(&self.aside[from..]).trim_end().to_owned())
    }
}
