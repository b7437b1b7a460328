//! A running program that answers one question after the other, and is restarted when it fails; the question that failed is known.
//!
//! Several questions can be sent ahead, so that not every answer costs a switch between processes. A program fails when it
//! ends, is silent for too long, or writes without end. Then it is started again, and the first question without an answer is
//! asked alone. If it fails again, that question counts as failed. If not, the one before is suspected: it may have been
//! answered by a program that failed right after. A new process is asked it twice; if the second is not answered, it counts
//! as failed. What is neither was of the program's own making, such as memory that ran full, and counts for nothing.
//!
//! Invariant: an answer counts once the same process has answered another question after it. [`Server::settle`] asks the last
//! one again for that.
//!
//! A program that answers a question with several lines would be taken to answer the next ones. So the first process is
//! closed when it is settled, and must have no more to say. One that never answers before its input ends keeps its output
//! back; that is found out once, and said with what to do about it (`unbuffered_flags.rs`).

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::line_conversation::{Conversation, Heard};
use super::program::Program;
use super::unbuffered_flags::remedy;
use crate::finding::Failure;

/// So many bytes of answers are held at once; a longer answer is held alone.
const MAX_HELD: usize = 4 << 20;

/// How long the first process may take to end.
const MAX_CLOSING_TIME: Duration = Duration::from_secs(2);

/// How a question is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// As a line, which must have no line's end in it.
    Line,
    /// A line with the number of its bytes, in decimal digits, and then the bytes.
    Counted,
}

/// What a program did with a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Response {
    /// It answered with a line.
    Line(Vec<u8>),
    /// It failed on the question.
    Failed {
        /// In which way.
        failure: Failure,
        /// What is known about it, in words.
        how: String,
        /// The code that it ended with, if it did.
        code: Option<i32>,
    },
}

/// What became of the program after an answer that was given earlier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aftermath {
    /// It went on.
    Survived,
    /// It failed right after; this is the response that counts.
    Failed(Response),
    /// Everything is to end, so that it is not known. The answer does not count.
    Unknown,
}

/// Responses to consecutive questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Responses {
    /// What became of the last answer that was given before these.
    pub before: Aftermath,
    /// The responses, from the first question on; fewer when everything is to end, or when answers are long.
    pub all: Vec<Response>,
}

/// Why a program's answers can not be taken.
#[derive(Debug)]
pub enum ServerError {
    /// It can not be started, or be talked to.
    Io(io::Error),
    /// It says more than a line to a question.
    TooMuch,
    /// It answers only when its input ends; with what to do about it.
    KeepsBack(String),
}

impl From<io::Error> for ServerError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A program that stays; see the module.
///
/// ```
/// use std::time::Duration;
/// use dpgen_diff::process::{Aftermath, Program, Protocol, Response, Server};
///
/// let crashes = "while read -r x; do echo \"$x\"; [ \"$x\" != b ] || kill -9 $$; done";
/// let program = Program::read(crashes).expect("it is a command");
/// let mut server = Server::new(program, "nobody's".into(), Protocol::Line, Duration::from_secs(60));
/// let said = server.ask(&[b"a", b"b", b"c"], &|| false).expect("it can be asked");
/// assert_eq!(said.all[0], Response::Line(b"a".into()));
/// assert!(matches!(&said.all[1], Response::Failed { how, .. } if how == "right after its answer, ended by signal 9"));
/// assert_eq!(said.all[2], Response::Line(b"c".into()));
/// assert_eq!(server.settle(&|| false).expect("it can be asked"), Aftermath::Survived);
/// ```
#[derive(Debug)]
pub struct Server {
    program: Program,
    mark: PathBuf,
    protocol: Protocol,
    timeout: Duration,
    /// How long the first answer of all may take, if that is longer.
    start: Duration,
    running: Option<Running>,
    has_answered: bool,
    /// Whether it was seen to answer a question with one line.
    is_checked: bool,
    /// Whether it was seen to answer all that it was asked.
    is_prompt: bool,
    /// Whether it was found out if it keeps its output back.
    is_probed: bool,
}

