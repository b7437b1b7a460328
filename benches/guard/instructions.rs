//! Counts the instructions of a case: this program, run again under valgrind with that case alone.

use std::process::Command;

fn valgrind() -> Command {
    Command::new("valgrind")
}

/// Whether valgrind can be run.
pub fn available() -> bool {
    valgrind().arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Millions of instructions of a case with these variables, the start of the program included.
pub fn of(case: &str, variables: &[(&str, &str)]) -> f64 {
    let mut command = valgrind();
    command.envs(variables.iter().copied());
    command.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
    let output = command.arg(std::env::current_exe().unwrap()).args(["--case", case]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{case} fails under valgrind:\n{said}");
    let line = said.lines().find(|line| line.contains("refs:")).expect("cachegrind says how many");
    let (_, figure) = line.split_once("refs:").unwrap();
    let digits: String = figure.chars().filter(char::is_ascii_digit).collect();
    digits.parse::<f64>().unwrap() / 1e6
}
