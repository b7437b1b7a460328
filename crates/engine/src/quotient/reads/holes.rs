//! The holes of a task: the set of classes that each recursive slot starts with.
//!
//! There are too many ways to split a size among many slots to judge each by itself. So there is one task for all of them,
//! in which each hole holds the classes of *all* sizes that fit ([`SizeBounds`]).

use smallvec::SmallVec;

use dpgen_forest::schema::SlotKind;

use crate::quotient::run_state::class_nodes::ClassRun;
use crate::quotient::run_state::size_bounds::SizeBounds;
use crate::round_tasks::{Buckets, Task};

/// The holes of a task.
#[derive(Debug, Default)]
pub(crate) struct Holes {
    /// By recursive slot: its set of classes.
    pub(crate) sets: SmallVec<[u32; 4]>,
    /// Bounds on the sizes, where these are open.
    pub(crate) size_bounds: SizeBounds,
}

impl Holes {
    /// Holes with sets of one size each.
    pub(crate) fn of_one_size(sets: SmallVec<[u32; 4]>) -> Self {
        Self { sets, size_bounds: SizeBounds::default() }
    }
}

impl ClassRun {
    /// The holes of a task; `None` if no sizes add up.
    pub(crate) fn holes(&mut self, task: &Task) -> Option<Holes> {
        let class_sets = self.sets();
        if !task.has_open_sizes {
            let sets =
                task.parts.iter().map(|part| class_sets.range(part.bucket, part.from, part.len)).collect();
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
            sets[part] = self.sets().within_sizes(sets[part], lo, hi)?;
            size_bounds.set(part, self.sets().extent(sets[part]));
        }
        Some(Holes { sets, size_bounds })
    }
}
