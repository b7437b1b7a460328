//! Sequences of calls of a set, by their length: all paths, and what is proved of those that no sequence takes.

use std::time::Instant;

use dpgen::prelude::*;

#[path = "../../../crates/explore/tests/it/calls/set.rs"]
mod set;

#[derive(DpGen, Debug)]
enum Call {
    Insert(#[dpgen(range = 0..=99)] Int),
    Remove(#[dpgen(range = 0..=99)] Int),
}

pub fn run(is_whole: bool) {
    println!("Insertions into a search tree and removals, by calls");
    println!("| calls | sequences | paths | certificate | time |");
    println!("|--:|--:|--:|---|--:|");
    // OEIS A000165, 2^n n! paths of n calls.
    let (mut paths, mut of_length) = (0, 1);
    for calls in 0..=if is_whole { 6 } else { 3 } {
        let begin = Instant::now();
        let suite = dpgen::explore::<Vec<Call>>(calls, |calls| {
            let mut set = set::Set::new();
            for call in calls {
                match *call {
                    Call::Insert(key) => set.insert(key),
                    Call::Remove(key) => set.remove(&key),
                };
            }
            assert_eq!(set.keys().len(), set.len());
        });
        let (suite, time) = (suite.unwrap(), begin.elapsed());
        of_length *= if calls == 0 { 1 } else { 2 * u64::from(calls) };
        paths += of_length;
        let explored = suite.explored();
        assert_eq!((u64::try_from(explored.paths.len()).unwrap(), explored.failed), (paths, 0));
        let sequences = (1_u64 << (calls + 1)) - 1;
        println!("| {calls} | {sequences} | {paths} | {suite} | {time:.1?} |");
    }
    println!();
}
