//! Integers of a run: constants, and terms over data that is not decided yet.
//!
//! An [`Int`] is `atom + constant`; atoms live in the run. Comparing two integers ([`Run::cut`]) splits
//! what is undecided only as far as the answer needs: a data slot compared with a constant splits its
//! interval of values in two or three. Sums of two atoms become a linear atom, which is decided value by
//! value when compared.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::{Run, with_run};
use crate::index::{DomainIx, at, shown};

/// An integer data slot, or a number computed from some: it adds, subtracts and compares like a number.
///
/// In an engine that keeps data undecided, each comparison that could go more than one way splits the
/// execution of the predicate. `Int` is `Copy`, compares with `i64`, and may only be used inside the
/// predicate or attribute that it was passed to.
///
/// ```
/// use dpgen::Int;
/// let five = Int::from(5);
/// assert!(five + 1 > 5 && -five == Int::from(-5) && five * 3 == 15);
/// ```
#[derive(Clone, Copy)]
pub struct Int {
    /// 0 for a constant, else the atom's number plus 1.
    pub(crate) base: u32,
    pub(crate) run: u32,
    pub(crate) add: i64,
}

/// Something an integer's value depends on.
#[derive(Debug, Clone)]
pub(crate) enum Atom {
    /// A data slot: an interval of its domain's indices.
    Data { domain: DomainIx, lo: u32, hi: u32 },
    /// A data slot of a node whose production is not decided.
    Pending { parent: u32, slot: u32 },
    /// An integer of an attribute of a node that is not decided: node, attribute, position.
    Attr { node: u32, attr: crate::index::AttrIx, position: u32 },
    /// A sum of atoms with coefficients.
    Linear(SmallVec<[(u32, i64); 3]>),
    /// A variable of the solver's store.
    Symbol(u32),
}

/// How finely a comparison tells integers apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Cut {
    /// Less, or not.
    Less,
    /// At most, or greater.
    AtMost,
    /// Less, equal, or greater.
    Three,
    /// Different (group 0), or equal (group 1).
    Equal,
}

impl Cut {
    /// The group that an ordering falls into; groups ascend with the left side.
    pub(crate) fn group(self, ordering: Ordering) -> u32 {
        match (self, ordering) {
            (_, Ordering::Less) | (Self::AtMost, Ordering::Equal) => 0,
            (Self::Three, Ordering::Greater) => 2,
            (Self::Equal, Ordering::Greater) => 0,
            _ => 1,
        }
    }

    /// The cut that tells the same apart with the sides exchanged.
    pub(crate) fn flipped(self) -> Self {
        match self {
            Self::Less => Self::AtMost,
            Self::AtMost => Self::Less,
            other => other,
        }
    }

    /// The group of this cut for a group of the flipped one.
    pub(crate) fn mirrored(self, group: u32) -> u32 {
        match self {
            Self::Less | Self::AtMost => 1 - group,
            Self::Three => 2 - group,
            Self::Equal => group,
        }
    }
}

fn overflow() -> ! {
    panic!("an integer of the predicate leaves the range of i64")
}

fn plus(a: i64, b: i64) -> i64 {
    a.checked_add(b).unwrap_or_else(|| overflow())
}

fn minus(a: i64, b: i64) -> i64 {
    a.checked_sub(b).unwrap_or_else(|| overflow())
}

fn times(a: i64, b: i64) -> i64 {
    a.checked_mul(b).unwrap_or_else(|| overflow())
}

impl Int {
    /// The constant.
    #[must_use]
    pub const fn constant(value: i64) -> Self {
        Self { base: 0, run: 0, add: value }
    }

    /// The value, if it is decided already.
    pub(crate) const fn known(self) -> Option<i64> {
        if self.base == 0 { Some(self.add) } else { None }
    }

    /// Decides the value: engines that keep data undecided take the possible values one by one.
    ///
    /// ```
    /// assert_eq!(dpgen::Int::from(7).value(), 7);
    /// ```
    #[must_use]
    pub fn value(self) -> i64 {
        match self.known() {
            Some(value) => value,
            None => with_run(self.run, |run| run.value(self)),
        }
    }

