//! Iterates over all structures of a build, a size or a shard, in order or in parallel.
//!
//! The order is the catalog's, so that a rank says where a structure comes. Read [`iter`](crate::iter) next.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use dpgen_forest::{Catalog, Solutions};

use super::{Structures, assert_complete};
use crate::iter::{Iter, Rest, SolutionIter};
use crate::types::DpGen;

/// The number of shards of each size that threads share.
const SHARDS_PER_SIZE: u32 = 256;

impl<T: DpGen> Structures<T> {
    /// Every structure, smallest first, in the documented order.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.iter().next(), Some(Tree::Leaf));
    /// assert_eq!(trees.iter().count(), 65);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn iter(&self) -> Iter<'_, T> {
        Iter::over(Rest::all(&self.catalog))
    }

    /// Every structure of one size.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.iter_size(4).count(), 14);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the size is not complete, as [`count`](Self::count).
    #[must_use]
    pub fn iter_size(&self, size: u32) -> Iter<'_, T> {
        assert_complete(&self.catalog, size);
        Iter::over(Rest::size(&self.catalog, size))
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
    /// let lists = Generator::<List>::up_to(3).param("n", 5).fields(Fields::Symbolic).build()?;
    /// assert_eq!(lists.count(3), 1); // one path condition: first < second < third
    /// assert_eq!(lists.iter_solutions(3, Solutions::All, 0).count(), 10); // C(5, 3)
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the size is not complete, as [`count`](Self::count).
    #[must_use]
    pub fn iter_solutions(&self, size: u32, solutions: Solutions, seed: u64) -> SolutionIter<'_, T> {
        assert_complete(&self.catalog, size);
        SolutionIter::over(&self.catalog, size, solutions, seed)
    }

    /// The `index`-th of `of` equal parts (numbered from 1), of every size: for `of` machines.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let parts: usize = (1..=3).map(|part| trees.shard(part, 3).count()).sum();
    /// assert_eq!(parts, 65);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When `index` is not within `1..=of`.
    #[must_use]
    pub fn shard(&self, index: u32, of: u32) -> Iter<'_, T> {
        Iter::over(Rest::shard(&self.catalog, index, of))
    }

    /// The structures of a part that a thread takes.
    pub(super) fn part(&self, (size, part): (u32, u32)) -> Iter<'_, T> {
        Iter::over(Rest::shard_of_size(&self.catalog, size, part, SHARDS_PER_SIZE))
    }
}

/// The parts that threads take: sizes, each with the number of a shard of it.
pub(super) fn parts(catalog: &Catalog) -> Vec<(u32, u32)> {
    let sizes = 0..catalog.complete_sizes();
    sizes.flat_map(|size| (1..=SHARDS_PER_SIZE).map(move |part| (size, part))).collect()
}

impl<T: DpGen + Send> Structures<T> {
    /// Every structure, in parallel: the ranks are split into equal parts. The iterator is one of rayon 1, whose traits
    /// a caller imports.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use rayon::iter::ParallelIterator;
    ///
    /// assert_eq!(trees.par_iter().filter(|tree| *tree != Tree::Leaf).count(), 64);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn par_iter(&self) -> impl ParallelIterator<Item = T> + '_ {
        parts(&self.catalog).into_par_iter().flat_map_iter(|part| self.part(part))
    }
}

impl<'a, T: DpGen> IntoIterator for &'a Structures<T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
