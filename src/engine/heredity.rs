//! Finds predicates that are not *hereditary*: they accept a structure but reject a part of it.
//!
//! The DP engines build on accepted parts, so they would silently miss such a structure. At small sizes, the
//! top-down search (which asks `rep_ok` of the whole alone) is compared with what DP accepted.
//!
//! A predicate in whole style (it asks its parts for `rep_ok`, or is opaque) means what it says: any
//! accepted structure with a rejected part is a violation. One in layer style leaves its parts to dpgen, so
//! that a rejected part is normal, unless it shows: some attribute of it has an answer that no accepted
//! structure gives. Then the predicate accepts something *because of* a part that DP can never offer.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::rounds;
use super::top_down::{Search, Style, run_search};
use super::{Algorithm, Watch};
use crate::error::BuildError;
use crate::index::{CtorIx, TypeIx, at, shown};
use crate::run::{Attribute, Encoder, Model, NodeState, PoolSource, Run, Source, enter, guarded, with};
use crate::schema::{Schema, SlotKind};
use crate::scope::{Limits, Scope};
use crate::store::{Pool, Records};

/// What the comparison found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heredity {
    /// How many structures the predicate accepts as wholes, up to the scope's size.
    pub compared: u64,
    /// A structure that DP would miss, if there is one; a smallest.
    pub violation: Option<Violation>,
}

/// A structure that the predicate accepts although it rejects a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The structure that is accepted.
    pub structure: String,
    /// The part of it that is rejected.
    pub substructure: String,
    /// The attribute by which the part shows, for a predicate in layer style.
    pub attribute: Option<String>,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the predicate is not hereditary: it accepts\n  {}\nbut rejects its part\n  {}\n",
            self.structure, self.substructure
        )?;
        if let Some(attribute) = &self.attribute {
            writeln!(f, "whose answer to `{attribute}` no accepted structure gives.")?;
        }
        write!(
            f,
            "Engines that build from accepted parts miss that structure. If the condition is meant for the whole \
             structure alone, move it to root_ok."
        )
    }
}

/// Compares the top-down search with DP up to the scope's size; meant for small sizes.
///
/// # Errors
/// When the predicate panics or reads without end.
pub fn check_hereditary(model: &Arc<Model>, scope: &Scope) -> Result<Heredity, BuildError> {
    let watch = Watch::new(&Limits::none(), None);
    let search = run_search(model, scope, &watch, Style::Whole, false)?;
    let dp = rounds::run(
        model,
        scope,
        &watch,
        if model.is_opaque() { Algorithm::Dp } else { Algorithm::LazyDp },
        None,
    )?;
    let schema = &*model.schema;
    let accepted = accepted_by(schema, &search.records, &dp.columns.pool.records);
    let compared = search.accepted.iter().map(|list| crate::index::wide(list.len())).sum();
    let whole = search.asked_rep_ok || model.is_opaque();
    let mut shown_by = Answers::new(model, scope, &search, &accepted, &dp.columns.attributes.list)?;
    for root in search.accepted.iter().flatten() {
        if accepted[at(*root)] {
            continue;
        }
        let mut parts = Vec::new();
        rejected_parts(schema, &search.records, &accepted, *root, &mut parts);
        for part in parts {
            let attribute = if whole { None } else { shown_by.unseen(part) };
            if whole || attribute.is_some() {
                let text = |record| crate::structures::text(schema, &words(schema, &search.records, record));
                let violation = Violation { structure: text(*root), substructure: text(part), attribute };
                return Ok(Heredity { compared, violation: Some(violation) });
            }
        }
    }
    Ok(Heredity { compared, violation: None })
}

