//! Judges a structure of the top-down search: evaluates the predicates on the nodes of the run.
//!
//! The whole is judged first, since what it rejects need not be decided any further. Where that has no value, parts
//! are judged before wholes: what holds at a node may rely on its parts being valid, as it can in the engines that
//! build on accepted parts, so that a failure counts only where all parts are accepted.

use super::enumerate_unread_parts::decided_words;
use super::judged_parts::JudgedParts;
use super::open_nodes::TopDownRun;
use super::resume_points::{Condition, NodeToJudge, ResumePoints};
use crate::predicate_run::conformance::conforms;
use crate::predicate_run::current_run::view;
use crate::predicate_run::failure::{guarded, raise};
use crate::predicate_run::model::{Model, Predicate};
use crate::predicate_run::view_handles::{Handle, SlotHandle};

/// The conditions to evaluate, and the nodes to evaluate them on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) model: &'a Model,
    pub(crate) style: &'a JudgedParts,
    /// By type: whether anything below a node of it is judged. Where nothing is, constructors stay open.
    pub(crate) below: &'a [bool],
    /// Whether `root_ok` is asked of the root.
    pub(crate) with_root: bool,
}

/// Judges the structure that the run is about to decide.
///
/// # Panics
/// With a [`Failure`](crate::predicate_run::failure::Failure) when a condition has no value at a node whose parts are accepted.
pub(crate) fn judge(question: Question<'_>, root: Handle, steps: &mut ResumePoints) -> bool {
    if let Some(rules) = &question.model.contexts {
        // Before all else, so that contexts are known wholes first.
        match guarded(|| conforms(rules, root)) {
            Ok(true) => {}
            Ok(false) => return false,
            Err(failure) if failure.is_answer() && !question.parts_first(root) => return false,
            Err(failure) => raise(failure),
        }
    }
    if question.model.is_opaque() {
        return question.judge_opaque(root);
    }
    match guarded(|| question.wholes_first(root, steps)) {
        Ok(verdict) => verdict,
        Err(failure) if failure.is_answer() && !question.parts_first(root) => false,
        // What is accepted the second time is judged by a predicate that is not pure.
        Err(failure) => raise(failure),
    }
}

impl<'a> Question<'a> {
    /// Whether the condition holds on the node.
    fn holds(self, node: NodeToJudge, handle: Handle) -> bool {
        let holds = |predicate: Option<&Predicate>| match predicate {
            Some(Predicate::Observed { conditions, .. }) => conditions.hold(handle),
            _ => true,
        };
        holds(self.rep_ok(node)) && holds(self.root_ok(node))
    }

    /// The `rep_ok` that judges a node.
    fn rep_ok(self, NodeToJudge { whole, ty, .. }: NodeToJudge) -> Option<&'a Predicate> {
        let asked = match (whole, self.style) {
            (None, _) => true,
            (Some(whole), JudgedParts::Parts(asked)) => !asked.contains(&(whole, ty)),
            (Some(_), JudgedParts::Root) => false,
        };
        self.model.rep_ok[ty.index()].as_ref().filter(|_| asked)
    }

    /// The `root_ok` that judges a node.
    fn root_ok(self, node: NodeToJudge) -> Option<&'a Predicate> {
        self.model.root_ok.as_ref().filter(|_| self.with_root && node.whole.is_none())
    }

    /// Whether the conditions on the node hold from this one on. `next` is called before each but the first of them.
    fn hold_from(
        self,
        node: NodeToJudge,
        handle: Handle,
        first: Condition,
        mut next: impl FnMut(Condition),
    ) -> bool {
        let hold = |predicate: Option<&Predicate>, first, next: &mut dyn FnMut(usize)| match predicate {
            Some(Predicate::Observed { conditions, .. }) => conditions.hold_from(handle, first, next),
            _ => true,
        };
        let first_of_root = match first {
            Condition::RootOk(first) => first,
            Condition::RepOk(first) => {
                if !hold(self.rep_ok(node), first, &mut |number| next(Condition::RepOk(number))) {
                    return false;
                }
                if self.root_ok(node).is_none() {
                    return true;
                }
                next(Condition::RootOk(0));
                0
            }
        };
        hold(self.root_ok(node), first_of_root, &mut |number| next(Condition::RootOk(number)))
    }

    /// In preorder, from the step that the run goes on from.
    fn wholes_first(self, root: Handle, steps: &mut ResumePoints) -> bool {
        while let Some((node, first)) = steps.first() {
            let handle = Handle::new(node.node, root.run);
            let next = |condition| TopDownRun::with(|run| steps.next_condition(run, condition));
            if !self.hold_from(node, handle, first, next) {
                return false;
            }
            TopDownRun::with(|run| steps.next_node(run, self.below[node.ty.index()]));
        }
        true
    }

    /// In postorder.
    fn parts_first(self, root: Handle) -> bool {
        let mut open = vec![(None, root)];
        let mut order = Vec::new();
        while let Some((whole, handle)) = open.pop() {
            let ty = TopDownRun::with(|run| run.type_of(handle.node));
            order.push((NodeToJudge { whole, ty, node: handle.node }, handle));
            if self.below[ty.index()] {
                open.extend(children(handle).into_iter().map(|part| (Some(ty), part)));
            }
        }
        order.into_iter().rev().all(|(node, handle)| self.holds(node, handle))
    }

    /// Opaque predicates need the finished value: everything is decided first. A whole value's own check is
    /// asked of the root, and each other type's of its own nodes, parts before wholes.
    fn judge_opaque(self, root: Handle) -> bool {
        let mut open = vec![root];
        let mut order = Vec::new();
        while let Some(handle) = open.pop() {
            order.push(handle);
            for slot in view(handle).slots() {
                if let SlotHandle::Data(int, _) = slot {
                    let _ = int.value();
                }
            }
            open.extend(children(handle));
        }
        let judged = |handle: &Handle| *handle == root || *self.style != JudgedParts::Root;
        order.into_iter().rev().filter(judged).all(|handle| {
            let ty = TopDownRun::with(|run| run.type_of(handle.node));
            let root_ok = self.model.root_ok.as_ref().filter(|_| handle == root && self.with_root);
            let conditions = [self.model.rep_ok[ty.index()].as_ref(), root_ok];
            conditions.into_iter().flatten().all(|predicate| match predicate {
                Predicate::Observed { conditions, .. } => conditions.hold(handle),
                Predicate::Opaque(test) => {
                    let words = TopDownRun::with(|run| decided_words(run, handle.node));
                    test(&self.model.schema, &words)
                }
            })
        })
    }
}

/// A node's children, first to last.
fn children(handle: Handle) -> Vec<Handle> {
    let slots = view(handle).slots().into_iter();
    slots
        .filter_map(|slot| match slot {
            SlotHandle::Node(handle) => Some(handle),
            SlotHandle::Data(..) => None,
        })
        .collect()
}
