//! The nodes that the search judges, one *step* each, in preorder, and how a run goes on from a step of the run before.
//!
//! A step judges a node and puts its parts first among those to come. [`Steps`] remembers how many choices had been
//! made when each step began. Runs are visited depth first, so the next one differs from this one in the latest choice that has an
//! answer left: a step that ended before that choice read nothing that the choice decided, accepted its node, and would
//! do so again. The next run therefore begins with the step that made the choice. Invariant: the steps that are
//! remembered are those of the run so far, and all but the last have accepted.

use dpgen_forest::index::{TypeIx, at, small};

use super::source::HoleRun;
use crate::run::evaluation::Evaluation;
use crate::run::handle::Handle;
use crate::run::state::SlotState;

/// A node that is to be judged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ToJudge {
    /// The type of the whole that it is a part of, unless it is the root.
    pub(crate) whole: Option<TypeIx>,
    pub(crate) ty: TypeIx,
    pub(crate) node: u32,
}

/// Where a step began.
#[derive(Debug)]
struct Step {
    /// How many choices had been made.
    choices: usize,
    /// What was to be judged: the number plus 1 of the first item; 0 if nothing.
    first: u32,
    items: usize,
}

/// The steps of a run, and what is to be judged.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    /// Each with the number plus 1 of the one that comes after it. Lists share their ends, so that the list of each
    /// step stays as it was.
    items: Vec<(ToJudge, u32)>,
    steps: Vec<Step>,
    first: u32,
}

impl Steps {
    /// Begins with the root.
    pub(crate) fn begin(&mut self, run: &HoleRun, root: u32) {
        self.items.clear();
        self.steps.clear();
        self.items.push((ToJudge { whole: None, ty: run.type_of(root), node: root }, 0));
        self.first = 1;
        self.note(run);
    }

    /// What the step judges; `None` if all has been judged.
    pub(crate) fn first(&self, run: &HoleRun) -> Option<(ToJudge, Handle)> {
        let (next, _) = self.items[at(self.first.checked_sub(1)?)];
        Some((next, run.handle(next.node)))
    }

    /// Ends a step that has accepted, and begins the next: what it judges. With `parts`, those of the node are judged
    /// too, next.
    pub(crate) fn next(&mut self, run: &mut HoleRun, parts: bool) -> Option<(ToJudge, Handle)> {
        let item = self.first.checked_sub(1)?;
        let (ToJudge { ty, node, .. }, after) = self.items[at(item)];
        self.first = after;
        if parts {
            let layer = run.view(node);
            for slot in run.layer_slots(layer.ctor, layer.first).iter().rev() {
                if let SlotState::Node(part) = *slot {
                    let part = ToJudge { whole: Some(ty), ty: run.type_of(part), node: part };
                    self.items.push((part, self.first));
                    self.first = small(self.items.len());
                }
            }
        }
        self.note(run);
        self.first(run)
    }

    /// Begins the next run, after a choice was stepped, with the step that made the choice.
    pub(crate) fn go_back(&mut self, run: &mut HoleRun) {
        let kept = run.choices.kept();
        while let [.., _, last] = &*self.steps
            && last.choices > kept
        {
            self.steps.pop();
        }
        if let Some(step) = self.steps.last() {
            self.items.truncate(step.items);
            self.first = step.first;
        }
        run.go_back();
    }

    fn note(&mut self, run: &HoleRun) {
        self.steps.push(Step { choices: run.choices.made(), first: self.first, items: self.items.len() });
    }
}
