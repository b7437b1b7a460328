//! [`Catalog`]: all structures of a build, untyped: counts, ranks, iteration, shards, whichever engine made it.
//!
//! The order is fixed: by size, then by constructor as declared, then by the sizes of the recursive slots, then the
//! engine's own. It is the same for every thread count, platform and run of one engine; engines may differ in it, never
//! in the set.
//!
//! Folders, by what one does with a catalog; read `roots.rs`, then these in order:
//!
//! | folder | purpose |
//! |---|---|
//! | `families/` | sizes and depths of families, computed from the parts up |
//! | `choosing/` | from decisions, a rank or a random generator down to one structure |
//! | `iteration/` | from a range of ranks to structures, one after the other |
//! | `lookup/` | from a structure back to its rank |
//! | `comparison/` | from two catalogs to what one has and the other has not |
//! | `symbolic/` | from path conditions to data |
//! | `storage/` | from and to a file (feature `save`) |

pub(crate) mod choosing;
pub(crate) mod comparison;
pub(crate) mod families;
pub(crate) mod iteration;
pub(crate) mod lookup;
pub(crate) mod roots;
#[cfg(feature = "save")]
pub(crate) mod storage;
pub(crate) mod symbolic;

pub use choosing::chooser::Chooser;
pub use choosing::decision::Decision;
pub use choosing::odds::{MAX_ODDS, Odds, OddsError};
pub use choosing::odds_sampler::OddsSampler;
pub use choosing::production_parts::ProductionParts;
pub use choosing::rank_chooser::{RankChooser, UniformChooser};
pub use comparison::compare_error::CompareError;
pub use comparison::{CompareEffort, Comparison, SizeComparison};
pub use iteration::compact_iter::CompactIter;
pub use iteration::compact_step::{CompactStep, CopiedPart};
pub use lookup::ranker::Ranker;
pub use roots::Roots;
#[cfg(feature = "save")]
pub use storage::{load_error::LoadError, saved_build::SavedBuild};
pub use symbolic::outline::Outline;
pub use symbolic::solutions::Solutions;
pub use symbolic::solve_error::SolveError;

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::algorithm::{Algorithm, Fields};
use crate::catalog::families::family_sizes::FamilySizes;
use crate::catalog::lookup::record_index::RecordIndex;
use crate::count::Count;
use crate::graph::production_dag::Dag;
use crate::index::at;
use crate::limits::StopReason;
use crate::path_condition::PathCondition;
use crate::report::Report;
use crate::schema::Schema;
use crate::scope::Scope;

/// Every structure that a build found, in a fixed order, as compact words.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// let trees = Generator::<Tree>::up_to(5).build()?;
/// let catalog: &dpgen::Catalog = trees.catalog();
/// assert_eq!((catalog.algorithm(), catalog.fields()), (Algorithm::Quotient, Fields::Concrete));
/// assert_eq!((catalog.scope().max_size(), catalog.complete_sizes()), (5, 6));
/// assert_eq!(catalog.stop_reason(), None);
/// assert_eq!(catalog.schema().ty(catalog.schema().root()).name, "Tree");
/// assert_eq!(catalog.report().sizes.len(), 6);
/// assert!(catalog.bytes() < 10_000);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Catalog {
    schema: Arc<Schema>,
    scope: Scope,
    algorithm: Algorithm,
    fields: Fields,
    dag: Dag,
    /// Path conditions, if data is symbolic.
    paths: Vec<PathCondition>,
    /// By size.
    roots: Vec<Roots>,
    /// The number of complete sizes, from 0 on.
    complete: u32,
    stop: Option<StopReason>,
    report: Report,
    /// Records of a unit graph by hash, made at the first lookup.
    index: OnceLock<FxHashMap<u64, Vec<u32>>>,
    /// FamilySizes of families; worked out when first asked for.
    sizes: OnceLock<FamilySizes>,
    /// Records by their parts, if they are not too many; made at the first lookup of many.
    by_parts: OnceLock<Option<RecordIndex>>,
    /// Whether it was read from a file.
    loaded: bool,
}

