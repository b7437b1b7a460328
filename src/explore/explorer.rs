//! [`Explorer`]: sets up the exploration of a program.

use std::sync::Arc;
use std::time::Duration;

use dpgen_engine::predicate_run::Model;
use dpgen_explore::strategy::Strategy;
use dpgen_explore::{Exploration, Path, Seen};
use dpgen_forest::{CancelToken, Fields};

use super::error::Error;
use super::program::Program;
use super::shape_dependent_program::ShapeDependentProgram;
use super::structure_subject::StructureSubject;
use super::suite::Suite;
use crate::BuildError;
use crate::generator::Generator;
use crate::types::DpGen;

/// Sets up the exploration of a program over the valid structures up to a size.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::explore::{Explorer, strategy::BreadthFirst};
///
/// #[derive(DpGen, Debug)]
/// struct Sides(#[dpgen(range = 1..=100)] [Int; 3]);
///
/// fn is_triangle(sides: &mut Sides) -> bool {
///     let Sides([a, b, c]) = *sides;
///     a + b > c && b + c > a && c + a > b
/// }
///
/// let suite = Explorer::<Sides>::up_to(1).strategy(BreadthFirst::default()).run(is_triangle)?;
/// assert_eq!(suite.explored().paths.len(), 4); // one of three sides is too long, or none is
/// # Ok::<(), dpgen::explore::Error>(())
/// ```
#[derive(Debug)]
pub struct Explorer<T: DpGen> {
    generator: Generator<T>,
    exploration: Exploration,
    max_size: u32,
    after: bool,
    steps: u64,
}

impl<T: DpGen> Explorer<T> {
    /// How many steps the search for a smallest suite may take, if nothing is said.
    pub const DEFAULT_STEPS: u64 = 200_000;

    /// Over structures up to this size.
    #[must_use]
    pub fn up_to(max_size: u32) -> Self {
        let generator = Generator::up_to(max_size).fields(Fields::Symbolic);
        Self {
            generator,
            exploration: Exploration::new(),
            max_size,
            after: false,
            steps: Self::DEFAULT_STEPS,
        }
    }

    /// Sets a named parameter that domains mention.
    #[must_use]
    pub fn param(self, name: impl Into<String>, value: i64) -> Self {
        Self { generator: self.generator.param(name, value), ..self }
    }

    /// Sets which path is taken next; uncovered outcomes first, if nothing is said.
    #[must_use]
    pub fn strategy(self, strategy: impl Strategy + 'static) -> Self {
        Self { exploration: self.exploration.strategy(strategy), ..self }
    }

    /// The same, of a strategy that was chosen while the program runs.
    #[must_use]
    pub fn strategy_of(self, strategy: Box<dyn Strategy>) -> Self {
        Self { exploration: self.exploration.strategy_of(strategy), ..self }
    }

    /// Sets how many decisions a run may make before it is cut; 200, if nothing is said.
    #[must_use]
    pub fn decisions(self, decisions: u32) -> Self {
        Self { exploration: self.exploration.decisions(decisions), ..self }
    }

    /// Counts how many inputs take each path: [`Path::inputs`], of one structure with its integers left open, and
    /// [`Input::alike`](super::Input::alike).
    ///
    /// ```
    /// use dpgen::prelude::*;
    /// use dpgen::explore::Explorer;
    ///
    /// #[derive(DpGen, Debug)]
    /// struct Sides(#[dpgen(range = 1..=100)] [Int; 3]);
    ///
    /// let suite = Explorer::<Sides>::up_to(1).counts().run(|sides| {
    ///     let Sides([a, b, c]) = *sides;
    ///     a == b && b == c
    /// })?;
    /// let counts: Option<Vec<u128>> =
    ///     suite.explored().paths.iter().map(|path| path.inputs.as_ref()?.to_u128()).collect();
    /// let mut counts = counts.unwrap();
    /// counts.sort_unstable();
    /// assert_eq!(counts, [100, 100 * 99, 100 * 99 * 100]);
    /// # Ok::<(), dpgen::explore::Error>(())
    /// ```
    #[must_use]
    pub fn counts(self) -> Self {
        Self { exploration: self.exploration.counts(), ..self }
    }

    /// Ends after so many runs.
    #[must_use]
    pub fn runs(self, runs: u64) -> Self {
        Self { exploration: self.exploration.runs(runs), ..self }
    }

