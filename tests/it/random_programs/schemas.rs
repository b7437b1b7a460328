//! Random types: constructors that branch differently, containers, and several domains for one container.
//!
//! Invariant: every type has a finite structure, as its first constructor needs no other type, and no cycle is
//! free of weight: a constructor of weight 0 refers to later types only, and lists hold what weighs something.

use super::program::{Attribute, Container, Ctor, Kind, Program, Shape, Slot, Style, Type};
use crate::seeds::draw::Draw;

/// Values that domains start at: near zero, at the ends of what symbols can be, at the ends of i64.
const STARTS: [i64; 8] = [0, 1, -1, -2, 1 << 60, -(1 << 60), i64::MAX, i64::MIN];

/// The types of a program, without attributes and conditions.
pub fn program(draw: &mut Draw<'_>) -> Program {
    let declared = 1 + draw.below(3);
    let extreme = draw.chance(20);
    let ranges: Vec<Kind> = (0..3).map(|_| ints(draw, extreme)).collect();
    let heavy: Vec<bool> = (0..declared).map(|_| draw.chance(60)).collect();
    let mut maker = Maker { draw, types: Vec::new(), ranges, heavy };
    for ty in 0..declared {
        let name = format!("T{ty}");
        maker.types.push(Type {
            name,
            container: None,
            ctors: Vec::new(),
            attributes: Vec::new(),
            family: ty,
        });
    }
    for ty in 0..declared {
        let count = 1 + maker.draw.below(3);
        maker.types[ty].ctors = (0..count).map(|ctor| maker.ctor(ty, ctor)).collect();
    }
    let types = maker.types;
    // A list that asks its parts needs slots that an expression can name, which those of arrays are not.
    let arrays = types.iter().any(|ty| {
        ty.container.as_ref().is_some_and(|c| matches!(c.shape, Shape::Array(_)) && c.inner.node().is_some())
    });
    let style = match draw.below(8) {
        6 if !arrays => Style::WholeFirst,
        7 if !arrays => Style::WholeLast,
        _ => Style::Layer,
    };
    Program { types, root_ok: Vec::new(), style, extreme, max_size: 0 }
}

/// A domain of one to four integers.
fn ints(draw: &mut Draw<'_>, extreme: bool) -> Kind {
    let start = STARTS[draw.below(if extreme { STARTS.len() } else { 4 })];
    let more = i64::try_from(draw.below(4)).unwrap();
    if draw.chance(15) {
        let gap = if extreme { draw.of(&[3, 1 << 61, i64::MAX]) } else { 3 };
        let mut values = vec![start, start.saturating_add(more), start.saturating_add(gap)];
        values.sort_unstable();
        values.dedup();
        return Kind::Ints(values);
    }
    if start > 2 { Kind::Range(start - more, start) } else { Kind::Range(start, start + more) }
}

struct Maker<'a, 'b> {
    draw: &'a mut Draw<'b>,
    types: Vec<Type>,
    /// The domains of this program's integers: few, so that containers of one shape meet with different ones.
    ranges: Vec<Kind>,
    /// Which declared types weigh something in every constructor.
    heavy: Vec<bool>,
}

impl Maker<'_, '_> {
    fn ctor(&mut self, ty: usize, number: usize) -> Ctor {
        let mut kinds = Vec::new();
        for _ in 0..self.draw.below(if number == 0 { 3 } else { 4 }) {
            kinds.push(if number == 0 { self.closed() } else { self.open() });
        }
        let targets: Vec<usize> = kinds.iter().flat_map(|kind| self.targets(kind)).collect();
        let may_be_free = !self.heavy[ty] && targets.iter().all(|target| *target > ty);
        let weight = match (may_be_free, targets.is_empty()) {
            (true, true) => u32::from(!kinds.is_empty() && self.draw.chance(70)),
            (true, false) => u32::from(!self.draw.chance(30)),
            _ => 1 + u32::from(self.draw.chance(10)),
        };
        let slot = |(at, kind)| Slot { name: format!("f{number}_{at}"), kind };
        let slots = kinds.into_iter().enumerate().map(slot).collect();
        Ctor { name: format!("C{ty}_{number}"), weight, slots, rep_ok: Vec::new() }
    }

