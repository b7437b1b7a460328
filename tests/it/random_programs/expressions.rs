//! Random attributes and conditions for the types of a program.
//!
//! A read that depends on a part's constructor mostly stands behind a test of it; a few do not, so that some
//! programs fail where that read is reached.

use super::program::{Attribute, Body, Compare, Kind, Num, Op, Path, Program, Shape, Test};
use crate::seeds::draw::Draw;

/// Fills in the attributes, then the conditions.
pub fn fill(program: &mut Program, draw: &mut Draw<'_>) {
    for ty in 0..program.types.len() {
        if program.types[ty].family == ty {
            let attributes = signatures(program, ty, draw);
            program.types[ty].attributes = attributes;
        } else {
            let family = program.types[ty].family;
            program.types[ty].attributes = program.types[family].attributes.clone();
        }
    }
    for ty in 0..program.types.len() {
        if program.types[ty].family != ty {
            let family = program.types[program.types[ty].family].clone();
            program.types[ty].attributes = family.attributes;
            for (ctor, twin) in program.types[ty].ctors.iter_mut().zip(family.ctors) {
                ctor.rep_ok = twin.rep_ok;
            }
            continue;
        }
        for attribute in 0..program.types[ty].attributes.len() {
            let careless = draw.chance(15);
            for ctor in 0..program.types[ty].ctors.len() {
                let old = program.types[ty].attributes[attribute].bodies[ctor].clone();
                let mut writer = Writer { program, draw, ty, ctor, attributes: attribute, careless };
                program_body(&mut writer, old).into_iter().for_each(|body| {
                    program.types[ty].attributes[attribute].bodies[ctor] = Some(body);
                });
            }
        }
        if is_array(program, ty) {
            continue;
        }
        for ctor in 0..program.types[ty].ctors.len() {
            let slots = program.types[ty].ctors[ctor].slots.len();
            let many = if program.types[ty].container.is_some() { draw.below(2) } else { draw.below(3) };
            let attributes = program.types[ty].attributes.len();
            let mut writer = Writer { program, draw, ty, ctor, attributes, careless: false };
            let rep_ok = (0..if slots == 0 { 0 } else { many }).map(|_| writer.test(3)).collect();
            program.types[ty].ctors[ctor].rep_ok = rep_ok;
        }
    }
    if draw.chance(25) {
        let ctor = draw.below(program.types[0].ctors.len());
        let attributes = program.types[0].attributes.len();
        let test = Writer { program, draw, ty: 0, ctor, attributes, careless: false }.test(2);
        program.root_ok.push((ctor, test));
    }
}

/// Nothing can be said about an array by itself: its slots have no names.
fn is_array(program: &Program, ty: usize) -> bool {
    program.types[ty].container.as_ref().is_some_and(|container| matches!(container.shape, Shape::Array(_)))
}

/// Which attributes there are, with bodies of the right kind.
fn signatures(program: &Program, ty: usize, draw: &mut Draw<'_>) -> Vec<Attribute> {
    let ctors = program.types[ty].ctors.len();
    let count = if is_array(program, ty) { 0 } else { draw.below(4) };
    let attribute = |place| {
        let is_test = draw.chance(30);
        let body = if is_test { Body::Test(Test::Const(true)) } else { Body::Num(Num::Const(0)) };
        let bodies = (0..ctors).map(|_| (!draw.chance(10)).then(|| body.clone())).collect();
        Attribute { name: format!("a{ty}_{place}"), bodies }
    };
    let all: Vec<Attribute> = (0..count).map(attribute).collect();
    all.into_iter().filter(|attribute| attribute.bodies.iter().any(Option::is_some)).collect()
}

fn program_body(writer: &mut Writer<'_, '_>, old: Option<Body>) -> Option<Body> {
    Some(match old? {
        Body::Num(_) => Body::Num(match writer.num(2) {
            // A bare read does not tell the spec its type.
            read @ (Num::Ask(..) | Num::Own(_)) => {
                Num::Arith(Op::Add, Box::new(read), Box::new(Num::Const(0)))
            }
            num => num,
        }),
        Body::Test(_) => Body::Test(match writer.test(2) {
            read @ (Test::Ask(..) | Test::Own(_)) => Test::Same(Box::new(read), Box::new(Test::Const(true))),
            test => test,
        }),
    })
}

/// Writes the expressions of one constructor.
struct Writer<'a, 'b> {
    program: &'a Program,
    draw: &'a mut Draw<'b>,
    ty: usize,
    ctor: usize,
    /// How many of the type's attributes may be named: those that are complete.
    attributes: usize,
    /// Whether many reads and divisions stand without a test, as in attributes that are asked with care.
    careless: bool,
}

/// A read and the tests behind which it can not fail.
struct Read<T> {
    guards: Vec<Test>,
    read: T,
}

