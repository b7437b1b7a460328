//! Runs an engine on a thread of its own, and interrupts it when Python is interrupted or a limit is reached.
//!
//! One engine thread works, and takes turns with Python anyway. The caller's thread waits for it without Python's lock; at
//! regular intervals it checks for Python's signals and reports the progress.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use dpgen_engine::{BuildError, Options, Progress};
use dpgen_forest::{Budget, CancelToken, StopReason};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyMemoryError, PyValueError};
use pyo3::prelude::*;

use crate::evaluation::context::EvaluationContext;

create_exception!(pydpgen, BuildFailure, PyException, "A build that has no result.");

/// The time between two checks for signals and limits.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The time that a predicate may run beyond the time limit before it is interrupted: engines check the limit themselves.
const TIME_LIMIT_GRACE: Duration = Duration::from_millis(500);
/// The time between two interrupts of a predicate.
const INTERRUPT_GRACE: Duration = Duration::from_millis(200);
/// The number of interrupts after which the thread of a predicate is abandoned.
const MAX_INTERRUPTS: u32 = 8;

/// Runs `work` on another thread until it ends.
///
/// `watch` is called with (size, candidates, accepted) at regular intervals.
pub(crate) fn run_interruptibly<R: Send + 'static>(
    py: Python<'_>,
    context: &EvaluationContext,
    options: Options,
    watch: Option<&Py<PyAny>>,
    work: impl FnOnce(Options) -> Result<R, BuildError> + Send + 'static,
) -> PyResult<R> {
    let (token, progress) = (CancelToken::new(), Arc::new(Progress::default()));
    let bounds = Budget::from_now(&options.limits);
    let limits = options.limits.clone().cancel(token.clone());
    let time = limits.time;
    let options = options.limits(limits).progress(progress.clone());
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    std::thread::Builder::new()
        .name("dpgen".to_owned())
        .spawn(move || sender.send(work(options)).is_ok())
        .map_err(|error| {
            BuildFailure::new_err(format!("the build's thread could not be started: {error}"))
        })?;
    let begun = Instant::now();
    let (mut interrupted, mut last, mut interrupts) = (None, begun, 0);
    let result = loop {
        let received =
            py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(POLL_INTERVAL));
        match received {
            Ok(result) => break Some(result),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(BuildFailure::new_err("the build's thread ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let watched = watch.filter(|_| interrupted.is_none()).map(|watch| {
            let figures =
                [&progress.candidates, &progress.accepted].map(|figure| figure.load(Ordering::Relaxed));
            watch.call1(py, (progress.size.load(Ordering::Relaxed), figures[0], figures[1]))
        });
        let signalled = py.check_signals().and_then(|()| raise_pending(py));
        if let Err(error) = signalled.and(watched.transpose().map(|_| ())) {
            token.cancel();
            interrupted.get_or_insert(error);
        }
        // A predicate that does not come to an end keeps the engine from its limits: its thread is interrupted.
        let mut late = time.is_some_and(|time| begun.elapsed() > time + TIME_LIMIT_GRACE);
        if bounds.reached() == Some(StopReason::Memory) {
            // The interrupt frees the memory of the predicate, so that the engine could not see that the limit was reached.
            token.cancel_for(StopReason::Memory);
            late = true;
        }
        if (interrupted.is_some() || late)
            && last.elapsed() > INTERRUPT_GRACE
            && let Some(thread) = context.thread.current()
        {
            if interrupts == MAX_INTERRUPTS {
                break None;
            }
            (last, interrupts) = (Instant::now(), interrupts + 1);
            py.import("pydpgen._interrupt")?.call_method1("raise_in_thread", (thread,))?;
        }
    };
    match (interrupted, result) {
        (Some(error), _) => Err(error),
        (None, Some(result)) => result.map_err(|error| python_error(py, context, &error)),
        (None, None) => Err(BuildFailure::new_err(
            "the predicate does not come to an end, and what interrupts it is caught there (by a bare `except`) or not \
             heard (by code that is not Python's): its thread is left behind",
        )),
    }
}

/// Raises the exception that another thread has set for this one: a build within a predicate ends with the outer one.
fn raise_pending(py: Python<'_>) -> PyResult<()> {
    py.import("pydpgen._interrupt")?.call_method0("raise_pending").map(|_| ())
}

/// The Python exception for a build's error: the one that the predicate raised, with the structure in a note.
fn python_error(py: Python<'_>, context: &EvaluationContext, error: &BuildError) -> PyErr {
    let (BuildError::Panicked { structure, message } | BuildError::Failed { structure, message }) = error
    else {
        return match error {
            BuildError::MemoryUnknown => PyMemoryError::new_err(error.to_string()),
            BuildError::Schema(_) | BuildError::Fields { .. } | BuildError::Opaque { .. } => {
                PyValueError::new_err(error.to_string())
            }
            _ => BuildFailure::new_err(error.to_string()),
        };
    };
    let Some(raised) = context.exceptions.find(py, message) else {
        return BuildFailure::new_err(error.to_string());
    };
    let note = format!("pydpgen: raised on {structure} (`_` is undecided)");
    let noted = || {
        py.import("pydpgen._caught_exceptions")?
            .call_method1("advise", (raised.value(py), raised.traceback(py)))?;
        raised.value(py).call_method1("add_note", (note,))
    };
    noted().map_or_else(|error| error, |_| raised)
}
