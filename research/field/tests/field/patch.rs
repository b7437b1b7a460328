//! patch: "parsing and producing patch files in the Unified Format".

use dpgen_field::{assert_failing, texts};
use patch::Patch;

texts!(Lines, Line: "a\n", "b\n", "\n", "c");

/// Patches that diffy makes, which says "\ No newline at end of file" as GNU diff does.
#[test]
fn unified_diffs_are_read() {
    assert_failing(5, "(\"c\", \"a\\n\")", (1426, 7737), |(old, new): &(Lines, Lines)| {
        let (old, new) = (old.text(), new.text());
        if old != new {
            let written = diffy::create_patch(&old, &new).to_string();
            assert!(Patch::from_single(&written).is_ok());
        }
    });
}

#[test]
fn a_missing_newline_panics_without_dpgen() {
    // What `diff -u` writes when a last line gets its newline.
    let text = "--- old\n+++ new\n@@ -1 +1 @@\n-c\n\\ No newline at end of file\n+a\n";
    let panic = std::panic::catch_unwind(|| Patch::from_single(text).is_ok()).unwrap_err();
    assert!(panic.downcast_ref::<String>().unwrap().starts_with("bug: failed to parse entire input"));
}