impl Writer<'_, '_> {
    fn constant(&mut self) -> i64 {
        match self.draw.below(12) {
            10 => {
                let values: Vec<i64> =
                    self.program.domains().filter(|kind| kind.is_int()).flat_map(Kind::values).collect();
                if values.is_empty() { 0 } else { self.draw.of(&values) }.max(-i64::MAX)
            }
            11 if self.program.extreme => self.draw.of(&[1 << 40, -(1 << 60), 1 << 62, i64::MAX - 1]),
            11 => 1000,
            small => i64::try_from(small % 5).unwrap() - 1,
        }
    }

    /// A part: mostly one of the layer at hand, else one further in.
    fn part(&mut self) -> Option<Read<(Path, usize)>> {
        let slots = &self.program.types[self.ty].ctors[self.ctor].slots;
        let nodes: Vec<(usize, usize)> =
            slots.iter().enumerate().filter_map(|(at, slot)| Some((at, slot.kind.node()?))).collect();
        if nodes.is_empty() {
            return None;
        }
        let (first, mut ty) = self.draw.of(&nodes);
        let mut path = Path { first, steps: Vec::new() };
        let mut guards = Vec::new();
        while path.steps.len() < 2 && self.draw.chance(25) {
            let Some((ctor, slot)) = self.slot_of(ty, |kind| kind.node().is_some()) else { break };
            self.guard(&mut guards, &path, ty, ctor);
            path.steps.push((ctor, slot));
            ty = self.program.types[ty].ctors[ctor].slots[slot].kind.node().unwrap();
        }
        Some(Read { guards, read: (path, ty) })
    }

    /// A slot of some constructor of a type.
    fn slot_of(&mut self, ty: usize, fits: impl Fn(&Kind) -> bool) -> Option<(usize, usize)> {
        let ctors = self.program.types[ty].ctors.iter().enumerate();
        let slots =
            ctors.flat_map(|(at, ctor)| ctor.slots.iter().enumerate().map(move |(slot, s)| (at, slot, s)));
        let all: Vec<(usize, usize)> =
            slots.filter(|(_, _, slot)| fits(&slot.kind)).map(|(ctor, slot, _)| (ctor, slot)).collect();
        (!all.is_empty()).then(|| self.draw.of(&all))
    }

    fn guard(&mut self, guards: &mut Vec<Test>, path: &Path, ty: usize, ctor: usize) {
        let bare = self.draw.chance(if self.careless { 40 } else { 3 });
        if self.program.types[ty].ctors.len() > 1 && !bare {
            guards.push(Test::Is(path.clone(), ctor, true));
        }
    }

    /// Data of the layer at hand or of a part.
    fn data(&mut self, fits: impl Fn(&Kind) -> bool) -> Option<Read<Path>> {
        let slots = self.program.types[self.ty].ctors[self.ctor].slots.iter().enumerate();
        let own: Vec<usize> = slots.filter(|(_, slot)| fits(&slot.kind)).map(|(at, _)| at).collect();
        if !own.is_empty() && !self.draw.chance(35) {
            let first = self.draw.of(&own);
            return Some(Read { guards: Vec::new(), read: Path { first, steps: Vec::new() } });
        }
        let Read { mut guards, read: (mut path, ty) } = self.part()?;
        let (ctor, slot) = self.slot_of(ty, fits)?;
        self.guard(&mut guards, &path, ty, ctor);
        path.steps.push((ctor, slot));
        Some(Read { guards, read: path })
    }

    /// An attribute of a part.
    fn asked(&mut self, is_test: bool) -> Option<Read<(Path, usize)>> {
        let Read { mut guards, read: (path, ty) } = self.part()?;
        let attributes = &self.program.types[ty].attributes;
        let fitting: Vec<usize> = (0..attributes.len())
            .filter(|at| {
                attributes[*at].bodies.iter().flatten().any(|b| matches!(b, Body::Test(_)) == is_test)
            })
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let attribute = self.draw.of(&fitting);
        let bodies = &attributes[attribute].bodies;
        if bodies.iter().any(Option::is_none) {
            let defined: Vec<usize> = (0..bodies.len()).filter(|ctor| bodies[*ctor].is_some()).collect();
            let ctor = self.draw.of(&defined);
            self.guard(&mut guards, &path, ty, ctor);
        }
        Some(Read { guards, read: (path, attribute) })
    }

    /// An attribute of the layer at hand that is defined here.
    fn own(&mut self, is_test: bool) -> Option<usize> {
        let attributes = &self.program.types[self.ty].attributes[..self.attributes];
        let body = |at: &usize| attributes[*at].bodies[self.ctor].as_ref();
        let fits = |at: &usize| body(at).is_some_and(|body| matches!(body, Body::Test(_)) == is_test);
        let all: Vec<usize> = (0..attributes.len()).filter(fits).collect();
        (!all.is_empty()).then(|| self.draw.of(&all))
    }

