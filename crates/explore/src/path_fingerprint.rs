//! [`Fingerprint`]: a path condition as a small matrix of bits, by which path conditions are compared.
//!
//! After Tardis (Braione and Denaro, *Path selection by machine learning in concolic testing of classes*, arXiv 2005.09317): of a
//! path condition only the clauses count that its last one depends on (its *slice*); each is hashed with its constants and
//! without them (its *abstract clause*), into the rows and columns of a Bloom filter of two levels. Equal clauses share
//! cells, similar ones columns. Here an abstract clause has the comparison's relation, the coefficients, and the kinds of the
//! variables; it drops which of these they are, and the constant.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};

use dpgen_engine::steer::BranchQuestion;
use dpgen_forest::index::at;
use dpgen_solver::Linear;

const FINGERPRINT_COLUMNS: u64 = 64;
const FINGERPRINT_ROWS: usize = 16;
/// The number of hash functions.
const HASH_FUNCTIONS: u64 = 3;

/// The origin of a variable in the program's input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Origin {
    /// The kind of place that it stands in: equal for the same slot of different nodes.
    pub kind: u32,
    /// The part of the structure that it belongs to.
    pub owner: u32,
}

/// One constraint of a path condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    concrete: u64,
    pattern: u64,
    /// The variables, and the parts that they belong to.
    variables: Vec<u32>,
    owners: Vec<u32>,
}

fn hashed(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    mixed(hasher.finish())
}

/// Spreads the bits of a hash (the finalizer of SplitMix64).
const fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

impl Clause {
    /// The constraint that a way of a comparison assumes of a term; `origins` knows the trial's variables.
    pub(crate) fn new(asked: BranchQuestion, way: u32, term: &Linear, origins: &[Origin]) -> Self {
        let word = asked.kind.word(way);
        let origin = |number: u32| {
            number.checked_sub(1).and_then(|place| origins.get(at(place))).copied().unwrap_or_default()
        };
        let terms = term.terms();
        let mut kinds: Vec<(u32, i64)> =
            terms.iter().map(|(var, factor)| (origin(var.number()).kind, *factor)).collect();
        kinds.sort_unstable();
        Self {
            concrete: hashed((
                word,
                terms.iter().map(|(var, factor)| (var.number(), *factor)).collect::<Vec<_>>(),
                term.constant_part(),
            )),
            pattern: hashed((word, &kinds)),
            variables: terms.iter().map(|(var, _)| var.number()).collect(),
            owners: terms.iter().map(|(var, _)| origin(var.number()).owner).collect(),
        }
    }

    /// The clause without constants, as a hash.
    pub(crate) const fn pattern(&self) -> u64 {
        self.pattern
    }

    fn touches(&self, variables: &FxHashSet<u32>, owners: &FxHashSet<u32>) -> bool {
        self.variables.iter().any(|variable| variables.contains(variable))
            || self.owners.iter().any(|owner| owners.contains(owner))
    }
}

/// A path condition as bits: by row, the columns that are set. Row 0 has the abstract clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fingerprint([u64; FINGERPRINT_ROWS]);

impl Fingerprint {
    /// Of the clauses that the last one depends on, by variables or owners that they share.
    pub(crate) fn of_slice(clauses: &[Clause]) -> Self {
        let mut fingerprint = Self::default();
        let Some((last, before)) = clauses.split_last() else { return fingerprint };
        let mut variables: FxHashSet<u32> = last.variables.iter().copied().collect();
        let mut owners: FxHashSet<u32> = last.owners.iter().copied().collect();
        fingerprint.set(last);
        let mut rest: Vec<&Clause> = before.iter().collect();
        loop {
            let (in_slice, left): (Vec<&Clause>, Vec<&Clause>) =
                rest.into_iter().partition(|clause| clause.touches(&variables, &owners));
            if in_slice.is_empty() {
                return fingerprint;
            }
            for clause in in_slice {
                fingerprint.set(clause);
                variables.extend(&clause.variables);
                owners.extend(&clause.owners);
            }
            rest = left;
        }
    }

    fn set(&mut self, clause: &Clause) {
        for salt in 0..HASH_FUNCTIONS {
            let column = mixed(clause.pattern.wrapping_add(salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
                % FINGERPRINT_COLUMNS;
            let concrete = mixed(clause.concrete.wrapping_add(salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            let row = usize::try_from(concrete % 15).unwrap_or(0) + 1;
            self.0[0] |= 1 << column;
            self.0[row] |= 1 << column;
        }
    }

    /// The similarity of two fingerprints, from 0 to 1: common cells, as a share of all cells (Jaccard's index).
    #[must_use]
    pub fn similarity(&self, other: &Self) -> f64 {
        let count = |join: fn(u64, u64) -> u64| -> u32 {
            self.0.iter().zip(&other.0).map(|(a, b)| join(*a, *b).count_ones()).sum()
        };
        match count(|a, b| a | b) {
            0 => 0.0,
            either => f64::from(count(|a, b| a & b)) / f64::from(either),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::Location;

    use dpgen_engine::steer::{BranchQuestion, QuestionKind};
    use dpgen_solver::{Linear, Var};

    use super::{Clause, Fingerprint, Origin};

    fn clause(variable: u32, constant: i64) -> Clause {
        let asked = BranchQuestion { site: Location::caller(), kind: QuestionKind::Less, compares: true };
        let origins: Vec<Origin> = (0..9).map(|owner| Origin { kind: 0, owner }).collect();
        Clause::new(asked, 0, &Linear::new([(Var::new(variable), 1)], constant).unwrap(), &origins)
    }

    #[test]
    fn constants_share_columns_and_slices_leave_out_what_does_not_matter() {
        let of = |clauses: &[Clause]| Fingerprint::of_slice(clauses);
        let (five, seven) = (of(&[clause(1, 5)]), of(&[clause(2, 7)]));
        assert_eq!(five.0[0], seven.0[0], "the abstract clauses are equal");
        assert_ne!(five, seven);
        assert!(five.similarity(&seven) > 0.0 && five.similarity(&seven) < 1.0);
        assert_eq!(of(&[clause(3, 1), clause(1, 5)]), five, "variable 3 has nothing to do with variable 1");
        assert_ne!(of(&[clause(1, 1), clause(1, 5)]), five);
        assert!((of(&[]).similarity(&five)).abs() < 1e-9);
    }
}
