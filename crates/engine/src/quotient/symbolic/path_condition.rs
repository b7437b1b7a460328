//! Writes the path condition of a run, and adds the path condition of a production to a run that looks into it.
//!
//! A path condition names its variables by [`PathVar`]: a data slot, or a variable of a part's condition, at the end
//! of some recursive slots. Entering a production makes these variables in the run.

use smallvec::SmallVec;

use dpgen_forest::index::at;
use dpgen_forest::path_condition::{Extremum, PathCondition, PathVar, decode_relation, encode_relation};
use dpgen_forest::schema::Domain;
use dpgen_solver::{Constraint, Feasibility, Linear, Relation, Var};

use crate::quotient::run_state::class_nodes::{ClassAtom, ClassRun};
use crate::quotient::run_state::symbolic_store::{EnteredProduction, Origin, raise_range_error};
use crate::run::failure::internal;
use crate::run::run_state::SlotState;

impl ClassRun {
    /// Adds the variables and constraints of the production that a node was narrowed to.
    pub(crate) fn enter_production(&mut self, node: u32, record: u32) {
        let conditions = self.sets().conditions.clone();
        let Some(number) = self.sets().classes.dag.path_of(record) else { return };
        let path = conditions.path(number);
        let mut vars = Vec::with_capacity(path.vars.len());
        for path_var in &path.vars {
            let var = match path_var {
                PathVar::Data { path, slot, .. } => {
                    let owner = self.descend(node, path);
                    self.data_symbol(owner, *slot)
                }
                PathVar::Part { path, var } => {
                    let owner = self.descend(node, path);
                    self.part_symbol(owner, *var)
                }
                PathVar::Extremum { lo, hi } => {
                    let symbols = self.symbols();
                    let var =
                        symbols.store.new_var(*lo, *hi).unwrap_or_else(|error| raise_range_error(error));
                    symbols.origins.push(Origin::Extremum { lo: *lo, hi: *hi });
                    var
                }
            };
            vars.push(var);
        }
        for (terms, constant, relation) in &path.constraints {
            let terms = terms.iter().map(|(var, factor)| (vars[at(*var) - 1], *factor));
            let term = Linear::new(terms, *constant).unwrap_or_else(|error| raise_range_error(error));
            let constraint = Constraint::new(term, decode_relation(*relation));
            let symbols = self.symbols();
            if symbols.store.add(&constraint) == Feasibility::Infeasible {
                symbols.impossible = true;
            }
            symbols.taken.push(constraint);
        }
        for row in &path.extrema {
            let extremum = row.over(|var| vars[at(var) - 1]);
            let extremum = extremum.unwrap_or_else(|error| raise_range_error(error));
            self.symbols().add_extremum(extremum);
        }
        let shown: SmallVec<[Var; 4]> = path.shown.iter().map(|var| vars[at(*var) - 1]).collect();
        let loaded = self.symbols().loaded.iter().find(|(of, _)| *of == node).map(|(_, offset)| *offset);
        if let Some(offset) = loaded {
            self.equate_shown(offset, &shown);
        }
        self.symbols().entered.push(EnteredProduction { node, path: number, shown });
    }

    /// Equates the variables of a node's condition, which follow an offset, with those that its production shows.
    pub(crate) fn equate_shown(&mut self, offset: u32, shown: &[Var]) {
        for (number, inner) in (1_u32..).zip(shown) {
            let outer = Var::new(number).shifted(offset);
            let equal =
                Linear::new([(outer, 1), (*inner, -1)], 0).unwrap_or_else(|error| raise_range_error(error));
            let equate_shown = Constraint::new(equal, Relation::Eq);
            // What is tied may be bounded from any side already.
            self.settle_bounded_by(&equate_shown);
            self.symbols().add_constraint(equate_shown);
        }
    }

    /// A variable of the condition of a part. A part that is narrower than any class was entered before.
    fn part_symbol(&mut self, node: u32, var: u32) -> Var {
        if self.origins[at(node)].is_some() {
            return Var::new(var + 1).shifted(self.load_condition(node));
        }
        match self.symbols().entered.iter().find(|entered| entered.node == node) {
            Some(entered) => entered.shown[at(var)],
            None => internal("a part is a set of classes or was entered"),
        }
    }

