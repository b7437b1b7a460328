//! A tree of the reads that runs make before their first choice, with the answers they get.
//!
//! A run that narrows a part to some of its classes goes on as a run does that got no others to begin with. So a task whose
//! runs first choose among classes is as good as several tasks over fewer classes each, one after the other in the order of
//! that choice, and these are more alike than tasks over all classes of two sizes. A [`PrefixTree`] tells how to split a
//! task so without running the predicate: for each constructor it is a tree of questions that have one answer for all
//! classes at hand, by these answers; and at an end, what comes next (`memo/group_by_prefix.rs`).
//!
//! Invariant: runs with the same answers on the way to a node ask what it says, as predicates are pure. A run is recorded
//! until it makes a choice or reads anything else of a part ([`NextEvent::Other`]).

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use dpgen_forest::index::{AttrIx, CtorIx, at, small};

use crate::run::int::Cut;

/// A tree of this many nodes does not grow.
const MAX_NODES: usize = 1 << 14;

/// A question to a part of the candidate: its recursive slot, counted among these, and what is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) slot: usize,
    pub(crate) attr: AttrIx,
    pub(crate) aspect: Aspect,
}

/// The part of an attribute's answer that a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aspect {
    /// Its words.
    Words,
    /// The value of the integer at a position, if all classes agree on it.
    Agreed(u32),
    /// The value of the integer at a position.
    Value(u32),
    /// How the integer at a position compares with a bound.
    Cut(u32, i128, Cut),
}

/// An answer that all classes of a set give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UniformAnswer<'a> {
    Words(&'a [i64]),
    Agreed(Option<i64>),
    Group(u32),
}

/// A [`UniformAnswer`] that the tree owns.
#[derive(Debug, PartialEq, Eq)]
enum StoredAnswer {
    Words(Box<[i64]>),
    Agreed(Option<i64>),
    Group(u32),
}

/// The next event of the runs after a prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NextEvent {
    /// Not known: no run came here.
    Unknown,
    Ask(Question),
    /// They reject, by this condition if the predicate numbers its conditions.
    Reject(Option<u32>),
    /// Anything else.
    Other,
}

#[derive(Debug)]
struct Node {
    next: NextEvent,
    after: SmallVec<[(StoredAnswer, u32); 2]>,
}

/// The first reads of runs, as far as runs have been made.
#[derive(Debug, Default)]
pub(crate) struct PrefixTree {
    nodes: Vec<Node>,
    roots: FxHashMap<CtorIx, u32>,
    /// The root of the runs at hand; none if they are not recorded.
    root: Option<u32>,
    /// The node that the run is at, until it makes a choice.
    current: Option<u32>,
}

impl PrefixTree {
    /// The root of the runs of a constructor.
    pub(crate) fn root(&mut self, ctor: CtorIx) -> u32 {
        *self.roots.entry(ctor).or_insert_with(|| push(&mut self.nodes))
    }

    /// The next event of the runs at a node.
    pub(crate) fn next(&self, node: u32) -> NextEvent {
        self.nodes[at(node)].next
    }

    /// The node after an answer, if a run got this answer.
    pub(crate) fn after(&self, node: u32, answer: UniformAnswer<'_>) -> Option<u32> {
        let known = self.nodes[at(node)].after.iter().find(|(stored, _)| stored.is(answer));
        known.map(|(_, node)| *node)
    }

    /// Sets the root of the runs that follow; without one they are not recorded.
    pub(crate) fn begin(&mut self, root: Option<u32>) {
        self.root = root;
        self.current = root;
    }

    /// Goes back to the root: a run starts.
    pub(crate) fn restart(&mut self) {
        self.current = self.root;
    }

    /// Whether the run is recorded.
    pub(crate) fn is_recording(&self) -> bool {
        self.current.is_some()
    }

    /// Records a question, and its answer unless there are several.
    pub(crate) fn ask(&mut self, question: Question, answer: Option<UniformAnswer<'_>>) {
        match answer {
            Some(answer) => self.record_answer(question, answer),
            None => self.end(NextEvent::Ask(question)),
        }
    }

