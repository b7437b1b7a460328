//! The search: planted models and contradictions, enumeration within limits, random models.

use super::systems::{System, random_relation, var};
use chacha20::ChaCha8Rng;
use dpgen_solver::{
    Assignment, Constraint, Feasibility, Limit, Linear, Mode, Outcome, Relation, Store, UnknownReason, Var,
    check,
};
use rand::{Rng, RngExt, SeedableRng};
use std::collections::BTreeSet;

/// A system that `assignment` solves by construction.
fn planted(rng: &mut ChaCha8Rng, model: &[i64], constraints: usize) -> Vec<Constraint> {
    (0..constraints)
        .map(|_| {
            let terms: Vec<_> = (0..rng.random_range(1..=4))
                .map(|_| (rng.random_range(0..model.len()), rng.random_range(-5..=5)))
                .collect();
            let sum: i64 = terms.iter().map(|&(index, by)| by * model[index]).sum();
            let relation = random_relation(rng);
            let constant = match relation {
                Relation::Le => -sum - rng.random_range(0..3),
                Relation::Eq => -sum,
                Relation::Ne => -sum + if rng.random() { 1 } else { -1 },
            };
            let terms = terms.into_iter().map(|(index, by)| (var(index + 1), by));
            Constraint::new(Linear::new(terms, constant).expect("small term"), relation)
        })
        .collect()
}

#[test]
fn planted_systems_are_solved() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..300 {
        let model: Vec<i64> = (0..12).map(|_| rng.random_range(-20..=20)).collect();
        let system = System { domains: vec![(-20, 20); 12], constraints: planted(&mut rng, &model, 14) };
        let store = system.filled_store();
        assert_ne!(store.feasibility(), Feasibility::Infeasible);
        match store.solve(Mode::Any) {
            Outcome::Sat(found) => {
                assert_eq!(check(&system.domains, &system.constraints, &found), Ok(()));
            }
            outcome => panic!("{outcome:?} for {system:?}"),
        }
    }
}

#[test]
fn planted_contradictions_are_refuted() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for _ in 0..300 {
        // A cycle of strict steps over a few of the variables, hidden among satisfiable constraints.
        let model: Vec<i64> = (0..8).map(|_| rng.random_range(-9..=9)).collect();
        let mut constraints = planted(&mut rng, &model, 6);
        let length = rng.random_range(2..=8);
        for step in 0..length {
            let (x, y) = (var(step + 1), var((step + 1) % length + 1));
            let at = rng.random_range(0..=constraints.len());
            let strict = Constraint::lt(&x.into(), &y.into()).expect("small term");
            constraints.insert(at, strict);
        }
        let system = System { domains: vec![(-9, 9); 8], constraints };
        assert_eq!(system.filled_store().solve(Mode::Any), Outcome::Unsat, "{system:?}");
    }
}

/// Three rows, columns and diagonals of different numbers from 1 to 9 that add up to 15.
fn magic_square() -> Store {
    let mut store = Store::new();
    let cells: Vec<Var> = (0..9).map(|_| store.new_var(1, 9).expect("small domain")).collect();
    for (position, &a) in cells.iter().enumerate() {
        for &b in &cells[..position] {
            store.add(&Constraint::ne(&a.into(), &b.into()).expect("small term"));
        }
    }
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in lines {
        let sum = Linear::new(line.map(|cell| (cells[cell], 1)), -15).expect("small term");
        store.add(&Constraint::new(sum, Relation::Eq));
    }
    store
}

#[test]
fn magic_squares_are_counted() {
    let store = magic_square();
    let squares: Vec<Vec<i64>> = store.all(Limit::NONE).map(|model| model.values().to_vec()).collect();
    assert_eq!(squares.len(), 8);
    assert_eq!(squares[0], [2, 7, 6, 9, 5, 1, 4, 3, 8]);
    assert!(squares.is_sorted());
}

#[test]
fn enumeration_stops_and_resumes() {
    let store = magic_square();
    let whole: Vec<Assignment> = store.all(Limit::NONE).collect();
    for step in [0, 1, 7, 50] {
        let mut models = store.all(Limit::nodes(step));
        let mut found: Vec<Assignment> = models.by_ref().collect();
        assert_eq!(models.stopped(), Some(UnknownReason::Limit(Limit::nodes(step))));
        let mut pieces = 1;
        while models.stopped().is_some() {
            models.resume(Limit::nodes(step.max(1)));
            found.extend(models.by_ref());
            pieces += 1;
        }
        assert!(pieces > 1);
        assert_eq!(found, whole);
        assert_eq!(models.next(), None);
    }
    let tight = Store::with_limit(Limit::nodes(0));
    assert_eq!(tight.solve(Mode::Smallest), Outcome::Sat(Assignment::new([])));
}

#[test]
fn creeping_propagation_is_given_up() {
    // 2x < 3y + 1 and 3y < 2x: infeasible only by parity, over a domain too large to walk through.
    let wide = 1 << 59;
    let mut store = Store::with_limit(Limit::nodes(50));
    let (x, y) = (
        store.new_var(-wide, wide).expect("within the limit"),
        store.new_var(-wide, wide).expect("within the limit"),
    );
    let z = store.new_var(0, 1).expect("small domain");
    let left = Linear::new([(x, 2), (y, -3), (z, 1)], 0).expect("small term");
    store.add(&Constraint::lt(&left, &Linear::from(0)).expect("small term"));
    store.add(&Constraint::gt(&left, &Linear::from(-1)).expect("small term"));
    assert_ne!(store.feasibility(), Feasibility::Feasible);
    assert!(!matches!(store.solve(Mode::Any), Outcome::Sat(_)));
}

#[test]
fn random_models_cover_all() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    let constraint = |text: [i64; 4], relation| {
        let terms = (1..=3).map(|index| (var(index), text[index - 1]));
        Constraint::new(Linear::new(terms, text[3]).expect("small term"), relation)
    };
    for general in [false, true] {
        let mut constraints = vec![constraint([1, -1, 0, 1], Relation::Le)];
        if general {
            constraints.push(constraint([1, 1, 1, -6], Relation::Ne));
        }
        let system = System { domains: vec![(0, 3); 3], constraints };
        let store = system.filled_store();
        assert_eq!(store.is_exact(), !general);
        let mut seen = BTreeSet::new();
        for _ in 0..2_000 {
            let model = store.solve(Mode::Random(&mut rng)).assignment().expect("satisfiable");
            seen.insert(model.values().to_vec());
        }
        assert!(seen.into_iter().eq(system.brute_force()));
    }
}

#[test]
fn random_solving_repeats_with_its_seed() {
    let store = magic_square();
    let run = |seed: u64| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let rng: &mut dyn Rng = &mut rng;
        store.solve(Mode::Random(rng))
    };
    assert_eq!(run(11), run(11));
    assert!((0..20).any(|seed| run(seed) != run(11)));
}
