//! What a task found, in a form that other tasks of its key can take over: a [`Template`].
//!
//! Sets of classes are given by the places of classes in their bucket, and conditions by what leaves show (`script.rs`).

use smallvec::SmallVec;

use dpgen_forest::index::{CtorIx, at, small};
use dpgen_forest::path_condition::PathCondition;
use dpgen_forest::schema::{Schema, SlotKind};

use super::places::Places;
use crate::classes::condition::Condition;
use crate::classes::leaf::leaves::{ClassKey, HEAD, KeyShape, Leaves, TaskLeaves};
use crate::classes::leaf::part::SlotSet;
use crate::classes::partition::Partitions;
use crate::run::choices::Read;

/// What a task found.
#[derive(Debug)]
pub(crate) struct Template {
    /// A place among scripts.
    pub(crate) script: usize,
    /// By condition: the numbers of what leaves show that is this condition.
    conditions: Vec<SmallVec<[u32; 2]>>,
    paths: Vec<PathCondition>,
    shapes: Vec<KeyShape>,
    keys: Vec<ClassKey>,
    spans: Vec<(u32, u32)>,
    /// Sets of classes: the recursive slot, and the number of the places in its set.
    parts: Vec<(usize, u32)>,
    productions: Vec<u32>,
    /// By slot of the constructor: whether it is recursive.
    is_recursive: SmallVec<[bool; 8]>,
    pub(crate) found: TaskLeaves,
    rejected: Vec<u64>,
    /// What caused how many of the runs.
    pub(crate) splits: Vec<(Read, u64)>,
}

/// Where in a lot the things are that a template names, once it was taken over with conditions at these places.
#[derive(Debug)]
pub(crate) struct Translation {
    conditions: SmallVec<[u32; 4]>,
    paths: SmallVec<[u32; 8]>,
    keys: SmallVec<[u32; 16]>,
    spans: SmallVec<[u32; 8]>,
}

impl Template {
    /// Of candidates of a constructor whose parts are of these sets, from their script, by what leaves show the place of
    /// its condition, and all that was found.
    pub(crate) fn new(
        schema: &Schema,
        (ctor, sets): (CtorIx, &[u32]),
        (script, shown): (usize, Vec<u32>),
        (leaves, splits): (Leaves, Vec<(Read, u64)>),
        (parts, places): (&Partitions, &mut Places),
    ) -> Option<Self> {
        let mut by_condition = vec![SmallVec::new(); leaves.conditions.len()];
        for (number, place) in (0..).zip(shown) {
            by_condition.get_mut(at(place))?.push(number);
        }
        if by_condition.iter().any(SmallVec::is_empty) {
            return None;
        }
        let mut numbered = |set: &SlotSet| {
            let SlotSet::Classes(_, members) = set else { return None };
            let mut slots = sets.iter().enumerate();
            slots.find_map(|(slot, set)| Some((slot, places.number(parts.members(*set), members)?)))
        };
        let slots = &schema.constructor(ctor).slots;
        Some(Self {
            script,
            conditions: by_condition,
            paths: leaves.paths.into_iter().collect(),
            shapes: leaves.shapes.into_iter().collect(),
            keys: leaves.keys.into_iter().collect(),
            spans: leaves.spans.into_iter().collect(),
            parts: leaves.parts.iter().map(&mut numbered).collect::<Option<_>>()?,
            productions: leaves.productions,
            is_recursive: slots.iter().map(|slot| matches!(slot.kind, SlotKind::Recursive(_))).collect(),
            found: *leaves.found.first()?,
            rejected: leaves.rejected,
            splits,
        })
    }

    /// How many words of memory it takes, about.
    pub(crate) fn words(&self) -> usize {
        self.productions.len() + self.parts.len() + 32 * self.shapes.len()
    }

    /// Whether leaves that show the same in the task that this was made of do so in another, too.
    pub(crate) fn agrees_with(&self, shown: &[Condition]) -> bool {
        let mut same = self.conditions.iter().flat_map(|numbers| numbers.windows(2));
        same.all(|pair| shown[at(pair[0])] == shown[at(pair[1])])
    }
}

impl Leaves {
    /// Adds what is found of candidates with this key, whose parts are of these sets, if leaves show these conditions.
    /// `known` are the lot's translations of the template.
    pub(crate) fn take_over(
        &mut self,
        (template, known): (&Template, &mut Vec<Translation>),
        of: &[u32],
        shown: &[Condition],
        (parts, places): (&mut Partitions, &mut Places),
    ) {
        let conditions = template.conditions.iter().map(|numbers| {
            let condition = &shown[at(numbers[0])];
            let known = self.conditions.get_index_of(condition);
            small(known.unwrap_or_else(|| self.conditions.insert_full(condition.clone()).0))
        });
        let conditions: SmallVec<[u32; 4]> = conditions.collect();
        let of_conditions = known.iter().position(|known| known.conditions == conditions);
        let translation = of_conditions.unwrap_or_else(|| {
            known.push(self.translate(template, conditions));
            known.len() - 1
        });
        let Translation { paths, keys, spans, .. } = &known[translation];
        let sets = template.parts.iter().map(|(slot, number)| {
            let set = places.set(of[*slot], *number, parts);
            self.classes(parts, set)
        });
        let sets: SmallVec<[u32; 32]> = sets.collect();
        self.productions.reserve(template.productions.len());
        for production in template.productions.chunks_exact(HEAD + template.is_recursive.len()) {
            self.productions.extend([keys[at(production[0])], production[1], paths[at(production[2])]]);
            for (recursive, place) in template.is_recursive.iter().zip(&production[HEAD..]) {
                self.productions.push(if *recursive { sets[at(*place)] } else { spans[at(*place)] });
            }
        }
        self.rejected.resize(self.rejected.len().max(template.rejected.len()), 0);
        for (sum, rejected) in self.rejected.iter_mut().zip(&template.rejected) {
            *sum += rejected;
        }
        self.found.push(TaskLeaves { end: self.productions.len(), ..template.found });
    }

    /// The places in this lot of what a template names, added where it is new.
    fn translate(&mut self, template: &Template, conditions: SmallVec<[u32; 4]>) -> Translation {
        let paths = template.paths.iter().map(|path| {
            let known = self.paths.get_index_of(path);
            small(known.unwrap_or_else(|| self.paths.insert_full(path.clone()).0))
        });
        let paths = paths.collect();
        let shapes = template.shapes.iter().map(|shape| {
            let shape = shape.with_condition(conditions[at(shape.condition)]);
            small(self.shapes.insert_full(shape).0)
        });
        let shapes: SmallVec<[u32; 8]> = shapes.collect();
        let keys = template.keys.iter().map(|key| {
            let key = ClassKey { shape: shapes[at(key.shape)], ints: key.ints.clone() };
            small(self.keys.insert_full(key).0)
        });
        let keys = keys.collect();
        let spans = template.spans.iter().map(|span| small(self.spans.insert_full(*span).0));
        let spans = spans.collect();
        Translation { conditions, paths, keys, spans }
    }
}
