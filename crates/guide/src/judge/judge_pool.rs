//! [`JudgePool`]: several judges in parallel, whose feedback comes in the order of the cases.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use dpgen_process::Guard;

use super::error::JudgeError;
use super::options::{JudgeCommand, JudgeOptions};
use super::persistent_process::{AnswerFate, JudgeAnswer, PersistentJudge};
use super::process_per_case::ProcessPerCase;
use crate::judge_feedback::Feedback;

/// The time without a first answer after which a note is given, if the first answer may take longer.
const SILENCE_NOTICE_AFTER: Duration = Duration::from_secs(5);

/// Several judges that work at once.
///
/// ```
/// use dpgen_guide::Feedback;
/// use dpgen_guide::judge::{JudgeCommand, JudgeOptions, JudgePool, Program};
///
/// // A file with an `a` in it is valid.
/// let program = Program::parse("grep -q a {file}").expect("it is a command");
/// let mut options = JudgeOptions::new(JudgeCommand::PerCase(program));
/// options.jobs = 2;
/// let mut judges = JudgePool::start(options)?;
/// let feedback = judges.judge(&[b"a".to_vec(), b"b".to_vec()], &|| false)?;
/// assert_eq!(feedback, [Feedback::Valid, Feedback::Invalid]);
/// # Ok::<(), dpgen_guide::judge::JudgeError>(())
/// ```
#[derive(Debug)]
pub struct JudgePool {
    options: JudgeOptions,
    workers: Vec<Worker>,
    /// Takes the note about a judge that is silent.
    on_silence: Option<fn(&str)>,
    has_noted_silence: AtomicBool,
    // Dropped last: it ends the processes that the workers have left running.
    _guard: Guard,
}

/// One judge.
#[derive(Debug)]
enum Worker {
    PerCase(ProcessPerCase),
    Persistent(Box<PersistentJudge>),
}

impl JudgePool {
    /// Makes the judges. Their programs are started with the first case.
    ///
    /// # Errors
    /// When the folder for the files of cases can not be made.
    pub fn start(options: JudgeOptions) -> Result<Self, JudgeError> {
        let guard = Guard::start("dpgen-hunt-").map_err(|error| JudgeError::no_folder(&error))?;
        let mark = guard.folder().to_owned();
        let worker = |number: usize| {
            Ok(match &options.command {
                JudgeCommand::Persistent(program) => Worker::Persistent(Box::new(PersistentJudge::new(
                    program.clone(),
                    mark.clone(),
                    &options,
                ))),
                JudgeCommand::PerCase(program) => {
                    let folder = mark.join(format!("judge-{number}"));
                    fs::create_dir_all(&folder).map_err(|error| JudgeError::no_folder(&error))?;
                    let (program, mark) = (program.clone(), mark.clone());
                    Worker::PerCase(ProcessPerCase { program, file: folder.join(&options.file_name), mark })
                }
            })
        };
        let workers = (0..options.jobs.max(1)).map(worker).collect::<Result<_, _>>()?;
        let has_noted_silence = AtomicBool::new(false);
        Ok(Self { options, workers, on_silence: None, has_noted_silence, _guard: guard })
    }

    /// Has a note given, once, when a persistent judge has not answered for five seconds and its first answer may take longer.
    #[must_use]
    pub fn on_silence(mut self, note: fn(&str)) -> Self {
        self.on_silence = Some(note);
        self
    }

    /// Judges cases, in order. Once `halted` says to stop, there may be feedback on fewer cases, from the first on.
    ///
    /// # Errors
    /// When a judge can not be run, or its answer has no meaning. Of several errors, that of the first case is returned.
    pub fn judge(
        &mut self,
        cases: &[Vec<u8>],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Feedback>, JudgeError> {
        let (options, note, has_noted) = (&self.options, self.on_silence, &self.has_noted_silence);
        let next = AtomicUsize::new(0);
        let ask = |worker: &mut Worker| {
            // Feedback on a case counts once the program has survived it.
            let mut judged: Vec<(usize, Result<Option<Feedback>, JudgeError>)> = Vec::new();
            let correct = |judged: &mut Vec<(usize, _)>, fate: Result<AnswerFate, JudgeError>| {
                if let Some((_, last)) = judged.last_mut() {
                    match fate {
                        Ok(AnswerFate::Counts) => {}
                        Ok(AnswerFate::Replaced(feedback)) => *last = Ok(Some(feedback)),
                        Ok(AnswerFate::Unknown) => *last = Ok(None),
                        Err(error) => *last = Err(error),
                    }
                }
            };
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(case) = cases.get(number).filter(|_| !halted()) else { break };
                let feedback = match worker {
                    Worker::PerCase(judge) => judge.judge(case, options, halted),
                    Worker::Persistent(judge) => {
                        let (begin, is_new) = (Instant::now(), !judge.has_answered());
                        // Called many times while the judge works.
                        let halted = || {
                            let is_silent = is_new
                                && options.first_timeout > SILENCE_NOTICE_AFTER
                                && begin.elapsed() >= SILENCE_NOTICE_AFTER;
                            if let Some(note) =
                                note.filter(|_| is_silent && !has_noted.swap(true, Ordering::Relaxed))
                            {
                                note(&silence_note(options));
                            }
                            halted()
                        };
                        judge.judge(case, &halted).map(|JudgeAnswer { previous, feedback }| {
                            correct(&mut judged, Ok(previous));
                            feedback
                        })
                    }
                };
                let goes_on = matches!(feedback, Ok(Some(_)));
                judged.push((number, feedback));
                if !goes_on {
                    // No judge takes a later case.
                    next.store(cases.len(), Ordering::Relaxed);
                    break;
                }
            }
            if let (Worker::Persistent(judge), Some((_, Ok(Some(_))))) = (worker, judged.last()) {
                let fate = judge.settle(halted);
                correct(&mut judged, fate);
            }
            judged
        };
        let all: Vec<_> = match self.workers.as_mut_slice() {
            [one] => ask(one),
            several => {
                let ask = &ask;
                let judged = thread::scope(|scope| {
                    let threads: Vec<_> =
                        several.iter_mut().map(|worker| scope.spawn(move || ask(worker))).collect();
                    threads.into_iter().map(thread::ScopedJoinHandle::join).collect::<Result<Vec<_>, _>>()
                });
                let judged = judged.map_err(|_| {
                    JudgeError::internal("dpgen itself went wrong: a thread that judges panicked")
                })?;
                judged.into_iter().flatten().collect()
            }
        };
        let mut by_number: Vec<Option<Result<Option<Feedback>, JudgeError>>> =
            cases.iter().map(|_| None).collect();
        for (number, feedback) in all {
            by_number[number] = Some(feedback);
        }
        let mut in_order = Vec::with_capacity(cases.len());
        for feedback in by_number {
            match feedback {
                Some(Ok(Some(feedback))) => in_order.push(feedback),
                Some(Err(error)) => return Err(error),
                Some(Ok(None)) | None => break,
            }
        }
        Ok(in_order)
    }
}

/// The note about a judge that is silent.
fn silence_note(options: &JudgeOptions) -> String {
    let (JudgeCommand::Persistent(program) | JudgeCommand::PerCase(program)) = &options.command;
    format!(
        "note: the judge `{}` has not answered for {} s; its first answer may take {} s. It is to read a line with a number of \
         bytes, and these bytes, and to answer with a line at once (flush it)",
        program.text(),
        SILENCE_NOTICE_AFTER.as_secs(),
        options.first_timeout.as_secs()
    )
}
