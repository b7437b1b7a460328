//! [`ConstraintSystem`]: the symbolic data of one structure as variables and constraints.
//!
//! Variables are in the order of the data slots. If all constraints are differences, as they mostly are, shortest paths
//! give the solutions; any other system is searched. Minima and maxima are resolved into constraints case by case: read
//! [`extremum_cases`](super::extremum_cases) next.

use chacha20::rand_core::Rng;

use crate::catalog::symbolic::solve_error::SolveFailure;
use crate::index::small;
use crate::path_condition::Extremum;
use dpgen_solver::{
    Assignment, Constraint, DifferenceSystem, Feasibility, Interrupt, Limit, Mode, ModelIter, Outcome,
    Relation, Store, Var,
};

/// A matrix over all pairs of more variables would take more time and memory than it saves.
const MAX_MATRIX_VARIABLES: usize = 1024;

/// A structure's words, the constraints on its data, and its unresolved extrema.
#[derive(Debug)]
pub(crate) struct ConstraintSystem {
    words: Vec<u32>,
    /// By word: its variable.
    var_of_word: Vec<Option<Var>>,
    /// By variable from 1 on: its word, unless it is an extremum, and its bounds.
    variables: Vec<(Option<usize>, i64, i64)>,
    constraints: Vec<Constraint>,
    /// Parts before wholes.
    extrema: Vec<Extremum>,
    /// Whether all constraints are differences.
    differences: bool,
}

/// A position in a system's constraints, to undo to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    constraints: usize,
    differences: bool,
}

impl ConstraintSystem {
    /// A structure without constraints.
    pub(crate) fn new(words: Vec<u32>) -> Self {
        let var_of_word = vec![None; words.len()];
        let (variables, constraints, extrema) = (Vec::new(), Vec::new(), Vec::new());
        Self { words, var_of_word, variables, constraints, extrema, differences: true }
    }

    /// Sets a word that is no variable.
    pub(crate) fn set_word(&mut self, place: usize, word: u32) {
        self.words[place] = word;
    }

    /// The variable of a word, made if need be.
    pub(crate) fn var_of(&mut self, word: usize, lo: i64, hi: i64) -> Var {
        if let Some(var) = self.var_of_word[word] {
            return var;
        }
        let var = self.add_var(Some(word), lo, hi);
        self.var_of_word[word] = Some(var);
        var
    }

    /// A new variable.
    pub(crate) fn add_var(&mut self, word: Option<usize>, lo: i64, hi: i64) -> Var {
        self.variables.push((word, lo, hi));
        Var::new(small(self.variables.len()))
    }

    /// Adds a constraint.
    pub(crate) fn add(&mut self, constraint: Constraint) {
        self.differences &= is_difference(&constraint);
        self.constraints.push(constraint);
    }

    /// Adds a variable's meaning.
    pub(crate) fn add_extremum(&mut self, extremum: Extremum) {
        self.extrema.push(extremum);
    }

    /// Takes the extremum to resolve next: that of a whole before those of its parts, as what a part shows can be had
    /// whatever its whole makes of it.
    pub(crate) fn take_extremum(&mut self) -> Option<Extremum> {
        self.extrema.pop()
    }

    /// A mark of the constraints so far, to [undo](Self::undo) later ones.
    pub(crate) fn mark(&self) -> Mark {
        Mark { constraints: self.constraints.len(), differences: self.differences }
    }

    /// Forgets the constraints since a mark.
    pub(crate) fn undo(&mut self, mark: Mark) {
        self.constraints.truncate(mark.constraints);
        self.differences = mark.differences;
    }

    /// Whether there may be a solution, as far as propagation tells; no search.
    pub(crate) fn is_possible(&self, interrupt: &Interrupt) -> Result<bool, SolveFailure> {
        if interrupt.is_raised() {
            return Err(SolveFailure::Interrupted);
        }
        Ok(match self.as_differences()? {
            Some(differences) => differences.smallest().is_some(),
            None => self.store(interrupt)?.feasibility() != Feasibility::Infeasible,
        })
    }

