//! [`RecordIndex`]: the records of a graph by the family of a part and their size, and the unions that each family is a member
//! of.
//!
//! A lookup from the parts up asks for the records that may hold a layer whose parts' families are known, and then for the
//! unions above them. Memory is linear in records, slots and members. Read [`layer_families`](super::layer_families) next.

use rustc_hash::FxHashMap;

use crate::catalog::families::family_sizes::FamilySizes;
use crate::graph::production_dag::Dag;
use crate::graph::record_references::Family;
use crate::index::{CtorIx, at, small};
use crate::schema::Schema;

/// The most records that are indexed: some tens of megabytes.
const MAX_INDEXED_RECORDS: usize = 1 << 18;

/// What records are found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct RecordKey {
    pub(crate) ctor: CtorIx,
    /// The first slot that the record has.
    pub(crate) from: u32,
    /// A recursive slot and the family there; `None` if the records of the constructor that begin at this slot share none.
    pub(crate) part: Option<(u32, u32)>,
    /// The size of its slots from the first on, with the constructor's weight if that is slot 0.
    pub(crate) size: u32,
}

/// The slots that all records of a constructor have that begin at one slot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SlotRange {
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// A list of records within `entries`.
#[derive(Debug, Clone, Copy, Default)]
struct RecordList {
    /// The position of the last entry, plus one.
    last: u32,
    len: u32,
}

/// The unions that each family is a member of, by the family's number: pairs of a union and the place among its members.
#[derive(Debug, Clone, Default)]
struct Parents {
    starts: Vec<u32>,
    unions: Vec<(u32, u32)>,
}

/// Records by key, and unions by member.
#[derive(Debug, Clone)]
pub(crate) struct RecordIndex {
    by_key: FxHashMap<RecordKey, RecordList>,
    /// Records, each with the position of the entry before it in its list, plus one.
    entries: Vec<(u32, u32)>,
    /// By constructor: the ranges of slots that its records have.
    ranges: Vec<Vec<SlotRange>>,
    of_records: Parents,
    of_unions: Parents,
}

impl RecordIndex {
    /// The index of a graph; `None` if it is too large, or has families without one size.
    pub(crate) fn new(schema: &Schema, dag: &Dag, sizes: &FamilySizes) -> Option<Self> {
        if dag.records.len() > MAX_INDEXED_RECORDS {
            return None;
        }
        let (records, unions) = (dag.records.len(), dag.unions());
        let mut index = Self {
            by_key: FxHashMap::default(),
            entries: Vec::new(),
            ranges: ranges(schema, dag)?,
            of_records: Parents::new(dag, records, |member| member.split().ok()),
            of_unions: Parents::new(dag, unions, |member| member.split().err()),
        };
        for record in 0..small(records) {
            index.add(schema, dag, sizes, record)?;
        }
        Some(index)
    }

    /// Adds a record, if it is below a root; `None` if it has no one size.
    fn add(&mut self, schema: &Schema, dag: &Dag, sizes: &FamilySizes, record: u32) -> Option<()> {
        let item = dag.decode(schema, dag.records.get(record));
        let mut size = if item.is_rest { 0 } else { schema.constructor(item.ctor).weight };
        for family in item.families() {
            let Some(part) = sizes.of(family.split().err()?) else { return Some(()) };
            size = size.checked_add(part?)?;
        }
        let from = small(item.from);
        let range = self.ranges(item.ctor).iter().find(|range| range.from == from)?;
        let shared = at(range.to) - item.from;
        let key = |part| RecordKey { ctor: item.ctor, from, part, size };
        let slots = item.slots.iter().zip(item.words.iter()).enumerate().take(shared);
        let mut is_keyed = false;
        for (place, (_, family)) in slots.filter(|(_, (slot, _))| slot.is_recursive()) {
            self.push(key(Some((from + small(place), *family))), record);
            is_keyed = true;
        }
        if !is_keyed {
            self.push(key(None), record);
        }
        Some(())
    }

    fn push(&mut self, key: RecordKey, record: u32) {
        let list = self.by_key.entry(key).or_default();
        self.entries.push((record, list.last));
        *list = RecordList { last: small(self.entries.len()), len: list.len + 1 };
    }

    /// The ranges of slots of the records of a constructor, the last one first.
    pub(crate) fn ranges(&self, ctor: CtorIx) -> &[SlotRange] {
        &self.ranges[ctor.index()]
    }

    /// The number of records with a key.
    pub(crate) fn count(&self, key: RecordKey) -> u32 {
        self.by_key.get(&key).map_or(0, |list| list.len)
    }

    /// The records with a key.
    pub(crate) fn records(&self, key: RecordKey) -> impl Iterator<Item = u32> + '_ {
        let mut place = self.by_key.get(&key).map_or(0, |list| list.last);
        std::iter::from_fn(move || {
            let (record, before) = self.entries[at(place.checked_sub(1)?)];
            place = before;
            Some(record)
        })
    }

    /// The unions that a family is a member of, each with the place among the members.
    pub(crate) fn parents(&self, family: Family) -> &[(u32, u32)] {
        match family.split() {
            Ok(record) => self.of_records.of(record),
            Err(union) => self.of_unions.of(union),
        }
    }
}

/// By constructor: the ranges of slots of its records, the last one first; `None` if a rest may begin where its record does.
fn ranges(schema: &Schema, dag: &Dag) -> Option<Vec<Vec<SlotRange>>> {
    let mut ranges: Vec<Vec<SlotRange>> = vec![Vec::new(); schema.all_constructors().len()];
    for record in 0..small(dag.records.len()) {
        let item = dag.decode(schema, dag.records.get(record));
        if item.is_rest != (item.from > 0) || (item.slots.is_empty() && item.rest.is_some()) {
            return None;
        }
        let new = SlotRange { from: small(item.from), to: small(item.from + item.slots.len()) };
        let known = &mut ranges[item.ctor.index()];
        match known.binary_search_by(|range| new.from.cmp(&range.from)) {
            Ok(place) => known[place].to = known[place].to.min(new.to),
            Err(place) => known.insert(place, new),
        }
    }
    Some(ranges)
}

impl Parents {
    /// The parents of `len` families; `number` is the number of a member, if it is one of these.
    fn new(dag: &Dag, len: usize, number: impl Fn(Family) -> Option<u32>) -> Self {
        let members = || {
            (0..small(dag.unions())).flat_map(|union| {
                let members = dag.members(union).iter().enumerate();
                members.map(move |(place, member)| (Family::from_word(*member), (union, small(place))))
            })
        };
        let mut starts = vec![0; len + 1];
        for number in members().filter_map(|(member, _)| number(member)) {
            starts[at(number) + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut unions = vec![(0, 0); at(sum)];
        for (member, parent) in members() {
            if let Some(number) = number(member) {
                unions[at(next[at(number)])] = parent;
                next[at(number)] += 1;
            }
        }
        Self { starts, unions }
    }

    fn of(&self, number: u32) -> &[(u32, u32)] {
        &self.unions[at(self.starts[at(number)])..at(self.starts[at(number) + 1])]
    }
}
