//! What a program means, on plain structures.
//!
//! Expressions are evaluated from left to right, reading no more than needed. A read of what a part does not
//! have, a division by zero and an integer outside of i64 are failures; an attribute that fails is an answer of
//! its own, and a failure of whoever reads it. A structure is valid if all its parts are and its own layer's
//! conditions hold.

use std::cell::RefCell;
use std::collections::HashMap;

use super::program::{Body, Compare, Num, Op, Path, Program, Test};
use super::structures::Structures;

/// Why an evaluation has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// Something is read that is not there, or divided by zero.
    Missing,
    /// A number does not fit into i64.
    Overflow,
}

type Outcome<T> = Result<T, Failure>;

/// A program at work on its structures.
pub struct Interpreter<'a> {
    program: &'a Program,
    structures: &'a Structures,
    /// What attributes answered, by node and attribute.
    answers: RefCell<HashMap<(usize, usize), Outcome<i64>>>,
    valid: RefCell<HashMap<usize, Outcome<bool>>>,
}

impl<'a> Interpreter<'a> {
    pub fn new(program: &'a Program, structures: &'a Structures) -> Self {
        let (answers, valid) = Default::default();
        Self { program, structures, answers, valid }
    }

    fn parts(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let of = &self.structures.nodes[node];
        let slots = self.program.types[of.ty].ctors[of.ctor].slots.iter().enumerate();
        slots
            .filter(|(_, slot)| slot.kind.node().is_some())
            .map(move |(at, _)| self.structures.part(node, at))
    }

    /// Whether a node's own conditions hold, whatever its parts are.
    pub fn layer_holds(&self, node: usize) -> Outcome<bool> {
        let of = &self.structures.nodes[node];
        for test in &self.program.types[of.ty].ctors[of.ctor].rep_ok {
            if !self.test(test, node)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a structure is valid; a failure of a layer whose parts are all valid.
    pub fn is_valid(&self, node: usize) -> Outcome<bool> {
        if let Some(known) = self.valid.borrow().get(&node) {
            return *known;
        }
        let accepted = self.parts(node).all(|part| self.is_valid(part) == Ok(true));
        let outcome = if accepted { self.layer_holds(node) } else { Ok(false) };
        self.valid.borrow_mut().insert(node, outcome);
        outcome
    }

    /// Whether a valid structure may stand as a whole.
    pub fn root_holds(&self, node: usize) -> Outcome<bool> {
        let of = &self.structures.nodes[node];
        for (ctor, test) in &self.program.root_ok {
            if *ctor == of.ctor && !self.test(test, node)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn slot(&self, path: &Path, node: usize) -> Outcome<i64> {
        let mut value = self.structures.nodes[node].slots[path.first];
        for (ctor, slot) in &path.steps {
            let part = &self.structures.nodes[usize::try_from(value).unwrap()];
            if part.ctor != *ctor {
                return Err(Failure::Missing);
            }
            value = part.slots[*slot];
        }
        Ok(value)
    }

    fn part(&self, path: &Path, node: usize) -> Outcome<usize> {
        Ok(usize::try_from(self.slot(path, node)?).unwrap())
    }

    fn answer(&self, attribute: usize, node: usize) -> Outcome<i64> {
        if let Some(known) = self.answers.borrow().get(&(node, attribute)) {
            return *known;
        }
        let of = &self.structures.nodes[node];
        let outcome = match &self.program.types[of.ty].attributes[attribute].bodies[of.ctor] {
            None => Err(Failure::Missing),
            Some(Body::Num(num)) => self.num(num, node),
            Some(Body::Test(test)) => self.test(test, node).map(i64::from),
        };
        self.answers.borrow_mut().insert((node, attribute), outcome);
        outcome
    }

    fn num(&self, num: &Num, node: usize) -> Outcome<i64> {
        Ok(match num {
            Num::Const(value) => *value,
            Num::Data(path) => self.slot(path, node)?,
            Num::Own(attribute) => self.answer(*attribute, node)?,
            Num::Ask(path, attribute) => self.answer(*attribute, self.part(path, node)?)?,
            Num::Neg(a) => self.num(a, node)?.checked_neg().ok_or(Failure::Overflow)?,
            Num::Abs(a) => self.num(a, node)?.checked_abs().ok_or(Failure::Overflow)?,
            Num::Arith(op, a, b) => arithmetic(*op, self.num(a, node)?, self.num(b, node)?)?,
            Num::If(test, a, b) => self.num(if self.test(test, node)? { a } else { b }, node)?,
        })
    }

    fn test(&self, test: &Test, node: usize) -> Outcome<bool> {
        Ok(match test {
            Test::Const(value) => *value,
            Test::Data(path) => self.slot(path, node)? == 1,
            Test::Label(path, label, is) => (self.slot(path, node)? == i64::try_from(*label).unwrap()) == *is,
            Test::Own(attribute) => self.answer(*attribute, node)? == 1,
            Test::Ask(path, attribute) => self.answer(*attribute, self.part(path, node)?)? == 1,
            Test::Is(path, ctor, is) => {
                let part = self.part(path, node)?;
                (self.structures.nodes[part].ctor == *ctor) == *is
            }
            Test::Not(a) => !self.test(a, node)?,
            Test::And(a, b) => self.test(a, node)? && self.test(b, node)?,
            Test::Or(a, b) => self.test(a, node)? || self.test(b, node)?,
            Test::Compare(op, a, b) => compare(*op, self.num(a, node)?, self.num(b, node)?),
            Test::Same(a, b) => self.test(a, node)? == self.test(b, node)?,
            Test::In(item, list) => list.contains(&self.num(item, node)?),
            Test::If(test, a, b) => self.test(if self.test(test, node)? { a } else { b }, node)?,
        })
    }

    /// A structure as a sequence: per layer the constructor, then the slots.
    pub fn flat(&self, node: usize, out: &mut Vec<i64>) {
        let of = &self.structures.nodes[node];
        out.push(i64::try_from(of.ctor).unwrap());
        for (slot, def) in self.program.types[of.ty].ctors[of.ctor].slots.iter().enumerate() {
            match def.kind.node() {
                Some(_) => self.flat(self.structures.part(node, slot), out),
                None => out.push(of.slots[slot]),
            }
        }
    }
}

fn arithmetic(op: Op, a: i64, b: i64) -> Outcome<i64> {
    let value = match op {
        Op::Add => a.checked_add(b),
        Op::Sub => a.checked_sub(b),
        Op::Mul => a.checked_mul(b),
        Op::Div | Op::Rem if b == 0 => return Err(Failure::Missing),
        Op::Div => a.checked_div(b),
        Op::Rem => a.checked_rem(b),
        Op::Min => Some(a.min(b)),
        Op::Max => Some(a.max(b)),
    };
    value.ok_or(Failure::Overflow)
}

fn compare(op: Compare, a: i64, b: i64) -> bool {
    match op {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::Lt => a < b,
        Compare::Le => a <= b,
        Compare::Gt => a > b,
        Compare::Ge => a >= b,
    }
}
