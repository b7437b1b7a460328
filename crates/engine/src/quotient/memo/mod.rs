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

use self::candidate_key::{Key, Views};
use self::group_by_prefix::PartSets;
use self::judging_plan::{Plan, Plans};
use self::leaves_template::{Template, Translation};
use self::replay_trace::Scripts;
use self::subset_positions::Places;
use crate::quotient::leaf::batch_leaves::Leaves;
use crate::quotient::run_state::class_source::ClassRun;
use crate::quotient::run_state::store_trace::Recording;
use crate::quotient::sets::class_sets::Partitions;
use crate::run::choices::Read;

/// How many keys are remembered.
const MOST_KEYS: usize = 1 << 14;
/// How many words all templates take at most, about.
const MOST_WORDS: usize = 1 << 22;
/// How many templates a key has at most: the store can answer in different ways.
const MOST_TEMPLATES: usize = 4;
/// After so many recordings in vain, and one for each few tasks that were taken over, nothing more is recorded.
const MOST_IN_VAIN: u64 = 16;
const TAKEN_OVER_FOR_ONE: u64 = 8;
/// Up to so many templates, and one for each time that one was taken over, a key is recorded when it first comes; then
/// when it comes again.
const MOST_AT_ONCE: u64 = 16;

/// What is known of a key.
#[derive(Debug)]
enum Entry {
    /// Some candidates had it.
    Seen,
    /// What was found of candidates that had it: templates, by their places.
    Known(SmallVec<[usize; 1]>),
    /// Its candidates are judged one by one.
    Alone,
}

/// A template, and how it was used for the lot at hand.
#[derive(Debug)]
struct Known {
    template: Template,
    translations: Vec<Translation>,
    times: u64,
}

/// What a worker remembers of tasks.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    views: Views,
    places: Places,
    plans: Plans,
    scripts: Scripts,
    entries: FxHashMap<Key, Entry>,
    known: Vec<Known>,
    /// The templates in use for the lot at hand, by their places.
    in_use: Vec<usize>,
    words: usize,
    taken_over: u64,
    in_vain: u64,
}

/// How candidates are to be judged.
pub(crate) enum Recall {
    /// They have been: the leaves of others were taken over, of so many runs.
    Done(u64),
    /// By running the predicate.
    Judge,
    /// The same, and what the runs do is to be recorded.
    Record(Key),
}

impl Memo {
    /// What to do with a task, by its constructor and the sets of its parts.
    pub(crate) fn plan(&mut self, run: &mut ClassRun, task: (CtorIx, PartSets)) -> Plan {
        self.plans.plan(run, (&mut self.views, &mut self.places), task)
    }

    /// Takes over what was found of candidates like these, if that is known.
    pub(crate) fn recall(
        &mut self,
        parts: &mut Partitions,
        (ctor, sets): (CtorIx, &[u32]),
        leaves: &mut Leaves,
    ) -> Recall {
        let records = self.in_vain <= MOST_IN_VAIN + self.taken_over / TAKEN_OVER_FOR_ONE;
        let pays = wide(self.known.len()) <= MOST_AT_ONCE + self.taken_over;
        let Self { views, places, scripts, entries, known, .. } = self;
        let Some(key) = views.key(parts, ctor, sets) else { return Recall::Judge };
        let templates = match entries.get(&key) {
            None => {
                if entries.len() < MOST_KEYS {
                    entries.insert(key.clone(), Entry::Seen);
                    if records && pays {
                        return Recall::Record(key);
                    }
                }
                return Recall::Judge;
            }
            Some(Entry::Alone) => return Recall::Judge,
            Some(Entry::Seen) => return if records { Recall::Record(key) } else { Recall::Judge },
            Some(Entry::Known(templates)) => templates,
        };
        for place in templates {
            let Known { template, translations, times } = &mut known[*place];
            let condition = |slot: u32, rank: u32| views.conditions(sets[at(slot)])[at(rank)];
            let shown = scripts.replay(template.script, condition, &parts.conditions);
            if let Some(shown) = shown.filter(|shown| template.agrees_with(shown)) {
                leaves.take_over((template, translations), sets, shown, (parts, places));
                if *times == 0 {
                    self.in_use.push(*place);
                }
                *times += 1;
                self.taken_over += 1;
                return Recall::Done(template.found.runs);
            }
        }
        if records && templates.len() < MOST_TEMPLATES { Recall::Record(key) } else { Recall::Judge }
    }

    /// Ends a lot: what caused how many of the runs that were not made.
    pub(crate) fn end_lot(&mut self) -> Vec<(Read, u64)> {
        let mut splits = Vec::new();
        for place in self.in_use.drain(..) {
            let Known { template, translations, times } = &mut self.known[place];
            translations.clear();
            splits.extend(template.splits.iter().map(|(read, runs)| (*read, runs * *times)));
            *times = 0;
        }
        splits
    }

    /// Remembers what was found; whether it can be remembered.
    pub(crate) fn remember(
        &mut self,
        key: Key,
        (schema, candidates): (&Schema, (CtorIx, &[u32])),
        recording: Option<Recording>,
        found: (Leaves, Vec<(Read, u64)>),
        parts: &Partitions,
    ) -> bool {
        let Self { views, places, scripts, .. } = self;
        let rank = |slot: u32, condition: u32| {
            let of_set = views.conditions(*candidates.1.get(at(slot))?);
            of_set.binary_search(&condition).ok().map(small)
        };
        let script = recording.and_then(Recording::script);
        let script = script.and_then(|(script, shown)| Some((scripts.add(script.with_ranks(rank)?), shown)));
        let template =
            script.and_then(|script| Template::new(schema, candidates, script, found, (parts, places)));
        let has_room = |template: &Template| self.words + template.words() <= MOST_WORDS;
        let Some(template) = template.filter(has_room) else {
            self.in_vain += 1;
            self.entries.entry(key).and_modify(|entry| {
                if let Entry::Seen = entry {
                    *entry = Entry::Alone;
                }
            });
            return false;
        };
        self.words += template.words();
        let place = self.known.len();
        self.known.push(Known { template, translations: Vec::new(), times: 0 });
        match self.entries.get_mut(&key) {
            Some(Entry::Known(templates)) => templates.push(place),
            _ => {
                self.entries.insert(key, Entry::Known(smallvec![place]));
            }
        }
        true
    }
}
