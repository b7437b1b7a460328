//! Whether the data of a structure is what its contexts allow: for engines that do not build structures context by context.
//!
//! Every node is looked at, wholes before parts and from left to right, so that contexts are known where they are needed.

use super::context_query::context;
use super::context_rules::{ContextRules, SlotRule};
use super::current_run::view;
use super::predicate_int::Int;
use super::view_handles::{Handle, SlotHandle};

/// Whether each data slot with a rule, in a whole and its parts, has a value that the rule allows.
///
/// # Panics
/// With a failure, where a rule has no result.
pub(crate) fn conforms(rules: &ContextRules, whole: Handle) -> bool {
    let mut open = vec![whole];
    while let Some(node) = open.pop() {
        let layer = view(node);
        for (slot, rule) in rules.of(layer.ctor) {
            let (SlotRule::Narrow(narrow), SlotHandle::Data(int, _)) = (rule, layer.slot(*slot)) else {
                continue;
            };
            let allowed = narrow.apply(&context(node), node);
            if !is_within(int, &allowed) {
                return false;
            }
        }
        let parts = layer.slots().into_iter().filter_map(|slot| match slot {
            SlotHandle::Node(part) => Some(part),
            SlotHandle::Data(..) => None,
        });
        let begun = open.len();
        open.extend(parts);
        open[begun..].reverse();
    }
    true
}

/// Whether an integer lies in one of some intervals, which are ascending.
pub(crate) fn is_within(int: Int, allowed: &[(i64, i64)]) -> bool {
    for (lo, hi) in allowed {
        if int < *lo {
            return false;
        }
        if int <= *hi {
            return true;
        }
    }
    false
}
