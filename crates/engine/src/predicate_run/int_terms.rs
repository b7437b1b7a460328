//! Integers of a run: constants, and linear terms over undecided data.
//!
//! An [`Int`] is `atom + constant`; atoms live in the run. Sums of two atoms become a linear atom. Read `int_comparison.rs` for
//! how two integers are compared.

use smallvec::SmallVec;

use dpgen_forest::index::{DomainIx, at, small};
use dpgen_solver::{Linear, SolverError, Var};

use super::choice_stack::Read;
use super::failure::overflow;
use super::predicate_int::Int;
use super::run_state::{Atom, Run, Source, Terms};

fn plus(a: i128, b: i128) -> i128 {
    a.checked_add(b).unwrap_or_else(|| overflow())
}

fn times(value: i128, factor: i64) -> i128 {
    match factor {
        1 => value,
        -1 => value.checked_neg().unwrap_or_else(|| overflow()),
        _ => value.checked_mul(i128::from(factor)).unwrap_or_else(|| overflow()),
    }
}

impl<S: Source> Run<S> {
    /// Adds an atom and gives the integer that is its value.
    pub(crate) fn atom(&mut self, atom: Atom<S::Atom>) -> Int {
        self.atoms.push(atom);
        Int::of_atom(small(self.atoms.len()), self.number)
    }

    /// The integer that is the value of the atom with this number plus 1.
    pub(crate) fn of_base(&self, base: u32) -> Int {
        Int::of_atom(base, self.number)
    }

    /// The integer at an index of a domain.
    pub(crate) fn constant_of(&self, domain: DomainIx, index: u32) -> Int {
        Int::constant(self.schema.domain(domain).value(index))
    }

    /// The atom of an integer, unless it is a constant.
    #[inline]
    pub(crate) fn atom_of(&self, int: Int) -> Option<&Atom<S::Atom>> {
        int.base.checked_sub(1).map(|atom| &self.atoms[at(atom)])
    }

    /// The integer as far as it is decided by now.
    #[inline]
    pub(crate) fn settled(&mut self, int: Int) -> Int {
        match self.atom_of(int) {
            None => int,
            Some(Atom::Data { lo, hi, .. }) if lo != hi => int,
            Some(_) => self.settled_atom(int),
        }
    }

    /// As [`settled`](Self::settled), for an integer that is no constant and no open data slot.
    #[inline(never)]
    fn settled_atom(&mut self, int: Int) -> Int {
        match self.atom_of(int) {
            None => int,
            Some(Atom::Data { domain, lo, .. }) => {
                Int::wide(plus(i128::from(self.schema.domain(*domain).value(*lo)), int.constant_part()))
            }
            Some(Atom::Own(atom)) => {
                let atom = atom.clone();
                S::settled(self, int, atom)
            }
            Some(Atom::Linear(terms)) => {
                let terms = terms.clone();
                self.settled_sum(int, terms)
            }
        }
    }

    /// A sum as far as it is decided by now.
    fn settled_sum(&mut self, int: Int, terms: Terms) -> Int {
        let mut sum = int.constant_part();
        let mut open: SmallVec<[(Int, i64); 3]> = SmallVec::new();
        for (base, factor) in terms {
            let part = self.settled(self.of_base(base));
            match part.known() {
                Some(value) => sum = plus(sum, times(value, factor)),
                None => open.push((part, factor)),
            }
        }
        match *open {
            [] => Int::wide(sum),
            [(part, 1)] => part.with_constant(plus(part.constant_part(), sum)),
            _ => int,
        }
    }

    /// A sum of integers with coefficients. Where a coefficient leaves 64 bits, integers are decided instead.
    pub(crate) fn sum(&mut self, parts: &[(Int, i64)]) -> Int {
        match self.linear_sum(parts) {
            Some(sum) => sum,
            None => {
                let values: Vec<i128> =
                    parts.iter().map(|(part, factor)| times(self.decide(*part), *factor)).collect();
                Int::wide(values.into_iter().fold(0, plus))
            }
        }
    }

    fn linear_sum(&mut self, parts: &[(Int, i64)]) -> Option<Int> {
        let mut terms = Terms::new();
        let mut constant = 0_i128;
        for (part, factor) in parts {
            let part = self.settled(*part);
            constant = constant.checked_add(times(part.constant_part(), *factor))?;
            let inner = match self.atom_of(part) {
                None => continue,
                Some(Atom::Linear(inner)) => inner.clone(),
                Some(_) => SmallVec::from_slice(&[(part.base, 1)]),
            };
            for (base, inner) in inner {
                let add = inner.checked_mul(*factor)?;
                match terms.iter_mut().find(|(known, _)| *known == base) {
                    Some((_, known)) => *known = known.checked_add(add)?,
                    None => terms.push((base, add)),
                }
            }
        }
        terms.retain(|(_, factor)| *factor != 0);
        let sum = match *terms {
            [] => Int::wide(0),
            [(base, 1)] => self.of_base(base),
            _ => self.atom(Atom::Linear(terms)),
        };
        Some(sum.with_constant(constant))
    }

