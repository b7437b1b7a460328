//! version-compare: `Version` implements `PartialOrd`, which asks for transitivity: "`a < b` and `b < c` implies `a < c`".

use dpgen_field::{assert_failing, texts};
use version_compare::Version;

texts!(Text, Token: "a", "1", "0", ".", "-");

#[test]
fn the_order_is_transitive() {
    assert_failing(5, "(\"1\", \"a.1\", \".\")", (20, 76_416), |(a, b, c): &(Text, Text, Text)| {
        let (a, b, c) = (a.text(), b.text(), c.text());
        if [&a, &b, &c].iter().any(|text| text.is_empty()) {
            return;
        }
        let [a, b, c] = [&a, &b, &c].map(|text| Version::from(text));
        let (Some(a), Some(b), Some(c)) = (a, b, c) else { return };
        assert_eq!(a < b, b > a);
        assert!(!(a < b && b < c) || a < c);
    });
}

#[test]
fn three_versions_are_a_circle_without_dpgen() {
    let [a, b, c] = ["", "1", "a.1"].map(|text| Version::from(text).unwrap());
    assert!(a < b && b < c && c < a);
    let [a, b, c] = ["1", "a.1", "."].map(|text| Version::from(text).unwrap());
    assert!(a < b && b < c && c < a);
}
