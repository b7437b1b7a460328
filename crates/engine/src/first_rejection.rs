//! [`first_rejection`]: the clause that is the first to reject a concrete value, and the node that it is about.
//!
//! First the data of the value is held against the rules of where it stands, wholes before parts. Then parts are judged before
//! wholes, each by its `rep_ok`, and at last the whole by `root_ok`. Values outside of the domains of their slots are not looked
//! for: [`in_domains`](dpgen_forest::structure::in_domains) does.

use std::cell::Cell;

use dpgen_forest::index::at;
use dpgen_forest::structure::ValueNode;

use crate::concrete_evaluation::{ask, is_held, last_to_reject, on_value};
use crate::predicate_run::conformance::first_misfit;
use crate::predicate_run::context_rules::AllowedValues;
use crate::predicate_run::{Failure, Model, Predicate};

/// The rejection of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The node that is rejected.
    pub node: usize,
    /// What rejects it.
    pub clause: Clause,
}

/// What rejects a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clause {
    /// The rule of a data slot: where the node stands, the slot has other values, these.
    Values {
        /// The slot.
        slot: usize,
        /// The values that the rule allows, as intervals.
        allowed: AllowedValues,
    },
    /// The `rep_ok` of its type, by the condition of this number, if it has one.
    RepOk(Option<u32>),
    /// The predicate on whole structures only, by the condition of this number, if it has one.
    RootOk(Option<u32>),
}

impl Clause {
    /// The number of the condition, if it is one that has a number.
    #[must_use]
    pub const fn condition(&self) -> Option<u32> {
        match self {
            Self::RepOk(number) | Self::RootOk(number) => *number,
            Self::Values { .. } => None,
        }
    }
}

/// A failure of a predicate or a rule, and the node that was judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedAt {
    /// The node.
    pub node: usize,
    /// What happened.
    pub failure: Failure,
}

/// Whether `rep_ok` holds of every node, and `root_ok` of the whole, which is the last node. The integers of `wide`, each
/// a node and its slot, do not fit into an `i64`: a predicate that reads one fails.
///
/// # Errors
/// When a predicate panics or reads without end.
///
/// # Panics
/// When a predicate is opaque.
pub fn is_valid(model: &Model, nodes: Vec<ValueNode>, wide: &[(u32, u32)]) -> Result<bool, Failure> {
    first_of(model, nodes, wide).map(|rejection| rejection.is_none()).map_err(|failed| failed.failure)
}

/// The first rejection of a value, whose last node is the whole; `None` if it is accepted.
///
/// ```
/// use dpgen_engine::first_rejection::{Clause, first_rejection};
/// use dpgen_forest::{Scope, structure::nodes_of};
/// use dpgen_spec::Spec;
///
/// let spec = Spec::builtin("sorted-list").expect("it comes with the crate");
/// let model = spec.model(&Scope::new(3))?;
/// // The list 3, 1: its nodes are the end, the rest, and the whole.
/// let nodes = nodes_of(&model.schema, &[1, 2, 1, 0, 0]);
/// let rejection = first_rejection(&model, nodes)?.expect("it is not ascending");
/// assert_eq!((rejection.node, rejection.clause), (2, Clause::RepOk(Some(0))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a predicate or a rule panics or reads without end.
///
/// # Panics
/// When a predicate is opaque.
pub fn first_rejection(model: &Model, nodes: Vec<ValueNode>) -> Result<Option<Rejection>, FailedAt> {
    first_of(model, nodes, &[])
}

fn first_of(
    model: &Model,
    nodes: Vec<ValueNode>,
    wide: &[(u32, u32)],
) -> Result<Option<Rejection>, FailedAt> {
    let owners: Vec<_> = nodes.iter().map(|node| model.schema.constructor(node.ctor).ty).collect();
    let Some(last) = owners.len().checked_sub(1) else { return Ok(None) };
    let judged = Cell::new(last);
    let found = on_value(model, nodes, wide, |nodes| {
        if let Some(rules) = &model.contexts {
            let misfit = first_misfit(rules, nodes(last), |node| judged.set(at(node.node)));
            if let Some(misfit) = misfit {
                let clause = Clause::Values { slot: misfit.slot, allowed: misfit.allowed };
                return Some(Rejection { node: at(misfit.node.node), clause });
            }
        }
        // What is a part of nothing has no context.
        for node in (0..=last).filter(|node| *node == last || is_held(model, *node)) {
            judged.set(node);
            let holds =
                |predicate: &Option<Predicate>| predicate.as_ref().is_none_or(|p| ask(p, nodes(node)));
            if !holds(&model.rep_ok[owners[node].index()]) {
                return Some(Rejection { node, clause: Clause::RepOk(last_to_reject()) });
            }
            if node == last && !holds(&model.root_ok) {
                return Some(Rejection { node, clause: Clause::RootOk(last_to_reject()) });
            }
        }
        None
    });
    found.map_err(|failure| FailedAt { node: judged.get(), failure })
}

impl std::fmt::Display for FailedAt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.failure.fmt(f)
    }
}

impl std::error::Error for FailedAt {}
