//! [`Comparison`]: the structures that one build has and another has not, counted exactly from the two graphs.
//!
//! Both builds are deterministic: each structure is in exactly one place of each graph, as members of a union are disjoint. So the
//! number of structures that two families have in common is the sum over pairs of their productions, and two productions of one
//! constructor have in common the product over their slots. That is the product of two tree automata, with counts; nothing is
//! enumerated, and no predicate runs.
//!
//! A structure that only one build accepts may have parts that the other one rejects, for which it has no class. No such pair of a
//! class and "rejected" needs to be counted: what the builds have in common has classes in both, down to its leaves, and what one
//! build gained is what it has without what is common. Hence `gained = new - common` and `lost = old - common`, size by size. The
//! smallest gained structure is found by walking down counts, too: of what is left to be decided, the productions of the other build
//! that agree so far have less than all.
//!
//! Read `schema_match.rs` (what stands for what), `production_table/` and `groups.rs` (productions side by side),
//! `row_trie.rs`, `production_join.rs`, `trie_walk.rs` and `common_counts.rs` (the product, parts before wholes),
//! `first_difference.rs`.

mod common_counts;
pub(crate) mod compare_error;
mod domain_match;
mod first_difference;
mod groups;
mod member_sizes;
mod number_lists;
mod partners;
mod production_join;
mod production_table;
mod row_trie;
mod schema_match;
mod trie_walk;

use std::fmt;
use std::sync::Arc;

use crate::algorithm::Fields;
use crate::catalog::Catalog;
use crate::catalog::comparison::compare_error::CompareError;
use crate::catalog::comparison::first_difference::FirstDifference;
use crate::catalog::comparison::partners::CommonCounts;
use crate::catalog::comparison::production_join::Join;
use crate::catalog::comparison::production_table::{Halt, ProductionTable};
use crate::catalog::comparison::schema_match::SchemaMatch;
use crate::count::Count;
use crate::index::{at, wide};
use crate::limits::{Budget, StopReason};

/// The structures that two builds have in common and not, size by size.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = ascending)]
/// enum List {
///     Nil,
///     Cons(#[dpgen(range = 1..=3)] i64, Box<List>),
/// }
/// fn ascending(list: ListView) -> bool {
///     let ListView::Cons(first, rest) = list else { return true };
///     rest.get(head).is_none_or(|next| first < next)
/// }
/// fn head(list: ListView) -> Option<Int> {
///     if let ListView::Cons(first, _) = list { Some(first) } else { None }
/// }
///
/// #[derive(DpGen)]
/// enum Any {
///     Nil,
///     Cons(#[dpgen(range = 1..=3)] i64, Box<Any>),
/// }
///
/// let ascending = Generator::<List>::up_to(3).build()?;
/// let any = Generator::<Any>::up_to(3).build()?;
/// let comparison = ascending.catalog().compare(any.catalog(), &dpgen::Budget::default()).unwrap();
/// let size = &comparison.sizes[2];
/// assert_eq!((&size.old, &size.new, &size.common), (&Count::new(3), &Count::new(9), &Count::new(3)));
/// assert_eq!((size.gained(), size.lost()), (Count::new(6), Count::ZERO));
/// assert!(comparison.differs());
/// // In compact words of the new build: two elements that are equal.
/// let first = comparison.first_gained(2, &dpgen::Budget::default());
/// assert_eq!(first, Ok(Some(vec![1, 0, 1, 0, 0])));
/// # use dpgen::Count;
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Comparison<'a> {
    /// The sizes that were compared, from 0 on: those that are complete in both builds, unless a limit stopped the comparison.
    pub sizes: Vec<SizeComparison>,
    /// The limit that stopped the comparison, if one did: then sizes are missing at the end.
    pub stop: Option<StopReason>,
    /// The work that it was.
    pub effort: CompareEffort,
    /// Where first structures are looked for; `None` if a limit came before the tables were made.
    product: Option<Arc<Product<'a>>>,
}

/// The tables of two builds, and what is common to them.
struct Product<'a> {
    old: ProductionTable<'a>,
    new: ProductionTable<'a>,
    schemas: SchemaMatch,
    common: CommonCounts,
}

/// What two builds have in common and not of one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SizeComparison {
    /// The size.
    pub size: u32,
    /// The number of structures of the old build.
    pub old: Count,
    /// The number of structures of the new build.
    pub new: Count,
    /// The number of structures that both have.
    pub common: Count,
}

impl SizeComparison {
    /// The number of structures that only the new build has.
    #[must_use]
    pub fn gained(&self) -> Count {
        self.new.checked_sub(&self.common).unwrap_or_default()
    }

    /// The number of structures that only the old build has.
    #[must_use]
    pub fn lost(&self) -> Count {
        self.old.checked_sub(&self.common).unwrap_or_default()
    }
}

