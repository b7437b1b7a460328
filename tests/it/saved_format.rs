//! The format of saved builds: files that an earlier dpgen wrote are still read, and name the same structures.
//!
//! `tests/fixtures/*.dpgen` were written by [`write_the_fixtures`] with format 3. When a change makes this test fail,
//! either the change is wrong, or saved builds and keys of users become worthless with it: then the version of the
//! format grows, and the fixtures are written again (`cargo test --test it saved_format -- --ignored`).

use dpgen::Structures;
use dpgen::prelude::*;

use Color::{Black, Red};

#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq)]
enum Color {
    Red,
    Black,
}

/// Lists whose values ascend and whose colors alternate.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = rep_ok)]
enum List {
    Nil,
    Cons(#[dpgen(range = 1..=3)] i64, Color, Box<List>),
}

fn rep_ok(list: ListView) -> bool {
    let ListView::Cons(first, color, rest) = list else { return true };
    let Some((second, next)) = rest.get(head) else { return true };
    first <= second && (color == Red) != next
}

fn head(list: ListView) -> Option<(Int, bool)> {
    if let ListView::Cons(first, color, _) = list { Some((first, color == Red)) } else { None }
}

fn generator(fields: Fields) -> Generator<List> {
    Generator::up_to(3).fields(fields).algorithm(Algorithm::Quotient).threads(1)
}

const FILES: [(&str, Fields); 2] = [
    (concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/concrete.dpgen"), Fields::Concrete),
    (concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/symbolic.dpgen"), Fields::Symbolic),
];

#[test]
#[ignore = "writes the files that the others read"]
fn write_the_fixtures() {
    for (path, fields) in FILES {
        generator(fields).build().unwrap().save(std::fs::File::create(path).unwrap()).unwrap();
    }
}

fn loaded(place: usize) -> Structures<List> {
    let (path, fields) = FILES[place];
    generator(fields).load(std::fs::File::open(path).unwrap()).unwrap()
}

fn list(values: &[(i64, Color)]) -> List {
    values.iter().rev().fold(List::Nil, |rest, (value, color)| List::Cons(*value, *color, Box::new(rest)))
}

#[test]
fn concrete_structures_keep_their_ranks() {
    let lists = loaded(0);
    assert_eq!([0, 1, 2, 3].map(|size| lists.count(size)), [1_u32, 6, 12, 20].map(Count::from));
    for (size, rank, expected) in [
        (0, 0_u32, list(&[])),
        (1, 2, list(&[(3, Red)])),
        (1, 3, list(&[(1, Black)])),
        (2, 4, list(&[(2, Black), (3, Red)])),
        (2, 11, list(&[(3, Red), (3, Black)])),
        (3, 5, list(&[(1, Red), (3, Black), (3, Red)])),
        (3, 13, list(&[(1, Black), (2, Red), (2, Black)])),
    ] {
        assert_eq!(lists.nth(size, rank), Some(expected.clone()), "{size}:{rank}");
        assert_eq!(lists.rank_of(&expected), Some((size, rank.into())), "{size}:{rank}");
    }
}

#[test]
fn path_conditions_keep_their_ranks() {
    let lists = loaded(1);
    assert_eq!([0, 1, 2, 3].map(|size| lists.count(size)), [1_u32, 2, 2, 2].map(Count::from));
    assert_eq!(lists.nth(3, 0), Some(list(&[(1, Red), (1, Black), (1, Red)])));
    assert_eq!(lists.nth(3, 1), Some(list(&[(1, Black), (1, Red), (1, Black)])));
}

#[test]
fn builds_keep_their_order() {
    for (place, (_, fields)) in FILES.into_iter().enumerate() {
        let built = generator(fields).build().unwrap();
        assert!(built.iter().eq(loaded(place).iter()), "{fields}");
    }
}
