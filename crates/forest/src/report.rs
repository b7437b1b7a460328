//! [`Report`]: figures of a build, by round, size and attribute, as plain data for tables, benches and tests.

use std::time::Duration;

use crate::index::at;

/// The figures of one round.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// let trees = Generator::<Tree>::up_to(3).algorithm(Algorithm::Dp).build()?;
/// let done = trees.report().totals();
/// assert_eq!(done.accepted, 1 + 1 + 2 + 5); // every structure is built
/// assert!(done.candidates >= done.accepted && done.runs >= done.accepted);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RoundReport {
    /// Candidates judged: accepted substructures, a constructor and data.
    pub candidates: u64,
    /// Evaluations of the predicate.
    pub runs: u64,
    /// Structures (in Quotient DP: productions) accepted.
    pub accepted: u64,
    /// Combinations left out because they exceed the maximum size.
    pub pruned: u64,
    /// Substructures that the predicate made the engine look into.
    pub expanded: u64,
    /// Classes that the round made; in DP and LazyDP each structure is its own.
    pub classes: u64,
    /// The time of the round.
    pub time: Duration,
}

impl RoundReport {
    /// A round that left out `pruned` combinations, and has judged nothing yet.
    #[must_use]
    pub fn without(pruned: u64) -> Self {
        Self { pruned, ..Self::default() }
    }

    /// A round of an engine that counts each run as a candidate, and each structure as a class.
    #[must_use]
    pub fn of_runs(runs: u64, accepted: u64, time: Duration) -> Self {
        Self { candidates: runs, runs, accepted, classes: accepted, time, ..Self::default() }
    }

    /// Adds another round's figures.
    ///
    /// ```
    /// use dpgen::engine::RoundReport;
    ///
    /// let mut both = RoundReport::of_runs(10, 4, std::time::Duration::ZERO);
    /// both.add(&RoundReport::without(7));
    /// assert_eq!((both.candidates, both.accepted, both.pruned), (10, 4, 7));
    /// ```
    pub fn add(&mut self, other: &Self) {
        self.candidates += other.candidates;
        self.runs += other.runs;
        self.accepted += other.accepted;
        self.pruned += other.pruned;
        self.expanded += other.expanded;
        self.classes += other.classes;
        self.time += other.time;
    }
}

/// The figures of one size, over all types and rounds.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// let trees = Generator::<Tree>::up_to(5).build()?;
/// let five = &trees.report().sizes[5];
/// assert_eq!(trees.count(5), 42);
/// assert_eq!((five.classes, five.productions), (1, 5)); // 0 + 4, 1 + 3, ... nodes left and right
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SizeReport {
    /// Candidates judged.
    pub candidates: u64,
    /// Evaluations of the predicate.
    pub runs: u64,
    /// Classes of this size.
    pub classes: u64,
    /// Productions of this size.
    pub productions: u64,
    /// Time spent on this size: in engines that go by rounds, its evaluations, summed over threads.
    pub time: Duration,
}

/// An attribute in use.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = full)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// fn full(tree: TreeView) -> bool {
///     let TreeView::Node(left, right) = tree else { return true };
///     left.get(height) == right.get(height)
/// }
///
/// fn height(tree: TreeView) -> u32 {
///     let TreeView::Node(left, right) = tree else { return 0 };
///     1 + left.get(height).max(right.get(height))
/// }
///
/// let trees = Generator::<Tree>::up_to(7).build()?;
/// let [asked] = &trees.report().attributes[..] else { unreachable!() };
/// assert_eq!(asked.ty, "Tree");
/// assert!(asked.name.ends_with("height"));
/// assert_eq!(asked.answers, 4); // from 0 to 3
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct AttributeReport {
    /// Its type's name.
    pub ty: String,
    /// Its name.
    pub name: String,
    /// The number of different answers that it gives.
    pub answers: u64,
}

impl AttributeReport {
    /// An attribute of a type, and how many different answers it gives.
    ///
    /// ```
    /// use dpgen::engine::AttributeReport;
    /// let report = AttributeReport::new("Tree".to_owned(), "height".to_owned(), 4);
    /// assert_eq!((&report.ty[..], &report.name[..], report.answers), ("Tree", "height", 4));
    /// ```
    #[must_use]
    pub const fn new(ty: String, name: String, answers: u64) -> Self {
        Self { ty, name, answers }
    }
}

/// A kind of read, and its cost.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = ascending)]
/// enum List {
///     Nil,
///     Cons(#[dpgen(range = 1..=9)] i64, Box<List>),
/// }
///
/// fn ascending(list: ListView) -> bool {
///     let ListView::Cons(first, rest) = list else { return true };
///     rest.get(head).is_none_or(|second| first < second)
/// }
///
/// fn head(list: ListView) -> Option<Int> {
///     if let ListView::Cons(first, _) = list { Some(first) } else { None }
/// }
///
/// let lists = Generator::<List>::up_to(4).build()?;
/// let reads = &lists.report().reads;
/// assert!(reads.is_sorted_by(|dearer, cheaper| dearer.runs >= cheaper.runs));
/// assert!(reads.iter().any(|read| read.read.contains("head")));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ReadReport {
    /// The read, as in ``asking for `height` of `Tree` ``.
    pub read: String,
    /// The number of additional runs that it caused, as it could go more than one way.
    pub runs: u64,
}

