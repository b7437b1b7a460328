//! What the whole structures of a size answer to an attribute in use, read off their classes.
//!
//! Each production of a whole structure belongs to one class, and all structures of a class give one answer. A class may
//! hold productions that `root_ok` refuses, so it is the productions that are counted, not the classes.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use dpgen_forest::Count;
use dpgen_forest::graph::Family;
use dpgen_forest::index::{AttrIx, at};

use super::builder::{Builder, Segment};
use crate::answered::{Answer, Answered};
use crate::run::failure::guarded;
use crate::run::state::read_answer;
use crate::values::ValueId;

impl Builder<'_> {
    /// By answer, ascending: how many whole structures of a size give it, and the rank of the first.
    pub(super) fn answered(&self, attr: AttrIx, size: u32) -> Vec<Answered> {
        let schema = &*self.model.schema;
        let (column, table) = self.classes.answers(attr);
        let bucket = self.classes.bucket(schema.root(), size);
        let mut values: FxHashMap<u32, ValueId> = FxHashMap::default();
        for class in self.classes.of_bucket(bucket) {
            let (Some(value), Err(union)) = (column[at(*class)], self.classes.family(*class).split()) else {
                continue;
            };
            let members = self.classes.dag.members(union).iter();
            let records = members.filter_map(|member| Family::from_word(*member).split().ok());
            values.extend(records.map(|record| (record, value)));
        }
        let mut segments: Vec<&Segment> = self.roots[at(size)].iter().collect();
        segments.sort_by(|a, b| a.order.cmp(&b.order));
        let mut rank = Count::ZERO;
        let mut groups: FxHashMap<ValueId, (Count, Count)> = FxHashMap::default();
        for record in segments.into_iter().flat_map(|segment| &segment.records) {
            let Some(value) = values.get(record) else { continue };
            let more = self.classes.dag.record_count(schema, self.classes.dag.records.get(*record));
            groups.entry(*value).or_insert_with(|| (Count::ZERO, rank.clone())).0 += &more;
            rank += &more;
        }
        let mut answers: BTreeMap<Answer, Answered> = BTreeMap::new();
        for (value, (count, first)) in groups {
            let (words, ints) = table.get(value);
            let answer = read(words, ints, self.is_symbolic());
            match answers.get_mut(&answer) {
                Some(known) => {
                    known.count += &count;
                    known.first = known.first.clone().min(first);
                }
                None => drop(answers.insert(answer.clone(), Answered { answer, count, first })),
            }
        }
        answers.into_values().collect()
    }

    const fn is_symbolic(&self) -> bool {
        matches!(self.fields, dpgen_forest::Fields::Symbolic)
    }
}

/// An answer as the attribute gave it. With symbolic data a mark for each integer follows the words: 0 if it is decided.
fn read(words: &[i64], ints: &[i64], is_symbolic: bool) -> Answer {
    let own = match guarded(|| read_answer(words)) {
        Ok(own) => own,
        Err(failure) => return Answer::Failed(failure.to_string()),
    };
    let marks = if is_symbolic { ints.len() } else { 0 };
    let (own, marks) = own.split_at(own.len().saturating_sub(marks));
    if marks.iter().any(|mark| *mark != 0) {
        return Answer::Open;
    }
    Answer::Value(own.iter().chain(ints).copied().collect())
}
