//! The protocol of a server: how questions are written, its responses, and the errors of a program that does not follow it.

use std::io;

use crate::failure::Failure;

/// How a question is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// As a line; the question must have no line break.
    Line,
    /// As a line with the number of its bytes in decimal digits, followed by the bytes.
    LengthPrefixed,
}

impl Protocol {
    /// The bytes of several questions, one after the other.
    pub(crate) fn encode(self, questions: &[&[u8]]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for question in questions {
            match self {
                Self::Line => bytes.extend([question, &b"\n"[..]].concat()),
                Self::LengthPrefixed => {
                    bytes.extend([format!("{}\n", question.len()).as_bytes(), question].concat());
                }
            }
        }
        bytes
    }
}

/// The response of a program to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Response {
    /// It answered with a line.
    Line(Vec<u8>),
    /// It failed on the question.
    Failed {
        /// The kind of failure.
        failure: Failure,
        /// A description of the failure.
        description: String,
        /// The exit code, if the program exited.
        code: Option<i32>,
    },
}

/// The state of a program after an earlier answer: an answer counts only if the program has survived it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aftermath {
    /// It went on. The answer counts.
    Survived,
    /// It failed right after. This response counts in place of the answer.
    Failed(Response),
    /// It is not known, as the run was halted. The answer does not count.
    Unknown,
}

/// Responses to consecutive questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Responses {
    /// The state of the program after the last answer before these.
    pub previous: Aftermath,
    /// The responses, from the first question on; fewer than questions when the run is halted, or when answers are long.
    pub list: Vec<Response>,
}

impl Responses {
    /// Takes back the last answer, as it is not known whether the program survived it.
    pub(crate) fn retract_last(&mut self) {
        if self.list.pop().is_none() {
            self.previous = Aftermath::Unknown;
        }
    }
}

/// Why the answers of a program can not be used.
#[derive(Debug)]
pub enum ServerError {
    /// It can not be started, or its pipes not be read.
    Io(io::Error),
    /// It answers a question with several lines.
    SeveralLines,
    /// It answers only when its input ends; the text advises what to do about it.
    Buffered(String),
}

impl From<io::Error> for ServerError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
