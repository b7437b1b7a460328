//! Builds the [`ConstraintSystem`] of a structure from its records.
//!
//! A walk gives the layers as records, in preorder. Every symbolic data slot is a variable; the variables of a layer's path
//! condition are resolved to them, downwards over data slots and parts, parts before wholes. Layers that are still being
//! read are kept on an explicit stack, as a structure can be deeper than a thread's stack. Read
//! [`constraint_system`](super::constraint_system) next.

use crate::catalog::Catalog;
use crate::catalog::symbolic::constraint_system::ConstraintSystem;
use crate::catalog::symbolic::solve_error::SolveFailure;
use crate::index::at;
use crate::path_condition::{PathCondition, PathVar, decode_relation};
use crate::schema::domain::Domain;
use crate::schema::types::SlotKind;
use dpgen_solver::{Constraint, Linear, Var};

/// A layer of the structure, as far as it is read.
#[derive(Debug)]
struct Layer {
    record: u32,
    /// For each slot read so far, the layer or the place of the word.
    slots: Vec<usize>,
    /// For each variable of the record's path condition, the system's variable.
    vars: Vec<Var>,
}

/// Reads the layers of one structure and fills a system.
struct SystemBuilder<'a> {
    catalog: &'a Catalog,
    records: &'a [u32],
    /// In preorder.
    layers: Vec<Layer>,
    /// The position of the next word.
    place: usize,
    system: ConstraintSystem,
}

impl Catalog {
    /// The data of the structure with these records, as a system of constraints.
    pub(crate) fn system(&self, records: &[u32]) -> Result<ConstraintSystem, SolveFailure> {
        let system = ConstraintSystem::new(records.to_vec());
        let mut builder = SystemBuilder { catalog: self, records, layers: Vec::new(), place: 0, system };
        builder.read()?;
        Ok(builder.system)
    }

    fn path(&self, record: u32) -> Option<&PathCondition> {
        self.paths.get(at(self.dag.path_of(record)?))
    }
}

impl SystemBuilder<'_> {
    /// Reads all layers; those that are open wait for their parts.
    fn read(&mut self) -> Result<(), SolveFailure> {
        let schema = self.catalog.schema();
        let mut open = vec![self.begin()];
        while let Some(&layer) = open.last() {
            let Layer { record, slots, .. } = &self.layers[layer];
            let record = *record;
            let ctor = schema.constructor(self.catalog.dag.ctor(record));
            let Some(slot) = ctor.slots.get(slots.len()) else {
                self.resolve(layer)?;
                open.pop();
                continue;
            };
            let filled = match slot.kind {
                SlotKind::Data(domain) => {
                    if let Domain::Range { lo, hi } = schema.domain(domain)
                        && self.catalog.dag.path_of(record).is_some()
                    {
                        self.system.var_of(self.place, *lo, *hi);
                    }
                    self.place += 1;
                    self.place - 1
                }
                SlotKind::Recursive(_) => {
                    let part = self.begin();
                    open.push(part);
                    part
                }
            };
            self.layers[layer].slots.push(filled);
        }
        Ok(())
    }

    /// Begins the layer at the next place; its number.
    fn begin(&mut self) -> usize {
        let record = self.records[self.place];
        self.system.set_word(self.place, self.catalog.dag.ctor(record).word());
        self.place += 1;
        self.layers.push(Layer { record, slots: Vec::new(), vars: Vec::new() });
        self.layers.len() - 1
    }

    /// The layer below another one to which these slots lead.
    fn descend(&self, layer: usize, path: &[u32]) -> Result<usize, SolveFailure> {
        let is_recursive = |kind| matches!(kind, SlotKind::Recursive(_));
        path.iter().try_fold(layer, |layer, slot| self.slot(layer, *slot, is_recursive))
    }

    /// The content of a slot of a fitting kind: a layer, or the position of a word.
    fn slot(&self, layer: usize, slot: u32, fits: impl Fn(SlotKind) -> bool) -> Result<usize, SolveFailure> {
        let Layer { record, slots, .. } = &self.layers[layer];
        let ctor = self.catalog.schema().constructor(self.catalog.dag.ctor(*record));
        let fits = ctor.slots.get(at(slot)).is_some_and(|slot| fits(slot.kind));
        slots.get(at(slot)).copied().filter(|_| fits).ok_or(SolveFailure::LeadsNowhere)
    }

    /// Resolves the variables of a layer's path condition, and adds its constraints. The layers below are
    /// resolved already.
    fn resolve(&mut self, layer: usize) -> Result<(), SolveFailure> {
        let Some(path) = self.catalog.path(self.layers[layer].record) else { return Ok(()) };
        for place in &path.vars {
            let var = match place {
                PathVar::Data { path, slot, lo, hi } => {
                    let owner = self.descend(layer, path)?;
                    let domain = Domain::Range { lo: *lo, hi: *hi };
                    let schema = self.catalog.schema();
                    let of_domain =
                        |kind| matches!(kind, SlotKind::Data(data) if *schema.domain(data) == domain);
                    self.system.var_of(self.slot(owner, *slot, of_domain)?, *lo, *hi)
                }
                PathVar::Extremum { lo, hi } => self.system.add_var(None, *lo, *hi),
                PathVar::Part { path, var } => {
                    let part = &self.layers[self.descend(layer, path)?];
                    let condition = self.catalog.path(part.record).ok_or(SolveFailure::LeadsNowhere)?;
                    let shown = condition.shown.get(at(*var)).ok_or(SolveFailure::LeadsNowhere)?;
                    *part.vars.get(at(*shown) - 1).ok_or(SolveFailure::LeadsNowhere)?
                }
            };
            self.layers[layer].vars.push(var);
        }
        let vars = &self.layers[layer].vars;
        for (terms, constant, relation) in &path.constraints {
            let terms = terms.iter().map(|(var, factor)| (vars[at(*var) - 1], *factor));
            let term = Linear::new(terms, *constant)?;
            self.system.add(Constraint::new(term, decode_relation(*relation)));
        }
        for row in &path.extrema {
            self.system.add_extremum(row.over(|var| vars[at(var) - 1])?);
        }
        Ok(())
    }
}
