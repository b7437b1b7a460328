//! The structures that the tests and the benches work on: each is a type with a plain predicate, a
//! brute-force enumeration of all its values, and an independent check of finished values.
//!
//! [`each`] hands every [`Case`] to a [`Visitor`], so that one test body runs on types that differ.
#![allow(dead_code, reason = "each test binary uses a part of this module")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

pub mod avl;
pub mod binary_heap;
pub mod binary_tree;
pub mod compared;
pub mod engines;
pub mod expected_sets;
pub mod feature_data;
pub mod feature_kinds;
pub mod feature_shapes;
pub mod fibonacci_heap;
pub mod flat_words;
pub mod hash_table;
pub mod oracle;
pub mod recurrences;
pub mod red_black;
pub mod search_tree;
pub mod sorted_list;

use std::fmt::Debug;
use std::hash::Hash;

use dpgen::{Algorithm, DpGen, Generator, Structures};

use oracle::Odometer;

/// What tests need of a type.
pub trait Value: DpGen + Debug + Clone + Eq + Hash + Send + Sync {}
impl<T: DpGen + Debug + Clone + Eq + Hash + Send + Sync> Value for T {}

/// A structure to test on.
#[derive(Debug)]
pub struct Case<T> {
    /// Its name in messages.
    pub name: &'static str,
    /// The largest size that the brute-force enumeration is held against.
    pub oracle_size: u32,
    /// The largest size at which engines are held against each other.
    pub agreement_size: u32,
    /// Parameters of the scope.
    pub params: &'static [(&'static str, i64)],
    /// Any value at all, valid or not, as the odometer says; `None` when it does not fit.
    pub any: fn(&mut Odometer) -> Option<T>,
    /// The invariant of a finished value, written without looking at the predicate.
    pub valid: fn(&T) -> bool,
    /// The size of a value, then the number of its constructor, then the sizes of its recursive slots.
    pub place: fn(&T) -> Vec<u32>,
    /// Whether the predicate takes finished values, which some engines refuse.
    pub opaque: bool,
    /// Whether a value holds more than its structure (by a `finish` hook), so that it has no rank.
    pub finished: bool,
}

impl<T: Value> Case<T> {
    /// A case with the given name and functions, at sizes that suit most.
    pub const fn new(
        name: &'static str,
        any: fn(&mut Odometer) -> Option<T>,
        valid: fn(&T) -> bool,
        place: fn(&T) -> Vec<u32>,
    ) -> Self {
        let params = &[];
        Self {
            name,
            oracle_size: 4,
            agreement_size: 5,
            params,
            any,
            valid,
            place,
            opaque: false,
            finished: false,
        }
    }

    /// The same case at other sizes.
    #[must_use]
    pub const fn sizes(self, oracle_size: u32, agreement_size: u32) -> Self {
        Self { oracle_size, agreement_size, ..self }
    }

    /// A generator of this case.
    pub fn generator(&self, max_size: u32) -> Generator<T> {
        let generator = Generator::<T>::up_to(max_size).threads(1);
        self.params.iter().fold(generator, |generator, (name, value)| generator.param(*name, *value))
    }

    /// The engines that work on this case's predicate and count its structures one by one.
    ///
    /// SymboLazyDP counts path conditions: `symbolic/` compares their solutions.
    pub fn engines(&self) -> impl Iterator<Item = Algorithm> + use<T> {
        self.every_engine().filter(|algorithm| *algorithm != Algorithm::SymbolazyDp)
    }

    /// All engines that work on this case's predicate.
    pub fn every_engine(&self) -> impl Iterator<Item = Algorithm> + use<T> {
        let opaque = self.opaque;
        let fit =
            move |algorithm: &Algorithm| !opaque || matches!(algorithm, Algorithm::Dp | Algorithm::TopDown);
        Algorithm::ALL.iter().copied().filter(fit)
    }

    /// Builds with an engine.
    pub fn build(&self, algorithm: Algorithm, max_size: u32, threads: usize) -> Structures<T> {
        let built = self.generator(max_size).algorithm(algorithm).threads(threads).build();
        match built {
            Ok(structures) => {
                assert_eq!(structures.stop_reason(), None, "{}: {algorithm}", self.name);
                assert_eq!(structures.complete_sizes(), max_size + 1, "{}: {algorithm}", self.name);
                structures
            }
            Err(error) => panic!("{}: {algorithm}: {error}", self.name),
        }
    }
}

/// A test body that works on every case.
pub trait Visitor {
    /// Tests one case.
    fn visit<T: Value>(&mut self, case: &Case<T>);
}

/// Hands every case to the visitor.
pub fn each(visitor: &mut impl Visitor) {
    each_classic(visitor);
    visitor.visit(&red_black::black_root::CASE);
    visitor.visit(&feature_data::RECORDS);
    visitor.visit(&feature_data::DECKS);
    visitor.visit(&feature_data::TERMS);
    visitor.visit(&feature_shapes::SNOCS);
    visitor.visit(&feature_shapes::ROSES);
    visitor.visit(&feature_shapes::FREE);
    visitor.visit(&feature_shapes::TREES23);
    visitor.visit(&feature_kinds::BAGS);
    visitor.visit(&feature_kinds::EVEN_BAGS);
    visitor.visit(&feature_kinds::COUNTED);
    visitor.visit(&feature_kinds::BALANCED);
}

/// Hands the eight structures of the literature to the visitor.
pub fn each_classic(visitor: &mut impl Visitor) {
    visitor.visit(&binary_tree::CASE);
    visitor.visit(&search_tree::CASE);
    visitor.visit(&red_black::any_root::CASE);
    visitor.visit(&avl::CASE);
    visitor.visit(&sorted_list::CASE);
    visitor.visit(&binary_heap::CASE);
    visitor.visit(&fibonacci_heap::CASE);
    visitor.visit(&hash_table::CASE);
}
