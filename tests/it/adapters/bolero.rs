//! bolero: generators under its own engine for tests.

use std::collections::HashSet;
use std::sync::Mutex;

use super::{Tree, trees};
use bolero::generator::bolero_generator::driver::exhaustive::Driver;
use bolero::{TypeGenerator, ValueGenerator, check};
use dpgen::adapters::Structure;

#[test]
fn a_generator_gives_every_structure_of_its_sizes_and_no_other() {
    let trees = trees(4);
    let seen = Mutex::new(HashSet::new());
    check!().with_iterations(2_000).with_generator(trees.generator(2..=4)).for_each(|tree| {
        assert!(dpgen::is_valid(tree));
        seen.lock().unwrap().insert(tree.clone());
    });
    let all: HashSet<Tree> = (2..=4).flat_map(|size| trees.iter_size(size)).collect();
    assert_eq!(seen.into_inner().unwrap(), all);
}

#[test]
fn a_type_is_generated_up_to_its_maximum() {
    let largest = Mutex::new(0);
    check!().with_iterations(500).with_type().for_each(|tree: &Structure<Tree, 7>| {
        assert!(dpgen::is_valid(&**tree));
        let mut largest = largest.lock().unwrap();
        *largest = tree.size().max(*largest);
    });
    assert_eq!(largest.into_inner().unwrap(), 7);
}

#[test]
fn all_structures_in_the_order_of_the_build() {
    let trees = trees(5);
    let mut driver = Driver::default();
    let mut met = Vec::new();
    while driver.step().is_continue() {
        met.extend(trees.generator(..).generate(&mut driver));
    }
    assert_eq!(met, trees.iter().collect::<Vec<_>>());
}

#[test]
fn ranks_beyond_128_bits() {
    use bolero::generator::bolero_generator::driver::{ByteSliceDriver, Options};
    use dpgen::prelude::*;

    let trees = Generator::<Shape>::up_to(100).build().unwrap();
    let generate = |bytes: &[u8]| {
        let options = Options::default();
        trees.generator(100..).generate(&mut ByteSliceDriver::new(bytes, &options)).unwrap()
    };
    let ranks = [[0; 64], [127; 64], [255; 64]].map(|bytes| trees.rank_of(&generate(&bytes)).unwrap().1);
    assert!(ranks.is_sorted() && ranks[0] < ranks[2] && ranks[2] > u128::MAX);
    assert!(
        Structure::<Shape, 5>::generate(&mut ByteSliceDriver::new(&[1; 99], &Options::default())).is_some()
    );

    #[derive(DpGen, Debug)]
    enum Shape {
        Leaf,
        Node(Box<Shape>, Box<Shape>),
    }
}