impl ReadReport {
    /// A read, and the number of further runs that it made.
    ///
    /// ```
    /// use dpgen::engine::ReadReport;
    /// let report = ReadReport::new("asking for `height` of `Tree`".to_owned(), 12);
    /// assert_eq!((&report.read[..], report.runs), ("asking for `height` of `Tree`", 12));
    /// ```
    #[must_use]
    pub const fn new(read: String, runs: u64) -> Self {
        Self { read, runs }
    }
}

/// A condition of the predicate.
///
/// ```
/// use dpgen::engine::ConditionReport;
/// let condition = ConditionReport::new("key < right.min".to_owned(), 120);
/// assert_eq!(format!("{}: {} rejected", condition.text, condition.rejected), "key < right.min: 120 rejected");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ConditionReport {
    /// Its text.
    pub text: String,
    /// The number of candidates that it rejected.
    pub rejected: u64,
}

impl ConditionReport {
    /// A condition's text, and how many candidates it rejected.
    #[must_use]
    pub const fn new(text: String, rejected: u64) -> Self {
        Self { text, rejected }
    }
}

/// The contexts of the structures of a type: a build has a pool of structures for each.
///
/// ```
/// use std::sync::Arc;
///
/// use dpgen_engine::{Options, build};
/// use dpgen_forest::Scope;
/// use dpgen_spec::Spec;
///
/// // The context of a lambda term is the number of abstractions around it.
/// let scope = Scope::new(6);
/// let model = Spec::builtin("lambda").unwrap().model(&scope)?;
/// let catalog = build(&Arc::new(model), &scope, &Options::default())?;
/// let [terms] = &catalog.report().contexts[..] else { unreachable!() };
/// assert_eq!((&*terms.ty, terms.pools), ("Term", 7)); // from 0 to 6 of them
/// assert_eq!(terms.makers, [("Lam.body".to_owned(), 6)]);
/// assert_eq!(terms.examples, ["depth = 0", "depth = 3", "depth = 6"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContextReport {
    /// The type's name.
    pub ty: String,
    /// The number of its contexts.
    pub pools: u64,
    /// The fields that were the first to give contexts, each with how many, most first; the context of the whole is of none.
    pub makers: Vec<(String, u64)>,
    /// The context that was met first, the last one, and one between them.
    pub examples: Vec<String>,
}

impl ContextReport {
    /// The contexts of a type.
    #[must_use]
    pub const fn new(ty: String, pools: u64, makers: Vec<(String, u64)>, examples: Vec<String>) -> Self {
        Self { ty, pools, makers, examples }
    }
}

/// The figures of a build.
///
/// ```
/// # use dpgen::prelude::*;
/// # #[derive(DpGen, Debug, Clone, PartialEq)]
/// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// # let trees = Generator::<Tree>::up_to(5).build()?;
/// let report = trees.report();
/// assert_eq!(report.sizes[5].classes, 1); // no attribute tells trees of one size apart
/// assert_eq!(report.totals().runs, report.rounds.iter().map(|round| round.runs).sum::<u64>());
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// Round by round.
    pub rounds: Vec<RoundReport>,
    /// Size by size.
    pub sizes: Vec<SizeReport>,
    /// The attributes in use.
    pub attributes: Vec<AttributeReport>,
    /// The reads that split runs, the most expensive first; from engines that work on classes.
    pub reads: Vec<ReadReport>,
    /// The conditions of a spec, with what each rejected.
    pub conditions: Vec<ConditionReport>,
    /// The contexts of each type that has some, in the order of the types. Saved builds do not keep them.
    #[cfg_attr(feature = "save", serde(skip))]
    pub contexts: Vec<ContextReport>,
    /// Notes to the user: a fallback, a predicate without attributes.
    pub notes: Vec<String>,
    /// The time that the build took.
    pub time: Duration,
}

impl Report {
    /// A report of a build up to this size that has done nothing yet.
    #[must_use]
    pub fn up_to(max_size: u32) -> Self {
        Self { sizes: vec![SizeReport::default(); at(max_size) + 1], ..Self::default() }
    }

    /// The same without what differs from run to run.
    #[cfg(feature = "save")]
    pub(crate) fn without_times(mut self) -> Self {
        self.time = Duration::ZERO;
        self.rounds.iter_mut().for_each(|round| round.time = Duration::ZERO);
        self.sizes.iter_mut().for_each(|size| size.time = Duration::ZERO);
        self
    }

    /// All rounds together.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let report = Generator::<Tree>::up_to(4).build()?.report().clone();
    /// assert_eq!(report.totals().candidates, report.rounds.iter().map(|round| round.candidates).sum::<u64>());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn totals(&self) -> RoundReport {
        let mut sum = RoundReport::default();
        for round in &self.rounds {
            sum.add(round);
        }
        sum
    }
}
