//! The built-in spec `regex`: counts against a program that makes all trees, and engines that refuse no pattern.
//!
//! The programs of `tests/oracles/regex` ask an engine for its answers, a line a case.

use super::contexts::{ALGORITHMS, ORACLES, counts, oracle};
use super::*;
use std::process::{Command as Program, Stdio};

/// The engines of this machine: what they are called, and what runs them.
const ENGINES: [(&str, &[&str]); 4] = [
    ("Python's re", &["python3", "engine.py", "re"]),
    ("JavaScript", &["node", "engine.js"]),
    ("Perl", &["perl", "engine.pl"]),
    ("Java", &["java", "Engine.java"]),
];

#[test]
fn counts_are_those_of_a_program_that_makes_all() {
    for (oracle_args, params) in [
        ("4", ""),
        ("4 references=1 looks=2", "references=1 looks=2"),
        ("4 references=1 looks=2 certain=1", "references=1 looks=2 certain=1"),
        (
            "5 references=1 looks=2 certain=1 groups=3 most=-1 anchors=0 letters=1 dashes=0",
            "references=1 looks=2 certain=1 groups=3 most=-1 anchors=0 letters=1 dashes=0",
        ),
        ("3 letters=3 empties=0 anchors=4 most=1", "letters=3 empties=0 anchors=4 most=1"),
    ] {
        let Some(expected) = oracle(&format!("regex.py {oracle_args}")) else { return };
        let size = expected.len() - 1;
        let params: String = params.split_whitespace().map(|param| format!(" --param {param}")).collect();
        for algorithm in ALGORITHMS {
            let found = counts(&format!("regex --max-size {size} --algorithm {algorithm}{params}"));
            assert_eq!(found, expected, "{params}, {algorithm}");
        }
    }
}

/// The answers of an engine to cases, a line each; nothing if there is no such program.
fn answers(command: &[&str], cases: &[String]) -> Option<Vec<String>> {
    let folder = folder();
    let path = folder.path().join("cases");
    fs::write(&path, cases.join("\n") + "\n").expect("it can be written");
    let cases = fs::File::open(&path).expect("it was written");
    let [program, args @ ..] = command else { return None };
    let mut process = Program::new(program);
    process.args(args).current_dir(format!("{ORACLES}/regex")).stdin(cases).stderr(Stdio::inherit());
    let output = process.output().ok()?;
    assert!(output.status.success(), "{command:?} ended with {}", output.status);
    Some(text(&output.stdout).lines().map(str::to_owned).collect())
}

/// Every case of a size up to 3, and samples of size 30, in the dialect of all engines and with what only some know.
#[test]
fn engines_refuse_no_pattern() {
    let mut cases = Vec::new();
    for more in ["", " --preset backtracking"] {
        cases.extend(lines(&format!("enumerate regex --max-size 3{more}")));
        cases.extend(lines(&format!("sample regex --size 30 --count 1000 --seed 1{more}")));
    }
    // The sizes 0 to 3 as the spec states them.
    assert_eq!(cases.len(), (7 + 95 + 1312) + (7 + 109 + 1733) + 2000);
    for (name, command) in ENGINES {
        let Some(answers) = answers(command, &cases) else {
            skipped(&format!("there is no {} to ask {name}", command[0]));
            continue;
        };
        assert_eq!(answers.len(), cases.len(), "{name}");
        for (case, answer) in cases.iter().zip(&answers) {
            assert!(
                answer == "none" || answer.starts_with(|first: char| first.is_ascii_digit()),
                "{name}, {case}: {answer}"
            );
        }
    }
}

/// With `certain`, references are only to groups that have matched; without it also to those of other branches.
#[test]
fn certain_references_are_to_groups_that_have_matched() {
    let params = "--param references=1 --param letters=1 --param anchors=0 --param most=-1";
    let all = lines(&format!("enumerate regex --size 4 {params}"));
    let certain = lines(&format!("enumerate regex --size 4 {params} --param certain=1"));
    for (pattern, is_certain) in
        [(r"(a)\1a", true), (r"(a)+\1", true), (r"(a)|\1", false), (r"(a)?\1", false)]
    {
        let case = format!("{pattern}\t");
        assert!(all.contains(&case), "{pattern}");
        assert_eq!(certain.contains(&case), is_certain, "{pattern}");
    }
}
