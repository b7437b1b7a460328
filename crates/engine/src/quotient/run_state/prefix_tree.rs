//! How runs begin: what they ask of the classes of their parts before they choose anything.
//!
//! A run that narrows a part to some of its classes goes on as a run does that got no others to begin with. So a task
//! whose runs first choose among classes is as good as several tasks over fewer classes each, one after the other in the
//! order of that choice, and these are more alike than tasks over all classes of two sizes. [`PrefixTree`] tell how to
//! take a task apart without running the predicate: a tree for each constructor, of questions that have one answer for
//! all classes at hand, with the answers; and at an end, what comes next.
//!
//! Invariant: runs with the same answers on the way to a node ask what it says, as predicates are pure. Notes are taken
//! until a run makes a choice or reads anything else of a part ([`Next::Other`]).

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use dpgen_forest::index::{AttrIx, CtorIx, at, small};

use crate::run::int::Cut;

/// PrefixTree of more questions are not told further.
const MAX_NODES: usize = 1 << 14;

/// What is asked of a part, which is a recursive slot of the candidate, counted among such.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) slot: usize,
    pub(crate) attr: AttrIx,
    pub(crate) aspect: Aspect,
}

/// What of an attribute's answer is asked.
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

/// An answer that all classes give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UniformAnswer<'a> {
    Words(&'a [i64]),
    Agreed(Option<i64>),
    Group(u32),
}

/// The same, to be kept.
#[derive(Debug, PartialEq, Eq)]
enum StoredAnswer {
    Words(Box<[i64]>),
    Agreed(Option<i64>),
    Group(u32),
}

/// What runs do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NextEvent {
    /// No run came here.
    Unknown,
    Ask(Question),
    /// They reject: what the condition is, if the predicate has a number for it.
    Reject(Option<u32>),
    /// Anything else.
    Other,
}

#[derive(Debug)]
struct Node {
    next: NextEvent,
    after: SmallVec<[(StoredAnswer, u32); 2]>,
}

/// How the runs of tasks begin, as far as some have been made.
#[derive(Debug, Default)]
pub(crate) struct PrefixTree {
    nodes: Vec<Node>,
    roots: FxHashMap<CtorIx, u32>,
    /// Where the runs at hand begin.
    root: Option<u32>,
    /// Where the run is, until it makes a choice.
    now: Option<u32>,
}

impl PrefixTree {
    /// Where runs of a constructor begin.
    pub(crate) fn root(&mut self, ctor: CtorIx) -> u32 {
        *self.roots.entry(ctor).or_insert_with(|| push(&mut self.nodes))
    }

    /// What follows there.
    pub(crate) fn next(&self, node: u32) -> NextEvent {
        self.nodes[at(node)].next
    }

    /// Where an answer leads, if a run got it.
    pub(crate) fn after(&self, node: u32, answer: UniformAnswer<'_>) -> Option<u32> {
        let known = self.nodes[at(node)].after.iter().find(|(kept, _)| kept.is(answer));
        known.map(|(_, node)| *node)
    }

    /// The runs that follow begin at a root, or are not noted.
    pub(crate) fn begin(&mut self, root: Option<u32>) {
        self.root = root;
        self.now = root;
    }

    /// A run starts.
    pub(crate) fn restart(&mut self) {
        self.now = self.root;
    }

    /// Whether notes are taken of the run.
    pub(crate) fn is_open(&self) -> bool {
        self.now.is_some()
    }

    /// Notes that the run asks something, and the answer that it got, unless it was one of several.
    pub(crate) fn asks(&mut self, question: Question, answer: Option<UniformAnswer<'_>>) {
        match answer {
            Some(answer) => self.answer(question, answer),
            None => self.ends(NextEvent::Ask(question)),
        }
    }

    fn answer(&mut self, question: Question, answer: UniformAnswer<'_>) {
        self.now = self.comes(NextEvent::Ask(question)).and_then(|now| {
            self.after(now, answer).or_else(|| {
                (self.nodes.len() < MAX_NODES).then(|| {
                    let node = push(&mut self.nodes);
                    self.nodes[at(now)].after.push((answer.kept(), node));
                    node
                })
            })
        });
    }

    /// Notes what the run does next, of which no more is noted.
    pub(crate) fn ends(&mut self, next: NextEvent) {
        self.comes(next);
        self.now = None;
    }

    /// Notes what comes next; where the run is, if that is as it was.
    fn comes(&mut self, next: NextEvent) -> Option<u32> {
        let now = self.now?;
        let known = &mut self.nodes[at(now)].next;
        if *known == NextEvent::Unknown {
            *known = next;
        }
        (*known == next).then_some(now)
    }
}

fn push(nodes: &mut Vec<Node>) -> u32 {
    nodes.push(Node { next: NextEvent::Unknown, after: SmallVec::new() });
    small(nodes.len() - 1)
}

impl UniformAnswer<'_> {
    fn kept(self) -> StoredAnswer {
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
            (Self::Words(kept), UniformAnswer::Words(words)) => **kept == *words,
            (Self::Agreed(kept), UniformAnswer::Agreed(value)) => *kept == value,
            (Self::Group(kept), UniformAnswer::Group(group)) => *kept == group,
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
    fn what_runs_ask_is_told_again_by_their_answers() {
        let mut prefix_tree = PrefixTree::default();
        let root = prefix_tree.root(CtorIx::from_word(1));
        prefix_tree.begin(Some(root));
        prefix_tree.asks(asked(0, Aspect::Agreed(0)), Some(UniformAnswer::Agreed(Some(3))));
        prefix_tree.asks(asked(1, Aspect::Words), Some(UniformAnswer::Words(&[1, 0])));
        prefix_tree.ends(NextEvent::Reject(Some(2)));
        // The same beginning, and another answer.
        prefix_tree.restart();
        prefix_tree.asks(asked(0, Aspect::Agreed(0)), Some(UniformAnswer::Agreed(Some(3))));
        prefix_tree.asks(asked(1, Aspect::Words), None);
        assert!(!prefix_tree.is_open());
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
    fn a_run_that_asks_something_else_is_not_noted() {
        let mut prefix_tree = PrefixTree::default();
        let root = prefix_tree.root(CtorIx::from_word(0));
        prefix_tree.begin(Some(root));
        prefix_tree.ends(NextEvent::Other);
        prefix_tree.restart();
        prefix_tree.asks(asked(0, Aspect::Words), Some(UniformAnswer::Words(&[1])));
        assert!(!prefix_tree.is_open());
        assert_eq!(prefix_tree.next(root), NextEvent::Other);
    }
}
