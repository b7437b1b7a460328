//! Path conditions as data: relations as words, and variables that are an extremum, against all small values.

use dpgen_forest::path_condition::{Extremum, decode_relation, encode_relation};
use dpgen_solver::{Constraint, Linear, Relation, Var};

const RELATIONS: [(u8, Relation); 3] = [(0, Relation::Le), (1, Relation::Eq), (2, Relation::Ne)];

fn holds(constraint: &Constraint, row: &[i64]) -> bool {
    let value = constraint.term().value(row).unwrap();
    match constraint.relation() {
        Relation::Le => value <= 0,
        Relation::Eq => value == 0,
        Relation::Ne => value != 0,
    }
}

/// `m` is the lesser or the greater of `x + 1` and `2y`, by the names 1 to 3.
fn extremum(greatest: bool) -> Extremum {
    let x = Linear::new([(Var::new(1), 1)], 1).unwrap();
    let y = Linear::new([(Var::new(2), 2)], 0).unwrap();
    Extremum { var: Var::new(3), of: [x, y], greatest }
}

/// All `x`, `y` and `m`, with what `m` should be.
fn cases(greatest: bool) -> impl Iterator<Item = ([i64; 4], i64)> {
    let values = || -3..=3_i64;
    let pairs = move || values().flat_map(move |x| values().map(move |y| (x, y)));
    pairs().flat_map(move |(x, y)| {
        let (a, b) = (x + 1, 2 * y);
        let value = if greatest { a.max(b) } else { a.min(b) };
        (-8..=8).map(move |m| ([0, x, y, m], value))
    })
}

#[test]
fn words_stand_for_relations() {
    for (word, relation) in RELATIONS {
        assert_eq!((encode_relation(relation), decode_relation(word)), (word, relation));
    }
}

#[test]
fn an_extremum_is_one_of_its_terms_and_within_both() {
    for greatest in [false, true] {
        let extremum = extremum(greatest);
        let (first, second) = (extremum.side(false).unwrap(), extremum.side(true).unwrap());
        let bounds = extremum.bounds().unwrap();
        for (row, value) in cases(greatest) {
            let on = |side: &[Constraint; 2]| side.iter().all(|constraint| holds(constraint, &row));
            assert!(!(on(&first) && on(&second)), "the sides exclude each other at {row:?}");
            assert_eq!(on(&first) || on(&second), row[3] == value, "{row:?}, greatest: {greatest}");
            let within = if greatest { row[3] >= value } else { row[3] <= value };
            assert_eq!(on(&bounds), within, "{row:?}, greatest: {greatest}");
        }
        let words = extremum.row();
        assert_eq!((words.var, words.greatest), (3, greatest));
        assert_eq!(words.over(Var::new), Ok(extremum.clone()), "there and back");
        let shifted = words.over(|var| Var::new(var + 4)).unwrap();
        assert_eq!((shifted.var, shifted.of[0].terms()[0].0), (Var::new(7), Var::new(5)));
    }
}

/// A constraint that does not bind an extremum from where its bounds are open may be solved with any value within the bounds:
/// the extremum itself meets it, too.
#[test]
fn what_does_not_bind_holds_of_the_extremum_too() {
    for greatest in [false, true] {
        let extremum = extremum(greatest);
        for by in [-2, -1, 0, 1, 2] {
            for (_, relation) in RELATIONS {
                for constant in -3..=3 {
                    let term = Linear::new([(Var::new(3), by)], constant).unwrap();
                    let constraint = Constraint::new(term, relation);
                    let bounds = extremum.bounds().unwrap();
                    let is_lost = cases(greatest).any(|(row, value)| {
                        let met = bounds.iter().chain([&constraint]).all(|one| holds(one, &row));
                        met && !holds(&constraint, &[0, row[1], row[2], value])
                    });
                    let is_bound = extremum.is_bound_by(&constraint);
                    assert!(is_bound || !is_lost, "{constraint}, greatest: {greatest}");
                    // Every extremum can be 0; not every one can be each other value that a `!=` excludes.
                    assert!(constant != 0 || is_bound == is_lost, "{constraint}, greatest: {greatest}");
                }
            }
        }
    }
}
