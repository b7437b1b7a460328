//! [`PredicateThread`]: the thread that evaluates a predicate at the moment, so that another one can interrupt it.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::prelude::*;

/// No thread has this number in Python.
const NO_THREAD: u64 = 0;

thread_local! {
    /// Python's number of this thread; [`NO_THREAD`] until it is asked for.
    static PYTHON_THREAD_ID: Cell<u64> = const { Cell::new(NO_THREAD) };
}

/// The thread that evaluates a predicate at the moment, by Python's number of it.
#[derive(Debug, Default)]
pub(crate) struct PredicateThread(AtomicU64);

impl PredicateThread {
    /// Notes that this thread evaluates a predicate.
    pub(crate) fn begin(&self, py: Python<'_>) -> PyResult<()> {
        if PYTHON_THREAD_ID.get() == NO_THREAD {
            PYTHON_THREAD_ID.set(py.import("threading")?.call_method0("get_ident")?.extract()?);
        }
        self.0.store(PYTHON_THREAD_ID.get(), Ordering::Relaxed);
        Ok(())
    }

    /// Notes that no thread evaluates a predicate.
    pub(crate) fn end(&self) {
        self.0.store(NO_THREAD, Ordering::Relaxed);
    }

    /// The thread, if one evaluates a predicate.
    pub(crate) fn current(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|thread| *thread != NO_THREAD)
    }
}
