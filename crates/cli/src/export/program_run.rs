//! [`ProgramRun`]: runs the program of a template on the parts of one structure.
//!
//! Laws: it writes what minijinja renders, or [`GivesUp`], which costs time and nothing else. So it gives up where minijinja
//! could fail, and near minijinja's limits, and has no errors of its own.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use dpgen_spec::{Answers, AttributeValue, Attributes};

use crate::export::error::MAX_TEXT_LEN;
use crate::export::part_value::{PartNode, PartValue, PartValues, write_int};
use crate::export::template::MAX_STEPS;
use crate::export::template_program::{Choice, Comparison, Expr, LoopField, Op};

/// More steps than minijinja takes for one expression, operation or round of a loop, and what belongs to it.
const STEPS_EACH: u64 = 16;

/// A program can not tell what minijinja would write, or whether it would fail.
#[derive(Debug)]
pub(super) struct GivesUp;

/// The attributes of one structure, evaluated once some are not constant.
#[derive(Debug)]
pub(super) struct AttributeSource<'a> {
    pub(super) attributes: Option<&'a Arc<Attributes>>,
    /// The names of attributes, and for each the values of constructors that have the same one always.
    pub(super) constants: &'a [(String, Box<[Option<AttributeValue>]>)],
    pub(super) words: &'a [u32],
    pub(super) answers: OnceCell<Arc<Answers>>,
}

impl AttributeSource<'_> {
    /// The answers of all nodes; `None` if templates ask for nothing.
    pub(super) fn answers(&self) -> Option<&Arc<Answers>> {
        let attributes = self.attributes?;
        Some(self.answers.get_or_init(|| Arc::new(attributes.ask(self.words))))
    }
}

/// A loop at one of its elements.
#[derive(Debug, Clone, Copy)]
struct LoopState {
    /// The place of the first element.
    first: usize,
    index: usize,
    len: usize,
}

/// A value of an expression.
#[derive(Debug, PartialEq, Eq)]
enum Val<'v> {
    Undefined,
    None,
    Bool(bool),
    Int(i64),
    Text(Cow<'v, str>),
    /// A list of this length.
    List(usize),
}

impl Val<'_> {
    fn is_true(&self) -> bool {
        match self {
            Self::Undefined | Self::None => false,
            Self::Bool(value) => *value,
            Self::Int(value) => *value != 0,
            Self::Text(text) => !text.is_empty(),
            Self::List(len) => *len > 0,
        }
    }
}

/// A run of one program.
pub(super) struct ProgramRun<'v> {
    parts: PartValues<'v>,
    /// The places of the slots' values.
    slots: &'v [usize],
    /// The structure itself.
    own: PartNode,
    source: &'v AttributeSource<'v>,
    loops: Vec<LoopState>,
    steps: u64,
}

impl<'v> ProgramRun<'v> {
    pub(super) const fn new(
        parts: PartValues<'v>,
        slots: &'v [usize],
        own: PartNode,
        source: &'v AttributeSource<'v>,
    ) -> Self {
        Self { parts, slots, own, source, loops: Vec::new(), steps: 0 }
    }

    /// Counts a step.
    const fn step(&mut self) -> Result<(), GivesUp> {
        self.steps += 1;
        if self.steps > MAX_STEPS / STEPS_EACH { Err(GivesUp) } else { Ok(()) }
    }

    /// Appends what the program writes.
    pub(super) fn run(&mut self, ops: &'v [Op], out: &mut String) -> Result<(), GivesUp> {
        for op in ops {
            self.step()?;
            match op {
                Op::Write(expr) => self.write(expr, out)?,
                Op::If(arms, otherwise) => {
                    let mut chosen = otherwise;
                    for (test, ops) in arms {
                        self.step()?;
                        if self.eval(test)?.is_true() {
                            chosen = ops;
                            break;
                        }
                    }
                    self.run(chosen, out)?;
                }
                Op::For(slot, ops) => {
                    let (first, len) = self.list(*slot)?;
                    let depth = self.loops.len();
                    self.loops.push(LoopState { first, index: 0, len });
                    for index in 0..len {
                        self.step()?;
                        self.loops[depth].index = index;
                        self.run(ops, out)?;
                    }
                    self.loops.pop();
                }
            }
            if out.len() > MAX_TEXT_LEN {
                return Err(GivesUp);
            }
        }
        Ok(())
    }

