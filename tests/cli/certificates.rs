//! What a run says it covered.

use super::*;

#[test]
fn a_single_size_says_so() {
    assert_eq!(run("enumerate binary-tree --size 3", 0).1, "all 5 structures of size 3\n");
    assert_eq!(run("enumerate binary-tree --size 1", 0).1, "the only structure of size 1\n");
}

#[test]
fn a_limit_says_where_it_stopped() {
    let (out, said) = run("enumerate --max-size 4 --limit 9", 3);
    assert_eq!(out.lines().count(), 9);
    assert_eq!(said, "stopped by --limit at rank 4 of 12 of size 2; sizes <= 1 complete\n");
    let (out, said) = run("enumerate --size 5 --limit 3", 3);
    assert_eq!(out.lines().count(), 3);
    assert_eq!(said, "stopped by --limit at rank 3 of 8 of size 5\n");
}

#[test]
fn a_limit_that_is_not_reached_is_no_limit() {
    assert_eq!(run("enumerate --max-size 2 --limit 5", 0).1, "all 5 structures of sizes 0 to 2\n");
    assert_eq!(run("enumerate --max-size 2 --limit 6", 0).1, "all 5 structures of sizes 0 to 2\n");
}

#[test]
fn a_limit_makes_a_huge_bound_harmless() {
    let (out, said) = run("enumerate binary-tree --max-size 1000 --limit 10", 3);
    assert_eq!(out.lines().count(), 10);
    assert!(said.starts_with("stopped by --limit ") && said.contains(" complete\n"), "{said}");
}

#[test]
fn a_limit_is_about_the_selected_sizes() {
    let (out, said) = run("enumerate binary-tree --min-size 4 --max-size 1000 --limit 20", 3);
    assert_eq!(out.lines().count(), 20);
    assert_eq!(said, "stopped by --limit at rank 6 of 42 of size 5; size 4 complete\n");
}

#[test]
fn no_time_at_all_is_said() {
    let (out, said) = run("count --max-size 30 --time 0s", 3);
    assert_eq!(out.lines().count(), 1, "{out}");
    assert_eq!(said, "stopped by --time before size 0; no size is complete\n");
}

#[cfg(target_os = "linux")]
#[test]
fn what_can_not_be_printed_is_an_error() {
    for args in
        ["--help", "--version", "enumerate --help", "specs", "completions bash", "enumerate --max-size 2"]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_dpgen"));
        let output = command.args(args.split(' ')).stdout(full).output().expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{args}");
        let said = text(&output.stderr);
        assert!(said.starts_with("error: the standard output can not be written: "), "{args}: {said}");
    }
    assert_eq!(run("--help", 0).1, "");
    assert!(run("enumerate --no-such-flag", 2).1.starts_with("error: unexpected argument"));
}

#[test]
fn quiet_says_nothing() {
    dpgen("enumerate --max-size 2 --quiet").assert().code(0).stderr(is_empty());
    dpgen("enumerate --max-size 4 --limit 2 --quiet").assert().code(3).stderr(is_empty());
}
