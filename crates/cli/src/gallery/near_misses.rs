//! The near misses of a structure, in words, by the condition that rejects them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use dpgen_engine::Model;
use dpgen_engine::first_rejection::{Clause, Rejection};
use dpgen_engine::near_miss::{Step, StepTo, StepVerdict, near_misses};
use dpgen_forest::Budget;
use dpgen_forest::index::at;
use dpgen_forest::schema::{Domain, Schema, SlotKind};
use dpgen_forest::structure::{NodePaths, ValueNode, nodes_of};

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
    let schema = &*model.schema;
    let names = StepNames { schema, nodes: &nodes, paths: NodePaths::new(schema, &nodes) };
    let mut steps = 0;
    // In the order of the spec; what fails comes last.
    let mut rejected: BTreeMap<(bool, u32, String), Vec<String>> = BTreeMap::new();
    let whole = near_misses(model, &nodes, |step, verdict| {
        steps += 1;
        let reason = match verdict {
            StepVerdict::Accepted => None,
            StepVerdict::Rejected(rejection) => {
                let number = rejection.clause.condition().unwrap_or(u32::MAX);
                Some((false, number, clause_text(model, &nodes, &rejection)))
            }
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

/// What rejects a structure, in words.
fn clause_text(model: &Model, nodes: &[ValueNode], rejection: &Rejection) -> String {
    match rejection.clause {
        Clause::Values { slot, .. } => {
            let ctor = model.schema.constructor(nodes[rejection.node].ctor);
            format!("the values of `{}.{}` where it stands", ctor.name, ctor.slots[slot].name)
        }
        Clause::RepOk(number) | Clause::RootOk(number) => {
            let text = number.and_then(|number| model.conditions.get(at(number)));
            text.cloned().unwrap_or_else(|| "the predicate".to_owned())
        }
    }
}

/// The places of a structure, by their names.
struct StepNames<'a> {
    schema: &'a Schema,
    nodes: &'a [ValueNode],
    paths: NodePaths<'a>,
}

impl StepNames<'_> {
    /// A step, as in `left.key: 2 → 3` or `rest: cut to Nil`.
    fn step_text(&self, step: Step) -> String {
        let place = self.paths.of_slot(step.node, step.slot);
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
}

/// A value of a domain, as it is shown in a list of its values.
fn shown(domain: &Domain, value: i64) -> String {
    domain.index_of(value).map_or_else(|| value.to_string(), |index| text::data(domain, index, None))
}
