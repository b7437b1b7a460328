//! A worker's memory of tasks with symbolic data: candidates that are alike are judged once.
//!
//! A task is first split into *candidates*, each a constructor with a set of classes for each recursive slot
//! ([`judging_plan`], [`group_by_prefix`]): the sets that runs choose from at first differ from size to size, but the sets
//! that are left after that choice come again and again.
//!
//! Candidates are alike if runs read the same of their parts, but for the bounds of conditions ([`candidate_key`]). The runs
//! of some are recorded with all that they ask of the solver's store (`run_state/store_trace.rs`). For others, the store is
//! asked the same ([`replay_trace`]); if it answers alike, the runs would be the same, and what the first runs found is
//! instantiated ([`leaves_template`]) with the conditions that the leaves now show. Nothing else depends on the bounds: where
//! a run looks into a part, leaves an extremum open, or asks for more than the matrix of differences holds, its candidates
//! are not remembered. So what is found does not depend on what is remembered; reports count the runs that were not made.
//!
//! Candidates are recorded when their key first comes, as long as that pays, and when it comes for the second time if it
//! does not. Memory is bounded, and where most recordings fail, no more are made.

mod candidate_key;
pub(crate) mod group_by_prefix;
mod judging_plan;
mod leaves_template;
mod replay_trace;
mod subset_positions;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use dpgen_forest::index::{CtorIx, at, small, wide};
use dpgen_forest::schema::Schema;

use self::candidate_key::{CandidateKey, SetSignatures};
use self::group_by_prefix::CandidateSets;
use self::judging_plan::{JudgingPlan, PlanCache};
use self::leaves_template::{Instantiation, LeavesTemplate};
use self::replay_trace::TraceCache;
use self::subset_positions::SubsetPositions;
use crate::quotient::leaf::batch_leaves::BatchLeaves;
use crate::quotient::run_state::class_nodes::ClassRun;
use crate::quotient::run_state::trace_recorder::TraceRecorder;
use crate::quotient::sets::class_sets::ClassSets;
use crate::run::choice_stack::Read;

/// The most keys that are remembered.
const MAX_KEYS: usize = 1 << 14;
/// The most words that all templates together take, about.
const MAX_TEMPLATE_WORDS: usize = 1 << 22;
/// The most templates of a key: the store can answer in different ways.
const MAX_TEMPLATES_PER_KEY: usize = 4;
/// After this many failed recordings, and one more for each few reuses, nothing more is recorded.
const MAX_FAILED_RECORDINGS: u64 = 16;
const REUSES_PER_FAILED_RECORDING: u64 = 8;
/// Up to this many templates, and one more for each reuse, a key is recorded when it first comes; then when it comes again.
const MAX_EAGER_TEMPLATES: u64 = 16;

/// The entry of a key.
#[derive(Debug)]
enum KeyEntry {
    /// Some candidates had it, and were not recorded.
    Seen,
    /// The indices of the templates that were made of candidates with this key.
    Templates(SmallVec<[usize; 1]>),
    /// Its candidates are judged one by one.
    NotShared,
}

/// A template, with its use in the batch at hand.
#[derive(Debug)]
struct TemplateEntry {
    template: LeavesTemplate,
    instantiations: Vec<Instantiation>,
    /// How many candidates it was instantiated for.
    uses: u64,
}

/// A worker's memory of tasks.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    signatures: SetSignatures,
    positions: SubsetPositions,
    plans: PlanCache,
    traces: TraceCache,
    entries: FxHashMap<CandidateKey, KeyEntry>,
    templates: Vec<TemplateEntry>,
    /// The indices of the templates that the batch at hand uses.
    in_use: Vec<usize>,
    /// How many words the templates take, about.
    words: usize,
    reuses: u64,
    failed_recordings: u64,
}

/// The answer of the memory about candidates.
pub(crate) enum Recall {
    /// Their outcome: a template of this many runs was instantiated.
    Done(u64),
    /// Nothing: they have to be judged.
    Judge,
    /// Nothing: they have to be judged, and their runs recorded under this key.
    Record(CandidateKey),
}

impl Memo {
    /// Splits a task into candidates, by its constructor and the sets of its parts.
    pub(crate) fn plan(&mut self, run: &mut ClassRun, task: (CtorIx, CandidateSets)) -> JudgingPlan {
        self.plans.plan(run, (&mut self.signatures, &mut self.positions), task)
    }