    /// The place of the first element of the list in a slot, and the length. Elements are single values.
    fn list(&self, slot: usize) -> Result<(usize, usize), GivesUp> {
        let place = *self.slots.get(slot).ok_or(GivesUp)?;
        match self.parts.values[place] {
            PartValue::List(len, ..) => Ok((place.checked_sub(len).ok_or(GivesUp)?, len)),
            _ => Err(GivesUp),
        }
    }

    /// The value of a slot or an element.
    fn part(&self, expr: &Expr) -> Result<PartValue<'v>, GivesUp> {
        let place = match expr {
            Expr::Slot(slot) => *self.slots.get(*slot).ok_or(GivesUp)?,
            Expr::Item(depth) => {
                self.loops.get(*depth).map(|state| state.first + state.index).ok_or(GivesUp)?
            }
            _ => return Err(GivesUp),
        };
        self.parts.values.get(place).copied().ok_or(GivesUp)
    }

    /// Appends the value of an expression.
    fn write(&mut self, expr: &'v Expr, out: &mut String) -> Result<(), GivesUp> {
        self.step()?;
        match expr {
            Expr::Text(text) => out.push_str(text),
            Expr::Slot(_) | Expr::Item(_) => self.write_part(self.part(expr)?, out)?,
            Expr::Concat(parts) => parts.iter().try_for_each(|part| self.write(part, out))?,
            Expr::Choice(choice) => match (self.eval(&choice.test)?.is_true(), choice.no.as_ref()) {
                (true, _) => self.write(&choice.yes, out)?,
                (false, Some(no)) => self.write(no, out)?,
                (false, None) => {}
            },
            Expr::Join(slot, between) => {
                let (first, len) = self.list(*slot)?;
                for place in first..first + len {
                    out.push_str(if place > first { between } else { "" });
                    self.write_part(self.parts.values[place], out)?;
                    if out.len() > MAX_TEXT_LEN {
                        return Err(GivesUp);
                    }
                }
            }
            _ => write_value(&self.eval(expr)?, out)?,
        }
        Ok(())
    }

    fn write_part(&self, part: PartValue<'v>, out: &mut String) -> Result<(), GivesUp> {
        match part {
            PartValue::Text(start, end, _) => out.push_str(&self.parts.texts[start..end]),
            PartValue::Label(label) => out.push_str(label),
            _ => write_value(&self.value(part), out)?,
        }
        Ok(())
    }

    fn value(&self, part: PartValue<'v>) -> Val<'v> {
        match part {
            PartValue::None => Val::None,
            PartValue::Bool(value) => Val::Bool(value),
            PartValue::Int(value) => Val::Int(value),
            PartValue::Label(label) => Val::Text(Cow::Borrowed(label)),
            PartValue::Text(start, end, _) => Val::Text(Cow::Borrowed(&self.parts.texts[start..end])),
            PartValue::List(len, ..) => Val::List(len),
        }
    }

    fn eval(&mut self, expr: &'v Expr) -> Result<Val<'v>, GivesUp> {
        self.step()?;
        Ok(match expr {
            Expr::Text(text) => Val::Text(Cow::Borrowed(text)),
            Expr::Int(int) => Val::Int(*int),
            Expr::Slot(_) | Expr::Item(_) => self.value(self.part(expr)?),
            Expr::Loop(depth, field) => self.loop_field(*depth, *field)?,
            Expr::Attr(of, attribute) => self.attribute(of.as_deref(), *attribute)?,
            Expr::Concat(_) | Expr::Join(..) => {
                let mut text = String::new();
                self.write(expr, &mut text)?;
                Val::Text(Cow::Owned(text))
            }
            Expr::Choice(choice) => {
                let Choice { test, yes, no } = &**choice;
                match (self.eval(test)?.is_true(), no) {
                    (true, _) => self.eval(yes)?,
                    (false, Some(no)) => self.eval(no)?,
                    (false, None) => Val::Undefined,
                }
            }
            Expr::Not(of) => Val::Bool(!self.eval(of)?.is_true()),
            Expr::And(both) => {
                let left = self.eval(&both.0)?;
                if left.is_true() { self.eval(&both.1)? } else { left }
            }
            Expr::Or(both) => {
                let left = self.eval(&both.0)?;
                if left.is_true() { left } else { self.eval(&both.1)? }
            }
            Expr::Compare(comparison, both) => {
                let (left, right) = (self.eval(&both.0)?, self.eval(&both.1)?);
                Val::Bool(compare(*comparison, &left, &right)?)
            }
            Expr::IsNone(of) => Val::Bool(self.eval(of)? == Val::None),
            Expr::Length(slot) => Val::Int(i64::try_from(self.list(*slot)?.1).map_err(|_| GivesUp)?),
        })
    }

    fn loop_field(&self, depth: usize, field: LoopField) -> Result<Val<'v>, GivesUp> {
        let LoopState { index, len, .. } = *self.loops.get(depth).ok_or(GivesUp)?;
        let int = |index: usize| i64::try_from(index).map(Val::Int).map_err(|_| GivesUp);
        match field {
            LoopField::First => Ok(Val::Bool(index == 0)),
            LoopField::Last => Ok(Val::Bool(index + 1 == len)),
            LoopField::Index0 => int(index),
            LoopField::Index => int(index + 1),
        }
    }

    fn attribute(&self, of: Option<&Expr>, attribute: usize) -> Result<Val<'v>, GivesUp> {
        let node = match of {
            Some(of) => self.part(of)?.node().ok_or(GivesUp)?,
            None => self.own,
        };
        let (name, constants) = self.source.constants.get(attribute).ok_or(GivesUp)?;
        Ok(match constants.get(node.ctor.index()) {
            Some(Some(AttributeValue::Int(value))) => Val::Int(*value),
            Some(Some(AttributeValue::Bool(value))) => Val::Bool(*value),
            Some(Some(AttributeValue::Text(text))) => Val::Text(Cow::Borrowed(text)),
            _ => match self.source.answers().ok_or(GivesUp)?.get(node.number, name).map_err(|_| GivesUp)? {
                AttributeValue::Int(value) => Val::Int(value),
                AttributeValue::Bool(value) => Val::Bool(value),
                AttributeValue::Text(text) => Val::Text(Cow::Owned(text)),
                AttributeValue::List(_) => return Err(GivesUp),
            },
        })
    }
}

