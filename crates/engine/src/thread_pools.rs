//! Thread pools, each for one build at a time, and kept for the next: starting threads takes longer than a small build.
//!
//! Invariant: a pool works for one build, or for those that were given the same [`SharedThreads`], so that no other build waits for
//! it, and a build within a predicate has threads of its own. A pool is used only by the process that started it: a forked child has
//! the pools of its parent without their threads.

use std::mem::forget;
use std::process::id;
use std::sync::{Arc, Mutex};

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

/// Threads on which several builds work at a time: each takes what the others leave idle.
///
/// The builds run beside each other if threads of the program start them, one each. Each may have to wait for another one, however
/// long that takes.
///
/// ```
/// use std::sync::Arc;
///
/// use dpgen_engine::{Options, SharedThreads, build};
/// use dpgen_forest::Scope;
/// use dpgen_spec::Spec;
///
/// let scope = Scope::new(7);
/// let options = Options::default().shared_threads(SharedThreads::new(2)?);
/// let count = |spec| {
///     let model = Spec::builtin(spec).unwrap().model(&scope).unwrap();
///     build(&Arc::new(model), &scope, &options).unwrap().count(7)
/// };
/// let counts = std::thread::scope(|threads| {
///     let trees = threads.spawn(|| count("binary-tree"));
///     (count("avl-tree"), trees.join().unwrap())
/// });
/// assert_eq!(counts, (17_u32.into(), 429_u32.into()));
/// # Ok::<(), dpgen_engine::BuildError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SharedThreads(Arc<Threads>);

impl SharedThreads {
    /// So many threads; 0 means one for each core.
    ///
    /// # Errors
    /// When they can not be started.
    pub fn new(threads: usize) -> Result<Self, BuildError> {
        Ok(Self(Arc::new(Threads::new(threads)?)))
    }

    /// Works on these threads.
    pub(crate) fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.0.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// A pool that is kept for other builds when it is dropped.
#[derive(Debug)]
struct Threads {
    asked: usize,
    /// There until it is dropped.
    pool: Option<ThreadPool>,
}

impl Threads {
    /// A pool of `asked` threads; 0 means one for each core.
    fn new(asked: usize) -> Result<Self, BuildError> {
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