/// For each record of the search, whether DP accepted the same structure.
fn accepted_by(schema: &Schema, search: &Records, dp: &Records) -> Vec<bool> {
    let known: FxHashMap<&[u32], u32> = (0..shown(dp.len())).map(|record| (dp.get(record), record)).collect();
    let mut numbers: Vec<Option<u32>> = Vec::with_capacity(search.len());
    for record in 0..shown(search.len()) {
        let mut words = search.get(record).to_vec();
        let ctor = schema.constructor(CtorIx::from_word(words[0]));
        let mut parts = ctor.recursive.iter().map(|slot| (slot + 1, numbers[at(words[slot + 1])]));
        let parts: Option<Vec<(usize, u32)>> = parts.try_fold(Vec::new(), |mut all, (place, number)| {
            all.push((place, number?));
            Some(all)
        });
        numbers.push(parts.and_then(|parts| {
            for (place, number) in parts {
                words[place] = number;
            }
            known.get(words.as_slice()).copied()
        }));
    }
    numbers.into_iter().map(|number| number.is_some()).collect()
}

/// The rejected proper parts of a record whose own parts are all accepted: the smallest culprits.
fn rejected_parts(schema: &Schema, records: &Records, accepted: &[bool], record: u32, out: &mut Vec<u32>) {
    let words = records.get(record);
    for slot in &schema.constructor(CtorIx::from_word(words[0])).recursive {
        let part = words[slot + 1];
        if !accepted[at(part)] {
            rejected_parts(schema, records, accepted, part, out);
            out.push(part);
        }
    }
}

fn words(schema: &Schema, records: &Records, record: u32) -> Vec<u32> {
    let layer = records.get(record);
    let mut out = vec![layer[0]];
    for (slot, word) in schema.constructor(CtorIx::from_word(layer[0])).slots.iter().zip(&layer[1..]) {
        match slot.kind {
            SlotKind::Data(_) => out.push(*word),
            SlotKind::Recursive(_) => out.extend(words(schema, records, *word)),
        }
    }
    out
}

/// The words and integers of an answer.
type Answer = (Vec<i64>, Vec<i64>);

/// What accepted structures answer, attribute by attribute.
struct Answers<'a> {
    model: &'a Model,
    pool: Arc<Pool>,
    attributes: &'a [(TypeIx, Arc<Attribute>)],
    seen: Vec<FxHashSet<Answer>>,
}

impl<'a> Answers<'a> {
    fn new(
        model: &'a Model,
        scope: &Scope,
        search: &Search,
        accepted: &[bool],
        attributes: &'a [(TypeIx, Arc<Attribute>)],
    ) -> Result<Self, BuildError> {
        let schema = &*model.schema;
        let mut pool = Pool::new(schema.types(), scope.max_size())?;
        for record in 0..shown(search.records.len()) {
            let words = search.records.get(record);
            let ty = schema.constructor(CtorIx::from_word(words[0])).ty;
            pool.push(pool.bucket(ty, search.size_of(record)), words)?;
        }
        let seen = vec![FxHashSet::default(); attributes.len()];
        let mut answers = Self { model, pool: Arc::new(pool), attributes, seen };
        for record in 0..shown(search.records.len()) {
            if accepted[at(record)] {
                for (attr, answer) in answers.of(record) {
                    answers.seen[attr].insert(answer);
                }
            }
        }
        Ok(answers)
    }

    /// What a record answers to the attributes of its type; panics are no answer.
    fn of(&self, record: u32) -> Vec<(usize, Answer)> {
        let ty = self.pool.type_of(record);
        let source = PoolSource { accepted: false, ..PoolSource::new(self.pool.clone()) };
        let run = Run::new(self.model, Arc::default(), Source::Pool(source));
        let (_, answers) = enter(run, || {
            let mut answers = Vec::new();
            for (attr, (of, attribute)) in self.attributes.iter().enumerate() {
                if *of != ty {
                    continue;
                }
                let handle = with(|run| {
                    run.restart();
                    let node = run.push_node(NodeState::Structure(record));
                    run.handle(node)
                });
                let mut out = Encoder::default();
                if guarded(|| (attribute.eval)(handle, &mut out)).is_ok() {
                    let ints = out.ints.iter().map(|int| int.add).collect();
                    answers.push((attr, (out.words, ints)));
                }
            }
            answers
        });
        answers
    }

    /// An attribute whose answer by this record no accepted structure gives.
    fn unseen(&mut self, record: u32) -> Option<String> {
        let answers = self.of(record);
        let found = answers.into_iter().find(|(attr, answer)| !self.seen[*attr].contains(answer));
        found.map(|(attr, _)| self.attributes[attr].1.name.clone())
    }
}