/// Appends a value as minijinja writes it.
fn write_value(value: &Val<'_>, out: &mut String) -> Result<(), GivesUp> {
    match value {
        Val::Undefined => {}
        Val::None => out.push_str("None"),
        Val::Bool(value) => out.push_str(if *value { "True" } else { "False" }),
        Val::Int(value) => write_int(*value, out),
        Val::Text(text) => out.push_str(text),
        Val::List(_) => return Err(GivesUp),
    }
    Ok(())
}

/// Compares values of one kind.
fn compare(comparison: Comparison, left: &Val<'_>, right: &Val<'_>) -> Result<bool, GivesUp> {
    Ok(match (comparison, left, right) {
        (Comparison::Eq, Val::Int(left), Val::Int(right)) => left == right,
        (Comparison::Eq, Val::Text(left), Val::Text(right)) => left == right,
        (Comparison::Ne, Val::Int(left), Val::Int(right)) => left != right,
        (Comparison::Ne, Val::Text(left), Val::Text(right)) => left != right,
        (Comparison::Lt, Val::Int(left), Val::Int(right)) => left < right,
        (Comparison::Le, Val::Int(left), Val::Int(right)) => left <= right,
        (Comparison::Gt, Val::Int(left), Val::Int(right)) => left > right,
        (Comparison::Ge, Val::Int(left), Val::Int(right)) => left >= right,
        _ => return Err(GivesUp),
    })
}
