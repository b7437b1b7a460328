//! Symbolic data: integer slots are variables of the solver's store, comparisons constrain them.
//!
//! A comparison that the store decides is no choice; any other splits the run, and sides that can not be are
//! never taken. Each constraint taken is noted: together they are the run's path condition. The variables
//! of a part's condition enter the store when an integer of the part is first used (`load`).

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::{Atom, Cut, Int, Read, Run, SlotState, Source, fail, nth};
use dpgen_forest::graph::Span;
use dpgen_forest::index::{DomainIx, at, shown};
use dpgen_forest::path::Extremum;
use dpgen_forest::schema::Domain;
use dpgen_solver::{Answer, Constraint, Feasibility, Linear, Relation, SolverError, Store, Var};

/// How many values of a symbolic slot may be tried one by one.
pub(crate) const MOST_VALUES: i64 = 4096;

/// Where a variable of the store comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Origin {
    /// A data slot of a layer of the run: found by its atom.
    Slot { domain: DomainIx },
    /// A variable of the condition of a node.
    Part { node: u32, var: u32 },
    /// The least or greatest of two terms.
    Extremum { lo: i64, hi: i64 },
}

/// A node that was narrowed to a production.
#[derive(Debug)]
pub(crate) struct Entered {
    pub(crate) node: u32,
    /// The production's path condition.
    pub(crate) path: u32,
    /// What its class shows, as variables of the store.
    pub(crate) shown: SmallVec<[Var; 4]>,
}

/// The symbolic side of a run.
#[derive(Debug, Default)]
pub(crate) struct Symbolic {
    pub(crate) store: Store,
    /// By variable, from 1 on.
    pub(crate) origins: Vec<Origin>,
    /// The constraints taken.
    pub(crate) taken: Vec<Constraint>,
    /// Nodes whose condition is in the store, and at which offset.
    pub(crate) loaded: Vec<(u32, u32)>,
    /// Nodes narrowed to a production.
    pub(crate) entered: Vec<Entered>,
    /// Extrema that are not settled.
    pub(crate) extrema: Vec<Extremum>,
    /// Whether the constraints turned out to be impossible together.
    pub(crate) impossible: bool,
}

impl Symbolic {
    pub(crate) fn reset(&mut self) {
        self.store.reset();
        self.origins.clear();
        self.taken.clear();
        self.loaded.clear();
        self.entered.clear();
        self.extrema.clear();
        self.impossible = false;
    }

    pub(crate) fn add(&mut self, constraint: Constraint) {
        if self.store.add(&constraint) == Feasibility::Infeasible {
            self.impossible = true;
        }
        self.taken.push(constraint);
    }
}

/// On which side of zero a term is.
#[derive(Debug, Clone, Copy)]
enum Side {
    Below,
    AtMost,
    Zero,
    AtLeast,
    Above,
}

/// The sides that a comparison tells apart, with their groups. Different is below or above, so that
/// difference logic is not left.
const fn sides(cut: Cut) -> &'static [(u32, Side)] {
    match cut {
        Cut::Less => &[(0, Side::Below), (1, Side::AtLeast)],
        Cut::AtMost => &[(0, Side::AtMost), (1, Side::Above)],
        Cut::Three => &[(0, Side::Below), (1, Side::Zero), (2, Side::Above)],
        Cut::Equal => &[(1, Side::Zero), (0, Side::Below), (0, Side::Above)],
    }
}

impl Side {
    fn constraint(self, term: &Linear) -> Result<Constraint, SolverError> {
        Ok(match self {
            Self::Below => Constraint::new(term.plus(1)?, Relation::Le),
            Self::AtMost => Constraint::new(term.clone(), Relation::Le),
            Self::Zero => Constraint::new(term.clone(), Relation::Eq),
            Self::AtLeast => Constraint::new(term.plus(1)?, Relation::Le).negated(),
            Self::Above => Constraint::new(term.clone(), Relation::Le).negated(),
        })
    }
}

impl Symbolic {
    /// Whether a term can be below zero and can be above it.
    pub(crate) fn splits(&mut self, term: &Linear) -> bool {
        self.can_be(term, Side::Below) && self.can_be(term, Side::Above)
    }

    /// Whether a term can be on a side. For differences in an exact store the closed matrix says so at once.
    fn can_be(&mut self, term: &Linear, side: Side) -> bool {
        let k = term.constant_part();
        let ends = match *term.terms() {
            [(x, 1)] => Some((x, Var::ZERO)),
            [(x, -1)] => Some((Var::ZERO, x)),
            [(x, 1), (y, -1)] | [(y, -1), (x, 1)] => Some((x, y)),
            _ => None,
        };
        if let Some((x, y)) = ends.filter(|_| self.store.is_exact() && k.unsigned_abs() < 1 << 60) {
            let dbm = self.store.dbm();
            return match side {
                Side::Below => dbm.consistent(x, y, -k - 1),
                Side::AtMost => dbm.consistent(x, y, -k),
                Side::Zero => dbm.consistent(x, y, -k) && dbm.consistent(y, x, k),
                Side::AtLeast => dbm.consistent(y, x, k),
                Side::Above => dbm.consistent(y, x, k - 1),
            };
        }
        let constraint = side.constraint(term).unwrap_or_else(|error| unwieldy(error));
        self.store.possible(&constraint) != Answer::No
    }
}

