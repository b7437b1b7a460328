//! [`HuntRun`]: asks a guide for structures, has them judged, and tells the guide the answers, until an end.
//!
//! Invariant: an answer is in the log before the guide hears of it, so that nothing is judged twice, whatever becomes of this
//! process.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use dpgen_forest::limits::memory::MemoryLimit;
use dpgen_forest::{Catalog, StopReason};
use dpgen_guide::judge::JudgePool;
use dpgen_guide::{Hunt, HuntEnd, Proposal};

use crate::build_session::{Halt, Session};
use crate::command_error::CommandError;
use crate::coverage_certificate::stop_words;
use crate::exit_code::ExitCode;
use crate::export::exporter::Exporter;
use crate::export::structure_position::Position;
use crate::folder::atomic_file::AtomicFile;
use crate::hunt::answer_log::{AnswerLog, HuntInputs};
use crate::hunt::hunt_corpus::{Corpus, CorpusEntry};
use crate::hunt::hunt_progress::HuntProgress;
use crate::input::structure_key::Identity;
use crate::terminal::messages::say;
use crate::terminal::number_format::grouped;
use crate::terminal::stdout::Stdout;

/// The structures that are judged before the guide hears of them. It is the same for any number of judges, so that these do not
/// change what is tried.
const BATCH_LEN: usize = 16;

/// How a hunt ends.
pub(super) enum HuntOutcome {
    Ended(HuntEnd),
    Halted(Halt),
    Memory,
}

/// A hunt, and where its answers and its corpus go.
pub(super) struct HuntRun<'a> {
    pub(super) hunt: Hunt,
    pub(super) catalog: &'a Catalog,
    pub(super) exporter: &'a Exporter,
    pub(super) identity: &'a Identity,
    pub(super) corpus: Corpus,
    pub(super) log: Option<AnswerLog>,
    /// Begun before anything is judged, so that no answers are lost for want of a file.
    pub(super) learned: Option<AtomicFile>,
    pub(super) conditions: Option<AtomicFile>,
}

