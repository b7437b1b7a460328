//! [`Looked`]: a program that looks at structures, over the structures of a build.
//!
//! Invariant: nodes and integers are numbered by where they are, from the root, so that a number means the same in all
//! structures. What only path conditions use has numbers beyond those.

use std::collections::BTreeMap;
use std::sync::Arc;

use dpgen_engine::Int;
use dpgen_engine::run::{self, Model};
use dpgen_engine::steer::{OpenNode, OpenSlot, Setup, whole};
use dpgen_explore::{ExploreError, LookedAt, Origin, Subject};
use dpgen_forest::index::{at, shown};
use dpgen_forest::{Catalog, Outline, Schema};
use dpgen_solver::{Constraint, Linear, SolverError, Var};

use super::explorer::Error;
use super::subject::Outlines;
use crate::view::DpGen;

/// A structure.
#[derive(Debug)]
struct Shape {
    setup: Setup,
    /// By place: the constructor's number within its type.
    constructors: BTreeMap<u32, u32>,
    /// By integer of the structure: its number.
    numbers: Vec<u32>,
}

/// Numbers by where something is: the place of a node, and its slot.
#[derive(Debug, Default)]
struct Numbers(BTreeMap<(u32, u32), u32>);

impl Numbers {
    fn of(&mut self, place: u32, slot: u32, from: u32) -> u32 {
        let next = shown(self.0.len()) + from;
        *self.0.entry((place, slot)).or_insert(next)
    }
}

/// A program over the structures of a build, which looks at them.
pub(super) struct Looked<'p, T: DpGen> {
    model: Arc<Model>,
    outlines: Outlines<T>,
    shapes: Vec<Shape>,
    program: Box<dyn Fn(T::View) + 'p>,
}

impl<'p, T: DpGen> Looked<'p, T> {
    pub(super) fn new(
        model: Arc<Model>,
        catalog: Catalog,
        program: impl Fn(T::View) + 'p,
    ) -> Result<Self, Error> {
        let outlines = Outlines::<T>::new(catalog)?;
        let (mut places, mut variables) = (Numbers::default(), Numbers::default());
        let mut shapes = Vec::new();
        for structure in 0..outlines.len() {
            let outline = outlines.outline(structure)?;
            let laid_out = LaidOut::of(outlines.catalog().schema(), &outline, &mut places, &mut variables);
            shapes.push((outline, laid_out));
        }
        let seen = shown(variables.0.len());
        let shape = |(number, (outline, laid_out))| Shape::of(number, outline, laid_out, seen);
        let shapes = { 0.. }.zip(shapes).map(shape).collect::<Result<_, SolverError>>();
        let shapes = shapes.map_err(|error| ExploreError::Beginning(error.to_string()))?;
        Ok(Self { model, outlines, shapes, program: Box::new(program) })
    }

    pub(super) fn outlines(&self) -> Outlines<T> {
        self.outlines.clone()
    }
}

/// Where a structure's nodes and integers are.
struct LaidOut {
    nodes: Vec<OpenNode>,
    places: Vec<u32>,
    constructors: BTreeMap<u32, u32>,
    /// By integer: its number, if a node has it.
    variables: Vec<Option<u32>>,
}

impl LaidOut {
    fn of(schema: &Schema, outline: &Outline, places: &mut Numbers, variables: &mut Numbers) -> Self {
        let nodes = OpenNode::of(schema, outline);
        let mut of_nodes = vec![0; nodes.len()];
        let mut of_variables = vec![None; outline.variables.len()];
        let mut constructors = BTreeMap::new();
        // Wholes come after their parts.
        for (number, node) in nodes.iter().enumerate().rev() {
            let place = of_nodes[number];
            constructors.insert(place, schema.local(node.ctor));
            for (slot, held) in (0..).zip(&node.slots) {
                match held {
                    // The root is at 0.
                    OpenSlot::Node(part) => of_nodes[at(*part)] = places.of(place, slot, 1),
                    OpenSlot::Variable(variable) => {
                        of_variables[at(*variable)] = Some(variables.of(place, slot, 0));
                    }
                    OpenSlot::Value(_) => {}
                }
            }
        }
        Self { nodes, places: of_nodes, constructors, variables: of_variables }
    }
}

impl Shape {
    /// With the numbers of integers that no node has beyond those that a program can see.
    fn of(number: u64, outline: Outline, laid_out: LaidOut, seen: u32) -> Result<Self, SolverError> {
        let LaidOut { mut nodes, places, constructors, variables } = laid_out;
        let mut beyond = seen..;
        let numbers: Vec<u32> =
            variables.iter().filter_map(|known| known.or_else(|| beyond.next())).collect();
        let mut domains = vec![(0, 0); at(beyond.start)];
        for (number, (_, lo, hi)) in numbers.iter().zip(&outline.variables) {
            domains[at(*number)] = (*lo, *hi);
        }
        for slot in nodes.iter_mut().flat_map(|node| &mut node.slots) {
            if let OpenSlot::Variable(variable) = slot {
                *variable = numbers[at(*variable)];
            }
        }
        let constraints = outline.constraints.iter().map(|constraint| renumbered(constraint, &numbers));
        let constraints = constraints.collect::<Result<_, _>>()?;
        Ok(Self { setup: Setup { number, domains, constraints, nodes, places }, constructors, numbers })
    }
}

/// A constraint over other numbers; a store's variables are numbered from 1.
fn renumbered(constraint: &Constraint, numbers: &[u32]) -> Result<Constraint, SolverError> {
    let term = constraint.term();
    let number = |var: &Var| var.index().checked_sub(1).map_or(Var::ZERO, |own| Var::new(numbers[own] + 1));
    let terms = term.terms().iter().map(|(var, factor)| (number(var), *factor));
    Ok(Constraint::new(Linear::new(terms, term.constant_part())?, constraint.relation()))
}

impl<T: DpGen> LookedAt for Looked<'_, T> {
    fn model(&self) -> &Model {
        &self.model
    }

    fn structures(&self) -> u32 {
        shown(self.shapes.len())
    }

    fn constructor(&self, structure: u32, place: u32) -> Option<u32> {
        self.shapes[at(structure)].constructors.get(&place).copied()
    }

    fn own(&self, structure: u32, values: &[i64]) -> Vec<i64> {
        self.shapes[at(structure)].numbers.iter().map(|number| values[at(*number)]).collect()
    }
}

impl<T: DpGen> Subject for Looked<'_, T> {
    fn beginnings(&self) -> u32 {
        u32::from(!self.shapes.is_empty())
    }

    fn begin(&mut self, structure: u32) -> Result<(Setup, Vec<Origin>), String> {
        let setup = self.shapes[at(structure)].setup.clone();
        let origins = vec![Origin::default(); setup.domains.len()];
        Ok((setup, origins))
    }

    fn call(&self, _: u32, _: &[Int]) {
        let Some(whole) = whole() else { return };
        (self.program)(T::view(&run::view(whole)));
    }

    fn looked_at(&self) -> Option<&dyn LookedAt> {
        Some(self)
    }
}