/// One process of a program.
#[derive(Debug)]
struct Running {
    talk: Conversation,
    /// How many questions are on the way.
    open: usize,
    /// The last one that it has answered.
    last: Option<Vec<u8>>,
}

impl Server {
    /// A program that is started with its first question. `mark` is as for [`Program::command`].
    #[must_use]
    pub const fn new(program: Program, mark: PathBuf, protocol: Protocol, timeout: Duration) -> Self {
        let (running, start) = (None, timeout);
        let (has_answered, is_checked, is_prompt, is_probed) = (false, false, false, false);
        Self {
            program,
            mark,
            protocol,
            timeout,
            start,
            running,
            has_answered,
            is_checked,
            is_prompt,
            is_probed,
        }
    }

    /// Gives the first answer of all more time, if this is more.
    #[must_use]
    pub fn starting_within(mut self, start: Duration) -> Self {
        self.start = self.timeout.max(start);
        self
    }

    /// Whether it has ever answered.
    #[must_use]
    pub const fn has_answered(&self) -> bool {
        self.has_answered
    }

    /// Whether it was seen to answer a question with one line; [`Self::settle`] does that.
    #[must_use]
    pub const fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// Sends questions ahead of their answers, which [`Self::ask`] takes. What is not sent now is sent later.
    ///
    /// # Errors
    /// When the program can not be started.
    pub fn send(&mut self, questions: &[&[u8]]) -> io::Result<()> {
        if self.running.is_none() {
            let talk = Conversation::begin(&self.program, &self.mark)?;
            self.running = Some(Running { talk, open: 0, last: None });
        }
        if let Some(running) = self.running.as_mut().filter(|running| running.open == 0) {
            running.open = questions.len();
            send(&mut running.talk, self.protocol, questions);
        }
        Ok(())
    }

    /// The responses to questions, which are sent if they have not been.
    ///
    /// # Errors
    /// When the program can not be asked like this at all.
    pub fn ask(&mut self, questions: &[&[u8]], halted: &dyn Fn() -> bool) -> Result<Responses, ServerError> {
        let mut said = Responses { before: Aftermath::Survived, all: Vec::with_capacity(questions.len()) };
        let mut held = 0;
        while let Some(question) = questions.get(said.all.len()) {
            let timeout = self.patience();
            self.send(&questions[said.all.len()..])?;
            let Some(running) = &mut self.running else { break };
            if said.all.is_empty() && running.last.is_some() && running.talk.has_more() {
                return Err(ServerError::TooMuch);
            }
            let was_alone = running.open == 1 && running.last.is_none();
            match running.talk.answer(timeout, halted)? {
                Heard::Halted => {
                    if self.running.take().is_some_and(|running| running.last.is_some()) {
                        unsure(&mut said);
                    }
                    break;
                }
                Heard::Line(line) => {
                    held += line.len();
                    self.answered(question);
                    said.all.push(Response::Line(line));
                }
                Heard::Failed(failure) => {
                    if !self.failed(failure, was_alone, questions, &mut said, halted)? {
                        break;
                    }
                }
            }
            if held > MAX_HELD && said.all.len() < questions.len() {
                // What is on the way is asked again, so that it is not held now.
                self.running = None;
                let last = questions[said.all.len() - 1];
                self.judge_last(last, &mut said, halted)?;
                break;
            }
        }
        Ok(said)
    }

