//! [`Generator`]: sets up a build of a Rust type. Limits and progress are in `limits.rs`.

mod limits;
mod saved_build_tag;
mod settings;

use std::marker::PhantomData;

use dpgen_engine::predicate_run::Model;
use dpgen_engine::{BuildError, CoinToss, Heredity};
use dpgen_forest::schema::{SchemaBuilder, SchemaError};
use dpgen_forest::scope::Scope;
use dpgen_forest::{Algorithm, Fields};

use crate::structures::Structures;
use crate::types::DpGen;
use crate::types::schema::definer::Definer;
use crate::types::value::reader::ValueReader;
#[cfg(feature = "save")]
pub(crate) use settings::ModelOf;
pub(crate) use settings::Settings;

/// Sets up the build of every valid `T` up to a size.
///
/// ```
/// use dpgen::prelude::*;
///
/// /// A sorted list of numbers from `1..=keys`.
/// #[derive(DpGen, Debug)]
/// #[dpgen(rep_ok = ascending)]
/// enum List {
///     Nil,
///     Cons {
///         #[dpgen(range = 1..=keys)]
///         first: i64,
///         rest: Box<List>,
///     },
/// }
///
/// fn ascending(list: ListView) -> bool {
///     match list {
///         ListView::Nil => true,
///         ListView::Cons { first, rest } => rest.get(head).is_none_or(|next| first <= next),
///     }
/// }
///
/// fn head(list: ListView) -> Option<Int> {
///     match list {
///         ListView::Nil => None,
///         ListView::Cons { first, .. } => Some(first),
///     }
/// }
///
/// let lists = Generator::<List>::up_to(3).param("keys", 4).build()?;
/// assert_eq!(lists.count(3), 20); // multisets: C(4 + 3 - 1, 3)
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Generator<T> {
    pub(crate) settings: Settings,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Generator<T> {
    fn clone(&self) -> Self {
        Self { settings: self.settings.clone(), of: PhantomData }
    }
}

impl<T: DpGen> Generator<T> {
    /// A generator of structures up to this size, which is also the parameter `n` in domains.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let trees = Generator::<Tree>::up_to(4).build()?;
    /// assert_eq!(trees.count(4), 14);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn up_to(max_size: u32) -> Self {
        Self::new().max_size(max_size)
    }

    /// A generator without a maximum size, as `load` and [`check_hereditary`](Self::check_hereditary) need
    /// none; it builds once [`max_size`](Self::max_size) has set one. [`up_to`](Self::up_to) does both.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let error = Generator::<Tree>::new().build().unwrap_err();
    /// assert_eq!(error, dpgen::BuildError::NoMaxSize);
    /// ```
    #[must_use]
    #[expect(clippy::new_without_default, reason = "what builds nothing is no default")]
    pub fn new() -> Self {
        Self { settings: Settings::new(), of: PhantomData }
    }

    /// Sets the maximum size, which is also the parameter `n` in domains.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let larger = Generator::<Tree>::up_to(4).max_size(5).build()?;
    /// assert_eq!(larger.count(5), 42);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn max_size(mut self, size: u32) -> Self {
        self.settings = self.settings.with_max_size(size);
        self
    }

    /// Sets a named parameter that domains mention. A build refuses one that none mentions, but for `n`.
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
    /// // `n` itself can be set, too: then it is not the maximum size.
    /// let lists = Generator::<List>::up_to(2).param("n", 5).build()?;
    /// assert_eq!(lists.count(2), 10);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn param(mut self, name: impl Into<String>, value: i64) -> Self {
        self.settings.scope = self.settings.scope.with(name, value);
        self
    }

    /// Chooses the engine; the default fits the predicate.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let trees = Generator::<Tree>::up_to(5).algorithm(Algorithm::LazyDp).build()?;
    /// assert_eq!(trees.count(5), 42);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.settings.options.algorithm = Some(algorithm);
        self
    }

    /// Chooses how data slots are treated.
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
    /// let lists = Generator::<List>::up_to(60).fields(Fields::Symbolic).build()?;
    /// assert_eq!(lists.count(60), 1); // one path condition a length
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn fields(mut self, fields: Fields) -> Self {
        self.settings.options.fields = fields;
        self
    }

    /// Sets the number of threads; 0, the default, is one a core. The result does not depend on it.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let one = Generator::<Tree>::up_to(5).threads(1).build()?;
    /// let two = Generator::<Tree>::up_to(5).threads(2).build()?;
    /// assert!(one.iter().eq(two.iter()));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.settings.options.threads = threads;
        self
    }

    /// Keeps structures over a threshold by chance only: the paper's coin toss, for DP, LazyDP and SymboLazyDP.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// use dpgen::engine::CoinToss;
    ///
    /// let toss = CoinToss::new(3, 0.1, 1);
    /// let some = Generator::<Tree>::up_to(8).algorithm(Algorithm::LazyDp).coin_toss(toss).build()?;
    /// assert_eq!(some.count(3), 5); // up to the threshold, all
    /// assert!(some.count(8) < 1430);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn coin_toss(mut self, toss: CoinToss) -> Self {
        self.settings.options.coin_toss = Some(toss);
        self
    }

    /// The schema and predicates of `T` in this scope.
    ///
    /// # Errors
    /// When the type or its domains are unfit: see [`SchemaError`].
    pub(crate) fn model(&self) -> Result<Model, SchemaError> {
        model::<T>(&self.settings.scope)
    }

    /// Builds every valid structure.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let trees = Generator::<Tree>::up_to(3).build()?;
    /// assert_eq!(trees.iter().count(), 1 + 1 + 2 + 5);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// When the type or its domains are unfit, when the engine does not fit the predicate, or when the
    /// predicate panics or reads without end. A build that a limit stops is no error: see
    /// [`Structures::stop_reason`].
    pub fn build(&self) -> Result<Structures<T>, BuildError> {
        let (catalog, source) = self.settings.build(std::any::type_name::<T>(), model::<T>)?;
        Ok(Structures::new(catalog, source))
    }

    /// Whether a value is one that [`build`](Self::build) gives: it is not larger than the maximum size, its data is of the
    /// domains, and it satisfies the predicates. [`dpgen::is_valid`](crate::is_valid) looks at the predicates only.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen)]
    /// enum List {
    ///     Nil,
    ///     Cons(#[dpgen(range = 1..=n)] i64, Box<List>),
    /// }
    ///
    /// let small = Generator::<List>::up_to(2);
    /// let list = |first| List::Cons(first, Box::new(List::Nil));
    /// assert!(small.is_valid(&list(2))?);
    /// assert!(!small.is_valid(&list(3))?); // n is 2
    /// assert!(dpgen::is_valid(&list(3)));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// When the type or its domains are unfit, and when a predicate panics or reads without end.
    pub fn is_valid(&self, value: &T) -> Result<bool, BuildError> {
        let model = self.model()?;
        let Ok(nodes) = ValueReader::read(&model.schema, value) else { return Ok(false) };
        self.settings.is_valid(&model, &nodes)
    }

    /// Compares the top-down search with DP: finds predicates that reject a part of a structure that they accept,
    /// which the DP engines would miss. Goes up to a size of its own, as it is meant for small ones; the engine and the
    /// fields do not matter.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// /// Accepts trees with an even number of nodes: no tree of two nodes has parts that are all accepted.
    /// #[derive(DpGen)]
    /// #[dpgen(rep_ok = even)]
    /// enum Tree {
    ///     Leaf,
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// fn even(tree: TreeView) -> bool {
    ///     nodes(tree) % 2 == 0
    /// }
    ///
    /// fn nodes(tree: TreeView) -> u32 {
    ///     let TreeView::Node(left, right) = tree else { return 0 };
    ///     left.get(nodes) + right.get(nodes) + 1
    /// }
    ///
    /// let hint = Generator::<Tree>::new().check_hereditary(3)?.hint.unwrap();
    /// assert_eq!(hint.substructure, "Node { 0: Leaf, 1: Leaf }");
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn check_hereditary(&self, max_size: u32) -> Result<Heredity, BuildError> {
        let small = self.clone().max_size(max_size);
        small.settings.check_hereditary(small.model()?)
    }
}

/// The schema and predicates of a type in a scope.
///
/// # Errors
/// When the type or its domains are unfit: see [`SchemaError`].
pub(crate) fn model<T: DpGen>(scope: &Scope) -> Result<Model, SchemaError> {
    let definer = Definer::new(SchemaBuilder::new(scope.clone()));
    definer.model::<T>(short_name(std::any::type_name::<T>())).map_err(hinted)
}

/// An error that says how a parameter is given.
fn hinted(error: SchemaError) -> SchemaError {
    match error {
        SchemaError::UnknownParam { slot, param, .. } => {
            let hint = format!(": give it a value with `param(\"{param}\", ...)`");
            SchemaError::UnknownParam { slot, param, hint }
        }
        other => other,
    }
}

/// Whether a domain, or a predicate, of a type mentions a parameter.
pub(crate) fn mentions_param<T: DpGen>(scope: &Scope, param: &str) -> bool {
    Definer::new(SchemaBuilder::new(scope.clone())).mentions_param::<T>(param)
}

fn short_name(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}
