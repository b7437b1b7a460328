//! The derives' error messages: each mistake is one message, on the offending token.
//!
//! Run with `TRYBUILD=overwrite` to write the snapshots anew. Those in `tests/ui/rustc` are worded by the
//! compiler around a message of ours, and may differ between its versions.

#[test]
#[cfg_attr(miri, ignore = "runs the compiler")]
fn each_mistake_is_one_message() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    cases.compile_fail("tests/ui/rustc/*.rs");
}
