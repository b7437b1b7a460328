//! Cases on several threads: they are run there, the output is that of one thread, and those that die are known.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Mutex;
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use super::runs::Runs;
use super::{List, command};

/// Longer than the cases that are run in one thread take together.
fn take_time() {
    thread::sleep(Duration::from_micros(200));
}

/// The sum of the numbers.
fn sum(list: &List) -> u32 {
    match list {
        List::Nil => 0,
        List::Cons(number, rest) => u32::from(*number) + sum(rest),
    }
}

#[dpgen::test(max_size = 7, threads = 4)]
#[ignore = "run by another test"]
fn labelled(list: &List) {
    take_time();
    dpgen::assume(list.len() != 5);
    dpgen::classify("odd", sum(list) % 2 == 1);
    dpgen::cover(0.4, "long", list.len() > 5);
    if list.len() == 7 {
        dpgen::classify("seven", true);
    }
}

#[dpgen::test(max_size = 7, threads = 4)]
#[ignore = "run by another test"]
fn panics(list: List) {
    take_time();
    assert!(list.len() < 6 || sum(&list) != 9, "{}", sum(&list));
}

#[dpgen::test(max_size = 7, threads = 4)]
#[ignore = "run by another test"]
fn errors(list: List) -> Result<(), u32> {
    take_time();
    if list.len() == 6 && sum(&list) > 8 { Err(sum(&list)) } else { Ok(()) }
}

#[dpgen::test(max_size = 2, sample = 50, sample_sizes = 3..=8, threads = 4)]
#[ignore = "run by another test"]
fn samples(list: &List) {
    take_time();
    assert!(list.len() < 7 || sum(list) != 11);
}

#[dpgen::test(max_size = 2, sample = 50, sample_sizes = 3..=8, threads = 4)]
#[ignore = "run by another test"]
fn passing_samples(list: &List) {
    take_time();
    dpgen::classify("odd", sum(list) % 2 == 1);
}

#[dpgen::test(max_size = 7, limit = 100, threads = 4)]
#[ignore = "run by another test"]
fn limited(list: &List) {
    take_time();
    dpgen::classify("odd", sum(list) % 2 == 1);
}

#[dpgen::test(max_size = 6, threads = 4)]
#[ignore = "run by another test"]
fn aborts(list: &List) {
    take_time();
    if list.len() == 6 && sum(list) == 11 && std::env::var("DEATH").is_ok_and(|death| death == "abort") {
        std::process::abort();
    }
}

/// The output of a test with so many threads, without the time that it took and the name and number of its thread.
fn output(test: &str, threads: &str) -> String {
    let mut command =
        command(&format!("parallel::{test}"), &[("RUST_TEST_THREADS", threads), ("DPGEN_VERBOSE", "1")]);
    let output = command.output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("test result")).map(|line| {
        let line = line.find(" panicked at").map_or(line, |place| &line[place..]);
        let (before, after) = line.split_once(" in ").unwrap_or((line, ""));
        format!("{before} {}", after.split_once(" s").map_or(after, |(_, after)| after))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn threads_have_the_output_of_one() {
    let rows = [
        ("labelled", "all 255 cases of size ≤ 7"),
        ("panics", "counterexample of size 6"),
        ("errors", "counterexample of size 6"),
        ("samples", "counterexample of size 7"),
        ("passing_samples", "samples of sizes 3 to 8"),
        ("limited", "stopped by its limit on cases"),
    ];
    for (test, part) in rows {
        let one = output(test, "1");
        assert!(one.contains(part), "{test}: {one}");
        assert_eq!(output(test, "4"), one, "{test}");
    }
}

static THREADS: Mutex<Vec<ThreadId>> = Mutex::new(Vec::new());

/// Whether whoever runs the tests limits their threads.
fn threads_are_limited() -> bool {
    std::env::var_os("RUST_TEST_THREADS").is_some()
        || std::env::args().any(|argument| argument.starts_with("--test-threads"))
}

/// A case that is not the first few waits for a second thread, which comes. No case is remembered, as none would be at fault.
#[dpgen::test(max_size = 6, threads = 2, regressions = false)]
fn cases_run_on_several_threads(list: &List) {
    take_time();
    let seen = || {
        let mut threads = THREADS.lock().unwrap();
        if !threads.contains(&thread::current().id()) {
            threads.push(thread::current().id());
        }
        threads.len()
    };
    let began = Instant::now();
    // Size 6 has 64 lists, the last of which are sixes of 2.
    while list.len() == 6 && sum(list) == 12 && seen() < 2 && !threads_are_limited() {
        assert!(began.elapsed() < Duration::from_secs(20), "no second thread has run a case");
        thread::sleep(Duration::from_millis(1));
    }
    seen();
}

/// A process dies in one of several cases; the runs after it try them one by one, and know the one.
#[test]
fn a_case_that_dies_beside_others_is_known_to_the_next_runs() {
    let runs = Runs::of("aborts");
    let run = |death| {
        let output = runs.start_with("parallel", &[("RUST_TEST_THREADS", "4"), ("DEATH", death)]).output();
        (output.status.success(), runs.text(&output))
    };
    let (passed, first) = run("abort");
    assert!(!passed && !first.contains("the last run of"), "{first}");
    let (passed, second) = run("abort");
    assert!(
        !passed && second.contains("note: the last run of test_messages::parallel::aborts died in "),
        "{second}"
    );
    let (passed, third) = run("abort");
    assert!(!passed && third.contains("died in this case of size 6 (rank "), "{third}");
    let (passed, fourth) = run("no");
    assert!(passed && fourth.contains("died in this case of size 6 (rank "), "{fourth}");
    assert!(fourth.contains("all 127 cases of size ≤ 6"), "{fourth}");
    let left: BTreeSet<_> =
        fs::read_dir(runs.folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(left.is_empty(), "{left:?}");
    let (passed, fifth) = run("no");
    assert!(passed && !fifth.contains("died in"), "{fifth}");
}
