//! Leaves of Quotient DP: from a run that accepted to productions.
//!
//! After `rep_ok` said true, every attribute in use is evaluated on the new layer, in the same run. Integers of
//! the results may still be terms over holes and data: what they depend on (*entities*: a hole's classes, a
//! data slot's values) is grouped by value, and each combination of groups is one production of the class
//! with those values. So a leaf costs one run, however many classes it feeds.

use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use bumpalo::Bump;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::groups::{Entity, depends_on, evaluate, group};
use super::leaf_condition::{condition, place_of};
use super::parts::Part;
use crate::run::{Attribute, Condition, Encoder, Failure, Handle, Int, Read, Run, overflow, unwieldy};
use crate::watch::Watch;
use dpgen_forest::index::{TypeIx, signed};
use dpgen_forest::path::PathCondition;
use dpgen_solver::Linear;

/// What the classes of a leaf have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    /// For each attribute of the type: how many decided words its answer has, how many integers, and the words.
    answers: SmallVec<[i64; 24]>,
    /// The condition, a place among those of the lot.
    pub(crate) condition: u32,
}

/// A key of a class.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// A place among shapes.
    pub(crate) shape: u32,
    /// The integers of the answers, one after the other.
    pub(crate) ints: SmallVec<[i64; 4]>,
}

/// How many productions of a leaf pass between two looks at the limits.
const POLL: u64 = 4096;

/// How many words a production has before its slots: class (place in the lot's keys), whether `root_ok` holds, path
/// condition (place among the lot's).
pub(crate) const HEAD: usize = 3;

/// What one task found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Found {
    /// Where its productions end.
    pub(crate) end: usize,
    /// How many runs it took.
    pub(crate) runs: u64,
    /// How many of its candidates were rejected, if data is symbolic.
    pub(crate) rejected: u64,
    pub(crate) time: Duration,
}

/// What some tasks found, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Leaves {
    /// Task by task; if the engine was stopped, fewer than there are tasks.
    pub(crate) found: Vec<Found>,
    /// Who judged them.
    pub(crate) worker: u32,
    /// Productions: [`HEAD`], then a place in `parts` or `spans` for each slot.
    pub(crate) productions: Vec<u32>,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) keys: Vec<Key>,
    pub(crate) spans: Vec<(u32, u32)>,
    pub(crate) parts: Vec<Part>,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) paths: Vec<PathCondition>,
    pub(crate) part_places: FxHashMap<Part, u32>,
    pub(crate) set_places: FxHashMap<u32, u32>,
    pub(crate) span_places: FxHashMap<(u32, u32), u32>,
    shape_places: FxHashMap<Shape, u32>,
    key_places: FxHashMap<Key, u32>,
    condition_places: FxHashMap<Condition, u32>,
    path_places: FxHashMap<PathCondition, u32>,
    pub(crate) runs: u64,
    pub(crate) rejected: Vec<u64>,
    /// What caused how many of the runs.
    pub(crate) splits: Vec<(Read, u64)>,
    pub(crate) discovered: Vec<(TypeIx, Arc<Attribute>)>,
    pub(crate) failure: Option<(Failure, String)>,
}

impl Shape {
    fn new(answers: &[Encoder], condition: u32) -> Self {
        let mut flat = SmallVec::new();
        for Encoder { words, ints } in answers {
            flat.extend([signed(words.len()), signed(ints.len())]);
            flat.extend_from_slice(words);
        }
        Self { answers: flat, condition }
    }

    /// The answers of a key of this shape: words and integers.
    pub(crate) fn answers<'a>(&'a self, key: &'a Key) -> impl Iterator<Item = (&'a [i64], &'a [i64])> {
        let (mut words, mut ints) = (&self.answers[..], &key.ints[..]);
        std::iter::from_fn(move || {
            let [word_count, int_count, rest @ ..] = words else { return None };
            let count = |signed: i64| usize::try_from(signed).unwrap_or_default();
            let (own_words, rest) = rest.split_at(count(*word_count));
            let (own_ints, after) = ints.split_at(count(*int_count));
            (words, ints) = (rest, after);
            Some((own_words, own_ints))
        })
    }
}

