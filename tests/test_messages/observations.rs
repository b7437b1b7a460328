//! What `DPGEN_OBSERVE` has written of a test, against the published form: the fields that each kind of line has, and no others.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{List, command, run};

/// There are 16,383 lists of up to thirteen elements; the last one fails.
#[dpgen::test(max_size = 13)]
#[ignore = "run by another test"]
fn last_of_many(list: &List) {
    dpgen::classify("thirteen", list.len() == 13);
    let mut twos = list;
    while let List::Cons(2, rest) = twos {
        twos = rest;
    }
    assert!(list.len() != 13 || !matches!(twos, List::Nil), "all twos");
}

#[dpgen::test(max_size = 3)]
#[ignore = "run by another test"]
fn never_long(list: &List, #[dpgen(range = 0..=1)] _key: u8) {
    dpgen::cover(0.5, "four \"elements\"", list.len() == 4);
}

/// `Debug` of this type panics.
#[derive(dpgen::DpGen)]
struct Unshown(bool);

impl std::fmt::Debug for Unshown {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        panic!("it is not to be shown")
    }
}

#[dpgen::test(max_size = 2, limit = 1)]
#[ignore = "run by another test"]
fn not_shown(_unshown: &Unshown) {}

/// The fields of a test case, each with whether a value fits.
type Fits = fn(&Value) -> bool;
const TEST_CASE_FIELDS: &[(&str, Fits)] = &[
    ("type", |value| value == "test_case"),
    ("status", |value| ["passed", "failed", "gave_up"].iter().any(|status| value == status)),
    ("status_reason", Value::is_string),
    ("representation", Value::is_string),
    ("arguments", Value::is_object),
    ("how_generated", |value| value.is_string() || value.is_null()),
    ("features", Value::is_object),
    // Or lines by files, which are not written here.
    ("coverage", Value::is_null),
    ("timing", |value| {
        let is_time = |time: &Value| time.as_f64().is_some_and(|time| time >= 0.0);
        value.as_object().is_some_and(|times| times.values().all(is_time))
    }),
    ("metadata", Value::is_object),
    ("property", Value::is_string),
    ("run_start", Value::is_number),
];
const MESSAGE_FIELDS: &[(&str, Fits)] = &[
    ("type", |value| ["info", "alert", "error"].iter().any(|ty| value == ty)),
    ("title", Value::is_string),
    ("content", |value| value.is_string() || value.is_object()),
    ("property", Value::is_string),
    ("run_start", Value::is_number),
];

/// What is wrong with a line.
fn misfit(line: &Value) -> Option<String> {
    let Some(object) = line.as_object() else { return Some("no object".to_owned()) };
    let fields = if object.get("type").is_some_and(|ty| ty == "test_case") {
        TEST_CASE_FIELDS
    } else {
        MESSAGE_FIELDS
    };
    let wrong = fields.iter().find(|(name, fits)| !object.get(*name).is_some_and(fits));
    let more = object.keys().find(|key| !fields.iter().any(|(name, _)| name == key));
    wrong.map(|(name, _)| format!("no {name} that fits")).or(more.map(|key| format!("{key} is no field")))
}

/// The files of a folder, each by its lines.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<Value>)> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.is_empty() || text.ends_with('\n'), "{path:?} ends within a line");
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &lines {
            assert_eq!(misfit(line), None, "{line}");
            for shared in ["property", "run_start"] {
                assert_eq!(line[shared], lines[0][shared]);
            }
        }
        (path, lines)
    };
    paths.into_iter().map(read).collect()
}

/// What a run of a test has written, and its output.
struct Observed {
    output: String,
    cases: Vec<Value>,
    messages: Vec<Value>,
    folder: tempfile::TempDir,
}

