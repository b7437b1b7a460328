//! The guide's chapters, so that their examples run as documentation tests.
//!
//! Blocks that are plain `rust` are compiled and run. A `#[dpgen::test]` is no part of a program that has no tests: blocks
//! with one say `test_harness`, and those that are meant to fail `no_run`, too.

macro_rules! chapters {
    ($($name:ident $file:literal,)*) => {
        $(
            #[doc = include_str!(concat!("../docs/guide/src/", $file))]
            mod $name {}
        )*
    };
}

chapters! {
    index "index.md",
    first_test "first-test.md",
    types "types.md",
    field_types "field-types.md",
    sharing "sharing.md",
    predicates "predicates.md",
    testing "testing.md",
    calls "calls.md",
    large "large.md",
    engines "engines.md",
    specs "specs.md",
    command_line "command-line.md",
    studio "studio.md",
    diff "diff.md",
    other_tools "other-tools.md",
    coming_from "coming-from.md",
    proptest_idioms "proptest-idioms.md",
    troubleshooting "troubleshooting.md",
}
