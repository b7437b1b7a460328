//! Interrupts: every question that may take long hears them, and none is answered wrongly because of one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use dpgen_solver::{
    Constraint, Feasibility, Interrupt, Limit, Linear, Mode, Outcome, Possibility, Relation, Store,
    UnknownReason, Var,
};

/// An interrupt that is raised from the `after`-th time on that it is asked, and how often it was.
fn after(after: u64) -> (Interrupt, Arc<AtomicU64>) {
    let asked = Arc::new(AtomicU64::new(0));
    let count = asked.clone();
    (Interrupt::new(move || count.fetch_add(1, Ordering::Relaxed) >= after), asked)
}

fn var(number: u32) -> Var {
    Var::new(number)
}

/// Pigeons in too few holes: no solution, and a long search to find that out.
fn pigeons() -> (Vec<(i64, i64)>, Vec<Constraint>) {
    let pigeons = 12;
    let mut constraints = Vec::new();
    for first in 1..=pigeons {
        for second in first + 1..=pigeons {
            let term = Linear::new([(var(first), 1), (var(second), -1)], 0).unwrap();
            constraints.push(Constraint::new(term, Relation::Ne));
        }
    }
    (vec![(1, 11); 12], constraints)
}

#[test]
fn a_store_says_that_it_was_interrupted() {
    let raised = Arc::new(AtomicBool::new(true));
    let heard = raised.clone();
    let mut store =
        Store::with_limit(Limit::NONE).with_interrupt(Interrupt::new(move || heard.load(Ordering::Relaxed)));
    let (domains, constraints) = pigeons();
    for (lo, hi) in &domains[1..] {
        store.new_var(*lo, *hi).unwrap();
    }
    let fewer = constraints.iter().filter(|constraint| constraint.last_var() < Some(var(12)));
    for constraint in fewer {
        store.add(constraint);
    }
    let question =
        Constraint::new(Linear::new([(var(1), 1), (var(2), 1), (var(3), 1)], -33).unwrap(), Relation::Eq);
    let hard =
        Constraint::new(Linear::new([(var(1), 1), (var(2), 1), (var(3), 1)], -20).unwrap(), Relation::Eq);
    // Certain without a search.
    assert_eq!(store.possible(&Constraint::new(Linear::from(var(1)), Relation::Eq)), Possibility::No);
    assert_eq!(store.possible(&hard), Possibility::Unknown(UnknownReason::Interrupted));
    assert_eq!(store.solve(Mode::Smallest), Outcome::Unknown(UnknownReason::Interrupted));
    let mut models = store.all(Limit::NONE);
    assert_eq!((models.next(), models.stopped()), (None, Some(UnknownReason::Interrupted)));
    // It is as good as before.
    raised.store(false, Ordering::Relaxed);
    assert_eq!(store.possible(&hard), Possibility::Yes);
    assert_ne!(store.possible(&question), Possibility::Yes);
    assert!(matches!(store.solve(Mode::Smallest), Outcome::Sat(_)));
    models.resume(Limit::NONE);
    assert!(models.next().is_some());
}

#[test]
fn tightening_a_large_matrix_is_interrupted() {
    let (interrupt, asked) = after(0);
    let mut store = Store::new().with_interrupt(interrupt);
    let vars: Vec<Var> = (0..300).map(|_| store.new_var(0, 1000).unwrap()).collect();
    let sum = Linear::new(vars.iter().map(|var| (*var, 1)), -10).unwrap();
    // Every variable is at most 10, which takes 300 changes of the matrix to write down.
    // All zeros are a model that is found without.
    assert_eq!(store.add(&Constraint::new(sum, Relation::Le)), Feasibility::Feasible);
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    assert_eq!((store.bounds(vars[0]), store.bounds(vars[299])), ((0, 10), (0, 1000)));
    assert!(!store.is_exact());
}

#[test]
fn a_matrix_that_lacks_a_bound_is_not_exact() {
    let (interrupt, asked) = after(0);
    let mut store = Store::new().with_interrupt(interrupt);
    // So many that one look at the matrix is more cells than lie between two polls.
    let vars: Vec<Var> = (0..1100).map(|_| store.new_var(0, 1000).unwrap()).collect();
    let (a, b, c) = (vars[0], vars[1], vars[2]);
    let sum = Linear::new([(a, 1), (b, 1), (c, -1)], 0).unwrap();
    assert_eq!(store.add(&Constraint::new(sum, Relation::Le)), Feasibility::Feasible);
    assert_eq!(asked.load(Ordering::Relaxed), 0);
    // Now the sum says `b <= c`, which is not written down.
    store.add(&Constraint::new(Linear::from(a), Relation::Eq));
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    assert!(!store.is_exact());
    let greater = Constraint::new(Linear::new([(b, -1), (c, 1)], 1).unwrap(), Relation::Le);
    assert_ne!(store.possible(&greater), Possibility::Yes);
}
