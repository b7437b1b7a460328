//! `dpgen diff`: programs that disagree, on purpose.

mod batches;
#[cfg(feature = "browsers")]
mod browsers;
mod faults;
#[cfg(feature = "browsers")]
mod messages;
#[cfg(feature = "browsers")]
mod new_folders;
mod programs;
mod renderings;
mod reports;

use super::*;
use std::process::Command as Process;

/// The command with arguments that may have spaces in them.
fn diff(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpgen"));
    command.arg("diff").args(args);
    command
}

/// What a comparison prints and says; it must end with this code.
fn compared(args: &[&str], code: i32) -> (String, String) {
    let Output { stdout, stderr, .. } = diff(args).assert().code(code).get_output().clone();
    (text(&stdout), text(&stderr))
}

/// The structures by which groups are shown; no two groups have the same.
fn reduced(report: &Path) -> Vec<String> {
    let mut groups = BTreeSet::new();
    let shown: Vec<String> = findings(report)
        .iter()
        .filter(|finding| groups.insert(finding["group"].to_string()))
        .map(|finding| finding["text"].to_string())
        .collect();
    assert_eq!(shown.iter().collect::<BTreeSet<_>>().len(), shown.len(), "{shown:?}");
    shown
}

/// The findings of a report.
fn findings(report: &Path) -> Vec<serde_json::Value> {
    let lines = fs::read_to_string(report.join("findings.jsonl")).expect("the report has findings");
    lines.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}
