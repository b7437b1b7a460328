//! The solver against brute force: thousands of random small systems, each solved by trying all values.

use dpgen::solver::{
    Answer, Constraint, Dbm, Difference, Differences, Domains, Feasibility, Limit, Linear, Mode, Model,
    Outcome, Propagator, Reason, Relation, Search, SolverError, Store, Var, check,
};
use proptest::prelude::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeSet, HashSet};

/// A small system, as the tests write it.
#[derive(Debug, Clone)]
struct System {
    domains: Vec<(i64, i64)>,
    constraints: Vec<Constraint>,
}

impl System {
    /// All models, in lexicographic order, by trying every valuation.
    fn brute_force(&self) -> Vec<Vec<i64>> {
        let mut valuations = vec![Vec::new()];
        for &(lo, hi) in &self.domains {
            valuations = valuations
                .iter()
                .flat_map(|row: &Vec<i64>| (lo..=hi).map(|value| [row.as_slice(), &[value]].concat()))
                .collect();
        }
        valuations.retain(|row| self.constraints.iter().all(|constraint| meets(row, constraint)));
        valuations
    }

    fn store(&self) -> Store {
        let mut store = Store::new();
        for &(lo, hi) in &self.domains {
            store.new_var(lo, hi).expect("small domain");
        }
        store
    }

    fn filled_store(&self) -> Store {
        let mut store = self.store();
        for constraint in &self.constraints {
            store.add(constraint);
        }
        store
    }
}

/// Whether values 1, 2, … of the variables meet a constraint; written without the solver's evaluation.
fn meets(values: &[i64], constraint: &Constraint) -> bool {
    let term = constraint.term();
    let mut sum = term.constant_part();
    for &(var, coefficient) in term.terms() {
        sum += coefficient * values[var.index() - 1];
    }
    match constraint.relation() {
        Relation::Le => sum <= 0,
        Relation::Eq => sum == 0,
        Relation::Ne => sum != 0,
    }
}

fn var(index: usize) -> Var {
    Var::from_index(index).expect("few variables")
}

fn random_domains(rng: &mut ChaCha8Rng, max_vars: usize, width: i64) -> Vec<(i64, i64)> {
    let vars = rng.random_range(1..=max_vars);
    (0..vars)
        .map(|_| {
            let lo = rng.random_range(-4..=4);
            (lo, lo + rng.random_range(0..=width))
        })
        .collect()
}

fn random_relation(rng: &mut ChaCha8Rng) -> Relation {
    [Relation::Le, Relation::Le, Relation::Eq, Relation::Ne][rng.random_range(0..4)]
}

/// A random linear constraint with few terms.
fn random_constraint(rng: &mut ChaCha8Rng, vars: usize) -> Constraint {
    let count = rng.random_range(1..=3);
    let coefficients = if rng.random_ratio(1, 2) { 1 } else { 3 };
    let terms: Vec<_> = (0..count)
        .map(|_| (var(rng.random_range(1..=vars)), rng.random_range(-coefficients..=coefficients)))
        .collect();
    let term = Linear::new(terms, rng.random_range(-7..=7)).expect("small term");
    Constraint::new(term, random_relation(rng))
}

fn random_system(rng: &mut ChaCha8Rng) -> System {
    let domains = random_domains(rng, 4, 5);
    let count = rng.random_range(0..=5);
    let constraints = (0..count).map(|_| random_constraint(rng, domains.len())).collect();
    System { domains, constraints }
}

/// Domains, and difference bounds as triples.
type Bounds = (Vec<(i64, i64)>, Vec<(Var, Var, i64)>);

/// Random difference bounds only.
fn random_differences(rng: &mut ChaCha8Rng) -> Bounds {
    let domains = random_domains(rng, 4, 5);
    let count = rng.random_range(0..=8);
    let triples = (0..count)
        .map(|_| {
            let x = var(rng.random_range(0..=domains.len()));
            let y = var(rng.random_range(0..=domains.len()));
            (x, y, rng.random_range(-4..=6))
        })
        .collect();
    (domains, triples)
}

fn matrix(domains: &[(i64, i64)], triples: &[(Var, Var, i64)]) -> Dbm {
    let mut dbm = Dbm::new();
    for &(lo, hi) in domains {
        dbm.add_var(lo, hi).expect("small domain");
    }
    for &(x, y, c) in triples {
        dbm.add(x, y, c);
    }
    dbm
}

fn differences_as_system(domains: &[(i64, i64)], triples: &[(Var, Var, i64)]) -> System {
    let constraints =
        triples.iter().map(|&(x, y, c)| Constraint::difference(x, y, c).expect("small bound")).collect();
    System { domains: domains.to_vec(), constraints }
}