impl HuntRun<'_> {
    /// Asks, has judged, and tells, until an end.
    pub(super) fn run(
        &mut self,
        inputs: HuntInputs,
        mut judges: JudgePool,
        session: &Session<'_>,
        memory: Option<&MemoryLimit>,
        mut progress: HuntProgress,
    ) -> Result<HuntOutcome, CommandError> {
        let (known, cut) = match &mut self.log {
            Some(log) => log.begin(inputs)?,
            None => (Vec::new(), 0),
        };
        if cut > 0 {
            session
                .note(&format!("the last line of the record was not written whole: {cut} bytes are cut off"));
        }
        if !known.is_empty() {
            session.note(&format!("{} executions of earlier runs are known", grouped(known.len())));
        }
        let mut known = known.into_iter();
        let is_full = || memory.is_some_and(MemoryLimit::is_reached);
        let stop_signal = session.stop_signal();
        let stop_signal = || stop_signal() || is_full();
        let stopped = || match session.halted() {
            Some(halt) => Some(HuntOutcome::Halted(halt)),
            None => is_full().then_some(HuntOutcome::Memory),
        };
        // Of a hunt that goes on: the files that its known answers do not account for.
        let before = self.log.as_ref().filter(|_| !known.as_slice().is_empty());
        let mut stray = before.map(|log| self.corpus.files(log.folder())).transpose()?;
        loop {
            if known.as_slice().is_empty()
                && let Some(stray) = stray.take()
            {
                remove_stray_files(&stray, session)?;
            }
            if let Some(stopped) = stopped() {
                return Ok(stopped);
            }
            let mut batch: Vec<Proposal> = Vec::with_capacity(BATCH_LEN);
            while batch.len() < BATCH_LEN
                && let Some(proposal) = self.hunt.ask()
            {
                batch.push(proposal);
            }
            if batch.is_empty() {
                return Ok(HuntOutcome::Ended(self.hunt.ended().unwrap_or(HuntEnd::Stuck)));
            }
            let mut answers = Vec::with_capacity(batch.len());
            for proposal in &batch {
                let Some(entry) = known.next() else { break };
                answers.push(entry.feedback_on(proposal)?);
            }
            let earlier = answers.len();
            if earlier < batch.len() {
                let cases =
                    batch[earlier..].iter().map(|proposal| self.text(proposal).map(String::into_bytes));
                let cases = cases.collect::<Result<Vec<_>, _>>()?;
                let judged = judges.judge(&cases, &stop_signal);
                answers.extend(judged.map_err(|error| CommandError::Failed(error.to_string()))?);
            }
            let is_complete = answers.len() == batch.len();
            // First the log: an answer is not asked for again, whatever becomes of this process.
            if let Some(log) = &mut self.log {
                for (proposal, feedback) in batch.iter().zip(&answers).skip(earlier) {
                    log.add(proposal, feedback)?;
                }
                log.flush()?;
            }
            for (proposal, feedback) in batch.into_iter().zip(answers) {
                let entry = CorpusEntry::of(&proposal, &feedback);
                let verdict = self.hunt.tell(proposal, feedback);
                let kept = self.corpus.add(entry, verdict);
                if let (Some(log), Some(kept)) = (&self.log, kept) {
                    let text = self.text_at(&kept)?;
                    let written = self.corpus.write(log.folder(), &kept, &text)?;
                    if let Some(stray) = &mut stray {
                        for path in &written {
                            stray.remove(path);
                        }
                    }
                }
            }
            progress.show(|| self.hunt.progress());
            if !is_complete {
                return Ok(stopped().unwrap_or(HuntOutcome::Halted(Halt::Interrupt)));
            }
        }
    }

    /// The text of a structure for the judge.
    fn text(&self, proposal: &Proposal) -> Result<String, CommandError> {
        let key = self.identity.key(proposal.size, &proposal.rank);
        let place =
            Position { size: proposal.size, rank: &proposal.rank, solution: None, key: Some(key.as_str()) };
        let mut text = String::new();
        self.exporter.file(self.catalog.schema(), &proposal.words, place, &mut text)?;
        Ok(text)
    }

    /// The text of an entry of the corpus.
    fn text_at(&self, entry: &CorpusEntry) -> Result<String, CommandError> {
        let words = self.catalog.nth_compact(entry.size, &entry.rank)?.unwrap_or_default();
        self.text(&Proposal { words, size: entry.size, rank: entry.rank.clone() })
    }

    /// Writes and says what was found; the exit code.
    pub(super) fn finish(
        &mut self,
        session: &Session<'_>,
        stopped: &HuntOutcome,
    ) -> Result<ExitCode, CommandError> {
        if let Some(log) = &mut self.log {
            log.finish()?;
        }
        let report = self.hunt.report();
        if let Some(mut file) = self.learned.take() {
            file.write(|file| writeln!(file, "{}", self.hunt.learned().to_ron()))?;
            file.finish()?;
        }
        if let Some(mut file) = self.conditions.take() {
            file.write(|file| write!(file, "{}", self.hunt.conditions()))?;
            file.finish()?;
        }
        let mut out = Stdout::new();
        out.report(&report.to_string())?;
        for entry in self.corpus.shown() {
            let key = self.identity.key(entry.size, &entry.rank);
            out.text(&format!("{key}\t{}{}", entry.failure_text(), self.text_at(entry)?))?;
        }
        out.flush()?;
        let (verb, code) = match stopped {
            HuntOutcome::Halted(halt) => (halt.verb(), halt.code()),
            HuntOutcome::Memory => stop_words(StopReason::Memory),
            HuntOutcome::Ended(HuntEnd::Executions) => ("stopped by --executions", ExitCode::Stopped),
            HuntOutcome::Ended(HuntEnd::Time) => ("stopped by --time", ExitCode::Stopped),
            HuntOutcome::Ended(HuntEnd::AllTried) => ("all structures were tried", ExitCode::Complete),
            HuntOutcome::Ended(HuntEnd::AllUnrefuted) => {
                ("all structures without a refuted choice were tried", ExitCode::Complete)
            }
            // The log of answers is not the guide's journal, which is not in use here.
            HuntOutcome::Ended(HuntEnd::Journal) => ("the guide's journal failed", ExitCode::Found),
            HuntOutcome::Ended(HuntEnd::Stuck) => ("the guide finds nothing more to try", ExitCode::Complete),
        };
        session.note(&format!(
            "{verb}: {} executions, {} valid, {} kept, {} bugs",
            grouped(report.executions),
            grouped(report.valid),
            grouped(self.corpus.kept_count()),
            grouped(report.bugs)
        ));
        Ok(match code {
            ExitCode::Interrupted => code,
            _ if report.bugs > 0 => ExitCode::Differing,
            ExitCode::Complete if report.valid == 0 => {
                say("no structure was accepted");
                ExitCode::Nothing
            }
            code => code,
        })
    }
}

/// Removes files of structures of which the record says nothing that is worth a file: those that another one, a smaller one,
/// has replaced, and those of answers that were lost with the machine.
fn remove_stray_files(stray: &BTreeSet<PathBuf>, session: &Session<'_>) -> Result<(), CommandError> {
    for path in stray {
        fs::remove_file(path).map_err(|error| CommandError::Write(path.display().to_string(), error))?;
    }
    if !stray.is_empty() {
        let files =
            if stray.len() == 1 { "1 file".to_owned() } else { format!("{} files", grouped(stray.len())) };
        session.note(&format!("{files} of structures that the record does not keep removed"));
    }
    Ok(())
}
