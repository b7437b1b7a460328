//! [`ShapeDependentProgram`]: a program that looks at structures, over the structures of a build.
//!
//! Invariant: the places of nodes and the labels of integers are numbers by where they are, from the root, so that they mean the same
//! in all structures. What only path conditions use has labels beyond those.

use std::collections::BTreeMap;
use std::sync::Arc;

use dpgen_engine::Int;
use dpgen_engine::run::{self, Model};
use dpgen_engine::steer::{OpenNode, OpenSlot, Setup, whole};
use dpgen_explore::{Origin, ShapeTable, Subject};
use dpgen_forest::index::{at, shown};
use dpgen_forest::{Catalog, Outline, Schema};

use super::error::Error;
use super::structure_subject::Outlines;
use crate::types::DpGen;

/// A structure.
#[derive(Debug)]
struct Shape {
    setup: Setup,
    /// By place: the constructor's number within its type.
    constructors: BTreeMap<u32, u32>,
}

/// Numbers by where something is: the place of a node, and its slot.
#[derive(Debug, Default)]
struct LocationNumbers(BTreeMap<(u32, u32), u32>);

impl LocationNumbers {
    fn of(&mut self, place: u32, slot: u32, from: u32) -> u32 {
        let next = shown(self.0.len()) + from;
        *self.0.entry((place, slot)).or_insert(next)
    }
}

/// A program over the structures of a build, which looks at them.
pub(super) struct ShapeDependentProgram<'p, T: DpGen> {
    model: Arc<Model>,
    outlines: Outlines<T>,
    shapes: Vec<Shape>,
    /// By place and constructor: the structures that have it there, ascending.
    having: BTreeMap<(u32, u32), Vec<u32>>,
    program: Box<dyn Fn(T::View) + 'p>,
}

impl<'p, T: DpGen> ShapeDependentProgram<'p, T> {
    pub(super) fn new(
        model: Arc<Model>,
        catalog: Catalog,
        program: impl Fn(T::View) + 'p,
    ) -> Result<Self, Error> {
        let outlines = Outlines::<T>::new(catalog)?;
        let (mut places, mut variables) = (LocationNumbers::default(), LocationNumbers::default());
        let mut shapes = Vec::new();
        for structure in 0..outlines.len() {
            let outline = outlines.outline(structure)?;
            let laid_out =
                ShapeLayout::of(outlines.catalog().schema(), &outline, &mut places, &mut variables);
            shapes.push((outline, laid_out));
        }
        let seen = shown(variables.0.len());
        let shape = |(number, (outline, laid_out))| Shape::of(number, outline, laid_out, seen);
        let shapes: Vec<Shape> = { 0.. }.zip(shapes).map(shape).collect();
        let mut having: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::default();
        for (structure, Shape { constructors, .. }) in { 0.. }.zip(&shapes) {
            for (place, ctor) in constructors {
                having.entry((*place, *ctor)).or_default().push(structure);
            }
        }
        Ok(Self { model, outlines, shapes, having, program: Box::new(program) })
    }

    pub(super) fn outlines(&self) -> Outlines<T> {
        self.outlines.clone()
    }
}

/// Where a structure's nodes and integers are.
struct ShapeLayout {
    nodes: Vec<OpenNode>,
    places: Vec<u32>,
    constructors: BTreeMap<u32, u32>,
    /// By integer: its label, if a node has it.
    labels: Vec<Option<u32>>,
}

impl ShapeLayout {
    fn of(
        schema: &Schema,
        outline: &Outline,
        places: &mut LocationNumbers,
        variables: &mut LocationNumbers,
    ) -> Self {
        let nodes = OpenNode::of(schema, outline);
        let mut of_nodes = vec![0; nodes.len()];
        let mut labels = vec![None; outline.variables.len()];
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
                        labels[at(*variable)] = Some(variables.of(place, slot, 0));
                    }
                    OpenSlot::Value(_) => {}
                }
            }
        }
        Self { nodes, places: of_nodes, constructors, labels }
    }
}

impl Shape {
    /// With labels of integers that no node has beyond those that a program can see.
    fn of(number: u64, outline: Outline, laid_out: ShapeLayout, seen: u32) -> Self {
        let ShapeLayout { nodes, places, constructors, labels } = laid_out;
        let mut beyond = seen..;
        let labels = labels.into_iter().filter_map(|known| known.or_else(|| beyond.next())).collect();
        let domains = outline.variables.iter().map(|(_, lo, hi)| (*lo, *hi)).collect();
        let constraints = outline.constraints;
        Self { setup: Setup { number, domains, constraints, nodes, places, labels }, constructors }
    }
}

impl<T: DpGen> ShapeTable for ShapeDependentProgram<'_, T> {
    fn model(&self) -> &Model {
        &self.model
    }

    fn structures(&self) -> u32 {
        shown(self.shapes.len())
    }

    fn constructor(&self, structure: u32, place: u32) -> Option<u32> {
        self.shapes[at(structure)].constructors.get(&place).copied()
    }

    fn having(&self, place: u32, constructor: u32) -> &[u32] {
        self.having.get(&(place, constructor)).map_or(&[], Vec::as_slice)
    }

    fn labels(&self, structure: u32) -> &[u32] {
        &self.shapes[at(structure)].setup.labels
    }
}

impl<T: DpGen> Subject for ShapeDependentProgram<'_, T> {
    fn beginnings(&self) -> u32 {
        u32::from(!self.shapes.is_empty())
    }

    fn begin(&mut self, structure: u32) -> Result<(Setup, Vec<Origin>), String> {
        Ok((self.shapes[at(structure)].setup.clone(), Vec::new()))
    }

    fn call(&self, _: u32, _: &[Int]) {
        let Some(whole) = whole() else { return };
        (self.program)(T::view(&run::view(whole)));
    }

    fn shape_table(&self) -> Option<&dyn ShapeTable> {
        Some(self)
    }
}