impl Observed {
    fn of(test: &str, variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let observe = [("DPGEN_OBSERVE", folder.path().to_str().unwrap())];
        let output = run(test, &[&observe[..], variables].concat());
        let [(path, lines)]: [_; 1] = files(folder.path()).try_into().unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with(&format!("test_messages.{}-1", test.replace("::", "."))), "{name}");
        assert!(name.ends_with(".jsonl"), "{name}");
        assert!(lines.iter().all(|line| line["property"] == format!("test_messages::{test}")));
        let (cases, messages): (Vec<_>, _) = lines.into_iter().partition(|line| line["type"] == "test_case");
        Self { output, cases, messages, folder }
    }

    /// The totals, which the last line has.
    fn totals(&self) -> &Value {
        let last = self.messages.last().unwrap();
        assert_eq!((&last["type"], &last["title"]), (&"info".into(), &"summary".into()));
        &last["content"]
    }

    /// The number of cases by a text.
    fn by(&self, text: impl Fn(&Value) -> String) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        self.cases.iter().for_each(|case| *counts.entry(text(case)).or_default() += 1);
        counts
    }
}

/// Counts as JSON, and as a map.
fn counts(counts: &[(&str, u64)]) -> BTreeMap<String, u64> {
    counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
}

#[test]
fn the_checker_of_lines_refuses_what_does_not_fit() {
    let observed = Observed::of("all_lists", &[]);
    for line in [&observed.cases[0], &observed.messages[0]] {
        for key in line.as_object().unwrap().keys() {
            let mut without = line.clone();
            without.as_object_mut().unwrap().remove(key);
            assert!(misfit(&without).is_some(), "without {key}");
            let mut other = line.clone();
            other[key] = Value::Array(Vec::new());
            assert!(misfit(&other).is_some(), "another {key}");
        }
        let mut more = line.clone();
        more["more"] = Value::Null;
        assert!(misfit(&more).is_some());
    }
}

#[test]
fn each_case_of_a_passing_test_is_a_line() {
    let observed = Observed::of("classified_lists", &[]);
    assert!(!observed.output.contains("dpgen studio"), "{}", observed.output);
    assert_eq!(observed.by(|case| case["status"].to_string()), counts(&[("\"passed\"", 15)]));
    let sizes = observed.by(|case| case["features"]["size"].to_string());
    assert_eq!(sizes, counts(&[("0", 1), ("1", 2), ("2", 4), ("3", 8)]));
    let labels = observed.by(|case| {
        let features = case["features"].as_object().unwrap();
        features.keys().filter(|key| !["size", "rank"].contains(&key.as_str())).cloned().collect()
    });
    assert_eq!(labels, counts(&[("", 3), ("of two", 4), ("of three", 8)]));
    let case = &observed.cases[4];
    assert_eq!(case["arguments"], serde_json::json!({"list": "Cons(1, Cons(2, Nil))"}));
    assert_eq!(case["representation"], "list = Cons(1, Cons(2, Nil))");
    assert_eq!(case["features"], serde_json::json!({"size": 2, "rank": 1, "of two": true}));
    assert_eq!(case["metadata"], serde_json::json!({"origin": "in order", "replay": "2:1"}));
    assert_eq!(observed.messages.len(), 1);
    let totals = observed.totals();
    assert_eq!(
        (&totals["status"], &totals["cases"], &totals["written"]),
        (&"passed".into(), &15.into(), &15.into())
    );
    assert_eq!((&totals["left_out"], &totals["counterexample"]), (&0.into(), &Value::Null));
    assert_eq!(totals["labels"], serde_json::json!({"of three": 8, "of two": 4}));
    let row =
        |size: u32, count: u32| serde_json::json!({"size": size, "ran": count, "of": count, "how": "all"});
    assert_eq!(totals["sizes"], Value::Array(vec![row(0, 1), row(1, 2), row(2, 4), row(3, 8)]));
    assert!(totals["summary"].as_str().unwrap().starts_with("all 15 cases of size ≤ 3 in "));
}

