//! From an opaque program to a spec: what a hunt learned, as conditions.

use super::*;
use std::path::PathBuf;

/// Lists of marked keys.
const SPEC: &str = r#"(
    name: "marked",
    root: "List",
    types: {
        "List": (
            constructors: {
                "Nil": (),
                "Cons": (fields: {"key": Int(1, 3), "mark": OneOf(["a", "b", "c"]), "rest": Type("List")}),
            },
            // here
        ),
    },
    render: {"Nil": ".", "Cons": "{{ key }}{{ mark }} {{ rest }}"},
)"#;

/// Refuses a key that is that of the element before.
const JUDGE: &str = "while read n; do case $(head -c $n) in *1?' '1*|*2?' '2*|*3?' '3*) echo invalid;; \
                     *) echo valid;; esac; done";

/// What the judge says, in another language.
fn accepts(text: &str) -> bool {
    let keys: Vec<&str> = text.split(' ').map(|element| &element[..1]).collect();
    keys.windows(2).all(|two| two[0] != two[1])
}

fn hunt(spec: &Path, conditions: &Path, size: &str) -> Command {
    let mut command = Command::cargo_bin("dpgen").unwrap();
    command.arg("hunt").arg(spec).args(["--max-size", size, "--serve", JUDGE, "--guide", "pairs"]);
    command.arg("--conditions").arg(conditions);
    command
}

fn spec_in(folder: &Path) -> PathBuf {
    let spec = folder.join("marked.ron");
    fs::write(&spec, SPEC).unwrap();
    spec
}

#[test]
fn what_a_hunt_learned_of_small_lists_holds_of_larger_ones() {
    let folder = folder();
    let (spec, conditions) = (spec_in(folder.path()), folder.path().join("conditions.ron"));
    hunt(&spec, &conditions, "2").assert().code(0);
    let learned = fs::read_to_string(&conditions).unwrap();
    for key in 1..=3 {
        let condition = format!("\"!(key == {key} && rest.kind == 'Cons' && rest.key == {key})\",");
        let before = learned.lines().take_while(|line| line.trim() != condition).last().unwrap();
        // Two elements with this key, and any two marks: nine in all, not all of which have to be tried.
        let tries = before.trim().strip_prefix("// refuted, ").and_then(|tries| tries.strip_suffix(" tries"));
        let tries: u32 = tries.and_then(|tries| tries.parse().ok()).unwrap_or_else(|| panic!("{learned}"));
        assert!((2..=9).contains(&tries), "{learned}");
    }
    assert_eq!(learned.matches("&&").count(), 6, "{learned}");
    // The file's lines are put into the spec as they are.
    let with = folder.path().join("with.ron");
    fs::write(&with, SPEC.replace("// here", &learned)).unwrap();
    let (spec, with) = (spec.display().to_string(), with.display().to_string());
    run(&format!("check {with}"), 0);
    let all = |spec: &str| lines(&format!("enumerate {spec} --max-size 4"));
    let accepted: Vec<String> = all(&spec).into_iter().filter(|text| accepts(text)).collect();
    // Nine first elements, then six each: three marks, and two keys.
    assert_eq!(accepted.len(), 1 + 9 * (1 + 6 + 36 + 216));
    let kept = all(&with);
    assert_eq!(kept.iter().collect::<BTreeSet<_>>(), accepted.iter().collect());
    assert_eq!(kept.len(), accepted.len());
}

/// Refuses a key that any element before has.
const NONE_TWICE: &str =
    "while read n; do case $(head -c $n) in *1*1*|*2*2*|*3*3*) echo invalid;; *) echo valid;; esac; done";

#[test]
fn what_is_further_below_is_asked_of_attributes() {
    let folder = folder();
    let (spec, conditions) = (spec_in(folder.path()), folder.path().join("conditions.ron"));
    let mut command = Command::cargo_bin("dpgen").unwrap();
    command.arg("hunt").arg(&spec).args(["--max-size", "3", "--serve", NONE_TWICE, "--guide", "pairs"]);
    command.arg("--conditions").arg(&conditions).assert().code(0);
    let learned = fs::read_to_string(&conditions).unwrap();
    for key in 1..=3 {
        for test in
            [format!("rest.kind == 'Cons' && rest.key == {key}"), format!("rest.learned_below_key_{key}")]
        {
            assert!(learned.contains(&format!("\"!(key == {key} && {test})\",")), "{learned}");
        }
    }
    let with = folder.path().join("with.ron");
    fs::write(&with, SPEC.replace("// here", &learned)).unwrap();
    run(&format!("check {}", with.display()), 0);
    // With three keys, three marks each: sequences without a repeated key. There is none of four.
    assert_eq!(lines(&format!("enumerate {} --max-size 4", with.display())).len(), 1 + 9 + 9 * 6 + 9 * 6 * 3);
}

#[test]
fn a_file_that_can_not_be_written_is_an_error_before_anything_is_judged() {
    let folder = folder();
    let spec = spec_in(folder.path());
    let missing = folder.path().join("missing").join("conditions.ron");
    let Output { stdout, stderr, .. } = hunt(&spec, &missing, "2").assert().code(2).get_output().clone();
    assert!(stdout.is_empty());
    assert!(text(&stderr).contains("conditions.ron can not be written"), "{}", text(&stderr));
}

#[test]
fn files_for_what_is_learned_are_begun_before_the_judge_is() {
    let folder = folder();
    let spec = spec_in(folder.path());
    let judged = folder.path().join("judged");
    let judge = format!("touch {}; {JUDGE}", judged.display());
    for option in ["--learned", "--conditions"] {
        let mut command = Command::cargo_bin("dpgen").unwrap();
        command.arg("hunt").arg(&spec).args(["--max-size", "2", "--serve", &judge]);
        let refused = command.arg(option).arg(folder.path().join("missing/file.ron")).assert().code(2);
        let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(said.contains("missing/file.ron can not be written"), "{said}");
        assert!(!judged.exists(), "{option}");
    }
}
