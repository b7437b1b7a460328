//! The output of `#[dpgen::test]`, and what the environment changes in it: this program's own ignored tests, run by it.

#![allow(missing_docs, clippy::unwrap_used, reason = "a test")]

mod arguments;
mod deaths;
mod observations;
mod parallel;
mod runs;
mod sequences;

use std::process::{Command, Output};

use dpgen::DpGen;
use insta::assert_snapshot;

#[derive(DpGen, Debug)]
enum List {
    Nil,
    Cons(#[dpgen(range = 1..=2)] u8, Box<List>),
}

impl List {
    fn len(&self) -> usize {
        match self {
            List::Nil => 0,
            List::Cons(_, rest) => 1 + rest.len(),
        }
    }
}

#[dpgen::test(max_size = 4)]
#[ignore = "run by another test"]
fn short_lists_only(list: &List, #[dpgen(range = 1..=3)] key: i64) -> Result<(), String> {
    println!("ran {list:?} {key}");
    if list.len() == 3 && key == 2 { Err("three elements".to_owned()) } else { Ok(()) }
}

#[dpgen::test(max_size = 3)]
#[ignore = "run by another test"]
fn all_lists(list: List) {
    println!("ran {list:?}");
}

#[dpgen::test(max_size = 3)]
#[ignore = "run by another test"]
fn classified_lists(list: &List) {
    dpgen::cover(0.5, "of three", list.len() == 3);
    dpgen::classify("of two", list.len() == 2);
    // A test in a test has a table of its own.
    dpgen::check(1, |_: &List| dpgen::classify("inner", true)).unwrap().assert();
    dpgen::classify("of two", list.len() == 2);
}

#[dpgen::test]
#[ignore = "run by another test"]
fn drawn_lists(list: List) {
    assert!(list.len() != 14 && list.len() != 15, "more than thirteen");
}

#[dpgen::test(max_size = 1, sample = 40, sample_sizes = 2..=8)]
#[ignore = "run by another test"]
fn sampled_lists(list: List) {
    println!("ran {list:?}");
}

#[dpgen::test(max_size = 3, n = size, expect = 15)]
#[ignore = "run by another test"]
fn expected_lists(list: List) {
    println!("ran {list:?}");
}

#[dpgen::test(max_size = 1, sample = 1, sample_sizes = 100..=100)]
#[ignore = "run by another test"]
fn long_lists(list: &List) {
    assert!(list.len() < 100, "a hundred");
}

/// DP judges each list, and each case that has it: there are 16,383 lists of up to thirteen elements, and 32,767 of up to fourteen.
#[dpgen::test(algorithm = "dp")]
#[ignore = "run by another test"]
fn lists_within_the_budget(_list: &List) {}

/// The same lists, with a domain that mentions `n`, so that each size has a build of its own.
#[derive(DpGen, Debug)]
enum Marked {
    Nil(#[dpgen(range = n..=n)] i64),
    Cons(#[dpgen(range = 1..=2)] u8, Box<Marked>),
}

#[dpgen::test(algorithm = "dp")]
#[ignore = "run by another test"]
fn marked_lists_within_the_budget(list: &Marked) {
    let (mut list, mut len) = (list, 0);
    while let Marked::Cons(_, rest) = list {
        (list, len) = (rest, len + 1);
    }
    // The end of a list weighs 1, as it has a field.
    assert!(matches!(list, Marked::Nil(n) if *n == len + 1));
}

#[dpgen::test(max_size = 1, sample = 3, sample_sizes = 2..=2)]
#[ignore = "run by another test"]
fn samples_of_one_size(_list: &List) {}

#[dpgen::test(max_size = 1, fields = symbolic)]
#[ignore = "run by another test"]
fn unconstrained_argument(_list: &List, #[dpgen(range = 1..=9)] _mark: i64) {}

#[dpgen::test(max_size = 1)]
#[ignore = "run by another test"]
fn argument_without_param(#[dpgen(range = 1..=keys)] _key: i64) {}

/// This program, to run one of its tests with these variables.
fn command(test: &str, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture"]).env("RUST_TEST_THREADS", "1");
    for name in ["MAX_SIZE", "SEED", "REPLAY", "SHARD", "VERBOSE", "CASE_TIME", "RECORD", "OBSERVE"] {
        command.env_remove(format!("DPGEN_{name}"));
    }
    // These tests fail on purpose.
    command
        .env_remove("NEXTEST")
        .env_remove("RUST_BACKTRACE")
        .env("DPGEN_REGRESSIONS", "0")
        .envs(variables.iter().copied());
    command
}

/// What such a test prints, without what differs from run to run.
fn run(test: &str, variables: &[(&str, &str)]) -> String {
    shown(test, &command(test, variables).output().unwrap())
}

fn shown(test: &str, output: &Output) -> String {
    let text = String::from_utf8([&output.stdout[..], &output.stderr].concat()).unwrap();
    let begin = format!("test {test} ... ");
    let lines = text.lines().map(|line| line.strip_prefix(&begin).unwrap_or(line));
    let of_libtest =
        ["running ", "test result", "failures:", "    ", "thread ", "note: run with", "ok", "FAILED"];
    let lines =
        lines.filter(|line| !line.is_empty() && !of_libtest.iter().any(|start| line.starts_with(start)));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_counterexample_is_shown_with_its_arguments_and_its_replay() {
    let text = run("short_lists_only", &[]);
    let shown = text.lines().filter(|line| !line.starts_with("ran ")).collect::<Vec<_>>().join("\n");
    assert_snapshot!(shown, @r#"
    counterexample of size 3 (rank 1 of 24 at that size; 22 smaller and equal-sized cases passed first)
      list = Cons(1, Cons(1, Cons(1, Nil)))
      key = 2
      failed: Error: "three elements"
    replay: DPGEN_REPLAY=3:1 cargo test short_lists_only
    "#);
}

#[test]
fn a_replay_is_run_by_the_runner_that_was_used() {
    let text = run("short_lists_only", &[("NEXTEST", "1")]);
    assert!(text.ends_with("replay: DPGEN_REPLAY=3:1 cargo nextest run short_lists_only"), "{text}");
}

#[test]
fn a_replay_runs_one_case() {
    assert_snapshot!(run("short_lists_only", &[("DPGEN_REPLAY", "3:1")]), @r#"
    ran Cons(1, Cons(1, Cons(1, Nil))) 2
    counterexample of size 3 (rank 1 of 24 at that size; replayed)
      list = Cons(1, Cons(1, Cons(1, Nil)))
      key = 2
      failed: Error: "three elements"
    replay: DPGEN_REPLAY=3:1 cargo test short_lists_only
    "#);
    let outside = run("short_lists_only", &[("DPGEN_REPLAY", "3:24")]);
    assert!(outside.contains("DPGEN_REPLAY asks for rank 24 of size 3, which has 24 cases"), "{outside}");
    let wrong = run("short_lists_only", &[("DPGEN_REPLAY", "3")]);
    assert!(wrong.contains("expected a size and a rank, as in `DPGEN_REPLAY=4:17`"), "{wrong}");
}

#[test]
fn a_passing_test_says_what_it_covered() {
    let covered = |variables: &[(&str, &str)]| {
        let text = run("all_lists", variables);
        let ran = text.lines().filter(|line| line.starts_with("ran ")).count();
        let line = text.lines().find(|line| line.contains(" cases of ")).unwrap();
        (ran, line.split(" in ").next().unwrap().to_owned())
    };
    assert_eq!(covered(&[]), (15, "all 15 cases of size ≤ 3".to_owned()));
    let verbose = "test_messages::all_lists: all 15 cases of size ≤ 3".to_owned();
    assert_eq!(covered(&[("DPGEN_VERBOSE", "1")]), (15, verbose));
    assert_eq!(covered(&[("DPGEN_MAX_SIZE", "5")]), (63, "all 63 cases of size ≤ 5".to_owned()));
}

/// The same sizes on every machine: what the budget has no room for is said, in each of both ways to build.
#[test]
fn a_default_budget_is_told_where_it_ends() {
    let line = |test: &str| {
        let text = run(test, &[]);
        let line = text.lines().find(|line| line.contains(" cases of ")).unwrap().to_owned();
        let (before, after) = line.split_once(" in ").unwrap();
        format!("{before}{}", after.split_once(" s").unwrap().1)
    };
    assert_eq!(
        line("lists_within_the_budget"),
        "all 8,191 cases of size ≤ 12, and 1,809 samples of size 13 (seed 0); size 14 is not within the 50,000 candidates \
         that a test builds by default"
    );
    // Builds of 2^size - 1 lists and as many cases each: 32,738 up to size 13, and 32,766 more of size 14.
    assert_eq!(
        line("marked_lists_within_the_budget"),
        "all 8,191 cases of size ≤ 13; size 14 is not within the 50,000 candidates that a test builds by default"
    );
    assert_eq!(line("samples_of_one_size"), "all 3 cases of size ≤ 1, and 3 samples of size 2 (seed 0)");
}

/// An argument is called by its name, and not by the struct that holds it.
#[test]
fn arguments_are_called_by_their_names() {
    let text = run("unconstrained_argument", &[]);
    assert!(text.contains("note: `_mark` is symbolic and nothing compares it"), "{text}");
    let text = run("argument_without_param", &[]);
    assert!(
        text.contains("argument_without_param: `_key` mentions the parameter `keys`, which is not set"),
        "{text}"
    );
}

/// Of sizes of which all are tried, of sizes of which all are drawn (up to 5), and of larger ones.
#[test]
fn shards_share_the_cases_and_the_samples() {
    let ran = |test: &str, shard: &str| -> Vec<String> {
        let text = run(test, &[("DPGEN_SHARD", shard), ("DPGEN_SEED", "3")]);
        text.lines().filter(|line| line.starts_with("ran ")).map(str::to_owned).collect()
    };
    for (test, cases) in [("all_lists", 15), ("sampled_lists", 1 + 2 + 4 + 8 + 16 + 32 + 3 * 40)] {
        let mut whole = ran(test, "1/1");
        let parts = ["1/3", "2/3", "3/3"].map(|shard| ran(test, shard));
        assert!(parts.iter().all(|part| part.len() >= cases / 4), "{test}: {parts:?}");
        let mut all = parts.concat();
        whole.sort();
        all.sort();
        assert_eq!((whole.len(), all), (cases, whole), "{test}");
    }
}

#[test]
fn a_passing_test_shows_its_classes() {
    let text = run("classified_lists", &[]);
    let table: Vec<&str> = text.lines().filter(|line| line.contains(" % ")).collect();
    assert_eq!(table, ["  53.3 % (8) of three", "  26.7 % (4) of two"]);
}

/// All lists up to twelve elements are tried (8,191); of those with thirteen and more, some are drawn.
#[test]
fn a_sample_that_fails_gives_way_to_a_smaller_one() {
    let text = run("drawn_lists", &[("DPGEN_SEED", "7")]);
    assert!(text.starts_with("counterexample of size 14 (rank "), "{text}");
    assert!(text.contains("drawn with seed 7, after all 8,191 cases of size ≤ 12 passed)"), "{text}");
    assert!(text.contains("more than thirteen"), "{text}");
    assert_eq!(text, run("drawn_lists", &[("DPGEN_SEED", "7")]));
}

/// It is made smaller, too: of fourteen numbers that may all be 1, they are.
#[test]
fn a_sample_that_fails_is_made_smaller_step_by_step() {
    for seed in ["1", "2", "3"] {
        let text = run("drawn_lists", &[("DPGEN_SEED", seed)]);
        assert!(
            text.starts_with("counterexample of size 14 (rank 0 of 16,384 at that size; made of one"),
            "{text}"
        );
        assert!(
            text.contains(&format!("  list = {}Nil{}\n", "Cons(1, ".repeat(14), ")".repeat(14))),
            "{text}"
        );
        // Each number was lowered or not, and so is none any more; lists of thirteen were all tried before or pass.
        let steps = "none that is one step smaller fails (";
        assert!(text.contains("  made smaller in ") && text.contains(steps), "{text}");
        let passing =
            "\n  passes with `Nil` instead of `Cons(1, Nil)` in list, after `…(1, Cons(1, Cons(1, Cons(1,`\n";
        assert!(text.contains(passing), "{text}");
        assert!(text.contains("replay: DPGEN_REPLAY=14:0 cargo test drawn_lists"), "{text}");
    }
    let text = run("long_lists", &[]);
    let ended = "  ended by the bound on tries, with smaller ones left to try (1,000 tried)";
    assert!(text.contains(ended), "{text}");
}

#[dpgen::test]
#[ignore = "run by another test"]
fn lists_and_plain_arguments(_list: &List, #[dpgen(range = 0..=99)] _key: u8, _flag: bool) {}

#[dpgen::test]
#[ignore = "run by another test"]
fn lists_and_a_placed_argument(_list: &List, #[dpgen(around = _list, range = 0..=4)] _key: u8) {}

/// Lists of up to 4 elements, each of two values, with 200 pairs of a key and a flag: 31 * 200 cases; the next size has 6,400 more.
#[test]
fn what_plain_arguments_multiply_cases_by_is_told() {
    let text = run("lists_and_plain_arguments", &[("DPGEN_VERBOSE", "1")]);
    let all = ": all 6,200 cases of size ≤ 4 (with all 100 values of _key, all 2 values of _flag), and ";
    assert!(text.contains(all), "{text}");
    // Not every list stands beside every key.
    let text = run("lists_and_a_placed_argument", &[("DPGEN_VERBOSE", "1")]);
    assert!(text.contains("samples of sizes") && !text.contains("values of"), "{text}");
}

/// A folder that looks like this package to a test, with a source of this name, and what to set for it.
struct Package {
    folder: tempfile::TempDir,
}

impl Package {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("tests/test_messages")).unwrap();
        for source in ["main", "deaths", "arguments", "sequences"] {
            std::fs::write(folder.path().join(format!("tests/test_messages/{source}.rs")), "").unwrap();
        }
        Self { folder }
    }

    fn run(&self, test: &str) -> String {
        let folder = self.folder.path().to_str().unwrap();
        run(test, &[("CARGO_MANIFEST_DIR", folder), ("DPGEN_REGRESSIONS", "1")]).replace(folder, "~")
    }

    fn file(&self) -> std::path::PathBuf {
        self.file_of("main")
    }

    fn file_of(&self, source: &str) -> std::path::PathBuf {
        self.folder.path().join(format!("tests/test_messages/{source}.regressions.ron"))
    }
}

#[test]
fn a_failure_is_remembered_and_tried_first() {
    let package = Package::new();
    let first = package.run("short_lists_only");
    assert!(
        first.ends_with(
            "remembered in ~/tests/test_messages/main.regressions.ron, and tried first from now on"
        )
    );
    assert_snapshot!(std::fs::read_to_string(package.file()).unwrap(), @r#"
    // Cases that failed once, which dpgen tries first: keep this file with the source.
    (test: "test_messages::short_lists_only", key: "3:1", n: 4, case: (list: Cons(1, Cons(1, Cons(1, Nil))), key: 2))
    "#);
    assert_snapshot!(package.run("short_lists_only"), @r#"
    ran Cons(1, Cons(1, Cons(1, Nil))) 2
    counterexample of size 3 (remembered in ~/tests/test_messages/main.regressions.ron:2)
      list = Cons(1, Cons(1, Cons(1, Nil)))
      key = 2
      failed: Error: "three elements"
    replay: cargo test short_lists_only
    "#);
    assert_eq!(std::fs::read_to_string(package.file()).unwrap().lines().count(), 2);
}

#[test]
fn a_remembered_case_that_fits_no_more_is_skipped_with_a_note() {
    let package = Package::new();
    let entry =
        |case: &str| format!("(test: \"test_messages::all_lists\", key: \"1:0\", n: 3, case: {case})\n");
    let lines =
        ["// a comment\n", &entry("(list: Cons(7, Nil))"), "nonsense\n", &entry("(list: Cons(2, Nil))")]
            .concat();
    std::fs::write(package.file(), &lines).unwrap();
    let text = package.run("all_lists");
    let notes: Vec<&str> = text.lines().filter(|line| line.starts_with("note")).collect();
    assert_eq!(text.lines().next(), Some("ran Cons(2, Nil)"));
    assert!(text.contains("1 remembered case, and all 15 cases of size ≤ 3"), "{text}");
    assert_eq!(
        notes,
        [
            "note: ~/tests/test_messages/main.regressions.ron:3 is not of the form `(test: \"...\", key: \"...\", n: ..., \
             case: ...)` or `(test: \"...\", calls_of: \"...\", calls: [...])`, and is skipped",
            "note: ~/tests/test_messages/main.regressions.ron:2 is no longer a case of `all_lists`, and is skipped: 7 is not \
             among the values of `Cons.0`",
        ]
    );
}

/// Cases that failed once are none of those that are expected.
#[test]
fn remembered_cases_are_not_among_those_in_order() {
    let package = Package::new();
    let entry =
        |case: &str| format!("(test: \"test_messages::expected_lists\", key: \"1:0\", n: 3, case: {case})\n");
    std::fs::write(package.file(), [entry("(list: Cons(2, Nil))"), entry("(list: Nil)")].concat()).unwrap();
    let text = package.run("expected_lists");
    assert!(text.starts_with("ran Cons(2, Nil)\nran Nil\nran Nil\n"), "{text}");
    assert!(text.contains("2 remembered cases, and all 15 cases of size ≤ 3 in"), "{text}");
}