#[test]
fn a_failing_test_names_the_command_that_shows_it() {
    let observed = Observed::of("short_lists_only", &[]);
    let folder = observed.folder.path().display().to_string();
    let end =
        format!("replay: DPGEN_REPLAY=3:1 cargo test short_lists_only\nobserved: dpgen studio {folder}");
    assert!(observed.output.contains(&end), "{}", observed.output);
    let last = observed.cases.last().unwrap();
    assert_eq!(last["arguments"], serde_json::json!({"list": "Cons(1, Cons(1, Cons(1, Nil)))", "key": "2"}));
    assert_eq!(
        (&last["status"], &last["status_reason"]),
        (&"failed".into(), &"Error: \"three elements\"".into())
    );
    assert_eq!(
        observed.by(|case| case["status"].to_string()),
        counts(&[("\"failed\"", 1), ("\"passed\"", 22)])
    );
    let [error, _] = &observed.messages[..] else { panic!("{:?}", observed.messages) };
    assert_eq!((&error["type"], &error["title"]), (&"error".into(), &"counterexample".into()));
    assert!(error["content"].as_str().unwrap().ends_with(&end), "{error}");
    let totals = observed.totals();
    assert_eq!((&totals["status"], &totals["counterexample"]), (&"failed".into(), &"3:1".into()));
    assert_eq!(totals["sizes"][3], serde_json::json!({"size": 3, "ran": 2, "of": 24, "how": "part"}));
}

#[test]
fn replays_and_parts_are_told_as_such() {
    let observed = Observed::of("short_lists_only", &[("DPGEN_REPLAY", "3:1")]);
    assert_eq!((observed.cases.len(), &observed.cases[0]["how_generated"]), (1, &"replayed".into()));
    let folder = tempfile::tempdir().unwrap();
    for shard in ["1/2", "2/2"] {
        run("all_lists", &[("DPGEN_OBSERVE", folder.path().to_str().unwrap()), ("DPGEN_SHARD", shard)]);
    }
    let files = files(folder.path());
    let cases: usize = files.iter().map(|(_, lines)| lines.len() - 1).sum();
    assert_eq!((files.len(), cases), (2, 15));
    for (_, lines) in files {
        let totals = &lines.last().unwrap()["content"];
        assert!(totals["shard"].is_string() && totals["sizes"][3]["how"] == "part", "{totals}");
    }
}

/// All lists up to twelve elements, and samples of longer ones: room is kept for these, and for what follows a failure.
#[test]
fn passing_cases_are_bounded_and_totals_are_not() {
    let observed = Observed::of("lists_within_the_budget", &[]);
    assert_eq!(
        observed.by(|case| case["metadata"]["origin"].to_string()),
        counts(&[("\"drawn\"", 1_500), ("\"in order\"", 8_000)])
    );
    let totals = observed.totals();
    assert_eq!(
        (&totals["cases"], &totals["written"], &totals["left_out"]),
        (&10_000.into(), &9_500.into(), &500.into())
    );
    assert_eq!(totals["sizes"][12], serde_json::json!({"size": 12, "ran": 4096, "of": 4096, "how": "all"}));
    assert_eq!(
        totals["sizes"][13],
        serde_json::json!({"size": 13, "ran": 1809, "of": 8192, "how": "samples"})
    );
    let drawn = observed.cases.last().unwrap();
    assert_eq!(drawn["how_generated"], "drawn with seed 0 from the cases of size 13");
}

#[test]
fn a_failure_after_the_bound_is_written() {
    let observed = Observed::of("observations::last_of_many", &[]);
    assert_eq!(
        observed.by(|case| case["status"].to_string()),
        counts(&[("\"failed\"", 1), ("\"passed\"", 9_501)])
    );
    assert_eq!(observed.cases[9_500]["metadata"]["replay"], "13:8191");
    assert!(observed.cases[9_500]["status_reason"].as_str().unwrap().starts_with("all twos at tests/"));
    let totals = observed.totals();
    // With a case beside the counterexample, which passes, and has thirteen elements, too.
    assert_eq!((&totals["cases"], &totals["left_out"]), (&16_384.into(), &6_882.into()));
    assert_eq!(observed.cases[9_501]["metadata"]["origin"], "neighbor");
    assert_eq!((&totals["failed"], &totals["labels"]), (&1.into(), &serde_json::json!({"thirteen": 8_193})));
}

