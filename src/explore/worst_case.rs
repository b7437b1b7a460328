//! [`WorstCase`]: sets up the search for inputs on which a program costs most.

use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use dpgen_engine::Int;
use dpgen_explore::{
    CostMeasure, ExploreError, Search, Settings, Shapes, Worst, worst_over_ints, worst_over_shapes,
};
use dpgen_forest::catalog::Chooser;
use dpgen_forest::{Catalog, Count, Fields};

use super::error::Error;
use super::program::Program;
use super::structure_subject::{Outlines, StructureSubject};
use crate::BuildError;
use crate::generator::Generator;
use crate::types::DpGen;

/// Searches for inputs on which a program costs most: over valid structures, or over integers of a range.
///
/// ```
/// use dpgen::Int;
/// use dpgen::explore::WorstCase;
///
/// fn insertion_sort(keys: &mut [Int]) {
///     for end in 1..keys.len() {
///         let mut place = end;
///         while place > 0 && keys[place] < keys[place - 1] {
///             keys.swap(place, place - 1);
///             place -= 1;
///         }
///     }
/// }
///
/// let worst = WorstCase::ints(0..=1000).program(insertion_sort).sizes([4, 30]).run()?;
/// assert_eq!((worst.at(4).cost(), worst.at(4).is_proven()), (6, true));
/// assert_eq!((worst.at(30).cost(), worst.at(30).is_proven()), (435, false)); // found by the policy of smaller sizes
/// assert_eq!(worst.growth().unwrap().to_string(), "0.5 n² - 0.5 n");
/// # Ok::<(), dpgen::explore::ExploreError>(())
/// ```
///
/// Over structures, the integers of each are left open, and the witness is a value of the type.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::explore::WorstCase;
///
/// #[derive(DpGen, Debug)]
/// #[dpgen(rep_ok = ascends)]
/// enum List {
///     Nil,
///     Cons(#[dpgen(range = 0..=1000)] Int, Box<List>),
/// }
///
/// fn ascends(list: ListView) -> bool {
///     let ListView::Cons(first, rest) = list else { return true };
///     rest.get(head).is_none_or(|second| first <= second)
/// }
/// # fn head(list: ListView) -> Option<Int> {
/// #     let ListView::Cons(first, _) = list else { return None };
/// #     Some(first)
/// # }
///
/// #[derive(DpGen, Debug)]
/// #[dpgen(weight = 0)]
/// struct Search {
///     list: List,
///     #[dpgen(range = 0..=1000)]
///     key: Int,
/// }
///
/// fn contains(search: &mut Search) -> bool {
///     let mut list = &search.list;
///     while let List::Cons(first, rest) = list {
///         if *first >= search.key {
///             return *first == search.key;
///         }
///         list = rest;
///     }
///     false
/// }
///
/// let worst = WorstCase::<Search>::new().program(contains).sizes([3, 20]).run()?;
/// assert_eq!((worst.at(3).cost(), worst.at(3).is_proven()), (4, true)); // the last key is compared twice
/// assert_eq!((worst.at(20).cost(), worst.at(20).paths()), (21, 41));
/// assert_eq!(worst.points()[..3], [(0, 0), (1, 2), (2, 3)]);
/// # Ok::<(), dpgen::explore::Error>(())
/// ```
#[must_use = "nothing is searched before `run`"]
pub struct WorstCase<T: ?Sized = [Int]> {
    settings: Settings,
    program: Rc<dyn Fn(&mut T)>,
    /// Of integers.
    range: (i64, i64),
    /// Of structures.
    params: Vec<(String, i64)>,
}

impl<T: ?Sized> std::fmt::Debug for WorstCase<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorstCase").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl<T: ?Sized + 'static> WorstCase<T> {
    fn of(range: (i64, i64)) -> Self {
        Self { settings: Settings::default(), program: Rc::new(|_| ()), range, params: Vec::new() }
    }

    /// Sets the sizes: of structures, or how many integers the program gets.
    pub fn sizes(mut self, sizes: impl IntoIterator<Item = u32>) -> Self {
        self.settings.sizes = sizes.into_iter().collect();
        self
    }

    /// Sets what a run costs; comparisons, if nothing is said.
    pub fn cost(mut self, measured: CostMeasure) -> Self {
        self.settings.measured = measured;
        self
    }

    /// Sets how many paths are taken at most at a size at which all are to be taken; 10,000, if nothing is said.
    pub fn paths(mut self, paths: u64) -> Self {
        self.settings.paths = paths;
        self
    }

    /// Sets how long all paths of one size, and what else is tried at one size, may take; five seconds each, if nothing is
    /// said.
    pub fn time(mut self, time: Duration) -> Self {
        self.settings.time = time;
        self
    }

    /// Sets how much is tried where not all paths are taken; 30, if nothing is said. Over integers: paths of random and learning
    /// searches where no policy is known, and a 110th of the inputs that are tried. Over structures: a 110th of these.
    pub fn tries(mut self, tries: u64) -> Self {
        self.settings.tries = tries;
        self
    }

    /// Sets the seed of what is random.
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }
}

