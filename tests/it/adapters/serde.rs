//! serde: snapshots against what serde's own derive writes for the same values, and snapshots of insta.

use std::collections::BTreeSet;

use super::trees;
use dpgen::adapters::Place;
use dpgen::prelude::*;
use serde::{Deserialize, Serialize};

/// A type with every form that serde's derive knows. Both derives stand on it; dpgen reads the schema only.
#[derive(DpGen, Serialize, Deserialize, Debug, Clone, PartialEq)]
enum Form {
    Unit,
    #[dpgen(weight = 1)]
    Newtype(Option<Box<Form>>),
    Tuple(#[dpgen(range = -2..=-1)] i8, bool),
    Struct {
        point: Point,
        #[dpgen(values = ["a", "b\"c"])]
        name: String,
    },
    List(Vec<Wrapped>),
    Set(#[dpgen(range = 1..=2, len = 0..=2)] BTreeSet<u8>),
}

#[derive(DpGen, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Point {
    #[dpgen(range = 0..=1)]
    x: u16,
    pair: (bool, Side),
}

#[derive(DpGen, Serialize, Deserialize, Debug, Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

#[derive(DpGen, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Wrapped(#[dpgen(range = 3..=4)] u64);

#[derive(DpGen, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Two(#[dpgen(range = 3..=4)] u64, bool);

#[test]
fn a_snapshot_is_what_the_derive_of_serde_writes() {
    let forms = Generator::<Form>::up_to(3).build().unwrap();
    for size in 0..=3 {
        let values: Vec<Form> = forms.iter_size(size).collect();
        let snapshot = serde_json::to_string(&forms.snapshot(size)).unwrap();
        assert_eq!(snapshot, serde_json::to_string(&values).unwrap());
        assert_eq!(serde_json::from_str::<Vec<Form>>(&snapshot).unwrap(), values);
    }
    let twos = Generator::<Two>::up_to(1).build().unwrap();
    let values: Vec<Two> = twos.iter_size(1).collect();
    assert_eq!(serde_json::to_value(twos.snapshot(1)).unwrap(), serde_json::to_value(values).unwrap());
}

#[test]
fn insta_shows_all_structures_of_a_size() {
    insta::assert_ron_snapshot!(trees(2).snapshot(2), @r#"
    [
      Node(
        left: Leaf,
        key: 1,
        right: Node(
          left: Leaf,
          key: 2,
          right: Leaf,
        ),
      ),
      Node(
        left: Node(
          left: Leaf,
          key: 1,
          right: Leaf,
        ),
        key: 2,
        right: Leaf,
      ),
    ]
    "#);
    insta::assert_json_snapshot!(trees(3).summary().counts(), @r#"
    [
      "1",
      "3",
      "6",
      "5"
    ]
    "#);
}

#[test]
fn what_a_check_found() {
    // Two of two nodes with keys 1 and 2 are the first that are that high.
    let found = trees(2).check(9, |tree| if tree.height() < 2 { Ok(()) } else { Err("too high") });
    insta::assert_json_snapshot!(found, @r#"
    {
      "complete": true,
      "sizes": [
        {
          "size": 0,
          "run": 1,
          "failed": 0
        },
        {
          "size": 1,
          "run": 2,
          "failed": 0
        },
        {
          "size": 2,
          "run": 2,
          "failed": 2
        }
      ],
      "failures": [
        {
          "place": "2:0",
          "value": "Node { left: Leaf, key: 1, right: Node { left: Leaf, key: 2, right: Leaf } }",
          "message": "Error: \"too high\"",
          "source": null,
          "times": 2
        }
      ]
    }
    "#);
}

#[test]
fn summaries_do_not_depend_on_threads() {
    let summary = |threads| {
        let trees = Generator::<super::Tree>::up_to(6).threads(threads).build().unwrap();
        serde_json::to_value(trees.summary()).unwrap()
    };
    assert_eq!(summary(1), summary(3));
    assert_eq!(summary(2)["sizes"][6]["count"], "132");
}

#[test]
fn places_are_read_as_they_are_written() {
    let place = Place::new(12, u128::MAX);
    let text = serde_json::to_string(&place).unwrap();
    assert_eq!(text, "\"12:340282366920938463463374607431768211455\"");
    assert_eq!(serde_json::from_str::<Place>(&text).unwrap(), place);
    assert!(serde_json::from_str::<Place>("\"12\"").is_err());
}

#[test]
fn symbolic_data_is_there_by_its_smallest_solution() {
    let trees = Generator::<super::Tree>::up_to(3).fields(Fields::Symbolic).build().unwrap();
    let values: Vec<super::Tree> = trees.iter_size(3).collect();
    let snapshot = serde_json::to_string(&trees.snapshot(3)).unwrap();
    assert_eq!(snapshot.matches("\"key\":2").count(), values.len());
}
