//! Places of an evaluation: what views hold instead of the engine's own handles.
//!
//! A view is a Python object, and can be kept, or looked at by another thread (a debugger, a test that shows the
//! arguments of a frame). The engine's handles can do neither. They wait here, by thread, while a predicate runs; a view
//! has the number of one. Invariant: a place is of one outermost call of the engine into Python ([`Calling`]); when that
//! ends, its places lead nowhere.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};

use dpgen_engine::Int;
use dpgen_engine::run::{Handle, Layer};
use dpgen_forest::index::{at, small};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::world::World;

/// What the engine knows by a handle.
#[derive(Debug, Clone, Copy)]
enum Held {
    Node(Handle),
    Layer(Layer),
    Int(Int),
}

/// A thread's places.
#[derive(Debug)]
struct Places {
    /// The number of the call, unlike that of any other.
    call: u64,
    depth: u32,
    held: Vec<Held>,
}

thread_local! {
    static PLACES: RefCell<Places> = const { RefCell::new(Places { call: 0, depth: 0, held: Vec::new() }) };
}

thread_local! {
    /// Python's number of this thread; 0 until it is asked for.
    static THREAD: Cell<u64> = const { Cell::new(0) };
}

static CALLS: AtomicU64 = AtomicU64::new(0);

/// A place of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    call: u64,
    number: u32,
}

/// A call of the engine into Python, while it lasts.
pub(crate) struct Calling<'a>(&'a World);

impl<'a> Calling<'a> {
    /// Begins a call: from here on the world's evaluation can be interrupted on this thread.
    pub(crate) fn begin(py: Python<'_>, world: &'a World) -> PyResult<Self> {
        if THREAD.get() == 0 {
            THREAD.set(py.import("threading")?.call_method0("get_ident")?.extract()?);
        }
        PLACES.with_borrow_mut(|places| {
            if places.depth == 0 {
                places.call = CALLS.fetch_add(1, Ordering::Relaxed) + 1;
            }
            places.depth += 1;
        });
        world.evaluates(THREAD.get());
        Ok(Self(world))
    }
}

impl Drop for Calling<'_> {
    fn drop(&mut self) {
        PLACES.with_borrow_mut(|places| {
            places.depth -= 1;
            if places.depth == 0 {
                (places.call, places.held) = (0, Vec::new());
                self.0.evaluates(0);
            }
        });
    }
}

fn keep(held: Held) -> Place {
    PLACES.with_borrow_mut(|places| {
        places.held.push(held);
        Place { call: places.call, number: small(places.held.len() - 1) }
    })
}

impl Place {
    pub(crate) fn of_node(handle: Handle) -> Self {
        keep(Held::Node(handle))
    }

    pub(crate) fn of_layer(layer: Layer) -> Self {
        keep(Held::Layer(layer))
    }

    pub(crate) fn of_int(int: Int) -> Self {
        keep(Held::Int(int))
    }

    fn held(self) -> PyResult<Held> {
        let held = PLACES.with_borrow(|places| {
            let here = places.depth > 0 && places.call == self.call;
            if here { places.held.get(at(self.number)).copied() } else { None }
        });
        held.ok_or_else(|| {
            PyRuntimeError::new_err(
                "a view was used outside of the run of the predicate that it belongs to: it is not a structure, and \
                 means nothing once the predicate has answered",
            )
        })
    }

    /// The node here.
    ///
    /// # Errors
    /// As for all of these: outside of its call.
    pub(crate) fn node(self) -> PyResult<Handle> {
        match self.held()? {
            Held::Node(handle) => Ok(handle),
            _ => Err(PyRuntimeError::new_err("a place of another kind")),
        }
    }

    /// The layer here.
    pub(crate) fn layer(self) -> PyResult<Layer> {
        match self.held()? {
            Held::Layer(layer) => Ok(layer),
            _ => Err(PyRuntimeError::new_err("a place of another kind")),
        }
    }

    /// The integer here.
    pub(crate) fn int(self) -> PyResult<Int> {
        match self.held()? {
            Held::Int(int) => Ok(int),
            _ => Err(PyRuntimeError::new_err("a place of another kind")),
        }
    }
}