    fn record_answer(&mut self, question: Question, answer: UniformAnswer<'_>) {
        self.current = self.record_event(NextEvent::Ask(question)).and_then(|current| {
            self.after(current, answer).or_else(|| {
                (self.nodes.len() < MAX_NODES).then(|| {
                    let node = push(&mut self.nodes);
                    self.nodes[at(current)].after.push((answer.stored(), node));
                    node
                })
            })
        });
    }

    /// Records what the run does next, and ends its recording.
    pub(crate) fn end(&mut self, next: NextEvent) {
        self.record_event(next);
        self.current = None;
    }

    /// Records what comes next. Returns the current node, unless another run did something else there.
    fn record_event(&mut self, next: NextEvent) -> Option<u32> {
        let current = self.current?;
        let known = &mut self.nodes[at(current)].next;
        if *known == NextEvent::Unknown {
            *known = next;
        }
        (*known == next).then_some(current)
    }
}

fn push(nodes: &mut Vec<Node>) -> u32 {
    nodes.push(Node { next: NextEvent::Unknown, after: SmallVec::new() });
    small(nodes.len() - 1)
}

impl UniformAnswer<'_> {
    fn stored(self) -> StoredAnswer {
        match self {
            UniformAnswer::Words(words) => StoredAnswer::Words(words.into()),
            UniformAnswer::Agreed(value) => StoredAnswer::Agreed(value),
            UniformAnswer::Group(group) => StoredAnswer::Group(group),
        }
    }
}

impl StoredAnswer {
    fn is(&self, answer: UniformAnswer<'_>) -> bool {
        match (self, answer) {
            (Self::Words(stored), UniformAnswer::Words(words)) => **stored == *words,
            (Self::Agreed(stored), UniformAnswer::Agreed(value)) => *stored == value,
            (Self::Group(stored), UniformAnswer::Group(group)) => *stored == group,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Aspect, NextEvent, PrefixTree, Question, UniformAnswer};
    use dpgen_forest::index::{AttrIx, CtorIx};

    const fn asked(slot: usize, aspect: Aspect) -> Question {
        Question { slot, attr: AttrIx::from_word(0), aspect }
    }

    #[test]
    fn a_tree_gives_back_the_questions_of_runs_by_their_answers() {
        let mut prefix_tree = PrefixTree::default();
        let root = prefix_tree.root(CtorIx::from_word(1));
        prefix_tree.begin(Some(root));
        prefix_tree.ask(asked(0, Aspect::Agreed(0)), Some(UniformAnswer::Agreed(Some(3))));
        prefix_tree.ask(asked(1, Aspect::Words), Some(UniformAnswer::Words(&[1, 0])));
        prefix_tree.end(NextEvent::Reject(Some(2)));
        // The same beginning, and another answer.
        prefix_tree.restart();
        prefix_tree.ask(asked(0, Aspect::Agreed(0)), Some(UniformAnswer::Agreed(Some(3))));
        prefix_tree.ask(asked(1, Aspect::Words), None);
        assert!(!prefix_tree.is_recording());
        assert_eq!(prefix_tree.next(root), NextEvent::Ask(asked(0, Aspect::Agreed(0))));
        assert_eq!(prefix_tree.after(root, UniformAnswer::Agreed(None)), None);
        let second = prefix_tree.after(root, UniformAnswer::Agreed(Some(3))).unwrap();
        assert_eq!(prefix_tree.next(second), NextEvent::Ask(asked(1, Aspect::Words)));
        let last = prefix_tree.after(second, UniformAnswer::Words(&[1, 0])).unwrap();
        assert_eq!(prefix_tree.next(last), NextEvent::Reject(Some(2)));
        assert_eq!(prefix_tree.after(second, UniformAnswer::Words(&[1, 1])), None);
        assert_ne!(prefix_tree.root(CtorIx::from_word(0)), root);
    }

    /// As an impure predicate does: what was noted stays, and no more is.
    #[test]
    fn a_run_that_asks_something_else_is_not_recorded() {
        let mut prefix_tree = PrefixTree::default();
        let root = prefix_tree.root(CtorIx::from_word(0));
        prefix_tree.begin(Some(root));
        prefix_tree.end(NextEvent::Other);
        prefix_tree.restart();
        prefix_tree.ask(asked(0, Aspect::Words), Some(UniformAnswer::Words(&[1])));
        assert!(!prefix_tree.is_recording());
        assert_eq!(prefix_tree.next(root), NextEvent::Other);
    }
}
