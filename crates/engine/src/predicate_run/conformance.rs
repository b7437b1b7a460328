//! Whether the data of a structure is what its contexts allow: for engines that do not build structures context by context.
//!
//! One walk goes through the structure, wholes before parts and the slots of a whole from left to right, each part before the next slot. So a
//! rule computes from data that is known to be allowed: that of a context, and that of fields and parts to the left.

use dpgen_forest::index::CtorIx;

use super::context_query::context;
use super::context_rules::{AllowedValues, ContextRules};
use super::current_run::view;
use super::predicate_int::Int;
use super::view_handles::{Handle, SlotHandle};

/// A data slot with a value that its rule does not allow.
#[derive(Debug)]
pub(crate) struct Misfit {
    pub(crate) node: Handle,
    pub(crate) slot: usize,
    /// What the rule allows.
    pub(crate) allowed: AllowedValues,
}

/// Whether each data slot with a rule, in a whole and its parts, has a value that the rule allows.
///
/// # Panics
/// With a failure, where a rule has no result.
pub(crate) fn conforms(rules: &ContextRules, whole: Handle) -> bool {
    first_misfit(rules, whole, |_| ()).is_none()
}

/// The first data slot, in the order of the walk, with a value that its rule does not allow. `visit` is called with each node
/// before its rules are asked.
///
/// # Panics
/// With a failure, where a rule has no result.
pub(crate) fn first_misfit(
    rules: &ContextRules,
    whole: Handle,
    mut visit: impl FnMut(Handle),
) -> Option<Misfit> {
    // The nodes from the whole down to the part that the walk is in, each with the slots that are left.
    let mut way = vec![(whole, slots_of(whole))];
    while let Some((node, slots)) = way.last_mut() {
        match slots.next() {
            None => {
                way.pop();
            }
            Some((_, _, SlotHandle::Node(part))) => way.push((part, slots_of(part))),
            Some((ctor, slot, SlotHandle::Data(int, _))) => {
                let node = *node;
                let Some(narrow) = rules.narrow(ctor, slot) else { continue };
                visit(node);
                let allowed = narrow.apply(&context(node), node);
                if !is_within(int, &allowed) {
                    return Some(Misfit { node, slot, allowed });
                }
            }
        }
    }
    None
}

/// The slots of a node, each with the node's constructor and its place.
fn slots_of(node: Handle) -> impl Iterator<Item = (CtorIx, usize, SlotHandle)> {
    let layer = view(node);
    layer.slots().into_iter().enumerate().map(move |(slot, handle)| (layer.ctor, slot, handle))
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
