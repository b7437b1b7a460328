//! Groups candidates by the first reads of their predicate run, as a [`PrefixTree`](crate::quotient::run_state::prefix_tree)
//! tells, without a run.

use smallvec::SmallVec;

use dpgen_forest::index::CtorIx;

use crate::quotient::run_state::class_nodes::{ClassRun, ClassSource};
use crate::quotient::run_state::prefix_tree::{Aspect, NextEvent, Question, UniformAnswer};
use crate::run::choice_stack::Read;

/// Sets of classes, one for each recursive slot of a candidate.
pub(crate) type CandidateSets = SmallVec<[u32; 4]>;

/// The outcome of following the prefix tree with candidates.
pub(crate) enum PrefixOutcome {
    /// They have to be judged: after the prefix, runs read something else.
    NeedsRun,
    /// They have to be judged: the tree does not reach as far.
    Unknown,
    /// Their only run rejects them, by this condition.
    Rejected(Option<u32>),
    /// Runs first choose at this read, among these sets for a recursive slot.
    Splits(Read, usize, CandidateSets),
}

impl ClassRun {
    /// Follows the prefix tree of a constructor with the candidates whose parts are of these sets.
    pub(crate) fn follow_prefix(&mut self, ctor: CtorIx, sets: &[u32]) -> PrefixOutcome {
        let ClassSource { sets: class_sets, prefix_tree: Some(tree), .. } = &mut self.source else {
            return PrefixOutcome::Unknown;
        };
        let mut node = tree.root(ctor);
        loop {
            let Question { slot, attr, aspect } = match tree.next(node) {
                NextEvent::Ask(question) => question,
                NextEvent::Reject(condition) => return PrefixOutcome::Rejected(condition),
                NextEvent::Unknown => return PrefixOutcome::Unknown,
                NextEvent::Other => return PrefixOutcome::NeedsRun,
            };
            let set = sets[slot];
            let after = match aspect {
                Aspect::Words => {
                    let groups = class_sets.by_words(set, attr);
                    if groups.len() > 1 {
                        return PrefixOutcome::Splits(Read::Answer(attr), slot, groups);
                    }
                    tree.after(
                        node,
                        UniformAnswer::Words(class_sets.classes.value(attr, class_sets.members(set)[0]).0),
                    )
                }
                Aspect::Agreed(position) => {
                    tree.after(node, UniformAnswer::Agreed(class_sets.agreed(set, attr, position)))
                }
                Aspect::Value(position) => {
                    let values = class_sets.by_value(set, attr, position);
                    return PrefixOutcome::Splits(
                        Read::Integer(attr),
                        slot,
                        values.iter().map(|(_, part)| *part).collect(),
                    );
                }
                Aspect::Cut(position, bound, cut) => {
                    match *class_sets.by_cut(set, attr, position, bound, cut) {
                        [(group, _)] => tree.after(node, UniformAnswer::Group(group)),
                        ref outcomes => {
                            let parts = outcomes.iter().map(|(_, part)| *part).collect();
                            return PrefixOutcome::Splits(Read::Integer(attr), slot, parts);
                        }
                    }
                }
            };
            match after {
                Some(after) => node = after,
                None => return PrefixOutcome::Unknown,
            }
        }
    }
}
