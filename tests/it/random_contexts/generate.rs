//! Random descriptions: first the types with their slots, then rules, attributes and conditions over them.
//!
//! Invariant: every type has a finite structure, as its first constructor has no parts, and no cycle is free of weight: a
//! constructor of weight 0 has parts of later types only. A rule's expressions read fields to the left of its slot only.

use super::description::{
    Allowed, Answer, Attribute, Compare, Ctor, Description, Domain, Num, Rule, Slot, Style, Test, Type, Words,
};
use crate::seeds::draw::Draw;

/// The description that choices stand for; its maximum size is still 0.
pub fn description(draw: &mut Draw<'_>) -> Description {
    let modulus = 2 + small(draw.below(3));
    let count = 1 + draw.below(3);
    let mut types: Vec<Type> = (0..count).map(|ty| bare_type(draw, ty, count)).collect();
    let root_words = if types[0].has_context { draw.below(3) } else { 0 };
    let root_context = (0..root_words).map(|_| small(draw.below(3)) % modulus).collect();
    for ty in 0..count {
        for ctor in 0..types[ty].ctors.len() {
            fill_ctor(&mut types, draw, (ty, ctor));
        }
    }
    let mut root_ok = Vec::new();
    if draw.chance(20) {
        let ctor = draw.below(types[0].ctors.len());
        let visible = types[0].ctors[ctor].slots.len();
        root_ok.push((ctor, Writer { types: &types, draw, ty: 0, ctor, visible }.test(1)));
    }
    let style = match draw.below(8) {
        6 => Style::PartsFirst,
        7 => Style::PartsLast,
        _ => Style::Layer,
    };
    Description { types, root_context, root_ok, style, modulus, max_size: 0 }
}

fn small(number: usize) -> i64 {
    i64::try_from(number).unwrap()
}

/// A type with its slots, and with attributes that answer 0.
fn bare_type(draw: &mut Draw<'_>, ty: usize, types: usize) -> Type {
    let has_context = draw.chance(85);
    let ctors: Vec<Ctor> = (0..2 + draw.below(3)).map(|ctor| bare_ctor(draw, (ty, ctor), types)).collect();
    let answers = [Answer::Int, Answer::Word, Answer::Both];
    let attributes = (0..draw.below(3))
        .map(|_| Attribute { answer: draw.of(&answers), bodies: vec![Num::Const(0); ctors.len()] })
        .collect();
    Type { has_context, ctors, attributes }
}

fn bare_ctor(draw: &mut Draw<'_>, (ty, ctor): (usize, usize), types: usize) -> Ctor {
    let mut slots: Vec<Slot> = Vec::new();
    if ctor > 0 {
        let parts = draw.of(&[1, 1, 1, 2, 2, 2, 2, 3, 3, 4]);
        slots.extend((0..parts).map(|_| Slot::Part { ty: draw.below(types), give: None }));
    }
    for _ in 0..draw.of(&[0, 1, 1, 1, 2]) {
        let place = draw.below(slots.len() + 1);
        slots.insert(place, Slot::Data { domain: domain(draw), narrow: None });
    }
    let may_be_free = slots.iter().filter_map(Slot::part).all(|part| part > ty);
    let weight = if may_be_free && draw.chance(40) { 0 } else { 1 + u32::from(draw.chance(10)) };
    Ctor { weight, slots, rep_ok: Vec::new() }
}

fn domain(draw: &mut Draw<'_>) -> Domain {
    match draw.below(8) {
        6 => Domain::Bool,
        7 => Domain::Ints(vec![-1, 1, 2]),
        _ => {
            let lo = draw.of(&[0, 0, 0, 1, -1]);
            Domain::Range(lo, lo + small(draw.below(4)))
        }
    }
}

/// Gives a constructor its rules, conditions, and bodies of attributes.
fn fill_ctor(types: &mut [Type], draw: &mut Draw<'_>, (ty, ctor): (usize, usize)) {
    let slots = types[ty].ctors[ctor].slots.len();
    for slot in 0..slots {
        let part = types[ty].ctors[ctor].slots[slot].part();
        let mut writer = Writer { types, draw, ty, ctor, visible: slot };
        match part {
            None if writer.draw.chance(35) => {
                let allowed = writer.allowed(1);
                let says_left = allowed.reads_fields() || writer.draw.chance(20);
                set_narrow(
                    &mut types[ty].ctors[ctor].slots[slot],
                    Rule { result: allowed, from_left: says_left },
                );
            }
            Some(part) if writer.types[part].has_context && writer.draw.chance(80) => {
                let words = writer.words(2);
                let says_left = words.reads_fields() || writer.draw.chance(20);
                set_give(
                    &mut types[ty].ctors[ctor].slots[slot],
                    Rule { result: words, from_left: says_left },
                );
            }
            _ => {}
        }
    }
    for attribute in 0..types[ty].attributes.len() {
        let body = Writer { types, draw, ty, ctor, visible: slots }.num(2);
        types[ty].attributes[attribute].bodies[ctor] = body;
    }
    for _ in 0..draw.of(&[0, 0, 1, 1, 2]) {
        let mut writer = Writer { types, draw, ty, ctor, visible: slots };
        let test = writer.test(2);
        // Most conditions leave much, or hardly anything would be left of a structure of many layers.
        let test =
            if writer.draw.chance(50) { Test::Or(Box::new(test), Box::new(writer.test(1))) } else { test };
        types[ty].ctors[ctor].rep_ok.push(test);
    }
}

