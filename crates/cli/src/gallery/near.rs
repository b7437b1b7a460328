//! What is one step away from a structure, in words, by the condition that says no.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use dpgen_engine::Model;
use dpgen_engine::near_miss::{Step, StepTo, StepVerdict, holders, near_misses};
use dpgen_forest::index::at;
use dpgen_forest::schema::{Domain, Schema, Shape, SlotKind};
use dpgen_forest::structure::{ValueNode, nodes_of};

use crate::session::Session;

/// The steps from a structure.
#[derive(Debug, Default)]
pub struct Near {
    /// How many steps there are.
    pub steps: usize,
    /// Why near misses are rejected, each with the steps that lead to them.
    pub rejected: Vec<(String, Vec<String>)>,
}

impl Near {
    /// How many steps lead to near misses.
    pub fn misses(&self) -> usize {
        self.rejected.iter().map(|(_, steps)| steps.len()).sum()
    }
}

/// Takes all steps; `None` if the run ends before.
pub fn near(model: &Model, words: &[u32], session: &Session<'_>) -> Option<Near> {
    let nodes = nodes_of(&model.schema, words);
    let places = Places { schema: &model.schema, nodes: &nodes, holders: holders(&model.schema, &nodes) };
    let mut steps = 0;
    // In the order of the spec; what fails comes last.
    let mut rejected: BTreeMap<(bool, u32, String), Vec<String>> = BTreeMap::new();
    let whole = near_misses(model, &nodes, |step, verdict| {
        steps += 1;
        let why = match verdict {
            StepVerdict::Accepted => None,
            StepVerdict::Rejected(Some(number)) => {
                Some((false, number, model.conditions.get(at(number)).cloned().unwrap_or_default()))
            }
            StepVerdict::Rejected(None) => Some((false, u32::MAX, "the predicate".to_owned())),
            StepVerdict::Failed(failure) => Some((true, 0, format!("fails: {failure}"))),
        };
        if let Some(why) = why {
            rejected.entry(why).or_default().push(places.said(step));
        }
        if session.halted().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let rejected = rejected.into_iter().map(|((_, _, why), steps)| (why, steps)).collect();
    whole.is_continue().then_some(Near { steps, rejected })
}

/// The places of a structure, by their names.
struct Places<'a> {
    schema: &'a Schema,
    nodes: &'a [ValueNode],
    holders: Vec<Option<(u32, usize)>>,
}

impl Places<'_> {
    /// A step, as in `left.key: 2 → 3` or `rest: cut to Nil`.
    fn said(&self, step: Step) -> String {
        let place = self.path(step.node, step.slot);
        let slot = &self.schema.constructor(self.nodes[step.node].ctor).slots[step.slot];
        match (step.to, slot.kind) {
            (StepTo::Cut(ctor), _) => format!("{place}: cut to {}", self.schema.constructor(ctor).name),
            (StepTo::Value(value), SlotKind::Data(domain)) => {
                let domain = self.schema.domain(domain);
                let held = self.nodes[step.node].slots[step.slot];
                format!("{place}: {} → {}", shown(domain, held), shown(domain, value))
            }
            (StepTo::Value(value), SlotKind::Recursive(_)) => format!("{place}: {value}"),
        }
    }

    /// The way down to a slot: names of fields with points between them, elements of lists by number.
    fn path(&self, node: usize, slot: usize) -> String {
        let mut way = vec![(node, slot)];
        let mut node = node;
        while let Some((holder, slot)) = self.holders[node] {
            node = at(holder);
            way.push((node, slot));
        }
        let mut path = String::new();
        let mut elements = 0_usize;
        for (node, slot) in way.into_iter().rev() {
            let ctor = self.schema.constructor(self.nodes[node].ctor);
            match (self.schema.ty(ctor.ty).shape, slot) {
                (Shape::List, 0) => path += &format!("[{elements}]"),
                (Shape::List, _) => {
                    elements += 1;
                    continue;
                }
                (Shape::Option, _) => {}
                _ => {
                    path += if path.is_empty() { "" } else { "." };
                    path += &ctor.slots[slot].name;
                }
            }
            elements = 0;
        }
        // The rest of a list after so many elements.
        if elements > 0 { path + &format!("[{elements}..]") } else { path }
    }
}

/// A value of a domain, as it is shown in a list of its values.
fn shown(domain: &Domain, value: i64) -> String {
    domain.index_of(value).map_or_else(|| value.to_string(), |index| crate::export::value(domain, index))
}
