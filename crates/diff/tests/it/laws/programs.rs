//! Differences between programs: every kind of comparison of every two endings of programs.

use std::time::Duration;

use dpgen_diff::programs::{CaseDelivery, Comparison, Program, Programs, ProgramsOptions};
use dpgen_diff::{Answer, Case, Failure, FileTemplate, Judge, Term};

/// The output of a program, and its exit code.
type Ending = (&'static str, i32);

fn judge(programs: &[&str], comparison: Comparison, delivery: CaseDelivery, threads: usize) -> Programs {
    let programs = programs.iter().map(|text| Program::parse(text).unwrap()).collect();
    let (timeout, file_template) = (Duration::from_secs(60), FileTemplate::default());
    Programs::start(ProgramsOptions {
        programs,
        normalize: None,
        delivery,
        comparison,
        where_accepted: false,
        timeout,
        threads,
        file_template,
        renderings: std::collections::BTreeMap::new(),
    })
    .unwrap()
}

fn case(position: usize, text: &str) -> Case {
    let position = u64::try_from(position).unwrap();
    Case {
        position,
        key: format!("k:{position}"),
        size: 1,
        rank: position.to_string(),
        text: text.to_owned(),
        renderings: std::collections::BTreeMap::new(),
        term: Term::default(),
    }
}

#[test]
fn endings_differ_as_the_comparison_has_it() {
    // Each program writes a word and exits with a code, both from its field of the case.
    let program = |field: usize| {
        format!("IFS=' ' read -r a b c d; set -- $a $b $c $d; shift {}; echo $1; exit $2", 2 * field)
    };
    let (first, second) = (program(0), program(1));
    let endings: [Ending; 5] = [("one", 0), ("two", 0), ("one", 3), ("two", 3), ("one", 4)];
    let pairs: Vec<(Ending, Ending)> =
        endings.iter().flat_map(|one| endings.iter().map(move |other| (*one, *other))).collect();
    let cases: Vec<Case> = pairs
        .iter()
        .enumerate()
        .map(|(place, (one, other))| case(place, &format!("{} {} {} {}\n", one.0, one.1, other.0, other.1)))
        .collect();
    for compare in Comparison::ALL {
        let mut judge = judge(&[&first, &second], compare, CaseDelivery::ProcessPerCase, 2);
        let found = judge.judge(&cases, &|| false).unwrap();
        assert_eq!(found.len(), cases.len());
        for (((text, code), (other_text, other_code)), found) in pairs.iter().zip(found) {
            let (texts, codes) = (text != other_text, code != other_code);
            let accepts = (*code == 0) != (*other_code == 0);
            let expected = match compare {
                Comparison::All => texts || codes,
                Comparison::Success => accepts || *code == 0 && texts,
                Comparison::Output => texts,
                Comparison::Code => codes,
                Comparison::Accepts => accepts,
            };
            let shown = format!("{}: {text} {code} and {other_text} {other_code}", compare.name());
            assert_eq!(found.is_some(), expected, "{shown}");
            let Some(found) = found else { continue };
            let answer = |text: &str, code| {
                let text = format!("{text}\n");
                Answer::Text { code: Some(code), text, total_bytes: None, stderr: String::new() }
            };
            assert_eq!(found.answers, [answer(text, *code), answer(other_text, *other_code)], "{shown}");
        }
    }
    let names = Comparison::ALL.map(Comparison::name);
    assert_eq!(names, ["all", "success", "output", "code", "accepts"]);
}

/// The subjects, the beginning of a long answer, and standard error.
#[test]
fn long_answers_are_cut_and_have_standard_error() {
    let commands =
        ["head -c 16384 /dev/zero | tr '\\0' x; echo aside >&2", "head -c 16385 /dev/zero | tr '\\0' x"];
    let mut judge = judge(&commands, Comparison::All, CaseDelivery::ProcessPerCase, 1);
    let names: Vec<String> = judge.subjects().into_iter().map(|subject| subject.name).collect();
    assert_eq!(names, commands);
    let found = judge.judge(&[case(0, "")], &|| false).unwrap().remove(0).unwrap();
    let cut = |total_bytes, stderr: &str| Answer::Text {
        code: Some(0),
        text: "x".repeat(16_384),
        total_bytes,
        stderr: stderr.to_owned(),
    };
    assert_eq!(found.answers, [cut(None, "aside"), cut(Some(16_385), "")]);
}

/// One command has nothing to be compared with; a crash is a finding although all crash alike.
#[test]
fn failures_are_findings() {
    let program = || Program::parse("cat").unwrap();
    let options = |programs| ProgramsOptions {
        programs,
        normalize: None,
        delivery: CaseDelivery::ProcessPerCase,
        comparison: Comparison::All,
        where_accepted: false,
        timeout: Duration::from_secs(60),
        threads: 0,
        file_template: FileTemplate::default(),
        renderings: std::collections::BTreeMap::new(),
    };
    assert!(Programs::start(options(vec![program()])).is_err());
    assert!(Programs::start(options(vec![program(), program()])).is_ok());
    let crash = "kill -9 $$";
    let mut judge = judge(&[crash, crash], Comparison::All, CaseDelivery::ProcessPerCase, 1);
    let found = judge.judge(&[case(0, "")], &|| false).unwrap().remove(0).unwrap();
    assert_eq!(found.pattern.failed, [(0, Failure::Crash), (1, Failure::Crash)]);
}

/// Programs that stay get a line a case, from one thread or from several, and each answer belongs to its case.
#[test]
fn lines_are_answered_in_order() {
    let cases: Vec<Case> = (0..700).map(|number| case(number, &format!("{number}"))).collect();
    for threads in [1, 3] {
        let mut judge = judge(&["cat", "sed -u s/9/8/"], Comparison::All, CaseDelivery::LinePerCase, threads);
        let (least, most) = judge.block_len();
        assert!(0 < least && least <= most && least.is_multiple_of(threads));
        let found = judge.judge(&cases, &|| false).unwrap();
        assert_eq!(found.len(), cases.len());
        for (case, found) in cases.iter().zip(found) {
            let replaced = case.text.replacen('9', "8", 1);
            assert_eq!(found.is_some(), case.text != replaced, "{}", case.text);
            if let Some(found) = found {
                let line = |text: &str| Answer::Text {
                    code: None,
                    text: text.to_owned(),
                    total_bytes: None,
                    stderr: String::new(),
                };
                assert_eq!(found.answers, [line(&case.text), line(&replaced)]);
            }
        }
        // Once it is to stop, it judges no more than it has begun.
        assert_eq!(judge.judge(&cases, &|| true).unwrap().len(), 0);
    }
}
