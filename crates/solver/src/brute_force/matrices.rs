//! Difference-bound matrices as sets of solutions: equality, inclusion, union and hashes of every pair of some matrices.

use super::{any_var, draw, rows};
use crate::dbm::Dbm;
use crate::linear_term::Var;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// A matrix of so many variables with random bounds, and its solutions.
fn random(rng: &mut ChaCha8Rng, vars: usize) -> (Dbm, BTreeSet<Vec<i64>>) {
    let (mut dbm, mut domains) = (Dbm::new(), Vec::new());
    for _ in 0..vars {
        let lo = draw(rng, 0, 1);
        let hi = lo + draw(rng, 0, 2);
        dbm.add_var(lo, hi).unwrap();
        domains.push((lo, hi));
    }
    let mut solutions: BTreeSet<Vec<i64>> = rows(&domains).into_iter().collect();
    for _ in 0..draw(rng, 0, 3) {
        let (x, y, c) = (any_var(rng, vars), any_var(rng, vars), draw(rng, -2, 2));
        let before = solutions.len();
        solutions.retain(|row| row[x.index()] - row[y.index()] <= c);
        // An infeasible matrix stays infeasible, whatever is added.
        assert_eq!(dbm.add(x, y, c), before > 0 && !solutions.is_empty());
    }
    (dbm, solutions)
}

#[test]
fn equal_solutions_are_equal_matrices() {
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    let hash = |dbm: &Dbm| BuildHasherDefault::<DefaultHasher>::default().hash_one(dbm);
    let (mut equal, mut empty) = (0, 0);
    let all: Vec<(usize, Dbm, BTreeSet<Vec<i64>>)> = (0..150)
        .map(|number| {
            let (dbm, solutions) = random(&mut rng, number % 3);
            (number % 3, dbm, solutions)
        })
        .collect();
    for (vars, left, mine) in &all {
        assert_eq!(left.len(), *vars);
        assert_eq!(left.is_empty(), *vars == 0);
        assert_eq!(left.is_feasible(), !mine.is_empty());
        empty += u32::from(mine.is_empty());
        for (others, right, theirs) in &all {
            let same = vars == others && mine == theirs;
            assert_eq!(left == right, same, "{left:?} and {right:?}");
            if same {
                assert_eq!(hash(left), hash(right), "{left:?} and {right:?}");
                equal += 1;
            }
            if vars != others {
                continue;
            }
            assert_eq!(left.is_within(right), mine.is_subset(theirs), "{left:?} within {right:?}");
            let mut joined = left.clone();
            joined.join(right);
            assert!(left.is_within(&joined) && right.is_within(&joined));
            // The least matrix around both: each bound is that of a solution.
            let both: BTreeSet<_> = mine.union(theirs).collect();
            assert_eq!(joined.is_feasible(), !both.is_empty());
            for (x, y) in (0..=*vars).flat_map(|x| (0..=*vars).map(move |y| (x, y))) {
                let greatest = both.iter().map(|row| row[x] - row[y]).max();
                let bound = |place| Var::from_index(place).unwrap();
                if let Some(greatest) = greatest {
                    assert_eq!(joined.bound(bound(x), bound(y)), greatest, "{left:?} and {right:?}");
                }
            }
        }
    }
    assert!(equal > 300 && empty > 10, "{equal} pairs are equal, {empty} matrices are empty");
}

/// Words are read if each is the greatest difference between two variables of a solution, and refused else.
#[test]
fn words_are_read_if_they_are_the_bounds_of_their_solutions() {
    let mut rng = ChaCha8Rng::seed_from_u64(33);
    let (mut read, mut refused) = (0, 0);
    for number in 0..60 {
        let (dbm, _) = random(&mut rng, number % 3);
        if !dbm.is_feasible() {
            continue;
        }
        for (place, change) in
            (0..dbm.words().len()).flat_map(|place| [-1, 0, 1, 4].map(|change| (place, change)))
        {
            let mut words = dbm.words().to_vec();
            words[place] += change;
            let len = number % 3 + 1;
            let domains: Vec<(i64, i64)> = (1..len).map(|var| (-words[var], words[var * len])).collect();
            let mut solutions = rows(&domains);
            let pairs = || (0..len).flat_map(|x| (0..len).map(move |y| (x, y)));
            solutions.retain(|row| pairs().all(|(x, y)| row[x] - row[y] <= words[x * len + y]));
            let greatest = |x: usize, y: usize| solutions.iter().map(|row| row[x] - row[y]).max();
            let is_closed = pairs().all(|(x, y)| greatest(x, y) == Some(words[x * len + y]));
            assert_eq!(Dbm::from_words(&words).is_some(), is_closed, "{words:?}");
            *(if is_closed { &mut read } else { &mut refused }) += 1;
        }
    }
    assert!(read > 50 && refused > 200, "{read} are read, {refused} are refused");
}
