//! Every command hears time, memory and interrupts, whatever the spec: each row is a process of its own, whose address
//! space is limited, so that a limit that is not heard ends in a failure of this test and not of the machine.

use super::*;
use std::process::{Child, Command as Process, Output, Stdio};
use std::time::{Duration, Instant};

/// What stops a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    Time,
    Memory,
    Interrupt,
}

/// The time that rows have, and after which they are interrupted.
const TIME: Duration = Duration::from_millis(250);
/// How long after that a run may go on: two seconds, and what a busy machine adds.
const GRACE: Duration = Duration::from_secs(6);
/// How long a run may take that no time limits: it goes on until it has filled its memory, or to its end.
const MAX_TIME: Duration = Duration::from_secs(180);
/// The memory that rows have, and by how much a run may exceed it, in KiB.
const MEMORY_KIB: u64 = 100_000;
const EXCESS_KIB: u64 = 256 << 10;
/// The address space of a run, in KiB.
const ADDRESS_SPACE_KIB: u64 = 4_000_000;

/// Commands on hostile specs, of which the file's name stands for the path. All of them would take minutes; those marked
/// also need more memory than there is.
const ROWS: &[(&str, bool)] = &[
    // A field of two thousand million values, which an attribute answers, or nothing reads.
    ("check wide-field.ron", true),
    ("check free-field.ron", true),
    ("count wide-field.ron --max-size 3", true),
    ("count wide-field.ron --max-size 3 --algorithm dp", false),
    ("count wide-field.ron --max-size 3 --algorithm lazy-dp", true),
    ("count free-field.ron --max-size 3 --algorithm dp", true),
    ("count free-field.ron --max-size 3 --algorithm lazy-dp", true),
    ("count free-field.ron --max-size 3 --algorithm top-down", true),
    ("count wide-field.ron --max-size 3 --algorithm top-down", true),
    ("enumerate wide-field.ron --max-size 3 --limit 5", true),
    ("enumerate free-field.ron --size 1", false),
    ("sample wide-field.ron --size 3", true),
    ("sample free-field.ron --size 3 --count 1000000000", false),
    ("show wide-field.ron --size 3 --rank 5", true),
    ("gallery wide-field.ron --size 2 --limit 3 --out OUT", true),
    ("gallery free-field.ron --size 1 --sample 1000000000 --out OUT", true),
    ("worst wide-field.ron --cost top --size 2", true),
    // An attribute that tells all pairs of two fields apart.
    ("count wide-pair.ron --max-size 2", true),
    ("count wide-pair.ron --max-size 2 --algorithm dp", true),
    ("count wide-pair.ron --max-size 2 --algorithm lazy-dp", true),
    ("count wide-pair.ron --max-size 2 --algorithm top-down", true),
    ("worst wide-pair.ron --cost pair --size 1", true),
    ("build wide-pair.ron --max-size 2 --out OUT", true),
    ("build wide-field.ron --max-size 3 --out OUT", true),
    // Structures of 2^30 values: 2^(2^30) of them, or one.
    ("check deep-arrays.ron --max-size 1", false),
    ("check one-of-many-words.ron --max-size 1", true),
    ("enumerate one-of-many-words.ron --size 1", true),
    ("enumerate one-of-many-words.ron --size 1 --fields symbolic", true),
    ("sample one-of-many-words.ron --size 1", true),
    ("show one-of-many-words.ron --size 1 --rank 0", true),
    ("gallery one-of-many-words.ron --size 1 --out OUT", true),
    ("count deep-arrays.ron --max-size 1 --algorithm lazy-dp", false),
    ("count deep-arrays.ron --max-size 1 --algorithm dp", false),
    ("count deep-arrays.ron --max-size 1 --algorithm top-down", false),
    // Very many sizes.
    ("count sorted-list --size 100000", false),
    ("enumerate red-black-tree --size 100000", false),
    ("sample sorted-list --size 100000", false),
    ("count red-black-tree --size 100000 --algorithm lazy-dp", false),
    // Findings of which none contains another: each is compared with all.
    ("diff label-pairs.ron --max-size 1 --lines --commands cat SED --report OUT", false),
    // A search in the solver.
    ("count market-split.ron --size 2 --fields symbolic", false),
];