/// The classes and productions that were laid side by side, and how many pairs had structures in common.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CompareEffort {
    /// The classes of the old build; single productions count as classes where there are none.
    pub old_classes: u64,
    /// The classes of the new build.
    pub new_classes: u64,
    /// The productions of the old build.
    pub old_productions: u64,
    /// The productions of the new build.
    pub new_productions: u64,
    /// The pairs of an old and a new class with common structures.
    pub common_pairs: u64,
}

impl Comparison<'_> {
    /// Whether the builds differ in a size that was compared.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.sizes.iter().any(|size| size.old != size.common || size.new != size.common)
    }

    /// The first structure of a size that only the new build has, as compact words of its schema: the first in the order of
    /// that build. It is looked for when asked, by a walk down the new build; `None` if there is none, or the size was not compared.
    ///
    /// # Errors
    /// With the limit of the budget that ended the walk.
    pub fn first_gained(&self, size: u32, budget: &Budget) -> Result<Option<Vec<u32>>, StopReason> {
        self.first(size, budget, true)
    }

    /// The first structure of a size that only the old build has, as compact words of its schema, in the same way.
    ///
    /// # Errors
    /// With the limit of the budget that ended the walk.
    pub fn first_lost(&self, size: u32, budget: &Budget) -> Result<Option<Vec<u32>>, StopReason> {
        self.first(size, budget, false)
    }

    fn first(&self, size: u32, budget: &Budget, is_new: bool) -> Result<Option<Vec<u32>>, StopReason> {
        let Some(product) = &self.product else { return Ok(None) };
        let Some(found) = self.sizes.iter().find(|of| of.size == size) else { return Ok(None) };
        let only = if is_new { found.gained() } else { found.lost() };
        if only.is_zero() {
            return Ok(None);
        }
        let Product { old, new, schemas, common } = &**product;
        FirstDifference::new(&Join { old, new, schemas, budget }, common, is_new).of_size(at(size))
    }
}

impl fmt::Debug for Comparison<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sizes, stop, effort, .. } = self;
        let mut fields = f.debug_struct("Comparison");
        fields.field("sizes", sizes).field("stop", stop).field("effort", effort).finish_non_exhaustive()
    }
}

impl Catalog {
    /// Compares the structures of this build with those of another: `self` is the old one, `new` what an edit made of it.
    ///
    /// Two structures are the same if they are written the same: constructors and fields by name, and values; the names of types and
    /// the order of constructors do not matter. Counts are exact. Nothing is enumerated:
    /// the work is that of the pairs of classes that have structures in common. Builds by engines without classes are compared
    /// structure by structure, in the same way.
    ///
    /// It works on the threads of the current [rayon](https://docs.rs/rayon) pool, and what it finds does not depend on them.
    ///
    /// # Errors
    /// When the structures can not be matched: data is symbolic, or a constructor of both has other fields or another weight.
    pub fn compare<'a>(&'a self, new: &'a Self, budget: &Budget) -> Result<Comparison<'a>, CompareError> {
        if self.fields() == Fields::Symbolic || new.fields() == Fields::Symbolic {
            return Err(CompareError::Symbolic);
        }
        let schemas = SchemaMatch::new(&self.schema, &new.schema)?;
        let [old_cuts, new_cuts] = schemas.cuts(&self.dag, &new.dag, &new.schema);
        let sizes = self.complete.min(new.complete);
        let table = |catalog, cuts| ProductionTable::new(catalog, sizes, cuts, budget);
        let tables = rayon::join(|| table(self, old_cuts), || table(new, new_cuts));
        let tables = tables.0.and_then(|old| Ok((old, tables.1?)));
        let (mut old_table, mut new_table) = match tables {
            Ok(tables) => tables,
            Err(halt) => {
                let reason = match halt {
                    Halt::Limit(reason) => reason,
                    Halt::Ids => StopReason::Memory,
                };
                return Ok(Comparison {
                    sizes: Vec::new(),
                    stop: Some(reason),
                    effort: CompareEffort::default(),
                    product: None,
                });
            }
        };
        let groups = rayon::join(|| old_table.groups(), || new_table.groups());
        let join = Join { old: &old_table, new: &new_table, schemas: &schemas, budget };
        let (common, stop) = CommonCounts::compute(&join, (&groups.0, &groups.1), sizes);
        let effort = CompareEffort {
            old_classes: wide(old_table.block_count()),
            new_classes: wide(new_table.block_count()),
            old_productions: wide(old_table.tail_count()),
            new_productions: wide(new_table.tail_count()),
            common_pairs: wide(common.pairs_of_blocks(&join)),
        };
        let of_size = |(size, both): (u32, &Count)| SizeComparison {
            size,
            old: self.count(size),
            new: new.count(size),
            common: both.clone(),
        };
        let sizes = (0..).zip(&common.whole).map(of_size).collect();
        let product = Product { old: old_table, new: new_table, schemas, common };
        Ok(Comparison { sizes, stop, effort, product: Some(Arc::new(product)) })
    }
}
