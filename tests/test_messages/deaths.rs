//! Cases that end the process, or never end: what is said of them, and by the runs after.
//!
//! Tests of this program's own die in a case, in a way that a variable names; a row is a form of a test and a way to die.

use std::fs;
use std::time::{Duration, Instant};

use super::runs::{Runs, is_of_one_case, output_of};
use super::{List, Package, shown};

/// Ends the process, or hangs, in the case of a list of three whose first elements are 2, 1 and 2.
fn die(list: &List) {
    let is_last = matches!(list, List::Cons(2, rest) if matches!(&**rest, List::Cons(1, rest) if matches!(&**rest, List::Cons(2, rest) if matches!(**rest, List::Nil))));
    if is_last {
        end();
    }
}

/// Ends the process, or hangs.
fn end() {
    match &std::env::var("DEATH").unwrap_or_default()[..] {
        "abort" => std::process::abort(),
        "overflow" => assert!(deep(0) > 0),
        "exit" => std::process::exit(0),
        "fail" => panic!("it fails"),
        "hang" => loop {
            std::thread::sleep(Duration::from_millis(1));
        },
        "slow" => std::thread::sleep(Duration::from_millis(2_100)),
        _ => {}
    }
}

/// Each call needs a kilobyte of the stack.
#[expect(unconditional_recursion, reason = "it is to overflow the stack")]
fn deep(depth: u64) -> u64 {
    let place = std::hint::black_box([depth; 128]);
    deep(place[7] + 1) + std::hint::black_box(place)[3]
}

#[dpgen::test(max_size = 12)]
#[ignore = "run by another test"]
fn lent(list: &List) {
    die(list);
}

#[dpgen::test(max_size = 12)]
#[ignore = "run by another test"]
fn given(list: List) {
    die(&list);
}

#[dpgen::test(max_size = 12)]
#[tokio::test]
#[ignore = "run by another test"]
async fn awaited(list: List) {
    tokio::task::yield_now().await;
    die(&list);
}

/// Size 3 has eight lists, which are all among the samples.
#[dpgen::test(max_size = 1, sample = 8, sample_sizes = 2..=3)]
#[ignore = "run by another test"]
fn drawn(list: &List) {
    die(list);
}

#[dpgen::test(max_size = 3, case_time = "1s")]
#[ignore = "run by another test"]
fn limited(list: &List) {
    die(list);
}

#[dpgen::test(max_size = 3, case_time = "2s")]
#[ignore = "run by another test"]
fn limited_to_two_seconds(list: List) {
    die(&list);
}

