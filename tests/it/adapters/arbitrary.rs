//! arbitrary: which structure bytes stand for.

use std::collections::HashMap;

use super::{Tree, trees};
use arbitrary::{Arbitrary, Error, Unstructured};
use dpgen::adapters::Structure;

#[test]
fn every_byte_string_is_a_valid_structure() {
    for length in 0..9 {
        for byte in 0..=255_u8 {
            let bytes: Vec<u8> = (0..length).map(|at| byte.wrapping_mul(at * 2 + 1)).collect();
            let tree = Structure::<Tree, 8>::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
            assert!(dpgen::is_valid(&*tree) && tree.size() <= 8);
        }
    }
}

#[test]
fn greater_bytes_are_structures_that_do_not_come_before_and_all_come_nearly_as_often() {
    let trees = trees(4);
    let mut before = (0, dpgen::Count::ZERO);
    let mut times: HashMap<Tree, u32> = HashMap::new();
    // Four sizes, and at most 20 trees of each: two bytes.
    for bytes in 0..=u16::MAX {
        let bytes = bytes.to_be_bytes();
        let tree = trees.from_unstructured(&mut Unstructured::new(&bytes), 1..).unwrap();
        let place = trees.rank_of(&tree).unwrap();
        assert!(before <= place);
        before = place;
        *times.entry(tree).or_default() += 1;
    }
    // Keys from 1 to 4: the ways to choose them, and the shapes.
    assert_eq!(times.len(), 4 + 6 * 2 + 4 * 5 + 14);
    for size in 1..=4 {
        let of_size: Vec<u32> =
            times.iter().filter(|(tree, _)| tree.nodes() == size).map(|(_, n)| *n).collect();
        let (least, most) = (of_size.iter().min().unwrap(), of_size.iter().max().unwrap());
        assert!(most - least <= most / 50 + 1, "{least} to {most}");
    }
}

#[test]
fn the_last_byte_moves_the_rank_least() {
    let trees = trees(10);
    let rank = |bytes: &[u8]| {
        let tree = trees.from_unstructured(&mut Unstructured::new(bytes), 10..).unwrap();
        trees.rank_of(&tree).unwrap().1.to_u128().unwrap()
    };
    // 16,796 trees of ten nodes: three bytes.
    assert_eq!(rank(&[0, 0, 0]), 0);
    assert_eq!(rank(&[255, 255, 255]), 16_795);
    assert!(rank(&[100, 7, 255]) - rank(&[100, 7, 0]) <= 1);
    assert!(rank(&[101, 7, 0]) - rank(&[100, 7, 0]) > 60);
}

#[test]
fn the_size_hint_is_what_is_read() {
    // Eleven sizes, and 64,350 trees of eight nodes: 20 bits.
    assert_eq!(<Structure<Tree, 10> as Arbitrary>::size_hint(0), (4, Some(4)));
    for first in [0, 1, 128, 255] {
        let bytes = [first; 32];
        let mut u = Unstructured::new(&bytes);
        assert!(Structure::<Tree, 10>::arbitrary(&mut u).is_ok());
        assert_eq!(u.len(), 32 - 4);
    }
}

#[test]
fn a_range_without_structures_is_an_error_of_arbitrary() {
    let found = trees(3).from_unstructured(&mut Unstructured::new(&[1, 2, 3]), 2..2);
    assert_eq!(found, Err(Error::EmptyChoose));
}
