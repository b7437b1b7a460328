//! A thread's table of the engine's handles, which views refer to by number.
//!
//! A view is a Python object: it can be kept, or looked at by another thread (a debugger, a test that shows the arguments of
//! a frame). The engine's handles allow neither. So they stay in a table of the thread that evaluates a predicate, and a view
//! has the number of one. Invariant: a number belongs to one outermost call of the engine into Python ([`PythonCall`]); when
//! that ends, its numbers refer to nothing.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use dpgen_engine::Int;
use dpgen_engine::predicate_run::{Handle, Layer};
use dpgen_forest::index::{at, small};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::evaluation::node_views;
use crate::evaluation::predicate_thread::PredicateThread;

/// A handle of the engine.
#[derive(Debug, Clone, Copy)]
enum EngineHandle {
    Node(Handle),
    Layer(Layer),
    Int(Int),
}

/// The handles of a thread.
#[derive(Debug)]
struct HandleTable {
    /// The number of the outermost call, unlike that of any other; 0 outside of one.
    call: u64,
    /// The number of calls that are nested in each other.
    depth: u32,
    handles: Vec<EngineHandle>,
}

thread_local! {
    static TABLE: RefCell<HandleTable> =
        const { RefCell::new(HandleTable { call: 0, depth: 0, handles: Vec::new() }) };
}

static LAST_CALL: AtomicU64 = AtomicU64::new(0);

/// The number of a handle in the table of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HandleId {
    call: u64,
    index: u32,
}

/// A call of the engine into Python, while it lasts.
pub(crate) struct PythonCall<'a>(&'a PredicateThread);

impl<'a> PythonCall<'a> {
    /// Begins a call: from here on the evaluation can be interrupted on this thread.
    pub(crate) fn begin(py: Python<'_>, thread: &'a PredicateThread) -> PyResult<Self> {
        thread.begin(py)?;
        TABLE.with_borrow_mut(|table| {
            if table.depth == 0 {
                table.call = LAST_CALL.fetch_add(1, Ordering::Relaxed) + 1;
            }
            table.depth += 1;
        });
        node_views::begin();
        Ok(Self(thread))
    }
}

impl Drop for PythonCall<'_> {
    fn drop(&mut self) {
        node_views::end();
        TABLE.with_borrow_mut(|table| {
            table.depth -= 1;
            if table.depth == 0 {
                (table.call, table.handles) = (0, Vec::new());
                self.0.end();
            }
        });
    }
}

impl HandleId {
    pub(crate) fn of_node(handle: Handle) -> Self {
        Self::add(EngineHandle::Node(handle))
    }

    pub(crate) fn of_layer(layer: Layer) -> Self {
        Self::add(EngineHandle::Layer(layer))
    }

    pub(crate) fn of_int(int: Int) -> Self {
        Self::add(EngineHandle::Int(int))
    }

    fn add(handle: EngineHandle) -> Self {
        TABLE.with_borrow_mut(|table| {
            table.handles.push(handle);
            Self { call: table.call, index: small(table.handles.len() - 1) }
        })
    }

    fn handle(self) -> PyResult<EngineHandle> {
        let handle = TABLE.with_borrow(|table| {
            let is_current = table.depth > 0 && table.call == self.call;
            if is_current { table.handles.get(at(self.index)).copied() } else { None }
        });
        handle.ok_or_else(|| {
            PyRuntimeError::new_err(
                "a view was used outside of the run of the predicate that it belongs to: it is not a structure, and \
                 means nothing once the predicate has answered. What is kept longer, as by functools.cache or in a global, \
                 has to be a real object: int(it), str(it), copy.deepcopy(it)",
            )
        })
    }

    /// Whether the call of the number has ended, so that it refers to nothing.
    pub(crate) fn is_over(self) -> bool {
        self.handle().is_err()
    }

    /// The node with this number.
    ///
    /// # Errors
    /// For this and the next two: when the call of the number has ended.
    pub(crate) fn node(self) -> PyResult<Handle> {
        match self.handle()? {
            EngineHandle::Node(handle) => Ok(handle),
            _ => Err(wrong_kind()),
        }
    }

    /// The layer with this number.
    pub(crate) fn layer(self) -> PyResult<Layer> {
        match self.handle()? {
            EngineHandle::Layer(layer) => Ok(layer),
            _ => Err(wrong_kind()),
        }
    }

    /// The integer with this number.
    pub(crate) fn int(self) -> PyResult<Int> {
        match self.handle()? {
            EngineHandle::Int(int) => Ok(int),
            _ => Err(wrong_kind()),
        }
    }
}

fn wrong_kind() -> PyErr {
    PyRuntimeError::new_err("a handle of another kind")
}
