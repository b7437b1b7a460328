//! Taking a run back to where it stood: [`Mark`], and the changes that are undone.
//!
//! Nodes, slots and atoms are only ever added or narrowed. So a place in a run is how many of each there were, and the
//! way back is to write over what has been narrowed since, latest first, and to drop what has been added. Changes are
//! recorded for the sources that go back ([`Source::GOES_BACK`]). Invariant: after [`Run::go_back`] a run is as it was at
//! a [`Run::mark`], but for the recorded choices, which it goes on to replay, and for its number, so that views of what
//! is undone are refused.

use dpgen_forest::index::at;

use super::evaluation::next_number;
use super::state::{Atom, NodeState, Run, Source};

/// What a node or an atom was before it was narrowed.
#[derive(Debug)]
pub(crate) enum Change<S: Source> {
    Node(u32, NodeState<S::Node>),
    /// By the atom's number plus 1.
    Atom(u32, Atom<S::Atom>),
}

/// A place in a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    /// How many choices had been made.
    pub(crate) choices: usize,
    /// How much had been recorded of what was asked.
    pub(crate) asked: (usize, usize, usize),
    used: u32,
    nodes: usize,
    slots: usize,
    atoms: usize,
    changes: usize,
    condition: Option<u32>,
    reads: u64,
}

impl<S: Source> Run<S> {
    /// Where the run stands.
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            choices: self.choices.made(),
            asked: self.trace.len(),
            used: self.source.used(),
            nodes: self.nodes.len(),
            slots: self.slots.len(),
            atoms: self.atoms.len(),
            changes: self.changes.len(),
            condition: self.condition,
            reads: self.reads,
        }
    }

    /// A step begins here.
    pub(crate) fn begin_step(&mut self) -> Mark {
        let mark = self.mark();
        self.trace.begin_step(mark.asked.0);
        mark
    }

    /// Takes the run back to where it stood at the question of the latest step, which began at `step`, that made the choice
    /// which was stepped. The step's questions before get their answers from the record.
    pub(crate) fn go_back(&mut self, step: Mark) {
        self.number = next_number();
        let mark = self.trace.go_back(step, self.choices.kept());
        self.source.set_used(mark.used);
        for change in self.changes.drain(mark.changes..).rev() {
            match change {
                Change::Node(node, state) => self.nodes[at(node)] = state,
                Change::Atom(base, atom) => self.atoms[at(base - 1)] = atom,
            }
        }
        self.nodes.truncate(mark.nodes);
        self.origins.truncate(mark.nodes);
        self.slots.truncate(mark.slots);
        self.atoms.truncate(mark.atoms);
        self.condition = mark.condition;
        self.reads = mark.reads;
        self.choices.rewind_to(mark.choices);
    }

    /// Narrows a node.
    pub(crate) fn set_node(&mut self, node: u32, state: NodeState<S::Node>) {
        let before = std::mem::replace(&mut self.nodes[at(node)], state);
        if S::GOES_BACK {
            self.changes.push(Change::Node(node, before));
        }
    }

    /// Narrows an atom, given by its number plus 1.
    #[inline]
    pub(crate) fn set_atom(&mut self, base: u32, atom: Atom<S::Atom>) {
        let before = std::mem::replace(&mut self.atoms[at(base - 1)], atom);
        if S::GOES_BACK {
            self.changes.push(Change::Atom(base, before));
        }
    }
}
