//! Solving a structure's symbolic data from the path conditions of its layers.
//!
//! A walk gives the layers as records, in preorder. Every data slot that is symbolic is a variable; the
//! variables of a layer's path condition are resolved to them, downwards over data slots and parts. All
//! constraints together are one system: if it is difference logic, as it mostly is, the smallest solution
//! is a matter of shortest paths; anything else is searched for.

use rand::Rng;

use super::Catalog;
use crate::index::{at, shown};
use crate::run::{PathCondition, Place, relation_of};
use crate::schema::SlotKind;
use crate::solver::{Constraint, Differences, Limit, Linear, Mode, Model, Outcome, Relation, Store, Var};

/// Which solution of a path condition is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Solutions {
    /// The smallest: each data slot as small as it can be, the earlier ones first.
    #[default]
    Smallest,
    /// A random one; each solution can come, not all with the same probability.
    Random,
    /// Every one.
    All,
}

/// A layer of the structure.
#[derive(Debug)]
struct Layer {
    record: u32,
    /// For each slot, the layer or the place of the word.
    slots: Vec<usize>,
    /// For each variable of the record's path condition, the system's variable.
    vars: Vec<u32>,
}

/// The data of one structure, as a system of constraints.
#[derive(Debug)]
struct System {
    words: Vec<u32>,
    layers: Vec<Layer>,
    /// By variable from 1 on: its word, and its bounds.
    variables: Vec<(usize, i64, i64)>,
    constraints: Vec<Constraint>,
    differences: bool,
}

impl Catalog {
    /// The smallest solution of the structure with these records, as compact words.
    pub(crate) fn smallest(&self, records: &[u32]) -> Option<Vec<u32>> {
        let system = self.system(records);
        let model = match system.as_differences() {
            Some(differences) => differences.smallest(),
            None => system.store()?.solve(Mode::Smallest).model(),
        };
        model.map(|model| system.solved(&model))
    }

    /// A random solution.
    pub(crate) fn random<R: Rng>(&self, records: &[u32], rng: &mut R) -> Option<Vec<u32>> {
        let system = self.system(records);
        let model = match system.as_differences() {
            Some(differences) => differences.random(rng),
            None => match system.store()?.solve(Mode::Random(rng)) {
                Outcome::Sat(model) => Some(model),
                _ => None,
            },
        };
        model.map(|model| system.solved(&model))
    }

    /// Every solution, in the order of the data slots.
    pub(crate) fn every_solution(&self, records: &[u32]) -> Vec<Vec<u32>> {
        let system = self.system(records);
        let models = system.store().into_iter().flat_map(|store| store.all(Limit::NONE));
        models.map(|model| system.solved(&model)).collect()
    }

    fn system(&self, records: &[u32]) -> System {
        let mut system = System {
            words: records.to_vec(),
            layers: Vec::new(),
            variables: Vec::new(),
            constraints: Vec::new(),
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
                SlotKind::Data(_) => {
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
        for place in &path.places {
            let var = match place {
                Place::Data { path, slot, lo, hi } => {
                    let owner = descend(system, path);
                    let word = system.layers[owner].slots[at(*slot)];
                    let known = system.variables.iter().position(|(of, _, _)| *of == word);
                    let index = known.unwrap_or_else(|| {
                        system.variables.push((word, *lo, *hi));
                        system.variables.len() - 1
                    });
                    shown(index) + 1
                }
                Place::Part { path, var } => {
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
            let difference = constraint.as_difference().is_some_and(|found| found.relation != Relation::Ne);
            system.differences &= difference || constraint.as_constant() == Some(true);
            system.constraints.push(constraint);
        }
    }
}

impl System {
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
        let mut store = Store::new();
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
            words[*word] = u32::try_from(value - lo).unwrap_or_default();
        }
        words
    }
}
