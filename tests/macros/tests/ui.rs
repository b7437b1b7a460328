//! The derives' error messages: each mistake is one message, on the offending token.
//!
//! Run with `TRYBUILD=overwrite` to write the snapshots anew. Those in `tests/ui/rustc` are worded by the
//! compiler around a message of ours, and are compared with the version only that they were written with.

use std::io::Write as _;
use std::process::Command;

/// Whether the compiler is of this version.
fn compiler_is(version: &str) -> bool {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = Command::new(compiler).arg("--version").output();
    said.is_ok_and(|said| String::from_utf8_lossy(&said.stdout).starts_with(&format!("rustc {version}.")))
}

#[test]
fn each_mistake_is_one_message() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    if compiler_is("1.95") {
        cases.compile_fail("tests/ui/rustc/*.rs");
    } else {
        // Past the capture of a test's output, which hides what a passing test prints.
        let _ =
            writeln!(std::io::stderr(), "skipped: tests/ui/rustc, whose messages are those of rustc 1.95");
    }
}
