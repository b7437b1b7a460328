//! The holes of a task: the set of classes that each recursive slot starts with.
//!
//! There are too many ways to split a size among many slots to judge each by itself. So there is one task for all of them,
//! in which each hole holds the classes of *all* sizes that fit ([`SizeBounds`]).

use std::sync::Arc;

use smallvec::SmallVec;

use dpgen_forest::schema::SlotKind;

use crate::context_pools::Layout;
use crate::quotient::run_state::class_nodes::ClassRun;
use crate::quotient::run_state::size_bounds::SizeBounds;
use crate::round_tasks::{Buckets as _, Task};

/// The holes of a task.
#[derive(Debug, Default)]
pub(crate) struct Holes {
    /// By recursive slot: its set of classes.
    pub(crate) sets: SmallVec<[u32; 4]>,
    /// Bounds on the sizes, where these are open.
    pub(crate) size_bounds: SizeBounds,
    /// The pool that the candidates belong to.
    pub(crate) pool: u32,
    /// What its context decides, if the constructor has rules or parts with contexts.
    pub(crate) layout: Option<Arc<Layout>>,
    /// By recursive slot, the size of its part, if the fields to the left decide the pool of some part.
    pub(crate) sizes: SmallVec<[u32; 3]>,
}

/// The set of a hole whose pool the fields to the left decide.
pub(crate) const NO_SET: u32 = u32::MAX;

impl Holes {
    /// Holes with sets of one size each.
    pub(crate) fn of_one_size(pool: u32, sets: SmallVec<[u32; 4]>) -> Self {
        Self { sets, pool, ..Self::default() }
    }
}

impl ClassRun {
    /// The holes of a task; `None` if no sizes add up.
    pub(crate) fn holes(&mut self, task: &Task) -> Option<Holes> {
        let class_sets = self.sets();
        if !task.has_open_sizes {
            let classes = class_sets.classes.clone();
            let layout = classes.pools.layout(task.pool, task.ctor).cloned();
            let open = layout.as_ref().filter(|layout| layout.has_open_parts());
            let is_open = |part: usize| open.is_some_and(|layout| layout.pool(part).is_none());
            let parts = task.parts.iter().enumerate();
            let sets = parts.map(|(number, part)| match is_open(number) {
                true => NO_SET,
                false => class_sets.range(part.bucket, part.from, part.len),
            });
            let sets = sets.collect();
            let sizes = task.parts.iter().map(|part| classes.size_of_bucket(part.bucket));
            let sizes = if open.is_some() { sizes.collect() } else { SmallVec::new() };
            return Some(Holes { sets, pool: task.pool, layout, sizes, ..Holes::default() });
        }
        let ctor = self.schema.clone();
        let ctor = ctor.constructor(task.ctor);
        let sum = task.size.checked_sub(ctor.weight)?;
        let types = ctor.slots.iter().filter_map(|slot| match slot.kind {
            SlotKind::Recursive(ty) => Some(ty),
            SlotKind::Data(_) => None,
        });
        let classes = self.sets().classes.clone();
        let layout = classes.pools.layout(task.pool, task.ctor).cloned();
        let pools = types.enumerate().map(|(part, ty)| match &layout {
            Some(layout) => layout.pool(part),
            None => Some(ty.word()),
        });
        let pools: SmallVec<[u32; 4]> = pools.collect::<Option<_>>()?;
        let mut extents = SmallVec::new();
        for pool in &pools {
            extents.push((*classes.sizes_of_pool(*pool).first()?, u32::MAX));
        }
        let mut size_bounds = SizeBounds::new(sum, extents);
        let mut sets = SmallVec::new();
        for (part, pool) in pools.into_iter().enumerate() {
            let (_, max) = size_bounds.allowed(part)?;
            let set = self.sets().up_to(pool, max)?;
            sets.push(set);
            size_bounds.set(part, self.sets().extent(set));
        }
        while let Some(part) = size_bounds.next_to_narrow()? {
            let (lo, hi) = size_bounds.allowed(part)?;
            sets[part] = self.sets().within_sizes(sets[part], lo, hi)?;
            size_bounds.set(part, self.sets().extent(sets[part]));
        }
        Some(Holes { sets, size_bounds, pool: task.pool, layout, sizes: SmallVec::new() })
    }
}
