//! The example of typable terms, counted as OEIS A220471 has it: "Number of closed simply typable lambda-terms of size n with
//! size 0 for the variables".

#[allow(dead_code, reason = "its main program")]
#[path = "../../examples/typable_terms.rs"]
mod example;

use dpgen::{Algorithm, Generator};
use example::Term;

#[test]
fn counts_are_those_of_the_oeis() {
    let counts: [u128; 8] = [1, 2, 9, 40, 238, 1564, 11_807, 98_529];
    let terms = Generator::<Term>::up_to(8).build().unwrap();
    assert_eq!(terms.count(0), 0);
    for (size, count) in (1..).zip(counts) {
        assert_eq!(terms.count(size), count, "size {size}");
    }
}

#[test]
fn another_engine_and_other_room_give_the_same_counts() {
    let terms = Generator::<Term>::up_to(8).build().unwrap();
    for max_size in 1..=5 {
        let others = Generator::<Term>::up_to(max_size).algorithm(Algorithm::LazyDp).build().unwrap();
        for size in 0..=max_size {
            assert_eq!(others.count(size), terms.count(size), "size {size} up to {max_size}");
        }
    }
}
