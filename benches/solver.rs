//! The solver: a million difference bounds, what a store adds to that, and search on two puzzles.

use chacha20::ChaCha8Rng;
use criterion::{Criterion, criterion_group, criterion_main};
use dpgen_solver::{Constraint, Dbm, Feasibility, Limit, Linear, Possibility, Relation, Store, Var};
use rand::{RngExt, SeedableRng};
use std::hint::black_box;

const VARS: u32 = 8;

/// Random bounds `x - y <= c` over eight variables and zero.
fn random_bounds(count: usize) -> Vec<(Var, Var, i64)> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    (0..count)
        .map(|_| {
            let x = rng.random_range(0..=VARS);
            let y = (x + rng.random_range(1..=VARS)) % (VARS + 1);
            (Var::new(x), Var::new(y), rng.random_range(-20..=80))
        })
        .collect()
}

/// Adds the bounds, beginning anew whenever none is left to add to. Returns how often that was.
fn add_all(dbm: &mut Dbm, fresh: &Dbm, bounds: &[(Var, Var, i64)]) -> usize {
    let mut restarts = 0;
    dbm.clone_from(fresh);
    for &(x, y, c) in bounds {
        if !dbm.add(x, y, c) {
            dbm.clone_from(fresh);
            restarts += 1;
        }
    }
    restarts
}

fn matrix(c: &mut Criterion) {
    let bounds = random_bounds(1_000_000);
    let mut fresh = Dbm::new();
    for _ in 0..VARS {
        fresh.add_var(1, 100).expect("small domain");
    }
    let mut dbm = Dbm::new();
    assert!(add_all(&mut dbm, &fresh, &bounds) > 10_000);
    c.bench_function("dbm/add 1,000,000 bounds over 8 variables", |b| {
        b.iter(|| add_all(&mut dbm, &fresh, black_box(&bounds)));
    });
}

fn store(c: &mut Criterion) {
    let constraints: Vec<Constraint> = random_bounds(1_000)
        .into_iter()
        .map(|(x, y, c)| Constraint::difference(x, y, c).expect("small bound"))
        .collect();
    let mut store = Store::new();
    for _ in 0..VARS {
        store.new_var(1, 100).expect("small domain");
    }
    // What is possible and what is added say the same, one constraint at a time.
    let consistent = constraints.iter().filter(|constraint| {
        store.push();
        let possible = store.possible(constraint);
        let added = store.add(constraint);
        store.pop();
        assert_eq!(possible == Possibility::No, added == Feasibility::Infeasible, "{constraint:?}");
        added == Feasibility::Feasible
    });
    assert!(consistent.count() > 900);
    c.bench_function("store/push, possible, add, pop, 1,000 times", |b| {
        b.iter(|| {
            for constraint in &constraints {
                store.push();
                black_box(store.possible(constraint));
                black_box(store.add(constraint));
                store.pop();
            }
        });
    });
}

fn distinct(store: &mut Store, vars: &[Var], shift: impl Fn(usize) -> i64) {
    for (i, &a) in vars.iter().enumerate() {
        for (j, &b) in vars[..i].iter().enumerate() {
            let term = Linear::new([(a, 1), (b, -1)], shift(i) - shift(j)).expect("small term");
            store.add(&Constraint::new(term, Relation::Ne));
        }
    }
}

fn vars(store: &mut Store, count: usize, hi: i64) -> Vec<Var> {
    (0..count).map(|_| store.new_var(1, hi).expect("small domain")).collect()
}

fn puzzles(c: &mut Criterion) {
    let mut square = Store::new();
    let cells = vars(&mut square, 9, 9);
    distinct(&mut square, &cells, |_| 0);
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in lines {
        let sum = Linear::new(line.map(|cell| (cells[cell], 1)), -15).expect("small term");
        square.add(&Constraint::new(sum, Relation::Eq));
    }
    c.bench_function("search/magic square, 8 models", |b| {
        b.iter(|| assert_eq!(square.all(Limit::NONE).count(), 8));
    });

    let mut queens = Store::new();
    let rows = vars(&mut queens, 8, 8);
    let column = |index| i64::try_from(index).expect("few queens");
    distinct(&mut queens, &rows, |_| 0);
    distinct(&mut queens, &rows, column);
    distinct(&mut queens, &rows, |index| -column(index));
    c.bench_function("search/eight queens, 92 models", |b| {
        b.iter(|| assert_eq!(queens.all(Limit::NONE).count(), 92));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = matrix, store, puzzles
}
criterion_main!(benches);
