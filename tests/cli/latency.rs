//! Every command ends soon after its limits, whatever the spec.

use super::*;
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

/// What a run may take that has `--time 500ms`: twice that, and time for the process on a machine that is busy.
const BOUND: Duration = Duration::from_secs(5);

/// The path of a spec that is meant to be hard.
fn hostile(name: &str) -> String {
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/specs");
    specs.join(format!("{name}.ron")).display().to_string()
}

/// Runs a command with `--time 500ms`; what it said, and its code. One that does not end is killed.
fn timed(args: &str) -> (String, Option<i32>) {
    let begin = Instant::now();
    let mut command = Process::new(env!("CARGO_BIN_EXE_dpgen"));
    command.args(args.split_whitespace()).args(["--time", "500ms", "--threads", "1"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    while child.try_wait().expect("it can be asked").is_none() {
        if begin.elapsed() > BOUND {
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
            panic!("`{args}` still runs after {BOUND:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("it ends");
    (text(&output.stderr), output.status.code())
}

/// Runs a command that must be stopped by the time.
fn stopped(args: &str) {
    let (said, code) = timed(args);
    assert_eq!(code, Some(3), "`{args}` said {said}");
    assert!(said.contains("stopped"), "`{args}` said {said}");
}

#[test]
fn templates_hear_the_time() {
    let spec = hostile("template-loop");
    // The template may use up its steps before the time.
    let (said, code) = timed(&format!("enumerate {spec} --max-size 60 --format template"));
    assert!(matches!(code, Some(2 | 3)), "{code:?}: {said}");
    let (said, code) = timed(&format!("show {spec} --size 1 --rank 0"));
    assert!(matches!(code, Some(2 | 3)), "{code:?}: {said}");
    let (said, code) = timed(&format!("sample {spec} --size 40"));
    assert!(matches!(code, Some(2 | 3)), "{code:?}: {said}");
}

#[test]
fn a_template_without_end_is_a_mistake_by_itself() {
    let wanted =
        contains("the template `L.C` (").and(contains("template-loop.ron:2) takes more than 2000000 steps"));
    dpgen(&format!("enumerate {} --max-size 1", hostile("template-loop"))).assert().code(2).stderr(wanted);
}

#[test]
fn a_check_hears_the_time_and_says_what_it_covered() {
    let (said, code) = timed(&format!("check {}", hostile("html-css")));
    assert_eq!(code, Some(3), "{said}");
    assert!(said.starts_with("stopped before all structures up to size 4 were tried"), "{said}");
    stopped("check fibonacci-heap --max-size 9");
}

#[test]
fn a_check_without_limits_has_its_own() {
    let begin = Instant::now();
    let (_, said) = run(&format!("check {}", hostile("html-css")), 0);
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    assert!(said.contains("than this check has by itself"), "{said}");
}

#[test]
fn engines_hear_the_time() {
    for algorithm in ["quotient", "lazy-dp", "dp", "top-down", "symbolazy-dp"] {
        stopped(&format!("count red-black-tree --max-size 400 --algorithm {algorithm}"));
        stopped(&format!("enumerate {} --max-size 30 --algorithm {algorithm}", hostile("look")));
    }
}

#[test]
fn rounds_hear_the_time_before_the_first() {
    for algorithm in ["lazy-dp", "symbolazy-dp"] {
        stopped(&format!("count sorted-list --param n=1 --algorithm {algorithm} --max-size 200000"));
    }
    stopped("enumerate sorted-list --param n=1 --algorithm lazy-dp --max-size 1000000 --limit 5");
}

#[test]
fn the_solver_hears_the_time() {
    stopped(&format!("count {} --size 2 --fields symbolic", hostile("market-split")));
    let folder = folder();
    let out = folder.path().join("market-split.dpgen");
    stopped(&format!(
        "build {} --max-size 2 --fields symbolic --out {}",
        hostile("market-split"),
        out.display()
    ));
}

#[test]
fn solutions_hear_the_time() {
    stopped("enumerate sorted-list --size 12 --max-size 40 --fields symbolic --solutions all --format json");
    stopped("sample sorted-list --size 40 --fields symbolic --count 100000000");
}

#[test]
fn input_without_end_is_refused_at_once() {
    let begin = Instant::now();
    if Path::new("/dev/zero").exists() {
        dpgen("check /dev/zero").assert().code(2).stderr(contains("a spec has at most 1.0 MiB"));
        dpgen("count --from /dev/zero").assert().code(2).stderr(contains("not a saved build"));
    } else {
        skipped("there is no /dev/zero here");
    }
    let folder = folder();
    let path = folder.path().display();
    dpgen(&format!("check {path}")).assert().code(2).stderr(contains("can not be read"));
    dpgen(&format!("count --from {path}")).assert().code(2).stderr(contains("can not be used"));
    assert!(begin.elapsed() < BOUND);
}

#[test]
fn memory_is_a_limit_too() {
    dpgen("count --memory 4potatoes").assert().code(2).stderr(contains("write it as in 500MB, 4GB or 2GiB"));
    assert_eq!(run("count --max-size 3 --memory 4GB", 0).1, "all 12 structures of sizes 0 to 3\n");
}

#[test]
fn memory_stops_a_build() {
    let command = "count sorted-list --max-size 20 --algorithm lazy-dp";
    let (_, said) = run(&format!("{command} --memory 40MB --time 60s"), 3);
    assert!(said.starts_with("stopped by --memory before size "), "{said}");
    // It is that limit which is heard: the same run has more memory without it.
    let (_, said) = run(&format!("{command} --time 1s"), 3);
    assert!(said.starts_with("stopped by --time before size "), "{said}");
}
