//! Difference-bound matrices and sparse difference systems against brute force.

use super::systems::{differences_as_system, matrix, random_differences, var};
use chacha20::ChaCha8Rng;
use dpgen_solver::{Assignment, Dbm, DifferenceSystem, Var, check};
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeSet, HashSet};

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
        let mut sparse = DifferenceSystem::new();
        for &(lo, hi) in &domains {
            sparse.add_var(lo, hi).expect("small domain");
        }
        for &(x, y, c) in &triples {
            sparse.add(x, y, c);
        }
        assert_eq!(sparse.smallest(), dbm.smallest());
        let largest = dbm.is_feasible().then(|| Assignment::new(dbm.vars().map(|x| dbm.bounds(x).1)));
        assert_eq!(sparse.largest(), largest);
        let system = differences_as_system(&domains, &triples);
        match sparse.random(&mut rng) {
            Some(model) => assert_eq!(check(&system.domains, &system.constraints, &model), Ok(())),
            None => assert!(!dbm.is_feasible()),
        }
    }
}
