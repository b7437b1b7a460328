//! What the top-down search found: structures as records that share their parts.
//!
//! Also the table of *every* structure of a type and size, whatever `rep_ok` says: what an open node can be. It grows
//! by size, parts before wholes, as far as it is asked for.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use dpgen_forest::graph::Records;
use dpgen_forest::index::{CtorIx, TypeIx, at, id};
use dpgen_forest::schema::{Schema, SlotKind};

use crate::error::BuildError;
use crate::run::attributes::Discovered;
use crate::run::failure::Failure;
use crate::watch::Watch;

/// What the search found.
#[derive(Debug, Default)]
pub(crate) struct TopDownFound {
    known: IndexSet<Box<[u32]>, FxBuildHasher>,
    pub(crate) sizes: Vec<u32>,
    /// By size.
    pub(crate) accepted: Vec<Vec<u32>>,
    pub(crate) candidates: u64,
    pub(crate) rejected: Vec<u64>,
    pub(crate) failure: Option<(Failure, String)>,
    /// The types of a whole and of a part of it that it asks for `rep_ok`.
    pub(crate) asked: Vec<(TypeIx, TypeIx)>,
    pub(crate) discovered: Discovered,
    /// By type and size.
    every: FxHashMap<(TypeIx, u32), Vec<u32>>,
}

/// A record that is being made: its words, and the size of its parts so far.
type Partial = (Vec<u32>, u32);

impl TopDownFound {
    pub(crate) fn new(max_size: u32) -> Self {
        Self { accepted: vec![Vec::new(); at(max_size) + 1], ..Self::default() }
    }

    /// The size of a record.
    pub(crate) fn size_of(&self, record: u32) -> u32 {
        self.sizes[at(record)]
    }

    /// The words of a record.
    pub(crate) fn record(&self, record: u32) -> &[u32] {
        self.known.get_index(at(record)).map_or(&[], |words| words)
    }

    /// All records, by number.
    pub(crate) fn records(&self) -> Result<Records, BuildError> {
        let mut records = Records::default();
        for words in &self.known {
            records.push(words)?;
        }
        Ok(records)
    }

    /// The number of a record.
    pub(crate) fn intern(&mut self, schema: &Schema, record: &[u32]) -> Result<u32, BuildError> {
        if let Some(known) = self.known.get_index_of(record) {
            return Ok(id(known, "structures")?);
        }
        let number = id(self.known.len(), "structures")?;
        let ctor = schema.constructor(CtorIx::from_word(record[0]));
        let parts = ctor.recursive.iter().map(|slot| self.sizes[at(record[slot + 1])]);
        self.sizes.push(parts.fold(ctor.weight, u32::saturating_add));
        self.known.insert(record.into());
        Ok(number)
    }

    /// Every structure of a type and size; fewer if the build is to stop.
    pub(crate) fn every(
        &mut self,
        schema: &Schema,
        ty: TypeIx,
        size: u32,
        watch: &Watch,
    ) -> Result<&[u32], BuildError> {
        if !self.every.contains_key(&(ty, size)) {
            let needed = parts_of(schema, ty);
            for size in 0..=size {
                for part in schema.order().iter().filter(|part| needed[part.index()]) {
                    if !self.every.contains_key(&(*part, size)) {
                        let found = self.make_every(schema, *part, size, watch)?;
                        self.every.insert((*part, size), found);
                    }
                }
            }
        }
        Ok(self.every.get(&(ty, size)).map_or(&[], |found| found))
    }

    /// Every structure of a type and size; those of parts are known.
    fn make_every(
        &mut self,
        schema: &Schema,
        ty: TypeIx,
        size: u32,
        watch: &Watch,
    ) -> Result<Vec<u32>, BuildError> {
        let mut found = Vec::new();
        for ctor in schema.constructors_of(ty) {
            if schema.min_size_of(ctor).is_none_or(|least| least > size) {
                continue;
            }
            let constructor = schema.constructor(ctor);
            let mut partial: Vec<Partial> = vec![(vec![ctor.word()], constructor.weight)];
            for (place, slot) in constructor.slots.iter().enumerate() {
                // What the slots after this one need at least: without it, a part could be as large as the whole.
                let later = constructor.slots[place + 1..].iter().map(|slot| match slot.kind {
                    SlotKind::Data(_) => 0,
                    SlotKind::Recursive(part) => schema.ty(part).min_size.unwrap_or(size),
                });
                let later = later.fold(0, u32::saturating_add);
                let mut next: Vec<Partial> = Vec::new();
                for (record, used) in partial {
                    if watch.is_over() {
                        return Ok(found);
                    }
                    match slot.kind {
                        SlotKind::Data(domain) => {
                            let values = 0..schema.domain(domain).len();
                            next.extend(values.map(|index| (with_word(&record, index), used)));
                        }
                        SlotKind::Recursive(part) => {
                            let Some(room) = size.checked_sub(used + later) else { continue };
                            for part_size in 0..=room {
                                let parts = self.every.get(&(part, part_size)).map_or(&[][..], Vec::as_slice);
                                let longer = parts.iter().map(|part| with_word(&record, *part));
                                next.extend(longer.map(|record| (record, used + part_size)));
                            }
                        }
                    }
                }
                partial = next;
            }
            for (record, used) in partial {
                if used == size {
                    found.push(self.intern(schema, &record)?);
                }
            }
        }
        Ok(found)
    }
}

/// By type: whether a structure of a type can have a part of it, or is it.
fn parts_of(schema: &Schema, ty: TypeIx) -> Vec<bool> {
    let mut needed = vec![false; schema.types()];
    let mut open = vec![ty];
    while let Some(ty) = open.pop() {
        if std::mem::replace(&mut needed[ty.index()], true) {
            continue;
        }
        for ctor in schema.constructors_of(ty).map(|ctor| schema.constructor(ctor)) {
            open.extend(ctor.slots.iter().filter_map(|slot| match slot.kind {
                SlotKind::Recursive(part) => Some(part),
                SlotKind::Data(_) => None,
            }));
        }
    }
    needed
}

/// A record with one more word.
fn with_word(record: &[u32], word: u32) -> Vec<u32> {
    let mut record = record.to_vec();
    record.push(word);
    record
}
