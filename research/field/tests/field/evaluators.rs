//! meval and fasteval: expressions over `f64`.

use std::collections::BTreeMap;

use dpgen::DpGen;
use dpgen_field::{assert_failing, texts};
use fasteval::{Compiler, EmptyNamespace, Error, Evaler, Parser, Slab};

#[derive(DpGen, Clone, Debug)]
enum Expression {
    #[dpgen(weight = 0)]
    Number(#[dpgen(range = 0..=2)] i32),
    Negated(Box<Expression>),
    Operation(#[dpgen(values = ["+", "-", "*", "/", "^", "%"])] String, Box<Expression>, Box<Expression>),
}

impl Expression {
    /// With all parentheses.
    fn text(&self) -> String {
        match self {
            Expression::Number(number) => number.to_string(),
            Expression::Negated(inner) => format!("(-{})", inner.text()),
            Expression::Operation(operator, left, right) => {
                format!("({}{operator}{})", left.text(), right.text())
            }
        }
    }

    fn value(&self) -> f64 {
        match self {
            Expression::Number(number) => f64::from(*number),
            Expression::Negated(inner) => -inner.value(),
            Expression::Operation(operator, left, right) => {
                let (left, right) = (left.value(), right.value());
                match operator.as_str() {
                    "+" => left + right,
                    "-" => left - right,
                    "*" => left * right,
                    "/" => left / right,
                    "^" => left.powf(right),
                    _ => left % right,
                }
            }
        }
    }
}

fn same(one: f64, other: f64) -> bool {
    one == other || one.is_nan() && other.is_nan() || (one - other).abs() < 1e-9 * one.abs()
}

#[dpgen::test(max_size = 3)]
fn meval_computes_with_f64(expression: &Expression) {
    assert!(same(meval::eval_str(expression.text()).unwrap(), expression.value()));
}

#[dpgen::test(max_size = 3)]
fn fasteval_computes_with_f64(expression: &Expression) {
    assert!(same(fasteval::ez_eval(&expression.text(), &mut EmptyNamespace).unwrap(), expression.value()));
}

texts!(Text, Token: "1", "x", "+", "-", "*", "^", "(", ")", " ", "e", "!", "<", "&&", "||");

/// `eval_str` returns a `Result`.
#[test]
fn meval_does_not_panic() {
    assert_failing(4, "\" \"", (4, 41_371), |text: &Text| {
        let _ = meval::eval_str(text.text());
    });
}

#[test]
fn meval_panics_on_a_space_without_dpgen() {
    assert!(std::panic::catch_unwind(|| meval::eval_str(" ").is_ok()).is_err());
    assert!(meval::eval_str("").is_err());
}

/// What an expression is with `x = 5`, interpreted and compiled.
fn both(text: &str) -> Option<(Result<f64, Error>, Result<f64, Error>)> {
    let mut slab = Slab::new();
    let expression = Parser::new().parse(text, &mut slab.ps).ok()?.from(&slab.ps);
    let mut variables = BTreeMap::from([("x".to_owned(), 5.0)]);
    let interpreted = expression.eval(&slab, &mut variables);
    let compiled = expression.compile(&slab.ps, &mut slab.cs);
    Some((interpreted, compiled.eval(&slab, &mut variables)))
}

/// "Supports interpretation as well as compiled execution."
#[test]
fn fasteval_compiles_what_it_interprets() {
    assert_failing(4, "\"!!x\"", (10, 41_371), |text: &Text| {
        if let Some((Ok(interpreted), Ok(compiled))) = both(&text.text()) {
            assert!(same(interpreted, compiled));
        }
    });
}

#[test]
fn fasteval_takes_two_negations_for_none_without_dpgen() {
    assert_eq!(both("!!x"), Some((Ok(1.0), Ok(5.0))));
}

/// "Logical OR with short-circuit", "Logical AND with short-circuit": what is not needed is not asked for.
#[test]
fn fasteval_short_circuits() {
    assert_failing(4, "\"1||e\"", (36, 41_371), |text: &Text| {
        if let Some((interpreted, compiled)) = both(&text.text()) {
            assert_eq!(interpreted.is_ok(), compiled.is_ok());
        }
    });
}

#[test]
fn fasteval_asks_for_both_without_dpgen() {
    let undefined = || Err(Error::Undefined("e".to_owned()));
    assert_eq!(fasteval::ez_eval("1||e", &mut EmptyNamespace), undefined());
    assert_eq!(fasteval::ez_eval("0&&e", &mut EmptyNamespace), undefined());
    assert_eq!(both("1||e"), Some((undefined(), Ok(1.0))));
    assert_eq!(both("0&&e"), Some((undefined(), Ok(0.0))));
}