/// The arguments of a row.
fn args(row: &str, out: &Path) -> Vec<String> {
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/specs");
    let arg = |word: &str| match word {
        // An answer a line, at once.
        "SED" => "sed -u s/W/V/".to_owned(),
        "OUT" => out.display().to_string(),
        word if word.ends_with(".ron") => specs.join(word).display().to_string(),
        word => word.to_owned(),
    };
    row.split_whitespace().map(arg).collect()
}

/// Starts a run with a limited address space, in KiB.
fn start(args: &[String], address_space: u64) -> Child {
    let mut command = Process::new("sh");
    let script = format!("ulimit -v {address_space}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_dpgen")]).args(args).args(["--threads", "2"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
}

/// What a process held at most so far, in KiB.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// How a run ended, after how much time, and what it held at most.
struct Ended {
    output: Output,
    took: Duration,
    peak: u64,
}

/// Waits for a run, which is interrupted after some time if that is given; one that goes on for longer than it may is killed.
fn end(mut child: Child, interrupt: Option<Duration>, max_time: Duration) -> Ended {
    let begin = Instant::now();
    let (mut most, mut interrupt) = (0, interrupt);
    while child.try_wait().expect("it can be asked").is_none() {
        most = peak(&child).unwrap_or(0).max(most);
        if interrupt.is_some_and(|after| begin.elapsed() >= after) {
            interrupt = None;
            let id = child.id().to_string();
            assert!(Process::new("kill").args(["-INT", &id]).status().expect("it starts").success());
        }
        if begin.elapsed() > max_time {
            child.kill().expect("it can be killed");
        }
        std::thread::sleep(Duration::from_millis(3));
    }
    Ended { took: begin.elapsed(), output: child.wait_with_output().expect("it ends"), peak: most }
}

/// What is wrong with how a row was stopped, if anything is.
fn fault(row: &str, stop: Stop) -> Option<String> {
    let folder = folder();
    let mut args = args(row, &folder.path().join("out"));
    let time = format!("{}ms", TIME.as_millis());
    let (flags, code, said, after): ([&str; 2], _, _, _) = match stop {
        Stop::Time => (["--time", &time], 3, "stopped by --time", None),
        Stop::Memory => (["--memory", "100MB"], 3, "stopped by --memory", None),
        Stop::Interrupt => (["--time", "60s"], 130, "interrupted", Some(TIME)),
    };
    // What was found counts more than why there is no more.
    let code = if row.starts_with("diff") && stop == Stop::Time { 5 } else { code };
    args.extend(flags.map(str::to_owned));
    let max_time = if stop == Stop::Memory { MAX_TIME } else { 4 * GRACE };
    let ended = end(start(&args, ADDRESS_SPACE_KIB), after, max_time);
    let message = text(&ended.output.stderr);
    // A check says what it covered.
    let is_said = message.contains(said) || row.starts_with("check") && message.contains("stopped before");
    let is_late = stop != Stop::Memory && ended.took > TIME + GRACE;
    let is_large = stop == Stop::Memory && ended.peak > MEMORY_KIB + EXCESS_KIB;
    let is_right = ended.output.status.code() == Some(code) && is_said && !is_late && !is_large;
    let (status, took, peak) = (ended.output.status, ended.took, ended.peak / 1024);
    (!is_right).then(|| format!("{row}, {stop:?}: {status}, {took:?}, {peak} MiB: {message}"))
}

/// Stops rows, and lists those that do not end as they should.
fn stopped(rows: impl Iterator<Item = &'static str>, stop: Stop) {
    if !Path::new("/proc/self/status").exists() {
        skipped("there is no /proc here");
        return;
    }
    let faults: Vec<String> = rows.filter_map(|row| fault(row, stop)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn time_is_heard() {
    stopped(ROWS.iter().map(|(row, _)| *row), Stop::Time);
}

#[test]
fn interrupts_are_heard() {
    stopped(ROWS.iter().map(|(row, _)| *row), Stop::Interrupt);
}

#[test]
fn memory_is_heard() {
    stopped(ROWS.iter().filter(|(_, grows)| *grows).map(|(row, _)| *row), Stop::Memory);
}

/// A run to its end in an address space, which has to hold little: what it says.
fn small(row: &str, code: i32, address_space: u64, most_kib: u64) -> String {
    let folder = folder();
    let ended = end(start(&args(row, &folder.path().join("out")), address_space), None, MAX_TIME);
    let message = text(&ended.output.stderr);
    assert_eq!(ended.output.status.code(), Some(code), "{row}: {message}");
    assert!(ended.peak <= most_kib, "{row}: {} MiB", ended.peak / 1024);
    message
}

#[test]
fn the_memory_that_there_is_limits_a_run_without_a_flag() {
    // Of a limited address space, a third may be used.
    let said = small("count free-field.ron --max-size 3 --algorithm lazy-dp", 3, 1_000_000, 400_000);
    assert!(said.contains("stopped by --memory"), "{said}");
}

#[test]
fn parts_that_fit_into_no_whole_are_not_built() {
    // Ten digits; two empty lists; a list of one of 10 * 10 elements, in either place.
    let unused = ("all 211 structures of sizes 0 to 21\n", "all 4 path conditions of sizes 0 to 21\n");
    // 4 * 4 * 4 * 4 dots, of which one condition tells nothing apart.
    let large = ("all 256 structures of sizes 0 to 4\n", "the only path condition of sizes 0 to 4\n");
    for algorithm in ["dp", "lazy-dp", "symbolazy-dp", "quotient"] {
        for (row, all) in
            [("unused-parts.ron --max-size 21", unused), ("large-parts.ron --max-size 4", large)]
        {
            let said =
                small(&format!("count {row} --algorithm {algorithm}"), 0, ADDRESS_SPACE_KIB, 100 << 10);
            assert_eq!(said, if algorithm == "symbolazy-dp" { all.1 } else { all.0 }, "{row}: {algorithm}");
        }
    }
}

#[test]
fn a_text_has_a_limit() {
    for format in ["text", "template"] {
        let said = small(
            &format!("enumerate doubling-text.ron --size 40 --format {format}"),
            2,
            ADDRESS_SPACE_KIB,
            200 << 10,
        );
        assert!(said.contains("the text of `Chain.Link` is longer than 16 MiB"), "{said}");
    }
    for format in formats().filter(|format| *format != Format::Template) {
        let said = small(
            &format!("enumerate long-text.ron --size 1 --format {format}"),
            2,
            ADDRESS_SPACE_KIB,
            300 << 10,
        );
        assert!(said.contains("is longer than 16 MiB"), "{format}: {said}");
    }
}

#[test]
fn a_table_does_not_double_beyond_the_limit() {
    // What is in tables is most of the memory here.
    for algorithm in ["quotient", "dp", "lazy-dp", "top-down"] {
        let row = format!("count wide-pair.ron --max-size 2 --memory 200MB --algorithm {algorithm}");
        let said = small(&row, 3, ADDRESS_SPACE_KIB, 200_000 + (50 << 10));
        assert!(said.contains("stopped by --memory"), "{row}: {said}");
    }
}

#[test]
fn an_example_in_a_message_has_a_limit() {
    let said = small("worst failing-of-many-words.ron --cost cost --size 1", 2, ADDRESS_SPACE_KIB, 300 << 10);
    assert!(said.contains("`cost` gives no number for the structure of size 1 with rank 0"), "{said}");
}

#[test]
fn a_number_has_a_limit() {
    for command in [
        "count long-number.ron --max-size 1",
        "enumerate long-number.ron --size 1 --limit 1",
        "count deep-arrays.ron --max-size 1 --fields symbolic",
    ] {
        let said = small(command, 2, ADDRESS_SPACE_KIB, 200 << 10);
        assert!(said.contains("there are more than 2^1048576 `") && said.contains("` of size 0"), "{said}");
    }
}

#[test]
fn a_check_hears_less_memory_than_it_has_by_itself() {
    let said =
        small("check free-field.ron --max-size 1 --memory 30MB --time 60s", 3, ADDRESS_SPACE_KIB, EXCESS_KIB);
    assert!(said.contains("stopped before all structures up to size 1 were tried"), "{said}");
}
