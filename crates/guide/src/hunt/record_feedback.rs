//! Updates a [`Hunt`] with a verdict or a cost: its novelty, and the guides that learn from it.

use dpgen_forest::index::at;

use super::Hunt;
use crate::cost_distribution::Costs;
use crate::guide_policy::JudgedStructure;
use crate::hunt_journal::Event;
use crate::judge_feedback::{Feedback, Verdict};
use crate::search_space::Proposal;

impl Hunt {
    /// Tells what the judge said of a structure that was asked for: in the order in which they were asked for.
    pub fn tell(&mut self, proposal: Proposal, feedback: Feedback) -> Verdict {
        self.keep(&Event::Judged(feedback.clone()));
        self.told(proposal, feedback)
    }

    pub(super) fn told(&mut self, proposal: Proposal, feedback: Feedback) -> Verdict {
        let is_new = match &feedback {
            Feedback::Invalid => false,
            Feedback::Valid => !self.tally.named,
            Feedback::Behaviour(behaviour) => {
                self.tally.named = true;
                self.behaviours.insert(*behaviour)
            }
            Feedback::Bug(_) => true,
        };
        let Self { novelty, space, .. } = self;
        let worth = if is_new { novelty.worth(space.schema(), &space.layout, &proposal.words) } else { 0.0 };
        self.note(JudgedStructure { proposal, feedback, is_new, worth, is_seed: false })
    }

    /// Tells what a structure costs, in a hunt for the highest cost: what matters is its rank among those of its size.
    /// A structure in the upper quarter counts as accepted, and one that costs more than all others of its size as new.
    pub fn tell_cost(&mut self, proposal: Proposal, cost: u64) -> Verdict {
        self.keep(&Event::Cost(cost));
        self.cost(proposal, cost)
    }

    pub(super) fn cost(&mut self, proposal: Proposal, cost: u64) -> Verdict {
        if self.costs.len() <= at(proposal.size) {
            self.costs.resize_with(at(proposal.size) + 1, Costs::default);
        }
        let (is_high, is_new) = self.costs[at(proposal.size)].add(cost);
        let worth = if is_new { 1.0 } else { 0.0 };
        self.note(JudgedStructure {
            proposal,
            feedback: Feedback::from(is_high),
            is_new,
            worth,
            is_seed: false,
        })
    }

    /// The highest cost of a size.
    #[must_use]
    pub fn highest(&self, size: u32) -> Option<u64> {
        self.costs.get(at(size))?.highest
    }

    fn note(&mut self, mut tried: JudgedStructure) -> Verdict {
        let JudgedStructure { proposal, feedback, is_new, .. } = &tried;
        let verdict = Verdict { is_valid: feedback.is_valid(), is_new: *is_new };
        let size = &mut self.sizes[at(proposal.size)];
        size.tried += 1;
        if verdict.is_valid {
            size.valid += 1;
            self.tally.valid += 1;
            self.space.accept(proposal.size, &proposal.rank);
        } else if matches!(feedback, Feedback::Bug(_)) {
            self.tally.bugs += 1;
        } else {
            self.tally.invalid += 1;
        }
        tried.is_seed = self.asked_seeds.pop_front().unwrap_or(false);
        self.policy.learn(&self.space, &tried);
        verdict
    }
}
