//! Sequences of calls: how many there are, which fail first, and what is said of them.

use std::collections::BTreeSet;
use std::time::Duration;

use dpgen::DpGen;
use insta::assert_snapshot;

#[derive(DpGen, Debug, Clone)]
enum Op {
    Insert(#[dpgen(range = 1..=keys)] u8),
    Remove(#[dpgen(range = 1..=keys)] u8),
    Clear,
}

fn apply(set: &mut BTreeSet<u8>, op: &Op) {
    match op {
        Op::Insert(key) => drop(set.insert(*key)),
        Op::Remove(key) => drop(set.remove(key)),
        Op::Clear => set.clear(),
    }
}

/// There are 2^k sets of k keys, the farthest k insertions away; 2k + 1 calls can be tried in each.
#[test]
fn every_state_is_met_once() {
    for keys in 1..=5 {
        let sequences = dpgen::sequences::<Op>(20).param("keys", keys);
        let explored = sequences.check_states(BTreeSet::new, apply, Clone::clone).unwrap();
        let states = 1_u64 << keys;
        assert_eq!((explored.states(), explored.is_closed()), (states, true));
        assert_eq!(explored.calls(), states * (2 * u64::try_from(keys).unwrap() + 1));
        assert!(explored.to_string().contains(&format!("{keys} calls away at most")), "{explored}");
    }
}

/// Of five keys, C(5, 0) + C(5, 1) + C(5, 2) sets are two calls away at most.
#[test]
fn states_within_a_length_do_not_count_as_all() {
    let sequences = dpgen::sequences::<Op>(2).param("keys", 5);
    let explored = sequences.check_states(BTreeSet::new, apply, Clone::clone).unwrap();
    assert_eq!((explored.states(), explored.is_closed(), explored.is_complete()), (1 + 5 + 10, false, true));
    assert_eq!(explored.to_string(), "all 16 states within 2 calls: 66 calls pass"); // (1 + 5) * 11
}

/// 5 + 5^2 + ... + 5^6.
#[test]
fn without_a_key_there_are_all_sequences() {
    let explored = dpgen::sequences::<Op>(6).param("keys", 2).check(BTreeSet::new, apply).unwrap();
    assert_eq!(explored.calls(), 5 + 25 + 125 + 625 + 3125 + 15_625);
    assert_eq!(explored.to_string(), "all 19,530 sequences of up to 6 calls pass");
}

#[test]
fn the_first_failure_is_a_shortest_one() {
    let sequences = dpgen::sequences::<Op>(6).param("keys", 3).failures(1_000);
    let explored = sequences
        .check_states(
            BTreeSet::new,
            |set, op| {
                let cleared = matches!(op, Op::Clear) && set.len() == 2;
                apply(set, op);
                if cleared {
                    return Err("two were there");
                }
                assert_ne!(set.len(), 3, "three are too many");
                Ok(())
            },
            Clone::clone,
        )
        .unwrap();
    let place = explored.failures()[1].place().unwrap();
    // Where tests run in the main thread, no test is known to run them again.
    let text = explored.to_string().replace(place, "PLACE");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("replay: ")).collect();
    assert_snapshot!(lines.join("\n"), @r#"
    all 7 states that there are, 2 calls away at most: 49 calls, 6 failed, from 2 causes
    3 times: Error: "two were there"
      first, after 3 calls:
        Insert(1)
        Insert(2)
        Clear
    3 times at PLACE: assertion `left != right` failed: three are too many
      left: 3
     right: 3
      first, after 3 calls:
        Insert(1)
        Insert(2)
        Insert(3)
    "#);
}

/// A number of causes, not of failures, ends the search: each is met, with a shortest sequence.
#[test]
fn failures_are_counted_by_their_causes() {
    let explored = |causes| {
        let sequences = dpgen::sequences::<Op>(3).param("keys", 2).failures(causes);
        let run = |calls: &mut Vec<u8>, op: &Op| {
            match op {
                Op::Insert(key) => calls.push(*key),
                Op::Remove(key) => return Err(format!("no {key}")),
                Op::Clear => calls.clear(),
            }
            if calls.len() < 3 { Ok(()) } else { Err(format!("three: {calls:?}")) }
        };
        let explored = sequences.check(Vec::new, run).unwrap();
        explored.failures().iter().map(|one| (one.calls().len(), one.times())).collect::<Vec<_>>()
    };
    assert_eq!(explored(1), [(1, 1)]);
    // Two of five calls fail in each of 1 + 3 + 9 sequences without a failure, and 8 of 27 insert three times.
    assert_eq!(explored(3), [(1, 2 * (1 + 3 + 9)), (3, 8)]);
    assert_eq!(explored(2)[1], (3, 1));
}

#[test]
fn limits_are_said() {
    let sequences = dpgen::sequences::<Op>(6).param("keys", 2);
    let explored = sequences.clone().limit(100).check(BTreeSet::new, apply).unwrap();
    assert_eq!(
        explored.to_string(),
        "the first 100 sequences of up to 6 calls pass; stopped by its limit on calls"
    );
    assert!(!explored.is_complete());
    let late = sequences.time_limit(Duration::ZERO).check(BTreeSet::new, apply).unwrap();
    assert_eq!((late.calls(), late.is_complete()), (0, false));
}

#[test]
#[should_panic(expected = "no start")]
fn a_start_that_panics_is_a_failure() {
    let start = || -> BTreeSet<u8> { panic!("no start") };
    dpgen::sequences::<Op>(2).param("keys", 1).check(start, apply).unwrap().assert();
}

#[test]
#[should_panic(expected = "there is no call to try")]
fn no_call_is_no_success() {
    #[derive(DpGen, Debug)]
    struct Never(#[dpgen(range = 1..=0)] u8);
    dpgen::sequences::<Never>(2).check(|| (), |(), _| ()).unwrap().assert();
}

/// Trees of one and two nodes as arguments: 1 and 2 of them, beside the empty one.
#[test]
fn calls_may_take_structures() {
    #[derive(DpGen, Debug)]
    enum Tree {
        Leaf,
        Node(Box<Tree>, Box<Tree>),
    }
    #[derive(DpGen, Debug)]
    #[dpgen(weight = 0)]
    struct Graft(Tree);
    let nodes = |Graft(tree): &Graft| match tree {
        Tree::Leaf => 0,
        Tree::Node(left, right) => {
            1 + [left, right].iter().filter(|part| matches!(****part, Tree::Node(..))).count()
        }
    };
    let sequences = dpgen::sequences::<Graft>(3).call_size(2);
    let explored = sequences.check_states(|| 0, |all, graft| *all += nodes(graft), |all| *all).unwrap();
    assert_eq!((explored.states(), explored.calls()), (7, (1 + 2 + 2) * 4)); // 0 to 6; from 0 to 4, in three calls
}

/// A call that leaves itself out leads nowhere: of 2 keys, the set is never empty again.
#[test]
fn a_call_may_leave_itself_out() {
    let sequences = dpgen::sequences::<Op>(9).param("keys", 2);
    let explored = sequences.check_states(
        BTreeSet::new,
        |set, op| {
            dpgen::assume(match op {
                Op::Insert(_) => true,
                Op::Remove(_) => set.len() == 2,
                Op::Clear => false,
            });
            apply(set, op);
        },
        Clone::clone,
    );
    let explored = explored.unwrap();
    assert_eq!((explored.states(), explored.failures().len(), explored.is_closed()), (4, 0, true));
}

/// Eight calls in a row are beyond all sequences of up to four, and among the samples of forty.
#[test]
fn samples_reach_further_and_fail_at_a_smallest_sequence() {
    let insert_eight = |calls: &mut (u32, u32), op: &Op| {
        calls.1 += 1;
        calls.0 = if matches!(op, Op::Insert(2..)) { calls.0 + 1 } else { 0 };
        assert!(calls.0 < 8, "eight in a row, at call {}", calls.1);
    };
    let sequences = || dpgen::sequences::<Op>(2).param("keys", 9);
    let explored = sequences().samples(300, 40).check(|| (0, 0), insert_eight).unwrap();
    let [failure] = explored.failures() else { panic!("{explored}") };
    assert!(matches!(failure.calls(), [Op::Insert(2), ..]), "{explored}");
    assert_eq!(failure.calls().len(), 8, "{explored}");
    let text = explored.to_string();
    assert!(text.starts_with("the first 380 sequences of up to 2 calls, and "), "{text}");
    assert!(
        text.contains(" samples of 40 calls (seed 0), 1 failed, from 1 cause; stopped by a failure"),
        "{text}"
    );

    let passed = sequences().samples(30, 5).check(|| (0, 0), insert_eight).unwrap();
    assert_eq!(
        passed.to_string(),
        "all 380 sequences of up to 2 calls, and 30 samples of 5 calls (seed 0) pass" // 19 + 19 * 19
    );
}

mod machines {
    use super::*;
    use dpgen::{ReferenceStateMachine, StateMachineTest};
    use std::cell::Cell;

    thread_local! {
        static BEGUN_AND_ENDED: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
    }

    #[derive(DpGen, Debug, Clone, Copy, PartialEq)]
    enum Step {
        Up,
        Down,
    }

    /// A level of at least 0 and at most `MAX`.
    struct Level<const MAX: u8>;

    impl<const MAX: u8> ReferenceStateMachine for Level<MAX> {
        type State = u8;
        type Transition = Step;

        fn init_state() -> u8 {
            0
        }
        fn preconditions(level: &u8, step: &Step) -> bool {
            if *step == Step::Up { *level < MAX } else { *level > 0 }
        }
        fn apply(level: u8, step: &Step) -> u8 {
            if *step == Step::Up { level + 1 } else { level - 1 }
        }
    }

    /// A counter that forgets to go from `WRONG` to the next level.
    struct Counter<const MAX: u8, const WRONG: u8>;

    impl<const MAX: u8, const WRONG: u8> StateMachineTest for Counter<MAX, WRONG> {
        type SystemUnderTest = u8;
        type Reference = Level<MAX>;

        fn init_test(level: &u8) -> u8 {
            BEGUN_AND_ENDED.set((BEGUN_AND_ENDED.get().0 + 1, BEGUN_AND_ENDED.get().1));
            *level
        }
        fn apply(system: u8, _: &u8, step: &Step) -> u8 {
            match step {
                Step::Up if system == WRONG => system,
                Step::Up => system + 1,
                Step::Down => system - 1,
            }
        }
        fn check_invariants(system: &u8, level: &u8) {
            assert_eq!(system, level);
        }
        fn teardown(_: u8) {
            BEGUN_AND_ENDED.set((BEGUN_AND_ENDED.get().0, BEGUN_AND_ENDED.get().1 + 1));
        }
    }

    /// Of one call, `Up` is possible; of two, `Up` and `Down` after it: the other `Down`s are left out.
    #[test]
    fn transitions_without_their_preconditions_are_left_out() {
        let explored = dpgen::sequences::<Step>(2).check_machine::<Counter<5, 9>>().unwrap();
        explored.assert();
        assert_eq!(
            explored.to_string(),
            "all 4 sequences of up to 2 calls pass; 1 of them were left out, by a precondition or `assume`"
        );
        let (begun, ended) = BEGUN_AND_ENDED.get();
        assert_eq!(begun, ended);
        assert!(begun >= 4);
    }

    #[test]
    fn each_state_of_a_model_is_met_once() {
        let explored = dpgen::sequences::<Step>(50).check_machine_states::<Counter<5, 9>>().unwrap();
        explored.assert();
        assert_eq!((explored.states(), explored.is_closed()), (6, true));
    }

    #[test]
    fn a_system_that_leaves_its_model_fails_at_a_shortest_sequence() {
        for explored in [
            dpgen::sequences::<Step>(5).check_machine::<Counter<9, 3>>().unwrap(),
            dpgen::sequences::<Step>(5).check_machine_states::<Counter<9, 3>>().unwrap(),
        ] {
            let [failure] = explored.failures() else { panic!("{explored}") };
            assert_eq!(failure.calls(), [Step::Up; 4]);
        }
    }

    #[test]
    #[should_panic(expected = "every sequence was left out")]
    fn nothing_but_transitions_left_out_is_no_success() {
        dpgen::sequences::<Step>(3).check_machine::<Counter<0, 9>>().unwrap().assert();
    }
}

/// Calls with arguments of any size, one of which has no value at all.
mod sizes_of_calls {
    use super::*;

    #[derive(DpGen, Debug, Clone)]
    enum List {
        One(bool),
        More(bool, Box<List>),
    }

    #[derive(DpGen, Debug, Clone)]
    enum Op {
        Clear,
        Push(bool),
        Append(List),
        Zip(List, List),
    }

    #[derive(DpGen, Debug, Clone)]
    #[dpgen(root_ok = never)]
    enum Never {
        End,
        Link(Box<Never>),
    }

    fn never(_: NeverView) -> bool {
        false
    }

    #[derive(DpGen, Debug, Clone)]
    enum WithNever {
        Push(bool),
        #[allow(dead_code, reason = "no value is made")]
        Call(Never),
    }

    #[test]
    fn each_variant_has_a_call_by_default() {
        let explored = dpgen::sequences::<Op>(1).check(|| (), |(), _| ()).unwrap();
        // Of size 3: 1, 2, lists of 1 and 2 flags, and two lists of one flag.
        assert_eq!(
            explored.to_string(),
            format!("all {} sequences of up to 1 calls pass", 1 + 2 + (2 + 4) + 4)
        );
        let explored = dpgen::sequences::<Op>(1).call_size(2).check(|| (), |(), _| ()).unwrap();
        assert_eq!(
            explored.to_string(),
            "all 5 sequences of up to 1 calls pass; without calls of `Zip`, as none is so small: see `call_size`"
        );
    }

    #[test]
    fn a_variant_without_a_value_is_named() {
        let explored = dpgen::sequences::<WithNever>(1).check(|| (), |(), _| ()).unwrap();
        let text = "all 2 sequences of up to 1 calls pass; without calls of `Call`, as none is so small: see `call_size`";
        assert_eq!(explored.to_string(), text);
    }
}
