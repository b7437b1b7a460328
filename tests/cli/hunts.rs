//! Hunts, with shell scripts as judges.

use super::*;
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A served judge of JSON: what has an `a` in it and no number is valid, its length a behaviour.
const SERVED: &str = "while read n; do text=$(head -c $n); case $text in *[0-9]*) echo invalid;; *a*) echo valid ${#text};; \
                      *) echo invalid;; esac; done";

/// A hunt of JSON documents.
fn hunt(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("dpgen").unwrap();
    command.args(["hunt", "json", "--max-size", "3"]).args(args);
    command
}

fn outcome(command: &mut Command, code: i32) -> (String, String) {
    let Output { stdout, stderr, .. } = command.assert().code(code).get_output().clone();
    (text(&stdout), text(&stderr))
}

/// The structures in a folder of a hunt.
fn found(folder: &Path) -> BTreeSet<(String, String)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let ours = files.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    ours.map(|path| {
        (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap())
    })
    .collect()
}

fn record(folder: &Path) -> PathBuf {
    folder.join("hunt.jsonl")
}

#[test]
fn each_behaviour_has_its_smallest_structure() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let args = ["--serve", SERVED, "--out", out, "--guide", "uniform"];
    let (shown, said) = outcome(&mut hunt(&args), 0);
    let all = lines("enumerate json --max-size 3 --keys");
    let mut smallest: std::collections::BTreeMap<usize, String> = std::collections::BTreeMap::new();
    let mut valid = 0;
    for line in &all {
        let (key, text) = line.split_once('\t').unwrap();
        if text.contains('a') && !text.contains(|letter: char| letter.is_ascii_digit()) {
            valid += 1;
            smallest.entry(text.len()).or_insert_with(|| key.to_owned());
        }
    }
    assert!(smallest.len() > 5);
    let found = found(folder.path());
    let expected: BTreeSet<String> = smallest
        .values()
        .map(|key| {
            let mut parts = key.split(':').skip(1);
            format!("json-s{}-r{}.txt", parts.next().unwrap(), parts.next().unwrap())
        })
        .collect();
    assert_eq!(found.iter().map(|(name, _)| name.clone()).collect::<BTreeSet<_>>(), expected);
    let total = format!(
        "{} executions, {valid} valid, {} kept, 0 bugs\n",
        dpgen_forest::grouped(all.len()),
        expected.len()
    );
    assert!(said.ends_with(&total), "{said}{total}");
    // Keys replay.
    let key = shown.lines().find(|line| line.starts_with("json-")).unwrap().split('\t').next().unwrap();
    assert!(lines(&format!("show {key}"))[0].contains('a'));
    // The same again is there already.
    let before = fs::read(record(folder.path())).unwrap();
    let again = format!("{} executions of earlier runs are known\n{said}", dpgen_forest::grouped(all.len()));
    assert_eq!(outcome(&mut hunt(&args), 0).1, again);
    assert_eq!(fs::read(record(folder.path())).unwrap(), before);
}

#[test]
fn bugs_have_a_folder_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let judge =
        "case $(cat {file}) in *'{'*) kill -SEGV $$;; *null*) exit 0;; *true*) exit 9;; *) exit 1;; esac";
    let args =
        ["--judge", judge, "--bug-exit", "9", "--out", out, "--executions", "150", "--guide", "uniform"];
    let (shown, said) = outcome(&mut hunt(&args), 5);
    assert!(said.starts_with("stopped by --executions: 150 executions, "), "{said}");
    assert!(shown.contains("\tbug: ended with code 9\ntrue\n"), "{shown}");
    let bugs = found(&folder.path().join("bugs"));
    let how = |name: &str| bugs.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str());
    assert_eq!(how("json-s1-r1.txt"), Some("true\n"));
    assert_eq!(how("json-s1-r1.how.txt"), Some("ended with code 9\n"));
    assert!(bugs.iter().any(|(_, text)| text == "ended by signal 11\n"));
    assert!(found(folder.path()).iter().all(|(_, text)| text.contains("null")));
}

