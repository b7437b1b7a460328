//! Calls between an engine and Python that carry the early end of an evaluation across Python's frames.
//!
//! Engines end an evaluation by unwinding with a [`Failure`]. Rust can not unwind through Python, so a view catches the
//! failure ([`call_engine`]), keeps it for its thread, and raises [`StopEvaluation`], which Python's frames pass on; where
//! the engine called Python ([`call_python`]), the failure goes on. `StopEvaluation` is no `Exception`, so that
//! `except Exception` does not stop it; a bare `except` that does changes nothing, as the failure is still there when the
//! predicate returns.
//!
//! The other way, an exception of the user's code becomes a `Failure::Failed` with the exception's text, and waits in
//! `raised_exceptions.rs`.

use std::cell::RefCell;
use std::panic::resume_unwind;

use dpgen_engine::run::{Failure, guarded, try_schema};
use pyo3::exceptions::{PyBaseException, PyRuntimeError};
use pyo3::prelude::*;

use crate::evaluation::context::EvaluationContext;
use crate::evaluation::handle_table::PythonCall;

pyo3::create_exception!(
    pydpgen,
    StopEvaluation,
    PyBaseException,
    "The engine ends this evaluation of the predicate. Not to be caught."
);

thread_local! {
    /// The failure that `StopEvaluation` stands for while it passes Python's frames.
    static PENDING_FAILURE: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// Calls the engine for Python code.
///
/// # Errors
/// `StopEvaluation` where the engine ends the evaluation; the exception of an attribute where it is read; `RuntimeError`
/// outside of a predicate.
pub(crate) fn call_engine<R>(
    py: Python<'_>,
    context: &EvaluationContext,
    work: impl FnOnce() -> R,
) -> PyResult<R> {
    if try_schema(|_| ()).is_none() {
        let message = "a view was used outside of the predicate or attribute that it was passed to";
        return Err(PyRuntimeError::new_err(message));
    }
    guarded(work).map_err(|failure| match failure {
        Failure::Panic(message) => PyRuntimeError::new_err(message),
        Failure::Failed(message) => match context.exceptions.find(py, &message) {
            Some(error) => error,
            None => stop(Failure::Failed(message)),
        },
        failure => stop(failure),
    })
}

/// Keeps a failure for [`call_python`] on this thread.
fn stop(failure: Failure) -> PyErr {
    PENDING_FAILURE.set(Some(failure));
    StopEvaluation::new_err(())
}

/// Calls Python for the engine.
///
/// # Panics
/// Unwinds with the failure when the evaluation ends without a result.
pub(crate) fn call_python<R>(context: &EvaluationContext, work: impl FnOnce(Python<'_>) -> PyResult<R>) -> R {
    let result = Python::attach(|py| {
        let call = PythonCall::begin(py, &context.thread);
        let result = call.and_then(|call| {
            let result = work(py);
            drop(call);
            result
        });
        if let Some(failure) = PENDING_FAILURE.take() {
            return Err(failure);
        }
        result.map_err(|error| match error.is_instance_of::<StopEvaluation>(py) {
            // Raised from another thread: the build is to end.
            true => Failure::Stopped,
            false => Failure::Failed(context.exceptions.add(py, error)),
        })
    });
    result.unwrap_or_else(|failure| resume_unwind(Box::new(failure)))
}
