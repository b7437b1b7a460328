//! Symbolic data: integer slots are variables of the solver's store, and comparisons constrain them.
//!
//! A comparison that the store decides is no choice; any other splits the run, and outcomes that are impossible are never
//! taken. The variables of a part's condition enter the store when an integer of the part is first used
//! ([`ClassRun::load_condition`]).

use std::cmp::Ordering;

use smallvec::SmallVec;

use dpgen_forest::index::{DomainIx, at, small};
use dpgen_forest::schema::Domain;
use dpgen_solver::{Constraint, Linear, Possibility, Relation, Var};

use crate::quotient::run_state::class_nodes::{ClassAtom, ClassRun};
use crate::quotient::run_state::store_trace::{StoreQuery, StoreStep, order_by_bounds};
use crate::quotient::run_state::symbolic_store::{Origin, raise_range_error};
use crate::quotient::run_state::trace_recorder::TraceRecorder;
use crate::run::choice_stack::Read;
use crate::run::failure::{Failure, raise};
use crate::run::int::{Cut, Int};
use crate::run::run_state::{Atom, SlotState};
use crate::run::sign_cases::{Side, sides};

/// The most values of a symbolic slot that are tried one by one.
const MAX_TRIED_VALUES: i64 = 4096;

impl ClassRun {
    /// A data slot that is not decided: a variable for a range of integers, else as in concrete runs.
    pub(crate) fn unknown_data(&mut self, domain: DomainIx) -> SlotState {
        let bounds = match self.schema.domain(domain) {
            Domain::Range { lo, hi } if lo < hi && self.is_symbolic() => (*lo, *hi),
            _ => return self.fresh_data(domain),
        };
        let var = self.symbols().new_var(bounds.0, bounds.1, Origin::Slot { domain });
        SlotState::Data(self.symbol(var), domain)
    }

    /// Adds the variables and constraints of a node's condition to the store, once it is decided which of its classes'
    /// conditions holds. Returns the offset of the variables.
    pub(crate) fn load_condition(&mut self, node: u32) -> u32 {
        if let Some((_, offset)) = self.symbols().loaded.iter().find(|(of, _)| *of == node) {
            return *offset;
        }
        self.end_prefix();
        let set = self.set_of(node);
        let groups = self.sets().by_condition(set);
        let (number, set) = groups[self.pick(Read::Symbol, groups.len())];
        self.narrow_set(node, set);
        let conditions = self.sets().conditions.clone();
        let condition = conditions.get(number);
        let symbols = self.symbols();
        let offset = symbols.store.embed(&condition.dbm).unwrap_or_else(|error| raise_range_error(error));
        for var in 0..small(condition.dbm.len()) {
            symbols.origins.push(Origin::Part { node, var });
        }
        for general in &condition.general {
            let renamed =
                general.term().renamed(|var| var.shifted(offset)).unwrap_or_else(|e| raise_range_error(e));
            symbols.store.add(&Constraint::new(renamed, general.relation()));
        }
        symbols.loaded.push((node, offset));
        // The nodes of the recursive slots follow the candidate's own.
        symbols.record(|recorder| recorder.step(StoreStep::Condition(node - 1, number)));
        // A node that was looked into before has the same variables already, as its production shows them.
        let entered = symbols.entered.iter().find(|entered| entered.node == node);
        let shown: SmallVec<[Var; 4]> = entered.map(|entered| entered.shown.clone()).unwrap_or_default();
        self.equate_shown(offset, &shown);
        offset
    }

    /// The integer of a term of a node's condition.
    pub(crate) fn shown_term(&mut self, node: u32, term: u32) -> Int {
        let offset = self.load_condition(node);
        let set = self.set_of(node);
        let conditions = self.sets().conditions.clone();
        let condition = conditions.get(self.sets().condition_of(set));
        let term = &condition.terms[at(term)];
        let parts: SmallVec<[(Int, i64); 3]> = term
            .terms()
            .iter()
            .map(|(var, factor)| (self.symbol(var.shifted(offset)), *factor))
            .chain(std::iter::once((Int::constant(term.constant_part()), 1)))
            .collect();
        self.sum(&parts)
    }

    /// The integer of a variable.
    pub(crate) fn symbol(&mut self, var: Var) -> Int {
        self.int_of(ClassAtom::Symbol(var.number()))
    }

