//! [`Judges`]: several judges in parallel, whose verdicts come in the order of the cases.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use dpgen_diff::process::Guard;

use super::error::JudgeError;
use super::options::{JudgeOptions, Manner};
use super::persistent_process::{CaseAnswer, EarlierAnswer, PersistentProcess};
use super::process_per_case::ProcessPerCase;
use crate::judge_feedback::Feedback;

/// A served judge that has not answered for so long is told of, if its first answer may take longer.
const SILENCE_NOTICE_AFTER: Duration = Duration::from_secs(5);

/// Several judges at once.
///
/// ```
/// use dpgen_guide::Feedback;
/// use dpgen_guide::judge::{JudgeOptions, Judges, Manner, Program};
///
/// // A file with an `a` in it is valid.
/// let program = Program::read("grep -q a {file}").expect("it is a command");
/// let mut options = JudgeOptions::new(Manner::Once(program));
/// options.jobs = 2;
/// let mut judges = Judges::start(options)?;
/// let said = judges.judge(&[b"a".to_vec(), b"b".to_vec()], &|| false)?;
/// assert_eq!(said, [Feedback::Valid, Feedback::Invalid]);
/// # Ok::<(), dpgen_guide::judge::JudgeError>(())
/// ```
#[derive(Debug)]
pub struct Judges {
    options: JudgeOptions,
    workers: Vec<Worker>,
    /// The function that is called when a judge is silent.
    tell: Option<fn(&str)>,
    is_told: AtomicBool,
    // Last: what the workers have left running ends with it.
    _guard: Guard,
}

/// One judge.
#[derive(Debug)]
enum Worker {
    ProcessPerCase(ProcessPerCase),
    PersistentProcess(Box<PersistentProcess>),
}

impl Judges {
    /// Prepares to ask. Programs are started with the first case.
    ///
    /// # Errors
    /// When there is no place for files.
    pub fn start(options: JudgeOptions) -> Result<Self, JudgeError> {
        let guard = Guard::start("dpgen-hunt-").map_err(|error| JudgeError::no_place(&error))?;
        let mark = guard.folder().to_owned();
        let worker = |number: usize| {
            Ok(match &options.manner {
                Manner::Served(program) => Worker::PersistentProcess(Box::new(PersistentProcess::new(
                    program.clone(),
                    mark.clone(),
                    &options,
                ))),
                Manner::Once(program) => {
                    let folder = mark.join(format!("judge-{number}"));
                    fs::create_dir_all(&folder).map_err(|error| JudgeError::no_place(&error))?;
                    let (program, mark) = (program.clone(), mark.clone());
                    Worker::ProcessPerCase(ProcessPerCase { program, file: folder.join(&options.file), mark })
                }
            })
        };
        let workers = (0..options.jobs.max(1)).map(worker).collect::<Result<_, _>>()?;
        Ok(Self { options, workers, tell: None, is_told: AtomicBool::new(false), _guard: guard })
    }

    /// Has somebody told, once, that a served judge has not answered for five seconds while its first answer may take longer.
    #[must_use]
    pub fn telling_of_silence(mut self, tell: fn(&str)) -> Self {
        self.tell = Some(tell);
        self
    }

    /// The answers about each case, in order. Once `halted` returns `true`, they may be fewer, from the first on.
    ///
    /// # Errors
    /// When a judge can not be run, or what it says means nothing. If several cases come to this, the first counts.
    pub fn judge(
        &mut self,
        cases: &[Vec<u8>],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Feedback>, JudgeError> {
        let (options, tell, is_told) = (&self.options, self.tell, &self.is_told);
        let next = AtomicUsize::new(0);
        let ask = |worker: &mut Worker| {
            // What is said of a case counts once the program has gone on after it.
            let mut said: Vec<(usize, Result<Option<Feedback>, JudgeError>)> = Vec::new();
            let correct = |said: &mut Vec<(usize, _)>, after: Result<EarlierAnswer, JudgeError>| {
                if let Some((_, last)) = said.last_mut() {
                    match after {
                        Ok(EarlierAnswer::Counts) => {}
                        Ok(EarlierAnswer::Instead(feedback)) => *last = Ok(Some(feedback)),
                        Ok(EarlierAnswer::Unknown) => *last = Ok(None),
                        Err(error) => *last = Err(error),
                    }
                }
            };
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(case) = cases.get(number).filter(|_| !halted()) else { break };
                let feedback = match worker {
                    Worker::ProcessPerCase(once) => once.judge(case, options, halted),
                    Worker::PersistentProcess(served) => {
                        let (begin, is_new) = (Instant::now(), !served.has_answered());
                        // This is asked again and again while an answer is waited for.
                        let halted = || {
                            let is_silent = is_new
                                && options.start > SILENCE_NOTICE_AFTER
                                && begin.elapsed() >= SILENCE_NOTICE_AFTER;
                            if let Some(tell) =
                                tell.filter(|_| is_silent && !is_told.swap(true, Ordering::Relaxed))
                            {
                                tell(&silent(options));
                            }
                            halted()
                        };
                        served.judge(case, &halted).map(|CaseAnswer { before, now }| {
                            correct(&mut said, Ok(before));
                            now
                        })
                    }
                };
                let goes_on = matches!(feedback, Ok(Some(_)));
                said.push((number, feedback));
                if !goes_on {
                    // Nobody takes what comes after it.
                    next.store(cases.len(), Ordering::Relaxed);
                    break;
                }
            }
            if let (Worker::PersistentProcess(served), Some((_, Ok(Some(_))))) = (worker, said.last()) {
                let after = served.settle(halted);
                correct(&mut said, after);
            }
            said
        };
        let all: Vec<_> = match self.workers.as_mut_slice() {
            [one] => ask(one),
            several => {
                let ask = &ask;
                let said = thread::scope(|scope| {
                    let threads: Vec<_> =
                        several.iter_mut().map(|worker| scope.spawn(move || ask(worker))).collect();
                    threads.into_iter().map(thread::ScopedJoinHandle::join).collect::<Result<Vec<_>, _>>()
                });
                let said = said.map_err(|_| {
                    JudgeError::mistake("dpgen itself went wrong: a thread that judges panicked")
                })?;
                said.into_iter().flatten().collect()
            }
        };
        let mut by_number: Vec<Option<Result<Option<Feedback>, JudgeError>>> =
            cases.iter().map(|_| None).collect();
        for (number, feedback) in all {
            by_number[number] = Some(feedback);
        }
        let mut said = Vec::with_capacity(cases.len());
        for feedback in by_number {
            match feedback {
                Some(Ok(Some(feedback))) => said.push(feedback),
                Some(Err(error)) => return Err(error),
                Some(Ok(None)) | None => break,
            }
        }
        Ok(said)
    }
}

/// The message about a silent judge.
fn silent(options: &JudgeOptions) -> String {
    let (Manner::Served(program) | Manner::Once(program)) = &options.manner;
    format!(
        "note: the judge `{}` has not answered for {} s; its first answer may take {} s. It is to read a line with a number of \
         bytes, and these bytes, and to answer with a line at once (flush it)",
        program.text(),
        SILENCE_NOTICE_AFTER.as_secs(),
        options.start.as_secs()
    )
}
