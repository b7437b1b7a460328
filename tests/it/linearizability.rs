//! Two threads on one system. The threads of systems with a fault meet inside of their calls, so that it shows in each run.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Barrier, Mutex};
use std::time::Duration;

use dpgen::prelude::*;

#[derive(DpGen, Debug, Clone, Copy)]
enum Add {
    One,
}

#[derive(DpGen, Debug, Clone, Copy)]
enum Op {
    Add(#[dpgen(range = 1..=2)] u32),
    Get,
}

/// The number before the call.
fn add(number: &mut u32, by: u32) -> u32 {
    *number += by;
    *number - by
}

fn apply(number: &mut u32, op: &Op) -> u32 {
    match op {
        Op::Add(by) => add(number, *by),
        Op::Get => *number,
    }
}

fn atomic(number: &AtomicU32, op: &Op) -> u32 {
    match op {
        Op::Add(by) => number.fetch_add(*by, Ordering::SeqCst),
        Op::Get => number.load(Ordering::SeqCst),
    }
}

#[test]
fn what_is_atomic_is_linearizable() {
    let sequences = dpgen::sequences::<Op>(2);
    let report = sequences.check_linearizable(AtomicU32::default, atomic, || 0, apply).unwrap();
    report.assert();
    // 3 + 9 sequences, each two of them and each with itself.
    assert_eq!(
        report.to_string(),
        "all 78 pairs of sequences of up to 2 calls, 20 times each in two threads: linearizable"
    );
}

#[test]
fn a_lost_update_is_shown_with_the_answers_of_both_threads() {
    struct Shared {
        number: AtomicU32,
        both: Barrier,
    }
    let system = || Shared { number: AtomicU32::new(0), both: Barrier::new(2) };
    let call = |shared: &Shared, _: &Add| {
        let before = shared.number.load(Ordering::SeqCst);
        shared.both.wait();
        shared.number.store(before + 1, Ordering::SeqCst);
        before
    };
    let sequences = dpgen::sequences::<Add>(1);
    let report = sequences.check_linearizable(system, call, || 0, |number, _| add(number, 1)).unwrap();
    let text = "  in round 1\n  thread 1:\n    One = 0\n  thread 2:\n    One = 0";
    assert_eq!(report.failure(), Some(text));
    assert_eq!(
        report.to_string(),
        format!(
            "the first 1 pairs of sequences of up to 1 calls, 20 times each in two threads: no order of these calls gives their answers\n{text}"
        )
    );
    assert!(std::panic::catch_unwind(|| report.assert()).is_err());
}

#[test]
fn a_panic_in_a_thread_is_no_answer() {
    let call = |number: &AtomicU32, op: &Op| match op {
        Op::Get if number.load(Ordering::SeqCst) == 2 => panic!("two"),
        _ => atomic(number, op),
    };
    let report = dpgen::sequences::<Op>(2).check_linearizable(AtomicU32::default, call, || 0, apply).unwrap();
    let failure = report.failure().unwrap();
    assert!(failure.contains("Get panicked: two"), "{failure}");
}

#[test]
fn limits_end_a_check_between_two_pairs() {
    let check = |sequences: dpgen::Sequences<Op>| {
        let report = sequences.check_linearizable(AtomicU32::default, atomic, || 0, apply).unwrap();
        (report.pairs(), report.to_string())
    };
    let (pairs, text) = check(dpgen::sequences(2).limit(5));
    assert!(pairs == 5 && text.ends_with("linearizable; stopped by its limit on calls"), "{text}");
    let (pairs, text) = check(dpgen::sequences(2).time_limit(Duration::ZERO));
    assert!(pairs == 0 && text.ends_with("linearizable; stopped by its limit on time"), "{text}");
}

/// Of the 78 pairs, those are left out in which more than two calls in all add.
#[test]
fn pairs_that_the_model_leaves_out_do_not_run() {
    let model = |made: &mut (u32, u32), op: &Op| {
        made.1 += u32::from(matches!(op, Op::Add(_)));
        dpgen::assume(made.1 <= 2);
        apply(&mut made.0, op)
    };
    let most = Mutex::new(0);
    let call = |(number, adds): &(AtomicU32, AtomicU32), op: &Op| {
        if matches!(op, Op::Add(_)) {
            let adds = adds.fetch_add(1, Ordering::SeqCst) + 1;
            let mut most = most.lock().unwrap();
            *most = adds.max(*most);
        }
        atomic(number, op)
    };
    let report =
        dpgen::sequences::<Op>(2).check_linearizable(Default::default, call, || (0, 0), model).unwrap();
    report.assert();
    // By their number of calls that add, there are 1, 2 and 0 sequences of one call, and 1, 4 and 4 of two calls:
    // 2 with none, 6 with one and 4 with two. Pairs with at most two: of 2 and 12 in any way, 2 * 3 / 2 + 2 * 6 + 2 * 4 + 6 * 7 / 2.
    assert_eq!(report.pairs(), 3 + 12 + 8 + 21);
    assert_eq!(*most.lock().unwrap(), 2);
}
