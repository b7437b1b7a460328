//! Finds the attributes that other attributes read, directly or through attributes of parts.
//!
//! Invariant: the answers of all these attributes at the parts of a structure determine each of them at the whole, without
//! looking further down. `attribute_values.rs` relies on it; `compiled_code.rs` has the expressions that are searched here.

use std::collections::BTreeSet;

use super::compiled_code::{Item, List, Num, Test, Value};
use super::compiled_program::{Body, KIND_NUMBER, Program, REP_OK_NUMBER};
use dpgen_forest::index::{at, shown};

/// An attribute: its type's number and its own.
type Key = (u32, u32);

/// An expression that has not been searched yet.
enum Part<'a> {
    Num(&'a Num),
    Test(&'a Test),
    List(&'a List),
}

impl<'a> Part<'a> {
    const fn of(body: &'a Body) -> Self {
        match body {
            Body::Int(num) | Body::Word(num) => Self::Num(num),
            Body::Bool(test) => Self::Test(test),
        }
    }

    const fn value(value: &'a Value) -> Self {
        match value {
            Value::Num(num) => Self::Num(num),
            Value::Test(test) => Self::Test(test),
            Value::List(list) => Self::List(list),
        }
    }

    const fn item(item: &'a Item) -> [Self; 2] {
        [Self::List(&item.list), Self::Num(&item.place)]
    }
}

/// The attributes that `wanted` selects, with the attributes that each reads.
pub(crate) fn closure(program: &Program, wanted: impl Fn(&str) -> bool) -> BTreeSet<Key> {
    let mut open: Vec<Key> = Vec::new();
    for (ty, code) in program.types.iter().enumerate() {
        let attributes = code.attributes.iter().enumerate().filter(|(_, attribute)| wanted(&attribute.name));
        open.extend(attributes.map(|(attribute, _)| (shown(ty), shown(attribute))));
    }
    let mut found = BTreeSet::new();
    while let Some(key) = open.pop() {
        // What a constructor is, every structure tells by itself.
        if key.1 != KIND_NUMBER && found.insert(key) {
            reads(program, key, &mut open);
        }
    }
    found
}

/// Appends the attributes that the expressions of an attribute read.
fn reads(program: &Program, (ty, attribute): Key, out: &mut Vec<Key>) {
    let code = &program.types[at(ty)];
    let mut open: Vec<Part<'_>> = if attribute == REP_OK_NUMBER {
        code.rep_ok.iter().flatten().map(|condition| Part::Test(&condition.test)).collect()
    } else {
        let bodies = code.attributes.get(at(attribute)).into_iter().flat_map(|attribute| &attribute.bodies);
        bodies.flatten().map(|(_, body)| Part::of(body)).collect()
    };
    while let Some(part) = open.pop() {
        match part {
            Part::Num(num) => search_num(num, ty, &mut open, out),
            Part::Test(test) => search_test(test, ty, &mut open, out),
            Part::List(list) => search_list(list, &mut open),
        }
    }
}

fn search_num<'a>(num: &'a Num, ty: u32, open: &mut Vec<Part<'a>>, out: &mut Vec<Key>) {
    match num {
        Num::Const(_) | Num::Slot(_) | Num::Deep(_) | Num::NodeNumber | Num::Context(_) | Num::Missing(_) => {
        }
        Num::Len(list) => open.push(Part::List(list)),
        Num::Count(of) => open.extend([Part::List(&of.0), Part::value(&of.1)]),
        Num::Item(item) => open.extend(Part::item(item)),
        Num::Own(attribute) => out.push((ty, *attribute)),
        Num::Ask(ask) => out.push((ask.ty, ask.attribute)),
        Num::Neg(a) | Num::Abs(a) => open.push(Part::Num(a)),
        Num::Arith(first, rest) => {
            open.push(Part::Num(first));
            open.extend(rest.iter().map(|(_, num)| Part::Num(num)));
        }
        Num::If(choices, last) => {
            open.extend(choices.iter().flat_map(|(test, num)| [Part::Test(test), Part::Num(num)]));
            open.push(Part::Num(last));
        }
    }
}

fn search_test<'a>(test: &'a Test, ty: u32, open: &mut Vec<Part<'a>>, out: &mut Vec<Key>) {
    match test {
        Test::Const(_) | Test::Slot(_) | Test::Deep(_) | Test::Context(_) | Test::Missing(_) => {}
        Test::Item(item) => open.extend(Part::item(item)),
        Test::Within(of) => open.extend([Part::value(&of.0), Part::List(&of.1)]),
        Test::SameList(of) => open.extend([Part::List(&of.0), Part::List(&of.1)]),
        Test::Own(attribute) => out.push((ty, *attribute)),
        Test::Ask(ask) | Test::Kind(ask, _) => out.push((ask.ty, ask.attribute)),
        Test::Not(a) => open.push(Part::Test(a)),
        Test::And(parts) | Test::Or(parts) => open.extend(parts.iter().map(Part::Test)),
        Test::Compare(_, a, b) => open.extend([Part::Num(a), Part::Num(b)]),
        Test::Same(a, b) => open.extend([Part::Test(a), Part::Test(b)]),
        Test::In(item, list) => {
            open.push(Part::Num(item));
            open.extend(list.iter().map(Part::Num));
        }
        Test::If(choices, last) => {
            open.extend(choices.iter().flat_map(|(test, value)| [Part::Test(test), Part::Test(value)]));
            open.push(Part::Test(last));
        }
    }
}

fn search_list<'a>(list: &'a List, open: &mut Vec<Part<'a>>) {
    match list {
        List::Context(_) => {}
        List::Item(item) => open.extend(Part::item(item)),
        List::Items(items) => open.extend(items.iter().map(Part::value)),
        List::Join(lists) => open.extend(lists.iter().map(Part::List)),
        List::Positions(of) => open.extend([Part::List(&of.0), Part::value(&of.1)]),
        List::Sort(list) | List::Distinct(list) => open.push(Part::List(list)),
        List::Slice(of, _) => open.extend([Part::List(&of.0), Part::Num(&of.1), Part::Num(&of.2)]),
        List::Range(num) => open.push(Part::Num(num)),
        List::If(choices, last) => {
            open.extend(choices.iter().flat_map(|(test, list)| [Part::Test(test), Part::List(list)]));
            open.push(Part::List(last));
        }
    }
}
