//! How an evaluation ends early although Python's frames lie between the engine and the view that ends it.
//!
//! Engines end an evaluation by unwinding with a [`Failure`]. Rust can not unwind through Python, so a view catches the
//! failure ([`enter`]), keeps it for its thread, and raises [`Leave`], which Python's frames pass on; where the engine
//! called Python ([`call`]), the failure goes on. `Leave` is no `Exception`, so that `except Exception` does not stop it;
//! a bare `except` that does changes nothing, as the failure is still there when the predicate returns.
//!
//! The other way, an exception of the user's code becomes a `Failure::Failed` with the exception's text; the exception
//! itself waits in the world, by its text, until it is raised again: in a predicate that reads the attribute that failed,
//! or as the build's error.

use std::cell::RefCell;
use std::panic::resume_unwind;

use dpgen_engine::run::{Failure, guarded, try_schema};
use pyo3::exceptions::{PyBaseException, PyRuntimeError};
use pyo3::prelude::*;

use crate::places::Calling;
use crate::world::World;

pyo3::create_exception!(
    pydpgen,
    Leave,
    PyBaseException,
    "The engine ends this evaluation of the predicate. Not to be caught."
);

thread_local! {
    static LEFT: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// Calls the engine for Python code.
///
/// # Errors
/// `Leave` where the engine ends the evaluation; what an attribute raised where it is read; `RuntimeError` outside of a
/// predicate.
pub(crate) fn enter<R>(py: Python<'_>, world: &World, work: impl FnOnce() -> R) -> PyResult<R> {
    if try_schema(|_| ()).is_none() {
        let message = "a view was used outside of the predicate or attribute that it was passed to";
        return Err(PyRuntimeError::new_err(message));
    }
    guarded(work).map_err(|failure| match failure {
        Failure::Panic(message) => PyRuntimeError::new_err(message),
        Failure::Failed(message) if world.raised(py, &message).is_some() => {
            world.raised(py, &message).unwrap_or_else(|| PyRuntimeError::new_err(message))
        }
        failure => {
            LEFT.set(Some(failure));
            Leave::new_err(())
        }
    })
}

/// Calls Python for the engine.
///
/// # Panics
/// Unwinds with the failure when the evaluation ends without a result.
pub(crate) fn call<R>(world: &World, work: impl FnOnce(Python<'_>) -> PyResult<R>) -> R {
    let result = Python::attach(|py| {
        let calling = Calling::begin(py, world);
        let result = calling.and_then(|calling| {
            let result = work(py);
            drop(calling);
            result
        });
        if let Some(failure) = LEFT.take() {
            return Err(failure);
        }
        result.map_err(|error| match error.is_instance_of::<Leave>(py) {
            // Raised from another thread: the build is to end.
            true => Failure::Stopped,
            false => Failure::Failed(world.note(py, error)),
        })
    });
    result.unwrap_or_else(|failure| resume_unwind(Box::new(failure)))
}
