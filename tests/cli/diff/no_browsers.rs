//! A program that was built without the feature `browsers` says how to get them.

use super::*;

#[test]
fn what_needs_browsers_names_the_feature() {
    let wanted = || contains("`cargo install dpgen-cli --features browsers`");
    diff(&["web-page", "--engines", "chromium,firefox"]).assert().code(2).stderr(wanted());
    dpgen("browsers").assert().code(2).stderr(wanted());
}
