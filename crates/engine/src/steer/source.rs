//! [`SteeredSource`]: the nodes and integers of a steered run.
//!
//! Nodes are those of one structure whose constructors are decided, for predicates over it; a run of a program on values
//! has none. An integer that is open is a variable of what the path has assumed. Invariant: variable `v` of the trial is
//! the run's atom `v`, so that a variable is found without a search.

use std::any::Any;
use std::cmp::Ordering;
use std::panic::Location;

use dpgen_forest::Outline;
use dpgen_forest::index::{AttrIx, CtorIx, TypeIx, at, signed, small};
use dpgen_forest::schema::{Schema, SlotKind};
use dpgen_forest::structure::{ValueNode, nodes_with_data};
use dpgen_solver::{Linear, Var};

use super::assumptions::Assumptions;
use super::steering::{Asked, Kind, Reply, Site, Steering, end_impure};
use crate::run::current_run::DecodeAnswer;
use crate::run::failure::{Failure, fail, internal, raise};
use crate::run::int::{Cut, Int};
use crate::run::run_state::{Atom, NodeState, Run, SlotState, Source};
use crate::run::sign_cases::sides;

/// A steered run.
pub(super) type SteeredRun = Run<SteeredSource>;

/// A layer of a structure whose integers may be open.
#[derive(Debug, Clone)]
pub struct OpenNode {
    /// The constructor.
    pub ctor: CtorIx,
    /// What its slots hold.
    pub slots: Vec<OpenSlot>,
}

/// What a slot of an [`OpenNode`] holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenSlot {
    /// A part: its place among the nodes.
    Node(u32),
    /// A value of its domain.
    Value(i64),
    /// A variable of the trial.
    Variable(u32),
}

impl OpenNode {
    /// The nodes of an outline, parts before wholes. Its variables are the trial's, in their order.
    #[must_use]
    pub fn of(schema: &Schema, outline: &Outline) -> Vec<Self> {
        let mut variables = vec![None; outline.words.len()];
        for (variable, (word, ..)) in (0..).zip(&outline.variables) {
            if let Some(word) = word {
                variables[*word] = Some(variable);
            }
        }
        let nodes = nodes_with_data(schema, &outline.words, |place, _, _| signed(place));
        let filled = |(kind, held): (SlotKind, i64)| {
            let held = usize::try_from(held).unwrap_or(usize::MAX);
            match kind {
                SlotKind::Recursive(_) => OpenSlot::Node(small(held)),
                SlotKind::Data(domain) => match variables[held] {
                    Some(variable) => OpenSlot::Variable(variable),
                    None => OpenSlot::Value(schema.domain(domain).value(outline.words[held])),
                },
            }
        };
        let of = |node: ValueNode| {
            let kinds = schema.constructor(node.ctor).slots.iter().map(|slot| slot.kind);
            Self { ctor: node.ctor, slots: kinds.zip(node.slots).map(filled).collect() }
        };
        nodes.into_iter().map(of).collect()
    }
}

/// The node with this number.
#[derive(Debug, Clone, Copy, Hash)]
pub(super) struct Known(u32);

/// A variable of the trial.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variable(u32);

/// What a steered run works on.
pub(super) struct SteeredSource {
    pub(super) assumed: Assumptions,
    pub(super) nodes: Vec<OpenNode>,
    /// By node, where it is, if looks are decisions; none if they are not.
    pub(super) places: Vec<u32>,
    /// By variable, its number in what a steering is told; none if that is its own.
    pub(super) labels: Vec<u32>,
    pub(super) steering: Option<Box<dyn Steering>>,
    /// The bounds that the variables began with.
    pub(super) domains: Vec<(i64, i64)>,
    site: Option<Site>,
    /// Whether the program compares, and not a look-up or a value that is taken out.
    compares: bool,
}

impl std::fmt::Debug for SteeredSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SteeredSource").field("assumed", &self.assumed).finish_non_exhaustive()
    }
}

impl SteeredSource {
    pub(super) fn new(assumed: Assumptions) -> Self {
        let (nodes, places, labels, domains) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { assumed, nodes, places, labels, steering: None, domains, site: None, compares: true }
    }

    /// The steering, if it is of this type.
    pub(super) fn steering_of<S: Steering>(&mut self) -> Option<&mut S> {
        let steering: &mut dyn Any = self.steering.as_deref_mut()?;
        steering.downcast_mut()
    }

    fn steered(&mut self) -> &mut dyn Steering {
        match &mut self.steering {
            Some(steering) => &mut **steering,
            None => internal("a steered run without a steering"),
        }
    }
}

impl Source for SteeredSource {
    type Node = Known;
    type Atom = Variable;