    /// The node at the end of some recursive slots.
    fn descend(&mut self, node: u32, path: &[u32]) -> u32 {
        let mut node = node;
        for slot in path {
            let (_, first) = self.open(node);
            self.resolve_slot(node, *slot);
            node = match self.slot_of(first, at(*slot)) {
                SlotState::Node(child) => child,
                SlotState::Data(..) => internal("a path leads over recursive slots"),
            };
        }
        node
    }

    /// The variable of a data slot of a decided layer; made when a production is entered.
    fn data_symbol(&mut self, node: u32, slot: u32) -> Var {
        let (_, first) = self.open(node);
        self.resolve_slot(node, slot);
        let SlotState::Data(int, domain) = self.slot_of(first, at(slot)) else {
            internal("a data slot holds data")
        };
        if let Some(ClassAtom::Symbol(number)) = self.own_atom(int.base) {
            return Var::new(number);
        }
        let state = self.unknown_data(domain);
        self.slots[at(first) + at(slot)] = state;
        match state {
            SlotState::Data(int, _) => match self.own_atom(int.base) {
                Some(ClassAtom::Symbol(number)) => Var::new(number),
                _ => internal("a symbolic slot has a range"),
            },
            SlotState::Node(_) => internal("made as data"),
        }
    }

    /// The run's path condition; `shown` are the variables of the class's condition.
    pub(crate) fn path_condition(&mut self, root: u32, shown: &[Var]) -> PathCondition {
        let paths = self.node_paths(root);
        let schema = self.schema.clone();
        let symbols = self.symbols();
        let vars = (1_u32..)
            .zip(&symbols.origins)
            .map(|(var, origin)| match origin {
                Origin::Slot { domain } => {
                    let Some((_, path, slot)) = paths.data.iter().find(|(of, _, _)| *of == var) else {
                        internal("a symbolic slot has a place")
                    };
                    let Domain::Range { lo, hi } = schema.domain(*domain) else {
                        internal("a symbolic slot has a range")
                    };
                    let (path, slot, lo, hi) = (path.clone(), *slot, *lo, *hi);
                    PathVar::Data { path, slot, lo, hi }
                }
                Origin::Extremum { lo, hi } => PathVar::Extremum { lo: *lo, hi: *hi },
                Origin::Part { node, var } => {
                    let Some((_, path)) = paths.nodes.iter().find(|(of, _)| of == node) else {
                        internal("a node of the run has a place")
                    };
                    let path = path.clone();
                    PathVar::Part { path, var: *var }
                }
            })
            .collect();
        let constraints = symbols
            .taken
            .iter()
            .map(|constraint| {
                let terms =
                    constraint.term().terms().iter().map(|(var, factor)| (var.number(), *factor)).collect();
                let relation = encode_relation(constraint.relation());
                (terms, constraint.term().constant_part(), relation)
            })
            .collect();
        let extrema = symbols.extrema.iter().map(Extremum::row).collect();
        PathCondition { vars, constraints, extrema, shown: shown.iter().map(|var| var.number()).collect() }
    }

    /// The paths of all nodes and of all symbolic data slots.
    fn node_paths(&self, root: u32) -> NodePaths {
        let mut paths = NodePaths::default();
        let mut open = vec![(root, Vec::new())];
        while let Some((node, path)) = open.pop() {
            if let Some((ctor, first)) = self.layer_of(node) {
                let below = open.len();
                for (slot, state) in (0_u32..).zip(self.decided_slots(node, ctor, first)) {
                    match state {
                        SlotState::Node(child) => {
                            let path = path.iter().copied().chain([slot]).collect();
                            open.push((*child, path));
                        }
                        SlotState::Data(int, _) => {
                            if let Some(ClassAtom::Symbol(var)) = self.own_atom(int.base) {
                                paths.data.push((var, path.clone(), slot));
                            }
                        }
                    }
                }
                open[below..].reverse();
            }
            paths.nodes.push((node, path));
        }
        paths
    }
}

/// The recursive slots that lead to each node and to each symbolic data slot of a run.
#[derive(Debug, Default)]
struct NodePaths {
    nodes: Vec<(u32, Vec<u32>)>,
    /// Variable, path of the node, slot.
    data: Vec<(u32, Vec<u32>, u32)>,
}