/// Some leave themselves out, and the others have labels; what is written is in order.
#[test]
fn cases_on_several_threads_are_in_one_file() {
    let observed = Observed::of("parallel::labelled", &[("RUST_TEST_THREADS", "4")]);
    assert_eq!(
        observed.by(|case| format!("{} {}", case["status"], case["status_reason"])),
        counts(&[("\"gave_up\" \"left out by `assume`\"", 32), ("\"passed\" \"\"", 223)])
    );
    let replays: Vec<_> = observed.cases.iter().map(|case| case["metadata"]["replay"].clone()).collect();
    let expected = (0..8).flat_map(|size| (0..1 << size).map(move |rank| format!("{size}:{rank}").into()));
    assert_eq!(replays, expected.collect::<Vec<Value>>());
    assert_eq!(observed.totals()["assumed_away"], 32);
}

/// A sample that fails, and what was run to make it smaller.
#[test]
fn the_way_to_a_smaller_counterexample_is_written() {
    let observed = Observed::of("drawn_lists", &[("DPGEN_SEED", "1")]);
    let origins = observed.by(|case| case["metadata"]["origin"].to_string());
    assert!(origins["\"made smaller\""] > 0 && origins["\"neighbor\""] > 0, "{origins:?}");
    let counterexample = observed.totals()["counterexample"].clone();
    assert_eq!(counterexample, "14:0");
    let failed = |case: &&Value| case["metadata"]["replay"] == counterexample && case["status"] == "failed";
    assert!(observed.cases.iter().any(|case| failed(&case)));
}

#[test]
fn a_test_that_fails_outside_of_its_cases_says_so() {
    let observed = Observed::of("observations::never_long", &[]);
    let error = &observed.messages[0];
    assert_eq!((&error["type"], &error["title"]), (&"error".into(), &"not covered".into()));
    assert!(error["content"].as_str().unwrap().contains("are `four \"elements\"`"), "{error}");
    assert_eq!((&observed.totals()["status"], observed.cases.len()), (&"failed".into(), 30));
    let observed = Observed::of("argument_without_param", &[]);
    assert_eq!((observed.cases.len(), &observed.messages[0]["title"]), (0, &"failed".into()));
}

/// The limit is told, and arguments that can not be shown are left out.
#[test]
fn a_limit_is_an_alert() {
    let observed = Observed::of("observations::not_shown", &[]);
    assert_eq!(observed.messages[0]["type"], "alert");
    assert_eq!(observed.messages[0]["content"], "The run was stopped by its limit on cases.");
    assert_eq!((observed.cases.len(), &observed.cases[0]["arguments"]), (1, &serde_json::json!({})));
    assert_eq!(observed.totals()["status"], "passed");
}

#[test]
fn a_process_that_dies_leaves_whole_lines() {
    let observed = Observed::of("parallel::aborts", &[("DEATH", "abort"), ("DPGEN_RECORD", "0")]);
    assert!(observed.cases.len() > 62, "{}", observed.cases.len());
    assert!(observed.messages.is_empty(), "{:?}", observed.messages);
}

#[test]
fn a_folder_that_can_not_be_written_fails_no_test() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("folder");
    let variables = [("DPGEN_OBSERVE", folder.to_str().unwrap())];
    let mut captured = command("all_lists", &variables);
    let output = captured.args(["--show-output"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = run("all_lists", &variables);
    let note = "can not be written, and test_messages::all_lists is not observed: ";
    assert!(text.contains(note) && text.contains("all 15 cases of size ≤ 3"), "{text}");
}

#[test]
fn nothing_is_written_unless_it_is_asked_for() {
    for variables in [&[][..], &[("DPGEN_OBSERVE", "")]] {
        let text = run("short_lists_only", variables);
        assert!(text.ends_with("replay: DPGEN_REPLAY=3:1 cargo test short_lists_only"), "{text}");
    }
}
