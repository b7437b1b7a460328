//! A worker's memory of tasks with symbolic data: candidates that are alike are judged once.
//!
//! A task is first taken apart (`plan.rs`): runs begin by choosing among the classes of their parts (`opening.rs`), and
//! what they choose from differs from size to size, while what is left after that choice is met over and over. So what
//! is remembered are *candidates*: a constructor and a set of classes for each recursive slot.
//!
//! Candidates are alike if runs read the same of their parts, but for the bounds of conditions (`key.rs`). The runs of
//! some are recorded with all that they ask of the solver's store (`script.rs`). For others, the store is asked the same
//! (`replay.rs`); if it answers alike, the runs would be the same, and what the first runs found is taken over
//! (`template.rs`), with the conditions that the leaves now show. Nothing else depends on the bounds: where a run looks
//! into a part, leaves an extremum open, or asks for more than the matrix of differences holds, its candidates are not
//! remembered. So what is found does not depend on what is remembered; reports count the runs that were not made.
//!
//! Candidates are recorded when their key first comes, as long as that pays, and when it comes for the second time if it
//! does not. Memory is bounded, and where recordings are mostly in vain, no more are made.

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
use crate::quotient::run_state::class_source::ClassRun;
use crate::quotient::run_state::store_trace::TraceRecorder;
use crate::quotient::sets::class_sets::ClassSets;
use crate::run::choices::Read;

/// How many keys are remembered.
const MAX_KEYS: usize = 1 << 14;
/// How many words all templates take at most, about.
const MAX_TEMPLATE_WORDS: usize = 1 << 22;
/// How many templates a key has at most: the store can answer in different ways.
const MAX_TEMPLATES_PER_KEY: usize = 4;
/// After so many recordings in vain, and one for each few tasks that were taken over, nothing more is recorded.
const MAX_FAILED_RECORDINGS: u64 = 16;
const REUSES_PER_FAILED_RECORDING: u64 = 8;
/// Up to so many templates, and one for each time that one was taken over, a key is recorded when it first comes; then
/// when it comes again.
const MAX_EAGER_TEMPLATES: u64 = 16;

/// What is known of a key.
#[derive(Debug)]
enum KeyEntry {
    /// Some candidates had it.
    Seen,
    /// What was found of candidates that had it: templates, by their places.
    Templates(SmallVec<[usize; 1]>),
    /// Its candidates are judged one by one.
    NotShared,
}

/// A template, and how it was used for the lot at hand.
#[derive(Debug)]
struct TemplateEntry {
    template: LeavesTemplate,
    translations: Vec<Instantiation>,
    times: u64,
}

/// What a worker remembers of tasks.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    views: SetSignatures,
    places: SubsetPositions,
    plans: PlanCache,
    scripts: TraceCache,
    entries: FxHashMap<CandidateKey, KeyEntry>,
    known: Vec<TemplateEntry>,
    /// The templates in use for the lot at hand, by their places.
    in_use: Vec<usize>,
    words: usize,
    reuses: u64,
    failed_recordings: u64,
}

/// How candidates are to be judged.
pub(crate) enum Recall {
    /// They have been: the leaves of others were taken over, of so many runs.
    Done(u64),
    /// By running the predicate.
    Judge,
    /// The same, and what the runs do is to be recorded.
    Record(CandidateKey),
}

impl Memo {
    /// What to do with a task, by its constructor and the sets of its parts.
    pub(crate) fn plan(&mut self, run: &mut ClassRun, task: (CtorIx, CandidateSets)) -> JudgingPlan {
        self.plans.plan(run, (&mut self.views, &mut self.places), task)
    }

    /// Takes over what was found of candidates like these, if that is known.
    pub(crate) fn recall(
        &mut self,
        parts: &mut ClassSets,
        (ctor, sets): (CtorIx, &[u32]),
        leaves: &mut BatchLeaves,
    ) -> Recall {
        let records =
            self.failed_recordings <= MAX_FAILED_RECORDINGS + self.reuses / REUSES_PER_FAILED_RECORDING;
        let pays = wide(self.known.len()) <= MAX_EAGER_TEMPLATES + self.reuses;
        let Self { views, places, scripts, entries, known, .. } = self;
        let Some(key) = views.key(parts, ctor, sets) else { return Recall::Judge };
        let templates = match entries.get(&key) {
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
            Some(KeyEntry::Templates(templates)) => templates,
        };
        for place in templates {
            let TemplateEntry { template, translations, times } = &mut known[*place];
            let condition = |slot: u32, rank: u32| views.conditions(sets[at(slot)])[at(rank)];
            let shown = scripts.replay(template.script, condition, &parts.conditions);
            if let Some(shown) = shown.filter(|shown| template.agrees_with(shown)) {
                leaves.instantiate((template, translations), sets, shown, (parts, places));
                if *times == 0 {
                    self.in_use.push(*place);
                }
                *times += 1;
                self.reuses += 1;
                return Recall::Done(template.result.runs);
            }
        }
        if records && templates.len() < MAX_TEMPLATES_PER_KEY { Recall::Record(key) } else { Recall::Judge }
    }

    /// Ends a lot: what caused how many of the runs that were not made.
    pub(crate) fn end_batch(&mut self) -> Vec<(Read, u64)> {
        let mut splits = Vec::new();
        for place in self.in_use.drain(..) {
            let TemplateEntry { template, translations, times } = &mut self.known[place];
            translations.clear();
            splits.extend(template.splits.iter().map(|(read, runs)| (*read, runs * *times)));
            *times = 0;
        }
        splits
    }

    /// Remembers what was found; whether it can be remembered.
    pub(crate) fn remember(
        &mut self,
        key: CandidateKey,
        (schema, candidates): (&Schema, (CtorIx, &[u32])),
        recording: Option<TraceRecorder>,
        found: (BatchLeaves, Vec<(Read, u64)>),
        parts: &ClassSets,
    ) -> bool {
        let Self { views, places, scripts, .. } = self;
        let rank = |slot: u32, condition: u32| {
            let of_set = views.conditions(*candidates.1.get(at(slot))?);
            of_set.binary_search(&condition).ok().map(small)
        };
        let script = recording.and_then(TraceRecorder::script);
        let script = script.and_then(|(script, shown)| Some((scripts.add(script.with_ranks(rank)?), shown)));
        let template =
            script.and_then(|script| LeavesTemplate::new(schema, candidates, script, found, (parts, places)));
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
        let place = self.known.len();
        self.known.push(TemplateEntry { template, translations: Vec::new(), times: 0 });
        match self.entries.get_mut(&key) {
            Some(KeyEntry::Templates(templates)) => templates.push(place),
            _ => {
                self.entries.insert(key, KeyEntry::Templates(smallvec![place]));
            }
        }
        true
    }
}
