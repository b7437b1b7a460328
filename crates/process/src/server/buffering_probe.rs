//! Tests whether a silent program holds its output back until its input ends.
//!
//! Most programs buffer the output that goes to a pipe. Such a program answers nothing in time, and everything when its input is
//! closed. The test is made once, with two questions: one alone may be complete only at the end of the input.

use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::line_conversation::{LineConversation, Received};
use crate::server::protocol::ServerError;
use crate::server::restarting_server::Server;
use crate::server::unbuffered_flags::unbuffering_advice;

impl Server {
    /// Returns advice for a program that was silent on the first of these questions, if it answers that one when its input ends.
    /// It is an error if the program does the same with the second question.
    pub(super) fn probe_buffering(
        &mut self,
        questions: &[&[u8]],
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<String>, ServerError> {
        if self.is_prompt || self.is_probed {
            return Ok(None);
        }
        self.is_probed = true;
        let [silent, others @ ..] = questions else { return Ok(None) };
        // A program that takes more than half of its time for that may just be slow.
        let quick = |time: &Duration| *time * 2 < self.current_timeout();
        let Some(time) = self.time_to_answer_at_end(silent, halted)?.filter(quick) else {
            return Ok(None);
        };
        let advice = unbuffering_advice(&self.program);
        if let Some(other) = others.first() {
            let mut conversation = LineConversation::start(&self.program, &self.mark)?;
            conversation.send([&*self.protocol.encode(&[other])]);
            let timeout = self.current_timeout().min(time * 4 + Duration::from_secs(1));
            if conversation.next_line(timeout, halted)? != Received::Failed(Failure::TimeOut) {
                return Ok(None);
            }
            drop(conversation);
            if self.time_to_answer_at_end(other, halted)?.is_some() {
                return Err(ServerError::Buffered(advice));
            }
        }
        Ok(Some(advice))
    }

    /// The time in which a new process answers a question after which its input ends; none if it does not.
    fn time_to_answer_at_end(
        &self,
        question: &[u8],
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Duration>, ServerError> {
        let begin = Instant::now();
        let mut conversation = LineConversation::start(&self.program, &self.mark)?;
        conversation.send([&*self.protocol.encode(&[question])]);
        conversation.close_stdin();
        let answered = matches!(conversation.next_line(self.current_timeout(), halted)?, Received::Line(_));
        Ok(answered.then(|| begin.elapsed()))
    }
}
