//! Constraints in canonical form, assignments, and what is printed of them.

use super::{draw, rows};
use crate::assignment::Assignment;
use crate::constraint::{Constraint, Relation};
use crate::error::{DOMAIN_LIMIT, SolverError};
use crate::interrupt::Interrupt;
use crate::linear_term::{Linear, Var};
use crate::search::Mode;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;

const RELATIONS: [Relation; 3] = [Relation::Le, Relation::Eq, Relation::Ne];

fn term(by: [i64; 2], constant: i64) -> Linear {
    Linear::new([(Var::new(1), by[0]), (Var::new(2), by[1])], constant).unwrap()
}

/// A multiple of a constraint is the same constraint: no solution is lost by dividing.
#[test]
fn multiples_are_one_constraint() {
    for (a, b) in rows(&[(-3, 3), (-3, 3)]).iter().map(|row| (row[1], row[2])) {
        for constant in -7..=7 {
            for relation in RELATIONS {
                let once = Constraint::new(term([a, b], constant), relation);
                for row in rows(&[(-4, 4), (-4, 4)]) {
                    let value = a * row[1] + b * row[2] + constant;
                    let expected = match relation {
                        Relation::Le => value <= 0,
                        Relation::Eq => value == 0,
                        Relation::Ne => value != 0,
                    };
                    let own = once.term().value(&row).unwrap();
                    let holds = match once.relation() {
                        Relation::Le => own <= 0,
                        Relation::Eq => own == 0,
                        Relation::Ne => own != 0,
                    };
                    assert_eq!(holds, expected, "{a}x + {b}y + {constant} {relation:?} 0 at {row:?}");
                }
                for by in [-4, -3, -2, -1, 2, 3, 4] {
                    if relation == Relation::Le && by < 0 || (a, b) == (0, 0) {
                        continue;
                    }
                    let again = Constraint::new(term([a * by, b * by], constant * by), relation);
                    assert_eq!(again, once, "{by} times {a}x + {b}y + {constant} {relation:?} 0");
                }
                // One term of each sign is a difference exactly if the factors are 1 and -1.
                let is_difference = match (a, b) {
                    (0, 0) => false,
                    (0, _) | (_, 0) => true,
                    _ => a == -b,
                };
                let decided = once.as_constant().is_some();
                assert_eq!(once.as_difference().is_some(), is_difference && !decided, "{once}");
                assert_eq!(once.negated().negated(), once);
                let last = if b != 0 { Some(2) } else { (a != 0).then_some(1) };
                assert_eq!(once.last_var(), last.filter(|_| !decided).map(Var::new), "{once}");
            }
        }
    }
}

#[test]
fn assignments_are_lists_of_values_behind_a_zero() {
    let mut rng = ChaCha8Rng::seed_from_u64(33);
    let (mut assignment, mut list) = (Assignment::new([]), Vec::new());
    for _ in 0..200 {
        if draw(&mut rng, 0, 3) == 0 {
            let len = usize::try_from(draw(&mut rng, 0, 6)).unwrap();
            assignment.truncate(len);
            list.truncate(len);
        } else {
            let value = draw(&mut rng, -9, 9);
            assignment.push(value);
            list.push(value);
        }
        assert_eq!(assignment.values(), list);
        assert_eq!(assignment.row(), [&[0], list.as_slice()].concat());
        assert_eq!(assignment, Assignment::new(list.iter().copied()));
        for place in 0..=list.len() + 1 {
            let var = Var::from_index(place).unwrap();
            assert_eq!(assignment.get(var), assignment.row().get(place).copied());
            if place <= list.len() {
                assert_eq!(assignment[var], assignment.row()[place]);
            }
        }
    }
}

#[test]
fn what_is_printed_says_what_it_is() {
    let mut rng = ChaCha8Rng::seed_from_u64(34);
    let shown = [Mode::Smallest, Mode::Any, Mode::Random(&mut rng)].map(|mode| format!("{mode:?}"));
    assert_eq!(shown, ["Smallest", "Any", "Random"]);
    let interrupts = [Interrupt::NEVER, Interrupt::new(|| true)].map(|interrupt| format!("{interrupt:?}"));
    assert_eq!(interrupts, ["Interrupt::NEVER", "Interrupt"]);
    for (error, part) in [
        (SolverError::EmptyDomain { lo: 3, hi: 2 }, "3..=2 is empty"),
        (
            SolverError::BoundTooLarge { bound: DOMAIN_LIMIT + 1 },
            "1152921504606846977 is outside of -2^60..=2^60",
        ),
        (SolverError::TermTooLarge, "more than 2^62"),
        (SolverError::TooManyVariables, "more than 2^32 - 1 variables"),
    ] {
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn terms_are_written_as_sums() {
    let written = |terms: &[(u32, i64)], constant| {
        Linear::new(terms.iter().map(|&(var, by)| (Var::new(var), by)), constant).unwrap().to_string()
    };
    for (terms, constant, text) in [
        (&[][..], 0, "0"),
        (&[], -3, "-3"),
        (&[(1, 1)], 0, "v1"),
        (&[(1, -1)], 0, "-v1"),
        (&[(1, 2)], 5, "2*v1 + 5"),
        (&[(1, -2)], -5, "-2*v1 - 5"),
        (&[(1, 1), (2, 1)], 1, "v1 + v2 + 1"),
        (&[(1, 1), (2, -1)], -1, "v1 - v2 - 1"),
        (&[(1, -3), (2, 4), (3, -1)], 0, "-3*v1 + 4*v2 - v3"),
        (&[(2, 3), (1, 1), (2, -3)], 7, "v1 + 7"),
    ] {
        assert_eq!(written(terms, constant), text);
    }
}
