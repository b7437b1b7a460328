//! A program as the text of a spec.

use std::fmt::Write;

use super::program::{
    Body, Compare, Container, Ctor, Kind, LABELS, Num, Op, Path, Program, Shape, Style, Test, Type,
};

/// Whether a spec can say all of it: every domain but a list of integers.
pub fn can_say(program: &Program) -> bool {
    !program.domains().any(|kind| matches!(kind, Kind::Ints(_)))
}

/// The text, with an invented kind of field for what no spec can say.
pub fn of(program: &Program) -> String {
    let mut text = format!("(name: \"random\", root: {:?}, types: {{\n", program.types[0].name);
    for (number, ty) in program.types.iter().enumerate() {
        let printer = Printer { program, ty: number };
        let body = printer.body(ty);
        if ty.container.is_none() {
            let ctors = ty.ctors.iter().map(|ctor| printer.ctor(ctor)).collect::<String>();
            writeln!(text, " {:?}: (constructors: {{{ctors}}}{body}),", ty.name).unwrap();
        } else if !body.is_empty() {
            let name = container_name(program, &printer.kind(&Kind::Node(number)));
            writeln!(text, " {name:?}: ({}),", body.trim_start_matches(',')).unwrap();
        }
    }
    text.push('}');
    if !program.root_ok.is_empty() {
        let conditions = program.root_ok.iter().map(|(ctor, test)| {
            let name = &program.types[0].ctors[*ctor].name;
            let test = Printer { program, ty: 0 }.at(*ctor).test(test);
            format!("{:?}", format!("kind != '{name}' || {test}"))
        });
        write!(text, ", root_ok: [{}]", conditions.collect::<Vec<_>>().join(", ")).unwrap();
    }
    text.push_str(")\n");
    text
}

/// A container's name: its kind as fields write it, without quotes, brackets, spaces and `Type`.
fn container_name(program: &Program, kind: &str) -> String {
    let declared = program.types.iter().filter(|ty| ty.container.is_none());
    let kind =
        declared.fold(kind.to_owned(), |kind, ty| kind.replace(&format!("Type({:?})", ty.name), &ty.name));
    kind.replace(['"', '[', ']', ' '], "")
}

#[derive(Clone, Copy)]
struct Printer<'a> {
    program: &'a Program,
    ty: usize,
}

impl<'a> Printer<'a> {
    fn kind(&self, kind: &Kind) -> String {
        match kind {
            Kind::Node(ty) => {
                let ty = &self.program.types[*ty];
                match &ty.container {
                    None => format!("Type({:?})", ty.name),
                    Some(Container { shape: Shape::List, inner }) => format!("List({})", self.kind(inner)),
                    Some(Container { shape: Shape::Option, inner }) => {
                        format!("Option({})", self.kind(inner))
                    }
                    Some(Container { shape: Shape::Array(len), inner }) => {
                        format!("Array({len}, {})", self.kind(inner))
                    }
                }
            }
            Kind::Range(lo, hi) => format!("Int({}, {})", bound(*lo), bound(*hi)),
            Kind::Ints(values) => format!("Ints({values:?})"),
            Kind::Bool => "Bool".to_owned(),
            Kind::Label(count) => format!("OneOf({:?})", &LABELS[..*count]),
        }
    }

    fn ctor(&self, ctor: &Ctor) -> String {
        let fields = ctor.slots.iter().map(|slot| format!("{:?}: {}, ", slot.name, self.kind(&slot.kind)));
        format!("{:?}: (weight: {}, fields: {{{}}}), ", ctor.name, ctor.weight, fields.collect::<String>())
    }

    /// A type's attributes and conditions.
    fn body(&self, ty: &Type) -> String {
        let mut text = String::new();
        if !ty.attributes.is_empty() {
            text.push_str(",\n  attributes: {");
            for attribute in &ty.attributes {
                write!(text, "{:?}: {{", attribute.name).unwrap();
                for ((at, ctor), body) in ty.ctors.iter().enumerate().zip(&attribute.bodies) {
                    let body = match body {
                        Some(Body::Num(num)) => self.at(at).num(num),
                        Some(Body::Test(test)) => self.at(at).test(test),
                        None => continue,
                    };
                    write!(text, "{:?}: {body:?}, ", ctor.name).unwrap();
                }
                text.push_str("}, ");
            }
            text.push('}');
        }
        let conditions: Vec<Vec<String>> =
            (0..ty.ctors.len()).map(|at| self.conditions(&ty.ctors[at], at)).collect();
        if conditions.iter().any(|list| !list.is_empty()) {
            text.push_str(",\n  rep_ok: {");
            for (ctor, list) in ty.ctors.iter().zip(conditions).filter(|(_, list)| !list.is_empty()) {
                write!(text, "{:?}: {list:?}, ", ctor.name).unwrap();
            }
            text.push('}');
        }
        text
    }