fn set_narrow(slot: &mut Slot, rule: Rule<Allowed>) {
    if let Slot::Data { narrow, .. } = slot {
        *narrow = Some(rule);
    }
}

fn set_give(slot: &mut Slot, rule: Rule<Words>) {
    if let Slot::Part { give, .. } = slot {
        *give = Some(rule);
    }
}

/// Writes expressions of one constructor, which read its first slots.
struct Writer<'a, 'b> {
    types: &'a [Type],
    draw: &'a mut Draw<'b>,
    ty: usize,
    ctor: usize,
    /// How many slots may be read.
    visible: usize,
}

impl Writer<'_, '_> {
    fn constant(&mut self) -> Num {
        Num::Const(small(self.draw.below(5)) - 1)
    }

    fn word(&mut self) -> Num {
        let place = self.draw.of(&[0, 0, 1, 1, 2, 3]);
        if place == 3 { Num::WordCount } else { Num::Word(place) }
    }

    /// A read of a field, if there is one.
    fn field(&mut self) -> Option<Num> {
        let slots = &self.types[self.ty].ctors[self.ctor].slots[..self.visible];
        let slot = self.draw.below(slots.len());
        let Some(part) = slots.get(slot)?.part() else { return Some(Num::Data(slot)) };
        let part = &self.types[part];
        if !part.attributes.is_empty() && !self.draw.chance(20) {
            return Some(Num::Ask(slot, self.draw.below(part.attributes.len())));
        }
        let ctor = self.draw.below(part.ctors.len());
        let data: Vec<usize> = (0..part.ctors[ctor].slots.len())
            .filter(|inner| part.ctors[ctor].slots[*inner].part().is_none())
            .collect();
        (!data.is_empty()).then(|| Num::Inner { slot, ctor, data: self.draw.of(&data) })
    }

    fn leaf(&mut self) -> Num {
        match self.draw.below(10) {
            0 | 1 => self.constant(),
            2..=4 if self.types[self.ty].has_context => self.word(),
            _ => self.field().unwrap_or_else(|| {
                if self.types[self.ty].has_context { Num::Word(0) } else { Num::Const(1) }
            }),
        }
    }

    fn num(&mut self, depth: usize) -> Num {
        if depth == 0 || self.draw.chance(30) {
            return self.leaf();
        }
        let kind = self.draw.below(8);
        let a = Box::new(self.num(depth - 1));
        match kind {
            0 | 1 => Num::Add(a, Box::new(self.num(depth - 1))),
            2 => Num::Sub(a, Box::new(self.num(depth - 1))),
            3 => Num::Min(a, Box::new(self.num(depth - 1))),
            4 => Num::Max(a, Box::new(self.num(depth - 1))),
            5 | 6 => Num::Modulo(a, 2 + small(self.draw.below(2))),
            _ => Num::If(Box::new(self.test(depth - 1)), a, Box::new(self.num(depth - 1))),
        }
    }

    fn test(&mut self, depth: usize) -> Test {
        let kind = self.draw.below(if depth == 0 { 7 } else { 10 });
        match kind {
            4 => self.is().unwrap_or(Test::Compare(Compare::Ne, Num::WordCount, Num::Const(1))),
            5 | 6 if self.types[self.ty].has_context => Test::IsWord(self.leaf()),
            7 => Test::Not(Box::new(self.test(depth - 1))),
            8 => Test::And(Box::new(self.test(depth - 1)), Box::new(self.test(depth - 1))),
            9 => Test::Or(Box::new(self.test(depth - 1)), Box::new(self.test(depth - 1))),
            _ => {
                let op = self.draw.of(&[Compare::Ne, Compare::Le, Compare::Lt, Compare::Eq]);
                Test::Compare(op, self.num(depth.min(1)), self.leaf())
            }
        }
    }

    fn is(&mut self) -> Option<Test> {
        let slots = &self.types[self.ty].ctors[self.ctor].slots[..self.visible];
        let parts: Vec<(usize, usize)> =
            slots.iter().enumerate().filter_map(|(slot, def)| Some((slot, def.part()?))).collect();
        if parts.is_empty() {
            return None;
        }
        let (slot, part) = self.draw.of(&parts);
        Some(Test::Is(slot, self.draw.below(self.types[part].ctors.len())))
    }

    fn words(&mut self, depth: usize) -> Words {
        match self.draw.below(if depth == 0 { 8 } else { 10 }) {
            0 => Words::Whole,
            1 => Words::Drop,
            2 | 3 => Words::Append(self.num(1)),
            4..=7 => Words::These((0..1 + self.draw.below(2)).map(|_| self.num(1)).collect()),
            _ => {
                let test = Box::new(self.test(0));
                Words::If(test, Box::new(self.words(depth - 1)), Box::new(self.words(depth - 1)))
            }
        }
    }

    fn allowed(&mut self, depth: usize) -> Allowed {
        match self.draw.below(if depth == 0 { 5 } else { 6 }) {
            0 => Allowed::Between(Num::Const(-2), self.num(1)),
            1 => Allowed::Between(self.num(1), Num::Const(5)),
            2 => {
                let lo = self.leaf();
                let hi = Num::Add(Box::new(lo.clone()), Box::new(self.constant()));
                Allowed::Between(lo, hi)
            }
            3 => Allowed::Except(self.num(1)),
            4 if self.types[self.ty].has_context => Allowed::InContext,
            4 => Allowed::Except(self.leaf()),
            _ => {
                let test = Box::new(self.test(0));
                Allowed::If(test, Box::new(self.allowed(depth - 1)), Box::new(self.allowed(depth - 1)))
            }
        }
    }
}
