//! [`Server`]: a running program that answers questions, and is restarted when it fails.
//!
//! Several questions can be sent ahead, so that not every answer costs a switch between processes. A program fails when it
//! ends, is silent for too long, or writes without end. Then it is started again, and the question that it failed on is found
//! (`failure_attribution.rs`).
//!
//! Invariant: an answer counts once the same process has answered another question after it. [`Server::settle`] asks the last
//! question again for that.
//!
//! A program that answers a question with several lines would be taken to answer the next questions. So the standard input of the
//! first process is closed when it is settled, and it must write nothing more.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::line_conversation::{LineConversation, Received};
use crate::program::Program;
use crate::server::protocol::{Aftermath, Protocol, Response, Responses, ServerError};

/// The most bytes of answers that are held at once; a longer answer is held alone.
const MAX_HELD_ANSWER_BYTES: usize = 4 << 20;

/// The longest time that the first process may take to end.
const MAX_CLOSING_TIME: Duration = Duration::from_secs(2);

/// A program that stays; see the module.
///
/// ```
/// use std::time::Duration;
/// use dpgen_process::{Aftermath, Program, Protocol, Response, Server};
///
/// let crashes = "while read -r x; do echo \"$x\"; [ \"$x\" != b ] || kill -9 $$; done";
/// let program = Program::parse(crashes).expect("it is a command");
/// let mut server = Server::new(program, "nobody's".into(), Protocol::Line, Duration::from_secs(60));
/// let responses = server.ask(&[b"a", b"b", b"c"], &|| false).expect("it can be asked").list;
/// assert_eq!(responses[0], Response::Line(b"a".into()));
/// let Response::Failed { description, .. } = &responses[1] else { panic!("it fails on b") };
/// assert_eq!(description, "right after its answer, ended by signal 9");
/// assert_eq!(responses[2], Response::Line(b"c".into()));
/// assert_eq!(server.settle(&|| false).expect("it can be asked"), Aftermath::Survived);
/// ```
#[derive(Debug)]
pub struct Server {
    pub(super) program: Program,
    pub(super) mark: PathBuf,
    pub(super) protocol: Protocol,
    pub(super) timeout: Duration,
    /// The timeout of the first answer of all.
    first_timeout: Duration,
    pub(super) running: Option<RunningProcess>,
    /// Whether any process has answered.
    has_answered: bool,
    /// Whether a process was seen to answer a question with exactly one line.
    is_checked: bool,
    /// Whether a process was seen to answer all questions that it was sent.
    pub(super) is_prompt: bool,
    /// Whether the program was tested for buffering its output.
    pub(super) is_probed: bool,
}

/// The running process of a server's program.
#[derive(Debug)]
pub(super) struct RunningProcess {
    pub(super) conversation: LineConversation,
    /// The number of questions that were sent and not answered.
    pending: usize,
    /// The last question that this process has answered.
    pub(super) last_answered: Option<Vec<u8>>,
}

impl Server {
    /// A program that is started with its first question. `mark` is as for [`Program::command`].
    #[must_use]
    pub const fn new(program: Program, mark: PathBuf, protocol: Protocol, timeout: Duration) -> Self {
        Self {
            program,
            mark,
            protocol,
            timeout,
            first_timeout: timeout,
            running: None,
            has_answered: false,
            is_checked: false,
            is_prompt: false,
            is_probed: false,
        }
    }

    /// Gives the first answer of all a longer timeout; a shorter one changes nothing.
    #[must_use]
    pub fn with_first_timeout(mut self, timeout: Duration) -> Self {
        self.first_timeout = self.timeout.max(timeout);
        self
    }

    /// Whether the program has ever answered.
    #[must_use]
    pub const fn has_answered(&self) -> bool {
        self.has_answered
    }

    /// Whether the program was seen to answer a question with exactly one line; [`Self::settle`] checks that.
    #[must_use]
    pub const fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// Sends questions ahead of their answers, which [`Self::ask`] returns. While earlier questions are pending, these
    /// are not sent before [`Self::ask`].
    ///
    /// # Errors
    /// When the program can not be started.
    pub fn send(&mut self, questions: &[&[u8]]) -> io::Result<()> {
        if self.running.is_none() {
            let conversation = LineConversation::start(&self.program, &self.mark)?;
            self.running = Some(RunningProcess { conversation, pending: 0, last_answered: None });
        }
        if let Some(running) = self.running.as_mut().filter(|running| running.pending == 0) {
            running.pending = questions.len();
            running.conversation.send([&*self.protocol.encode(questions)]);
        }
        Ok(())
    }

