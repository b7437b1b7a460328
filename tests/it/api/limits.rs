//! Limits: what is complete is right, and the rest is known to be missing.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::common::{self, Value, red_black, search_tree, sorted_list};
use dpgen::{Algorithm, CancelToken, DpGen, Generator, Limits, StopReason, Structures};

/// Whatever is complete is right: as many sizes as it says, each with the counts of a build without limits.
fn check_complete<T: Value>(
    case: &common::Case<T>,
    algorithm: Algorithm,
    stopped: &Structures<T>,
    max_size: u32,
) {
    let whole = case.build(algorithm, max_size, 1);
    let complete = stopped.complete_sizes();
    for size in 0..=max_size {
        let expected = (size < complete).then(|| whole.count(size));
        assert_eq!(
            stopped.try_count(size),
            expected,
            "{}: {algorithm}: size {size} of {complete}",
            case.name
        );
    }
    let values: Vec<T> = whole.iter().filter(|value| (case.place)(value)[0] < complete).collect();
    assert_eq!(stopped.iter().collect::<Vec<T>>(), values, "{}: {algorithm}", case.name);
    assert_eq!(stopped.total(), u128::try_from(values.len()).unwrap(), "{}: {algorithm}", case.name);
    assert_eq!(stopped.nth(complete, 0_u32), None, "{}: {algorithm}", case.name);
}

#[test]
fn a_limit_on_candidates_keeps_the_complete_sizes() {
    let case = &search_tree::CASE;
    for algorithm in case.every_engine() {
        for candidates in [1, 20, 500, 3000] {
            let limits = Limits::none().candidates(candidates);
            let stopped = case.generator(6).algorithm(algorithm).limits(limits).build().unwrap();
            // Quotient DP needs fewer for all sizes.
            if stopped.stop_reason().is_none() {
                assert!(stopped.report().totals().candidates < candidates, "{algorithm}: {candidates}");
                assert_eq!(stopped.complete_sizes(), 7, "{algorithm}: {candidates}");
            } else {
                assert_eq!(stopped.stop_reason(), Some(StopReason::Candidates), "{algorithm}: {candidates}");
                assert!(stopped.complete_sizes() < 7, "{algorithm}: {candidates}");
            }
            check_complete(case, algorithm, &stopped, 6);
        }
        let limits = Limits::none().candidates(1);
        let stopped = case.generator(6).algorithm(algorithm).limits(limits).build().unwrap();
        assert_eq!(stopped.stop_reason(), Some(StopReason::Candidates), "{algorithm}");
    }
}

#[test]
fn a_limit_on_candidates_lets_the_dp_engines_keep_some_sizes() {
    let case = &sorted_list::CASE;
    for algorithm in case.engines().filter(|algorithm| *algorithm != Algorithm::TopDown) {
        let all = case.build(algorithm, 5, 1).report().totals().candidates;
        let limits = Limits::none().candidates(all / 2);
        let stopped = case.generator(5).algorithm(algorithm).limits(limits).build().unwrap();
        assert_eq!(stopped.stop_reason(), Some(StopReason::Candidates), "{algorithm}");
        assert!((1..6).contains(&stopped.complete_sizes()), "{algorithm}: {}", stopped.complete_sizes());
        check_complete(case, algorithm, &stopped, 5);
    }
}

#[test]
fn a_limit_on_structures_stops_at_the_first_size_that_has_them() {
    // 1 + 5 + 15 + 35 sorted lists of at most three values from 1..=5.
    let case = &sorted_list::CASE;
    for algorithm in case.engines().filter(|algorithm| *algorithm != Algorithm::TopDown) {
        for (structures, sizes) in [(1, 1), (2, 2), (6, 2), (7, 3), (21, 3), (56, 4)] {
            let limits = Limits::none().structures(structures);
            let stopped = case.generator(5).algorithm(algorithm).limits(limits).build().unwrap();
            assert_eq!(stopped.stop_reason(), Some(StopReason::Structures), "{algorithm}: {structures}");
            assert_eq!(stopped.complete_sizes(), sizes, "{algorithm}: {structures}");
            check_complete(case, algorithm, &stopped, 5);
        }
        let limits = Limits::none().structures(1 << 40);
        let whole = case.generator(5).algorithm(algorithm).limits(limits).build().unwrap();
        assert_eq!((whole.stop_reason(), whole.complete_sizes()), (None, 6), "{algorithm}");
    }
}

