//! Thread pools, each for one build at a time, and kept for the next: starting threads takes longer than a small build.
//!
//! Invariant: a pool works for one build, so that no build waits for another, and a build within a predicate has threads
//! of its own.

use std::sync::Mutex;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::BuildError;

/// The bytes of a worker's stack: predicates may recurse.
const STACK: usize = 1 << 24;
/// How many pools are kept.
const KEPT: usize = 8;

/// The pools that no build uses, each with the number of threads that was asked for.
static IDLE: Mutex<Vec<(usize, ThreadPool)>> = Mutex::new(Vec::new());

/// A pool for one build.
pub(crate) struct Threads {
    asked: usize,
    /// There until it is dropped.
    pool: Option<ThreadPool>,
}

impl Threads {
    /// So many threads; 0: one a core.
    pub(crate) fn new(asked: usize) -> Result<Self, BuildError> {
        let idle = || {
            let mut idle = IDLE.lock().ok()?;
            let place = idle.iter().position(|(threads, _)| *threads == asked)?;
            Some(idle.swap_remove(place).1)
        };
        let pool = match idle() {
            Some(pool) => pool,
            None => {
                let pool = ThreadPoolBuilder::new().num_threads(asked).stack_size(STACK).build();
                pool.map_err(|error| BuildError::Threads(error.to_string()))?
            }
        };
        Ok(Self { asked, pool: Some(pool) })
    }

    /// Works on these threads.
    pub(crate) fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let (Some(pool), Ok(mut idle)) = (self.pool.take(), IDLE.lock())
            && idle.len() < KEPT
        {
            idle.push((self.asked, pool));
        }
    }
}
