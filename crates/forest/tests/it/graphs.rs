//! The packed graph's bookkeeping: what each addition gives and takes.

use dpgen_forest::Count;
use dpgen_forest::graph::{Dag, Family, Records};

#[test]
fn memory_is_that_of_what_was_added() {
    let mut dag = Dag::default();
    assert_eq!(dag.bytes(), 0);
    // Two ends each.
    for number in 1..=5 {
        dag.push_interval(number, number + 3).unwrap();
    }
    assert_eq!(dag.bytes(), 5 * 8);
    // A single index is kept in the span itself.
    dag.push_interval(4, 4).unwrap();
    assert_eq!(dag.bytes(), 5 * 8);
    // A word for where it starts, and its own.
    let first = dag.records.push(&[0]).unwrap();
    let second = dag.records.push(&[1, 2, 3]).unwrap();
    assert_eq!(dag.bytes(), 5 * 8 + (2 + 4) * 4);
    // A word for where it ends and one a member, and a count.
    dag.push_union([Family::record(first), Family::record(second)], Count::from(2_u32)).unwrap();
    dag.push_union([Family::record(first)], Count::ONE).unwrap();
    let counts = 2 * size_of::<Count>();
    assert_eq!(dag.bytes(), 5 * 8 + (2 + 4) * 4 + (2 + 3) * 4 + counts);
    assert_eq!((dag.unions(), dag.members(0).len(), dag.members(1).len()), (2, 2, 1));
}

/// A build that is stopped has members for which it adds no union.
#[test]
fn members_of_unions_that_were_not_added_are_dropped() {
    let mut dag = Dag::default();
    let records = [0, 1, 2].map(|word| dag.records.push(&[word]).unwrap());
    dag.push_union([Family::record(records[0])], Count::ONE).unwrap();
    dag.append_members(3).copy_from_slice(&[1, 2, 0]);
    dag.push_union_of_next(2, Count::from(2_u32)).unwrap();
    let with_open_member = dag.bytes();
    dag.drop_uncovered_members();
    assert_eq!((dag.members(0), dag.members(1)), (&[0][..], &[1, 2][..]));
    assert_eq!(dag.bytes(), with_open_member - size_of::<u32>());
    dag.drop_uncovered_members();
    dag.push_union([Family::record(records[2])], Count::ONE).unwrap();
    assert_eq!(dag.members(2), &[2]);
}

/// However records get there, they are the same records.
#[test]
fn records_are_what_was_pushed() {
    let rows: [&[u32]; 4] = [&[7, 1], &[8, 2], &[9, 3], &[6, 4]];
    let mut one_by_one = Records::default();
    assert!(one_by_one.is_empty());
    for (number, row) in (0..).zip(rows) {
        assert_eq!(one_by_one.push(row), Ok(number));
    }
    let mut at_once = Records::default();
    assert_eq!(at_once.push(rows[0]), Ok(0));
    assert_eq!(at_once.append(&[8, 2, 9, 3], 2), Ok(1));
    assert_eq!(at_once.push(rows[3]), Ok(3));
    for records in [&one_by_one, &at_once] {
        assert_eq!((records.len(), records.is_empty()), (4, false));
        for (number, row) in (0..).zip(rows) {
            assert_eq!(records.get(number), row);
            assert_eq!(records.ctor(number).word(), row[0]);
        }
    }
}