pub(crate) fn unwieldy(error: SolverError) -> ! {
    fail(format!("the predicate's constraints leave the solver's range: {error}"))
}

impl Run {
    /// The symbolic side, if data is symbolic.
    pub(crate) fn symbolic(&mut self) -> Option<&mut Symbolic> {
        match &mut self.source {
            Source::Classes(source) => source.symbolic.as_deref_mut(),
            _ => None,
        }
    }

    pub(crate) fn is_symbolic(&self) -> bool {
        matches!(&self.source, Source::Classes(source) if source.symbolic.is_some())
    }

    pub(crate) fn symbols(&mut self) -> &mut Symbolic {
        self.symbolic().unwrap_or_else(|| unreachable!("a symbolic run"))
    }

    /// A data slot that can be anything: a variable for a range of integers, else as in concrete runs.
    pub(crate) fn unknown_data(&mut self, domain: DomainIx) -> SlotState {
        let bounds = match self.schema.domain(domain) {
            Domain::Range { lo, hi } if lo < hi && self.is_symbolic() => (*lo, *hi),
            _ => return self.fresh_data(domain),
        };
        let symbols = self.symbols();
        let var = symbols.store.new_var(bounds.0, bounds.1).unwrap_or_else(|error| unwieldy(error));
        symbols.origins.push(Origin::Slot { domain });
        SlotState::Data(self.atom(Atom::Symbol(var.number())), domain)
    }

    /// Puts the condition of a node into the store, deciding which of its classes' conditions holds.
    pub(crate) fn load(&mut self, node: u32) -> u32 {
        if let Some((_, offset)) = self.symbols().loaded.iter().find(|(of, _)| *of == node) {
            return *offset;
        }
        let set = self.origins[at(node)];
        let groups = self.parts().by_condition(set);
        let (number, set) = nth(&groups, self.choices.choose_for(Read::Symbol, shown(groups.len())));
        self.narrow_set(node, set);
        let conditions = self.parts().conditions.clone();
        let condition = conditions.get(number);
        let symbols = self.symbols();
        let offset = symbols.store.embed(&condition.dbm).unwrap_or_else(|error| unwieldy(error));
        for var in 0..shown(condition.dbm.len()) {
            symbols.origins.push(Origin::Part { node, var });
        }
        for general in &condition.general {
            let renamed = general.term().renamed(|var| var.shifted(offset)).unwrap_or_else(|e| unwieldy(e));
            symbols.store.add(&Constraint::new(renamed, general.relation()));
        }
        symbols.loaded.push((node, offset));
        offset
    }

    /// The integer that a term of a node's condition is.
    pub(crate) fn shown_term(&mut self, node: u32, term: u32) -> Int {
        let offset = self.load(node);
        let set = self.origins[at(node)];
        let conditions = self.parts().conditions.clone();
        let condition = conditions.get(self.parts().condition_of(set));
        let term = &condition.terms[at(term)];
        let parts: SmallVec<[(Int, i64); 3]> = term
            .terms()
            .iter()
            .map(|(var, factor)| (self.symbol(var.shifted(offset)), *factor))
            .chain(std::iter::once((Int::constant(term.constant_part()), 1)))
            .collect();
        self.linear(&parts)
    }

    /// The integer that a variable is.
    pub(crate) fn symbol(&mut self, var: Var) -> Int {
        let same = |atom: &Atom| matches!(atom, Atom::Symbol(number) if *number == var.number());
        match self.atoms.iter().position(same) {
            Some(known) => Int { base: shown(known + 1), run: self.number, add: 0 },
            None => self.atom(Atom::Symbol(var.number())),
        }
    }

    /// The value of a variable whose bounds meet.
    pub(crate) fn fixed(&mut self, var: u32) -> Option<i64> {
        self.symbols().store.dbm().value(Var::new(var))
    }

    /// Whether an integer depends on symbolic data; what else it depends on is decided.
    pub(crate) fn depends_on_symbol(&mut self, int: Int) -> bool {
        let Some(atom) = int.base.checked_sub(1) else { return false };
        match &self.atoms[at(atom)] {
            Atom::Symbol(_) => true,
            Atom::Linear(terms) => {
                let terms = terms.clone();
                terms
                    .iter()
                    .any(|(base, _)| self.depends_on_symbol(Int { base: *base, run: int.run, add: 0 }))
            }
            _ => false,
        }
    }

