//! Values of programs.

use super::check::Type;
use super::language::Expr;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    Number(i64),
    Truth(bool),
}

impl Value {
    pub fn ty(self) -> Type {
        match self {
            Self::Number(_) => Type::Number,
            Self::Truth(_) => Type::Truth,
        }
    }
}

/// The value of an expression that has a type; nothing if an addition overflows.
pub fn value_of(expr: &Expr, known: &mut Vec<(String, Value)>) -> Option<Value> {
    match expr {
        Expr::Number(number) => Some(Value::Number(*number)),
        Expr::Truth(truth) => Some(Value::Truth(*truth)),
        Expr::Variable(name) => known.iter().rev().find(|(known, _)| known == name).map(|(_, value)| *value),
        Expr::Add(left, right) => match (value_of(left, known)?, value_of(right, known)?) {
            (Value::Number(left), Value::Number(right)) => left.checked_add(right).map(Value::Number),
            _ => None,
        },
        Expr::Less(left, right) => match (value_of(left, known)?, value_of(right, known)?) {
            (Value::Number(left), Value::Number(right)) => Some(Value::Truth(left < right)),
            _ => None,
        },
        Expr::If(test, yes, no) => match value_of(test, known)? {
            Value::Truth(true) => value_of(yes, known),
            Value::Truth(false) => value_of(no, known),
            Value::Number(_) => None,
        },
        Expr::Let(name, value, body) => {
            let value = value_of(value, known)?;
            known.push((name.clone(), value));
            let body = value_of(body, known);
            known.pop();
            body
        }
    }
}
