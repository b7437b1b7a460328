//! Integers of a run: constants, and terms over data that is not decided yet.
//!
//! An [`Int`] (`int.rs`) is `atom + constant`; atoms live in the run. Comparing two integers ([`Run::cut`]) splits
//! what is undecided only as far as the answer needs: a data slot compared with a constant splits its
//! interval of values in two or three. Sums of two atoms become a linear atom, which is decided value by
//! value when compared.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::{Int, Read, Run};
use dpgen_forest::index::{DomainIx, at, shown};

/// Something an integer's value depends on.
#[derive(Debug, Clone)]
pub(crate) enum Atom {
    /// A data slot: an interval of its domain's indices.
    Data { domain: DomainIx, lo: u32, hi: u32 },
    /// A data slot of a node whose production is not decided.
    Pending { parent: u32, slot: u32 },
    /// An integer of an attribute of a node that is not decided: node, attribute, position.
    Attr { node: u32, attr: dpgen_forest::index::AttrIx, position: u32 },
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

/// Ends the evaluation; the build fails with the structure at hand.
pub fn overflow() -> ! {
    super::fail("an integer of the predicate leaves the range of i64".to_owned())
}

pub(crate) fn plus(a: i64, b: i64) -> i64 {
    a.checked_add(b).unwrap_or_else(|| overflow())
}

fn minus(a: i64, b: i64) -> i64 {
    a.checked_sub(b).unwrap_or_else(|| overflow())
}

pub(crate) fn times(a: i64, b: i64) -> i64 {
    a.checked_mul(b).unwrap_or_else(|| overflow())
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
                let picked = lo + self.choices.choose_for(Read::Data(domain), hi - lo + 1);
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
                let (group, lo, hi) =
                    super::nth(&open, self.choices.choose_for(Read::Data(domain), shown(open.len())));
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