#[derive(dpgen::DpGen, Debug, Clone, Copy, PartialEq)]
enum Op {
    Add(#[dpgen(range = 1..=2)] u8),
    Clear,
}

/// It dies after `Add(2)`, `Clear`, `Add(1)`.
fn call(calls: &mut Vec<Op>, op: &Op) {
    calls.push(*op);
    if *calls == [Op::Add(2), Op::Clear, Op::Add(1)] {
        end();
    }
}

#[test]
#[ignore = "run by another test"]
fn called() {
    let explored = dpgen::sequences::<Op>(7).failures(10).check(Vec::new, call).unwrap();
    explored.assert();
    println!("{explored}");
}

#[test]
#[ignore = "run by another test"]
fn called_for_a_second() {
    let sequences = dpgen::sequences::<Op>(3).case_time(Duration::from_secs(1));
    sequences.check(Vec::new, call).unwrap().assert();
}

#[test]
#[ignore = "run by another test"]
fn checked() {
    let checked = dpgen::check(12, die).unwrap();
    checked.assert();
    let run: u64 = checked.sizes().iter().map(|size| size.run).sum();
    println!("all {run} of size ≤ {} were run", checked.sizes().len() - 1);
}

#[test]
#[ignore = "run by another test"]
fn hunted() {
    let hunted = dpgen::hunt(0, die);
    assert!(hunted.failure().is_none(), "{hunted:?}");
    println!("{} were hunted", hunted.cases());
}

/// A run of cases that dies in one of them.
struct Row {
    test: &'static str,
    /// What the run is called.
    label: &'static str,
    /// The case, as it is said in words.
    case: &'static str,
    /// The lines that show it.
    lines: &'static str,
    /// What is said when it is mended: if this run began with the case, and if not.
    mended: [&'static str; 2],
}

const ALL: [&str; 2] =
    ["the case that the last run died in, and all 8,191 cases of size ≤ 12", "all 8,191 cases of size ≤ 12"];
const LIST: &str = "this case of size 3 (rank 5 of 8 at that size)";
const LIST_LINES: &str = "  list = Cons(2, Cons(1, Cons(2, Nil)))\nreplay: DPGEN_REPLAY=3:5 cargo test ";

const ROWS: [Row; 7] = [
    Row { test: "lent", label: "test_messages::deaths::lent", case: LIST, lines: LIST_LINES, mended: ALL },
    Row { test: "given", label: "test_messages::deaths::given", case: LIST, lines: LIST_LINES, mended: ALL },
    Row {
        test: "awaited",
        label: "test_messages::deaths::awaited",
        case: LIST,
        lines: LIST_LINES,
        mended: ALL,
    },
    Row {
        test: "drawn",
        label: "test_messages::deaths::drawn",
        case: LIST,
        lines: LIST_LINES,
        mended: [
            "the case that the last run died in, and all 3 cases of size ≤ 1",
            "all 3 cases of size ≤ 1",
        ],
    },
    Row {
        test: "checked",
        label: "the check of List in deaths::checked",
        case: LIST,
        lines: "  Cons(2, Cons(1, Cons(2, Nil)))\n",
        mended: ["all 8191 of size ≤ 12 were run"; 2],
    },
    // 2^13 - 1 lists of up to twelve elements, what is left of 10,000 of the next size, and 1,000 of each size to 17.
    Row {
        test: "hunted",
        label: "the hunt of List in deaths::hunted",
        case: LIST,
        lines: "  Cons(2, Cons(1, Cons(2, Nil)))\n",
        mended: ["14001 were hunted", "14000 were hunted"],
    },
    // 3 + 3^2 + ... + 3^7.
    Row {
        test: "called",
        label: "the sequences of Op in deaths::called",
        case: "this sequence of 3 calls",
        lines: "    Add(2)\n    Clear\n    Add(1)\n",
        mended: ["all 3,279 sequences of up to 7 calls pass"; 2],
    },
];

/// Every run of cases dies in every way: the run after the next, at the latest, shows the case, and tries it first, but for a
/// check, which keeps its order.
#[test]
fn the_case_in_which_a_run_dies_is_known_to_the_next_runs() {
    for Row { test, label, case, lines, mended } in ROWS {
        for way in ["abort", "overflow", "exit", "hang"] {
            let runs = Runs::of(test);
            let first = runs.text(&runs.run(way));
            assert!(!first.contains("the last run of"), "{test} {way}: {first}");
            let second = runs.text(&runs.run(way));
            let in_this = format!("note: the last run of {label} died in ");
            assert!(second.contains(&in_this), "{test} {way}: {second}");
            // What was run too fast to be recorded by itself is by now.
            assert!(is_of_one_case(&runs.record().unwrap()), "{test} {way}: {:?}", runs.record());
            let third = runs.run(way);
            let text = runs.text(&third);
            let first = match test {
                "checked" => "",
                "called" => ", which is tried first:",
                _ => ", which is tried first",
            };
            let in_this = format!("{in_this}{case}{first}\n{lines}");
            assert!(text.contains(&in_this), "{test} {way}: {text}");
            assert_eq!(third.status.success(), way == "exit", "{test} {way}");
            let text = runs.text(&runs.run("nothing"));
            assert!(text.contains(&in_this) && text.contains(mended[0]), "{test} {way}: {text}");
            assert_eq!(runs.record(), None, "{test} {way}");
            let text = runs.text(&runs.run("nothing"));
            assert!(!text.contains("died in") && text.contains(mended[1]), "{test} {way}: {text}");
        }
    }
}

/// The case is tried first and again in its turn, and fails once; what does not fit is no case.
#[test]
fn a_case_in_which_a_run_died_fails_once() {
    // Without the 3 + 9 + 27 + 81 sequences that continue the one.
    let failed = "all 3,159 sequences of up to 7 calls, 1 failed, from 1 cause\n1 times at ";
    for (test, failed) in
        [("called", failed), ("checked", "size ≤ 3: 1 failed, from 1 cause"), ("hunted", "it fails")]
    {
        let runs = Runs::of(test);
        runs.run("abort");
        let text = runs.text(&runs.run("fail"));
        assert!(text.contains("died in ") && text.contains(failed), "{test}: {text}");
        assert_eq!(runs.record(), None);
    }
    let runs = Runs::of("called");
    runs.run("abort");
    let file = fs::read_dir(runs.folder.path()).unwrap().next().unwrap().unwrap().path();
    for record in [
        "(calls: 4, sequences: \"1.2.0-1\")",
        "(calls: 3, sequences: \"1.3.0-1\")",
        "(calls: 3, sequences: \"1.2.0-4\")",
        "(calls: 3, sequences: \"1.2.1-1\")",
        "(calls: 3, sequences: \"0.0.0.0.0.0.0.0-1\")",
        "(size: 3, ranks: \"5..6\")",
    ] {
        fs::write(&file, record).unwrap();
        let text = runs.text(&runs.run("nothing"));
        assert!(!text.contains("died in") && text.contains("all 3,279 sequences"), "{record}: {text}");
    }
}

/// Two runs of one test at a time: one that runs is none that has died.
#[test]
fn a_run_that_goes_on_is_not_said_to_have_died() {
    let runs = Runs::of("given");
    let mut other = runs.start("hang");
    let began = Instant::now();
    while !runs.record().is_some_and(|line| is_of_one_case(&line)) {
        assert!(began.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    let text = runs.text(&runs.start("nothing").output());
    other.kill();
    assert!(!text.contains("died in") && text.contains("all 8,191 cases"), "{text}");
    assert!(runs.text(&runs.run("nothing")).contains("died in"));
}

/// Neither a folder that can not be written, nor the wish for no records, is a failure; and a test that fails has not died.
#[test]
fn records_are_not_needed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for records in ["0", file.join("below").to_str().unwrap()] {
        let output = output_of("given", &[("DPGEN_RECORD", records)]);
        assert!(shown("deaths::given", &output).contains("all 8,191 cases"), "{output:?}");
    }
    let records = folder.path().to_str().unwrap();
    let text = super::run("short_lists_only", &[("DPGEN_RECORD", records)]);
    assert!(text.contains("three elements"), "{text}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

/// Without a variable, records are beside the program.
#[test]
fn records_are_beside_the_program() {
    let output = output_of("limited", &[("DEATH", "abort")]);
    assert!(!output.status.success());
    let again = output_of("limited", &[]);
    assert!(shown("deaths::limited", &again).contains("died in"), "{again:?}");
    let program = std::env::current_exe().unwrap();
    let folder = program.parent().unwrap().join("dpgen-running");
    let left = fs::read_dir(folder)
        .unwrap()
        .filter(|file| file.as_ref().unwrap().file_name().to_string_lossy().contains("deaths.limited."));
    assert_eq!(left.count(), 0);
}

/// One that does not end ends the process, after it was shown and kept; the next run tries it first, and so does one that
/// knows the file beside the source alone.
#[test]
fn a_case_that_exceeds_its_time_is_a_failure() {
    let package = Package::new();
    let folder = package.folder.path().to_str().unwrap();
    let records = tempfile::tempdir().unwrap();
    let variables = |records| {
        [
            ("CARGO_MANIFEST_DIR", folder),
            ("DPGEN_REGRESSIONS", "1"),
            ("DEATH", "hang"),
            ("DPGEN_RECORD", records),
        ]
    };
    let began = Instant::now();
    let output = output_of("limited", &variables(records.path().to_str().unwrap()));
    assert_eq!(output.status.code(), Some(101));
    assert!(began.elapsed() >= Duration::from_secs(2));
    let text = shown("deaths::limited", &output);
    for part in [
        "counterexample of size 3 (rank 5 of 8 at that size; still running after ",
        "  list = Cons(2, Cons(1, Cons(2, Nil)))\n",
        "  failed: it takes longer than 1s; nothing but the end of the process ends it\n",
        "replay: DPGEN_REPLAY=3:5 cargo test limited\n",
        "remembered in ",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let kept =
        || fs::read_to_string(folder.to_owned() + "/tests/test_messages/deaths.regressions.ron").unwrap();
    assert!(
        kept().contains("key: \"3:5\", n: 3, case: (list: Cons(2, Cons(1, Cons(2, Nil)))))"),
        "{}",
        kept()
    );
    let again = output_of("limited", &variables("0"));
    let text = shown("deaths::limited", &again);
    assert_eq!(again.status.code(), Some(101));
    assert!(
        text.starts_with("test_messages::deaths::limited: counterexample of size 3 (remembered in "),
        "{text}"
    );
    assert_eq!(kept().lines().count(), 2);
}

/// One that ends by itself fails as others do.
#[test]
fn a_case_that_takes_too_long_and_ends_is_a_failure() {
    let output = output_of("limited_to_two_seconds", &[("DEATH", "slow")]);
    let text = shown("deaths::limited_to_two_seconds", &output);
    let failed = "  list = Cons(2, Cons(1, Cons(2, Nil)))\n  failed: it takes longer than 2s: ";
    assert!(text.contains(failed), "{text}");
    // The variable takes precedence over the option, and stands for all tests.
    let variables = [("DEATH", "slow"), ("DPGEN_CASE_TIME", "60")];
    let output = output_of("limited_to_two_seconds", &variables);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_sequence_that_exceeds_its_time_is_shown() {
    let runs = Runs::of("called_for_a_second");
    let output = runs.start("hang").output();
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(101), "{text}");
    let shown =
        "the sequences of Op in deaths::called_for_a_second: a sequence of 3 calls is still running after ";
    assert!(text.starts_with(shown), "{text}");
    let failed = "    Add(2)\n    Clear\n    Add(1)\n  failed: it takes longer than 1s; nothing";
    assert!(text.contains(failed), "{text}");
    let text = runs.text(&runs.start("nothing").output());
    assert!(text.contains("died in this sequence of 3 calls, which is tried first"), "{text}");
}

/// A case that runs for long is shown while it runs, whatever runs it.
#[test]
fn a_case_that_runs_for_ten_seconds_is_shown() {
    let notes = [
        ("given", " has been running one case for ", " s, of size 3 (rank 5 of 8 at that size)"),
        ("checked", " has been running one case for ", " s, of size 3 (rank 5 of 8 at that size)"),
        ("hunted", " has been running one case for ", " s, of size 3 (rank 5 of 8 at that size)"),
        ("called", ": one sequence has been running for ", " s, of 3 calls:"),
    ];
    let rows = notes.map(|note| (note, ROWS.into_iter().find(|row| row.test == note.0).unwrap()));
    let running = rows.map(|(note, row)| {
        let runs = Runs::of(row.test);
        (runs.start("hang"), runs, note, row)
    });
    for (mut child, _runs, (_, is_running, end), Row { label, lines, .. }) in running {
        let stderr = std::io::BufReader::new(child.0.stderr.take().unwrap());
        let mut shown = std::io::BufRead::lines(stderr).map(Result::unwrap);
        let note = shown.find(|line| line.starts_with("note: ")).unwrap();
        let text: String = shown.take(lines.lines().count()).map(|line| line + "\n").collect();
        child.kill();
        assert!(note.starts_with(&format!("note: {label}{is_running}")) && note.ends_with(end), "{note}");
        assert!(text.starts_with(lines.trim_end()), "{text}");
    }
}
