//! Validates a graph that was read from a file: the invariants of [`Dag`] and [`Records`].
//!
//! Everything that later code indexes with, multiplies or follows is checked once: words name existing entries, nothing is
//! part of itself, the families of a slot are of its type, the members of a union are of one type and size, and counts are
//! the sums and products that they should be. The search for cycles keeps an explicit stack. Read
//! `catalog/storage/catalog_validation.rs` next.

use crate::count::Count;
use crate::graph::decoded_record::{Section, split_head};
use crate::graph::production_dag::Dag;
use crate::graph::record_references::{Family, Span};
use crate::graph::records::Records;
use crate::graph::stored_records::StoredRecords;
use crate::index::{CtorIx, TypeIx, at, id, small};
use crate::schema::Schema;
use crate::schema::types::SlotKind;

/// A broken invariant of a graph, in words.
pub type Flaw = &'static str;

/// The progress of the search at a record or union.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done(Kind, u32),
}

/// The structures of a record or union: whole ones, or rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Structures of a type.
    Of(TypeIx),
    /// The slots of a constructor from this one on.
    Rest(CtorIx, u32),
}

/// Type and size of each record and union of a sound graph.
#[derive(Debug)]
pub struct RecordSizes {
    /// Of each record.
    states: Vec<State>,
}

impl RecordSizes {
    /// The type and size of a record.
    pub fn of_record(&self, record: u32) -> Option<(TypeIx, u32)> {
        match self.states.get(at(record)) {
            Some(State::Done(Kind::Of(ty), size)) => Some((*ty, *size)),
            _ => None,
        }
    }
}

/// Checks a graph against the schema that its records refer to.
///
/// # Errors
/// The first broken invariant, if there is one.
pub fn check(dag: &Dag, schema: &Schema) -> Result<RecordSizes, Flaw> {
    tables(dag)?;
    if !dag.sections.iter().all(|section| is_section(schema, *section)) {
        return Err("a section is none of its constructor's");
    }
    for record in 0..small(dag.records.len()) {
        slots(dag, schema, &dag.records.get(record))?;
    }
    compute_sizes(dag, schema)
}

/// Whether the tables fit together, so that their entries can be read.
fn tables(dag: &Dag) -> Result<(), Flaw> {
    if !dag.records.is_sound() {
        return Err("its records overlap");
    }
    let mut ends = [0].into_iter().chain(dag.ends.iter().copied());
    let last = dag.ends.last().copied().unwrap_or(0);
    if !ends.clone().is_sorted() || !ends.all(|end| at(end) <= dag.members.len()) {
        return Err("its unions overlap");
    }
    if at(last) != dag.members.len() || dag.counts.len() != dag.ends.len() {
        return Err("its unions do not cover their members");
    }
    if dag.unit && !dag.ends.is_empty() {
        return Err("a graph of single structures has unions");
    }
    Ok(())
}

/// Whether a section is one of a constructor of the schema: not all slots of it, unless it is a rest.
fn is_section(schema: &Schema, section: Section) -> bool {
    let Section { ctor, from, to, is_rest } = section;
    schema.all_constructors().get(ctor.index()).is_some_and(|ctor| {
        let last = ctor.slots.len();
        from <= to
            && at(to) <= last
            && (is_rest || from == 0 && at(to) < last)
            && (at(to) < last || from < to)
    })
}

/// Whether a record has its constructor's slots, and each names something that there is.
fn slots(dag: &Dag, schema: &Schema, record: &[u32]) -> Result<(), Flaw> {
    let Some((head, words)) = record.split_first() else { return Err("a record is empty") };
    let expected = match split_head(*head) {
        Ok(ctor) => schema.all_constructors().get(ctor.index()).map(|ctor| ctor.slots.len()),
        Err(_) if dag.unit => return Err("a single structure is cut"),
        Err(place) => dag.sections.get(at(place)).map(|section| {
            let slots = schema.constructor(section.ctor).slots.len();
            at(section.to - section.from) + usize::from(at(section.to) < slots)
        }),
    };
    let Some(expected) = expected else { return Err("a record has no constructor of the schema") };
    if expected != words.len() {
        return Err("a record has not the slots of its constructor");
    }
    let item = dag.decode(schema, record);
    if item.rest.is_some_and(|rest| rest.split().is_ok() || node(dag, rest.word()).is_none()) {
        return Err("a record has no rest");
    }
    for (slot, word) in item.slots.iter().zip(item.words.iter()) {
        match slot.kind {
            SlotKind::Data(domain) => {
                let (lo, hi) = match Span::from_word(*word).split() {
                    Ok(index) => (index, index),
                    Err(_) if dag.unit => return Err("a single structure has several values"),
                    Err(place) => *dag.intervals.get(at(place)).ok_or("an interval is missing")?,
                };
                if lo > hi || hi >= schema.domain(domain).len() {
                    return Err("a value is outside of its domain");
                }
            }
            SlotKind::Recursive(_) => {
                if node(dag, *word).is_none() {
                    return Err("a record has a part that is missing");
                }
            }
        }
    }
    Ok(())
}

