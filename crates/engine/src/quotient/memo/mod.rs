//! A worker's memory of tasks with symbolic data: candidates that are alike are judged once.
//!
//! A task is first split into *candidates*, each a constructor with a set of classes for each recursive slot
//! ([`judging_plan`], [`group_by_prefix`]): the sets that runs choose from at first differ from size to size, but the sets
//! that are left after that choice come again and again.
//!
//! Candidates are alike if runs read the same of their parts, but for the bounds of conditions ([`candidate_key`]). The runs
//! of some are recorded with all that they ask of the solver's store (`run_state/store_trace.rs`). For others, the store is
//! asked the same ([`replay_trace`]); if it answers alike, the runs would be the same, and what the first runs found is
//! instantiated ([`template`]) with the conditions that the leaves now show. Nothing else depends on the bounds: where
//! a run looks into a part, leaves an extremum open, or asks for more than the matrix of differences holds, its candidates
//! are not remembered. So what is found does not depend on what is remembered; reports count the runs that were not made.
//!
//! Tasks are alike as candidates are. Once all candidates of a task are known, their templates are joined to one of the task
//! ([`join_templates`]), and further tasks of its key are not split.
//!
//! Candidates are recorded when their key first comes, as long as that pays, and when it comes for the second time if it
//! does not. Memory is bounded, and where most recordings fail, no more are made.

mod candidate_key;
pub(crate) mod group_by_prefix;
mod join_templates;
mod judging_plan;
mod replay_trace;
mod subset_positions;
mod template;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use dpgen_forest::index::{CtorIx, at, small};
use dpgen_forest::schema::Schema;

use self::candidate_key::{CandidateKey, SetSignatures};
use self::group_by_prefix::CandidateSets;
use self::join_templates::{MAX_JOINED, join};
use self::judging_plan::{JudgingPlan, PlanCache};
use self::replay_trace::TraceCache;
use self::subset_positions::SubsetPositions;
use self::template::Template;
use crate::predicate_run::choice_stack::Read;
use crate::quotient::leaf::batch_leaves::BatchLeaves;
use crate::quotient::leaf::recalled_leaves::RecalledLeaves;
use crate::quotient::run_state::class_nodes::ClassRun;
use crate::quotient::run_state::trace_recorder::TraceRecorder;
use crate::quotient::sets::class_sets::ClassSets;

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
    template: Template,
    /// The conditions of its instantiations, each with the index of the batch's names.
    instantiations: Vec<(SmallVec<[u32; 4]>, u32)>,
    /// How many candidates or tasks it was instantiated for.
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
    /// The indices of the templates of whole tasks, by their key; none if it came once.
    tasks: FxHashMap<CandidateKey, SmallVec<[usize; 1]>>,
    templates: Vec<TemplateEntry>,
    /// The indices of the templates that the batch at hand uses.
    in_use: Vec<usize>,
    /// How many words the templates take, about.
    words: usize,
    /// The number of templates that were made of recorded candidates, and how often their outcome was reused.
    recordings: u64,
    reuses: u64,
    failed_recordings: u64,
}

/// The answer of the memory about candidates.
pub(crate) enum Recall {
    /// Their outcome: the template of this index was instantiated, of this many runs.
    Done(usize, u64),
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

    /// Instantiates what was found of a task like this one, if that is known. Returns the number of its runs.
    pub(crate) fn recall_task(
        &mut self,
        class_sets: &mut ClassSets,
        (ctor, sets): (CtorIx, &[u32]),
        leaves: &mut BatchLeaves,
    ) -> Option<u64> {
        let key = self.signatures.key(class_sets, ctor, sets)?;
        let indices = self.tasks.get(&key)?.clone();
        let index = self.instantiate(&indices, sets, class_sets, leaves)?;
        let result = self.templates[index].template.result;
        leaves.push_result(result);
        Some(result.runs)
    }

