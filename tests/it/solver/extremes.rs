//! The largest bounds and terms that the solver takes: nothing overflows.

use dpgen_solver::{
    Assignment, Constraint, Dbm, DifferenceSystem, Feasibility, Limit, Linear, Relation, SolverError, Store,
    check,
};

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

    let mut sparse = DifferenceSystem::new();
    let x = sparse.add_var(-limit, limit).expect("within the limit");
    let y = sparse.add_var(-limit, limit).expect("within the limit");
    sparse.add(x, y, -2 * limit);
    assert_eq!(sparse.smallest(), Some(Assignment::new([-limit, limit])));
    sparse.add(x, y, i64::MIN);
    assert_eq!(sparse.smallest(), None);
}
