//! Solving a structure's symbolic data from the path conditions of its layers.
//!
//! A walk gives the layers as records, in preorder. Every data slot that is symbolic is a variable; the
//! variables of a layer's path condition are resolved to them, downwards over data slots and parts. All
//! constraints together are one system: if it is difference logic, as it mostly is, the smallest solution
//! is a matter of shortest paths; anything else is searched for.

use rand::Rng;

use super::Catalog;
use crate::index::{at, shown};
use crate::path::{Extremum, PathCondition, PathVar, relation_of};
use crate::schema::{Domain, SlotKind};
use dpgen_solver::{
    Constraint, Differences, Feasibility, Limit, Linear, Mode, Model, Models, Relation, Store, Var,
};

/// Which solution of a path condition is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Solutions {
    /// The smallest: each data slot as small as it can be, the earlier ones first. (Where the predicate takes the
    /// least or greatest of two integers, the smallest for the first of the two, if there is one.)
    #[default]
    Smallest,
    /// A random one; each solution can come, not all with the same probability.
    Random,
    /// Every one.
    All,
}

/// A layer of the structure.
#[derive(Debug, Clone)]
struct Layer {
    record: u32,
    /// For each slot, the layer or the place of the word.
    slots: Vec<usize>,
    /// For each variable of the record's path condition, the system's variable.
    vars: Vec<u32>,
}

/// The data of one structure, as a system of constraints. Variables are in the order of the data slots.
#[derive(Debug, Clone)]
struct System {
    words: Vec<u32>,
    /// By word: its variable, or 0.
    var_of_word: Vec<u32>,
    layers: Vec<Layer>,
    /// By variable from 1 on: its word, unless it is an extremum, and its bounds.
    variables: Vec<(Option<usize>, i64, i64)>,
    constraints: Vec<Constraint>,
    /// Parts before wholes.
    extrema: Vec<Extremum>,
    differences: bool,
}

/// The solutions of one path condition.
#[derive(Debug)]
pub struct EverySolution {
    /// The ways to settle its extrema, which exclude each other.
    systems: std::vec::IntoIter<System>,
    current: Option<(System, Models)>,
}

impl Iterator for EverySolution {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        loop {
            if let Some((system, models)) = &mut self.current
                && let Some(model) = models.next()
            {
                return Some(system.solved(&model));
            }
            let system = self.systems.next()?;
            self.current = system.store().map(|store| (system, store.all(Limit::NONE)));
        }
    }
}

impl Catalog {
    /// The smallest solution of the structure with these records, as compact words.
    pub fn smallest(&self, records: &[u32]) -> Option<Vec<u32>> {
        let mut solved = None;
        self.system(records).settled(&mut |system| {
            let model = match system.as_differences() {
                Some(differences) => differences.smallest(),
                None => system.store().and_then(|store| store.solve(Mode::Smallest).model()),
            };
            solved = model.map(|model| system.solved(&model));
            solved.is_some()
        });
        solved
    }

    /// A random solution.
    pub fn random<R: Rng>(&self, records: &[u32], rng: &mut R) -> Option<Vec<u32>> {
        let mut solved = None;
        self.system(records).settled(&mut |system| {
            let model = match system.as_differences() {
                Some(differences) => differences.random(rng),
                None => system.store().and_then(|store| store.solve(Mode::Random(rng)).model()),
            };
            solved = model.map(|model| system.solved(&model));
            solved.is_some()
        });
        solved
    }

    /// Every solution, one by one; ascending by data slots within each way to settle the extrema.
    pub fn every_solution(&self, records: &[u32]) -> EverySolution {
        let mut systems = Vec::new();
        self.system(records).settled(&mut |system| {
            systems.push(system.clone());
            false
        });
        EverySolution { systems: systems.into_iter(), current: None }
    }

    fn system(&self, records: &[u32]) -> System {
        let mut system = System {
            words: records.to_vec(),
            var_of_word: vec![0; records.len()],
            layers: Vec::new(),
            variables: Vec::new(),
            constraints: Vec::new(),
            extrema: Vec::new(),
            differences: true,
        };
        let mut place = 0;
        self.read_layer(&mut place, &mut system);
        system
    }

    /// Reads the layer at a place of the words, and its parts; the layer's number.
    fn read_layer(&self, place: &mut usize, system: &mut System) -> usize {
        let record = system.words[*place];
        let ctor = self.dag.records.ctor(record);
        system.words[*place] = ctor.word();
        *place += 1;
        let layer = system.layers.len();
        system.layers.push(Layer { record, slots: Vec::new(), vars: Vec::new() });
        let schema = self.schema();
        for slot in &schema.constructor(ctor).slots {
            let filled = match slot.kind {
                SlotKind::Data(domain) => {
                    if let Domain::Range { lo, hi } = schema.domain(domain)
                        && self.dag.path_of(record).is_some()
                    {
                        system.var_of(*place, *lo, *hi);
                    }
                    *place += 1;
                    *place - 1
                }
                SlotKind::Recursive(_) => self.read_layer(place, system),
            };
            system.layers[layer].slots.push(filled);
        }
        self.resolve(layer, system);
        layer
    }

