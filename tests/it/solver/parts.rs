//! The parts a store is made of, on their own: terms and constraints, the checker.

use super::systems::{meets, var};
use dpgen_solver::{Assignment, Constraint, Difference, Linear, Relation, Var, check};
use proptest::prelude::*;

#[test]
fn checker_finds_faults() {
    let (x, y) = (Linear::from(var(1)), Linear::from(var(2)));
    let constraint = Constraint::ne(&x, &y).expect("small term");
    let verdict = |values: &[i64]| {
        check(&[(0, 3), (0, 3)], [&constraint], &Assignment::new(values.iter().copied()))
            .map_err(|violation| violation.to_string())
    };
    assert_eq!(verdict(&[1, 2]), Ok(()));
    assert_eq!(verdict(&[1]), Err("the assignment has 1 values for 2 variables".into()));
    assert_eq!(verdict(&[1, 4]), Err("v2 = 4 is outside of 0..=3".into()));
    assert_eq!(verdict(&[2, 2]), Err("v1 - v2 != 0 does not hold: the left side is 0".into()));
    let beyond = Constraint::ne(&x, &Linear::from(var(9))).expect("small term");
    let verdict = check(&[(0, 3)], [&beyond], &Assignment::new([1]));
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
