//! Cases that end the process, or never end: what is said of them, and by the runs after.
//!
//! Tests of this program's own die in a case, in a way that a variable names; a row is a form of a test and a way to die.

use std::fs;
use std::io::Read as _;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::{List, Package, command, shown};

/// Ends the process, or hangs, in the case of a list of three whose first elements are 2, 1 and 2.
fn die(list: &List) {
    let way = std::env::var("DEATH").unwrap_or_default();
    let is_last = matches!(list, List::Cons(2, rest) if matches!(&**rest, List::Cons(1, rest) if matches!(&**rest, List::Cons(2, rest) if matches!(**rest, List::Nil))));
    if !is_last {
        return;
    }
    match &way[..] {
        "abort" => std::process::abort(),
        "overflow" => assert!(deep(0) > 0),
        "exit" => std::process::exit(0),
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

/// It never ends after `Add(2)`, `Clear`, `Add(1)`.
#[test]
#[ignore = "run by another test"]
fn called() {
    let sequences = dpgen::sequences::<Op>(3).case_time(Duration::from_secs(1));
    let run = |calls: &mut Vec<Op>, op: &Op| {
        calls.push(*op);
        while *calls == [Op::Add(2), Op::Clear, Op::Add(1)] {
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    sequences.check(Vec::new, run).unwrap().assert();
}

/// A program that does not outlive its test.
struct Running(Child);

impl Running {
    fn start(mut command: Command) -> Self {
        Self(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// Waits until it ends, which it does soon; what it writes fits into a pipe.
    fn output(mut self) -> Output {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                break status;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        };
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        self.0.stdout.take().unwrap().read_to_end(&mut stdout).unwrap();
        self.0.stderr.take().unwrap().read_to_end(&mut stderr).unwrap();
        Output { status, stdout, stderr }
    }

    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a test of this file puts out, with these variables.
fn output_of(test: &str, variables: &[(&str, &str)]) -> Output {
    Running::start(command(&format!("deaths::{test}"), variables)).output()
}

/// A test with a folder for its records.
struct Runs {
    test: &'static str,
    folder: tempfile::TempDir,
}

impl Runs {
    fn of(test: &'static str) -> Self {
        Self { test, folder: tempfile::tempdir().unwrap() }
    }

    fn start(&self, way: &str) -> Running {
        let folder = self.folder.path().to_str().unwrap();
        Running::start(command(
            &format!("deaths::{}", self.test),
            &[("DPGEN_RECORD", folder), ("DEATH", way)],
        ))
    }

    /// The line of its record, if there is one.
    fn record(&self) -> Option<String> {
        let file = fs::read_dir(self.folder.path()).unwrap().next()?.unwrap();
        Some(fs::read_to_string(file.path()).ok()?.lines().next().unwrap_or_default().to_owned())
    }

    /// Runs it until it dies; one that hangs is killed once its record names one case.
    fn run(&self, way: &str) -> Output {
        let mut child = self.start(way);
        let began = Instant::now();
        while way == "hang" && !self.record().is_some_and(|line| is_of_one_case(&line)) {
            assert!(began.elapsed() < Duration::from_secs(60), "{:?}", self.record());
            std::thread::sleep(Duration::from_millis(5));
        }
        if way == "hang" {
            // What it runs for a moment may be another one.
            std::thread::sleep(Duration::from_millis(200));
            child.kill();
        }
        child.output()
    }

    fn text(&self, output: &Output) -> String {
        shown(&format!("deaths::{}", self.test), output)
    }
}

/// Whether a record has one rank.
fn is_of_one_case(line: &str) -> bool {
    let Some((_, ranks)) = line.split_once("ranks: \"") else { return false };
    let ranks = ranks.trim_end_matches("\")");
    match ranks.split_once("..") {
        Some((start, end)) => start.parse::<u64>().unwrap() + 1 == end.parse::<u64>().unwrap(),
        None => !ranks.contains(','),
    }
}

const SHOWN: &str = "list = Cons(2, Cons(1, Cons(2, Nil)))\nreplay: DPGEN_REPLAY=3:5 cargo test ";

/// Every form of a test dies in every way: the run after the next, at the latest, shows the case before it tries it, and
/// tries it first.
#[test]
fn the_case_in_which_a_run_dies_is_known_to_the_next_runs() {
    for test in ["lent", "given", "awaited", "drawn"] {
        for way in ["abort", "overflow", "exit", "hang"] {
            let runs = Runs::of(test);
            let first = runs.text(&runs.run(way));
            assert!(!first.contains("the last run of"), "{test} {way}: {first}");
            let second = runs.text(&runs.run(way));
            let in_this = format!("the last run of test_messages::deaths::{test} died in ");
            assert!(second.contains(&in_this), "{test} {way}: {second}");
            // What was run too fast to be recorded by itself is by now.
            assert!(is_of_one_case(&runs.record().unwrap()), "{test} {way}: {:?}", runs.record());
            let third = runs.run(way);
            let text = runs.text(&third);
            let in_this = format!(
                "note: {in_this}this case of size 3 (rank 5 of 8 at that size), which is tried first\n"
            );
            assert!(text.contains(&in_this) && text.contains(SHOWN), "{test} {way}: {text}");
            assert_eq!(third.status.success(), way == "exit", "{test} {way}");
            // It is mended.
            let mended = runs.text(&runs.run("nothing"));
            let passed =
                if test == "drawn" { "all 3 cases of size ≤ 1" } else { "all 8,191 cases of size ≤ 12" };
            let line = format!("the case that the last run died in, and {passed}");
            assert!(mended.contains(&in_this) && mended.contains(&line), "{test} {way}: {mended}");
            assert_eq!(runs.record(), None, "{test} {way}");
            let later = runs.text(&runs.run("nothing"));
            assert!(!later.contains("died in") && later.contains(passed), "{test} {way}: {later}");
        }
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
    let output = output_of("called", &[]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(101), "{text}");
    assert!(text.starts_with("deaths::called: a sequence of 3 calls is still running after "), "{text}");
    let calls = text.lines().filter_map(|line| line.strip_prefix("    ")).collect::<Vec<_>>();
    assert_eq!(calls.concat().replace(['(', ')', '[', ']', ' '], ""), "Add2ClearAdd1");
    assert!(text.contains("  failed: it takes longer than 1s; nothing"), "{text}");
}

/// A case that runs for long is shown while it runs.
#[test]
fn a_case_that_runs_for_ten_seconds_is_shown() {
    // It ends after 30 seconds, so that this test does, too.
    let variables = [("DPGEN_RECORD", "0"), ("DEATH", "hang"), ("DPGEN_CASE_TIME", "15")];
    let mut child = Running::start(command("deaths::given", &variables));
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.0.stderr.take().unwrap()));
    let note = lines.by_ref().map(Result::unwrap).find(|line| line.starts_with("note: "));
    let list = lines.next().unwrap().unwrap();
    child.kill();
    let note = note.unwrap();
    let (begin, end) = (
        "note: test_messages::deaths::given has been running one case for ",
        " s, of size 3 (rank 5 of 8 at that size)",
    );
    assert!(note.starts_with(begin) && note.ends_with(end), "{note}");
    assert_eq!(list, "  list = Cons(2, Cons(1, Cons(2, Nil)))");
}
