//! [`Policy`]: the trait of guides: proposes the next structure, and learns from its feedback.

use crate::hunt_report::Turns;
use crate::judge_feedback::Feedback;
use crate::learned_conditions::Conditions;
use crate::saved_knowledge::Learned;
use crate::search_space::{Proposal, Space};

/// A structure that was judged.
#[derive(Debug)]
pub(crate) struct JudgedStructure {
    pub proposal: Proposal,
    pub feedback: Feedback,
    /// Whether it showed something that no structure before it did: a behaviour, or, where the judge names none, that it is
    /// accepted.
    pub is_new: bool,
    /// The worth of the new behaviour: see [`Novelty`](crate::novelty::Novelty); 0 if there is none.
    pub worth: f64,
    /// Whether no guide proposed it.
    pub is_seed: bool,
}

/// The next step of a guide.
#[derive(Debug)]
pub(crate) enum Next {
    /// A structure that has not been tried.
    Try(Proposal),
    /// One that has: the answer is known.
    Repeat,
    /// It has searched, and the search is not over: to be asked again.
    Searching,
    /// It knows of none.
    Nothing,
}

/// Decides which structure is tried next.
pub(crate) trait Policy: std::fmt::Debug {
    /// The next structure.
    fn propose(&mut self, space: &mut Space) -> Next;

    /// Learns from a judged structure, which need not be a proposal of this guide.
    fn learn(&mut self, space: &Space, tried: &JudgedStructure);

    /// Whether what it proposes depends on what was judged.
    fn learns(&self) -> bool {
        true
    }

    /// Whether it should learn from all structures, not only from its own and some of the others'.
    fn needs_all(&self) -> bool {
        false
    }

    /// Whether all that this guide believes could be accepted has been tried.
    fn has_ended(&self) -> bool {
        false
    }

    /// Whether it believes so, and tries some of the others to make sure.
    fn is_ending(&self) -> bool {
        false
    }

    /// The knowledge of the guide as lines, the most informative first.
    fn learned(&self, _: &Space) -> Vec<String> {
        Vec::new()
    }

    /// Which guides of a portfolio had how many turns.
    fn turns(&self) -> Vec<Turns> {
        Vec::new()
    }

    /// The knowledge of the guide as conditions of a spec.
    fn conditions(&self, space: &Space) -> Conditions {
        Conditions { others: self.learned(space), ..Conditions::default() }
    }

    /// Adds what was learned to what is kept.
    fn save(&self, _: &Space, _: &mut Learned) {}

    /// Takes over what was kept, before anything is proposed.
    fn load(&mut self, _: &Space, _: &Learned) {}
}
