//! The whole structures of a size, grouped by their answer to an attribute.
//!
//! [`AnswerGroup`] is a group, with its count and the rank of its first structure. Quotient DP reads the groups off its
//! classes: each production of a whole structure belongs to one class, and all structures of a class give one answer. A
//! class may hold productions that `root_ok` refuses, so it is the productions that are counted, not the classes.
//! `attribute_distribution.rs` uses the groups, and computes those of the other engines.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use dpgen_forest::graph::Family;
use dpgen_forest::index::{AttrIx, at};
use dpgen_forest::{Budget, Catalog, Count, Fields, Limits, Solutions, debug_text};

use super::build_state::{Builder, RootSegment};
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::failure::guarded;
use crate::predicate_run::run_state::read_answer;
use crate::value_interner::ValueId;

/// The memory that an example in a message may take while it is made, in bytes, and its longest, in words.
const MAX_EXAMPLE_MEMORY: u64 = 64 << 20;
const MAX_EXAMPLE_WORDS: usize = 10_000;

/// An answer to an attribute.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// Its words, then its integers.
    Value(Vec<i64>),
    /// The attribute fails, with this message.
    Failed(String),
    /// It depends on symbolic data: the solutions of one path condition answer differently.
    Open,
}

/// Structures of one size that give one answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerGroup {
    /// Their answer.
    pub answer: Answer,
    /// The number of structures.
    pub count: Count,
    /// The rank of the first, in the catalog that came with this.
    pub first_rank: Count,
}

impl AnswerGroup {
    /// The answer as a number, which `read` takes from the words and integers of a value.
    ///
    /// # Errors
    /// When it is none: with the attribute's name, and a structure of the catalog that answers so.
    pub fn number(
        &self,
        attribute: &str,
        catalog: &Catalog,
        size: u32,
        read: impl Fn(&[i64]) -> Result<i64, String>,
    ) -> Result<i64, BuildError> {
        let message = match &self.answer {
            Answer::Value(words) => match read(words) {
                Ok(number) => return Ok(number),
                Err(message) => message,
            },
            Answer::Failed(message) => message.clone(),
            Answer::Open => {
                "it depends on the structure's data, which is symbolic; with concrete fields it has a value"
                    .to_owned()
            }
        };
        let structure = self.first_structure(catalog, size);
        Err(BuildError::NoNumber { attribute: attribute.to_owned(), structure, message })
    }

    /// The first structure as text; its size and rank if it is too long for a message.
    fn first_structure(&self, catalog: &Catalog, size: u32) -> String {
        let ranks = self.first_rank.clone()..self.first_rank.clone() + Count::ONE;
        let budget = Arc::new(Budget::from_now(&Limits::none().memory(MAX_EXAMPLE_MEMORY)));
        let mut structures = catalog.compact_with(size, ranks, Solutions::Smallest, 0).with_budget(budget);
        match structures.next().filter(|words| words.len() <= MAX_EXAMPLE_WORDS) {
            Some(words) => debug_text(catalog.schema(), words),
            None => format!("the structure of size {size} with rank {}", self.first_rank),
        }
    }
}

impl Builder<'_> {
    /// By answer, ascending: how many whole structures of a size give it, and the rank of the first; `None` if the build is to
    /// stop before.
    pub(super) fn answer_groups(
        &self,
        attr: AttrIx,
        size: u32,
        watch: &LimitMonitor,
    ) -> Option<Vec<AnswerGroup>> {
        let mut pace = watch.pace();
        let schema = &*self.model.schema;
        let (column, table) = self.classes.answers(attr);
        let bucket = self.classes.bucket_of_pool(self.classes.root_pool, size);
        let mut values: FxHashMap<u32, ValueId> = FxHashMap::default();
        for class in self.classes.of_bucket(bucket) {
            let (Some(value), Err(union)) = (column[at(*class)], self.classes.family(*class).split()) else {
                continue;
            };
            let members = self.classes.dag.members(union).iter();
            if pace.step() || !watch.reserve(&mut values, members.len()) {
                return None;
            }
            let records = members.filter_map(|member| Family::from_word(*member).split().ok());
            values.extend(records.map(|record| (record, value)));
        }
        let mut segments: Vec<&RootSegment> = self.roots[at(size)].iter().collect();
        segments.sort_by(|a, b| a.order.cmp(&b.order));
        let mut rank = Count::ZERO;
        let mut groups: FxHashMap<ValueId, (Count, Count)> = FxHashMap::default();
        for record in segments.into_iter().flat_map(|segment| &segment.records) {
            let Some(value) = values.get(record) else { continue };
            if pace.step() || !watch.reserve(&mut groups, 1) {
                return None;
            }
            let more = self.classes.dag.record_count(schema, &self.classes.dag.records.get(*record));
            groups.entry(*value).or_insert_with(|| (Count::ZERO, rank.clone())).0 += &more;
            rank += &more;
        }
        let mut answers: BTreeMap<Answer, AnswerGroup> = BTreeMap::new();
        for (value, (count, first_rank)) in groups {
            if pace.step() {
                return None;
            }
            let (words, ints) = table.get(value);
            let answer = read_class_answer(words, ints, self.is_symbolic());
            match answers.get_mut(&answer) {
                Some(known) => {
                    known.count += &count;
                    known.first_rank = known.first_rank.clone().min(first_rank);
                }
                None => drop(answers.insert(answer.clone(), AnswerGroup { answer, count, first_rank })),
            }
        }
        Some(answers.into_values().collect())
    }

    const fn is_symbolic(&self) -> bool {
        matches!(self.fields, Fields::Symbolic)
    }
}

/// An answer as the attribute gave it. With symbolic data a mark for each integer follows the words: 0 if it is decided.
fn read_class_answer(words: &[i64], ints: &[i64], is_symbolic: bool) -> Answer {
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
