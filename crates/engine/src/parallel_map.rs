//! Maps over a slice on the threads of a build, with the results in order.
//!
//! The loop calls the work through a pointer, so that rayon's machinery is compiled once and not for each use: a unit of
//! work is large, as a run of a predicate or many of them.

use std::sync::{Mutex, PoisonError};

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// The results of `work` for each item, in order. A job takes at most `max_items` items, fewer as threads are idle.
pub(crate) fn map<I: Sync, R: Send>(items: &[I], max_items: usize, work: impl Fn(&I) -> R + Sync) -> Vec<R> {
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    for_each_index(items.len(), max_items, &|index| {
        let result = work(&items[index]);
        *results[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    let results =
        results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner));
    // A panic of the work has passed through `for_each_index`.
    results.map(|result| result.unwrap_or_else(|| unreachable!("each index is visited"))).collect()
}

fn for_each_index(len: usize, max_items: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..len).into_par_iter().with_max_len(max_items).for_each(work);
}
