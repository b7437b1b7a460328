//! [`ConditionSteps`]: where the runs of a task go on from.
//!
//! Runs of a task are visited depth first, so that each differs from the one before in the latest choice that has an answer left. A
//! condition that ended before that choice would read the same and hold again. The next run therefore begins with the condition that
//! made the choice, in the state that the run had when that condition began. What comes after the conditions, such as the
//! attributes, is evaluated in each run. Invariant: each step is of the run so far, and all conditions before the last step's hold.
//! The top-down search has the same by an undo log (`top_down/resume_points.rs`); here a state is a few nodes, and is copied.

use smallvec::SmallVec;

use crate::predicate_run::Conjunction;
use crate::predicate_run::run_state::{Atom, NodeState, SlotState};
use crate::predicate_run::view_handles::Handle;
use crate::quotient::run_state::class_nodes::{ClassAtom, ClassNode, ClassRun, PendingRest};
use crate::quotient::run_state::size_bounds::SizeBounds;

/// The state of a run when a condition begins.
#[derive(Debug, Default)]
struct Step {
    condition: usize,
    /// The number of choices made by then.
    choices: usize,
    nodes: Vec<NodeState<ClassNode>>,
    origins: Vec<Option<u32>>,
    slots: Vec<SlotState>,
    atoms: Vec<Atom<ClassAtom>>,
    size_bounds: SizeBounds,
    pending_rests: SmallVec<[PendingRest; 4]>,
}

/// The steps of a run. With symbolic data there are none: each run begins at its start, as the state of the solver's store is not
/// copied.
#[derive(Debug, Default)]
pub(super) struct ConditionSteps {
    /// The first `len` are steps; the others are kept for their buffers.
    steps: Vec<Step>,
    len: usize,
}

impl ConditionSteps {
    /// Begins the next run with the condition that made the choice that was stepped. Returns its number; `None` if the run has to
    /// begin at its start.
    pub(super) fn go_back(&mut self, run: &mut ClassRun) -> Option<usize> {
        let kept = run.choices.kept();
        while self.len > 0 && self.steps[self.len - 1].choices > kept {
            self.len -= 1;
        }
        let step = &self.steps[self.len.checked_sub(1)?];
        run.resume(step.choices);
        run.nodes.clone_from(&step.nodes);
        run.origins.clone_from(&step.origins);
        run.slots.clone_from(&step.slots);
        run.atoms.clone_from(&step.atoms);
        run.source.size_bounds.clone_from(&step.size_bounds);
        run.source.pending_rests.clone_from(&step.pending_rests);
        Some(step.condition)
    }

    /// Whether all conditions hold, from this one on.
    pub(super) fn hold(&mut self, conditions: &dyn Conjunction, handle: Handle, first: usize) -> bool {
        if ClassRun::with(|run| run.is_symbolic()) {
            return conditions.hold(handle);
        }
        let mut begin = |number| ClassRun::with(|run| self.note(run, number));
        begin(first);
        conditions.hold_from(handle, first, &mut begin)
    }

    /// Notes that a condition begins.
    fn note(&mut self, run: &ClassRun, condition: usize) {
        let choices = run.choices.made();
        // No run goes on from a step that made no choice.
        let is_next = self.len == 0 || self.steps[self.len - 1].choices != choices;
        self.len += usize::from(is_next);
        if self.steps.len() < self.len {
            self.steps.push(Step::default());
        }
        let step = &mut self.steps[self.len - 1];
        step.condition = condition;
        step.choices = choices;
        step.nodes.clone_from(&run.nodes);
        step.origins.clone_from(&run.origins);
        step.slots.clone_from(&run.slots);
        step.atoms.clone_from(&run.atoms);
        step.size_bounds.clone_from(&run.source.size_bounds);
        step.pending_rests.clone_from(&run.source.pending_rests);
    }
}