/// The number of a family among records and unions, if there is one.
fn node(dag: &Dag, word: u32) -> Option<usize> {
    let records = dag.records.len();
    match Family::from_word(word).split() {
        Ok(record) => Some(at(record)).filter(|record| *record < records),
        Err(union) => Some(at(union)).filter(|union| *union < dag.ends.len()).map(|union| records + union),
    }
}

/// Types and sizes, parts before wholes.
fn compute_sizes(dag: &Dag, schema: &Schema) -> Result<RecordSizes, Flaw> {
    let mut states = vec![State::New; dag.records.len() + dag.ends.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    for start in 0..states.len() {
        if states[start] == State::New {
            open.push((start, 0));
        }
        while let Some((place, part)) = open.pop() {
            states[place] = State::Open;
            let Some(word) = part_of(dag, schema, place, part) else {
                let (kind, size) = finish(dag, schema, place, &states)?;
                states[place] = State::Done(kind, size);
                continue;
            };
            let below = node(dag, word).ok_or("a union has a member that is missing")?;
            open.push((place, part + 1));
            match states[below] {
                State::New => open.push((below, 0)),
                State::Open => return Err("a structure is a part of itself"),
                State::Done(..) => {}
            }
        }
    }
    states.truncate(dag.records.len());
    Ok(RecordSizes { states })
}

/// The `part`-th part of a record (the rest is one), or member of a union.
fn part_of(dag: &Dag, schema: &Schema, place: usize, part: usize) -> Option<u32> {
    match place.checked_sub(dag.records.len()) {
        None => {
            let words = dag.records.get(small(place));
            let item = dag.decode(schema, words);
            if item.from == 0 && item.rest.is_none() {
                let slot = schema.constructor(item.ctor).recursive.get(part)?;
                return Some(words[slot + 1]);
            }
            item.families().nth(part).map(Family::word)
        }
        Some(union) => dag.members_at(union).get(part).copied(),
    }
}

/// The kind and the size of a record or union, whose parts are all done.
fn finish(dag: &Dag, schema: &Schema, place: usize, states: &[State]) -> Result<(Kind, u32), Flaw> {
    let done = |word: u32| match node(dag, word).map(|below| states[below]) {
        Some(State::Done(kind, size)) => Ok((kind, size)),
        _ => Err("a part is missing"),
    };
    let Some(union) = place.checked_sub(dag.records.len()) else {
        let item = dag.decode(schema, dag.records.get(small(place)));
        let ctor = schema.constructor(item.ctor);
        let next = small(item.from + item.slots.len());
        let mut sum = if item.is_rest { 0 } else { ctor.weight };
        let kinds = item.slots.iter().filter_map(|slot| match slot.kind {
            SlotKind::Recursive(ty) => Some(Kind::Of(ty)),
            SlotKind::Data(_) => None,
        });
        for (kind, family) in kinds.chain([Kind::Rest(item.ctor, next)]).zip(item.families()) {
            let (found, size) = done(family.word())?;
            if found != kind {
                return Err("a part is of another type than its slot");
            }
            sum = sum.checked_add(size).ok_or("a structure is too large")?;
        }
        let kind = if item.is_rest { Kind::Rest(item.ctor, small(item.from)) } else { Kind::Of(ctor.ty) };
        return Ok((kind, sum));
    };
    let mut members = dag.members_at(union).iter().copied();
    let first = done(members.next().ok_or("a union is empty")?)?;
    for member in members {
        if done(member)? != first {
            return Err("the members of a union differ in type or size");
        }
    }
    let counts = dag.members_at(union).iter().map(|member| dag.count(schema, Family::from_word(*member)));
    if counts.sum::<Count>() != dag.counts[union] {
        return Err("a union has another count than its members");
    }
    Ok(first)
}

impl StoredRecords {
    /// Whether the records are one behind the other, none is empty, and each has a number. Those of a file are one by one.
    fn is_sound(&self) -> bool {
        let Self::OneByOne(Records { words, starts }) = self else { return true };
        starts.first().is_none_or(|start| *start == 0)
            && id(starts.len(), "structures").is_ok()
            && starts.is_sorted_by(|a, b| a < b)
            && starts.last().map_or(words.is_empty(), |last| at(*last) < words.len())
    }
}

impl Dag {
    /// The members of the union at a place.
    fn members_at(&self, union: usize) -> &[u32] {
        let start = union.checked_sub(1).map_or(0, |before| at(self.ends[before]));
        &self.members[start..at(self.ends[union])]
    }
}