impl Leaves {
    pub(crate) fn new(worker: u32) -> Self {
        Self { worker, ..Self::default() }
    }

    /// Adds the productions of a leaf.
    ///
    /// # Panics
    /// When an answer leaves the range of `i64`, or that of the solver: a failure of the predicate.
    pub(crate) fn add(
        &mut self,
        run: &mut Run,
        bump: &Bump,
        handle: Handle,
        mut answers: SmallVec<[Encoder; 8]>,
        (root_ok, watch): (bool, &Watch),
    ) {
        if !run.discovered.is_empty() {
            return;
        }
        let mut entities: SmallVec<[Entity<'_>; 4]> = SmallVec::new();
        for int in answers.iter_mut().flat_map(|answer| &mut answer.ints) {
            *int = run.settled(*int);
        }
        let (condition, path) =
            if run.is_symbolic() { self.symbolic(run, handle, &mut answers) } else { (0, 0) };
        if run.symbolic().is_some_and(|symbols| symbols.impossible) {
            return;
        }
        for int in answers.iter().flat_map(|answer| answer.ints.iter()) {
            depends_on(run, *int, bump, &mut entities);
        }
        for entity in &mut entities {
            group(run, entity);
        }
        let fillings = self.fillings(run, handle.node, &entities);
        let ints: SmallVec<[Int; 4]> =
            answers.iter().flat_map(|answer| answer.ints.iter().copied()).collect();
        let shape = place_of(&mut self.shapes, &mut self.shape_places, Shape::new(&answers, condition));
        let mut picked: SmallVec<[usize; 4]> = entities.iter().map(|_| 0).collect();
        let mut known: SmallVec<[(u32, i64); 8]> = SmallVec::new();
        for number in 1_u64.. {
            // A stopped build drops this size, so that the rest of the leaf does not matter.
            if number.is_multiple_of(POLL) && watch.spend(0) {
                return;
            }
            known.clear();
            for (entity, picked) in entities.iter().zip(&picked) {
                known.extend(entity.atoms.iter().copied().zip(entity.groups[*picked].0.iter().copied()));
            }
            let ints =
                ints.iter().map(|int| evaluate(run, *int, &known).unwrap_or_else(|| overflow())).collect();
            let class = place_of(&mut self.keys, &mut self.key_places, Key { shape, ints });
            self.productions.extend([class, u32::from(root_ok), path]);
            for filling in &fillings {
                let place = self.place(run, filling, &entities, &picked);
                self.productions.push(place);
            }
            let Some(last) = (0..picked.len()).rev().find(|i| picked[*i] + 1 < entities[*i].groups.len())
            else {
                return;
            };
            picked[last] += 1;
            picked[last + 1..].fill(0);
        }
    }

    /// The condition and the path condition of a leaf with symbolic data, as places. Symbolic integers of the
    /// answers become terms of the condition: their place is marked among the words.
    fn symbolic(&mut self, run: &mut Run, root: Handle, answers: &mut [Encoder]) -> (u32, u32) {
        let mut terms: Vec<Linear> = Vec::new();
        for answer in answers.iter_mut() {
            for place in 0..answer.ints.len() {
                let int = answer.ints[place];
                let mut mark = 0;
                if run.depends_on_symbol(int) {
                    let term = run.term_of(int).unwrap_or_else(|error| unwieldy(error));
                    let known = terms.iter().position(|known| *known == term);
                    let known = known.unwrap_or_else(|| {
                        terms.push(term);
                        terms.len() - 1
                    });
                    mark = signed(known) + 1;
                    answer.ints[place] = Int::constant(0);
                }
                answer.words.push(mark);
            }
        }
        let (condition, shown_vars) = condition(run, terms);
        let path = run.path_condition(root.node, &shown_vars);
        (
            place_of(&mut self.conditions, &mut self.condition_places, condition),
            place_of(&mut self.paths, &mut self.path_places, path),
        )
    }
}
