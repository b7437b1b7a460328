//! The data of one structure, as a system of constraints.
//!
//! Variables are in the order of the data slots. If all constraints are differences, as they mostly are, shortest paths
//! give the solutions; any other system is searched. Extrema have no solutions of their own: the
//! [`Ways`](super::ways::Ways) to settle them make systems without. Read [`ways`](super::ways) next.

use chacha20::rand_core::Rng;

use super::failure::Trouble;
use super::outline::Outline;
use crate::index::small;
use crate::path::Extremum;
use dpgen_solver::{
    Assignment, Assignments, Constraint, Differences, Feasibility, Interrupt, Limit, Mode, Outcome, Relation,
    Store, Var,
};

/// With more variables than this, a matrix over all pairs of them would take more time and memory than it saves.
const MANY: usize = 1024;

/// A structure's words, the constraints on its data, and the extrema to be settled.
#[derive(Debug)]
pub(super) struct System {
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

/// Where a system's constraints ended, to go back to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    constraints: usize,
    differences: bool,
}

impl System {
    /// A structure without constraints.
    pub(super) fn new(words: Vec<u32>) -> Self {
        let var_of_word = vec![None; words.len()];
        let (variables, constraints, extrema) = (Vec::new(), Vec::new(), Vec::new());
        Self { words, var_of_word, variables, constraints, extrema, differences: true }
    }

    /// Sets a word that is no variable.
    pub(super) fn set_word(&mut self, place: usize, word: u32) {
        self.words[place] = word;
    }

    /// The variable of a word, made if need be.
    pub(super) fn var_of(&mut self, word: usize, lo: i64, hi: i64) -> Var {
        if let Some(var) = self.var_of_word[word] {
            return var;
        }
        let var = self.add_var(Some(word), lo, hi);
        self.var_of_word[word] = Some(var);
        var
    }

    /// A new variable.
    pub(super) fn add_var(&mut self, word: Option<usize>, lo: i64, hi: i64) -> Var {
        self.variables.push((word, lo, hi));
        Var::new(small(self.variables.len()))
    }

    /// Adds a constraint.
    pub(super) fn add(&mut self, constraint: Constraint) {
        self.differences &= is_difference(&constraint);
        self.constraints.push(constraint);
    }

    /// Adds a variable's meaning.
    pub(super) fn add_extremum(&mut self, extremum: Extremum) {
        self.extrema.push(extremum);
    }

    /// Takes the extremum to settle next: that of a whole before those of its parts, as what a part shows can be had
    /// whatever its whole makes of it.
    pub(super) fn take_extremum(&mut self) -> Option<Extremum> {
        self.extrema.pop()
    }

    /// Where the constraints end.
    pub(super) fn mark(&self) -> Mark {
        Mark { constraints: self.constraints.len(), differences: self.differences }
    }

    /// Forgets the constraints since a mark.
    pub(super) fn undo(&mut self, mark: Mark) {
        self.constraints.truncate(mark.constraints);
        self.differences = mark.differences;
    }

    /// Whether there may be a solution, as far as can be told without a search.
    pub(super) fn is_possible(&self, interrupt: &Interrupt) -> Result<bool, Trouble> {
        if interrupt.is_raised() {
            return Err(Trouble::Interrupted);
        }
        Ok(match self.as_differences()? {
            Some(differences) => differences.smallest().is_some(),
            None => self.store(interrupt)?.feasibility() != Feasibility::Infeasible,
        })
    }

    /// The words with the least data, the earlier slots first.
    pub(super) fn smallest(&self, interrupt: &Interrupt) -> Result<Option<Vec<u32>>, Trouble> {
        let model = match self.as_differences()? {
            Some(differences) => differences.smallest(),
            None => model_of(self.store(interrupt)?.solve(Mode::Smallest))?,
        };
        model.map(|model| self.solved(&model)).transpose()
    }

    /// The words with random data.
    pub(super) fn random<R: Rng>(
        &self,
        rng: &mut R,
        interrupt: &Interrupt,
    ) -> Result<Option<Vec<u32>>, Trouble> {
        let model = match self.as_differences()? {
            Some(differences) => differences.random(rng),
            None => model_of(self.store(interrupt)?.solve(Mode::Random(rng)))?,
        };
        model.map(|model| self.solved(&model)).transpose()
    }

    /// All models, as far as extrema are settled.
    pub(super) fn models(&self, interrupt: &Interrupt) -> Result<Assignments, Trouble> {
        if self.variables.len() > MANY {
            let domains: Vec<(i64, i64)> = self.variables.iter().map(|(_, lo, hi)| (*lo, *hi)).collect();
            return Ok(Assignments::of(&domains, &self.constraints, Limit::NONE, interrupt.clone())?);
        }
        Ok(self.store(interrupt)?.all(Limit::NONE))
    }

    /// The words with the data of a model.
    pub(super) fn solved(&self, model: &Assignment) -> Result<Vec<u32>, Trouble> {
        let mut words = self.words.clone();
        for ((word, lo, _), value) in self.variables.iter().zip(model.values()) {
            if let Some(word) = word {
                words[*word] = u32::try_from(value - lo).map_err(|_| Trouble::OutsideDomain)?;
            }
        }
        Ok(words)
    }

    /// The system as it is, extrema that are not settled left out.
    pub(super) fn outline(&self) -> Outline {
        let Self { words, variables, constraints, .. } = self;
        Outline { words: words.clone(), variables: variables.clone(), constraints: constraints.clone() }
    }

    fn as_differences(&self) -> Result<Option<Differences>, Trouble> {
        if !self.differences {
            return Ok(None);
        }
        let mut differences = Differences::new();
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

    fn store(&self, interrupt: &Interrupt) -> Result<Store, Trouble> {
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
fn model_of(outcome: Outcome) -> Result<Option<Assignment>, Trouble> {
    match outcome {
        Outcome::Sat(model) => Ok(Some(model)),
        Outcome::Unsat => Ok(None),
        Outcome::Unknown(_) => Err(Trouble::Interrupted),
    }
}

/// Whether shortest paths can deal with a constraint.
fn is_difference(constraint: &Constraint) -> bool {
    constraint.as_difference().is_some_and(|found| found.relation != Relation::Ne)
        || constraint.as_constant() == Some(true)
}
