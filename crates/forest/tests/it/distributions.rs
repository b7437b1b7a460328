//! Distributions by brute force over the list of all answers, and limits by what each of them sets.

use std::time::Duration;

use dpgen_forest::{CancelToken, Count, Distribution, Limits};

/// Answers with how many structures give each, in any order and with repeats.
const CASES: [&[(i64, u32)]; 9] = [
    &[],
    &[(3, 0)],
    &[(7, 1)],
    &[(-2, 4)],
    &[(1, 1), (2, 1)],
    &[(2, 1), (1, 2), (2, 3), (5, 0)],
    &[(-3, 2), (0, 5), (4, 3)],
    &[(10, 1), (20, 97), (30, 2)],
    &[(i64::MIN, 1), (i64::MAX, 1)],
];

#[test]
fn distributions_are_lists_of_answers() {
    for case in CASES {
        let distribution =
            Distribution::new(case.iter().map(|(answer, count)| (*answer, Count::from(*count))));
        let mut list: Vec<i64> =
            case.iter().flat_map(|(answer, count)| (0..*count).map(move |_| *answer)).collect();
        list.sort_unstable();
        assert_eq!(distribution.total(), Count::from(list.len()), "{case:?}");
        assert_eq!(
            (distribution.least(), distribution.greatest()),
            (list.first().copied(), list.last().copied())
        );
        let mut distinct = list.clone();
        distinct.dedup();
        let times = |answer: i64| list.iter().filter(|one| **one == answer).count();
        let counted: Vec<(i64, Count)> =
            distinct.iter().map(|answer| (*answer, Count::from(times(*answer)))).collect();
        assert_eq!(distribution.answers(), counted, "{case:?}");
        for answer in [-4, -3, -2, 0, 1, 2, 3, 4, 5, 7, 10, 20, 30, i64::MAX] {
            assert_eq!(distribution.count(answer), Count::from(times(answer)), "{answer} of {case:?}");
            let share = f64::from(u32::try_from(times(answer)).unwrap())
                / f64::from(u32::try_from(list.len().max(1)).unwrap());
            assert!((distribution.share(answer) - share).abs() < 1e-15, "{answer} of {case:?}");
        }
        for percent in 0..=120 {
            // The least that at least so many percent do not exceed.
            let reached = |answer: &i64| {
                let up_to = list.iter().filter(|one| *one <= answer).count();
                up_to * 100 >= list.len() * usize::try_from(percent).unwrap()
            };
            let expected = distinct.iter().copied().find(reached).or(list.last().copied());
            assert_eq!(distribution.percentile(percent), expected, "{percent} % of {case:?}");
        }
        assert_eq!(distribution.median(), distribution.percentile(50));
        let sum: i128 = list.iter().map(|answer| i128::from(*answer)).sum();
        match distribution.mean() {
            None => assert!(list.is_empty()),
            Some(mean) => {
                let count = f64::from(u32::try_from(list.len()).unwrap());
                let exact = f64::from(i32::try_from(sum).unwrap()) / count;
                assert!((mean - exact).abs() < 1e-8, "{mean} of {case:?}");
            }
        }
    }
}

#[test]
fn each_limit_is_its_own() {
    let token = CancelToken::new();
    let time = Duration::from_secs(7);
    let shown = |limits: &Limits| {
        let Limits { time, candidates, structures, memory, cancel, .. } = limits;
        (*time, *candidates, *structures, *memory, cancel.is_some())
    };
    assert_eq!(shown(&Limits::none()), (None, None, None, None, false));
    assert_eq!(shown(&Limits::none().time(time)), (Some(time), None, None, None, false));
    assert_eq!(shown(&Limits::none().candidates(5)), (None, Some(5), None, None, false));
    assert_eq!(shown(&Limits::none().structures(5)), (None, None, Some(5), None, false));
    assert_eq!(shown(&Limits::none().memory(5)), (None, None, None, Some(5), false));
    assert_eq!(shown(&Limits::none().cancel(token.clone())), (None, None, None, None, true));
    let all = Limits::none().memory(4).cancel(token.clone()).structures(3).candidates(2).time(time);
    assert_eq!(shown(&all), (Some(time), Some(2), Some(3), Some(4), true));
    // What limits are heard by, until one is met.
    assert!(!Limits::none().interrupt().is_raised() && Limits::none().deadline().is_none());
    assert!(Limits::none().time(Duration::ZERO).interrupt().is_raised());
    let interrupt = Limits::none().cancel(token.clone()).interrupt();
    assert!(!interrupt.is_raised());
    token.cancel();
    assert!(interrupt.is_raised());
}
