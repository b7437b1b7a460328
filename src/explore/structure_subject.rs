//! [`StructureSubject`]: a program over the structures of a build, as the subject of an exploration.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use dpgen_engine::Int;
use dpgen_engine::run::Model;
use dpgen_engine::steer::{OpenNode, OpenSlot, Setup};
use dpgen_explore::{ExploreError, Origin, Subject};
use dpgen_forest::index::{at, shown};
use dpgen_forest::{Catalog, Count, Outline};

use super::error::Error;
use crate::types::DpGen;
use crate::types::value::builder::ValueBuilder;

/// How many structures are explored at most: each is the beginning of a tree of paths.
const MAX_OUTLINES: u32 = 1 << 20;

/// The structures of a build, each with its integers left open.
#[derive(Debug)]
pub(super) struct Outlines<T> {
    catalog: Arc<Catalog>,
    /// By beginning: the size, the rank, and which of the rank's outlines it is.
    places: Vec<(u32, Count, u32)>,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Outlines<T> {
    fn clone(&self) -> Self {
        Self { catalog: self.catalog.clone(), places: self.places.clone(), of: PhantomData }
    }
}

impl<T: DpGen> Outlines<T> {
    /// Of a build, and no structure yet.
    pub(super) const fn of(catalog: Arc<Catalog>) -> Self {
        Self { catalog, places: Vec::new(), of: PhantomData }
    }

    /// Of all structures of a build.
    pub(super) fn new(catalog: Catalog) -> Result<Self, Error> {
        let mut outlines = Self::of(Arc::new(catalog));
        for size in 0..outlines.catalog.complete_sizes() {
            let count = outlines.catalog.count(size);
            let Some(count) = count
                .to_u128()
                .and_then(|count| u32::try_from(count).ok())
                .filter(|count| *count <= MAX_OUTLINES)
            else {
                let message = format!(
                    "there are {count} structures of size {size}, and at most {MAX_OUTLINES} are explored: take a smaller size"
                );
                return Err(ExploreError::TooMany(message).into());
            };
            for rank in 0..count {
                outlines.add(size, Count::from(rank))?;
            }
        }
        Ok(outlines)
    }

    /// Adds a structure: as one beginning, or several.
    pub(super) fn add(&mut self, size: u32, rank: Count) -> Result<(), Error> {
        let outlines = self.catalog.outlines(size, &rank).map_err(Error::Solve)?;
        self.places.extend((0..shown(outlines.len())).map(|outline| (size, rank.clone(), outline)));
        Ok(())
    }

    /// The number of beginnings.
    pub(super) fn len(&self) -> u32 {
        shown(self.places.len())
    }

    pub(super) fn size_of(&self, beginning: u32) -> u32 {
        self.places[at(beginning)].0
    }

    pub(super) fn outline(&self, beginning: u32) -> Result<Outline, Error> {
        let (size, rank, outline) = &self.places[at(beginning)];
        let mut outlines = self.catalog.outlines(*size, rank).map_err(Error::Solve)?;
        Ok(outlines.swap_remove(at(*outline)))
    }

    /// The words of the structure with these values of its variables.
    pub(super) fn words(&self, beginning: u32, values: &[i64]) -> Result<Vec<u32>, Error> {
        let Outline { mut words, variables, .. } = self.outline(beginning)?;
        for ((word, lo, _), value) in variables.iter().zip(values) {
            if let Some(word) = word {
                words[*word] = u32::try_from(value.saturating_sub(*lo)).unwrap_or(0);
            }
        }
        Ok(words)
    }

    pub(super) fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    pub(super) fn build(&self, words: &[u32]) -> T {
        T::build(&mut ValueBuilder::new(self.catalog.schema(), words))
    }
}

/// A program over the structures of a build.
pub(super) struct StructureSubject<'p, T> {
    outlines: Outlines<T>,
    judged_by: Option<Arc<Model>>,
    program: Rc<dyn Fn(&mut T) + 'p>,
    /// The beginning of the latest run.
    latest: RefCell<Option<(u32, Outline)>>,
}

impl<'p, T: DpGen> StructureSubject<'p, T> {
    pub(super) fn new(
        catalog: Catalog,
        judged_by: Option<Arc<Model>>,
        program: impl Fn(&mut T) + 'p,
    ) -> Result<Self, Error> {
        let program = Rc::new(program);
        Ok(Self { outlines: Outlines::new(catalog)?, judged_by, program, latest: RefCell::new(None) })
    }

    /// Over these structures, which are valid.
    pub(super) const fn over(outlines: Outlines<T>, program: Rc<dyn Fn(&mut T) + 'p>) -> Self {
        Self { outlines, judged_by: None, program, latest: RefCell::new(None) }
    }

    pub(super) fn outlines(&self) -> Outlines<T> {
        self.outlines.clone()
    }
}

impl<T: DpGen> Subject for StructureSubject<'_, T> {
    fn beginnings(&self) -> u32 {
        self.outlines.len()
    }

    fn begin(&mut self, beginning: u32) -> Result<(Setup, Vec<Origin>), String> {
        let latest = self.latest.get_mut();
        let outline = match latest.take() {
            Some((known, outline)) if known == beginning => outline,
            _ => self.outlines.outline(beginning).map_err(|error| error.to_string())?,
        };
        let nodes = OpenNode::of(self.outlines.catalog.schema(), &outline);
        let mut origins = vec![Origin::default(); outline.variables.len()];
        for (owner, node) in (0..).zip(&nodes) {
            for (slot, held) in (0..).zip(&node.slots) {
                if let OpenSlot::Variable(variable) = held {
                    origins[at(*variable)] = Origin { kind: node.ctor.word() * 64 + slot, owner };
                }
            }
        }
        let setup = Setup {
            number: u64::from(beginning),
            domains: outline.variables.iter().map(|(_, lo, hi)| (*lo, *hi)).collect(),
            constraints: outline.constraints.clone(),
            nodes: if self.judged_by.is_some() { nodes } else { Vec::new() },
            ..Setup::default()
        };
        *latest = Some((beginning, outline));
        Ok((setup, origins))
    }

    fn call(&self, _: u32, ints: &[Int]) {
        let Some((_, outline)) = &*self.latest.borrow() else { return };
        let mut open = vec![None; outline.words.len()];
        for ((word, ..), int) in outline.variables.iter().zip(ints) {
            if let Some(word) = word {
                open[*word] = Some(*int);
            }
        }
        let schema = self.outlines.catalog.schema();
        let mut value = T::build(&mut ValueBuilder::open(schema, &outline.words, &open));
        (self.program)(&mut value);
    }

    fn judged_by(&self) -> Option<&Model> {
        self.judged_by.as_deref()
    }
}
