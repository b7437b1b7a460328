//! A program as a model of the engines: the same tree, evaluated on the handles and integers of a run.

use std::any::TypeId;
use std::sync::Arc;

use dpgen_engine::predicate_run::{self, AttrKey, Encoder, Handle, Int, Layer, Model, Predicate, SlotHandle};
use dpgen_forest::index::{TypeIx, shown};
use dpgen_forest::schema::{Domain, Schema, SchemaBuilder, Shape, Slot, SlotKind, TypeKey};
use dpgen_forest::scope::Scope;

use super::program::{Attribute, Body, Compare, Kind, LABELS, Num, Op, Path, Program, Style, Test};

/// The model, and its scope.
pub fn of(program: &Arc<Program>) -> (Model, Scope) {
    let scope = Scope::new(program.max_size);
    let rep_ok = (0..program.types.len()).map(|ty| Some(rep_ok(program, ty))).collect();
    let root_ok = (!program.root_ok.is_empty()).then(|| root_ok(program));
    let schema = Arc::new(schema(program, &scope));
    (
        Model { name: "random".to_owned(), schema, rep_ok, root_ok, conditions: Vec::new(), contexts: None },
        scope,
    )
}

fn schema(program: &Program, scope: &Scope) -> Schema {
    let mut builder = SchemaBuilder::new(scope.clone());
    let types: Vec<TypeIx> = (0..program.types.len())
        .map(|ty| {
            let key = TypeKey::Named(format!("{ty}"));
            builder.begin(key, program.types[ty].name.as_str(), Shape::Plain).0
        })
        .collect();
    for (ty, def) in types.iter().zip(&program.types) {
        for ctor in &def.ctors {
            let slot = |slot: &super::program::Slot| {
                let mut data = |domain| builder.data(&slot.name, domain);
                let kind = match &slot.kind {
                    Kind::Node(part) => SlotKind::Recursive(types[*part]),
                    Kind::Range(lo, hi) => data(Domain::Range { lo: *lo, hi: *hi }),
                    Kind::Ints(values) => data(Domain::ints(values.clone())),
                    Kind::Bool => data(Domain::Bool),
                    Kind::Label(count) => data(Domain::Labels(
                        LABELS[..*count].iter().map(|label| (*label).to_owned()).collect(),
                    )),
                };
                Slot { name: slot.name.clone(), kind }
            };
            let slots = ctor.slots.iter().map(slot).collect();
            builder.constructor(*ty, &ctor.name, Some(ctor.weight), slots);
        }
    }
    builder.finish(SlotKind::Recursive(types[0]), "T0").unwrap()
}

/// What names the functions of Rust types: types of one family have the same.
struct Function<const FAMILY: usize, const NUMBER: usize>;

/// The key of a function of a type. Attributes are numbered from 2; 0 is `rep_ok`, 1 is `root_ok`.
fn key(program: &Program, ty: usize, number: usize) -> AttrKey {
    macro_rules! functions {
        ($family:expr, $number:expr; $($f:literal)*) => {
            match $family {
                $($f => functions!(@ $number; $f; 0 1 2 3 4),)*
                _ => None,
            }
        };
        (@ $number:expr; $f:literal; $($n:literal)*) => {
            match $number {
                $($n => Some(TypeId::of::<Function<$f, $n>>()),)*
                _ => None,
            }
        };
    }
    let family = program.types[ty].family;
    let native = functions!(family, number; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    native.map_or_else(|| AttrKey::Spec(shown(ty), shown(number)), AttrKey::Native)
}

fn observed(key: AttrKey, test: impl Fn(Handle) -> bool + Send + Sync + 'static) -> Predicate {
    Predicate::Observed { key, conditions: Arc::new(test) }
}

fn rep_ok(program: &Arc<Program>, ty: usize) -> Predicate {
    let inner = program.clone();
    observed(key(program, ty, 0), move |handle| is_valid(&inner, ty, handle))
}

fn is_valid(program: &Arc<Program>, ty: usize, handle: Handle) -> bool {
    let layer = predicate_run::view(handle);
    let at = At { program, ty, layer: &layer };
    let parts = |style| program.style != style || at.parts_are_valid();
    let rep_ok = &program.types[ty].ctors[at.ctor()].rep_ok;
    parts(Style::WholeFirst) && rep_ok.iter().all(|test| at.test(test)) && parts(Style::WholeLast)
}

fn root_ok(program: &Arc<Program>) -> Predicate {
    let inner = program.clone();
    observed(key(program, 0, 1), move |handle| {
        let layer = predicate_run::view(handle);
        let at = At { program: &inner, ty: 0, layer: &layer };
        inner.root_ok.iter().all(|(ctor, test)| *ctor != at.ctor() || at.test(test))
    })
}

/// A layer under evaluation.
struct At<'a> {
    program: &'a Arc<Program>,
    ty: usize,
    layer: &'a Layer,
}

