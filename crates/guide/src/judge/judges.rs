//! [`Judges`]: several judges at once, whose verdicts come in the order of the cases.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use dpgen_diff::process::{Kept, Program};

use super::error::JudgeError;
use super::once::Once;
use super::served::Served;
use crate::feedback::Feedback;

/// How a program gets cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Manner {
    /// A process a case: it gets a file, where its command has `{file}`, and else its standard input. Exit code 0 is valid,
    /// and the last line of its output, if any, a behaviour; a signal, or no end in time, is a bug; other codes are invalid.
    Once(Program),
    /// A process that stays: it reads a line with a number of bytes, then these bytes, and answers with a line: `valid`,
    /// `valid BEHAVIOUR`, `invalid` or `bug DESCRIPTION`; again and again until its input ends.
    Served(Program),
}

/// Who judges, and within which limits.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct JudgeOptions {
    /// The program.
    pub manner: Manner,
    /// How long an answer may take; one that takes longer is a bug.
    pub timeout: Duration,
    /// How long the first answer of a served judge may take, if that is longer: what it does once, such as starting a virtual
    /// machine, takes its time. From then on `timeout` holds.
    pub start: Duration,
    /// Exit codes that are bugs ([`Manner::Once`]).
    pub bug_exits: Vec<i32>,
    /// How many judge at once, at least one. What they say does not depend on it.
    pub jobs: usize,
    /// The name of the file of a case, without folders.
    pub file: String,
}

impl JudgeOptions {
    /// One judge, five seconds a case.
    ///
    /// ```
    /// use dpgen_guide::judge::{JudgeOptions, Manner, Program};
    ///
    /// let options = JudgeOptions::new(Manner::Once(Program::read("test -s {file}").expect("it is a command")));
    /// assert_eq!((options.jobs, options.timeout.as_secs()), (1, 5));
    /// ```
    #[must_use]
    pub fn new(manner: Manner) -> Self {
        let (timeout, start) = (Duration::from_secs(5), Duration::from_secs(60));
        Self { manner, timeout, start, bug_exits: Vec::new(), jobs: 1, file: "case".to_owned() }
    }
}

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
    _keeper: Kept,
}

/// One judge.
#[derive(Debug)]
enum Worker {
    Once(Once),
    Served(Served),
}

impl Judges {
    /// Prepares to ask. Programs are started with the first case.
    ///
    /// # Errors
    /// When there is no place for files.
    pub fn start(options: JudgeOptions) -> Result<Self, JudgeError> {
        let keeper = Kept::watch().map_err(|error| JudgeError::no_place(&error))?;
        let mark = keeper.folder().to_owned();
        let worker = |number: usize| {
            Ok(match &options.manner {
                Manner::Served(program) => Worker::Served(Served::new(program.clone(), mark.clone())),
                Manner::Once(program) => {
                    let folder = mark.join(format!("judge-{number}"));
                    fs::create_dir_all(&folder).map_err(|error| JudgeError::no_place(&error))?;
                    let (program, mark) = (program.clone(), mark.clone());
                    Worker::Once(Once { program, file: folder.join(&options.file), mark })
                }
            })
        };
        let workers = (0..options.jobs.max(1)).map(worker).collect::<Result<_, _>>()?;
        Ok(Self { options, workers, _keeper: keeper })
    }

    /// What is said of each case, in order. Once `halted` says so it may be fewer, from the first on.
    ///
    /// # Errors
    /// When a judge can not be run, or what it says means nothing. If several cases come to this, the first counts.
    pub fn judge(
        &mut self,
        cases: &[Vec<u8>],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Feedback>, JudgeError> {
        let options = &self.options;
        let next = AtomicUsize::new(0);
        let ask = |worker: &mut Worker| {
            let mut said = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(case) = cases.get(number).filter(|_| !halted()) else { return said };
                let feedback = match worker {
                    Worker::Once(once) => once.judge(case, options, halted),
                    Worker::Served(served) => served.judge(case, options, halted),
                };
                let goes_on = matches!(feedback, Ok(Some(_)));
                said.push((number, feedback));
                if !goes_on {
                    // Nobody takes what comes after it.
                    next.store(cases.len(), Ordering::Relaxed);
                    return said;
                }
            }
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
