//! Pools of numbers and of ranges, which are handed out and given back: index-pool and range-alloc.

use std::collections::BTreeSet;
use std::ops::Range;

use dpgen::DpGen;
use dpgen_field::{assert_failing_calls, assert_passing_calls};
use index_pool::IndexPool;
use range_alloc::RangeAllocator;

#[derive(DpGen, Clone, Copy, Debug)]
enum Call {
    New,
    Request(#[dpgen(range = 0..=4)] usize),
    Return(#[dpgen(range = 0..=5)] usize),
}

/// A pool, and which indices are in use.
type Pool = (IndexPool, BTreeSet<usize>);

fn pool(first: usize) -> Pool {
    (IndexPool::with_initial_index(first), (0..first).collect())
}

fn call((pool, used): &mut Pool, call: &Call) {
    match *call {
        Call::New => assert!(used.insert(pool.new_id())),
        Call::Request(id) => assert_eq!(pool.request_id(id).is_ok(), used.insert(id)),
        Call::Return(id) => assert_eq!(pool.return_id(id).is_ok(), used.remove(&id)),
    }
    assert!(pool.all_indices().eq(used.iter().copied()));
    assert_eq!(pool.maximum(), used.last().map_or(0, |last| last + 1));
    assert!((0..7).all(|id| pool.is_free(id) != used.contains(&id)));
}

#[test]
fn indices_are_handed_out_once() {
    let call = |pool: &mut Pool, step: &Call| {
        call(pool, step);
        assert_eq!(pool.0.in_use(), pool.1.len());
    };
    assert_passing_calls(7, 396, || pool(0), call, |(_, used)| used.clone());
}

/// "You can logically think of this as either specifying a base index for the pool, or pre-allocating the `[0..index)`
/// range", "`in_use()` will include the `[0..index)` range."
#[test]
fn a_range_is_preallocated() {
    let call = |pool: &mut Pool, step: &Call| {
        call(pool, step);
        assert_eq!(pool.0.in_use(), pool.1.len());
    };
    assert_failing_calls(3, "[New]", (12, 12), || pool(2), call, |(_, used)| used.clone());
}

/// "Gives an Id back to the pool so that it may be handed out again."
#[test]
fn a_preallocated_index_is_given_back() {
    assert_failing_calls(
        5,
        "[Return(0)]",
        (20, 312),
        || pool(2),
        call,
        |(pool, used)| (pool.in_use(), used.clone()),
    );
}

#[test]
fn preallocated_indices_are_not_in_use_without_dpgen() {
    let mut pool = IndexPool::with_initial_index(2);
    assert!(!pool.is_free(0) && !pool.is_free(1));
    assert_eq!(pool.in_use(), 0); // it should include 0 and 1
    let returned = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.return_id(0)));
    assert!(returned.is_err());
}

#[derive(DpGen, Clone, Copy, Debug)]
enum Step {
    Allocate(#[dpgen(range = 1..=3)] i32, #[dpgen(range = 1..=3)] i32),
    Free(#[dpgen(range = 0..=3)] usize),
    Grow,
}

/// An allocator, its end, and what is allocated.
type Allocator = (RangeAllocator<i32>, i32, Vec<Range<i32>>);

fn step((allocator, end, taken): &mut Allocator, step: &Step) {
    match *step {
        Step::Allocate(length, alignment) => {
            let is_free =
                |start: i32| taken.iter().all(|range| range.end <= start || start + length <= range.start);
            let fits = (1..=*end - length).any(|start| start % alignment == 0 && is_free(start));
            let range = allocator.allocate_range_aligned(length, alignment);
            assert_eq!(range.is_ok(), fits);
            if let Ok(range) = range {
                assert!(
                    range.start % alignment == 0 && is_free(range.start) && range.start + length == range.end
                );
                taken.push(range);
            }
        }
        Step::Free(index) if index < taken.len() => allocator.free_range(taken.remove(index)),
        Step::Grow if *end < 10 => {
            *end += 2;
            allocator.grow_to(*end);
        }
        _ => {}
    }
    taken.sort_by_key(|range| range.start);
    assert!((1..*end).all(|point| {
        let is_taken = taken.iter().any(|range| range.contains(&point));
        allocator.allocated_ranges().any(|range| range.contains(&point)) == is_taken
    }));
    assert_eq!(
        allocator.total_available(),
        *end - 1 - taken.iter().map(|range| range.end - range.start).sum::<i32>()
    );
}

#[test]
fn ranges_are_allocated_once() {
    let start = || (RangeAllocator::new(1..7), 7, Vec::new());
    assert_passing_calls(6, 12_362, start, step, |(_, end, taken)| (*end, taken.clone()));
}