    fn num_read(&mut self) -> Option<Num> {
        let Read { guards, read } = match self.draw.below(8) {
            0..=3 => {
                let Read { guards, read } = self.data(Kind::is_int)?;
                Read { guards, read: Num::Data(read) }
            }
            4 => return self.own(false).map(Num::Own),
            _ => {
                let Read { guards, read: (path, attribute) } = self.asked(false)?;
                Read { guards, read: Num::Ask(path, attribute) }
            }
        };
        let Some(guard) = all(guards) else { return Some(read) };
        let otherwise = self.constant();
        Some(Num::If(Box::new(guard), Box::new(read), Box::new(Num::Const(otherwise))))
    }

    fn num(&mut self, depth: u32) -> Num {
        if depth == 0 || !self.draw.chance(35) {
            let read = if self.draw.chance(25) { None } else { self.num_read() };
            return read.unwrap_or_else(|| Num::Const(self.constant()));
        }
        let mut one = || Box::new(self.num(depth - 1));
        let (a, b) = (one(), one());
        match self.draw.below(10) {
            0 | 1 => Num::Arith(Op::Add, a, b),
            2 | 3 => Num::Arith(Op::Sub, a, b),
            4 => Num::Arith(Op::Min, a, b),
            5 => Num::Arith(Op::Max, a, b),
            6 => Num::Arith(Op::Mul, a, if self.draw.chance(70) { Box::new(Num::Const(2)) } else { b }),
            7 => {
                let op = self.draw.of(&[Op::Rem, Op::Div]);
                let zero = Test::Compare(Compare::Eq, b.clone(), Box::new(Num::Const(0)));
                let whole = Box::new(Num::Arith(op, a.clone(), b));
                if self.draw.chance(if self.careless { 60 } else { 10 }) {
                    *whole
                } else {
                    Num::If(Box::new(zero), a, whole)
                }
            }
            8 => Num::If(Box::new(self.test(depth - 1)), a, b),
            _ => {
                if self.draw.chance(50) {
                    Num::Neg(a)
                } else {
                    Num::Abs(a)
                }
            }
        }
    }

    fn test_read(&mut self) -> Option<Test> {
        let Read { guards, read } = match self.draw.below(8) {
            0 | 1 => {
                let Read { guards, read } = self.data(|kind| *kind == Kind::Bool)?;
                Read { guards, read: Test::Data(read) }
            }
            2 | 3 => {
                let Read { guards, read } = self.data(|kind| matches!(kind, Kind::Label(_)))?;
                let Kind::Label(count) = self.program.kind(self.ty, self.ctor, &read) else { return None };
                let label = self.draw.below(*count);
                Read { guards, read: Test::Label(read, label, self.draw.chance(50)) }
            }
            4 | 5 => {
                let Read { guards, read: (path, ty) } = self.part()?;
                let ctor = self.draw.below(self.program.types[ty].ctors.len());
                Read { guards, read: Test::Is(path, ctor, self.draw.chance(50)) }
            }
            6 => return self.own(true).map(Test::Own),
            _ => {
                let Read { guards, read: (path, attribute) } = self.asked(true)?;
                Read { guards, read: Test::Ask(path, attribute) }
            }
        };
        let Some(guard) = all(guards) else { return Some(read) };
        let (guard, read) = (Box::new(guard), Box::new(read));
        Some(if self.draw.chance(50) {
            Test::And(guard, read)
        } else {
            Test::Or(Box::new(Test::Not(guard)), read)
        })
    }

    fn test(&mut self, depth: u32) -> Test {
        if depth > 0 && self.draw.chance(45) {
            let (a, b) = (Box::new(self.test(depth - 1)), Box::new(self.test(depth - 1)));
            return match self.draw.below(9) {
                0..=3 => Test::Or(a, b),
                4 | 5 => Test::And(a, b),
                6 => Test::Not(a),
                7 => Test::Same(a, b),
                _ => Test::If(Box::new(self.test(depth - 1)), a, b),
            };
        }
        match self.draw.below(8) {
            0 | 1 => self.test_read().unwrap_or(Test::Const(true)),
            2 => {
                let list = (0..1 + self.draw.below(3)).map(|_| self.constant()).collect();
                Test::In(Box::new(self.num(1)), list)
            }
            _ => {
                use Compare::{Eq, Ge, Gt, Le, Lt, Ne};
                let op = self.draw.of(&[Le, Lt, Ge, Gt, Ne, Eq]);
                Test::Compare(op, Box::new(self.num(2)), Box::new(self.num(2)))
            }
        }
    }
}

/// All of the tests, if there are any.
fn all(tests: Vec<Test>) -> Option<Test> {
    tests.into_iter().reduce(|a, b| Test::And(Box::new(a), Box::new(b)))
}
