//! The store against brute force: models, bounds, questions, backtracking.

use super::systems::{
    System, differences_as_system, matrix, meets, random_constraint, random_differences, random_system,
};
use chacha20::ChaCha8Rng;
use dpgen_solver::{
    Assignment, Constraint, Dbm, Feasibility, Limit, Linear, Mode, Outcome, Possibility, Relation, Store, Var,
};
use rand::{RngExt, SeedableRng};

#[test]
fn store_agrees_with_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut unsat, mut exact) = (0, 0);
    for _ in 0..4_000 {
        let system = random_system(&mut rng);
        let models = system.brute_force();
        let mut store = system.filled_store();
        match store.feasibility() {
            Feasibility::Feasible => assert!(!models.is_empty(), "{system:?}"),
            Feasibility::Infeasible => assert!(models.is_empty(), "{system:?}"),
            Feasibility::Unknown => {}
        }
        let all: Vec<Vec<i64>> = store.all(Limit::NONE).map(|model| model.values().to_vec()).collect();
        assert_eq!(all, models, "{system:?}");
        let first = models.first().map(Vec::as_slice);
        let smallest = store.solve(Mode::Smallest).assignment();
        assert_eq!(smallest.as_ref().map(Assignment::values), first, "{system:?}");
        for mode in [Mode::Any, Mode::Random(&mut rng)] {
            match store.solve(mode) {
                Outcome::Sat(model) => assert!(models.iter().any(|row| row == model.values())),
                Outcome::Unsat => assert!(models.is_empty()),
                Outcome::Unknown(reason) => panic!("{reason:?} for {system:?}"),
            }
        }
        unsat += u32::from(models.is_empty());
        exact += u32::from(store.is_exact());
        if store.is_exact() && !models.is_empty() {
            for x in store.dbm().vars().collect::<Vec<_>>() {
                let values = || models.iter().map(|row| row[x.index() - 1]);
                assert_eq!(Some(store.bounds(x).0), values().min(), "{system:?}");
                assert_eq!(Some(store.bounds(x).1), values().max(), "{system:?}");
            }
        }
        for _ in 0..6 {
            let question = random_constraint(&mut rng, system.domains.len());
            let before = store.clone();
            let expected = if models.iter().any(|row| meets(row, &question)) {
                Possibility::Yes
            } else {
                Possibility::No
            };
            assert_eq!(store.possible(&question), expected, "{system:?} {question}");
            assert_eq!(store.dbm(), before.dbm(), "a question changes nothing");
            assert_eq!(store.constraints(), before.constraints());
            if store.entails(&question) {
                assert!(models.iter().all(|row| meets(row, &question)), "{system:?} {question}");
            } else if store.is_exact() && question.as_difference().is_some() {
                assert!(models.iter().any(|row| !meets(row, &question)), "{system:?} {question}");
            }
        }
    }
    assert!((400..3_600).contains(&unsat), "{unsat} of 4000 are unsatisfiable");
    assert!((400..3_600).contains(&exact), "{exact} of 4000 are exact");
}

#[test]
fn backtracking_restores() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for _ in 0..600 {
        let system = random_system(&mut rng);
        let mut store = system.store();
        let mut stack: Vec<(System, Dbm)> = Vec::new();
        let mut present = System { domains: system.domains.clone(), constraints: Vec::new() };
        for _ in 0..12 {
            match rng.random_range(0..5) {
                0 => {
                    stack.push((present.clone(), store.dbm().clone()));
                    store.push();
                }
                1 => {
                    let popped = stack.pop();
                    assert_eq!(store.pop(), popped.is_some());
                    if let Some((saved, dbm)) = popped {
                        present = saved;
                        assert_eq!(store.dbm().words(), dbm.words());
                        assert_eq!(store.dbm().is_feasible(), dbm.is_feasible());
                    }
                }
                2 if present.domains.len() < 5 => {
                    store.new_var(0, 2).expect("small domain");
                    present.domains.push((0, 2));
                }
                3 => {
                    let question = random_constraint(&mut rng, present.domains.len());
                    let models = present.brute_force();
                    let some = models.iter().any(|row| meets(row, &question));
                    let expected = if some { Possibility::Yes } else { Possibility::No };
                    assert_eq!(store.possible(&question), expected);
                }
                _ => {
                    let constraint = random_constraint(&mut rng, present.domains.len());
                    store.add(&constraint);
                    present.constraints.push(constraint);
                }
            }
            let models: Vec<Vec<i64>> = store.all(Limit::NONE).map(|model| model.values().to_vec()).collect();
            assert_eq!(models, present.brute_force(), "{present:?}");
        }
        store.reset();
        assert!(store.is_empty() && store.is_exact());
        assert_eq!(store.dbm(), &Dbm::new());
    }
}

#[test]
fn embedded_matrices_are_constraints() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..800 {
        let (domains, triples) = random_differences(&mut rng);
        let dbm = matrix(&domains, &triples);
        let mut store = Store::new();
        store.new_var(0, 3).expect("small domain");
        let offset = store.embed(&dbm).expect("few variables");
        let joined: Vec<(i64, i64)> = [(0, 3)].into_iter().chain(domains).collect();
        let shifted: Vec<_> =
            triples.iter().map(|&(x, y, c)| (x.shifted(offset), y.shifted(offset), c)).collect();
        let mut system = differences_as_system(&joined, &shifted);
        let constraint = random_constraint(&mut rng, joined.len());
        store.add(&constraint);
        system.constraints.push(constraint);
        let all: Vec<Vec<i64>> = store.all(Limit::NONE).map(|model| model.values().to_vec()).collect();
        assert_eq!(all, system.brute_force(), "{system:?}");
    }
}

#[test]
fn a_fixed_variable_keeps_the_store_exact() {
    let mut store = Store::new();
    let vars: Vec<Var> = (0..4).map(|_| store.new_var(0, 9).expect("small domain")).collect();
    let size = Linear::new([(vars[0], 1), (vars[1], -1), (vars[2], -1)], -1).expect("small term");
    store.add(&Constraint::eq(&vars[1].into(), &Linear::from(4)).expect("small term"));
    assert_eq!(store.add(&Constraint::new(size, Relation::Eq)), Feasibility::Feasible);
    assert!(store.is_exact());
    assert_eq!(store.dbm().bound(vars[0], vars[2]), 5);
    assert_eq!(store.bounds(vars[2]), (0, 4));

    // The other way round: a general constraint becomes a difference when a variable is fixed later.
    let three = Linear::new([(vars[0], 1), (vars[2], 1), (vars[3], 1)], -9).expect("small term");
    store.add(&Constraint::new(three, Relation::Eq));
    assert!(!store.is_exact());
    store.add(&Constraint::eq(&vars[2].into(), &Linear::from(0)).expect("small term"));
    assert!(store.is_exact());
    assert_eq!(store.solve(Mode::Smallest), Outcome::Sat(Assignment::new([5, 4, 0, 4])));
}