    fn conditions(&self, ctor: &Ctor, at: usize) -> Vec<String> {
        let own: Vec<String> = ctor.rep_ok.iter().map(|test| self.at(at).test(test)).collect();
        let parts = ctor.slots.iter().filter(|slot| slot.kind.node().is_some());
        let parts: Vec<String> = parts.map(|slot| format!("{}.rep_ok", slot.name)).collect();
        match self.program.style {
            Style::Layer => own,
            Style::WholeFirst => [parts, own].concat(),
            Style::WholeLast => [own, parts].concat(),
        }
    }

    fn at(&self, ctor: usize) -> Expressions<'a> {
        Expressions { program: self.program, ty: self.ty, ctor }
    }
}

/// A bound of a domain; the least integer can not be written as a number.
fn bound(value: i64) -> String {
    match value.checked_abs() {
        Some(_) => value.to_string(),
        None => "\"-9223372036854775807-1\"".to_owned(),
    }
}

/// The expressions of one constructor.
struct Expressions<'a> {
    program: &'a Program,
    ty: usize,
    ctor: usize,
}

impl Expressions<'_> {
    fn path(&self, path: &Path) -> String {
        let slot = &self.program.types[self.ty].ctors[self.ctor].slots[path.first];
        let (mut text, mut kind) = (slot.name.clone(), &slot.kind);
        for (ctor, slot) in &path.steps {
            let part = &self.program.types[kind.node().unwrap()];
            let slot = &part.ctors[*ctor].slots[*slot];
            match part.container {
                Some(Container { shape: Shape::Array(_), .. }) => write!(text, "[{}]", slot.name).unwrap(),
                _ => write!(text, ".{}", slot.name).unwrap(),
            }
            kind = &slot.kind;
        }
        text
    }

    /// The type of the part at a path.
    fn part(&self, path: &Path) -> &Type {
        &self.program.types[self.program.kind(self.ty, self.ctor, path).node().unwrap()]
    }

    fn own(&self, attribute: usize) -> String {
        self.program.types[self.ty].attributes[attribute].name.clone()
    }

    fn ask(&self, path: &Path, attribute: usize) -> String {
        format!("{}.{}", self.path(path), self.part(path).attributes[attribute].name)
    }

    fn num(&self, num: &Num) -> String {
        match num {
            Num::Const(value) if *value < 0 => format!("({value})"),
            Num::Const(value) => value.to_string(),
            Num::Data(path) => self.path(path),
            Num::Own(attribute) => self.own(*attribute),
            Num::Ask(path, attribute) => self.ask(path, *attribute),
            Num::Neg(a) => format!("(-({}))", self.num(a)),
            Num::Abs(a) => format!("abs({})", self.num(a)),
            Num::Arith(op @ (Op::Min | Op::Max), a, b) => {
                let name = if *op == Op::Min { "min" } else { "max" };
                format!("{name}({}, {})", self.num(a), self.num(b))
            }
            Num::Arith(op, a, b) => {
                let op = match op {
                    Op::Add => "+",
                    Op::Sub => "-",
                    Op::Mul => "*",
                    Op::Div => "/",
                    _ => "%",
                };
                format!("({} {op} {})", self.num(a), self.num(b))
            }
            Num::If(test, a, b) => format!("({} ? {} : {})", self.test(test), self.num(a), self.num(b)),
        }
    }

    fn test(&self, test: &Test) -> String {
        let equal = |is: bool| if is { "==" } else { "!=" };
        match test {
            Test::Const(value) => value.to_string(),
            Test::Data(path) => self.path(path),
            Test::Label(path, label, is) => {
                format!("({} {} '{}')", self.path(path), equal(*is), LABELS[*label])
            }
            Test::Own(attribute) => self.own(*attribute),
            Test::Ask(path, attribute) => self.ask(path, *attribute),
            Test::Is(path, ctor, is) => {
                format!("({}.kind {} '{}')", self.path(path), equal(*is), self.part(path).ctors[*ctor].name)
            }
            Test::Not(a) => format!("!({})", self.test(a)),
            Test::And(a, b) => format!("({} && {})", self.test(a), self.test(b)),
            Test::Or(a, b) => format!("({} || {})", self.test(a), self.test(b)),
            Test::Compare(op, a, b) => {
                let op = match op {
                    Compare::Eq => "==",
                    Compare::Ne => "!=",
                    Compare::Lt => "<",
                    Compare::Le => "<=",
                    Compare::Gt => ">",
                    Compare::Ge => ">=",
                };
                format!("({} {op} {})", self.num(a), self.num(b))
            }
            Test::Same(a, b) => format!("({} == {})", self.test(a), self.test(b)),
            Test::In(item, list) => format!("({} in {list:?})", self.num(item)),
            Test::If(test, a, b) => format!("({} ? {} : {})", self.test(test), self.test(a), self.test(b)),
        }
    }
}
