//! versions: `Versioning` implements `Ord`, "a total order" with "a < b and b < c implies a < c".

use std::cmp::Ordering;

use dpgen_field::{assert_failing, texts};
use versions::Versioning;

texts!(Version, Token: "a", "1", "0", ".", "-", "+", ":", "r");

#[test]
fn the_order_is_transitive() {
    assert_failing(5, "(\"a\", \"0\", \"01\")", (562, 755_097), |(a, b, c): &(Version, Version, Version)| {
        let [a, b, c] = [a, b, c].map(|version| Versioning::new(version.text()));
        let (Some(a), Some(b), Some(c)) = (a, b, c) else { return };
        assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        assert_eq!(a == b, a.cmp(&b) == Ordering::Equal);
        if a.cmp(&b) == b.cmp(&c) {
            assert_eq!(a.cmp(&c), a.cmp(&b));
        }
        if a == b {
            assert_eq!(a.cmp(&c), b.cmp(&c));
        }
    });
}

#[test]
fn three_versions_are_a_circle_without_dpgen() {
    let [a, zero, padded] = ["a", "0", "01"].map(|version| Versioning::new(version).unwrap());
    assert_eq!(a.cmp(&zero), Ordering::Less);
    assert_eq!(zero.cmp(&padded), Ordering::Less);
    assert_eq!(a.cmp(&padded), Ordering::Greater);
}

#[dpgen::test(max_size = 6)]
fn what_is_read_is_written(version: &Version) {
    if let Some(read) = Versioning::new(version.text()) {
        assert_eq!(read.to_string(), version.text());
    }
}