#[test]
fn a_limit_on_structures_counts_whole_structures_only() {
    // root_ok accepts 1, 1, 4, 6 trees with keys from 1..=3 and up to three nodes, rep_ok more.
    let case = &red_black::black_root::CASE;
    for algorithm in case.engines().filter(|algorithm| *algorithm != Algorithm::TopDown) {
        let sizes: Vec<u128> =
            (0..=3).map(|size| case.build(algorithm, 3, 1).count(size).to_u128().unwrap()).collect();
        assert_eq!(sizes, [1, 3, 6, 2], "{algorithm}");
        let limits = Limits::none().structures(5);
        let stopped = case.generator(3).algorithm(algorithm).limits(limits).build().unwrap();
        assert_eq!(
            (stopped.stop_reason(), stopped.complete_sizes()),
            (Some(StopReason::Structures), 3),
            "{algorithm}"
        );
    }
}

#[test]
fn a_cancelled_build_stops_at_once() {
    let case = &search_tree::CASE;
    for algorithm in case.every_engine() {
        let token = CancelToken::new();
        token.cancel();
        let stopped = case.generator(5).algorithm(algorithm).cancel(token).build().unwrap();
        assert_eq!(stopped.stop_reason(), Some(StopReason::Cancelled), "{algorithm}");
        assert_eq!(stopped.complete_sizes(), 0, "{algorithm}");
        check_complete(case, algorithm, &stopped, 5);
    }
}

#[test]
fn no_time_stops_at_once() {
    let case = &search_tree::CASE;
    for algorithm in case.every_engine() {
        let stopped = case.generator(5).algorithm(algorithm).time_limit(Duration::ZERO).build().unwrap();
        assert_eq!(stopped.stop_reason(), Some(StopReason::Deadline), "{algorithm}");
        assert_eq!(stopped.complete_sizes(), 0, "{algorithm}");
        check_complete(case, algorithm, &stopped, 5);
    }
}

/// A list whose predicate pulls [`PULLED`] when it meets the third value.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = pulls)]
enum Fuse {
    End,
    Link {
        rest: Box<Fuse>,
        #[dpgen(range = 0..=3)]
        value: i64,
    },
}

static PULLED: Mutex<Option<CancelToken>> = Mutex::new(None);

fn pulls(fuse: FuseView) -> bool {
    let FuseView::Link { rest, value } = fuse else { return true };
    if rest.get(length) == 2
        && let Some(token) = &*PULLED.lock().unwrap_or_else(PoisonError::into_inner)
    {
        token.cancel();
    }
    value.value() >= 0
}

fn length(fuse: FuseView) -> u32 {
    if let FuseView::Link { rest, .. } = fuse { rest.get(length) + 1 } else { 0 }
}

#[test]
fn a_build_that_is_cancelled_on_its_way_keeps_the_complete_sizes() {
    for algorithm in Algorithm::ALL.iter().copied() {
        let token = CancelToken::new();
        *PULLED.lock().unwrap() = Some(token.clone());
        let build = Generator::<Fuse>::up_to(6).threads(1).algorithm(algorithm).cancel(token).build();
        *PULLED.lock().unwrap() = None;
        let stopped = build.unwrap();
        assert_eq!(stopped.stop_reason(), Some(StopReason::Cancelled), "{algorithm}");
        assert!(stopped.complete_sizes() < 6, "{algorithm}: {}", stopped.complete_sizes());
        for size in 0..stopped.complete_sizes() {
            assert_eq!(stopped.count(size), 4_u128.pow(size), "{algorithm}: size {size}");
            assert_eq!(stopped.iter_size(size).count(), 4_usize.pow(size), "{algorithm}: size {size}");
        }
        assert_eq!(stopped.complete_sizes() == 0, algorithm == Algorithm::TopDown, "{algorithm}");
    }
}

mod incomplete_sizes {
    use super::*;

    fn stopped() -> Structures<sorted_list::List> {
        let limits = Limits::none().structures(20);
        sorted_list::CASE.generator(8).limits(limits).build().unwrap()
    }

    #[test]
    fn there_is_no_count_of_them() {
        let lists = stopped();
        assert_eq!((lists.stop_reason(), lists.complete_sizes()), (Some(StopReason::Structures), 3));
        assert_eq!((lists.try_count(2), lists.try_count(3)), (Some(36_u32.into()), None));
        assert_eq!((lists.catalog().try_count(2), lists.catalog().try_count(3)), (Some(36_u32.into()), None));
        assert_eq!(lists.nth(3, 0_u32), None);
    }

    #[test]
    #[should_panic(
        expected = "size 3 is not complete: the limit on structures stopped the build; sizes below 3 are complete"
    )]
    fn counting_them_says_why() {
        let _ = stopped().count(3);
    }

    #[test]
    #[should_panic(expected = "size 3 is not complete")]
    fn iterating_over_them_says_why() {
        drop(stopped().iter_size(3));
    }

    #[test]
    #[should_panic(expected = "size 9 is not complete: the maximum size is 8")]
    fn a_size_beyond_the_maximum_is_none_of_them() {
        let _ = sorted_list::CASE.generator(8).build().unwrap().count(9);
    }
}
