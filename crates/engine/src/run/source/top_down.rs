//! Nodes of Korat's search: a node is any structure that fits into the size that is left.
//!
//! `committed` is the weight of every constructor decided so far plus the least size of every open node;
//! a constructor is possible while that stays within the maximum.

use super::Source;
use crate::run::{NodeState, Run, SlotState, nth};
use dpgen_forest::index::{TypeIx, shown};
use dpgen_forest::schema::SlotKind;

/// The size that a run of the top-down search has used up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TopDown {
    pub(crate) max_size: u32,
    pub(crate) committed: u32,
}

impl Run {
    /// The constructors that an open node can still have.
    fn possible(&self, ty: TypeIx) -> Vec<dpgen_forest::index::CtorIx> {
        let Source::TopDown(TopDown { max_size, committed }) = self.source else {
            unreachable!("a top-down run")
        };
        let others = committed - self.schema.ty(ty).min_size.unwrap_or(0);
        let fits = |ctor: &dpgen_forest::index::CtorIx| {
            let least = self.schema.min_size_of(*ctor).and_then(|least| least.checked_add(others));
            least.is_some_and(|least| least <= max_size)
        };
        self.schema.constructors_of(ty).filter(fits).collect()
    }

    pub(crate) fn open_hole(&mut self, ty: TypeIx) -> NodeState {
        let possible = self.possible(ty);
        let ctor = nth(&possible, self.choices.choose(shown(possible.len())));
        let least = self.schema.min_size_of(ctor).unwrap_or(0);
        let before = self.schema.ty(ty).min_size.unwrap_or(0);
        if let Source::TopDown(source) = &mut self.source {
            source.committed = source.committed - before + least;
        }
        self.push_layer(ctor, |run, _, kind| match kind {
            SlotKind::Recursive(ty) => SlotState::Node(run.push_node(NodeState::Open(ty))),
            SlotKind::Data(domain) => run.fresh_data(domain),
        })
    }
}
