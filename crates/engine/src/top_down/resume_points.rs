//! Points at which a run of the top-down search resumes: each run goes on from a step of the run before it. A step judges a
//! node, in preorder, by one condition.
//!
//! The step that accepts a node puts its parts first among those to come. [`ResumePoints`] remembers how many choices had been
//! made when each step began. Runs are visited depth first, so the next one differs from this one in the latest choice
//! that has an answer left: a step that ended before that choice read nothing that the choice decided, found its
//! condition to hold, and would do so again. The next run therefore begins with the step that made the choice. Invariant:
//! the steps that are remembered are those of the run so far, but for those that made no choice; all but the last
//! have found their conditions to hold.

use dpgen_forest::index::{TypeIx, at, small};

use super::open_nodes::TopDownRun;
use crate::predicate_run::current_run::Evaluation;

/// A node that is to be judged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodeToJudge {
    /// The type of the whole that it is a part of, unless it is the root.
    pub(crate) whole: Option<TypeIx>,
    pub(crate) ty: TypeIx,
    pub(crate) node: u32,
}

/// A condition of a node, by its number among those of its predicate.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Condition {
    RepOk(usize),
    RootOk(usize),
}

/// The target of a step: a node and a condition.
pub(crate) type StepTarget = (NodeToJudge, Condition);

/// The state of the run at the beginning of a step.
#[derive(Debug)]
struct ResumePoint {
    /// The number of choices made by then.
    choices: usize,
    /// The first node to judge then: the number of its item plus 1; 0 if there is none.
    first: u32,
    items: usize,
    condition: Condition,
}

/// The steps of a run, and the nodes that are still to be judged.
#[derive(Debug)]
pub(crate) struct ResumePoints {
    /// Each with the number plus 1 of the one that comes after it. Lists share their ends, so that the list of each
    /// step stays as it was.
    items: Vec<(NodeToJudge, u32)>,
    steps: Vec<ResumePoint>,
    first: u32,
    condition: Condition,
}

impl Default for ResumePoints {
    fn default() -> Self {
        Self { items: Vec::new(), steps: Vec::new(), first: 0, condition: Condition::RepOk(0) }
    }
}

impl ResumePoints {
    /// Begins with the root.
    pub(crate) fn begin(&mut self, run: &TopDownRun, root: u32) {
        self.items.clear();
        self.steps.clear();
        self.items.push((NodeToJudge { whole: None, ty: run.type_of(root), node: root }, 0));
        self.first = 1;
        self.condition = Condition::RepOk(0);
        self.note(run);
    }

    /// The target of the current step; `None` if all nodes have been judged.
    pub(crate) fn first(&self) -> Option<StepTarget> {
        let (next, _) = self.items[at(self.first.checked_sub(1)?)];
        Some((next, self.condition))
    }

    /// Ends a step whose condition holds, and begins the next one, with another condition of the same node.
    pub(crate) fn next_condition(&mut self, run: &TopDownRun, condition: Condition) {
        self.condition = condition;
        self.note(run);
    }

    /// Ends a step that has accepted its node, and begins the next one. With `parts`, the parts of the node are judged next.
    pub(crate) fn next_node(&mut self, run: &mut TopDownRun, parts: bool) {
        let Some(item) = self.first.checked_sub(1) else { return };
        let (NodeToJudge { ty, node, .. }, after) = self.items[at(item)];
        self.first = after;
        self.condition = Condition::RepOk(0);
        if parts {
            let layer = run.view(node);
            for part in run.layer_slots(layer.ctor, layer.first).iter().rev().filter_map(|slot| slot.node()) {
                let part = NodeToJudge { whole: Some(ty), ty: run.type_of(part), node: part };
                self.items.push((part, self.first));
                self.first = small(self.items.len());
            }
        }
        self.note(run);
    }

    /// Begins the next run, after a choice was stepped, with the step that made the choice.
    pub(crate) fn go_back(&mut self, run: &mut TopDownRun) {
        let kept = run.choices.kept();
        while let [.., _, last] = &*self.steps
            && last.choices > kept
        {
            self.steps.pop();
        }
        if let Some(step) = self.steps.last() {
            self.items.truncate(step.items);
            self.first = step.first;
            self.condition = step.condition;
        }
        run.go_back();
    }

    fn note(&mut self, run: &TopDownRun) {
        let Self { first, condition, .. } = *self;
        let step = ResumePoint { choices: run.choices.made(), first, items: self.items.len(), condition };
        match self.steps.last_mut() {
            // No run goes on from a step that made no choice.
            Some(last) if last.choices == step.choices => *last = step,
            _ => self.steps.push(step),
        }
    }
}
