//! Structures found by the top-down search, as records that share their parts.
//!
//! Also the table of *every* structure of a type and size, whatever `rep_ok` says: what an open node can be. It grows
//! by size, parts before wholes, as far as it is asked for.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use dpgen_forest::graph::Records;
use dpgen_forest::index::{CtorIx, TypeIx, at, small};
use dpgen_forest::schema::{Schema, SlotKind};

use crate::error::BuildError;
use crate::interned_records::{InternedRecords, renumbered};
use crate::limit_monitor::{LimitMonitor, PollCounter};
use crate::predicate_run::attributes_in_use::DiscoveredAttributes;
use crate::predicate_run::failure::Failure;

/// The result of the search.
#[derive(Debug, Default)]
pub(crate) struct TopDownFound {
    interned: InternedRecords,
    /// By record.
    pub(crate) sizes: Vec<u32>,
    /// By size.
    pub(crate) accepted: Vec<Vec<u32>>,
    pub(crate) candidates: u64,
    pub(crate) rejected: Vec<u64>,
    pub(crate) failure: Option<(Failure, String)>,
    /// The types of a whole and of a part of it that it asks for `rep_ok`.
    pub(crate) asked: Vec<(TypeIx, TypeIx)>,
    pub(crate) discovered: DiscoveredAttributes,
    every: Every,
}

/// Every structure, by type and size.
type Every = FxHashMap<(TypeIx, u32), Arc<[u32]>>;

/// The structures of a type and size that are being made.
struct Making<'a> {
    every: &'a Every,
    found: Vec<u32>,
    pace: PollCounter<'a>,
}

impl TopDownFound {
    pub(crate) fn new(max_size: u32) -> Self {
        Self { accepted: vec![Vec::new(); at(max_size) + 1], ..Self::default() }
    }

    /// Adds what a search found that comes after this one: only its counts and its failure if the build is to stop.
    pub(super) fn append(
        &mut self,
        schema: &Schema,
        later: Self,
        watch: &LimitMonitor,
    ) -> Result<(), BuildError> {
        self.candidates += later.candidates;
        self.rejected.resize(self.rejected.len().max(later.rejected.len()), 0);
        for (rejected, later) in self.rejected.iter_mut().zip(later.rejected) {
            *rejected += later;
        }
        self.failure = self.failure.take().or(later.failure);
        if watch.stopped().is_some() {
            return Ok(());
        }
        let mut pace = watch.pace();
        let records = later.interned.records();
        let mut numbers: Vec<u32> = Vec::with_capacity(records.len());
        for number in 0..small(records.len()) {
            let record = renumbered(schema, records.get(number), &numbers);
            if !self.reserve(watch, record.len()) || pace.step() {
                return Ok(());
            }
            numbers.push(self.intern(schema, &record)?);
        }
        for (accepted, later) in self.accepted.iter_mut().zip(later.accepted) {
            accepted.extend(later.into_iter().map(|record| numbers[at(record)]));
        }
        for pair in later.asked {
            if !self.asked.contains(&pair) {
                self.asked.push(pair);
            }
        }
        for (ty, attribute) in later.discovered {
            if self.discovered.iter().all(|(of, known)| (*of, known.key) != (ty, attribute.key)) {
                self.discovered.push((ty, attribute));
            }
        }
        Ok(())
    }

    /// All records, by number.
    pub(crate) fn records(&self) -> &Records {
        self.interned.records()
    }

    /// The records alone.
    pub(super) fn into_records(self) -> Records {
        self.interned.into_records()
    }

    /// The size of a record.
    pub(crate) fn size_of(&self, record: u32) -> u32 {
        self.sizes[at(record)]
    }

    /// Makes room for a record of so many words; `false` if the build is to stop.
    pub(crate) fn reserve(&mut self, watch: &LimitMonitor, words: usize) -> bool {
        self.interned.reserve(watch, words) && watch.reserve(&mut self.sizes, 1)
    }