    /// The declared types that a kind refers to, through containers too.
    fn targets(&self, kind: &Kind) -> Vec<usize> {
        let Kind::Node(ty) = kind else { return Vec::new() };
        match &self.types[*ty].container {
            None => vec![*ty],
            Some(container) => self.targets(&container.inner.clone()),
        }
    }

    fn data(&mut self) -> Kind {
        match self.draw.below(6) {
            4 => Kind::Bool,
            5 => Kind::Label(1 + self.draw.below(3)),
            _ => {
                let range = self.draw.below(self.ranges.len());
                self.ranges[range].clone()
            }
        }
    }

    /// A kind that needs no structure: data, an option, a list, an array of such.
    fn closed(&mut self) -> Kind {
        match self.draw.below(10) {
            5 => {
                let inner = self.data();
                self.container(Shape::Array(2), inner)
            }
            6..=8 => {
                let inner = if self.draw.chance(60) { self.data() } else { self.node() };
                self.container(Shape::Option, inner)
            }
            _ => self.data(),
        }
    }

    /// Any kind.
    fn open(&mut self) -> Kind {
        match self.draw.below(10) {
            0..=4 => self.node(),
            5 => {
                let heavy: Vec<usize> = (0..self.heavy.len()).filter(|ty| self.heavy[*ty]).collect();
                if heavy.is_empty() {
                    return self.node();
                }
                let inner = Kind::Node(self.draw.of(&heavy));
                let list = self.container(Shape::List, inner);
                if self.draw.chance(20) { self.container(Shape::Option, list) } else { list }
            }
            6 => {
                let inner = if self.draw.chance(50) { self.node() } else { self.closed() };
                self.container(Shape::Array(2), inner)
            }
            _ => self.closed(),
        }
    }

    fn node(&mut self) -> Kind {
        Kind::Node(self.draw.below(self.heavy.len()))
    }

    /// The type of a container, made when it is new.
    fn container(&mut self, shape: Shape, inner: Kind) -> Kind {
        let container = Container { shape, inner };
        let known = self.types.iter().position(|ty| ty.container.as_ref() == Some(&container));
        Kind::Node(known.unwrap_or_else(|| {
            let place = self.types.len();
            let is_twin = |ty: &Type| {
                let same = |other: &Container| other.shape == shape && other.inner.is_int();
                container.inner.is_int() && ty.container.as_ref().is_some_and(same)
            };
            let family = self.types.iter().position(is_twin).unwrap_or(place);
            let ctors = ctors(&container, place);
            let name = format!("container {place}");
            self.types.push(Type {
                name,
                container: Some(container),
                ctors,
                attributes: Vec::<Attribute>::new(),
                family,
            });
            place
        }))
    }
}

fn ctors(container: &Container, place: usize) -> Vec<Ctor> {
    let ctor = |name: &str, slots: Vec<(String, Kind)>| {
        let slots = slots.into_iter().map(|(name, kind)| Slot { name, kind }).collect();
        Ctor { name: name.to_owned(), weight: 0, slots, rep_ok: Vec::new() }
    };
    let inner = || container.inner.clone();
    match container.shape {
        Shape::List => {
            let cons = vec![("first".to_owned(), inner()), ("rest".to_owned(), Kind::Node(place))];
            vec![ctor("Nil", Vec::new()), ctor("Cons", cons)]
        }
        Shape::Option => vec![ctor("None", Vec::new()), ctor("Some", vec![("value".to_owned(), inner())])],
        Shape::Array(len) => {
            vec![ctor("Array", (0..len).map(|slot| (slot.to_string(), inner())).collect())]
        }
    }
}
