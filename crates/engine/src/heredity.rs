//! Finds predicates that are not *hereditary*: they accept a structure but reject a part of it.
//!
//! The DP engines build on accepted parts, so they would silently miss such a structure. At small sizes, the
//! top-down search (which asks `rep_ok` of the whole alone) is compared with what DP accepted.
//!
//! A predicate in whole style (it asks its parts for `rep_ok`, or is opaque) means what it says: any
//! accepted structure with a rejected part is a violation. One in layer style leaves its parts to dpgen, so
//! that a rejected part is normal, unless it shows: some attribute of it has an answer that no accepted
//! structure gives, although its own layer is accepted with other parts. Then the predicate accepts something
//! *because of* a part that DP can never offer.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::BuildError;
use crate::hole::{Search, Style, run_search};
use crate::pool::Pool;
use crate::pool::compact;
use crate::pool::rounds;
use crate::run::{Attribute, Encoder, Model, NodeState, PoolSource, Run, Source, enter, guarded, with};
use crate::watch::Watch;
use dpgen_forest::Algorithm;
use dpgen_forest::graph::Records;
use dpgen_forest::index::{CtorIx, TypeIx, at, shown};
use dpgen_forest::schema::{Schema, SlotKind};
use dpgen_forest::scope::{Limits, Scope, StopReason};

/// What the comparison found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heredity {
    /// How many structures the predicate accepts as wholes, up to the scope's size.
    pub compared: u64,
    /// A structure that DP would miss, if there is one; a smallest.
    pub violation: Option<Violation>,
    /// Why nothing was compared, if a limit ended the search.
    pub stop: Option<StopReason>,
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
pub fn check_hereditary(model: &Arc<Model>, scope: &Scope, limits: &Limits) -> Result<Heredity, BuildError> {
    let watch = Watch::new(limits, None);
    let stopped = |reason| Heredity { compared: 0, violation: None, stop: Some(reason) };
    let search = run_search(model, scope, &watch, &Style::Root, false)?;
    if let Some(reason) = watch.stopped() {
        return Ok(stopped(reason));
    }
    let dp = rounds::run(
        model,
        scope,
        &watch,
        if model.is_opaque() { Algorithm::Dp } else { Algorithm::LazyDp },
        None,
    )?;
    if let Some(reason) = watch.stopped() {
        return Ok(stopped(reason));
    }
    let schema = &*model.schema;
    let accepted = accepted_by(schema, &search.records, &dp.columns.pool.records);
    let compared = search.accepted.iter().map(|list| dpgen_forest::index::wide(list.len())).sum();
    let whole = !search.asked.is_empty() || model.is_opaque();
    let mut shown_by = Answers::new(model, scope, &search, &accepted, &dp.columns.attributes.list, &watch)?;
    let possible = possible_layers(schema, &search, &accepted);
    for root in search.accepted.iter().flatten() {
        if watch.spend(0) {
            break;
        }
        if accepted[at(*root)] {
            continue;
        }
        let mut parts = Vec::new();
        rejected_parts(schema, &search.records, &accepted, *root, &mut parts);
        for part in parts {
            let sometimes = possible.contains(&layer(schema, search.records.get(part)));
            let attribute = if whole || !sometimes { None } else { shown_by.unseen(part) };
            if whole || attribute.is_some() {
                let text = |record| dpgen_forest::text(schema, &compact(schema, &search.records, record));
                let violation = Violation { structure: text(*root), substructure: text(part), attribute };
                return Ok(Heredity { compared, violation: Some(violation), stop: None });
            }
        }
    }
    Ok(match watch.stopped() {
        Some(reason) => stopped(reason),
        None => Heredity { compared, violation: None, stop: None },
    })
}

/// The constructor and data of a record's own layer.
fn layer(schema: &Schema, record: &[u32]) -> Vec<u32> {
    let ctor = schema.constructor(CtorIx::from_word(record[0]));
    let data = ctor.slots.iter().zip(&record[1..]).filter(|(slot, _)| matches!(slot.kind, SlotKind::Data(_)));
    std::iter::once(record[0]).chain(data.map(|(_, word)| *word)).collect()
}

/// The layers that are accepted with some parts, by the predicate alone or by DP. Any other layer is wrong by
/// itself: leaving it out is what a predicate in layer style asks for.
fn possible_layers(schema: &Schema, search: &Search, accepted: &[bool]) -> FxHashSet<Vec<u32>> {
    let by_dp = (0..shown(search.records.len())).filter(|record| accepted[at(*record)]);
    let all = search.accepted.iter().flatten().copied().chain(by_dp);
    all.map(|record| layer(schema, search.records.get(record))).collect()
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

/// The rejected proper parts of a record, parts before wholes.
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
        watch: &Watch,
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
            if watch.spend(0) {
                break;
            }
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
