//! Both stores, with and without a matrix: what they count, and what a level leaves behind.

use super::{any_var, draw, rows};
use crate::answer::{Feasibility, Possibility};
use crate::constraint::{Constraint, Relation};
use crate::limit::Limit;
use crate::linear::Linear;
use crate::search::{Mode, Outcome};
use crate::sparse::SparseStore;
use crate::store::Store;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;

/// What the stores were told.
#[derive(Debug, Clone, Default)]
struct Told {
    domains: Vec<(i64, i64)>,
    constraints: Vec<Constraint>,
}

fn meets(row: &[i64], constraint: &Constraint) -> bool {
    let value = constraint.term().value(row).unwrap();
    match constraint.relation() {
        Relation::Le => value <= 0,
        Relation::Eq => value == 0,
        Relation::Ne => value != 0,
    }
}

impl Told {
    fn models(&self) -> Vec<Vec<i64>> {
        let mut rows = rows(&self.domains);
        rows.retain(|row| self.constraints.iter().all(|constraint| meets(row, constraint)));
        rows
    }
}

/// A constraint, most often none on a difference: so that all questions go to the simplex and to searches.
fn random_constraint(rng: &mut ChaCha8Rng, vars: usize) -> Constraint {
    let mut terms = Vec::new();
    for _ in 0..draw(rng, 1, 3) {
        terms.push((any_var(rng, vars), draw(rng, -3, 3)));
    }
    let relation = [Relation::Le, Relation::Eq, Relation::Ne][usize::try_from(draw(rng, 0, 2)).unwrap()];
    Constraint::new(Linear::new(terms, draw(rng, -5, 5)).unwrap(), relation)
}

/// A store's answers agree with whether there are models.
fn agrees(feasibility: Feasibility, is_there: bool) -> bool {
    match feasibility {
        Feasibility::Feasible => is_there,
        Feasibility::Infeasible => !is_there,
        Feasibility::Unknown => true,
    }
}

fn judge(outcome: Outcome, models: &[Vec<i64>], told: &Told) {
    match outcome {
        Outcome::Sat(model) => assert!(models.iter().any(|row| row == model.row()), "{model:?} of {told:?}"),
        Outcome::Unsat => assert!(models.is_empty(), "{told:?}"),
        Outcome::Unknown(reason) => panic!("{reason:?} for {told:?}"),
    }
}

#[test]
fn levels_leave_nothing_behind() {
    let mut rng = ChaCha8Rng::seed_from_u64(35);
    let mut asked = [0; 2];
    for _ in 0..150 {
        let (mut store, mut sparse) = (Store::new(), SparseStore::new(Limit::NONE));
        let (mut told, mut levels) = (Told::default(), Vec::new());
        for _ in 0..20 {
            match draw(&mut rng, 0, 9) {
                // Variables of a level that is gone come back with other domains.
                0..=2 if told.domains.len() < 4 => {
                    let lo = draw(&mut rng, -4, 4);
                    let hi = lo + draw(&mut rng, 0, 3);
                    told.domains.push((lo, hi));
                    store.new_var(lo, hi).unwrap();
                    sparse.new_var(lo, hi).unwrap();
                }
                3 | 4 => {
                    store.push();
                    sparse.push();
                    levels.push(told.clone());
                }
                5 | 6 => {
                    let before = levels.pop();
                    assert_eq!((store.pop(), sparse.pop()), (before.is_some(), before.is_some()));
                    told = before.unwrap_or(told);
                }
                7 => {
                    let constraint = random_constraint(&mut rng, told.domains.len());
                    told.constraints.push(constraint.clone());
                    let is_there = !told.models().is_empty();
                    assert!(agrees(store.add(&constraint), is_there), "{told:?}");
                    assert!(agrees(sparse.add(&constraint), is_there), "{told:?}");
                }
                _ => {
                    let constraint = random_constraint(&mut rng, told.domains.len());
                    let expected = match told.models().iter().any(|row| meets(row, &constraint)) {
                        true => Possibility::Yes,
                        false => Possibility::No,
                    };
                    assert_eq!(store.possible(&constraint), expected, "{constraint} with {told:?}");
                    assert_eq!(sparse.possible(&constraint), expected, "{constraint} with {told:?}");
                    asked[usize::from(expected == Possibility::Yes)] += 1;
                }
            }
            let count = told.domains.len();
            assert_eq!((store.len(), store.is_empty()), (count, count == 0));
            assert_eq!((sparse.len(), sparse.is_empty()), (count, count == 0));
            let models = told.models();
            assert!(agrees(store.feasibility(), !models.is_empty()), "{told:?}");
            judge(sparse.solve(), &models, &told);
            judge(store.solve(Mode::Any), &models, &told);
            judge(store.solve(Mode::Random(&mut rng)), &models, &told);
            let least = store.solve(Mode::Smallest).assignment();
            assert_eq!(
                least.as_ref().map(|model| model.row()),
                models.first().map(Vec::as_slice),
                "{told:?}"
            );
            // Bounds hold of every model, and are attained where the matrix is all there is.
            for var in (1..=count).filter(|_| !models.is_empty()) {
                let values = || models.iter().map(|row| row[var]);
                let own = (values().min().unwrap(), values().max().unwrap());
                let (lo, hi) = store.bounds(crate::Var::from_index(var).unwrap());
                assert!(lo <= own.0 && own.1 <= hi, "{told:?}");
                assert!(!store.is_exact() || (lo, hi) == own, "{told:?}");
            }
        }
    }
    assert!(asked.into_iter().min() > Some(100), "{asked:?} were not possible, and possible");
}