impl WorstCase<[Int]> {
    /// Over integers of this range.
    pub fn ints(range: RangeInclusive<i64>) -> Self {
        Self::of(range.into_inner())
    }

    /// Sets the program. What it returns does not matter.
    pub fn program<R>(self, program: impl Fn(&mut [Int]) -> R + 'static) -> Self {
        Self {
            program: Rc::new(move |ints| {
                program(ints);
            }),
            ..self
        }
    }

    /// Sets how worst cases are looked for: by one of the known means alone, to compare with; by what is known to be best, if
    /// nothing is said.
    pub fn search(mut self, search: Search) -> Self {
        self.settings.search = search;
        self
    }

    /// Searches.
    ///
    /// # Errors
    /// When the program is not pure, and when it uses an integer that its last checkpoint did not show.
    pub fn run(&self) -> Result<Worst, ExploreError> {
        worst_over_ints(&self.settings, self.range, self.program.clone())
    }
}

impl<T: DpGen + std::fmt::Debug> WorstCase<T> {
    /// Over valid structures. Where domains or predicates mention the maximum size, it is the greatest that is asked for.
    #[expect(clippy::new_without_default, reason = "what has no program is no default")]
    pub fn new() -> Self {
        Self::of((0, 0))
    }

    /// Sets a named parameter that domains mention.
    pub fn param(mut self, name: impl Into<String>, value: i64) -> Self {
        self.params.push((name.into(), value));
        self
    }

    /// Sets the program. What it returns does not matter.
    pub fn program(self, program: impl Program<T> + 'static) -> Self {
        Self {
            program: Rc::new(move |value| {
                program(value);
            }),
            ..self
        }
    }

    /// Searches. Sizes that have no structure are left out.
    ///
    /// # Errors
    /// When the structures can not be built, and when the program is not pure.
    pub fn run(&self) -> Result<Worst<T>, Error> {
        let largest = self.settings.sizes.iter().copied().max().unwrap_or(0);
        let generator = Generator::<T>::up_to(largest).fields(Fields::Symbolic);
        let generator =
            self.params.iter().fold(generator, |generator, (name, value)| generator.param(name, *value));
        let model = Arc::new(generator.model().map_err(BuildError::from)?);
        let catalog = Arc::new(generator.settings.build_model(&model)?);
        Ok(worst_over_shapes(&self.settings, &OfBuild { catalog, program: self.program.clone() })?)
    }
}

/// The structures of a build.
struct OfBuild<T> {
    catalog: Arc<Catalog>,
    program: Rc<dyn Fn(&mut T)>,
}

impl<T: DpGen + std::fmt::Debug> Shapes for OfBuild<T> {
    type Over = StructureSubject<'static, T>;
    type Witness = T;

    fn count(&self, size: u32) -> Option<Count> {
        (size < self.catalog.complete_sizes()).then(|| self.catalog.count(size))
    }

    fn rank_by(&self, size: u32, chooser: &mut dyn Chooser) -> Option<Count> {
        self.catalog.rank_by(size, chooser)
    }

    fn over(&self, size: u32, ranks: &mut dyn Iterator<Item = Count>) -> Result<Self::Over, ExploreError> {
        let mut outlines = Outlines::of(self.catalog.clone());
        for rank in ranks {
            outlines.add(size, rank).map_err(|error| ExploreError::Beginning(error.to_string()))?;
        }
        Ok(StructureSubject::over(outlines, self.program.clone()))
    }

    fn witness(&self, over: &Self::Over, beginning: u32, values: &[i64]) -> Result<T, ExploreError> {
        let outlines = over.outlines();
        let words = outlines.words(beginning, values);
        Ok(outlines.build(&words.map_err(|error| ExploreError::Beginning(error.to_string()))?))
    }
}