    const CACHES_ATTRIBUTES: bool = false;
    const RECORDS_DISCOVERIES: bool = false;

    fn accepts_parts(&self) -> bool {
        false
    }

    fn note_site(&mut self, site: Site) {
        self.site = Some(site);
    }

    fn type_of(run: &SteeredRun, Known(node): Known) -> TypeIx {
        run.schema.constructor(run.source.nodes[at(node)].ctor).ty
    }

    /// Nodes of the run have the numbers of the structure's nodes.
    fn open(run: &mut SteeredRun, node: u32, Known(number): Known) -> (CtorIx, u32) {
        let OpenNode { ctor, slots } = run.source.nodes[at(number)].clone();
        if let Some(place) = run.source.places.get(at(number)).copied() {
            run.look(place, ctor);
        }
        let first = run.push_slots(ctor, &mut |run, slot, kind| match (slots[slot], kind) {
            (OpenSlot::Node(part), _) => SlotState::Node(part),
            (OpenSlot::Value(value), SlotKind::Data(domain)) => SlotState::Data(Int::constant(value), domain),
            (OpenSlot::Variable(variable), SlotKind::Data(domain)) => {
                SlotState::Data(run.variable_int(variable), domain)
            }
            (_, SlotKind::Recursive(_)) => internal("a recursive slot holds a part"),
        });
        run.set_node(node, NodeState::Layer { ctor, first });
        (ctor, first)
    }

    fn answer(_: &mut SteeredRun, _: u32, _: AttrIx, _: &mut DecodeAnswer<'_>) -> bool {
        false
    }

    fn settled(_: &mut SteeredRun, int: Int, _: Variable) -> Int {
        int
    }

    /// By bisection, so that each value is a path of comparisons.
    fn value(run: &mut SteeredRun, Variable(variable): Variable) -> i128 {
        let (mut lo, mut hi) = run.source.domains[at(variable)];
        let int = run.variable_int(variable);
        let compares = std::mem::replace(&mut run.source.compares, false);
        while lo < hi {
            let middle = lo + (hi - lo) / 2;
            match run.compare(int, Int::constant(middle), Cut::AtMost) {
                0 => hi = middle,
                _ => lo = middle + 1,
            }
        }
        run.source.compares = compares;
        i128::from(lo)
    }

    fn compare(run: &mut SteeredRun, a: Int, b: Int, cut: Cut) -> Option<u32> {
        Some(run.compare_open(a, b, cut))
    }

    fn variable(&self, Variable(variable): &Variable) -> Option<Var> {
        match self.assumed.name(*variable) {
            Some(name) => Some(name),
            None => fail(
                "the program compares an integer that its last checkpoint did not show: all that is used later has to be \
                 part of the state"
                    .to_owned(),
            ),
        }
    }

    /// Variables that a structure of another run left.
    fn describe_atom(_: &SteeredRun, Variable(variable): &Variable) -> Option<String> {
        Some(format!("x{variable}"))
    }
}

impl SteeredRun {
    /// Begins: the atoms are the variables, the nodes those of the structure.
    pub(super) fn lay_out(&mut self) {
        for variable in 0..small(self.source.domains.len()) {
            self.atom(Atom::Own(Variable(variable)));
        }
        for node in 0..small(self.source.nodes.len()) {
            self.push_node(Known(node));
        }
    }

    /// The integer that a variable is; a constant if it can be one value only.
    pub(super) fn variable_int(&self, variable: u32) -> Int {
        match self.source.domains[at(variable)] {
            (lo, hi) if lo == hi => Int::constant(lo),
            _ => self.of_base(variable + 1),
        }
    }

    /// The variable that an atom is.
    pub(super) fn variable_of(&self, base: u32) -> Option<u32> {
        match self.atoms.get(at(base.checked_sub(1)?)) {
            Some(Atom::Own(Variable(variable))) => Some(*variable),
            _ => None,
        }
    }

    /// How an integer compares with zero, if its constant alone decides that and fits into no term, as those near the ends of
    /// `i64`.
    fn far_from_zero(&self, int: Int) -> Option<Ordering> {
        const MIN_DECISIVE_CONSTANT: u128 = 1 << 61;
        let constant = int.constant_part();
        if constant.unsigned_abs() < MIN_DECISIVE_CONSTANT {
            return None;
        }
        let most = self.terms_of(int).into_iter().try_fold(0_u128, |sum, (variable, factor)| {
            let (lo, hi) = self.source.domains[at(variable)];
            let most = u128::from(lo.unsigned_abs().max(hi.unsigned_abs()));
            sum.checked_add(most.checked_mul(u128::from(factor.unsigned_abs()))?)
        })?;
        (most < constant.unsigned_abs()).then(|| constant.cmp(&0))
    }

