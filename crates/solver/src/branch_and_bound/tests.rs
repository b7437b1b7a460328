//! Branch and bound against trying all values, at the largest numbers, and interrupted.

use super::{BranchAndBound, StoredConstraints};
use crate::constraint::{Constraint, Relation};
use crate::interrupt::{Interrupt, UnknownReason};
use crate::linear_term::{Linear, Var};
use crate::search::Outcome;
use crate::search_limit::Limit;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// A number from 0 to `most`.
fn draw(rng: &mut ChaCha8Rng, most: u32) -> i64 {
    (rng.next_u32() % (most + 1)).into()
}

fn random_constraint(rng: &mut ChaCha8Rng, vars: u32) -> Constraint {
    let terms: Vec<(Var, i64)> = (1..=vars).map(|var| (Var::new(var), draw(rng, 6) - 3)).collect();
    let term = Linear::new(terms, draw(rng, 20) - 10).expect("a small term");
    let relation = match draw(rng, 3) {
        0 => Relation::Eq,
        1 => Relation::Ne,
        _ => Relation::Le,
    };
    Constraint::new(term, relation)
}

/// All models, least first, by trying every valuation.
fn brute_force(domains: &[(i64, i64)], constraints: &[Constraint]) -> Vec<Vec<i64>> {
    let mut rows = vec![Vec::new()];
    for (lo, hi) in domains {
        let longer = |row: &Vec<i64>| {
            let row = row.clone();
            (*lo..=*hi).map(move |value| [row.as_slice(), &[value]].concat())
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    let meets = |row: &Vec<i64>, constraint: &Constraint| {
        let terms = constraint.term().terms().iter();
        let sum: i64 = terms.map(|(var, by)| by * row[var.index() - 1]).sum();
        let sum = sum + constraint.term().constant_part();
        match constraint.relation() {
            Relation::Le => sum <= 0,
            Relation::Eq => sum == 0,
            Relation::Ne => sum != 0,
        }
    };
    rows.retain(|row| constraints.iter().all(|constraint| meets(row, constraint)));
    rows
}

/// Lists that grow and are cut back at random, as a store's are: what is left of former questions changes nothing.
#[test]
fn models_are_those_of_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let (mut satisfiable, mut asked) = (0, 0);
    for _ in 0..60 {
        let mut arithmetic = BranchAndBound::default();
        let (mut domains, mut general) = (Vec::new(), Vec::new());
        for _ in 0..40 {
            match draw(&mut rng, 5) {
                0 if domains.len() < 4 => {
                    let lo = draw(&mut rng, 6) - 3;
                    domains.push((lo, lo + draw(&mut rng, 4)));
                }
                1 | 2 => {
                    let kept = usize::try_from(draw(&mut rng, 5)).expect("a small number");
                    general.truncate(general.len().saturating_sub(kept));
                    arithmetic.cut(StoredConstraints {
                        domains: &domains,
                        differences: &[],
                        general: &general,
                        bounds: &[],
                    });
                }
                _ => {
                    let vars = u32::try_from(domains.len()).expect("a small number");
                    general.push(random_constraint(&mut rng, vars));
                }
            }
            let told =
                StoredConstraints { domains: &domains, differences: &[], general: &general, bounds: &[] };
            let models = brute_force(&domains, &general);
            asked += 1;
            satisfiable += u64::from(!models.is_empty());
            let found = arithmetic.solve(told, Limit::NONE, &Interrupt::NEVER);
            let least = arithmetic.smallest(told, Limit::NONE, &Interrupt::NEVER);
            let drawn = arithmetic.random(told, Limit::NONE, &Interrupt::NEVER, &mut rng);
            let Some(first) = models.first() else {
                assert_eq!([found, least, drawn], [Outcome::Unsat, Outcome::Unsat, Outcome::Unsat]);
                continue;
            };
            assert_eq!(least.assignment().expect("there are models").values(), first);
            for model in [found, drawn] {
                let model = model.assignment().expect("there are models");
                assert!(models.iter().any(|row| row == model.values()), "{model:?} of {general:?}");
            }
        }
    }
    assert!((asked / 10..asked * 9 / 10).contains(&satisfiable), "{satisfiable} of {asked}");
}

/// Sums of many variables with the largest domains and factors: what is small leaves words and comes back.
#[test]
fn the_largest_numbers_are_exact() {
    let end = 1_i64 << 60;
    let domains = [(-end, end); 3];
    let [x, y, z] = [1, 2, 3].map(Var::new);
    let term = |terms: [(Var, i64); 3], constant| Linear::new(terms, constant).expect("within the limit");
    let factor = (1 << 60) - 1;
    let mut general = vec![
        Constraint::new(term([(x, factor), (y, -factor + 2), (z, 1)], -7), Relation::Eq),
        Constraint::new(term([(x, 3), (y, 5), (z, -7)], 0), Relation::Le),
    ];
    let mut arithmetic = BranchAndBound::default();
    let mut solve = |general: &[Constraint]| {
        let told = StoredConstraints { domains: &domains, differences: &[], general, bounds: &[] };
        arithmetic.solve(told, Limit::nodes(10_000), &Interrupt::NEVER)
    };
    if let Outcome::Sat(model) = solve(&general) {
        for constraint in &general {
            let value = constraint.term().value(model.row()).expect("a value for each variable");
            assert!(if constraint.relation() == Relation::Eq { value == 0 } else { value <= 0 });
        }
    }
    general.push(Constraint::new(term([(x, 1), (y, 1), (z, 1)], -3 * end), Relation::Eq));
    assert_eq!(solve(&general), Outcome::Unsat); // all three at their ends
}

#[test]
fn interrupts_and_limits_are_heard() {
    let domains = [(0, 1000); 6];
    let sums: Vec<Constraint> = (0..6)
        .map(|skip| {
            let terms = (1..=6).map(|var| (Var::new(var), if var == skip + 1 { 7 } else { 2 }));
            Constraint::new(Linear::new(terms, -4001).expect("a small term"), Relation::Eq)
        })
        .collect();
    let told = StoredConstraints { domains: &domains, differences: &[], general: &sums, bounds: &[] };
    let stopped = BranchAndBound::default().solve(told, Limit::NONE, &Interrupt::new(|| true));
    assert_eq!(stopped, Outcome::Unknown(UnknownReason::Interrupted));
    let none = BranchAndBound::default().solve(told, Limit::nodes(0), &Interrupt::NEVER);
    assert_eq!(none, Outcome::Unknown(UnknownReason::Limit(Limit::nodes(0))));
}
