//! From a structure's records to its system of constraints.
//!
//! A walk gives the layers as records, in preorder. Every data slot that is symbolic is a variable; the variables of a
//! layer's path condition are resolved to them, downwards over data slots and parts, parts before wholes. Layers that
//! are still being read are kept on a stack of our own, as a structure can be deeper than a thread's stack. Read
//! [`system`](super::system) next.

use super::Catalog;
use super::failure::Trouble;
use super::system::System;
use crate::index::at;
use crate::path::{PathCondition, PathVar, relation_of};
use crate::schema::{Domain, SlotKind};
use dpgen_solver::{Constraint, Linear, Var};

/// A layer of the structure.
#[derive(Debug)]
struct ReadLayer {
    record: u32,
    /// For each slot read so far, the layer or the place of the word.
    slots: Vec<usize>,
    /// For each variable of the record's path condition, the system's variable.
    vars: Vec<Var>,
}

/// Reads the layers of one structure.
struct Reader<'a> {
    catalog: &'a Catalog,
    records: &'a [u32],
    /// In preorder.
    layers: Vec<ReadLayer>,
    /// The place of the next word.
    place: usize,
    system: System,
}

impl Catalog {
    /// The data of the structure with these records, as a system of constraints.
    pub(super) fn system(&self, records: &[u32]) -> Result<System, Trouble> {
        let system = System::new(records.to_vec());
        let mut reader = Reader { catalog: self, records, layers: Vec::new(), place: 0, system };
        reader.read()?;
        Ok(reader.system)
    }

    fn path(&self, record: u32) -> Option<&PathCondition> {
        self.paths.get(at(self.dag.path_of(record)?))
    }
}

impl Reader<'_> {
    /// Reads all layers; those that are open wait for their parts.
    fn read(&mut self) -> Result<(), Trouble> {
        let schema = self.catalog.schema();
        let mut open = vec![self.begin()];
        while let Some(&layer) = open.last() {
            let ReadLayer { record, slots, .. } = &self.layers[layer];
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
        self.layers.push(ReadLayer { record, slots: Vec::new(), vars: Vec::new() });
        self.layers.len() - 1
    }

    /// The layer below another one to which these slots lead.
    fn descend(&self, layer: usize, path: &[u32]) -> Result<usize, Trouble> {
        let is_recursive = |kind| matches!(kind, SlotKind::Recursive(_));
        path.iter().try_fold(layer, |layer, slot| self.slot(layer, *slot, is_recursive))
    }

    /// What a slot of a fitting kind holds: a layer, or the place of a word.
    fn slot(&self, layer: usize, slot: u32, fits: impl Fn(SlotKind) -> bool) -> Result<usize, Trouble> {
        let ReadLayer { record, slots, .. } = &self.layers[layer];
        let ctor = self.catalog.schema().constructor(self.catalog.dag.ctor(*record));
        let fits = ctor.slots.get(at(slot)).is_some_and(|slot| fits(slot.kind));
        slots.get(at(slot)).copied().filter(|_| fits).ok_or(Trouble::LeadsNowhere)
    }

    /// Resolves the variables of a layer's path condition, and adds its constraints. The layers below are
    /// resolved already.
    fn resolve(&mut self, layer: usize) -> Result<(), Trouble> {
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
                    let condition = self.catalog.path(part.record).ok_or(Trouble::LeadsNowhere)?;
                    let shown = condition.shown.get(at(*var)).ok_or(Trouble::LeadsNowhere)?;
                    *part.vars.get(at(*shown) - 1).ok_or(Trouble::LeadsNowhere)?
                }
            };
            self.layers[layer].vars.push(var);
        }
        let vars = &self.layers[layer].vars;
        for (terms, constant, relation) in &path.constraints {
            let terms = terms.iter().map(|(var, factor)| (vars[at(*var) - 1], *factor));
            let term = Linear::new(terms, *constant)?;
            self.system.add(Constraint::new(term, relation_of(*relation)));
        }
        for row in &path.extrema {
            self.system.add_extremum(row.over(|var| vars[at(var) - 1])?);
        }
        Ok(())
    }
}
