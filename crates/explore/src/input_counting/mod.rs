//! Counts the inputs of a path exactly, by the solutions of its constraints, or gives no number.
//!
//! Differences are closed in a matrix, integers that are equal up to a constant become one, and of the differences those
//! are kept that no others imply (`reduced_constraints.rs`). The remaining constraints are counted by tables of integers' values (`table_counting.rs`): a chain or a tree
//! of pairs, as orders are, by sums from the leaves; a cycle, or more than two integers in one constraint, by taking each value of
//! one integer in turn. Parts that share no integer multiply. A count that would go over too many values is not made.
//!
//! The minimal differences are those of Larsen, Larsson, Pettersson and Yi, "Efficient verification of real-time systems: compact data
//! structure and state-space reduction" (RTSS 1997); the sums from the leaves are variable elimination (Dechter, "Bucket
//! elimination", 1999), which is exact on trees.

mod reduced_constraints;
mod table_counting;

use dpgen_forest::Count;
use dpgen_solver::Constraint;

use reduced_constraints::ReducedConstraints;

/// The maximum number of values that one count may visit.
const MAX_VALUES: u64 = 1 << 22;

/// The number of assignments within these domains that meet all constraints, whose variables are numbered from 1; none if they
/// are not counted.
pub(crate) fn count(domains: &[(i64, i64)], constraints: &[Constraint]) -> Option<Count> {
    let reduced = match ReducedConstraints::of(domains, constraints)? {
        Some(reduced) => reduced,
        None => return Some(Count::ZERO),
    };
    let mut left = MAX_VALUES;
    let mut product = table_counting::count(&reduced.widths, &reduced.rows, &mut left)?;
    for (lo, hi) in reduced.free {
        product *= &Count::new(u128::try_from(i128::from(hi) - i128::from(lo) + 1).ok()?);
    }
    Some(product)
}

#[cfg(test)]
mod tests {
    use dpgen_forest::Count;
    use dpgen_solver::{Constraint, Linear, Relation, Var};

    use super::count;

    fn constraint(terms: &[(u32, i64)], constant: i64, relation: Relation) -> Constraint {
        let terms = terms.iter().map(|(var, factor)| (Var::new(*var), *factor));
        Constraint::new(Linear::new(terms, constant).unwrap(), relation)
    }

    /// By all values.
    fn brute(domains: &[(i64, i64)], constraints: &[Constraint]) -> u128 {
        let mut rows: Vec<Vec<i64>> = vec![vec![0]];
        for (lo, hi) in domains {
            rows = rows
                .iter()
                .flat_map(|row| (*lo..=*hi).map(move |value| [row.as_slice(), &[value]].concat()))
                .collect();
        }
        let meets = |row: &Vec<i64>, constraint: &Constraint| {
            let terms = constraint.term().terms();
            let value: i64 = terms.iter().map(|(var, factor)| factor * row[var.index()]).sum();
            let value = value + constraint.term().constant_part();
            match constraint.relation() {
                Relation::Le => value <= 0,
                Relation::Eq => value == 0,
                Relation::Ne => value != 0,
            }
        };
        let all = rows.iter().filter(|row| constraints.iter().all(|constraint| meets(row, constraint)));
        all.fold(0, |sum, _| sum + 1)
    }

    /// Random systems: differences, equations, differences that are excluded, and constraints of three integers.
    #[test]
    fn counts_are_those_of_brute_force() {
        let mut state = 1_u64;
        let mut draw = move |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut found = 0;
        for _ in 0..3000 {
            let domains: Vec<(i64, i64)> = (0..1 + draw(5))
                .map(|_| {
                    let lo = i64::try_from(draw(4)).unwrap() - 2;
                    (lo, lo + i64::try_from(draw(6)).unwrap())
                })
                .collect();
            let many = u64::try_from(domains.len()).unwrap();
            let constraints: Vec<Constraint> = (0..draw(6))
                .map(|_| {
                    let mut terms: Vec<(u32, i64)> = Vec::new();
                    for _ in 0..1 + draw(3) {
                        let var = u32::try_from(1 + draw(many)).unwrap();
                        let factor = [1, -1, 1, -1, 2, -3][usize::try_from(draw(6)).unwrap()];
                        terms.push((var, factor));
                    }
                    let relation = [Relation::Le, Relation::Le, Relation::Eq, Relation::Ne];
                    let relation = relation[usize::try_from(draw(4)).unwrap()];
                    constraint(&terms, i64::try_from(draw(5)).unwrap() - 2, relation)
                })
                .collect();
            let expected = brute(&domains, &constraints);
            found += u32::from(expected > 0);
            assert_eq!(
                count(&domains, &constraints),
                Some(Count::new(expected)),
                "{domains:?} {constraints:?}"
            );
        }
        assert!(found > 1000);
    }

    /// A hundred integers that ascend: choose 100 of 1,001.
    #[test]
    fn long_chains_are_counted() {
        let ascends: Vec<Constraint> =
            (1..100).map(|var| constraint(&[(var, 1), (var + 1, -1)], 1, Relation::Le)).collect();
        let mut binomial = Count::ONE;
        for place in 0..100_u32 {
            binomial *= &Count::from(1001 - place);
            binomial = binomial.div_rem(&Count::from(place + 1)).0;
        }
        assert_eq!(count(&[(0, 1000); 100], &ascends), Some(binomial));
    }

    /// What is wide and free is multiplied; what is wide and bound is not counted.
    #[test]
    fn wide_integers() {
        let wide = (0, (1 << 40) - 1);
        assert_eq!(count(&[wide, wide, (3, 3)], &[]), Some(Count::new(1 << 80)));
        let below = constraint(&[(1, 1), (2, -1)], 0, Relation::Le);
        assert_eq!(count(&[wide, wide], &[below]), None);
    }
}