impl Catalog {
    /// Puts together the parts that an engine has made.
    #[doc(hidden)]
    #[expect(clippy::too_many_arguments, reason = "the parts of a catalog, gathered in one place")]
    pub fn new(
        schema: Arc<Schema>,
        scope: Scope,
        algorithm: Algorithm,
        dag: Dag,
        roots: Vec<Roots>,
        complete: u32,
        stop: Option<StopReason>,
        report: Report,
    ) -> Self {
        let fields = Fields::Concrete;
        let paths = Vec::new();
        let (index, sizes, by_parts) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let loaded = false;
        Self {
            schema,
            scope,
            algorithm,
            fields,
            dag,
            paths,
            roots,
            complete,
            stop,
            report,
            index,
            sizes,
            by_parts,
            loaded,
        }
    }

    /// The same with the path conditions that symbolic data has to meet.
    #[doc(hidden)]
    pub fn with_paths(self, fields: Fields, paths: Vec<PathCondition>) -> Self {
        Self { fields, paths, ..self }
    }

    /// Whether it was loaded from a file, which may be the cause of an error.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let trees = Generator::<Tree>::up_to(2).build()?;
    /// assert!(!trees.catalog().is_loaded());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub const fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// The same, stopped before it was done: sizes from `complete` on are not there.
    #[doc(hidden)]
    #[must_use]
    pub fn stopped_by(self, reason: StopReason, complete: u32) -> Self {
        Self { stop: Some(reason), complete: complete.min(self.complete), ..self }
    }

    /// The same with a note in its report.
    #[doc(hidden)]
    #[must_use]
    pub fn with_note(mut self, note: &str) -> Self {
        self.report.notes.push(note.to_owned());
        self
    }

    /// The treatment of data slots.
    #[inline]
    #[must_use]
    pub const fn fields(&self) -> Fields {
        self.fields
    }

    /// The schema that the words refer to.
    #[inline]
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The scope of the build.
    #[inline]
    #[must_use]
    pub const fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The engine that built it.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The report of the build: rounds, sizes, attributes.
    #[must_use]
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// The limit that ended the build before its scope was covered, if one did.
    #[must_use]
    pub const fn stop_reason(&self) -> Option<StopReason> {
        self.stop
    }

    /// The number of complete sizes: all below this one. `max_size + 1` when everything is.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let limits = dpgen::Limits::none().structures(20);
    /// let trees = Generator::<Tree>::up_to(30).limits(limits).build()?;
    /// assert_eq!(trees.catalog().complete_sizes(), 5); // sizes 0 to 4
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn complete_sizes(&self) -> u32 {
        self.complete
    }

    #[inline]
    fn roots_of(&self, size: u32) -> Option<&Roots> {
        self.roots.get(at(size)).filter(|_| size < self.complete)
    }

    /// The sizes of families.
    pub(crate) fn family_sizes(&self) -> &FamilySizes {
        self.sizes.get_or_init(|| FamilySizes::new(&self.schema, &self.dag, &self.roots))
    }

    /// Records by their parts, if they are not too many.
    pub(crate) fn record_index(&self) -> Option<&RecordIndex> {
        let index = || RecordIndex::new(&self.schema, &self.dag, self.family_sizes());
        self.by_parts.get_or_init(index).as_ref()
    }

    /// The number of structures of exactly this size. A size that is not complete (beyond the maximum size, or not
    /// reached before a limit stopped the build) counts 0, as nothing of it can be visited; where that could be taken
    /// for "there is none", ask [`try_count`](Self::try_count).
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.catalog().count(4), 14);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn count(&self, size: u32) -> Count {
        self.try_count(size).unwrap_or_default()
    }

    /// The number of structures of exactly this size; `None` if the size is not complete: it is beyond the maximum
    /// size, or a limit stopped the build before it.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.catalog().try_count(4), Some(trees.count(4)));
    /// assert_eq!(trees.catalog().try_count(6), None); // was not built
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn try_count(&self, size: u32) -> Option<Count> {
        self.roots_of(size).map(|roots| roots.count.clone())
    }

    /// The number of structures of all complete sizes.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.catalog().total(), 65);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn total(&self) -> Count {
        (0..self.complete).map(|size| self.count(size)).sum()
    }

    /// The bytes that the structures take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.dag.bytes()
            + self.roots.iter().map(|roots| roots.records.len() * size_of::<u32>()).sum::<usize>()
    }
}
