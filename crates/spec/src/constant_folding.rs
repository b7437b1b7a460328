//! Constructors of code that compute operations on constants at once.

use super::cel::ast::{Arith, Compare};
use super::compiled_code::{List, Num, Test};
use super::compiled_program::KIND_NUMBER;

/// The result on constants, unless it has none.
pub(crate) fn fold(op: Arith, a: i64, b: i64) -> Option<i64> {
    match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Div => a.checked_div(b),
        Arith::Rem => a.checked_rem(b),
        Arith::Min => Some(a.min(b)),
        Arith::Max => Some(a.max(b)),
    }
}

impl Num {
    /// The negative.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Const(value) if value != i64::MIN => Self::Const(-value),
            num => Self::Neg(Box::new(num)),
        }
    }

    /// The absolute value.
    pub(crate) fn absolute(self) -> Self {
        match self {
            Self::Const(value) if value != i64::MIN => Self::Const(value.abs()),
            num => Self::Abs(Box::new(num)),
        }
    }

    /// The value beside the first test that holds, or the last.
    pub(crate) fn choice(choices: impl Iterator<Item = (Test, Self)>, last: Self) -> Self {
        match open(choices, last) {
            (choices, last) if choices.is_empty() => last,
            (choices, last) => Self::If(choices, Box::new(last)),
        }
    }
}

impl Test {
    /// Whether it is this constant.
    pub(crate) const fn is(&self, value: bool) -> bool {
        matches!(self, Self::Const(known) if *known == value)
    }

    /// The negation.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Const(value) => Self::Const(!value),
            Self::Not(inner) => *inner,
            test => Self::Not(Box::new(test)),
        }
    }

    /// `&&` (`all`) or `||` of the parts, without those that are constant.
    pub(crate) fn join(parts: Vec<Self>, all: bool) -> Self {
        let mut open = Vec::new();
        for part in parts {
            match part {
                Self::Const(value) if value == all => {}
                Self::Const(value) => {
                    open.push(Self::Const(value));
                    break;
                }
                part => open.push(part),
            }
        }
        match open.len() {
            0 => Self::Const(all),
            1 => open.swap_remove(0),
            _ if all => Self::And(open),
            _ => Self::Or(open),
        }
    }

    /// A comparison of integers, labels or constructors.
    pub(crate) fn compare(op: Compare, a: Num, b: Num) -> Self {
        match (a, b) {
            (Num::Const(a), Num::Const(b)) => Self::Const(op.holds(&a, &b)),
            (Num::Ask(ask), Num::Const(kind)) | (Num::Const(kind), Num::Ask(ask))
                if ask.attribute == KIND_NUMBER && matches!(op, Compare::Eq | Compare::Ne) =>
            {
                let kind = Self::Kind(ask, kind);
                if op == Compare::Eq { kind } else { kind.negated() }
            }
            (a, b) => Self::Compare(op, Box::new(a), Box::new(b)),
        }
    }

    /// Whether both hold or neither.
    pub(crate) fn same(a: Self, b: Self) -> Self {
        match (a, b) {
            (Self::Const(a), Self::Const(b)) => Self::Const(a == b),
            (a, b) => Self::Same(Box::new(a), Box::new(b)),
        }
    }

    /// Whether a value is one of a list.
    pub(crate) fn within(item: Num, list: Vec<Num>) -> Self {
        let value = |num: &Num| match num {
            Num::Const(value) => Some(*value),
            _ => None,
        };
        let known: Option<Vec<i64>> = list.iter().map(value).collect();
        match (value(&item), known) {
            (Some(item), Some(list)) => Self::Const(list.contains(&item)),
            _ => Self::In(Box::new(item), list),
        }
    }

    /// The test beside the first test that holds, or the last.
    pub(crate) fn choice(choices: impl Iterator<Item = (Self, Self)>, last: Self) -> Self {
        match open(choices, last) {
            (choices, last) if choices.is_empty() => last,
            (choices, last) => Self::If(choices, Box::new(last)),
        }
    }
}

impl List {
    /// The list beside the first test that holds, or the last.
    pub(crate) fn choice(choices: impl Iterator<Item = (Test, Self)>, last: Self) -> Self {
        match open(choices, last) {
            (choices, last) if choices.is_empty() => last,
            (choices, last) => Self::If(choices, Box::new(last)),
        }
    }
}

/// The choices whose tests are not constant, and the choice if none holds.
fn open<T>(choices: impl Iterator<Item = (Test, T)>, last: T) -> (Vec<(Test, T)>, T) {
    let mut open = Vec::new();
    for (test, value) in choices {
        match test {
            Test::Const(true) => return (open, value),
            Test::Const(false) => {}
            test => open.push((test, value)),
        }
    }
    (open, last)
}
