//! The near misses of a structure, in words, by the condition that rejects them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use dpgen_engine::Model;
use dpgen_engine::near_miss::{Step, StepTo, StepVerdict, holders, near_misses};
use dpgen_forest::Budget;
use dpgen_forest::index::at;
use dpgen_forest::schema::{Domain, Schema, Shape, SlotKind};
use dpgen_forest::structure::{ValueNode, nodes_of};

use crate::export::text;

/// The steps from a structure.
#[derive(Debug, Default)]
pub struct NearMisses {
    /// The number of steps.
    pub steps: usize,
    /// The conditions that reject near misses, each with the steps that lead to them.
    pub rejected: Vec<(String, Vec<String>)>,
}

impl NearMisses {
    /// The number of steps that lead to near misses.
    pub fn count(&self) -> usize {
        self.rejected.iter().map(|(_, steps)| steps.len()).sum()
    }
}

/// Takes all steps; `None` if a limit ends that before.
pub fn find_near_misses(model: &Model, words: &[u32], budget: &Budget) -> Option<NearMisses> {
    let nodes = nodes_of(&model.schema, words);
    let names = StepNames { schema: &model.schema, nodes: &nodes, holders: holders(&model.schema, &nodes) };
    let mut steps = 0;
    // In the order of the spec; what fails comes last.
    let mut rejected: BTreeMap<(bool, u32, String), Vec<String>> = BTreeMap::new();
    let whole = near_misses(model, &nodes, |step, verdict| {
        steps += 1;
        let reason = match verdict {
            StepVerdict::Accepted => None,
            StepVerdict::Rejected(Some(number)) => {
                Some((false, number, model.conditions.get(at(number)).cloned().unwrap_or_default()))
            }
            StepVerdict::Rejected(None) => Some((false, u32::MAX, "the predicate".to_owned())),
            StepVerdict::Failed(failure) => Some((true, 0, format!("fails: {failure}"))),
        };
        if let Some(reason) = reason {
            rejected.entry(reason).or_default().push(names.step_text(step));
        }
        if budget.reached().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let rejected = rejected.into_iter().map(|((_, _, reason), steps)| (reason, steps)).collect();
    whole.is_continue().then_some(NearMisses { steps, rejected })
}

/// The places of a structure, by their names.
struct StepNames<'a> {
    schema: &'a Schema,
    nodes: &'a [ValueNode],
    holders: Vec<Option<(u32, usize)>>,
}

impl StepNames<'_> {
    /// A step, as in `left.key: 2 → 3` or `rest: cut to Nil`.
    fn step_text(&self, step: Step) -> String {
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
        let mut slots_down = vec![(node, slot)];
        let mut node = node;
        while let Some((holder, slot)) = self.holders[node] {
            node = at(holder);
            slots_down.push((node, slot));
        }
        let mut path = String::new();
        let mut elements = 0_usize;
        for (node, slot) in slots_down.into_iter().rev() {
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
    domain.index_of(value).map_or_else(|| value.to_string(), |index| text::data(domain, index, None))
}