#[test]
fn the_number_of_judges_changes_nothing() {
    let with = |jobs: &str| {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_str().unwrap();
        let args = ["--serve", SERVED, "--jobs", jobs, "--out", out, "--executions", "400", "--seed", "3"];
        outcome(&mut hunt(&args), 3);
        (fs::read_to_string(record(folder.path())).unwrap(), found(folder.path()))
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn a_killed_hunt_goes_on_and_loses_nothing() {
    let whole = tempfile::tempdir().unwrap();
    let slow = format!("sleep 0.3; {SERVED}");
    let args =
        |out: &str| ["--serve", &slow, "--executions", "600", "--seed", "5", "--out", out].map(str::to_owned);
    let run = |folder: &Path| {
        let args = args(folder.to_str().unwrap());
        outcome(&mut hunt(&args.each_ref().map(String::as_str)), 3)
    };
    let expected = run(whole.path());
    let folder = tempfile::tempdir().unwrap();
    for pause in [400, 700, 900] {
        let mut child = Process::new(assert_cmd::cargo::cargo_bin("dpgen"))
            .args(["hunt", "json", "--max-size", "3"])
            .args(args(folder.path().to_str().unwrap()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // A line that a crash has cut.
    let cut = fs::read_to_string(record(folder.path())).map(|text| text + "{\"check\":1,");
    fs::write(record(folder.path()), cut.unwrap_or_default()).unwrap();
    let mut resumed = run(folder.path());
    let (notes, said) = resumed.1.split_at(resumed.1.find("stopped by").unwrap());
    assert!(notes.contains("bytes are cut off"), "{notes}");
    resumed.1 = said.to_owned();
    let without_time = |text: &str| text.split(';').next().unwrap().to_owned();
    assert_eq!((without_time(&resumed.0), resumed.1), (without_time(&expected.0), expected.1));
    assert_eq!(found(folder.path()), found(whole.path()));
    let text = |folder: &Path| fs::read_to_string(record(folder)).unwrap();
    assert_eq!(text(folder.path()), text(whole.path()));
}

#[test]
fn a_judge_that_changes_its_mind_leaves_no_files_that_the_summary_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let flag = folder.path().join("flag");
    let out = folder.path().join("out");
    // First everything is a bug, then nothing.
    let serve = format!(
        "while read n; do text=$(head -c $n); if [ -e {} ]; then echo valid; else echo bug liar; fi; done",
        flag.display()
    );
    let args =
        ["--serve", &serve, "--executions", "500", "--guide", "uniform", "--out", out.to_str().unwrap()];
    let mut child = Process::new(assert_cmd::cargo::cargo_bin("dpgen"))
        .args(["hunt", "json", "--max-size", "3"])
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let bugs = || fs::read_dir(out.join("bugs")).map_or(0, |entries| entries.count());
    let begin = Instant::now();
    while bugs() < 40 {
        assert!(begin.elapsed() < Duration::from_secs(60), "{}", bugs());
        sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    fs::write(&flag, "").unwrap();
    // A file of an answer that was lost, as when the machine stops; and one that is none of a structure.
    fs::write(out.join("bugs").join("json-s3-r1000.txt"), "[]").unwrap();
    fs::write(out.join("bugs").join("json-s3-r1000.how.txt"), "liar").unwrap();
    fs::write(out.join("bugs").join("json-notes.txt"), "mine").unwrap();
    let (_, said) = outcome(&mut hunt(&args), 5);
    assert!(said.contains("2 files of structures that the record does not keep removed"), "{said}");
    let texts = |folder: &Path| {
        found(folder)
            .into_iter()
            .filter(|(name, _)| name.starts_with("json-s") && !name.contains(".how."))
            .count()
    };
    let (valid, bugs) = (texts(&out), texts(&out.join("bugs")));
    assert!(bugs >= 20 && valid > 0);
    assert!(said.ends_with(&format!("{valid} valid, {valid} kept, {bugs} bugs\n")), "{said}");
    assert!(out.join("bugs").join("json-notes.txt").exists());
}

#[test]
fn another_hunt_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let with = |seed: &str, code: i32| {
        outcome(&mut hunt(&["--serve", SERVED, "--executions", "40", "--out", out, "--seed", seed]), code).1
    };
    with("1", 3);
    assert!(with("2", 2).contains("is of another hunt: seed was 1 and is 2"));
    let text = fs::read_to_string(record(folder.path())).unwrap();
    fs::write(record(folder.path()), text.replacen("\"rank\":\"", "\"rank\":\"9", 1)).unwrap();
    assert!(with("1", 2).contains("line 2 of"));
}

#[test]
fn what_is_no_judge_ends_the_hunt() {
    let refused = |args: &[&str], code: i32, wanted: &'static str| {
        hunt(args).assert().code(code).stderr(contains(wanted));
    };
    refused(&["--serve", "echo perhaps"], 1, "answered \"perhaps\"");
    refused(&["--judge", "no-such-program"], 1, "the judge `no-such-program` can not be run");
    refused(&["--judge", "false", "--executions", "5"], 3, "0 valid");
    refused(
        &["--judge", "exit 1", "--guide", "uniform", "--max-size", "1"],
        2,
        "cannot be used multiple times",
    );
    refused(&[], 2, "--judge");
    refused(&["--judge", "true", "--serve", "cat"], 2, "cannot be used with");
    refused(&["--judge", "true", "--fields", "symbolic"], 2, "a judge needs values");
    refused(&["--judge", ""], 2, "a command is empty");
}

#[test]
fn a_field_without_an_end_is_refused() {
    let mut command = Command::cargo_bin("dpgen").unwrap();
    let (_, said) = outcome(command.args(["hunt", "lambda", "--max-size", "3", "--judge", "true"]), 2);
    assert!(said.contains("can have more than 1048576: bounds that read the context"), "{said}");
}

#[test]
fn an_interrupt_ends_the_hunt_and_its_judges() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let serve =
        format!("echo $$ >{}; while read n; do head -c $n >/dev/null; sleep 1000; done", pid.display());
    let child = Process::new(assert_cmd::cargo::cargo_bin("dpgen"))
        .args(["hunt", "json", "--max-size", "3", "--timeout", "1000s", "--serve", &serve])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while fs::read_to_string(&pid).unwrap_or_default().is_empty() && begin.elapsed() < Duration::from_secs(60)
    {
        sleep(Duration::from_millis(10));
    }
    let judge = fs::read_to_string(&pid).unwrap().trim().to_owned();
    Process::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stderr).starts_with("interrupted: 0 executions"), "{}", text(&output.stderr));
    let stat = fs::read_to_string(format!("/proc/{judge}/stat")).unwrap_or_default();
    assert!(stat.is_empty() || stat.contains(") Z "), "{stat}");
}