    /// Sees whether the last answer was survived, by asking the question again.
    ///
    /// # Errors
    /// As [`Self::ask`].
    pub fn settle(&mut self, halted: &dyn Fn() -> bool) -> Result<Aftermath, ServerError> {
        let Some(running) = &mut self.running else { return Ok(Aftermath::Survived) };
        let Some(last) = running.last.clone() else { return Ok(Aftermath::Survived) };
        send(&mut running.talk, self.protocol, &[&last]);
        let heard = running.talk.answer(self.timeout, halted)?;
        match heard {
            Heard::Line(_) if self.is_checked && !running.talk.has_more() => Ok(Aftermath::Survived),
            Heard::Line(_) => {
                self.is_checked = true;
                let running = self.running.take();
                let more =
                    running.map(|running| running.talk.says_more(self.timeout.min(MAX_CLOSING_TIME), halted));
                if more.transpose()? == Some(true) {
                    Err(ServerError::TooMuch)
                } else {
                    Ok(Aftermath::Survived)
                }
            }
            Heard::Halted => {
                self.running = None;
                Ok(Aftermath::Unknown)
            }
            Heard::Failed(_) => {
                self.running = None;
                self.aftermath(&last, halted)
            }
        }
    }

    /// Ends the process that runs; the end of what it wrote to its standard error.
    pub fn end(&mut self) -> String {
        self.running.take().map(|running| running.talk.end().2).unwrap_or_default()
    }

    /// How long an answer may take now.
    fn patience(&self) -> Duration {
        if self.has_answered { self.timeout } else { self.start }
    }

    fn answered(&mut self, question: &[u8]) {
        self.has_answered = true;
        if let Some(running) = &mut self.running {
            running.open = running.open.saturating_sub(1);
            running.last = Some(question.to_vec());
            self.is_prompt |= running.open == 0;
        }
    }

    /// Responds to a question on which a process failed: it may be this one's fault, that of the one before, or of none.
    /// Whether it goes on.
    fn failed(
        &mut self,
        failure: Failure,
        was_alone: bool,
        questions: &[&[u8]],
        said: &mut Responses,
        halted: &dyn Fn() -> bool,
    ) -> Result<bool, ServerError> {
        let question = questions[said.all.len()];
        let Some(running) = self.running.take() else { return Ok(false) };
        let before = running.last.clone();
        let first = how(running.talk, failure, self.patience());
        let alone = if was_alone { Some(first) } else { self.ask_alone(question, halted)? };
        let Some(mut response) = alone else {
            if before.is_some() {
                unsure(said);
            }
            return Ok(false);
        };
        if let Response::Failed { failure: Failure::TimeOut, how, .. } = &mut response
            && let Some(remedy) = self.keeps_back(&questions[said.all.len()..], halted)?
        {
            *how += &format!("; it answers when its input ends: {remedy}");
        }
        if let (Response::Line(_), Some(before)) = (&response, before) {
            self.judge_last(&before, said, halted)?;
            if halted() {
                return Ok(false);
            }
        }
        said.all.push(response);
        Ok(true)
    }

    /// What becomes of the last answer: it may be a failure, or, if everything is to end, be taken back.
    fn judge_last(
        &mut self,
        question: &[u8],
        said: &mut Responses,
        halted: &dyn Fn() -> bool,
    ) -> Result<(), ServerError> {
        match (self.aftermath(question, halted)?, said.all.last_mut()) {
            (Aftermath::Survived, _) => {}
            (Aftermath::Failed(response), Some(last)) => *last = response,
            (Aftermath::Unknown, _) => unsure(said),
            (aftermath, None) => said.before = aftermath,
        }
        Ok(())
    }

