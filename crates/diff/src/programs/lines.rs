//! A program that stays: it reads a line and answers with a line.
//!
//! Several lines are sent ahead, so that not every answer costs a switch between processes. A program that ends or does not
//! answer in time is started again, and the first line that it has not answered is sent to it alone. Only if it fails
//! again does this line count as failed; the lines after it are sent anew.
//!
//! A program that answers a line with several would be taken to answer the next lines. So the first process of a program is
//! closed after its first lines, and must have no more to say.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::reply::Reply;
use crate::finding::Failure;
use crate::process::{Conversation, Program};

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
        let conversation = self.conversation()?;
        conversation.send(lines.iter().flat_map(|line| [line.as_bytes(), b"\n"]));
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
                let how = self.running.take().map(|running| running.end().0).unwrap_or_default();
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
