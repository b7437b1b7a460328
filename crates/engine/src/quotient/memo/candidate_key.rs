//! Keys of candidates: equal keys if runs read the same of the parts, but for the bounds of their conditions.
//!
//! A run that does not look into parts reads what classes answer, in their order; which classes share a condition, and in
//! which order conditions are numbered; the terms of a condition, and how many variables it has. This is the *signature* of
//! a set. Templates name classes by their positions in these sets, so that no class may be in two different sets.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use dpgen_forest::index::{AttrIx, CtorIx, at, small};
use dpgen_solver::Linear;

use crate::quotient::sets::class_sets::ClassSets;
use crate::quotient::table::class_conditions::ConditionTable;
use crate::quotient::table::class_table::ClassTable;

/// Candidates with a set of more classes have no key: they are unlikely to be alike.
const MAX_SET_LEN: usize = 256;
/// The word of a slot with the same set as an earlier one is this number less the index of that slot.
const SAME_AS_EARLIER: u32 = u32::MAX;

/// A key of candidates: the constructor, and for each recursive slot the number of its set's signature, or which earlier
/// slot has the same set.
pub(crate) type CandidateKey = SmallVec<[u32; 4]>;

/// The signature of a set of classes: all that runs read of it, but for the bounds of conditions.
#[derive(Debug)]
struct SetSignature {
    number: u32,
    /// The first and the last class.
    ends: (u32, u32),
    /// The conditions of its classes, ascending.
    conditions: SmallVec<[u32; 2]>,
}

/// A worker's signatures, numbered in the order in which it met them.
#[derive(Debug, Default)]
pub(crate) struct SetSignatures {
    /// By the worker's set, if it was asked for; no signature if candidates with the set have no key.
    by_set: Vec<Option<Option<SetSignature>>>,
    numbers: IndexSet<Box<[u32]>, FxBuildHasher>,
    terms: IndexSet<(usize, Vec<Linear>), FxBuildHasher>,
}

impl SetSignatures {
    /// The key of candidates of a constructor whose parts are of these sets, if they can have one.
    pub(crate) fn key(&mut self, class_sets: &ClassSets, ctor: CtorIx, sets: &[u32]) -> Option<CandidateKey> {
        let mut key = CandidateKey::new();
        key.push(ctor.word());
        let mut ends: SmallVec<[(u32, u32); 4]> = SmallVec::new();
        for (index, set) in sets.iter().enumerate() {
            let signature = self.signature(class_sets, *set)?;
            let (number, own_ends) = (signature.number, signature.ends);
            let earlier = sets[..index].iter().position(|earlier| earlier == set);
            let shares = |(earlier, ends): (&u32, &(u32, u32))| {
                overlap(*ends, own_ends)
                    && share_members(class_sets.members(*earlier), class_sets.members(*set))
            };
            if earlier.is_none() && sets.iter().zip(&ends).any(shares) {
                return None;
            }
            key.push(earlier.map_or(number, |earlier| SAME_AS_EARLIER - small(earlier)));
            ends.push(own_ends);
        }
        Some(key)
    }

    /// The conditions of a set of candidates with a key, ascending.
    pub(crate) fn conditions(&self, set: u32) -> &[u32] {
        let known = self.by_set.get(at(set)).and_then(Option::as_ref).and_then(Option::as_ref);
        known.map_or(&[], |signature| &signature.conditions)
    }

    fn signature(&mut self, class_sets: &ClassSets, set: u32) -> Option<&SetSignature> {
        if self.by_set.len() <= at(set) {
            self.by_set.resize_with(at(set) + 1, || None);
        }
        if self.by_set[at(set)].is_none() {
            let signature =
                self.new_signature(&class_sets.classes, &class_sets.conditions, class_sets.members(set));
            self.by_set[at(set)] = Some(signature);
        }
        self.by_set[at(set)].as_ref().and_then(Option::as_ref)
    }

    fn new_signature(
        &mut self,
        classes: &ClassTable,
        conditions: &ConditionTable,
        members: &[u32],
    ) -> Option<SetSignature> {
        if members.len() > MAX_SET_LEN {
            return None;
        }
        let mut ranks: Vec<u32> = members.iter().map(|class| classes.condition(*class)).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let mut words = Vec::new();
        for number in &ranks {
            let condition = conditions.get(*number);
            if !condition.general.is_empty() {
                return None;
            }
            let terms = self.terms.insert_full((condition.dbm.len(), condition.terms.clone())).0;
            words.push(small(terms));
        }
        words.push(SAME_AS_EARLIER);
        for class in members {
            words.extend(ranks.binary_search(&classes.condition(*class)).map(small));
            for attr in (0..small(classes.tables.len())).map(AttrIx::from_word) {
                let value = classes.answers(attr).0[at(*class)];
                words.extend(value.map(|value| small(value.index())));
            }
        }
        let number = small(self.numbers.insert_full(words.into()).0);
        let ends = (*members.first()?, *members.last()?);
        Some(SetSignature { number, ends, conditions: ranks.into() })
    }
}

/// Whether two intervals, each given by its ends, have a number in common.
const fn overlap(one: (u32, u32), other: (u32, u32)) -> bool {
    one.0 <= other.1 && other.0 <= one.1
}

/// Whether two ascending lists have an entry in common.
fn share_members(one: &[u32], other: &[u32]) -> bool {
    one.iter().any(|class| other.binary_search(class).is_ok())
}