    fn cut(self, other: Self, cut: Cut) -> u32 {
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => cut.group(a.cmp(&b)),
            (None, _) => with_run(self.run, |run| run.cut(self, other, cut)),
            _ => with_run(other.run, |run| run.cut(self, other, cut)),
        }
    }

    fn combine(self, other: Self, sign: i64) -> Self {
        match (self.known(), other.known()) {
            (_, Some(b)) => Self { add: plus(self.add, times(sign, b)), ..self },
            (Some(a), None) if sign == 1 => Self { add: plus(other.add, a), ..other },
            _ => {
                let run = if self.base == 0 { other.run } else { self.run };
                with_run(run, |run| run.linear(&[(self, 1), (other, sign)]))
            }
        }
    }

    fn scale(self, factor: i64) -> Self {
        match self.known() {
            Some(value) => Self::constant(times(value, factor)),
            None if factor == 0 => Self::constant(0),
            None if factor == 1 => self,
            None => with_run(self.run, |run| run.linear(&[(self, factor)])),
        }
    }
}

impl Run {
    /// Adds an atom and gives the integer that is its value.
    pub(crate) fn atom(&mut self, atom: Atom) -> Int {
        self.atoms.push(atom);
        Int { base: shown(self.atoms.len()), run: self.number, add: 0 }
    }

    /// The integer at an index of a domain.
    pub(crate) fn constant_of(&self, domain: DomainIx, index: u32) -> Int {
        Int::constant(self.schema.domain(domain).value(index))
    }

    pub(crate) fn get_atom(&self, int: Int) -> &Atom {
        &self.atoms[at(int.base - 1)]
    }

    /// The integer as far as it is decided by now.
    pub(crate) fn settled(&mut self, int: Int) -> Int {
        if int.base == 0 {
            return int;
        }
        match *self.get_atom(int) {
            Atom::Data { domain, lo, hi } if lo == hi => {
                Int::constant(plus(self.schema.domain(domain).value(lo), int.add))
            }
            Atom::Pending { parent, slot, .. } => {
                self.resolve(parent);
                let known = self.pending_data(parent, slot);
                let known = self.settled(known);
                Int { add: plus(known.add, int.add), ..known }
            }
            Atom::Attr { node, attr, position } => {
                if let Some(term) = self.symbolic_term(node, attr, position) {
                    let known = self.shown_term(node, term);
                    let known = self.settled(known);
                    return Int { add: plus(known.add, int.add), ..known };
                }
                match self.single_value(node, attr, position) {
                    Some(value) => Int::constant(plus(value, int.add)),
                    None => int,
                }
            }
            Atom::Symbol(var) => match self.fixed(var) {
                Some(value) => Int::constant(plus(value, int.add)),
                None => int,
            },
            Atom::Linear(ref terms) => {
                let terms = terms.clone();
                let mut sum = Int::constant(int.add);
                let mut open: SmallVec<[(Int, i64); 3]> = SmallVec::new();
                for (base, factor) in terms {
                    let part = self.settled(Int { base, run: self.number, add: 0 });
                    match part.known() {
                        Some(value) => sum.add = plus(sum.add, times(value, factor)),
                        None => open.push((part, factor)),
                    }
                }
                match *open {
                    [] => sum,
                    [(part, 1)] => Int { add: plus(part.add, sum.add), ..part },
                    _ => int,
                }
            }
            _ => int,
        }
    }

    /// Sum of integers with coefficients.
    pub(crate) fn linear(&mut self, parts: &[(Int, i64)]) -> Int {
        let mut terms: SmallVec<[(u32, i64); 3]> = SmallVec::new();
        let mut constant = 0;
        for (part, factor) in parts {
            let part = self.settled(*part);
            constant = plus(constant, times(part.add, *factor));
            if part.base == 0 {
                continue;
            }
            let inner = match self.get_atom(part) {
                Atom::Linear(inner) => inner.clone(),
                _ => SmallVec::from_slice(&[(part.base, 1)]),
            };
            for (base, inner) in inner {
                let add = times(inner, *factor);
                match terms.iter_mut().find(|(known, _)| *known == base) {
                    Some((_, known)) => *known = plus(*known, add),
                    None => terms.push((base, add)),
                }
            }
        }
        terms.retain(|(_, factor)| *factor != 0);
        match *terms {
            [] => Int::constant(constant),
            [(base, 1)] => Int { base, run: self.number, add: constant },
            _ => {
                let sum = self.atom(Atom::Linear(terms));
                Int { add: constant, ..sum }
            }
        }
    }

