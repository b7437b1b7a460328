//! A command line that was built without the feature `browsers` says how to get them. A test of the package `dpgen-cli`.
#![cfg(not(feature = "browsers"))]
#![allow(missing_docs, reason = "a test")]

use assert_cmd::Command;
use predicates::str::contains;

#[test]
fn what_needs_browsers_names_the_feature() {
    for arguments in [&["diff", "web-page", "--engines", "chromium,firefox"][..], &["browsers"]] {
        let told = contains("`cargo install dpgen-cli --features browsers`");
        Command::new(env!("CARGO_BIN_EXE_dpgen")).args(arguments).assert().code(2).stderr(told);
    }
}
