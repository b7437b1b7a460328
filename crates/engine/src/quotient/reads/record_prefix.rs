//! Records the reads of a run before its first choice in the source's [`PrefixTree`].

use dpgen_forest::index::{AttrIx, CtorIx, at};

use crate::quotient::run_state::class_nodes::{ClassRun, ClassSource};
use crate::quotient::run_state::prefix_tree::{Aspect, NextEvent, PrefixTree, Question, UniformAnswer};
use crate::quotient::sets::class_sets::ClassSets;

impl ClassRun {
    /// Records what the run does next, if it is recorded and has made no choice.
    pub(crate) fn record_next(&mut self, record: impl FnOnce(&mut PrefixTree, &ClassSets)) {
        let ClassSource { sets, prefix_tree: Some(tree), .. } = &mut self.source else { return };
        if !tree.is_recording() {
            return;
        }
        match self.choices.made() {
            0 => record(tree, sets),
            _ => tree.end(NextEvent::Other),
        }
    }

    /// Records what the run asks of a part, and the answer unless there are several.
    pub(crate) fn record_question(
        &mut self,
        node: u32,
        (attr, aspect): (AttrIx, Aspect),
        answer: impl for<'p> FnOnce(&'p ClassSets) -> Option<UniformAnswer<'p>>,
    ) {
        // The nodes of the recursive slots follow the candidate's own; there are no others as long as none was viewed.
        let slot = at(node).wrapping_sub(1);
        self.record_next(|tree, sets| tree.ask(Question { slot, attr, aspect }, answer(sets)));
    }

    /// Records the runs that follow, which are of a constructor, or does not if there is none.
    pub(crate) fn begin_prefix(&mut self, ctor: Option<CtorIx>) {
        if let Some(tree) = &mut self.source.prefix_tree {
            let root = ctor.map(|ctor| tree.root(ctor));
            tree.begin(root);
        }
    }

    /// Records that the run reads something of its parts that is no question.
    pub(crate) fn end_prefix(&mut self) {
        self.record_next(|tree, _| tree.end(NextEvent::Other));
    }
}
