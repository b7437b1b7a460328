//! [`Structures`]: a catalog whose structures are the user's own values.

use std::marker::PhantomData;
use std::sync::Arc;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use dpgen_forest::{Catalog, Solutions, SolveError};

use crate::iter::Iter;
use crate::view::{DpGen, ValueBuilder, ValueReader};
use dpgen_forest::Count;
use dpgen_forest::Report;
use dpgen_forest::StopReason;

/// Every valid `T` up to a size: counted, iterated, addressed by rank.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug, Clone, PartialEq)]
/// enum Tree {
///     Leaf,
///     Node { left: Box<Tree>, right: Box<Tree> },
/// }
///
/// let trees = Generator::<Tree>::new().max_size(5).build()?;
/// assert_eq!(trees.count(5), 42);
/// assert_eq!(trees.total(), 1 + 1 + 2 + 5 + 14 + 42);
/// let tree = trees.nth(5, 17).unwrap();
/// assert_eq!(trees.rank_of(&tree), Some((5, 17.into())));
/// assert_eq!(trees.iter().count(), 65);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Structures<T> {
    catalog: Arc<Catalog>,
    /// What a saved build says that it was built from.
    source: Arc<str>,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Structures<T> {
    fn clone(&self) -> Self {
        Self { catalog: self.catalog.clone(), source: self.source.clone(), of: PhantomData }
    }
}

impl<T: DpGen> Structures<T> {
    pub(crate) fn new(catalog: Catalog, source: String) -> Self {
        Self { catalog: Arc::new(catalog), source: source.into(), of: PhantomData }
    }

    /// The untyped structures.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(trees.catalog().count(5), trees.count(5));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// What the build did: rounds, candidates, attributes, times.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert!(trees.report().totals().runs > 0);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn report(&self) -> &Report {
        self.catalog.report()
    }

    /// Why the build ended before its scope was covered, if it did; what was complete by then is here.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// use std::time::Duration;
    ///
    /// let late = Generator::<Tree>::new().max_size(5).time_limit(Duration::ZERO).build()?;
    /// assert_eq!(late.stop(), Some(dpgen::StopReason::Deadline));
    /// let whole = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(whole.stop(), None);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn stop(&self) -> Option<StopReason> {
        self.catalog.stop()
    }

    /// How many sizes are complete: all below this one.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(trees.complete_sizes(), 6); // 0 to 5
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn complete_sizes(&self) -> u32 {
        self.catalog.complete_sizes()
    }

    /// How many structures of exactly this size there are; [`try_count`](Self::try_count) if the size may be missing.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(trees.count(3), 5);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the size is not complete: it is beyond the maximum size, or a limit stopped the build before it.
    #[must_use]
    pub fn count(&self, size: u32) -> Count {
        self.complete(size);
        self.catalog.count(size)
    }

    /// How many structures of exactly this size there are; `None` if the size is not complete: it is beyond the maximum
    /// size, or a limit stopped the build before it.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(trees.try_count(3), Some(5.into()));
    /// assert_eq!(trees.try_count(6), None); // was not built
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn try_count(&self, size: u32) -> Option<Count> {
        (size < self.complete_sizes()).then(|| self.catalog.count(size))
    }

    /// Panics if a size is not complete: nothing is known of how many structures it has.
    fn complete(&self, size: u32) {
        let complete = self.complete_sizes();
        assert!(
            size < complete,
            "size {size} is not complete: {}",
            match self.stop() {
                Some(reason) => format!("{reason} stopped the build; sizes below {complete} are complete"),
                None => format!("the maximum size is {}", self.catalog.scope().max_size()),
            }
        );
    }

    /// How many structures there are in all.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(trees.total(), 1 + 1 + 2 + 5 + 14 + 42);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn total(&self) -> Count {
        self.catalog.total()
    }

    /// Writes the build, for [`Generator::load`](crate::Generator::load): build once, use often.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let generator = Generator::<Tree>::new().max_size(5);
    /// let mut file = Vec::new();
    /// generator.build()?.save(&mut file).expect("it is a vector");
    /// let trees = generator.load(&file[..]).expect("it was built from the same type");
    /// assert_eq!(trees.count(5), 42);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// When writing fails.
    pub fn save(&self, to: impl std::io::Write) -> std::io::Result<()> {
        self.catalog.save(&self.source, to)
    }

    /// Every structure, smallest first, in the documented order.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(trees.iter().next(), Some(Tree::Leaf));
    /// assert_eq!(trees.iter().count(), 65);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn iter(&self) -> Iter<'_, T> {
        let sizes = 0..self.catalog.complete_sizes();
        let parts = sizes.map(|size| self.catalog.iter_compact(size)).collect::<Vec<_>>();
        Iter::over(&self.catalog, parts)
    }

    /// Every structure of one size.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(trees.iter_size(4).count(), 14);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the size is not complete, as [`count`](Self::count).
    #[must_use]
    pub fn iter_size(&self, size: u32) -> Iter<'_, T> {
        self.complete(size);
        let parts = vec![self.catalog.iter_compact(size)];
        Iter::over(&self.catalog, parts)
    }

    /// The structures of one size, with a choice of which solutions stand for each path condition if data is
    /// symbolic; random ones are drawn from the seed. For concrete data, as [`iter_size`](Self::iter_size).
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
    /// use dpgen::Solutions;
    ///
    /// let lists = Generator::<List>::new().max_size(3).param("n", 5).fields(Fields::Symbolic).build()?;
    /// assert_eq!(lists.count(3), 1); // one path condition: first < second < third
    /// assert_eq!(lists.iter_solutions(3, Solutions::All, 0).count(), 10); // C(5, 3)
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the size is not complete, as [`count`](Self::count).
    #[must_use]
    pub fn iter_solutions(&self, size: u32, solutions: Solutions, seed: u64) -> Iter<'_, T> {
        self.complete(size);
        let ranks = Count::ZERO..self.catalog.count(size);
        let parts = vec![self.catalog.compact_with(size, ranks, solutions, seed)];
        Iter::over(&self.catalog, parts)
    }

    /// The `index`-th of `of` equal parts (numbered from 1), of every size: for `of` machines.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// let parts: usize = (1..=3).map(|part| trees.shard(part, 3).count()).sum();
    /// assert_eq!(parts, 65);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When `index` is not within `1..=of`.
    #[must_use]
    pub fn shard(&self, index: u32, of: u32) -> Iter<'_, T> {
        let sizes = 0..self.catalog.complete_sizes();
        let part = |size| self.catalog.compact(size, self.catalog.shard(size, index, of));
        let parts = sizes.map(part).collect::<Vec<_>>();
        Iter::over(&self.catalog, parts)
    }

    /// The structure of this size with this rank, `0..count(size)`; `None` if it is not among these, as none is of a
    /// size that is not complete.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(trees.nth(0, 0), Some(Tree::Leaf));
    /// assert_eq!(trees.nth(3, 5), None); // ranks are 0 to 4
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When symbolic data can not be solved, which would be a defect of dpgen.
    #[must_use]
    pub fn nth(&self, size: u32, rank: impl Into<Count>) -> Option<T> {
        self.value(self.catalog.nth_compact(size, &rank.into()))
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
    /// let lists = Generator::<List>::new().max_size(2).param("n", 9).fields(Fields::Symbolic).build()?;
    /// let list = lists.nth_random(2, 0, 7).expect("there is one path condition");
    /// assert!(dpgen::is_valid(&list));
    /// assert_eq!(lists.nth_random(2, 0, 7), Some(list));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// As [`nth`](Self::nth).
    #[must_use]
    pub fn nth_random(&self, size: u32, rank: impl Into<Count>, seed: u64) -> Option<T> {
        self.value(self.catalog.nth_random(size, &rank.into(), seed))
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
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// let tree = trees.nth(4, 9).expect("there are 14");
    /// assert_eq!(trees.rank_of(&tree), Some((4, 9.into())));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn rank_of(&self, value: &T) -> Option<(u32, Count)> {
        let nodes = ValueReader::read(self.catalog.schema(), value).ok()?;
        self.catalog.find(&nodes)
    }
}

