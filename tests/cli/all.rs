//! The binary, driven as a user drives it: what it prints, says and ends with. A test of the package `dpgen-cli`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod attributes;
#[cfg(unix)]
mod c_functions;
mod certificates;
mod checks;
mod compare;
#[cfg(all(unix, feature = "diff"))]
mod conditions;
mod contexts;
mod damaged;
#[cfg(all(unix, feature = "diff"))]
mod diff;
mod folders;
mod formats;
mod hostile;
#[cfg(all(unix, feature = "diff"))]
mod hunts;
mod keys;
#[cfg(unix)]
mod kills;
mod latency;
#[cfg(target_os = "linux")]
mod limits;
mod odds;
mod pages;
mod pictures;
#[cfg(all(target_os = "linux", feature = "diff"))]
mod programs;
mod readme;
mod references;
mod regex;
mod renderings;
mod resume;
mod routes;
mod saved;
mod selections;
#[cfg(unix)]
mod shell_scripts;
#[cfg(unix)]
mod shells;
mod solutions;
mod specs;
mod sql;
#[cfg(feature = "studio")]
mod studio;
mod templates;
mod verdicts;
mod worst;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use clap::ValueEnum as _;
use dpgen_cli::export::Format;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use tempfile::TempDir;

fn dpgen(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpgen"));
    command.args(args.split_whitespace());
    command
}

/// Says that a test is skipped, and why: past the capture of the test harness, so that `.ci/run` lists it.
fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a command that must end with this code.
fn run(args: &str, code: i32) -> (String, String) {
    let Output { stdout, stderr, .. } = dpgen(args).assert().code(code).get_output().clone();
    (text(&stdout), text(&stderr))
}

/// What a command prints, which must be complete.
fn lines(args: &str) -> Vec<String> {
    run(args, 0).0.lines().map(str::to_owned).collect()
}

/// The formats of structures, so that a new one is tested at once.
fn formats() -> impl Iterator<Item = Format> {
    Format::value_variants().iter().copied()
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for a folder")
}

/// The names and contents of the structures in a folder.
fn files(path: &Path) -> BTreeSet<(String, String)> {
    let entries =
        fs::read_dir(path).expect("the folder is there").map(|entry| entry.expect("it can be read").path());
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("it can be read"))
    };
    let ours = |name: &str| name == "manifest.json" || name == ".dpgen-lock";
    entries.map(read).filter(|(name, _)| !ours(name)).collect()
}

fn manifest(path: &Path) -> serde_json::Value {
    let text = fs::read_to_string(path.join("manifest.json")).expect("there is a manifest");
    serde_json::from_str(&text).expect("it is JSON")
}
