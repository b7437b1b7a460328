//! `#[dpgen::test]` on cases that take no time: what it adds to a loop over them, what watching them costs, and what several
//! threads gain where cases take some.
//!
//! `cargo bench --bench testing`. The cases are sorted lists of up to six numbers from 1 to 12 or 20, lent one after the other,
//! and the body looks at the first constructor; builds are a part of the time. *watched* is a test; *loop* catches panics, too.
//! Then come millions of instructions, with the running case recorded in a file and without. The program runs so slowly
//! there that nearly each case is recorded by itself; at its own speed hundreds are recorded at once.
#![allow(clippy::unwrap_used, missing_docs, reason = "a bench may panic")]

#[path = "../tests/it/common/mod.rs"]
mod common;
#[path = "guard/instructions.rs"]
mod instructions;

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::sorted_list::List;
use criterion::{Criterion, Throughput};
use dpgen::__private::{TestOptions, test_in_place};
use dpgen::Generator;

const MAX_SIZE: u32 = 6;
/// How many lists, of numbers up to which.
type Lists = (u64, i64);

const FEW: Lists = (10_000, 12);
/// C(26, 6): as many as choices of six from 21 with repetition.
const ALL: Lists = (230_230, 20);

/// A test.
fn watched((cases, n): Lists) {
    let seen = AtomicU64::new(0);
    let options = TestOptions {
        name: "testing::sorted_lists",
        function: "sorted_lists",
        regressions: false,
        max_size: Some(MAX_SIZE),
        params: if n == 12 { &[("n", 12)] } else { &[("n", 20)] },
        threads: 1,
        limit: Some(cases),
        ..TestOptions::DEFAULT
    };
    test_in_place(
        options,
        |_| Vec::new(),
        |list: &List| {
            // One thread, and so no more than an addition.
            seen.store(seen.load(Ordering::Relaxed) + counted(list), Ordering::Relaxed);
        },
    );
    assert_eq!(seen.into_inner(), cases - 1);
}

/// A test on several threads, whose cases take so long.
fn on_threads(threads: usize, case_time: Duration) {
    let options = TestOptions {
        name: "testing::slow_lists",
        function: "slow_lists",
        regressions: false,
        max_size: Some(MAX_SIZE),
        params: &[("n", 12)],
        threads,
        limit: Some(FEW.0),
        ..TestOptions::DEFAULT
    };
    test_in_place(
        options,
        |_| Vec::new(),
        |list: &List| {
            let began = Instant::now();
            black_box(list);
            while began.elapsed() < case_time {}
        },
    );
}

/// The same without a test.
fn looped((cases, n): Lists) {
    let generator = Generator::<List>::up_to(MAX_SIZE).param("n", n).threads(1);
    let lists = generator.build().unwrap();
    let mut lent = lists.iter().in_place();
    let mut seen = 0;
    for _ in 0..cases {
        let list = lent.next().unwrap();
        seen += catch_unwind(AssertUnwindSafe(|| counted(list))).unwrap();
    }
    assert_eq!(seen, cases - 1);
}

fn counted(list: &List) -> u64 {
    u64::from(matches!(black_box(list), List::Cons(..)))
}

fn main() {
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    if has("--case") {
        return if has("few") { watched(FEW) } else { watched(ALL) };
    }
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("sorted lists");
    for (lists, name) in [(FEW, "10,000"), (ALL, "230,230")] {
        group.throughput(Throughput::Elements(lists.0));
        group.bench_function(format!("{name} watched"), |b| b.iter(|| watched(lists)));
        group.bench_function(format!("{name} loop"), |b| b.iter(|| looped(lists)));
    }
    group.finish();
    let mut group = criterion.benchmark_group("10,000 lists");
    for (case_time, name) in [(Duration::ZERO, "no time"), (Duration::from_micros(20), "20 µs")] {
        for threads in [1, 2, 4] {
            group.bench_function(format!("{name} each, on {threads} threads"), |b| {
                b.iter(|| on_threads(threads, case_time));
            });
        }
    }
    group.finish();
    criterion.final_summary();
    if has("--bench") && instructions::available() {
        for case in ["few", "all"] {
            let figures = ["0", ""].map(|record| instructions::of(case, &[("DPGEN_RECORD", record)]));
            println!(
                "{case}: {:.2} million instructions without a record, {:.2} with one",
                figures[0], figures[1]
            );
        }
    }
}