    /// Decides an integer's value.
    pub(crate) fn value(&mut self, int: Int) -> i64 {
        self.note_read();
        let int = self.settled(int);
        let Some(index) = int.base.checked_sub(1) else { return int.add };
        let value = match &self.atoms[at(index)] {
            Atom::Data { domain, lo, hi } => {
                let (domain, lo, hi) = (*domain, *lo, *hi);
                let picked = lo + self.choices.choose(hi - lo + 1);
                self.atoms[at(index)] = Atom::Data { domain, lo: picked, hi: picked };
                self.schema.domain(domain).value(picked)
            }
            Atom::Attr { node, attr, position } => {
                let (node, attr, position) = (*node, *attr, *position);
                self.choose_attr_value(node, attr, position)
            }
            Atom::Linear(terms) => {
                let terms = terms.clone();
                let mut sum = 0;
                for (base, factor) in terms {
                    let part = self.value(Int { base, run: self.number, add: 0 });
                    sum = plus(sum, times(part, factor));
                }
                sum
            }
            Atom::Symbol(var) => {
                let var = *var;
                self.choose_symbol_value(var)
            }
            Atom::Pending { .. } => unreachable!("settled above"),
        };
        plus(value, int.add)
    }

    /// Compares two integers as finely as `cut` says: the number of the group that holds.
    pub(crate) fn cut(&mut self, a: Int, b: Int, cut: Cut) -> u32 {
        self.note_read();
        let (a, b) = (self.settled(a), self.settled(b));
        if a.base == b.base {
            return cut.group(a.add.cmp(&b.add));
        }
        if self.depends_on_symbol(a) || self.depends_on_symbol(b) {
            return self.cut_symbolic(a, b, cut);
        }
        if a.base == 0 {
            let group = self.cut_constant(b, a.add, cut.flipped());
            return cut.mirrored(group);
        }
        if b.base == 0 {
            return self.cut_constant(a, b.add, cut);
        }
        match (self.get_atom(a), self.get_atom(b)) {
            (Atom::Data { .. }, Atom::Attr { .. }) => self.cut_data_attr(a, b, cut),
            (Atom::Attr { .. }, Atom::Data { .. }) => {
                let group = self.cut_data_attr(b, a, cut.flipped());
                cut.mirrored(group)
            }
            (Atom::Linear(_), _) => {
                let value = self.value(a);
                self.cut(Int::constant(value), b, cut)
            }
            (_, Atom::Linear(_)) => {
                let value = self.value(b);
                self.cut(a, Int::constant(value), cut)
            }
            _ => {
                let value = self.value(a);
                self.cut(Int::constant(value), b, cut)
            }
        }
    }

    /// Compares an undecided integer with a constant.
    pub(crate) fn cut_constant(&mut self, int: Int, constant: i64, cut: Cut) -> u32 {
        let bound = minus(constant, int.add);
        match *self.get_atom(int) {
            Atom::Data { .. } if cut == Cut::Equal => {
                u32::from(self.cut_constant(int, constant, Cut::Three) == 1)
            }
            Atom::Data { domain, lo, hi } => {
                let domain_of = self.schema.domain(domain);
                let start = domain_of.below(bound);
                let end = bound.checked_add(1).map_or(domain_of.len(), |next| domain_of.below(next));
                let (first, second) = match cut {
                    Cut::Less => (start, hi + 1),
                    Cut::AtMost => (end, hi + 1),
                    Cut::Three | Cut::Equal => (start, end),
                };
                let parts =
                    [(lo, first.min(hi + 1)), (first.max(lo), second.min(hi + 1)), (second.max(lo), hi + 1)];
                let open: SmallVec<[(u32, u32, u32); 3]> = (0..)
                    .zip(parts)
                    .filter(|(_, (from, to))| from < to)
                    .map(|(group, (from, to))| (group, from, to - 1))
                    .collect();
                let (group, lo, hi) = super::nth(&open, self.choices.choose(shown(open.len())));
                self.atoms[at(int.base - 1)] = Atom::Data { domain, lo, hi };
                group
            }
            Atom::Attr { node, attr, position } => self.cut_attr(node, attr, position, bound, cut),
            _ => {
                let value = self.value(Int { add: 0, ..int });
                cut.group(value.cmp(&bound))
            }
        }
    }
}

