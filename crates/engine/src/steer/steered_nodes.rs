//! [`SteeredSource`]: the nodes and integers of a steered run. Comparisons of its integers are in `open_comparisons.rs`.
//!
//! The nodes are those of one structure whose constructors are decided, for predicates over it; a run of a program on values
//! has none. An open integer is a variable of the assumptions of the path. Invariant: variable `v` of the trial is
//! the run's atom `v`, so that a variable is found without a search.

use std::any::Any;

use dpgen_forest::index::{AttrIx, CtorIx, TypeIx, at, small};
use dpgen_forest::schema::SlotKind;
use dpgen_solver::Var;

use super::assumptions::Assumptions;
use super::open_structure::{OpenNode, OpenSlot};
use super::steering::{Site, Steering};
use crate::predicate_run::failure::{fail, internal};
use crate::predicate_run::predicate_int::{Cut, Int};
use crate::predicate_run::run_state::{Atom, NodeState, Run, SlotState, Source};

/// A steered run.
pub(super) type SteeredRun = Run<SteeredSource>;

/// The node with this number.
#[derive(Debug, Clone, Copy, Hash)]
pub(super) struct StructureNode(u32);

/// A variable of the trial.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variable(u32);

/// The data of a steered run: assumptions, nodes and variables.
pub(super) struct SteeredSource {
    pub(super) assumed: Assumptions,
    pub(super) nodes: Vec<OpenNode>,
    /// By node: its place, if looks at nodes are decisions; empty if they are not.
    pub(super) places: Vec<u32>,
    /// By variable: its number in terms that the steering gets; empty if that is its own number.
    pub(super) labels: Vec<u32>,
    pub(super) steering: Option<Box<dyn Steering>>,
    /// The initial bounds of the variables.
    pub(super) domains: Vec<(i64, i64)>,
    pub(super) site: Option<Site>,
    /// Whether the program itself compares, and not a table lookup or the bisection of a value.
    pub(super) compares: bool,
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

    pub(super) fn steered(&mut self) -> &mut dyn Steering {
        match &mut self.steering {
            Some(steering) => &mut **steering,
            None => internal("a steered run without a steering"),
        }
    }
}

impl Source for SteeredSource {
    type Node = StructureNode;
    type Atom = Variable;

    const CACHES_ATTRIBUTES: bool = false;
    const RECORDS_DISCOVERIES: bool = false;

    fn accepts_parts(&self) -> bool {
        false
    }

    fn note_site(&mut self, site: Site) {
        self.site = Some(site);
    }

    fn type_of(run: &SteeredRun, StructureNode(node): StructureNode) -> TypeIx {
        run.schema.constructor(run.source.nodes[at(node)].ctor).ty
    }

    /// Nodes of the run have the numbers of the structure's nodes.
    fn open(run: &mut SteeredRun, node: u32, StructureNode(number): StructureNode) -> (CtorIx, u32) {
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

    fn answer(_: &mut SteeredRun, _: u32, _: AttrIx, _: impl FnMut(&[i64], &[Int])) -> bool {
        false
    }

    /// In the structure, whose wholes need not have been looked at.
    fn holder(run: &SteeredRun, node: u32) -> Option<(u32, CtorIx, usize)> {
        (0..).zip(&run.source.nodes).find_map(|(whole, OpenNode { ctor, slots })| {
            let holds = |slot: &OpenSlot| matches!(slot, OpenSlot::Node(part) if *part == node);
            slots.iter().position(holds).map(|slot| (whole, *ctor, slot))
        })
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
    /// Begins a run: the atoms are the variables, the nodes those of the structure.
    pub(super) fn lay_out(&mut self) {
        for variable in 0..small(self.source.domains.len()) {
            self.atom(Atom::Own(Variable(variable)));
        }
        for node in 0..small(self.source.nodes.len()) {
            self.push_node(StructureNode(node));
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
}