#[test]
fn matrix_agrees_with_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut infeasible = 0;
    for _ in 0..4_000 {
        let (domains, triples) = random_differences(&mut rng);
        let mut dbm = matrix(&domains, &triples);
        let models = differences_as_system(&domains, &triples).brute_force();
        assert_eq!(dbm.is_feasible(), !models.is_empty(), "{domains:?} {triples:?}");
        if models.is_empty() {
            infeasible += 1;
            assert_eq!(dbm.smallest(), None);
            assert_eq!(dbm.random(&mut rng), None);
            continue;
        }
        let value = |row: &[i64], x: Var| {
            if x == Var::ZERO { 0 } else { row[x.index() - 1] }
        };
        let all: Vec<Var> = [Var::ZERO].into_iter().chain(dbm.vars()).collect();
        for &x in &all {
            for &y in &all {
                // Every cell is attained: the matrix is closed and exact.
                let greatest = models.iter().map(|row| value(row, x) - value(row, y)).max();
                assert_eq!(Some(dbm.bound(x, y)), greatest);
                for c in -12..=12 {
                    let entailed = models.iter().all(|row| value(row, x) - value(row, y) <= c);
                    let consistent = models.iter().any(|row| value(row, x) - value(row, y) <= c);
                    assert_eq!(dbm.entails(x, y, c), entailed);
                    assert_eq!(dbm.consistent(x, y, c), consistent);
                    dbm.push();
                    assert_eq!(dbm.add(x, y, c), consistent);
                    assert!(dbm.pop());
                }
            }
        }
        let smallest = dbm.smallest().expect("feasible");
        assert_eq!(smallest.values(), models[0]);
        let random = dbm.random(&mut rng).expect("feasible");
        assert!(models.iter().any(|row| row == random.values()));
        assert_eq!(Dbm::from_words(dbm.words()).as_ref(), Some(&dbm));
    }
    assert!((400..3_600).contains(&infeasible), "{infeasible} of 4000 are infeasible");
}

#[test]
fn projection_is_exact_and_canonical() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..2_000 {
        let (domains, triples) = random_differences(&mut rng);
        let dbm = matrix(&domains, &triples);
        let mut keep: Vec<usize> = (1..=domains.len()).collect();
        let swapped = rng.random_range(0..keep.len());
        keep.swap(0, swapped);
        keep.truncate(rng.random_range(0..=keep.len()));
        let kept: Vec<Var> = keep.iter().map(|&index| var(index)).collect();
        let projected = dbm.project(&kept);
        let models = differences_as_system(&domains, &triples).brute_force();
        let restricted: BTreeSet<Vec<i64>> =
            models.iter().map(|row| keep.iter().map(|&index| row[index - 1]).collect()).collect();
        assert_eq!(projected.is_feasible(), dbm.is_feasible());
        if !dbm.is_feasible() {
            continue;
        }
        // Read the projection back as constraints of its own, and enumerate those.
        let own: Vec<(i64, i64)> = projected.vars().map(|x| projected.bounds(x)).collect();
        let mut cells = Vec::new();
        for x in projected.vars() {
            cells.extend(projected.vars().map(|y| (x, y, projected.bound(x, y))));
        }
        let read: BTreeSet<Vec<i64>> =
            differences_as_system(&own, &cells).brute_force().into_iter().collect();
        assert_eq!(read, restricted);
        // Equal solutions, equal matrices: building it afresh, in another order, gives the same words.
        cells.reverse();
        let again = matrix(&own, &cells);
        assert_eq!(again, projected);
        assert_eq!(HashSet::from([again, projected]).len(), 1);
    }
}

#[test]
fn embedding_is_conjunction() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..1_000 {
        let (left_domains, left_triples) = random_differences(&mut rng);
        let (right_domains, right_triples) = random_differences(&mut rng);
        let mut joined = matrix(&left_domains, &left_triples);
        let right = matrix(&right_domains, &right_triples);
        let offset = joined.embed(&right).expect("few variables");
        let domains = [left_domains, right_domains].concat();
        let mut triples = left_triples;
        triples.extend(right_triples.iter().map(|&(x, y, c)| (x.shifted(offset), y.shifted(offset), c)));
        assert_eq!(joined, matrix(&domains, &triples));
        if joined.is_feasible() {
            assert!(Dbm::from_words(joined.words()).is_some(), "closed");
        }
    }
}