impl From<i64> for Int {
    fn from(value: i64) -> Self {
        Self::constant(value)
    }
}

impl PartialEq for Int {
    fn eq(&self, other: &Self) -> bool {
        self.cut(*other, Cut::Equal) == 1
    }
}

impl Eq for Int {}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    fn lt(&self, other: &Self) -> bool {
        self.cut(*other, Cut::Less) == 0
    }
    fn le(&self, other: &Self) -> bool {
        self.cut(*other, Cut::AtMost) == 0
    }
    fn gt(&self, other: &Self) -> bool {
        self.cut(*other, Cut::AtMost) == 1
    }
    fn ge(&self, other: &Self) -> bool {
        self.cut(*other, Cut::Less) == 1
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        self.cut(*other, Cut::Three).cmp(&1)
    }
    fn max(self, other: Self) -> Self {
        if self < other { other } else { self }
    }
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
}

impl PartialEq<i64> for Int {
    fn eq(&self, other: &i64) -> bool {
        *self == Self::constant(*other)
    }
}

impl PartialEq<Int> for i64 {
    fn eq(&self, other: &Int) -> bool {
        Int::constant(*self) == *other
    }
}

impl PartialOrd<i64> for Int {
    fn partial_cmp(&self, other: &i64) -> Option<Ordering> {
        Some(self.cmp(&Self::constant(*other)))
    }
    fn lt(&self, other: &i64) -> bool {
        *self < Self::constant(*other)
    }
    fn le(&self, other: &i64) -> bool {
        *self <= Self::constant(*other)
    }
    fn gt(&self, other: &i64) -> bool {
        *self > Self::constant(*other)
    }
    fn ge(&self, other: &i64) -> bool {
        *self >= Self::constant(*other)
    }
}

impl PartialOrd<Int> for i64 {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(Int::constant(*self).cmp(other))
    }
    fn lt(&self, other: &Int) -> bool {
        Int::constant(*self) < *other
    }
    fn le(&self, other: &Int) -> bool {
        Int::constant(*self) <= *other
    }
    fn gt(&self, other: &Int) -> bool {
        Int::constant(*self) > *other
    }
    fn ge(&self, other: &Int) -> bool {
        Int::constant(*self) >= *other
    }
}

impl std::fmt::Debug for Int {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.known() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "(undecided)"),
        }
    }
}

macro_rules! arithmetic {
    ($($trait:ident $method:ident $sign:literal;)*) => {$(
        impl std::ops::$trait for Int {
            type Output = Int;
            fn $method(self, other: Int) -> Int {
                self.combine(other, $sign)
            }
        }
        impl std::ops::$trait<i64> for Int {
            type Output = Int;
            fn $method(self, other: i64) -> Int {
                self.combine(Int::constant(other), $sign)
            }
        }
        impl std::ops::$trait<Int> for i64 {
            type Output = Int;
            fn $method(self, other: Int) -> Int {
                Int::constant(self).combine(other, $sign)
            }
        }
    )*};
}

arithmetic! {
    Add add 1;
    Sub sub -1;
}

impl std::ops::Neg for Int {
    type Output = Self;
    fn neg(self) -> Self {
        self.scale(-1)
    }
}

impl std::ops::Mul<i64> for Int {
    type Output = Self;
    fn mul(self, factor: i64) -> Self {
        self.scale(factor)
    }
}

impl std::ops::Mul<Int> for i64 {
    type Output = Int;
    fn mul(self, factor: Int) -> Int {
        factor.scale(self)
    }
}

impl std::ops::Mul for Int {
    type Output = Self;
    /// A product of two undecided integers is not linear: the left one is decided value by value.
    fn mul(self, other: Self) -> Self {
        match (self.known(), other.known()) {
            (_, Some(factor)) => self.scale(factor),
            (Some(factor), _) => other.scale(factor),
            _ => other.scale(self.value()),
        }
    }
}

impl std::ops::Div<i64> for Int {
    type Output = i64;
    /// Division is not linear: decides the value.
    fn div(self, divisor: i64) -> i64 {
        self.value() / divisor
    }
}

impl std::ops::Rem<i64> for Int {
    type Output = i64;
    /// A remainder is not linear: decides the value.
    fn rem(self, divisor: i64) -> i64 {
        self.value() % divisor
    }
}