    /// Whether an integer is a sum of others.
    #[inline]
    pub(crate) fn is_sum(&self, int: Int) -> bool {
        matches!(self.atom_of(int), Some(Atom::Linear(_)))
    }

    /// The integer as an attribute that is evaluated again gives it: of the run that is under way; a sum is another atom.
    pub(crate) fn renewed(&mut self, int: Int) -> Int {
        match self.atom_of(int) {
            Some(Atom::Linear(terms)) => {
                let terms = terms.clone();
                self.atom(Atom::Linear(terms)).with_constant(int.constant_part())
            }
            _ => int.of_run(self.number),
        }
    }

    /// Decides an integer's value.
    pub(crate) fn decide(&mut self, int: Int) -> i128 {
        self.note_read();
        let int = self.settled(int);
        let value = match self.atom_of(int) {
            None => return int.constant_part(),
            Some(&Atom::Data { domain, lo, hi }) => {
                let picked = lo + self.choose_for(Read::Data(domain), int.base, hi - lo + 1);
                self.set_interval(int.base, (picked, picked));
                i128::from(self.schema.domain(domain).value(picked))
            }
            Some(Atom::Linear(terms)) => terms.clone().into_iter().fold(0, |sum, (base, factor)| {
                let part = self.decide(self.of_base(base));
                plus(sum, times(part, factor))
            }),
            Some(Atom::Own(atom)) => {
                let atom = atom.clone();
                S::value(self, atom)
            }
        };
        plus(value, int.constant_part())
    }

    /// An integer as a term over the variables of a store; what depends on no variable is decided.
    pub(crate) fn term_of(&mut self, int: Int) -> Result<Linear, SolverError> {
        let narrow = |value: i128| i64::try_from(value).map_err(|_| SolverError::TermTooLarge);
        let mut sum: SmallVec<[(Var, i64); 3]> = SmallVec::new();
        let mut constant = int.constant_part();
        let parts: Terms = match self.atom_of(int) {
            None => Terms::new(),
            Some(Atom::Linear(terms)) => terms.clone(),
            Some(_) => SmallVec::from_slice(&[(int.base, 1)]),
        };
        for (base, factor) in parts {
            let variable = match &self.atoms[at(base - 1)] {
                Atom::Own(atom) => self.source.variable(atom),
                _ => None,
            };
            match variable {
                Some(var) => sum.push((var, factor)),
                None => {
                    let value = self.decide(self.of_base(base));
                    let value = value.checked_mul(i128::from(factor)).ok_or(SolverError::TermTooLarge)?;
                    constant = constant.checked_add(value).ok_or(SolverError::TermTooLarge)?;
                }
            }
        }
        Linear::new(sum, narrow(constant)?)
    }

    /// Between which bounds an integer is, if that is known without the engine.
    fn range(&self, int: Int) -> Option<(i128, i128)> {
        let (lo, hi) = match self.atom_of(int) {
            None => (0, 0),
            Some(Atom::Data { domain, lo, hi }) => {
                let domain = self.schema.domain(*domain);
                (i128::from(domain.value(*lo)), i128::from(domain.value(*hi)))
            }
            Some(Atom::Linear(terms)) => {
                terms.iter().try_fold((0_i128, 0_i128), |(lo, hi), (base, factor)| {
                    let (a, b) = self.range(self.of_base(*base))?;
                    let factor = i128::from(*factor);
                    let (a, b) = (a.checked_mul(factor)?, b.checked_mul(factor)?);
                    Some((lo.checked_add(a.min(b))?, hi.checked_add(a.max(b))?))
                })?
            }
            Some(Atom::Own(_)) => return None,
        };
        Some((lo.checked_add(int.constant_part())?, hi.checked_add(int.constant_part())?))
    }

    /// Makes sure that an integer fits into 64 bits, deciding no more of it than that takes.
    pub(crate) fn fit(&mut self, int: Int) {
        if matches!(self.atom_of(int), Some(Atom::Data { .. })) && int.constant_part() == 0 {
            return;
        }
        let (least, greatest) = (i128::from(i64::MIN), i128::from(i64::MAX));
        if self.range(int).is_some_and(|(lo, hi)| least <= lo && hi <= greatest) {
            return;
        }
        use super::predicate_int::Cut::{AtMost, Less};
        if self.compare(int, Int::wide(greatest), AtMost) == 1
            || self.compare(int, Int::wide(least), Less) == 0
        {
            overflow();
        }
    }
}