    /// The words with the least data, the earlier slots first.
    pub(crate) fn smallest(&self, interrupt: &Interrupt) -> Result<Option<Vec<u32>>, SolveFailure> {
        let model = match self.as_differences()? {
            Some(differences) => differences.smallest(),
            None => model_of(self.store(interrupt)?.solve(Mode::Smallest))?,
        };
        model.map(|model| self.words_of_model(&model)).transpose()
    }

    /// The words with random data.
    pub(crate) fn random<R: Rng>(
        &self,
        rng: &mut R,
        interrupt: &Interrupt,
    ) -> Result<Option<Vec<u32>>, SolveFailure> {
        let model = match self.as_differences()? {
            Some(differences) => differences.random(rng),
            None => model_of(self.store(interrupt)?.solve(Mode::Random(rng)))?,
        };
        model.map(|model| self.words_of_model(&model)).transpose()
    }

    /// All models; unresolved extrema are left out.
    pub(crate) fn models(&self, interrupt: &Interrupt) -> Result<ModelIter, SolveFailure> {
        if self.variables.len() > MAX_MATRIX_VARIABLES {
            let domains: Vec<(i64, i64)> = self.variables.iter().map(|(_, lo, hi)| (*lo, *hi)).collect();
            return Ok(ModelIter::of(&domains, &self.constraints, Limit::NONE, interrupt.clone())?);
        }
        Ok(self.store(interrupt)?.all(Limit::NONE))
    }

    /// The words of the structure with the data of a model.
    pub(crate) fn words_of_model(&self, model: &Assignment) -> Result<Vec<u32>, SolveFailure> {
        let mut words = self.words.clone();
        for ((word, lo, _), value) in self.variables.iter().zip(model.values()) {
            if let Some(word) = word {
                words[*word] = u32::try_from(value - lo).map_err(|_| SolveFailure::OutsideDomain)?;
            }
        }
        Ok(words)
    }

    /// The structure's words; those of variables mean nothing.
    pub(crate) fn words(&self) -> &[u32] {
        &self.words
    }

    /// By variable from 1 on: its word, unless it is an extremum, and its bounds.
    pub(crate) fn variables(&self) -> &[(Option<usize>, i64, i64)] {
        &self.variables
    }

    /// The constraints, without the extrema that are not resolved.
    pub(crate) fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    fn as_differences(&self) -> Result<Option<DifferenceSystem>, SolveFailure> {
        if !self.differences {
            return Ok(None);
        }
        let mut differences = DifferenceSystem::new();
        for (_, lo, hi) in &self.variables {
            differences.add_var(*lo, *hi)?;
        }
        for found in self.constraints.iter().filter_map(Constraint::as_difference) {
            differences.add(found.x, found.y, found.c);
            if found.relation == Relation::Eq {
                differences.add(found.y, found.x, -found.c);
            }
        }
        Ok(Some(differences))
    }

    fn store(&self, interrupt: &Interrupt) -> Result<Store, SolveFailure> {
        // There is a solution, or the structure would not be here: it is worth any number of steps.
        let mut store = Store::with_limit(Limit::NONE).with_interrupt(interrupt.clone());
        for (_, lo, hi) in &self.variables {
            store.new_var(*lo, *hi)?;
        }
        for constraint in &self.constraints {
            store.add(constraint);
        }
        Ok(store)
    }
}

/// The model of a search that had no limit.
fn model_of(outcome: Outcome) -> Result<Option<Assignment>, SolveFailure> {
    match outcome {
        Outcome::Sat(model) => Ok(Some(model)),
        Outcome::Unsat => Ok(None),
        Outcome::Unknown(_) => Err(SolveFailure::Interrupted),
    }
}

/// Whether shortest paths can deal with a constraint.
fn is_difference(constraint: &Constraint) -> bool {
    constraint.as_difference().is_some_and(|found| found.relation != Relation::Ne)
        || constraint.as_constant() == Some(true)
}