    /// Ends after this time.
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        Self { exploration: self.exploration.time(time), ..self }
    }

    /// Ends when the token is cancelled.
    #[must_use]
    pub fn cancel(self, token: CancelToken) -> Self {
        Self { exploration: self.exploration.cancel(token), ..self }
    }

    /// Judges inputs after the program has run, instead of starting from valid ones: the setting of tools that do not know
    /// which inputs are valid, in which runs are spent on paths that none takes. For comparisons of strategies.
    #[must_use]
    pub fn assume_after(self) -> Self {
        Self { after: true, ..self }
    }

    /// Takes every structure as it is, with a value for each integer: for programs that do more with integers than to add
    /// and compare them, and for predicates over finished values. There is one run a structure, and no strategy.
    ///
    /// ```
    /// use dpgen::prelude::*;
    /// use dpgen::explore::Explorer;
    ///
    /// #[derive(DpGen, Debug)]
    /// struct Year(#[dpgen(range = 1995..=2105)] u16);
    ///
    /// #[dpgen::cover]
    /// fn is_leap(year: u16) -> bool {
    ///     year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    /// }
    ///
    /// let suite = Explorer::<Year>::up_to(1).concrete().run(|year| is_leap(year.0))?;
    /// assert_eq!(suite.to_string(), "all 4 outcomes up to size 1; 3 inputs suffice"); // 1995, 1996, 2000
    /// # Ok::<(), dpgen::explore::Error>(())
    /// ```
    #[must_use]
    pub fn concrete(self) -> Self {
        Self { generator: self.generator.fields(Fields::Concrete), ..self }
    }

    /// Explores a program.
    ///
    /// # Errors
    /// When the structures can not be built, and when the program is not pure.
    pub fn run(self, program: impl Program<T>) -> Result<Suite<T>, Error> {
        self.watch(program, |_, _| {})
    }

    /// Explores a program that looks at structures and does not change them, as predicates do. A path is of all structures that agree
    /// in what the program has looked at: a look at a node is a decision as a comparison is, and what is not looked at is of no
    /// path. So there are as many paths as the program tells structures apart, whatever the maximum size is. A path's
    /// `beginning` is the first structure that takes it, and its [`inputs`](Path::inputs) are those of all.
    ///
    /// A part is looked at when its view is opened. A function that is asked of a part by [`get`](crate::Ref::get) runs as any other code
    /// does, so that what it looks at and compares is a decision, too. Each way is taken by a structure that is searched for, and proved to be
    /// impossible if there is none.
    ///
    /// ```
    /// use dpgen::prelude::*;
    /// use dpgen::explore::Explorer;
    ///
    /// #[derive(DpGen, Debug)]
    /// enum List {
    ///     Nil,
    ///     Cons(#[dpgen(range = 1..=100)] Int, Box<List>),
    /// }
    ///
    /// fn begins_with(list: ListView, least: i64) -> bool {
    ///     let ListView::Cons(first, _) = list else { return false };
    ///     first >= least
    /// }
    ///
    /// let suite = Explorer::<List>::up_to(30).counts().views(|list| begins_with(list, 51))?;
    /// // No element, a small one, or a large one, of the 31 shapes with any elements.
    /// assert_eq!(suite.explored().paths.len(), 3);
    /// assert_eq!(suite.explored().runs, 3);
    /// # Ok::<(), dpgen::explore::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Self::run). [`assume_after`](Self::assume_after) has no effect: structures are valid.
    pub fn views<R>(self, program: impl Fn(T::View) -> R) -> Result<Suite<T>, Error> {
        let model = Arc::new(self.generator.model().map_err(BuildError::from)?);
        let catalog = self.generator.settings.build_model(&model)?;
        let mut looked = ShapeDependentProgram::<T>::new(model, catalog, |view| {
            program(view);
        })?;
        let explored = self.exploration.run(&mut looked, |_, _| {})?;
        Suite::new(explored, looked.outlines(), self.max_size, self.steps)
    }

    /// Explores a program; `each` is shown every path.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn watch(
        self,
        program: impl Program<T>,
        each: impl FnMut(&Path, &Seen<'_>),
    ) -> Result<Suite<T>, Error> {
        let whole = Arc::new(self.generator.model().map_err(BuildError::from)?);
        let (bare, judged_by) = if self.after {
            let Model { name, schema, rep_ok, conditions, contexts, .. } = (*whole).clone();
            let rep_ok = vec![None; rep_ok.len()];
            (Arc::new(Model { name, schema, rep_ok, root_ok: None, conditions, contexts }), Some(whole))
        } else {
            (whole, None)
        };
        let catalog = self.generator.settings.build_model(&bare)?;
        let mut inputs = StructureSubject::new(catalog, judged_by, move |value: &mut T| {
            program(value);
        })?;
        let explored = self.exploration.run(&mut inputs, each)?;
        Suite::new(explored, inputs.outlines(), self.max_size, self.steps)
    }
}