#[test]
fn sparse_system_agrees_with_matrix() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..3_000 {
        let (domains, triples) = random_differences(&mut rng);
        let dbm = matrix(&domains, &triples);
        let mut sparse = Differences::new();
        for &(lo, hi) in &domains {
            sparse.add_var(lo, hi).expect("small domain");
        }
        for &(x, y, c) in &triples {
            sparse.add(x, y, c);
        }
        assert_eq!(sparse.smallest(), dbm.smallest());
        let largest = dbm.is_feasible().then(|| Model::new(dbm.vars().map(|x| dbm.bounds(x).1)));
        assert_eq!(sparse.largest(), largest);
        let system = differences_as_system(&domains, &triples);
        match sparse.random(&mut rng) {
            Some(model) => assert_eq!(check(&system.domains, &system.constraints, &model), Ok(())),
            None => assert!(!dbm.is_feasible()),
        }
    }
}

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
        let smallest = store.solve(Mode::Smallest).model();
        assert_eq!(smallest.as_ref().map(Model::values), first, "{system:?}");
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
            let expected =
                if models.iter().any(|row| meets(row, &question)) { Answer::Yes } else { Answer::No };
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
                    let expected = if some { Answer::Yes } else { Answer::No };
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

/// A system that `model` solves by construction.
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
    let whole: Vec<Model> = store.all(Limit::NONE).collect();
    for step in [0, 1, 7, 50] {
        let mut models = store.all(Limit::nodes(step));
        let mut found: Vec<Model> = models.by_ref().collect();
        assert_eq!(models.stopped(), Some(Reason::Limit(Limit::nodes(step))));
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
    assert_eq!(tight.solve(Mode::Smallest), Outcome::Sat(Model::new([])));
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
fn extremes_do_not_overflow() {
    let limit = 1 << 60;
    let mut dbm = Dbm::new();
    let x = dbm.add_var(-limit, limit).expect("within the limit");
    let y = dbm.add_var(-limit, limit).expect("within the limit");
    assert!(dbm.add(x, y, i64::MAX));
    assert!(dbm.consistent(x, y, -2 * limit));
    assert!(!dbm.consistent(x, y, -2 * limit - 1));
    dbm.push();
    assert!(dbm.add(x, y, -2 * limit));
    assert_eq!((dbm.value(x), dbm.value(y)), (Some(-limit), Some(limit)));
    assert!(!dbm.add(y, x, i64::MIN));
    assert!(dbm.pop());
    assert!(!dbm.add(x, y, i64::MIN));
    assert!(!dbm.pop());

    assert_eq!(dbm.add_var(0, limit + 1), Err(SolverError::BoundTooLarge { bound: limit + 1 }));
    assert_eq!(dbm.add_var(i64::MIN, 0), Err(SolverError::BoundTooLarge { bound: i64::MIN }));
    assert_eq!(dbm.add_var(3, 2), Err(SolverError::EmptyDomain { lo: 3, hi: 2 }));

    let huge = 1_i64 << 61;
    let term = Linear::new([(x, huge), (y, -huge)], 0).expect("at the limit");
    assert_eq!(term.plus(1), Err(SolverError::TermTooLarge));
    assert_eq!(term.checked_scale(2), Err(SolverError::TermTooLarge));
    assert_eq!(term.checked_add(&term), Err(SolverError::TermTooLarge));
    assert_eq!(Linear::constant(i64::MIN), Err(SolverError::TermTooLarge));
    assert_eq!(term.value(&[0, limit, -limit]), Some(1_i128 << 122));

    let mut store = Store::new();
    let (x, y) = (
        store.new_var(-limit, limit).expect("within the limit"),
        store.new_var(-limit, limit).expect("within the limit"),
    );
    let odd = Linear::new([(x, huge - 1), (y, -huge)], 1).expect("at the limit");
    store.add(&Constraint::new(odd, Relation::Eq));
    // A search through domains this wide may well stop at its limit; no arithmetic may overflow in it.
    let few = store.all(Limit::nodes(1_000)).next();
    assert!(few.is_none_or(|model| check(&[(-limit, limit); 2], &store.constraints(), &model).is_ok()));
    let far = Constraint::new(Linear::constant(1 << 62).expect("at the limit"), Relation::Le);
    assert_eq!(far.negated().negated(), far);
    assert_eq!(store.add(&far), Feasibility::Infeasible);

    let mut sparse = Differences::new();
    let x = sparse.add_var(-limit, limit).expect("within the limit");
    let y = sparse.add_var(-limit, limit).expect("within the limit");
    sparse.add(x, y, -2 * limit);
    assert_eq!(sparse.smallest(), Some(Model::new([-limit, limit])));
    sparse.add(x, y, i64::MIN);
    assert_eq!(sparse.smallest(), None);
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
    assert_eq!(store.solve(Mode::Smallest), Outcome::Sat(Model::new([5, 4, 0, 4])));
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
            let model = store.solve(Mode::Random(&mut rng)).model().expect("satisfiable");
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

#[test]
fn propagator_forgets_truncated_rows() {
    let mut domains = Domains::new([(0, 9), (0, 9)]).expect("small domains");
    let mut propagator = Propagator::new();
    let (x, y) = (var(1), var(2));
    propagator.push(&Constraint::difference(x, y, -1).expect("small bound"));
    propagator.push(&Constraint::difference(y, x, -1).expect("small bound"));
    let mark = domains.mark();
    assert!(!propagator.propagate(&mut domains));
    domains.undo(mark);
    propagator.truncate(1);
    assert_eq!(propagator.len(), 1);
    assert!(propagator.propagate(&mut domains));
    assert_eq!((domains.bounds(x), domains.bounds(y)), ((0, 8), (1, 9)));
    let mut search = Search::new(domains, [], Mode::Smallest);
    assert_eq!(search.next(Limit::default()).model(), Some(Model::new([0, 1])));
}

#[test]
fn checker_finds_faults() {
    let (x, y) = (Linear::from(var(1)), Linear::from(var(2)));
    let constraint = Constraint::ne(&x, &y).expect("small term");
    let verdict = |values: &[i64]| {
        check(&[(0, 3), (0, 3)], [&constraint], &Model::new(values.iter().copied()))
            .map_err(|violation| violation.to_string())
    };
    assert_eq!(verdict(&[1, 2]), Ok(()));
    assert_eq!(verdict(&[1]), Err("the model has 1 values for 2 variables".into()));
    assert_eq!(verdict(&[1, 4]), Err("v2 = 4 is outside of 0..=3".into()));
    assert_eq!(verdict(&[2, 2]), Err("v1 - v2 != 0 does not hold: the left side is 0".into()));
    let beyond = Constraint::ne(&x, &Linear::from(var(9))).expect("small term");
    let verdict = check(&[(0, 3)], [&beyond], &Model::new([1]));
    assert_eq!(
        verdict.map_err(|violation| violation.to_string()),
        Err("v1 - v9 != 0 cannot be evaluated".into())
    );
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_000,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(12),
        ..ProptestConfig::default()
    })]

    #[test]
    fn terms_evaluate_as_written(
        a in prop::collection::vec((0_u32..5, -50_i64..50), 0..6),
        b in prop::collection::vec((0_u32..5, -50_i64..50), 0..6),
        factor in -20_i64..20,
        constants in (-90_i64..90, -90_i64..90),
        values in prop::collection::vec(-30_i64..30, 4),
    ) {
        let term = |parts: &[(u32, i64)], constant| {
            Linear::new(parts.iter().map(|&(number, by)| (Var::new(number), by)), constant)
        };
        let row = [&[0], values.as_slice()].concat();
        let plain = |parts: &[(u32, i64)], constant: i64| {
            let products = parts.iter().map(|&(number, by)| by * row[Var::new(number).index()]);
            i128::from(constant + products.sum::<i64>())
        };
        let (left, right) = (term(&a, constants.0)?, term(&b, constants.1)?);
        let (l, r) = (plain(&a, constants.0), plain(&b, constants.1));
        prop_assert_eq!(left.value(&row), Some(l));
        prop_assert_eq!(left.checked_add(&right)?.value(&row), Some(l + r));
        prop_assert_eq!(left.checked_sub(&right)?.value(&row), Some(l - r));
        prop_assert_eq!(left.checked_scale(factor)?.value(&row), Some(l * i128::from(factor)));
        prop_assert_eq!(left.negated().negated(), left.clone());
        prop_assert_eq!(left.checked_sub(&left)?, Linear::from(0));

        let model = values.as_slice();
        let holds = |constraint: &Constraint| match constraint.as_constant() {
            Some(truth) => truth,
            None => meets(model, constraint),
        };
        let checks = [
            (Constraint::le(&left, &right)?, l <= r),
            (Constraint::lt(&left, &right)?, l < r),
            (Constraint::ge(&left, &right)?, l >= r),
            (Constraint::gt(&left, &right)?, l > r),
            (Constraint::eq(&left, &right)?, l == r),
            (Constraint::ne(&left, &right)?, l != r),
        ];
        for (constraint, expected) in checks {
            prop_assert_eq!(holds(&constraint), expected);
            prop_assert_eq!(holds(&constraint.negated()), !expected);
            prop_assert_eq!(constraint.negated().negated(), constraint.clone());
            if let Some(Difference { x, y, relation, c }) = constraint.as_difference() {
                let difference = row[x.index()] - row[y.index()];
                prop_assert_eq!(expected, match relation {
                    Relation::Le => difference <= c,
                    Relation::Eq => difference == c,
                    Relation::Ne => difference != c,
                });
            }
        }
    }
}
