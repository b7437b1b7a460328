//! Records what a run asks of its parts before its first choice, in a [`PrefixTree`](Openings).

use dpgen_forest::index::{AttrIx, CtorIx, at};

use crate::quotient::run_state::class_source::{ClassRun, ClassSource};
use crate::quotient::run_state::prefix_tree::{About, Next, Openings, Question, Told};
use crate::quotient::sets::class_sets::Partitions;

impl ClassRun {
    /// Notes what the run does next, if notes are taken of how it begins and it has made no choice.
    pub(crate) fn note_opening(&mut self, note: impl FnOnce(&mut Openings, &Partitions)) {
        let ClassSource { parts, openings: Some(openings), .. } = &mut self.source else { return };
        if !openings.is_open() {
            return;
        }
        match self.choices.made() {
            0 => note(openings, parts),
            _ => openings.ends(Next::Other),
        }
    }

    /// Notes what the run asks of a part, and the answer that it gets, unless that is one of several.
    pub(crate) fn note_question(
        &mut self,
        node: u32,
        (attr, about): (AttrIx, About),
        told: impl for<'p> FnOnce(&'p Partitions) -> Option<Told<'p>>,
    ) {
        // The nodes of the recursive slots follow the candidate's own; there are no others as long as none was viewed.
        let slot = at(node).wrapping_sub(1);
        self.note_opening(|openings, parts| openings.asks(Question { slot, attr, about }, told(parts)));
    }

    /// Notes how the runs that follow begin, which are of a constructor.
    pub(crate) fn begin_openings(&mut self, ctor: Option<CtorIx>) {
        if let Some(openings) = &mut self.source.openings {
            let root = ctor.map(|ctor| openings.root(ctor));
            openings.begin(root);
        }
    }

    /// Notes that the run reads something of its parts that is no question.
    pub(crate) fn end_opening(&mut self) {
        self.note_opening(|openings, _| openings.ends(Next::Other));
    }
}
