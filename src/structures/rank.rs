//! Ranking, unranking and sampling of single structures.
//!
//! `rank_of` is the inverse of `nth` on the structures of a size, unless data is symbolic.

use dpgen_forest::{Count, SolveError};

use super::{Structures, assert_complete};
use crate::types::DpGen;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::ValueReader;

impl<T: DpGen> Structures<T> {
    /// The structure of this size with this rank, `0..count(size)`; `None` if it is not among these, as none is of a
    /// size that is not complete.
    ///
    /// A rank can be an integer of any type, or a [`Count`]; below 0 there is none.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.nth(0, 0), Some(Tree::Leaf));
    /// assert_eq!(trees.nth(3, 5), None); // ranks are 0 to 4
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When symbolic data can not be solved, which would be a defect of dpgen.
    #[must_use]
    pub fn nth(&self, size: u32, rank: impl TryInto<Count>) -> Option<T> {
        self.value(self.catalog.nth_compact(size, &rank.try_into().ok()?))
    }

    /// As [`nth`](Self::nth), with the random solution that a seed gives it if data is symbolic.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # #[dpgen(rep_ok = ascending)]
    /// # enum List { Nil, Cons(#[dpgen(range = 1..=n)] i64, Box<List>) }
    /// # fn ascending(list: ListView) -> bool {
    /// #     let ListView::Cons(first, rest) = list else { return true };
    /// #     rest.get(head).is_none_or(|next| first < next)
    /// # }
    /// # fn head(list: ListView) -> Option<Int> {
    /// #     if let ListView::Cons(first, _) = list { Some(first) } else { None }
    /// # }
    /// let lists = Generator::<List>::up_to(2).param("n", 9).fields(Fields::Symbolic).build()?;
    /// let list = lists.nth_random(2, 0, 7).expect("there is one path condition");
    /// assert!(dpgen::is_valid(&list));
    /// assert_eq!(lists.nth_random(2, 0, 7), Some(list));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// As [`nth`](Self::nth).
    #[must_use]
    pub fn nth_random(&self, size: u32, rank: impl TryInto<Count>, seed: u64) -> Option<T> {
        self.value(self.catalog.nth_random(size, &rank.try_into().ok()?, seed))
    }

    /// The value of words. An error is a defect of dpgen: every path condition had a solution when it was built.
    fn value(&self, words: Result<Option<Vec<u32>>, SolveError>) -> Option<T> {
        let words = words.unwrap_or_else(|error| panic!("{error}"))?;
        Some(T::build(&mut ValueBuilder::new(self.catalog.schema(), &words)))
    }

    /// A structure's size and rank, or `None` if it is not among these, or if data is symbolic (a rank then
    /// stands for a path condition).
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let tree = trees.nth(4, 9).expect("there are 14");
    /// assert_eq!(trees.rank_of(&tree), Some((4, 9_u32.into())));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn rank_of(&self, value: &T) -> Option<(u32, Count)> {
        let nodes = ValueReader::read(self.catalog.schema(), value).ok()?;
        self.catalog.find(&nodes)
    }

    /// A random structure of this size, each with exactly the same probability; `None` if there is none.
    ///
    /// The generator is one of `rand_core` 0.10, as those of `rand` 0.10 are.
    ///
    /// If data is symbolic, each path condition has the same probability, and its smallest solution stands for it;
    /// [`nth_random`](Self::nth_random) gives another.
    ///
    /// ```
    /// use dpgen::prelude::*;
    /// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// #[derive(DpGen, Debug, PartialEq)]
    /// enum Tree {
    ///     Leaf,
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// let trees = Generator::<Tree>::up_to(100).build()?;
    /// assert_eq!(trees.count(100).to_string().len(), 57);
    /// let mut rng = ChaCha8Rng::seed_from_u64(1);
    /// let tree = trees.sample(100, &mut rng).unwrap();
    /// assert_eq!(trees.rank_of(&tree).map(|(size, _)| size), Some(100));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the size is not complete, as [`count`](Self::count).
    pub fn sample<R: rand_core::Rng + ?Sized>(&self, size: u32, rng: &mut R) -> Option<T> {
        assert_complete(&self.catalog, size);
        let rank = self.catalog.sample_rank(size, rng)?;
        self.nth(size, rank)
    }

    /// A random structure of any size up to `size`, each with exactly the same probability.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let mut rng = ChaCha8Rng::seed_from_u64(1);
    /// let tree = trees.sample_up_to(4, &mut rng).expect("there are 23");
    /// assert!(trees.rank_of(&tree).is_some_and(|(size, _)| size <= 4));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the size is not complete, as [`count`](Self::count).
    pub fn sample_up_to<R: rand_core::Rng + ?Sized>(&self, size: u32, rng: &mut R) -> Option<T> {
        assert_complete(&self.catalog, size);
        let (size, rank) = self.catalog.sample_up_to(size, rng)?;
        self.nth(size, rank)
    }
}
