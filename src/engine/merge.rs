//! Merging what tasks found into classes, in the order of tasks.
//!
//! Quotient DP gathers productions with the same key into one class. SymboLazyDP makes every structure a
//! class of its own: there, a production over sets of structures is spelled out.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Watch;
use super::builder::Builder;
use super::coin::Coin;
use super::combinations::Task;
use super::leaf::{Leaves, Part};
use crate::error::BuildError;
use crate::index::{AttrIx, TypeIx, at, shown, wide};
use crate::run::SYMBOLIC;
use crate::schema::SlotKind;
use crate::store::{Classes, Count, Family, Span};

/// How many structures pass between two looks at the limits.
const POLL: u64 = 4096;

/// The classes of one type and size while they are gathered.
#[derive(Default)]
struct Gathered {
    numbers: FxHashMap<Vec<u32>, usize>,
    /// Attribute values, and last the condition.
    keys: Vec<Vec<u32>>,
    members: Vec<Vec<u32>>,
    counts: Vec<Count>,
}

/// What tasks refer to by place, translated.
pub(super) struct Global {
    families: Vec<Family>,
    keys: Vec<Vec<u32>>,
    paths: Vec<u32>,
}

impl Builder<'_> {
    /// Translates what tasks of a type refer to by place.
    pub(super) fn globals(&mut self, ty: TypeIx, leaves: &Leaves) -> Result<Global, BuildError> {
        let attrs: Vec<AttrIx> = self.attributes.of(ty).map(|(attr, _)| attr).collect();
        let classes = Arc::make_mut(&mut self.classes);
        let conditions = Arc::make_mut(&mut self.conditions);
        let families = leaves.families(&self.model.schema, classes)?;
        let numbers = leaves.conditions.iter().map(|condition| conditions.intern(condition));
        let numbers: Vec<u32> = numbers.collect::<Result<_, _>>()?;
        let paths = leaves.paths.iter().map(|path| conditions.intern_path(path)).collect::<Result<_, _>>()?;
        let mut keys = Vec::with_capacity(leaves.keys.len());
        for key in &leaves.keys {
            let mut values = Vec::with_capacity(attrs.len() + 1);
            for (attr, (words, ints)) in attrs.iter().zip(&key.answers) {
                values.push(classes.tables[attr.index()].intern(words, ints)?);
            }
            values.push(numbers.get(at(key.condition)).copied().unwrap_or_default());
            keys.push(values);
        }
        Ok(Global { families, keys, paths })
    }

    /// Adds a type's productions and classes of one size: how many of each.
    pub(super) fn merge(
        &mut self,
        ty: TypeIx,
        size: u32,
        tasks: &[Task],
        leaves: Vec<Leaves>,
    ) -> Result<(u64, u64), BuildError> {
        let schema = self.model.schema.clone();
        let attrs: Vec<AttrIx> = self.attributes.of(ty).map(|(attr, _)| attr).collect();
        let is_root = ty == schema.root();
        let mut gathered = Gathered::default();
        let mut accepted = 0;
        let mut record = Vec::new();
        let mut places = tasks.iter().enumerate();
        for leaves in leaves {
            let global = self.globals(ty, &leaves)?;
            let classes = Arc::make_mut(&mut self.classes);
            let local: Vec<usize> = global.keys.into_iter().map(|key| gathered.place(key)).collect();
            let spans = leaves.spans.iter().map(|(lo, hi)| classes.span(*lo, *hi).map(Span::word));
            let spans: Vec<u32> = spans.collect::<Result<_, _>>()?;
            let mut rest = &leaves.productions[..];
            let mut start = 0;
            for (found, (place, task)) in leaves.found.iter().zip(&mut places) {
                let slots = &schema.constructor(task.ctor).slots;
                let order: Arc<[u32]> = [shown(place)].into();
                let (productions, after) = rest.split_at(found.end - start);
                (rest, start) = (after, found.end);
                for production in productions.chunks_exact(slots.len() + 3) {
                    record.clear();
                    record.push(task.ctor.word());
                    for (slot, word) in slots.iter().zip(&production[3..]) {
                        record.push(match slot.kind {
                            SlotKind::Recursive(_) => global.families[at(*word)].word(),
                            SlotKind::Data(_) => spans[at(*word)],
                        });
                    }
                    let number = classes.dag.records.push(&record)?;
                    classes.dag.paths.extend(global.paths.get(at(production[2])));
                    let class = local[at(production[0])];
                    gathered.counts[class] += &classes.dag.record_count(&schema, &record);
                    gathered.members[class].push(number);
                    if is_root && production[1] == 1 {
                        self.roots[at(size)].push((order.clone(), number));
                    }
                    accepted += 1;
                }
            }
        }
        let classes = Arc::make_mut(&mut self.classes);
        let bucket = classes.bucket(ty, size);
        let number = wide(gathered.keys.len());
        let Gathered { keys, members, counts, .. } = gathered;
        for ((values, members), count) in keys.into_iter().zip(members).zip(counts) {
            let family = classes.dag.push_union(members.into_iter().map(Family::record), count)?;
            add(classes, bucket, &attrs, &values, family)?;
        }
        Ok((number, accepted))
    }

    /// Adds a task's structures, each as a class of its own; how many. Ends early when a limit is hit.
    /// The task's productions are those of the leaves in this range.
    pub(super) fn spell_out(
        &mut self,
        task: &Task,
        (leaves, global, range): (&Leaves, &Global, Range<usize>),
        coin: &mut Option<Coin>,
        watch: &Watch,
    ) -> Result<u64, BuildError> {
        let schema = self.model.schema.clone();
        let constructor = schema.constructor(task.ctor);
        let ty = constructor.ty;
        let attrs: Vec<AttrIx> = self.attributes.of(ty).map(|(attr, _)| attr).collect();
        let is_root = ty == schema.root();
        let classes = Arc::make_mut(&mut self.classes);
        let bucket = classes.bucket(ty, task.size);
        let sizes = task.parts.iter().map(|part| classes.size_of_bucket(part.bucket));
        let order: Arc<[u32]> = std::iter::once(task.ctor.word()).chain(sizes).collect();
        let mut accepted = 0;
        let mut tosses = 0_u64;
        for production in leaves.productions[range].chunks_exact(constructor.slots.len() + 3) {
            let path = global.paths.get(at(production[2])).copied();
            let ways: Vec<Vec<u32>> = constructor
                .slots
                .iter()
                .zip(&production[3..])
                .map(|(slot, word)| match slot.kind {
                    SlotKind::Data(domain) if path.is_some() && schema.domain(domain).is_range() => {
                        vec![SYMBOLIC.word()]
                    }
                    SlotKind::Data(_) => {
                        let (lo, hi) = leaves.spans[at(*word)];
                        (lo..=hi).collect()
                    }
                    SlotKind::Recursive(_) => match &leaves.parts[at(*word)] {
                        Part::Classes(members) => {
                            members.iter().map(|class| classes.family(*class).word()).collect()
                        }
                        _ => vec![global.families[at(*word)].word()],
                    },
                })
                .collect();
            let values = &global.keys[at(production[0])];
            let mut picked = vec![0; ways.len()];
            loop {
                tosses += 1;
                if tosses.is_multiple_of(POLL) && watch.spend(0) {
                    return Ok(accepted);
                }
                if coin.as_mut().is_none_or(|coin| coin.keeps(task.size)) {
                    let mut record = vec![task.ctor.word()];
                    record.extend(ways.iter().zip(&picked).map(|(ways, picked)| ways[*picked]));
                    let number = classes.dag.records.push(&record)?;
                    classes.dag.paths.extend(path);
                    let count = classes.dag.record_count(&schema, &record);
                    let family = classes.dag.push_union([Family::record(number)], count)?;
                    add(classes, bucket, &attrs, values, family)?;
                    if is_root && production[1] == 1 {
                        self.roots[at(task.size)].push((order.clone(), number));
                    }
                    accepted += 1;
                }
                let Some(last) = (0..picked.len()).rev().find(|slot| picked[*slot] + 1 < ways[*slot].len())
                else {
                    break;
                };
                picked[last] += 1;
                picked[last + 1..].fill(0);
            }
        }
        Ok(accepted)
    }
}

impl Gathered {
    fn place(&mut self, key: Vec<u32>) -> usize {
        let next = self.keys.len();
        let place = *self.numbers.entry(key.clone()).or_insert(next);
        if place == next {
            self.keys.push(key);
            self.members.push(Vec::new());
            self.counts.push(Count::ZERO);
        }
        place
    }
}

/// Adds a class whose attribute values and condition are given one after the other.
fn add(
    classes: &mut Classes,
    bucket: u32,
    attrs: &[AttrIx],
    values: &[u32],
    family: Family,
) -> Result<(), BuildError> {
    let (condition, values) = values.split_last().map_or((0, values), |(last, values)| (*last, values));
    let values: Vec<(AttrIx, u32)> = attrs.iter().copied().zip(values.iter().copied()).collect();
    classes.add(bucket, &values, condition, family)?;
    Ok(())
}
