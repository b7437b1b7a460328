//! Finds the question on which a process failed: the one it was asked, the one before, or none.
//!
//! A new process is asked the first question without an answer, alone. If it fails again, that question counts as failed. If not,
//! the question before is suspected: the program may have answered it and failed right after. Another new process is asked this
//! question twice; if it does not answer the second time, the question counts as failed. A failure with neither cause was of the
//! program's own making, such as memory that ran full, and counts for nothing.

use std::time::Duration;

use crate::failure::Failure;
use crate::line_conversation::{LineConversation, Received};
use crate::server::protocol::{Aftermath, Response, Responses, ServerError};
use crate::server::restarting_server::Server;

impl Server {
    /// Adds the response to the question on which the running process failed, and corrects the one before if that was the cause.
    /// Returns whether to go on with further questions.
    pub(super) fn attribute_failure(
        &mut self,
        failure: Failure,
        was_alone: bool,
        questions: &[&[u8]],
        responses: &mut Responses,
        halted: &dyn Fn() -> bool,
    ) -> Result<bool, ServerError> {
        let unanswered = &questions[responses.list.len()..];
        let question = unanswered[0];
        let Some(running) = self.running.take() else { return Ok(false) };
        let previous = running.last_answered.clone();
        let first = failed_response(running.conversation, failure, self.current_timeout());
        let alone = if was_alone { Some(first) } else { self.ask_alone(question, halted)? };
        let Some(mut response) = alone else {
            if previous.is_some() {
                responses.retract_last();
            }
            return Ok(false);
        };
        if let Response::Failed { failure: Failure::TimeOut, description, .. } = &mut response
            && let Some(advice) = self.probe_buffering(unanswered, halted)?
        {
            *description += &format!("; it answers when its input ends: {advice}");
        }
        if let (Response::Line(_), Some(previous)) = (&response, previous) {
            self.check_last(&previous, responses, halted)?;
            if halted() {
                return Ok(false);
            }
        }
        responses.list.push(response);
        Ok(true)
    }

    /// Checks whether a process survives its answer to the last question: if not, the failure replaces the response; if the run is
    /// halted, the response is taken back.
    pub(super) fn check_last(
        &mut self,
        question: &[u8],
        responses: &mut Responses,
        halted: &dyn Fn() -> bool,
    ) -> Result<(), ServerError> {
        match (self.aftermath(question, halted)?, responses.list.last_mut()) {
            (Aftermath::Survived, _) => {}
            (Aftermath::Failed(response), Some(last)) => *last = response,
            (Aftermath::Unknown, _) => responses.retract_last(),
            (aftermath, None) => responses.previous = aftermath,
        }
        Ok(())
    }

    /// The response of a new process to one question; none if the run is halted. A process that answers stays the running one.
    fn ask_alone(
        &mut self,
        question: &[u8],
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Response>, ServerError> {
        self.send(&[question])?;
        let timeout = self.current_timeout();
        let Some(running) = &mut self.running else { return Ok(None) };
        match running.conversation.next_line(timeout, halted)? {
            Received::Line(line) => {
                self.note_answer(question);
                Ok(Some(Response::Line(line)))
            }
            Received::Failed(failure) => {
                let running = self.running.take();
                Ok(running.map(|running| failed_response(running.conversation, failure, timeout)))
            }
            Received::Halted => {
                self.running = None;
                Ok(None)
            }
        }
    }

    /// Asks a new process a question twice, to see whether it survives the answer.
    pub(super) fn aftermath(
        &self,
        question: &[u8],
        halted: &dyn Fn() -> bool,
    ) -> Result<Aftermath, ServerError> {
        let mut conversation = LineConversation::start(&self.program, &self.mark)?;
        for is_first in [true, false] {
            conversation.send([&*self.protocol.encode(&[question])]);
            match conversation.next_line(self.timeout, halted)? {
                Received::Line(_) => {}
                Received::Halted => return Ok(Aftermath::Unknown),
                // An earlier process has answered this question, so that it is not the cause.
                Received::Failed(_) if is_first => break,
                Received::Failed(failure) => {
                    let mut response = failed_response(conversation, failure, self.timeout);
                    if let Response::Failed { description, .. } = &mut response {
                        *description = format!("right after its answer, {description}");
                    }
                    return Ok(Aftermath::Failed(response));
                }
            }
        }
        Ok(Aftermath::Survived)
    }
}

/// Ends a process that has failed within a time limit, and describes the failure.
fn failed_response(conversation: LineConversation, failure: Failure, timeout: Duration) -> Response {
    let (description, code) = match failure {
        Failure::TimeOut => (failure.describe(timeout), None),
        Failure::Flood => ("it wrote without ever ending a line".to_owned(), None),
        Failure::Crash => {
            let report = conversation.end();
            let description = if report.stderr.is_empty() {
                report.description
            } else {
                format!("{}; it said:\n{}", report.description, report.stderr)
            };
            (description, report.code)
        }
    };
    Response::Failed { failure, description, code }
}
