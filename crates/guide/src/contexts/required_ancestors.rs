//! [`RequiredAncestor`]: an ancestor that a choice requires: a `break` needs a loop, or a label.
//!
//! Of a choice that was accepted only where one of a few constructors stands above it, that says more than all places where it
//! was refused. It is read off the sets of constructors above ([`Context::Kinds`]): of those that are needed, each set in which the choice was
//! accepted has one at least, and few sets have one in which it was only refused. They are chosen one by one, that first which is
//! in most of the sets that are left (the greedy rule for covers: Chvátal, "A greedy heuristic for the set-covering problem", 1979).
//! Invariant: a need is only told if chance explains less often than once in a thousand that nothing was accepted elsewhere.

use std::collections::BTreeMap;

use dpgen_forest::index::at;

use super::belief::Belief;
use super::context::{Context, Kinds};

/// The maximum number of alternative ancestors of a requirement.
const MAX_CONSTRUCTORS: usize = 8;
/// A need is told if chance explains it less often than this.
const MAX_CHANCE: f64 = 0.001;

/// The ancestors that a choice requires: one of them must stand above it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RequiredAncestor {
    pub choice: u32,
    /// One of these constructors.
    pub above: Vec<u32>,
    /// The number of structures that had the choice there, and the number of these that were accepted.
    pub tried: u32,
    pub accepted: f64,
    /// The number of structures that had it elsewhere, all of which were refused.
    pub elsewhere: u32,
}

/// The sets of constructors above a choice.
#[derive(Debug, Default)]
struct AncestorSets {
    /// Where it was accepted: the set, and of how many structures how many.
    accepted: Vec<(u128, u32, f64)>,
    /// Where it never was: the set, and how many structures.
    refused: Vec<(u128, u32)>,
}

impl AncestorSets {
    /// The constructors that are needed, if a few are.
    fn needed(&self, ctors: u32) -> Option<Vec<u32>> {
        let has = |set: u128, ctor: u32| set & Kinds::of(ctor) != 0;
        let loss = |ctor| -> u32 {
            self.refused.iter().filter(|(set, _)| has(*set, ctor)).map(|(_, tried)| tried).sum()
        };
        let losses: Vec<u32> = (0..ctors).map(loss).collect();
        let mut left: Vec<&(u128, u32, f64)> = self.accepted.iter().collect();
        let mut needed = Vec::new();
        while !left.is_empty() {
            let worth = losses.iter().zip(0..).map(|(loss, ctor)| {
                let gained = left.iter().filter(|(set, ..)| has(*set, ctor));
                let gain: f64 = gained.map(|(.., accepted)| accepted).sum();
                (gain / (1.0 + f64::from(*loss)), ctor)
            });
            let (worth, best) = worth.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
            if worth <= 0.0 || needed.len() == MAX_CONSTRUCTORS {
                return None;
            }
            left.retain(|(set, ..)| !has(*set, best));
            needed.push(best);
        }
        needed.sort_unstable();
        Some(needed)
    }

    /// The requirement of a choice, if chance does not explain it.
    fn need(&self, choice: u32, ctors: u32) -> Option<RequiredAncestor> {
        let above = self.needed(ctors)?;
        let all = above.iter().fold(0, |all, ctor| all | Kinds::of(*ctor));
        let (mut tried, mut accepted, mut elsewhere) = (0, 0.0, 0);
        for (_, times, good) in &self.accepted {
            (tried, accepted) = (tried + times, accepted + good);
        }
        for (set, times) in &self.refused {
            *(if set & all == 0 { &mut elsewhere } else { &mut tried }) += times;
        }
        let share = accepted / f64::from(tried.max(1));
        let chance = (1.0 - share).max(0.0).powf(f64::from(elsewhere));
        (!above.is_empty() && chance < MAX_CHANCE).then_some(RequiredAncestor {
            choice,
            above,
            tried,
            accepted,
            elsewhere,
        })
    }
}

/// The requirements of choices. A schema with so many constructors that some share a bit has none.
pub(super) fn needs(beliefs: &[Belief], kinds: &Kinds, ctors: u32) -> Vec<RequiredAncestor> {
    if ctors > u128::BITS {
        return Vec::new();
    }
    let mut by_choice: BTreeMap<u32, AncestorSets> = BTreeMap::new();
    for belief in beliefs {
        let Context::Kinds(set) = belief.case.context else { continue };
        let (set, above) = (kinds.sets[at(set)], by_choice.entry(belief.case.choice).or_default());
        if belief.is_proven() {
            above.accepted.push((set, belief.tried, belief.accepted));
        } else {
            above.refused.push((set, belief.tried));
        }
    }
    by_choice.iter().filter_map(|(choice, above)| above.need(*choice, ctors)).collect()
}

#[cfg(test)]
mod tests {
    use super::{AncestorSets, Kinds, RequiredAncestor};

    const LOOP: u32 = 3;
    const SWITCH: u32 = 4;
    const FUNCTION: u32 = 5;
    const BLOCK: u32 = 6;

    fn set(ctors: &[u32]) -> u128 {
        ctors.iter().fold(0, |set, ctor| set | Kinds::of(*ctor))
    }

    #[test]
    fn a_break_needs_a_loop_or_a_switch() {
        let above = AncestorSets {
            accepted: vec![
                (set(&[BLOCK, LOOP]), 60, 40.0),
                (set(&[FUNCTION, LOOP, BLOCK]), 20, 9.0),
                (set(&[SWITCH]), 10, 5.0),
            ],
            // A function within a loop takes the loop away.
            refused: vec![(0, 9), (set(&[BLOCK]), 7), (set(&[FUNCTION]), 3), (set(&[LOOP, FUNCTION]), 4)],
        };
        let need = RequiredAncestor {
            choice: 7,
            above: vec![LOOP, SWITCH],
            tried: 94,
            accepted: 54.0,
            elsewhere: 19,
        };
        assert_eq!(above.need(7, 8), Some(need));
    }

    #[test]
    fn what_is_accepted_anywhere_needs_nothing() {
        let mut above = AncestorSets {
            accepted: vec![(set(&[LOOP]), 60, 40.0), (0, 1, 1.0)],
            refused: vec![(set(&[BLOCK]), 100)],
        };
        assert_eq!(above.need(7, 8), None, "it was accepted at the top");
        above.accepted.pop();
        assert!(above.need(7, 8).is_some());
        above.refused[0].1 = 6;
        // Six times one third is 0.0014.
        assert_eq!(above.need(7, 8), None, "that may be chance");
    }
}
