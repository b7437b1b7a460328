//! The solver against an outside one, Pumpkin: satisfiability and the number of models of random systems.

use chacha20::ChaCha8Rng;
use dpgen_solver::{Constraint, Limit, Linear, Mode, Outcome, Relation, SparseStore, Store, Var};
use pumpkin_constraints::{equals, less_than_or_equals, not_equals};
use pumpkin_core::Solver;
use pumpkin_core::conflict_resolving::{ConflictAnalysisContext, ConflictResolver};
use pumpkin_core::propagation::ReadDomains;
use pumpkin_core::results::ProblemSolution;
use pumpkin_core::results::solution_iterator::IteratedSolution;
use pumpkin_core::termination::Indefinite;
use pumpkin_core::variables::TransformableVariable;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

/// Undoes the last decision and posts its opposite: enough for small systems.
#[derive(Debug, Clone, Copy)]
struct Chronological;

impl ConflictResolver for Chronological {
    fn resolve_conflict(&mut self, context: &mut ConflictAnalysisContext) {
        let decision = context.find_last_decision().expect("conflicts at the root are not resolved");
        let checkpoint = context.get_checkpoint();
        context.restore_to(checkpoint - 1);
        context.post(!decision).expect("the opposite of an undone decision is open");
    }
}

/// One random constraint: coefficients by variable, a constant, and how the sum compares with zero.
type Row = (Vec<i32>, i32, Relation);

fn random_rows(rng: &mut ChaCha8Rng, vars: usize) -> Vec<Row> {
    (0..rng.random_range(1..=5))
        .map(|_| {
            let mut coefficients = vec![0; vars];
            for _ in 0..rng.random_range(1..=3) {
                coefficients[rng.random_range(0..vars)] = rng.random_range(-3..=3);
            }
            let relation = [Relation::Le, Relation::Eq, Relation::Ne][rng.random_range(0..3)];
            (coefficients, rng.random_range(-6..=6), relation)
        })
        .collect()
}

fn ours(domains: &[(i32, i32)], rows: &[Row]) -> BTreeSet<Vec<i64>> {
    let mut store = Store::new();
    for &(lo, hi) in domains {
        store.new_var(lo.into(), hi.into()).expect("small domain");
    }
    for (coefficients, constant, relation) in rows {
        let vars = (1..).map(Var::new);
        let terms = vars.zip(coefficients.iter().map(|&coefficient| i64::from(coefficient)));
        let term = Linear::new(terms, i64::from(*constant)).expect("small term");
        store.add(&Constraint::new(term, *relation));
    }
    store.all(Limit::NONE).map(|model| model.values().to_vec()).collect()
}

fn theirs(domains: &[(i32, i32)], rows: &[Row], most: usize) -> BTreeSet<Vec<i64>> {
    let mut solver = Solver::default();
    let vars: Vec<_> = domains.iter().map(|&(lo, hi)| solver.new_bounded_integer(lo, hi)).collect();
    for (coefficients, constant, relation) in rows {
        let used = vars.iter().zip(coefficients).filter(|&(_, &coefficient)| coefficient != 0);
        let terms: Vec<_> = used.map(|(var, &coefficient)| var.scaled(coefficient)).collect();
        if terms.is_empty() {
            let holds = match relation {
                Relation::Le => *constant <= 0,
                Relation::Eq => *constant == 0,
                Relation::Ne => *constant != 0,
            };
            if holds {
                continue;
            }
            return BTreeSet::new();
        }
        let tag = solver.new_constraint_tag();
        match relation {
            Relation::Le => {
                solver.add_constraint(less_than_or_equals(terms, -constant, tag)).post();
            }
            Relation::Eq => solver.add_constraint(equals(terms, -constant, tag)).post(),
            Relation::Ne => solver.add_constraint(not_equals(terms, -constant, tag)).post(),
        }
    }
    let mut found = BTreeSet::new();
    let mut brancher = solver.default_brancher();
    let (mut termination, mut resolver) = (Indefinite, Chronological);
    let mut solutions = solver.get_solution_iterator(&mut brancher, &mut termination, &mut resolver);
    loop {
        if found.len() == most {
            return found;
        }
        match solutions.next_solution() {
            IteratedSolution::Solution(solution, ..) => {
                let values = vars.iter().map(|&var| i64::from(solution.get_integer_value(var))).collect();
                assert!(found.insert(values), "each solution comes once");
            }
            IteratedSolution::Finished | IteratedSolution::Unsatisfiable => return found,
            IteratedSolution::Unknown => panic!("nothing ends the search early"),
        }
    }
}

#[test]
fn all_models_agree_with_pumpkin() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let (mut satisfiable, systems) = (0, 500);
    for _ in 0..systems {
        let vars = rng.random_range(1..=4);
        let domains: Vec<(i32, i32)> = (0..vars)
            .map(|_| {
                let lo = rng.random_range(-3..=3);
                (lo, lo + rng.random_range(0..=3))
            })
            .collect();
        let rows = random_rows(&mut rng, vars);
        let models = ours(&domains, &rows);
        assert_eq!(models, theirs(&domains, &rows, usize::MAX), "{domains:?} {rows:?}");
        satisfiable += usize::from(!models.is_empty());
    }
    assert!((systems / 10..systems * 9 / 10).contains(&satisfiable), "{satisfiable} of {systems}");
}

/// Sums of many variables compared with one another: what search alone is bad at.
#[test]
fn sums_are_as_satisfiable_as_pumpkin_finds_them() {
    let mut rng = ChaCha8Rng::seed_from_u64(22);
    let (mut satisfiable, systems) = (0, 200);
    for _ in 0..systems {
        let domains = [(0, 7); 8];
        let rows: Vec<Row> = (0..rng.random_range(6..=12))
            .map(|_| {
                let coefficients = (0..8).map(|_| rng.random_range(-1..=1)).collect();
                let relation = [Relation::Le, Relation::Le, Relation::Eq][rng.random_range(0..3)];
                (coefficients, rng.random_range(-2..=6), relation)
            })
            .collect();
        let expected = !theirs(&domains, &rows, 1).is_empty();
        let (mut dense, mut sparse) = (Store::new(), SparseStore::new(Limit::NONE));
        for (lo, hi) in domains {
            dense.new_var(lo.into(), hi.into()).expect("small domain");
            sparse.new_var(lo.into(), hi.into()).expect("small domain");
        }
        for (coefficients, constant, relation) in &rows {
            let terms = (1..).map(Var::new).zip(coefficients.iter().map(|by| i64::from(*by)));
            let term = Linear::new(terms, i64::from(*constant)).expect("small term");
            dense.add(&Constraint::new(term.clone(), *relation));
            sparse.add(&Constraint::new(term, *relation));
        }
        for outcome in [dense.solve(Mode::Any), dense.solve(Mode::Smallest), sparse.solve()] {
            assert!(!matches!(outcome, Outcome::Unknown(_)), "{rows:?}");
            let Some(model) = outcome.assignment() else {
                assert!(!expected, "{rows:?}");
                continue;
            };
            for (coefficients, constant, relation) in &rows {
                let products =
                    coefficients.iter().zip(model.values()).map(|(by, value)| i64::from(*by) * value);
                let sum = products.sum::<i64>() + i64::from(*constant);
                assert!(if *relation == Relation::Eq { sum == 0 } else { sum <= 0 }, "{rows:?}");
            }
            assert!(expected, "{rows:?}");
        }
        satisfiable += i32::from(expected);
    }
    assert!((systems / 10..systems * 9 / 10).contains(&satisfiable), "{satisfiable} of {systems}");
}