    /// Returns the responses to questions, which are sent if they have not been. `halted` is asked often whether to stop.
    ///
    /// # Errors
    /// When the program can not be asked like this at all.
    pub fn ask(&mut self, questions: &[&[u8]], halted: &dyn Fn() -> bool) -> Result<Responses, ServerError> {
        let mut responses =
            Responses { previous: Aftermath::Survived, list: Vec::with_capacity(questions.len()) };
        let mut held_bytes = 0;
        while let Some(question) = questions.get(responses.list.len()) {
            let timeout = self.current_timeout();
            self.send(&questions[responses.list.len()..])?;
            let Some(running) = &mut self.running else { break };
            if responses.list.is_empty()
                && running.last_answered.is_some()
                && running.conversation.has_unread()
            {
                return Err(ServerError::SeveralLines);
            }
            let was_alone = running.pending == 1 && running.last_answered.is_none();
            match running.conversation.next_line(timeout, halted)? {
                Received::Halted => {
                    if self.running.take().is_some_and(|running| running.last_answered.is_some()) {
                        responses.retract_last();
                    }
                    break;
                }
                Received::Line(line) => {
                    held_bytes += line.len();
                    self.note_answer(question);
                    responses.list.push(Response::Line(line));
                }
                Received::Failed(failure) => {
                    if !self.attribute_failure(failure, was_alone, questions, &mut responses, halted)? {
                        break;
                    }
                }
            }
            if held_bytes > MAX_HELD_ANSWER_BYTES && responses.list.len() < questions.len() {
                // The answers on the way are asked for again, so that they are not held now.
                self.running = None;
                let last = questions[responses.list.len() - 1];
                self.check_last(last, &mut responses, halted)?;
                break;
            }
        }
        Ok(responses)
    }

    /// Asks the last question again, to see whether the program has survived its answer.
    ///
    /// # Errors
    /// As [`Self::ask`].
    pub fn settle(&mut self, halted: &dyn Fn() -> bool) -> Result<Aftermath, ServerError> {
        let Some(running) = &mut self.running else { return Ok(Aftermath::Survived) };
        let Some(last) = running.last_answered.clone() else { return Ok(Aftermath::Survived) };
        running.conversation.send([&*self.protocol.encode(&[&last])]);
        match running.conversation.next_line(self.timeout, halted)? {
            Received::Line(_) if self.is_checked && !running.conversation.has_unread() => {
                Ok(Aftermath::Survived)
            }
            Received::Line(_) => {
                self.is_checked = true;
                let timeout = self.timeout.min(MAX_CLOSING_TIME);
                let running = self.running.take();
                let has_more = running.map(|running| running.conversation.finish_has_output(timeout, halted));
                if has_more.transpose()? == Some(true) {
                    Err(ServerError::SeveralLines)
                } else {
                    Ok(Aftermath::Survived)
                }
            }
            Received::Halted => {
                self.running = None;
                Ok(Aftermath::Unknown)
            }
            Received::Failed(_) => {
                self.running = None;
                self.aftermath(&last, halted)
            }
        }
    }

    /// Ends the running process. Returns the end of its standard error.
    pub fn end(&mut self) -> String {
        self.running.take().map(|running| running.conversation.end().stderr).unwrap_or_default()
    }

    /// The time that an answer may take now.
    pub(super) fn current_timeout(&self) -> Duration {
        if self.has_answered { self.timeout } else { self.first_timeout }
    }

    /// Notes that the running process has answered a question.
    pub(super) fn note_answer(&mut self, question: &[u8]) {
        self.has_answered = true;
        if let Some(running) = &mut self.running {
            running.pending = running.pending.saturating_sub(1);
            running.last_answered = Some(question.to_vec());
            self.is_prompt |= running.pending == 0;
        }
    }
}