    /// An integer as a term over the store's variables.
    pub(crate) fn term_of(&mut self, int: Int) -> Result<Linear, SolverError> {
        let mut sum = Vec::new();
        let mut constant = int.add;
        let parts: SmallVec<[(u32, i64); 3]> = match int.base.checked_sub(1).map(|atom| &self.atoms[at(atom)])
        {
            None => SmallVec::new(),
            Some(Atom::Linear(terms)) => terms.clone(),
            Some(_) => SmallVec::from_slice(&[(int.base, 1)]),
        };
        for (base, factor) in parts {
            let number = match &self.atoms[at(base - 1)] {
                Atom::Symbol(number) => Some(*number),
                _ => None,
            };
            match number {
                Some(number) => sum.push((Var::new(number), factor)),
                None => {
                    let value = self.value(Int { base, run: self.number, add: 0 });
                    let value = value.checked_mul(factor).ok_or(SolverError::TermTooLarge)?;
                    constant = constant.checked_add(value).ok_or(SolverError::TermTooLarge)?;
                }
            }
        }
        Linear::new(sum, constant)
    }

    /// Between which bounds a constant is, or a symbol with a constant added.
    fn range_of(&mut self, int: Int) -> Option<(i128, i128)> {
        let add = i128::from(int.add);
        let Some(atom) = int.base.checked_sub(1) else { return Some((add, add)) };
        let Atom::Symbol(var) = self.atoms[at(atom)] else { return None };
        let (lo, hi) = self.symbols().store.bounds(Var::new(var));
        Some((i128::from(lo) + add, i128::from(hi) + add))
    }

    /// Compares integers of which at least one depends on symbolic data.
    pub(crate) fn cut_symbolic(&mut self, a: Int, b: Int, cut: Cut) -> u32 {
        // What bounds decide needs no term: constants like `i64::MAX` fit into none.
        if let (Some((a_lo, a_hi)), Some((b_lo, b_hi))) = (self.range_of(a), self.range_of(b)) {
            if a_hi < b_lo {
                return cut.group(Ordering::Less);
            }
            if a_lo > b_hi {
                return cut.group(Ordering::Greater);
            }
        }
        let difference = self.linear(&[(a, 1), (b, -1)]);
        if let Some(value) = difference.known() {
            return cut.group(value.cmp(&0));
        }
        let term = self.term_of(difference).unwrap_or_else(|error| unwieldy(error));
        let symbols = self.symbols();
        let open: SmallVec<[(u32, Side); 3]> =
            sides(cut).iter().copied().filter(|(_, side)| symbols.can_be(&term, *side)).collect();
        let picked = at(self.choices.choose_for(Read::Symbol, shown(open.len())));
        match open.len() {
            // The store was impossible already: any answer will do, the leaf is dropped.
            0 => {
                self.symbols().impossible = true;
                1
            }
            1 => open[0].0,
            _ => {
                let (group, side) = open[picked];
                let constraint = side.constraint(&term).unwrap_or_else(|error| unwieldy(error));
                self.settle_for(&constraint);
                self.symbols().add(constraint);
                group
            }
        }
    }

    /// Decides a variable's value: one of what its bounds leave.
    pub(crate) fn choose_symbol_value(&mut self, var: u32) -> i64 {
        let (lo, hi) = self.symbols().store.bounds(Var::new(var));
        let many = hi.saturating_sub(lo).saturating_add(1);
        if many > MOST_VALUES {
            let what = self.name_of_symbol(var);
            fail(format!(
                "{what} has {many} values left, and the predicate does something with it that no linear term can hold; \
                 at most {MOST_VALUES} are tried one by one: use concrete fields, or a smaller range"
            ));
        }
        let picked = self.choices.choose_for(Read::Symbol, u32::try_from(many).unwrap_or(1));
        let value = lo + i64::from(picked);
        let term = Linear::new([(Var::new(var), 1)], -value).unwrap_or_else(|error| unwieldy(error));
        let constraint = Constraint::new(term, Relation::Eq);
        if many > 1 {
            self.settle_for(&constraint);
            if self.symbols().store.possible(&constraint) == Answer::No {
                self.symbols().impossible = true;
            }
            self.symbols().add(constraint);
        }
        value
    }

    fn name_of_symbol(&mut self, var: u32) -> String {
        let origin = self.symbols().origins[at(var) - 1];
        let Origin::Slot { domain } = origin else { return "an attribute".to_owned() };
        self.schema.slot_of(domain)
    }
}

/// The word of a symbolic data slot in a record: it is solved for, not chosen.
pub(crate) const SYMBOLIC: Span = Span::one(0);