impl<T: DpGen> Structures<T> {
    /// A random structure of this size, each with exactly the same probability; `None` if there is none.
    ///
    /// If data is symbolic, each path condition has the same probability, and its smallest solution stands for it;
    /// [`nth_random`](Self::nth_random) gives another.
    ///
    /// ```
    /// use dpgen::prelude::*;
    /// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// #[derive(DpGen, Debug, PartialEq)]
    /// enum Tree {
    ///     Leaf,
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// let trees = Generator::<Tree>::new().max_size(100).build()?;
    /// assert_eq!(trees.count(100).to_string().len(), 57);
    /// let mut rng = ChaCha8Rng::seed_from_u64(1);
    /// let tree = trees.sample(100, &mut rng).unwrap();
    /// assert_eq!(trees.rank_of(&tree).map(|(size, _)| size), Some(100));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the size is not complete, as [`count`](Self::count).
    pub fn sample<R: rand::Rng + ?Sized>(&self, size: u32, rng: &mut R) -> Option<T> {
        self.complete(size);
        let rank = self.catalog.sample_rank(size, rng)?;
        self.nth(size, rank)
    }

    /// A random structure of any size up to `size`, each with exactly the same probability.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let mut rng = ChaCha8Rng::seed_from_u64(1);
    /// let tree = trees.sample_up_to(4, &mut rng).expect("there are 23");
    /// assert!(trees.rank_of(&tree).is_some_and(|(size, _)| size <= 4));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the size is not complete, as [`count`](Self::count).
    pub fn sample_up_to<R: rand::Rng + ?Sized>(&self, size: u32, rng: &mut R) -> Option<T> {
        self.complete(size);
        let (size, rank) = self.catalog.sample_up_to(size, rng)?;
        self.nth(size, rank)
    }
}

impl<T: DpGen + Send> Structures<T> {
    /// Every structure, in parallel: the ranks are split into equal parts.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// use rayon::iter::ParallelIterator;
    ///
    /// assert_eq!(trees.par_iter().filter(|tree| *tree != Tree::Leaf).count(), 64);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn par_iter(&self) -> impl ParallelIterator<Item = T> + '_ {
        let parts: u32 = 256;
        let sizes = self.catalog.complete_sizes();
        let chunks: Vec<_> = (0..sizes).flat_map(|size| (1..=parts).map(move |part| (size, part))).collect();
        chunks.into_par_iter().flat_map_iter(move |(size, part)| {
            let ranks = self.catalog.shard(size, part, parts);
            let compact = vec![self.catalog.compact(size, ranks)];
            Iter::<T>::over(&self.catalog, compact)
        })
    }
}

impl<'a, T: DpGen> IntoIterator for &'a Structures<T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