impl At<'_> {
    fn ctor(&self) -> usize {
        usize::try_from(self.layer.local).unwrap()
    }

    fn parts_are_valid(&self) -> bool {
        let slots = self.program.types[self.ty].ctors[self.ctor()].slots.iter().enumerate();
        let mut parts = slots.filter_map(|(at, slot)| Some((at, slot.kind.node()?)));
        parts.all(|(at, ty)| {
            let SlotHandle::Node(part) = self.layer.slot(at) else { panic!("slot {at} holds no part") };
            let attribute = || {
                let program = self.program.clone();
                let eval =
                    move |handle, out: &mut Encoder| out.word(i64::from(is_valid(&program, ty, handle)));
                predicate_run::Attribute {
                    key: key(self.program, ty, 0),
                    name: "rep_ok".to_owned(),
                    eval: Box::new(eval),
                }
            };
            let evaluate = |out: &mut Encoder| (attribute().eval)(part, out);
            predicate_run::ask(part, key(self.program, ty, 0), attribute, evaluate, |words, _| words[0] == 1)
        })
    }

    fn slot(&self, path: &Path) -> SlotHandle {
        path.steps.iter().fold(self.layer.slot(path.first), |slot, (ctor, next)| {
            let SlotHandle::Node(part) = slot else { panic!("{path:?} leads through data") };
            let layer = predicate_run::view(part);
            if usize::try_from(layer.local) != Ok(*ctor) {
                predicate_run::fail(format!("{path:?} reads another constructor"));
            }
            layer.slot(*next)
        })
    }

    fn data(&self, path: &Path) -> Int {
        let SlotHandle::Data(int, _) = self.slot(path) else { panic!("{path:?} leads to a part") };
        int
    }

    fn part(&self, path: &Path) -> (Handle, usize) {
        let SlotHandle::Node(part) = self.slot(path) else { panic!("{path:?} leads to data") };
        (part, self.program.kind(self.ty, self.ctor(), path).node().unwrap())
    }

    /// What an attribute of a part answers.
    fn ask(&self, path: &Path, attribute: usize) -> Int {
        let (part, ty) = self.part(path);
        let key = key(self.program, ty, attribute + 2);
        let make = || {
            let program = self.program.clone();
            let eval = move |handle, out: &mut Encoder| {
                let layer = predicate_run::view(handle);
                At { program: &program, ty, layer: &layer }.encode(attribute, out);
            };
            let name = self.program.types[ty].attributes[attribute].name.clone();
            predicate_run::Attribute { key, name, eval: Box::new(eval) }
        };
        let decode = |words: &[i64], ints: &[Int]| {
            let answer = || ints.first().copied().unwrap_or_else(|| Int::constant(words[1]));
            (words[0] == 1).then(answer)
        };
        let answer =
            predicate_run::ask(part, key, make, |out: &mut Encoder| (make().eval)(part, out), decode);
        answer.unwrap_or_else(|| predicate_run::fail(format!("attribute {attribute} is not defined")))
    }

    fn encode(&self, attribute: usize, out: &mut Encoder) {
        let Attribute { bodies, .. } = &self.program.types[self.ty].attributes[attribute];
        out.word(i64::from(bodies[self.ctor()].is_some()));
        match &bodies[self.ctor()] {
            None => {}
            Some(Body::Num(num)) => out.int(self.num(num)),
            Some(Body::Test(test)) => out.word(i64::from(self.test(test))),
        }
    }

    /// An attribute of this layer, which is defined here.
    fn own(&self, attribute: usize) -> Int {
        match &self.program.types[self.ty].attributes[attribute].bodies[self.ctor()] {
            Some(Body::Num(num)) => self.num(num),
            Some(Body::Test(test)) => i64::from(self.test(test)).into(),
            None => panic!("attribute {attribute} is not defined here"),
        }
    }

    fn num(&self, num: &Num) -> Int {
        match num {
            Num::Const(value) => (*value).into(),
            Num::Data(path) => self.data(path),
            Num::Own(attribute) => self.own(*attribute),
            Num::Ask(path, attribute) => self.ask(path, *attribute),
            Num::Neg(a) => -self.num(a),
            Num::Abs(a) => {
                let a = self.num(a);
                if a < 0 { -a } else { a }
            }
            Num::Arith(op, a, b) => arithmetic(*op, self.num(a), self.num(b)),
            Num::If(test, a, b) => self.num(if self.test(test) { a } else { b }),
        }
    }

    fn test(&self, test: &Test) -> bool {
        match test {
            Test::Const(value) => *value,
            Test::Data(path) => self.data(path) == 1,
            Test::Label(path, label, is) => (self.data(path) == i64::try_from(*label).unwrap()) == *is,
            Test::Own(attribute) => self.own(*attribute) == 1,
            Test::Ask(path, attribute) => self.ask(path, *attribute) == 1,
            Test::Is(path, ctor, is) => {
                let part = self.part(path).0;
                (usize::try_from(predicate_run::view(part).local) == Ok(*ctor)) == *is
            }
            Test::Not(a) => !self.test(a),
            Test::And(a, b) => self.test(a) && self.test(b),
            Test::Or(a, b) => self.test(a) || self.test(b),
            Test::Compare(op, a, b) => compare(*op, self.num(a), self.num(b)),
            Test::Same(a, b) => self.test(a) == self.test(b),
            Test::In(item, list) => {
                let item = self.num(item);
                list.iter().any(|value| item == *value)
            }
            Test::If(test, a, b) => self.test(if self.test(test) { a } else { b }),
        }
    }
}

fn arithmetic(op: Op, a: Int, b: Int) -> Int {
    match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a * b,
        Op::Min => a.min(b),
        Op::Max => a.max(b),
        Op::Div | Op::Rem => {
            let (a, b) = (a.value(), b.value());
            let value = if op == Op::Div { a.checked_div(b) } else { a.checked_rem(b) };
            value.unwrap_or_else(|| predicate_run::fail(format!("{a} by {b}"))).into()
        }
    }
}

fn compare(op: Compare, a: Int, b: Int) -> bool {
    match op {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::Lt => a < b,
        Compare::Le => a <= b,
        Compare::Gt => a > b,
        Compare::Ge => a >= b,
    }
}
