//! Takes a run back to one of its choices, instead of starting it again.
//!
//! A run of a source that goes back notes where it stood at each of its choices ([`Mark`]), and what has been narrowed
//! since ([`Change`]). Back at a choice, the predicate is called from its start. Whatever it asked before that choice has
//! been decided by what the run still knows, so that it gets the answers that it got, without another choice, and meets
//! the choice again: a question answers the same when it is repeated later in a run, as all that it depends on only gets
//! narrower. A question that made several choices is begun again, and takes the recorded ones: it may take another way if
//! a part of it has been decided. Invariant: there is a mark for each choice that has been made, in order.

use dpgen_forest::index::at;

use super::choice_stack::Read;
use super::failure::{Failure, internal, raise};
use super::run_state::{Atom, NodeState, Run, Source};
use super::undo_marks::{Change, DecidedPart, Mark, QuestionStart};

impl<S: Source> Run<S> {
    /// A question begins, which may make choices.
    #[inline]
    pub(crate) fn begin_question(&mut self) {
        if S::CAN_GO_BACK {
            self.begun = QuestionStart { choices: self.choices.made(), changes: self.changes.len() };
        }
    }

    /// Makes a choice about a data slot, which the report counts if this engine's does: the answer to take, out of `bound`.
    #[inline]
    pub(crate) fn choose_for(&mut self, read: Read, base: u32, bound: u32) -> u32 {
        if S::CAN_GO_BACK && bound > 1 {
            self.note_choice(DecidedPart::Atom(base));
        }
        if S::COUNTS_READS { self.choices.choose_for(read, bound) } else { self.choices.choose(bound) }
    }

    /// Makes a choice about a node, which the report does not count: the answer to take, out of `bound`.
    #[inline]
    pub(crate) fn choose(&mut self, node: u32, bound: u32) -> u32 {
        if S::CAN_GO_BACK && bound > 1 {
            self.note_choice(DecidedPart::Node(node));
        }
        self.choices.choose(bound)
    }

    /// Notes where the run stands, or that it stands where it stood.
    #[inline]
    fn note_choice(&mut self, decides: DecidedPart) {
        match self.marks.get(self.choices.made()) {
            None => self.marks.push(Mark {
                decides,
                begun: self.begun,
                source: self.source.mark(),
                nodes: self.nodes.len(),
                slots: self.slots.len(),
                atoms: self.atoms.len(),
                condition: self.condition,
            }),
            Some(mark) if mark.decides == decides => {}
            Some(_) => raise(Failure::Impure),
        }
    }

    /// Takes the run back to where it stood at the choice that was stepped.
    pub(crate) fn go_back(&mut self) {
        self.marks.truncate(self.choices.kept() + 1);
        let mark = self.marks.last().copied();
        self.resume(mark.map_or(0, |mark| mark.begun.choices));
        let Some(mark) = mark else { return };
        self.source.go_back(mark.source);
        while self.changes.len() > mark.begun.changes
            && let Some(change) = self.changes.pop()
        {
            match change {
                Change::Node(node, state) => self.nodes[at(node)] = state,
                Change::Data(base, interval) => {
                    exchange_interval(&mut self.atoms[at(base - 1)], interval);
                }
            }
        }
        self.nodes.truncate(mark.nodes);
        self.origins.truncate(mark.nodes);
        self.slots.truncate(mark.slots);
        self.atoms.truncate(mark.atoms);
        self.condition = mark.condition;
    }

    /// Narrows a node.
    #[inline]
    pub(crate) fn set_node(&mut self, node: u32, state: NodeState<S::Node>) {
        let place = &mut self.nodes[at(node)];
        if S::CAN_GO_BACK {
            self.changes.push(Change::Node(node, *place));
        }
        *place = state;
    }

    /// Narrows a data slot, given by its atom's number plus 1, to an interval.
    #[inline]
    pub(crate) fn set_interval(&mut self, base: u32, interval: (u32, u32)) {
        let before = exchange_interval(&mut self.atoms[at(base - 1)], interval);
        if S::CAN_GO_BACK {
            self.changes.push(Change::Data(base, before));
        }
    }
}

/// Sets the interval of a data slot. Returns the one before.
#[inline]
fn exchange_interval<A>(slot: &mut Atom<A>, (from, to): (u32, u32)) -> (u32, u32) {
    match slot {
        Atom::Data { lo, hi, .. } => (std::mem::replace(lo, from), std::mem::replace(hi, to)),
        Atom::Linear(_) | Atom::Own(_) => internal("only data slots have intervals"),
    }
}