    /// The value of a variable whose bounds meet.
    pub(crate) fn fixed_value(&mut self, var: u32) -> Option<i64> {
        let symbols = self.symbols();
        let value = symbols.store.dbm().value(Var::new(var));
        symbols.record(|recorder| recorder.query(StoreQuery::Value(Var::new(var), value)));
        value
    }

    /// Whether an integer depends on symbolic data; what else it depends on is decided.
    pub(crate) fn depends_on_symbol(&mut self, int: Int) -> bool {
        match self.atom_of(int) {
            Some(Atom::Own(ClassAtom::Symbol(_))) => true,
            Some(Atom::Linear(terms)) => {
                let terms = terms.clone();
                terms.iter().any(|(base, _)| self.depends_on_symbol(self.of_base(*base)))
            }
            _ => false,
        }
    }

    /// The order of two integers, if each is a constant or a variable plus a constant, and bounds decide it.
    fn ordering_by_bounds(&mut self, a: Int, b: Int) -> Option<Ordering> {
        let shifted = |int: Int| match (int.base, self.own_atom(int.base)) {
            (0, _) => Some((None, int.constant_part())),
            (_, Some(ClassAtom::Symbol(var))) => Some((Some(Var::new(var)), int.constant_part())),
            _ => None,
        };
        let (a, b) = (shifted(a)?, shifted(b)?);
        let symbols = self.symbols();
        let ordering = order_by_bounds(symbols.store.dbm(), a, b);
        symbols.record(|recorder| recorder.query(StoreQuery::Order(a, b, ordering)));
        ordering
    }

    /// Compares integers of which at least one depends on symbolic data.
    pub(crate) fn compare_symbolic(&mut self, a: Int, b: Int, cut: Cut) -> u32 {
        // What bounds decide needs no term: constants like `i64::MAX` fit into none.
        if let Some(ordering) = self.ordering_by_bounds(a, b) {
            return cut.group(ordering);
        }
        let difference = self.sum(&[(a, 1), (b, -1)]);
        if let Some(value) = difference.known() {
            return cut.group(value.cmp(&0));
        }
        let term = self.term_of(difference).unwrap_or_else(|error| raise_range_error(error));
        let symbols = self.symbols();
        let open: SmallVec<[(u32, Side); 3]> = sides(cut, symbols.joins_unequal)
            .iter()
            .copied()
            .filter(|(_, side)| symbols.can_be(&term, *side))
            .collect();
        let picked = self.pick(Read::Symbol, open.len());
        match open.len() {
            // The store was impossible already: any answer will do, the leaf is dropped.
            0 => {
                let symbols = self.symbols();
                symbols.impossible = true;
                symbols.record(TraceRecorder::give_up);
                1
            }
            1 => open[0].0,
            _ => {
                let (group, side) = open[picked];
                let constraint = side.constraint(&term).unwrap_or_else(|error| raise_range_error(error));
                self.settle_bounded_by(&constraint);
                self.symbols().add_constraint(constraint);
                group
            }
        }
    }

    /// Decides a variable's value: one within its bounds.
    pub(crate) fn choose_symbol_value(&mut self, var: u32) -> i64 {
        self.symbols().record(TraceRecorder::give_up);
        let (lo, hi) = self.symbols().store.bounds(Var::new(var));
        let value_count = hi.saturating_sub(lo).saturating_add(1);
        if value_count > MAX_TRIED_VALUES {
            let what = self.name_of_symbol(var);
            raise(Failure::Limit(format!(
                "{what} has {value_count} values left, and the predicate does something with it that no linear term can hold; \
                 at most {MAX_TRIED_VALUES} are tried one by one: use concrete fields, or a smaller range"
            )));
        }
        let picked = self.choices.choose_for(Read::Symbol, u32::try_from(value_count).unwrap_or(1));
        let value = lo + i64::from(picked);
        let term = Linear::new([(Var::new(var), 1)], -value).unwrap_or_else(|error| raise_range_error(error));
        let constraint = Constraint::new(term, Relation::Eq);
        if value_count > 1 {
            self.settle_bounded_by(&constraint);
            if self.symbols().store.possible(&constraint) == Possibility::No {
                self.symbols().impossible = true;
            }
            self.symbols().add_constraint(constraint);
        }
        value
    }

    fn name_of_symbol(&mut self, var: u32) -> String {
        let origin = self.symbols().origins[at(var) - 1];
        let Origin::Slot { domain } = origin else { return "an attribute".to_owned() };
        self.schema.slot_of(domain)
    }
}