    /// The response of a new process to one question; none if everything is to end. The process goes on if it answers.
    fn ask_alone(
        &mut self,
        question: &[u8],
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Response>, ServerError> {
        self.send(&[question])?;
        let timeout = self.patience();
        let Some(running) = &mut self.running else { return Ok(None) };
        match running.talk.answer(timeout, halted)? {
            Heard::Line(line) => {
                self.answered(question);
                Ok(Some(Response::Line(line)))
            }
            Heard::Failed(failure) => {
                Ok(self.running.take().map(|running| how(running.talk, failure, timeout)))
            }
            Heard::Halted => {
                self.running = None;
                Ok(None)
            }
        }
    }

    /// What becomes of a new process after its answer to a question.
    fn aftermath(&self, question: &[u8], halted: &dyn Fn() -> bool) -> Result<Aftermath, ServerError> {
        let mut talk = Conversation::begin(&self.program, &self.mark)?;
        for is_first in [true, false] {
            send(&mut talk, self.protocol, &[question]);
            match talk.answer(self.timeout, halted)? {
                Heard::Line(_) => {}
                Heard::Halted => return Ok(Aftermath::Unknown),
                // It had an answer before.
                Heard::Failed(_) if is_first => break,
                Heard::Failed(failure) => {
                    let mut response = how(talk, failure, self.timeout);
                    if let Response::Failed { how, .. } = &mut response {
                        *how = format!("right after its answer, {how}");
                    }
                    return Ok(Aftermath::Failed(response));
                }
            }
        }
        Ok(Aftermath::Survived)
    }

    /// What to do about a program that was silent on the first of these questions, if it answers only when its input ends.
    /// That is an error if it does the same with the second one: some questions are complete only at the end.
    fn keeps_back(
        &mut self,
        questions: &[&[u8]],
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<String>, ServerError> {
        if self.is_prompt || self.is_probed {
            return Ok(None);
        }
        self.is_probed = true;
        let [silent, others @ ..] = questions else { return Ok(None) };
        // Nor is it just slow.
        let Some(time) = self.answers_at_end(silent, halted)?.filter(|time| *time * 2 < self.patience())
        else {
            return Ok(None);
        };
        let remedy = remedy(&self.program);
        if let Some(other) = others.first() {
            let mut talk = Conversation::begin(&self.program, &self.mark)?;
            send(&mut talk, self.protocol, &[other]);
            let patience = self.patience().min(time * 4 + Duration::from_secs(1));
            if talk.answer(patience, halted)? != Heard::Failed(Failure::TimeOut) {
                return Ok(None);
            }
            drop(talk);
            if self.answers_at_end(other, halted)?.is_some() {
                return Err(ServerError::KeepsBack(remedy));
            }
        }
        Ok(Some(remedy))
    }

    /// How long a new process takes to answer a question after which its input ends, if it does.
    fn answers_at_end(
        &self,
        question: &[u8],
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Duration>, ServerError> {
        let begin = Instant::now();
        let mut talk = Conversation::begin(&self.program, &self.mark)?;
        send(&mut talk, self.protocol, &[question]);
        talk.close_input();
        let answered = matches!(talk.answer(self.patience(), halted)?, Heard::Line(_));
        Ok(answered.then(|| begin.elapsed()))
    }
}

/// Takes back the last answer, of which nobody knows whether it was survived.
fn unsure(said: &mut Responses) {
    if said.all.pop().is_none() {
        said.before = Aftermath::Unknown;
    }
}

/// Sends questions at once.
fn send(talk: &mut Conversation, protocol: Protocol, questions: &[&[u8]]) {
    let mut bytes = Vec::new();
    for question in questions {
        match protocol {
            Protocol::Line => bytes.extend([question, &b"\n"[..]].concat()),
            Protocol::Counted => {
                bytes.extend([format!("{}\n", question.len()).as_bytes(), question].concat())
            }
        }
    }
    talk.send([&*bytes]);
}

/// The failure of a process that had this time.
fn how(talk: Conversation, failure: Failure, timeout: Duration) -> Response {
    let (how, code) = match failure {
        Failure::TimeOut => (format!("no answer within {} s", timeout.as_secs_f64()), None),
        Failure::Flood => ("it wrote without ever ending a line".to_owned(), None),
        Failure::Crash => {
            let (how, code, aside) = talk.end();
            (if aside.is_empty() { how } else { format!("{how}; it said:\n{aside}") }, code)
        }
    };
    Response::Failed { failure, how, code }
}
