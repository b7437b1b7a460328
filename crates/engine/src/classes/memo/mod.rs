//! A worker's memory of tasks with symbolic data: tasks that are alike are judged once.
//!
//! Two tasks are alike if runs read the same of their parts, but for the bounds of conditions (`key.rs`). The runs of
//! one are recorded with all that they ask of the solver's store (`script.rs`). For another, the store is asked the same
//! (`replay.rs`); if it answers alike, the runs would be the same, and what the first task found is taken over
//! (`template.rs`), with the conditions that the leaves now show. Nothing else depends on the bounds: where a run looks
//! into a part, leaves an extremum open, or asks for more than the matrix of differences holds, its task is not
//! remembered. So what is found does not depend on what is remembered; reports count the runs that were not made.
//!
//! A task is recorded when its key comes for the second time. Memory is bounded, and where
//! recordings are mostly in vain, no more are made.

mod key;
mod places;
pub(crate) mod replay;
pub(crate) mod script;
mod template;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use dpgen_forest::index::at;
use dpgen_forest::schema::Schema;

use self::key::{Key, Views};
use self::places::Places;
use self::replay::Replay;
use self::script::Recording;
use self::template::{Template, Translation};
use super::leaf::leaves::Leaves;
use super::partition::Partitions;
use crate::run::choices::Read;
use crate::tasks::Task;

/// How many keys are remembered.
const MOST_KEYS: usize = 1 << 14;
/// How many words all templates take at most, about.
const MOST_WORDS: usize = 1 << 22;
/// How many templates a key has at most: the store can answer in different ways.
const MOST_TEMPLATES: usize = 4;
/// After so many recordings in vain, and one for each few tasks that were taken over, nothing more is recorded.
const MOST_IN_VAIN: u64 = 16;
const TAKEN_OVER_FOR_ONE: u64 = 8;

/// What is known of a key.
#[derive(Debug)]
enum Entry {
    /// One task had it.
    Seen,
    /// What tasks found that had it: templates, by their places.
    Known(SmallVec<[usize; 1]>),
    /// Its tasks are judged one by one.
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
    replay: Replay,
    entries: FxHashMap<Key, Entry>,
    known: Vec<Known>,
    /// The templates in use for the lot at hand, by their places.
    in_use: Vec<usize>,
    words: usize,
    taken_over: u64,
    in_vain: u64,
}

/// How a task is to be judged.
pub(crate) enum Recall {
    /// It has been: another task's leaves were taken over.
    Done,
    /// By running the predicate.
    Judge,
    /// The same, and what the runs do is to be recorded.
    Record(Key),
}

impl Memo {
    /// Takes over what a task like this found, if that is known.
    pub(crate) fn recall(&mut self, parts: &mut Partitions, task: &Task, leaves: &mut Leaves) -> Recall {
        let records = self.in_vain <= MOST_IN_VAIN + self.taken_over / TAKEN_OVER_FOR_ONE;
        let Self { views, places, replay, entries, known, .. } = self;
        let Some(key) = views.key(&parts.classes, &parts.conditions, task) else { return Recall::Judge };
        let templates = match entries.get(&key) {
            None => {
                if entries.len() < MOST_KEYS {
                    entries.insert(key, Entry::Seen);
                }
                return Recall::Judge;
            }
            Some(Entry::Alone) => return Recall::Judge,
            Some(Entry::Seen) => return if records { Recall::Record(key) } else { Recall::Judge },
            Some(Entry::Known(templates)) => templates,
        };
        for place in templates {
            let Known { template, translations, times } = &mut known[*place];
            let condition = |slot: u32, rank: u32| {
                let of_bucket = views.conditions(task.parts[at(slot)].bucket);
                parts.conditions.get(of_bucket[at(rank)])
            };
            if replay.replay(&template.script, condition) && template.agrees_with(&replay.shown) {
                leaves.take_over((template, translations), task, &replay.shown, (parts, places));
                if *times == 0 {
                    self.in_use.push(*place);
                }
                *times += 1;
                self.taken_over += 1;
                return Recall::Done;
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

    /// Remembers what a task found; whether it can be remembered.
    pub(crate) fn remember(
        &mut self,
        key: Key,
        (schema, task): (&Schema, &Task),
        recording: Option<Recording>,
        found: (Leaves, Vec<(Read, u64)>),
        parts: &Partitions,
    ) -> bool {
        let Self { views, places, .. } = self;
        let template = recording.and_then(Recording::script).and_then(|script| {
            Template::new((schema, task), script, found, (parts, places), |bucket| views.conditions(bucket))
        });
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