    /// Joins the templates of the candidates of a task, if its key came before.
    pub(crate) fn remember_task(
        &mut self,
        class_sets: &ClassSets,
        (ctor, sets): (CtorIx, &[u32]),
        (plan, indices): (&JudgingPlan, &[usize]),
    ) {
        let Some(key) = self.signatures.key(class_sets, ctor, sets).filter(|_| indices.len() <= MAX_JOINED)
        else {
            return;
        };
        let Some(known) = self.tasks.get_mut(&key) else {
            if self.tasks.len() < MAX_KEYS {
                self.tasks.insert(key, SmallVec::new());
            }
            return;
        };
        if known.len() == MAX_TEMPLATES_PER_KEY {
            return;
        }
        let templates: Vec<&Template> =
            indices.iter().map(|index| &self.templates[*index].template).collect();
        let context = (&self.signatures, &mut self.positions);
        let joined = join(plan, &templates, sets, context, class_sets);
        if let Some(template) = joined.filter(|joined| self.words + joined.words() <= MAX_TEMPLATE_WORDS) {
            known.push(self.templates.len());
            self.words += template.words();
            self.templates.push(TemplateEntry { template, instantiations: Vec::new(), uses: 0 });
        }
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
        let pays = self.recordings <= MAX_EAGER_TEMPLATES + self.reuses;
        let Some(key) = self.signatures.key(class_sets, ctor, sets) else { return Recall::Judge };
        let indices = match self.entries.get(&key) {
            None => {
                if self.entries.len() < MAX_KEYS {
                    self.entries.insert(key.clone(), KeyEntry::Seen);
                    if records && pays {
                        return Recall::Record(key);
                    }
                }
                return Recall::Judge;
            }
            Some(KeyEntry::NotShared) => return Recall::Judge,
            Some(KeyEntry::Seen) => return if records { Recall::Record(key) } else { Recall::Judge },
            Some(KeyEntry::Templates(indices)) => indices.clone(),
        };
        if let Some(index) = self.instantiate(&indices, sets, class_sets, leaves) {
            let result = self.templates[index].template.result;
            leaves.push_result(result);
            return Recall::Done(index, result.runs);
        }
        if records && indices.len() < MAX_TEMPLATES_PER_KEY { Recall::Record(key) } else { Recall::Judge }
    }

    /// Adds the leaves of the first of some templates that is alike with the candidates whose parts are of these sets. Returns the
    /// index of the template.
    fn instantiate(
        &mut self,
        indices: &[usize],
        sets: &[u32],
        class_sets: &mut ClassSets,
        leaves: &mut BatchLeaves,
    ) -> Option<usize> {
        let Self { signatures, positions, traces, templates, .. } = self;
        let condition = |slot: u32, rank: u32| signatures.conditions(sets[at(slot)])[at(rank)];
        let is_alike = |index: &usize| templates[*index].template.is_alike(traces, condition, class_sets);
        let index = indices.iter().copied().find(is_alike)?;
        let TemplateEntry { template, instantiations, uses } = &mut templates[index];
        let conditions = leaves.conditions_of(template, traces);
        let names = match instantiations.iter().find(|(known, _)| *known == conditions) {
            Some((_, names)) => *names,
            None => {
                let names = leaves.new_names(template, &conditions);
                leaves.shared_names.push(names);
                let names = small(leaves.shared_names.len() - 1);
                instantiations.push((conditions, names));
                names
            }
        };
        let lists = sets.iter().zip(&template.subset_lists);
        leaves.recalled.push(RecalledLeaves {
            leaves: template.leaves.clone(),
            subsets: lists.map(|(set, list)| positions.subsets(*set, *list, class_sets)).collect(),
            names,
            place: leaves.productions.len(),
            slot_sets_before: leaves.slot_sets.len(),
        });
        if *uses == 0 {
            self.in_use.push(index);
        }
        *uses += 1;
        self.reuses += template.candidates;
        Some(index)
    }

    /// Ends a batch: adds to its leaves how many of the runs that were not made each condition would have rejected, and each read
    /// would have caused.
    pub(crate) fn end_batch(&mut self, leaves: &mut BatchLeaves) {
        for index in self.in_use.drain(..) {
            let TemplateEntry { template, instantiations, uses } = &mut self.templates[index];
            instantiations.clear();
            leaves.splits.extend(template.splits.iter().map(|(read, runs)| (*read, runs * *uses)));
            leaves.rejected.resize(leaves.rejected.len().max(template.rejected.len()), 0);
            for (sum, rejected) in leaves.rejected.iter_mut().zip(&template.rejected) {
                *sum += rejected * *uses;
            }
            *uses = 0;
        }
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
        let replay = trace.and_then(|(trace, shown)| Some((traces.add(trace.with_ranks(rank)?), shown)));
        let template = replay
            .and_then(|replay| Template::new(schema, candidates, replay, found, (class_sets, positions)));
        let has_room = |template: &Template| self.words + template.words() <= MAX_TEMPLATE_WORDS;
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
        self.recordings += 1;
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
