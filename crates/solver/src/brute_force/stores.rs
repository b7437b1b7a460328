//! Both stores, with and without a matrix: what they count, and what a level leaves behind.

use super::{any_var, draw, rows};
use crate::branch_and_bound::{BranchAndBound, StoredConstraints};
use crate::constraint::{Constraint, Relation};
use crate::difference_system::DifferenceSystem;
use crate::feasibility::{Feasibility, Possibility};
use crate::interrupt::Interrupt;
use crate::linear_term::{Linear, Var};
use crate::search::{Mode, Outcome};
use crate::search_limit::Limit;
use crate::sparse_store::SparseStore;
use crate::store::Store;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use std::collections::BTreeSet;

/// The variables and constraints that were added to the stores.
#[derive(Debug, Clone, Default)]
struct AddedConstraints {
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

impl AddedConstraints {
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

fn judge(outcome: Outcome, models: &[Vec<i64>], added: &AddedConstraints) {
    match outcome {
        Outcome::Sat(model) => assert!(models.iter().any(|row| row == model.row()), "{model:?} of {added:?}"),
        Outcome::Unsat => assert!(models.is_empty(), "{added:?}"),
        Outcome::Unknown(reason) => panic!("{reason:?} for {added:?}"),
    }
}

#[test]
fn levels_leave_nothing_behind() {
    let mut rng = ChaCha8Rng::seed_from_u64(35);
    let mut asked = [0; 2];
    for _ in 0..150 {
        let (mut store, mut sparse) = (Store::new(), SparseStore::new(Limit::NONE));
        let (mut added, mut levels) = (AddedConstraints::default(), Vec::new());
        for _ in 0..20 {
            match draw(&mut rng, 0, 9) {
                // Variables of a level that is gone come back with other domains.
                0..=2 if added.domains.len() < 4 => {
                    let lo = draw(&mut rng, -4, 4);
                    let hi = lo + draw(&mut rng, 0, 3);
                    added.domains.push((lo, hi));
                    store.new_var(lo, hi).unwrap();
                    sparse.new_var(lo, hi).unwrap();
                }
                3 | 4 => {
                    store.push();
                    sparse.push();
                    levels.push(added.clone());
                }
                5 | 6 => {
                    let before = levels.pop();
                    assert_eq!((store.pop(), sparse.pop()), (before.is_some(), before.is_some()));
                    added = before.unwrap_or(added);
                }
                7 => {
                    let constraint = random_constraint(&mut rng, added.domains.len());
                    added.constraints.push(constraint.clone());
                    let is_there = !added.models().is_empty();
                    assert!(agrees(store.add(&constraint), is_there), "{added:?}");
                    assert!(agrees(sparse.add(&constraint), is_there), "{added:?}");
                }
                _ => {
                    let constraint = random_constraint(&mut rng, added.domains.len());
                    let expected = match added.models().iter().any(|row| meets(row, &constraint)) {
                        true => Possibility::Yes,
                        false => Possibility::No,
                    };
                    assert_eq!(store.possible(&constraint), expected, "{constraint} with {added:?}");
                    assert_eq!(sparse.possible(&constraint), expected, "{constraint} with {added:?}");
                    asked[usize::from(expected == Possibility::Yes)] += 1;
                }
            }
            let count = added.domains.len();
            assert_eq!((store.len(), store.is_empty()), (count, count == 0));
            assert_eq!((sparse.len(), sparse.is_empty()), (count, count == 0));
            let models = added.models();
            assert!(agrees(store.feasibility(), !models.is_empty()), "{added:?}");
            judge(sparse.solve(), &models, &added);
            judge(store.solve(Mode::Any), &models, &added);
            judge(store.solve(Mode::Random(&mut rng)), &models, &added);
            let least = store.solve(Mode::Smallest).assignment();
            assert_eq!(
                least.as_ref().map(|model| model.row()),
                models.first().map(Vec::as_slice),
                "{added:?}"
            );
            // Bounds hold of every model, and are attained where the matrix is all there is.
            for var in (1..=count).filter(|_| !models.is_empty()) {
                let values = || models.iter().map(|row| row[var]);
                let own = (values().min().unwrap(), values().max().unwrap());
                let (lo, hi) = store.bounds(Var::from_index(var).unwrap());
                assert!(lo <= own.0 && own.1 <= hi, "{added:?}");
                assert!(!store.is_exact() || (lo, hi) == own, "{added:?}");
            }
        }
    }
    assert!(asked.into_iter().min() > Some(100), "{asked:?} were not possible, and possible");
}

/// The loaded constraints follow those of the store: variables come back with other domains, constraints with other terms, after a
/// cut and after everything was forgotten.
#[test]
fn arithmetic_follows_what_there_is() {
    let mut rng = ChaCha8Rng::seed_from_u64(37);
    let (mut found, mut refused) = (0, 0);
    for _ in 0..200 {
        let mut branch_and_bound = BranchAndBound::default();
        let (mut domains, mut differences, mut general) = (Vec::new(), Vec::new(), Vec::new());
        let mut levels = Vec::new();
        for _ in 0..30 {
            match draw(&mut rng, 0, 9) {
                0..=2 if domains.len() < 4 => {
                    let lo = draw(&mut rng, -4, 4);
                    domains.push((lo, lo + draw(&mut rng, 0, 3)));
                }
                3 => levels.push((domains.len(), differences.len(), general.len())),
                4 => {
                    let (vars, bounds, rest) = levels.pop().unwrap_or_default();
                    domains.truncate(vars);
                    differences.truncate(bounds);
                    general.truncate(rest);
                    let cut = (&domains, &differences, &general);
                    branch_and_bound.cut(StoredConstraints {
                        domains: cut.0,
                        differences: cut.1,
                        general: cut.2,
                        bounds: &[],
                    });
                }
                5 => {
                    levels.clear();
                    (domains, differences, general) = (Vec::new(), Vec::new(), Vec::new());
                    branch_and_bound.clear();
                }
                6 => {
                    let (x, y) = (any_var(&mut rng, domains.len()), any_var(&mut rng, domains.len()));
                    differences.push((x, y, draw(&mut rng, -3, 5)));
                }
                7 => general.push(random_constraint(&mut rng, domains.len())),
                _ => {}
            }
            // Much may have changed when a question comes.
            if draw(&mut rng, 0, 1) == 0 {
                continue;
            }
            let added = StoredConstraints {
                domains: &domains,
                differences: &differences,
                general: &general,
                bounds: &domains,
            };
            let mut models = rows(&domains);
            models.retain(|row| {
                general.iter().all(|constraint| meets(row, constraint))
                    && differences.iter().all(|&(x, y, c)| row[x.index()] - row[y.index()] <= c)
            });
            let outcome = branch_and_bound.solve(added, Limit::NONE, &Interrupt::NEVER);
            *(if models.is_empty() { &mut refused } else { &mut found }) += 1;
            judge(
                outcome,
                &models,
                &AddedConstraints { domains: domains.clone(), constraints: general.clone() },
            );
            let least = branch_and_bound.smallest(added, Limit::NONE, &Interrupt::NEVER).assignment();
            assert_eq!(
                least.as_ref().map(|model| model.row()),
                models.first().map(Vec::as_slice),
                "{added:?}"
            );
        }
    }
    assert!(found.min(refused) > 500, "{found} have models, {refused} have none");
}

/// A store that has forgotten everything is as a new one.
#[test]
fn a_reset_store_is_a_new_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(38);
    let mut store = Store::new();
    for _ in 0..150 {
        store.reset();
        assert_eq!((store.len(), store.is_exact(), store.constraints()), (0, true, vec![]));
        let mut added = AddedConstraints::default();
        for _ in 0..3 {
            let lo = draw(&mut rng, -5, 5);
            added.domains.push((lo, lo + 3));
            store.new_var(lo, lo + 3).unwrap();
        }
        for _ in 0..3 {
            let constraint = random_constraint(&mut rng, 3);
            added.constraints.push(constraint.clone());
            let is_there = !added.models().is_empty();
            assert!(agrees(store.add(&constraint), is_there), "{added:?}");
        }
        let models = added.models();
        judge(store.solve(Mode::Any), &models, &added);
        for value in -8..=8 {
            for var in [1, 2, 3] {
                let one = Linear::from(Var::new(var));
                let asked = Constraint::eq(&one, &Linear::from(value)).unwrap();
                let index = Var::new(var).index();
                let expected = if models.iter().any(|row| row[index] == i64::from(value)) {
                    Possibility::Yes
                } else {
                    Possibility::No
                };
                assert_eq!(store.possible(&asked), expected, "{asked} with {added:?}");
            }
        }
    }
}

/// A limit on nodes is spent once for each node: twice as many find twice as many models.
#[test]
fn limits_are_spent_evenly() {
    let mut store = Store::new();
    let vars = [store.new_var(0, 9).unwrap(), store.new_var(0, 9).unwrap()];
    let sum = Linear::new([(vars[0], 1), (vars[1], 1)], -15).unwrap();
    store.add(&Constraint::new(sum, Relation::Le));
    let found = |nodes| store.all(Limit::nodes(nodes)).count();
    // Of the hundred pairs, 3 + 2 + 1 have a sum beyond 15.
    assert_eq!(store.all(Limit::NONE).count(), 94);
    let whole = (0..1_000).find(|nodes| found(*nodes) == 94).unwrap();
    for nodes in 1..whole / 2 {
        let (once, twice) = (found(nodes), found(2 * nodes));
        assert!(
            once <= twice && 3 * once <= 2 * twice + 6,
            "{once} of {nodes} nodes, {twice} of twice as many"
        );
    }
    let mut models = store.all(Limit::nodes(0));
    let mut all = models.by_ref().count();
    while models.stopped().is_some() {
        models.resume(Limit::nodes(1));
        all += models.by_ref().count();
    }
    assert_eq!(all, 94);
}

/// Random choices lead to every model and to nothing else, in the store, in branch and bound, and in differences.
#[test]
fn every_model_can_be_drawn() {
    let mut rng = ChaCha8Rng::seed_from_u64(36);
    // 2x + 3y - z == 5 with x, y in 0..=3 and z in -1..=4; and x <= y, y <= z + 1 for the differences.
    let domains = [(0, 3), (0, 3), (-1, 4)];
    let vars = [1, 2, 3].map(Var::new);
    let sum = Linear::new([(vars[0], 2), (vars[1], 3), (vars[2], -1)], -5).unwrap();
    let differences = [(vars[0], vars[1], 0), (vars[1], vars[2], 1)];
    let is_met = |row: &[i64], added: &AddedConstraints| {
        added.constraints.iter().all(|constraint| meets(row, constraint))
    };
    let bounds = differences.map(|(x, y, c)| Constraint::difference(x, y, c).unwrap());
    for with_sum in [true, false] {
        let mut added = AddedConstraints { domains: domains.to_vec(), constraints: bounds.to_vec() };
        if with_sum {
            added.constraints.push(Constraint::new(sum.clone(), Relation::Eq));
        }
        let models: BTreeSet<Vec<i64>> = added.models().into_iter().collect();
        assert!(models.len() > 2 && models.iter().all(|row| is_met(row, &added)));
        let general = &added.constraints[differences.len()..];
        let loaded =
            StoredConstraints { domains: &domains, differences: &differences, general, bounds: &domains };
        let mut store = Store::new();
        let mut sparse = DifferenceSystem::new();
        assert!(sparse.is_empty());
        for (lo, hi) in domains {
            store.new_var(lo, hi).unwrap();
            let var = sparse.add_var(lo, hi).unwrap();
            assert_eq!((sparse.len(), sparse.is_empty()), (var.index(), false));
        }
        for constraint in &added.constraints {
            store.add(constraint);
        }
        differences.iter().for_each(|&(x, y, c)| sparse.add(x, y, c));
        let mut branch_and_bound = BranchAndBound::default();
        let drawn = |draw: &mut dyn FnMut() -> Vec<i64>| (0..600).map(|_| draw()).collect::<BTreeSet<_>>();
        let row = |outcome: Outcome| outcome.assignment().unwrap().row().to_vec();
        assert_eq!(drawn(&mut || row(store.solve(Mode::Random(&mut rng)))), models);
        let mut branch = || row(branch_and_bound.random(loaded, Limit::NONE, &Interrupt::NEVER, &mut rng));
        assert_eq!(drawn(&mut branch), models);
        if !with_sum {
            assert_eq!(drawn(&mut || sparse.random(&mut rng).unwrap().row().to_vec()), models);
        }
    }
}

#[test]
fn a_witness_forgets_the_variables_of_its_level() {
    let term = |terms: &[(Var, i64)], constant| Linear::new(terms.iter().copied(), constant).unwrap();
    let mut store = Store::new();
    let x = store.new_var(0, 9).unwrap();
    store.push();
    let gone = store.new_var(5, 9).unwrap();
    // Its witness has 5 for the variable that goes.
    store.add(&Constraint::new(term(&[(x, 2), (gone, 3)], -40), Relation::Le));
    assert!(store.pop());
    let next = store.new_var(0, 3).unwrap();
    store.add(&Constraint::new(term(&[(x, 2), (next, 3)], -25), Relation::Le));
    // `3 * next - 2 * x == 15` needs 5 for the variable in its place.
    let five = Constraint::new(term(&[(x, -2), (next, 3)], -15), Relation::Eq);
    assert_eq!(store.possible(&five), Possibility::No);
}
