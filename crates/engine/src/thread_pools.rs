//! Thread pools, each for one build at a time, and kept for the next: starting threads takes longer than a small build.
//!
//! Invariant: a pool works for one build at a time. A worker that waits for a part of its build takes whatever the pool has to do;
//! were that another build, the first would wait for the end of the other, and could neither fail nor hear that it is cancelled. A
//! build within a predicate has threads of its own for the same reason. A pool is used only by the process that started it: a
//! forked child has the pools of its parent without their threads.

use std::mem::forget;
use std::process::id;
use std::sync::Mutex;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::BuildError;

/// The bytes of a worker's stack: predicates may recurse.
const STACK_BYTES: usize = 1 << 24;
/// The maximum number of idle pools that are kept.
const MAX_KEPT_POOLS: usize = 8;

/// A pool that no build uses.
struct Idle {
    process: u32,
    /// The number of threads that was asked for.
    asked: usize,
    pool: ThreadPool,
}

/// The pools that no build uses. A child that was forked while another thread held the lock never gets it: it is tried,
/// not waited for, and without it a build starts a pool of its own.
static IDLE_POOLS: Mutex<Vec<Idle>> = Mutex::new(Vec::new());

/// The pool of one build. It is kept for other builds when it is dropped.
pub(crate) struct Threads {
    asked: usize,
    /// There until it is dropped.
    pool: Option<ThreadPool>,
}

impl Threads {
    /// A pool of `asked` threads; 0 means one for each core.
    ///
    /// # Errors
    /// When they can not be started.
    pub fn new(asked: usize) -> Result<Self, BuildError> {
        let idle = || {
            let mut idle = IDLE_POOLS.try_lock().ok()?;
            // Even to end a pool takes locks that one of its lost threads may hold: the parent's are forgotten.
            idle.extract_if(.., |idle| idle.process != id()).for_each(forget);
            let place = idle.iter().position(|idle| idle.asked == asked)?;
            Some(idle.swap_remove(place).pool)
        };
        let pool = match idle() {
            Some(pool) => pool,
            None => {
                let pool = ThreadPoolBuilder::new().num_threads(asked).stack_size(STACK_BYTES).build();
                pool.map_err(|error| BuildError::Threads(error.to_string()))?
            }
        };
        Ok(Self { asked, pool: Some(pool) })
    }

    /// Works on these threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        let Some(pool) = self.pool.take() else { return };
        match IDLE_POOLS.try_lock() {
            Ok(mut idle) if idle.len() < MAX_KEPT_POOLS => {
                idle.push(Idle { process: id(), asked: self.asked, pool })
            }
            _ => drop(pool),
        }
    }
}
