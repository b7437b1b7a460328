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
use dpgen_forest::{Catalog, Outline};
use dpgen_solver::{Constraint, Linear, SolverError, Var};

use super::explorer::Error;
use super::subject::Outlines;
use crate::view::DpGen;

/// Where a structure's nodes and integers are.
#[derive(Debug)]
struct Shape {
    /// By node: its place.
    places: Vec<u32>,
    /// By place: the constructor's number within its type.
    constructors: BTreeMap<u32, u32>,
    /// By integer: its number, if a node has it.
    variables: Vec<Option<u32>>,
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
    /// How many integers of nodes all structures have between them.
    variables: u32,
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
            shapes.push(Shape::of(outlines.catalog(), &outline, &mut places, &mut variables));
        }
        let (variables, program) = (shown(variables.0.len()), Box::new(program));
        Ok(Self { model, outlines, shapes, variables, program })
    }

    pub(super) fn outlines(&self) -> Outlines<T> {
        self.outlines.clone()
    }

    /// The numbers of a structure's integers.
    fn numbers(&self, structure: u32) -> Vec<u32> {
        let mut beyond = self.variables;
        let number = |known: &Option<u32>| {
            known.unwrap_or_else(|| {
                beyond += 1;
                beyond - 1
            })
        };
        self.shapes[at(structure)].variables.iter().map(number).collect()
    }

    fn setup(&self, structure: u32) -> Result<Setup, Error> {
        let outline = self.outlines.outline(structure)?;
        let numbers = self.numbers(structure);
        let all = numbers.iter().map(|number| number + 1).max().unwrap_or(0).max(self.variables);
        let mut domains = vec![(0, 0); at(all)];
        for (number, (_, lo, hi)) in numbers.iter().zip(&outline.variables) {
            domains[at(*number)] = (*lo, *hi);
        }
        let constraints = outline.constraints.iter().map(|constraint| renumbered(constraint, &numbers));
        let constraints = constraints
            .collect::<Result<_, SolverError>>()
            .map_err(|error| ExploreError::Beginning(error.to_string()))?;
        let mut nodes = OpenNode::of(self.outlines.catalog().schema(), &outline);
        for slot in nodes.iter_mut().flat_map(|node| &mut node.slots) {
            if let OpenSlot::Variable(variable) = slot {
                *variable = numbers[at(*variable)];
            }
        }
        let places = self.shapes[at(structure)].places.clone();
        Ok(Setup { number: u64::from(structure), domains, constraints, nodes, places })
    }
}

impl Shape {
    fn of(catalog: &Catalog, outline: &Outline, places: &mut Numbers, variables: &mut Numbers) -> Self {
        let schema = catalog.schema();
        let nodes = OpenNode::of(schema, outline);
        let mut shape = Self {
            places: vec![0; nodes.len()],
            constructors: BTreeMap::new(),
            variables: vec![None; outline.variables.len()],
        };
        // Wholes come after their parts.
        for (number, node) in nodes.iter().enumerate().rev() {
            let place = shape.places[number];
            let ty = schema.constructor(node.ctor).ty;
            let local = (0..).zip(schema.constructors_of(ty)).find(|(_, ctor)| *ctor == node.ctor);
            shape.constructors.extend(local.map(|(local, _)| (place, local)));
            for (slot, held) in (0..).zip(&node.slots) {
                match held {
                    // The root is at 0.
                    OpenSlot::Node(part) => shape.places[at(*part)] = places.of(place, slot, 1),
                    OpenSlot::Variable(variable) => {
                        shape.variables[at(*variable)] = Some(variables.of(place, slot, 0));
                    }
                    OpenSlot::Value(_) => {}
                }
            }
        }
        shape
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
        self.numbers(structure).into_iter().map(|number| values[at(number)]).collect()
    }
}

impl<T: DpGen> Subject for Looked<'_, T> {
    fn beginnings(&self) -> u32 {
        u32::from(!self.shapes.is_empty())
    }

    fn begin(&mut self, structure: u32) -> Result<(Setup, Vec<Origin>), String> {
        let setup = self.setup(structure).map_err(|error| error.to_string())?;
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