    fn path(&self, record: u32) -> Option<&PathCondition> {
        self.paths.get(at(self.dag.path_of(record)?))
    }

    /// Resolves the variables of a layer's path condition, and adds its constraints. The layers below are
    /// resolved already.
    fn resolve(&self, layer: usize, system: &mut System) {
        let Some(path) = self.path(system.layers[layer].record) else { return };
        let descend = |system: &System, path: &[u32]| {
            path.iter().fold(layer, |layer, slot| system.layers[layer].slots[at(*slot)])
        };
        for place in &path.vars {
            let var = match place {
                PathVar::Data { path, slot, lo, hi } => {
                    let owner = descend(system, path);
                    system.var_of(system.layers[owner].slots[at(*slot)], *lo, *hi)
                }
                PathVar::Extremum { lo, hi } => system.add_var(None, *lo, *hi),
                PathVar::Part { path, var } => {
                    let part = &system.layers[descend(system, path)];
                    let inner = self.path(part.record).map_or(0, |path| path.shown[at(*var)]);
                    part.vars[at(inner) - 1]
                }
            };
            system.layers[layer].vars.push(var);
        }
        for (terms, constant, relation) in &path.constraints {
            let vars = &system.layers[layer].vars;
            let terms = terms.iter().map(|(var, factor)| (Var::new(vars[at(*var) - 1]), *factor));
            // The run has built the same term before.
            let Ok(term) = Linear::new(terms, *constant) else { continue };
            let constraint = Constraint::new(term, relation_of(*relation));
            system.differences &= is_difference(&constraint);
            system.constraints.push(constraint);
        }
        for row in &path.extrema {
            let vars = &system.layers[layer].vars;
            let Ok(extremum) = row.over(|var| Var::new(vars[at(var) - 1])) else { continue };
            system.extrema.push(extremum);
        }
    }
}

impl System {
    /// The variable of a word.
    fn var_of(&mut self, word: usize, lo: i64, hi: i64) -> u32 {
        if self.var_of_word[word] == 0 {
            self.var_of_word[word] = self.add_var(Some(word), lo, hi);
        }
        self.var_of_word[word]
    }

    fn add_var(&mut self, word: Option<usize>, lo: i64, hi: i64) -> u32 {
        self.variables.push((word, lo, hi));
        shown(self.variables.len())
    }

    /// Hands over the system with its extrema settled, in each way that may have solutions, until `found` says that
    /// it is enough. Wholes come before parts: what a part shows can be had whatever its whole makes of it, so
    /// that the first way is mostly a solution.
    fn settled(&mut self, found: &mut impl FnMut(&mut Self) -> bool) -> bool {
        let Some(extremum) = self.extrema.pop() else { return found(self) };
        for second in [false, true] {
            let Ok(sides) = extremum.side(second) else { continue };
            let (len, differences) = (self.constraints.len(), self.differences);
            self.differences &= sides.iter().all(is_difference);
            self.constraints.extend(sides);
            let enough = self.is_possible() && self.settled(found);
            self.constraints.truncate(len);
            self.differences = differences;
            if enough {
                return true;
            }
        }
        self.extrema.push(extremum);
        false
    }

    fn is_possible(&self) -> bool {
        match self.as_differences() {
            Some(differences) => differences.smallest().is_some(),
            None => self.store().is_some_and(|store| store.feasibility() != Feasibility::Infeasible),
        }
    }

    fn as_differences(&self) -> Option<Differences> {
        if !self.differences {
            return None;
        }
        let mut differences = Differences::new();
        for (_, lo, hi) in &self.variables {
            differences.add_var(*lo, *hi).ok()?;
        }
        for found in self.constraints.iter().filter_map(Constraint::as_difference) {
            differences.add(found.x, found.y, found.c);
            if found.relation == Relation::Eq {
                differences.add(found.y, found.x, -found.c);
            }
        }
        Some(differences)
    }

    fn store(&self) -> Option<Store> {
        // There is a solution, or the structure would not be here: it is worth any number of steps.
        let mut store = Store::with_limit(Limit::NONE);
        for (_, lo, hi) in &self.variables {
            store.new_var(*lo, *hi).ok()?;
        }
        for constraint in &self.constraints {
            store.add(constraint);
        }
        Some(store)
    }

    /// The words with the data of a model.
    fn solved(&self, model: &Model) -> Vec<u32> {
        let mut words = self.words.clone();
        for ((word, lo, _), value) in self.variables.iter().zip(model.values()) {
            if let Some(word) = word {
                words[*word] = u32::try_from(value - lo).unwrap_or_default();
            }
        }
        words
    }
}

/// Whether shortest paths can deal with a constraint.
fn is_difference(constraint: &Constraint) -> bool {
    constraint.as_difference().is_some_and(|found| found.relation != Relation::Ne)
        || constraint.as_constant() == Some(true)
}