    /// Instantiates what was found of candidates like these, if that is known.
    pub(crate) fn recall(
        &mut self,
        class_sets: &mut ClassSets,
        (ctor, sets): (CtorIx, &[u32]),
        leaves: &mut BatchLeaves,
    ) -> Recall {
        let records =
            self.failed_recordings <= MAX_FAILED_RECORDINGS + self.reuses / REUSES_PER_FAILED_RECORDING;
        let pays = wide(self.templates.len()) <= MAX_EAGER_TEMPLATES + self.reuses;
        let Self { signatures, positions, traces, entries, templates, .. } = self;
        let Some(key) = signatures.key(class_sets, ctor, sets) else { return Recall::Judge };
        let indices = match entries.get(&key) {
            None => {
                if entries.len() < MAX_KEYS {
                    entries.insert(key.clone(), KeyEntry::Seen);
                    if records && pays {
                        return Recall::Record(key);
                    }
                }
                return Recall::Judge;
            }
            Some(KeyEntry::NotShared) => return Recall::Judge,
            Some(KeyEntry::Seen) => return if records { Recall::Record(key) } else { Recall::Judge },
            Some(KeyEntry::Templates(indices)) => indices,
        };
        for index in indices {
            let TemplateEntry { template, instantiations, uses } = &mut templates[*index];
            let condition = |slot: u32, rank: u32| signatures.conditions(sets[at(slot)])[at(rank)];
            let shown = traces.replay(template.trace, condition, &class_sets.conditions);
            if let Some(shown) = shown.filter(|shown| template.agrees_with(shown)) {
                leaves.instantiate((template, instantiations), sets, shown, (class_sets, positions));
                if *uses == 0 {
                    self.in_use.push(*index);
                }
                *uses += 1;
                self.reuses += 1;
                return Recall::Done(template.result.runs);
            }
        }
        if records && indices.len() < MAX_TEMPLATES_PER_KEY { Recall::Record(key) } else { Recall::Judge }
    }

    /// Ends a batch. Returns how many of the runs that were not made each read would have caused.
    pub(crate) fn end_batch(&mut self) -> Vec<(Read, u64)> {
        let mut splits = Vec::new();
        for index in self.in_use.drain(..) {
            let TemplateEntry { template, instantiations, uses } = &mut self.templates[index];
            instantiations.clear();
            splits.extend(template.splits.iter().map(|(read, runs)| (*read, runs * *uses)));
            *uses = 0;
        }
        splits
    }

    /// Makes a template of what was found of recorded candidates. Returns whether that was possible.
    pub(crate) fn remember(
        &mut self,
        key: CandidateKey,
        (schema, candidates): (&Schema, (CtorIx, &[u32])),
        recording: Option<TraceRecorder>,
        found: (BatchLeaves, Vec<(Read, u64)>),
        class_sets: &ClassSets,
    ) -> bool {
        let Self { signatures, positions, traces, .. } = self;
        let rank = |slot: u32, condition: u32| {
            let of_set = signatures.conditions(*candidates.1.get(at(slot))?);
            of_set.binary_search(&condition).ok().map(small)
        };
        let trace = recording.and_then(TraceRecorder::finish);
        let trace = trace.and_then(|(trace, shown)| Some((traces.add(trace.with_ranks(rank)?), shown)));
        let template = trace
            .and_then(|trace| LeavesTemplate::new(schema, candidates, trace, found, (class_sets, positions)));
        let has_room = |template: &LeavesTemplate| self.words + template.words() <= MAX_TEMPLATE_WORDS;
        let Some(template) = template.filter(has_room) else {
            self.failed_recordings += 1;
            self.entries.entry(key).and_modify(|entry| {
                if let KeyEntry::Seen = entry {
                    *entry = KeyEntry::NotShared;
                }
            });
            return false;
        };
        self.words += template.words();
        let index = self.templates.len();
        self.templates.push(TemplateEntry { template, instantiations: Vec::new(), uses: 0 });
        match self.entries.get_mut(&key) {
            Some(KeyEntry::Templates(indices)) => indices.push(index),
            _ => {
                self.entries.insert(key, KeyEntry::Templates(smallvec![index]));
            }
        }
        true
    }
}
