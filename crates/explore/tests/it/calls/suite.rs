//! The inputs that suffice for all outcomes of the set's branches that up to five calls reach, as they are printed.

use super::set::Set;

/// crates/explore/tests/it/calls/set.rs:53:9: if: true
/// crates/explore/tests/it/calls/set.rs:75:27: let else: goes on
/// crates/explore/tests/it/calls/set.rs:76:5: match: Ordering :: Equal
/// crates/explore/tests/it/calls/set.rs:80:13: match: (left, mut right)
/// crates/explore/tests/it/calls/set.rs:83:21: if: true
/// crates/explore/tests/it/calls/set.rs:37:9: while: false
/// crates/explore/tests/it/calls/set.rs:37:9: while: true
/// crates/explore/tests/it/calls/set.rs:38:13: match: Ordering :: Less
/// crates/explore/tests/it/calls/set.rs:38:13: match: Ordering :: Greater
/// crates/explore/tests/it/calls/set.rs:96:46: ?: leaves
/// crates/explore/tests/it/calls/set.rs:96:46: ?: goes on
/// crates/explore/tests/it/calls/set.rs:97:5: if: false
/// crates/explore/tests/it/calls/set.rs:97:5: if: true
/// crates/explore/tests/it/calls/set.rs:100:27: ?: goes on
#[test]
fn input_1() {
    let mut set = Set::new();
    assert!(set.insert(1));
    assert!(set.insert(5));
    assert!(set.insert(0));
    assert!(set.insert(4));
    assert!(set.remove(&1));
    assert_eq!(set.keys(), [&0, &4, &5]);
}

/// crates/explore/tests/it/calls/set.rs:53:9: if: false
/// crates/explore/tests/it/calls/set.rs:53:9: if: true
/// crates/explore/tests/it/calls/set.rs:75:27: let else: leaves
/// crates/explore/tests/it/calls/set.rs:75:27: let else: goes on
/// crates/explore/tests/it/calls/set.rs:76:5: match: Ordering :: Less
/// crates/explore/tests/it/calls/set.rs:76:5: match: Ordering :: Greater
/// crates/explore/tests/it/calls/set.rs:76:5: match: Ordering :: Equal
/// crates/explore/tests/it/calls/set.rs:80:13: match: (None, only) | (only, None)
/// crates/explore/tests/it/calls/set.rs:37:9: while: false
/// crates/explore/tests/it/calls/set.rs:37:9: while: true
/// crates/explore/tests/it/calls/set.rs:38:13: match: Ordering :: Less
/// crates/explore/tests/it/calls/set.rs:38:13: match: Ordering :: Equal
#[test]
fn input_2() {
    let mut set = Set::new();
    assert!(set.insert(3));
    assert!(set.insert(0));
    assert!(!set.insert(3));
    assert!(!set.remove(&6));
    assert!(set.remove(&0));
    assert_eq!(set.keys(), [&3]);
}
