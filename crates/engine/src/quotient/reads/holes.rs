//! Holes of a task: the set of classes that each recursive slot starts with.
//!
//! There are too many ways to split a size among many slots to judge each by itself. So there is one task for all of
//! them, in which each hole holds the classes of *all* sizes that fit; see [`crate::quotient::run_state::size_bounds`].

use smallvec::SmallVec;

use dpgen_forest::schema::SlotKind;

use crate::quotient::run_state::class_source::ClassRun;
use crate::quotient::run_state::size_bounds::SizeBounds;
use crate::tasks::{Buckets, Task};

/// What a task's holes hold.
#[derive(Debug, Default)]
pub(crate) struct Holes {
    pub(crate) sets: SmallVec<[u32; 4]>,
    pub(crate) size_bounds: SizeBounds,
}

impl Holes {
    /// Sets of one size each.
    pub(crate) fn of(sets: SmallVec<[u32; 4]>) -> Self {
        Self { sets, size_bounds: SizeBounds::default() }
    }
}

impl ClassRun {
    /// What the holes of a task hold; `None` if their sizes can not add up.
    pub(crate) fn holes(&mut self, task: &Task) -> Option<Holes> {
        let parts = self.sets();
        if !task.has_open_sizes {
            let sets = task.parts.iter().map(|part| parts.part(part.bucket, part.from, part.len)).collect();
            return Some(Holes { sets, size_bounds: SizeBounds::default() });
        }
        let ctor = self.schema.clone();
        let ctor = ctor.constructor(task.ctor);
        let sum = task.size.checked_sub(ctor.weight)?;
        let types = ctor.slots.iter().filter_map(|slot| match slot.kind {
            SlotKind::Recursive(ty) => Some(ty),
            SlotKind::Data(_) => None,
        });
        let classes = self.sets().classes.clone();
        let mut extents = SmallVec::new();
        for ty in types.clone() {
            extents.push((*classes.sizes(ty).first()?, u32::MAX));
        }
        let mut size_bounds = SizeBounds::new(sum, extents);
        let mut sets = SmallVec::new();
        for (part, ty) in types.enumerate() {
            let (_, max) = size_bounds.allowed(part)?;
            let set = self.sets().up_to(ty, max)?;
            sets.push(set);
            size_bounds.set(part, self.sets().extent(set));
        }
        while let Some(part) = size_bounds.next_to_narrow()? {
            let (lo, hi) = size_bounds.allowed(part)?;
            sets[part] = self.sets().within(sets[part], lo, hi)?;
            size_bounds.set(part, self.sets().extent(sets[part]));
        }
        Some(Holes { sets, size_bounds })
    }
}
