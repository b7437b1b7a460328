//! Work on many programs: on all cores, and means of what comes of it.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Programs on all cores, in their order: what comes out does not depend on the threads.
pub fn on_threads<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(usize, &T) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { break done };
            done.push((place, work(place, item)));
        }
    };
    let mut done: Vec<(usize, Result<R, String>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, Vec<_>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().flat_map(join).collect()
    });
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The mean; 0 of nothing.
pub fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, many) = values.fold((0.0, 0.0), |(sum, many), value| (sum + value, many + 1.0));
    sum / f64::max(many, 1.0)
}

/// A number to print, or a seed.
pub fn shown(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
