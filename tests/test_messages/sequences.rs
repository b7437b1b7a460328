//! Sequences of calls that failed: their replay, as the failure says it, and the regression file.

use super::{Package, command};

#[derive(dpgen::DpGen, Debug, Clone, Copy, PartialEq)]
enum Op {
    Add(#[dpgen(range = 1..=2)] u8),
    Clear,
}

#[test]
#[ignore = "run by another test"]
fn calls() {
    let check = |made: &mut Vec<Op>, op: &Op| {
        made.push(*op);
        println!("ran {made:?}");
        assert!(*made != [Op::Add(2), Op::Clear, Op::Add(1)], "it fails");
    };
    dpgen::sequences::<Op>(4).check(Vec::new, check).unwrap().assert();
}

fn run(replay: Option<&str>) -> String {
    let variables: Vec<_> = replay.map(|replay| ("DPGEN_REPLAY", replay)).into_iter().collect();
    // Without a limit on threads, each test has a thread of its own, with its name.
    let output = command("sequences::calls", &variables).env_remove("RUST_TEST_THREADS").output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// The call without arguments is the smallest, and so has the number 0.
#[test]
fn a_sequence_that_failed_runs_again_by_its_numbers() {
    let text = run(None);
    assert!(text.contains("\nreplay: DPGEN_REPLAY=calls:2.0.1 cargo test sequences::calls\n"), "{text}");
    let text = run(Some("calls:2.0.1"));
    let ran: Vec<&str> = text.lines().filter(|line| line.starts_with("ran ")).collect();
    assert_eq!(ran, ["ran [Add(2)]", "ran [Add(2), Clear]", "ran [Add(2), Clear, Add(1)]"]);
    assert!(text.contains("it fails"), "{text}");
    let text = run(Some("calls:2.0.2"));
    assert!(text.contains("ran [Add(2), Clear, Add(2)]") && text.contains("test result: ok"), "{text}");
}

#[test]
fn numbers_of_no_calls_are_refused() {
    let text = run(Some("calls:1.3"));
    assert!(text.contains("DPGEN_REPLAY asks for the calls 1.3, and there are 3 calls, from 0 on"), "{text}");
    for wrong in ["calls:", "calls:x", "calls:1..2"] {
        let text = run(Some(wrong));
        assert!(
            text.contains("expected the numbers of calls, as in `DPGEN_REPLAY=calls:2.0.1`"),
            "{wrong}: {text}"
        );
    }
}

/// The text of a run in a package of its own, whose regression file is beside this source.
fn run_in(package: &Package, test: &str) -> String {
    let folder = package.folder.path().to_str().unwrap();
    let variables = [("CARGO_MANIFEST_DIR", folder), ("DPGEN_REGRESSIONS", "1")];
    let output = command(test, &variables).env_remove("RUST_TEST_THREADS").output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap().replace(folder, "~")
}

fn file_in(package: &Package) -> std::path::PathBuf {
    package.folder.path().join("tests/test_messages/sequences.regressions.ron")
}

fn ran(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("ran ")).collect()
}

#[test]
fn a_sequence_that_failed_is_remembered_and_tried_first() {
    let package = Package::new();
    let text = run_in(&package, "sequences::calls");
    let file = "~/tests/test_messages/sequences.regressions.ron";
    assert!(text.contains(&format!("remembered in {file}, and tried first from now on")), "{text}");
    let entries = std::fs::read_to_string(file_in(&package)).unwrap();
    let line = "(test: \"sequences::calls\", calls_of: \"Op\", calls: [Add(2), Clear, Add(1)])";
    assert_eq!(entries.lines().skip(1).collect::<Vec<_>>(), [line]);

    let text = run_in(&package, "sequences::calls");
    assert_eq!(ran(&text)[..3], ["[Add(2)]", "[Add(2), Clear]", "[Add(2), Clear, Add(1)]"], "{text}");
    // The first sequence counts no call; the search then ends at its first failure.
    assert!(text.contains("the first 0 sequences of up to 4 calls, 1 failed"), "{text}");
    assert!(!text.contains("remembered in"), "{text}");
    assert_eq!(std::fs::read_to_string(file_in(&package)).unwrap(), entries);
}

#[test]
fn a_remembered_sequence_that_fits_no_more_is_skipped_with_a_note() {
    let package = Package::new();
    let of =
        |test: &str, ty: &str, calls: &str| format!("(test: {test:?}, calls_of: {ty:?}, calls: {calls})\n");
    let test = "sequences::calls";
    let lines = [
        of(test, "Op", "[Add(3), Clear]"),
        of(test, "Other", "[Add(1)]"),
        of("sequences::others", "Op", "[Add(1)]"),
        "(test: \"sequences::calls\", calls_of: Op)\n".to_owned(),
        of(test, "Op", "[Add(2), Add(2), Add(2), Add(2), Add(2), Add(2)]"),
    ];
    std::fs::write(file_in(&package), lines.concat()).unwrap();
    let text = run_in(&package, test);
    let notes: Vec<&str> = text.lines().filter(|line| line.starts_with("note: ~")).collect();
    let file = "~/tests/test_messages/sequences.regressions.ron";
    assert_eq!(notes.len(), 2, "{text}");
    assert!(notes[0].starts_with(&format!("note: {file}:4 is not of the form ")), "{text}");
    assert_eq!(
        notes[1],
        format!(
            "note: {file} has a sequence of `{test}` that is none any more, and is skipped: [Add(3), Clear]"
        )
    );
    // It may be longer than those of the search.
    assert_eq!(ran(&text)[5], "[Add(2), Add(2), Add(2), Add(2), Add(2), Add(2)]");
}

#[test]
fn a_sequence_is_not_remembered_where_it_is_not_to_be() {
    let package = Package::new();
    let folder = package.folder.path().to_str().unwrap();
    for variables in [
        [("CARGO_MANIFEST_DIR", folder), ("DPGEN_REGRESSIONS", "0")],
        [("CARGO_MANIFEST_DIR", folder), ("DPGEN_REPLAY", "calls:2.0.1")],
    ] {
        command("sequences::calls", &variables).env_remove("RUST_TEST_THREADS").output().unwrap();
        assert!(!file_in(&package).exists(), "{variables:?}");
    }
}

#[test]
fn progress_is_told_after_each_length() {
    let output = command("sequences::passing_calls", &[("DPGEN_VERBOSE", "1")])
        .env_remove("RUST_TEST_THREADS")
        .output();
    let text = String::from_utf8(output.unwrap().stderr).unwrap();
    // 3, 9 and 27 sequences.
    let label = "the sequences of Op in sequences::passing_calls";
    let line = |calls: u32, length: u32| format!("{label}: {calls} calls of up to {length} in a row\n");
    assert!(text.contains(&[line(3, 1), line(12, 2), line(39, 3)].concat()), "{text}");
}

#[test]
#[ignore = "run by another test"]
fn passing_calls() {
    dpgen::sequences::<Op>(3).check(|| (), |(), _| ()).unwrap().assert();
}