    /// The number of a record.
    pub(crate) fn intern(&mut self, schema: &Schema, record: &[u32]) -> Result<u32, BuildError> {
        let number = self.interned.intern(record)?;
        if at(number) == self.sizes.len() {
            let ctor = schema.constructor(CtorIx::from_word(record[0]));
            let parts = ctor.recursive.iter().map(|slot| self.sizes[at(record[slot + 1])]);
            self.sizes.push(parts.fold(ctor.weight, u32::saturating_add));
        }
        Ok(number)
    }

    /// Every structure of a type and size; fewer if the build is to stop.
    pub(crate) fn every(
        &mut self,
        schema: &Schema,
        ty: TypeIx,
        size: u32,
        watch: &LimitMonitor,
    ) -> Result<Arc<[u32]>, BuildError> {
        if !self.every.contains_key(&(ty, size)) {
            let needed = schema.size_bounds_of(ty, size);
            for size in 0..=size {
                for part in schema.order().iter().filter(|part| needed.contains(**part, size)) {
                    if !self.every.contains_key(&(*part, size)) {
                        let found = self.make_every(schema, *part, size, watch)?;
                        self.every.insert((*part, size), found.into());
                    }
                }
            }
        }
        Ok(self.every.get(&(ty, size)).cloned().unwrap_or_default())
    }

    /// Every structure of a type and size; those of parts are known.
    fn make_every(
        &mut self,
        schema: &Schema,
        ty: TypeIx,
        size: u32,
        watch: &LimitMonitor,
    ) -> Result<Vec<u32>, BuildError> {
        // What is known of parts is only read here, while records are added.
        let every = std::mem::take(&mut self.every);
        let mut making = Making { every: &every, found: Vec::new(), pace: watch.pace() };
        for ctor in schema.constructors_of(ty) {
            let left = schema.min_size_of(ctor).and_then(|least| size.checked_sub(least));
            let grows = !schema.constructor(ctor).recursive.is_empty();
            let Some(left) = left.filter(|left| *left == 0 || grows) else { continue };
            if !self.fill_slots(schema, ctor, left, &mut vec![ctor.word()], &mut making)? {
                break;
            }
        }
        let found = making.found;
        self.every = every;
        Ok(found)
    }

    /// Every way to go on with a record, whose parts have so much left beyond their least sizes; `false` if the build is to
    /// stop.
    fn fill_slots(
        &mut self,
        schema: &Schema,
        ctor: CtorIx,
        left: u32,
        record: &mut Vec<u32>,
        making: &mut Making<'_>,
    ) -> Result<bool, BuildError> {
        let constructor = schema.constructor(ctor);
        let place = record.len() - 1;
        let Some(slot) = constructor.slots.get(place) else {
            let watch = making.pace.watch();
            if !self.reserve(watch, record.len()) || !watch.reserve(&mut making.found, 1) {
                return Ok(false);
            }
            making.found.push(self.intern(schema, record)?);
            return Ok(!making.pace.step());
        };
        let every = making.every;
        let mut go_on = |found: &mut Self, word: u32, left: u32| {
            record.push(word);
            let goes_on = found.fill_slots(schema, ctor, left, record, making);
            record.pop();
            goes_on
        };
        match slot.kind {
            SlotKind::Data(domain) => {
                for index in 0..schema.domain(domain).len() {
                    if !go_on(self, index, left)? {
                        return Ok(false);
                    }
                }
            }
            SlotKind::Recursive(part) => {
                let least = schema.ty(part).min_size.unwrap_or(0);
                // The last part takes all that is left.
                let first = if constructor.recursive.last() == Some(&place) { left } else { 0 };
                for more in first..=left {
                    let parts = every.get(&(part, least + more)).map_or(&[][..], |parts| parts);
                    for part in parts {
                        if !go_on(self, *part, left - more)? {
                            return Ok(false);
                        }
                    }
                }
            }
        }
        Ok(true)
    }
}