    /// The variables of an integer, with their coefficients.
    pub(super) fn terms_of(&self, int: Int) -> Vec<(u32, i64)> {
        match int.base.checked_sub(1).map(|atom| &self.atoms[at(atom)]) {
            Some(Atom::Linear(terms)) => {
                terms.iter().filter_map(|(base, factor)| Some((self.variable_of(*base)?, *factor))).collect()
            }
            Some(_) => self.variable_of(int.base).map(|variable| (variable, 1)).into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// The value of an integer, in a run on values.
    fn value_of(&mut self, int: Int) -> Option<i128> {
        self.source.steered().values()?;
        let terms = self.terms_of(int);
        self.source.steered().reads(&terms, int.constant_part());
        let values = self.source.steered().values()?;
        terms.into_iter().try_fold(int.constant_part(), |sum, (variable, factor)| {
            let value = i128::from(*values.get(at(variable))?);
            sum.checked_add(value.checked_mul(i128::from(factor))?)
        })
    }

    /// Tells which constructor the node at a place has, and asks nothing if its type has no other.
    fn look(&mut self, place: u32, ctor: CtorIx) {
        let own = self.schema.local(ctor);
        let ways: Vec<u32> = (0..self.schema.ty(self.schema.constructor(ctor).ty).constructors).collect();
        if ways.len() < 2 {
            return;
        }
        let asked = Asked { site: Location::caller(), kind: Kind::Looks(place), compares: false };
        let steering = self.source.steered();
        let recalled = steering.recall(asked);
        if steering.values().is_some() {
            return steering.saw(own);
        }
        let way = match recalled {
            Some(Reply::Only(way) | Reply::Follow(way) | Reply::Assume(way)) => way,
            None => {
                let taken = steering.choose(asked, &Linear::default(), &ways);
                ways[taken.min(ways.len() - 1)]
            }
        };
        if way != own {
            end_impure();
        }
    }

    /// A term as steerings are told it, if that is not as the store has it.
    fn labelled(&self, term: &Linear) -> Option<Linear> {
        let labels = &self.source.labels;
        let label = |var: Var| var.index().checked_sub(1).map_or(var, |own| Var::new(labels[own] + 1));
        (!labels.is_empty()).then(|| term.renamed(label).unwrap_or_else(|error| unwieldy(error)))
    }

    /// Compares integers of which at least one is open.
    fn compare_open(&mut self, a: Int, b: Int, cut: Cut) -> u32 {
        let difference = self.sum(&[(a, 1), (b, -1)]);
        if let Some(value) = difference.known() {
            return cut.group(value.cmp(&0));
        }
        if let Some(ordering) = self.far_from_zero(difference) {
            return cut.group(ordering);
        }
        let Some(site) = self.source.site else { internal("a comparison without a place") };
        let asked = Asked { site, kind: Kind::of(cut), compares: self.source.compares };
        let recalled = self.source.steered().recall(asked);
        if let Some(value) = self.value_of(difference) {
            let way = cut.group(value.cmp(&0));
            self.source.steered().saw(way);
            return way;
        }
        if let Some(Reply::Only(way) | Reply::Follow(way)) = recalled {
            return way;
        }
        let term = self.term_of(difference).unwrap_or_else(|error| unwieldy(error));
        let sides = sides(cut, true);
        let side = |way: u32| match sides.iter().find(|(group, _)| *group == way) {
            Some((_, side)) => side.constraint(&term).unwrap_or_else(|error| unwieldy(error)),
            None => internal("a way that the comparison has not"),
        };
        if let Some(Reply::Assume(way)) = recalled {
            self.source.assumed.assume(side(way));
            return way;
        }
        let mut ways: Vec<u32> = sides.iter().map(|(group, _)| *group).collect();
        ways.sort_unstable();
        // Some way is possible, as the path is: the last one needs no question if no other is.
        let mut possible: Vec<u32> = Vec::with_capacity(ways.len());
        for (place, way) in ways.iter().enumerate() {
            let is_left_over = possible.is_empty() && place + 1 == ways.len();
            if is_left_over || self.source.assumed.can_be(&side(*way)) {
                possible.push(*way);
            }
        }
        let labelled = self.labelled(&term);
        let taken = self.source.steered().choose(asked, labelled.as_ref().unwrap_or(&term), &possible);
        let way = possible[taken.min(possible.len() - 1)];
        if possible.len() > 1 {
            self.source.assumed.assume(side(way));
        }
        way
    }
}

pub(super) fn unwieldy(error: dpgen_solver::SolverError) -> ! {
    raise(Failure::Limit(format!("the program's comparisons leave the solver's range: {error}")))
}
