//! Whether the data of a structure is what its contexts allow: for engines that do not build structures context by context.
//!
//! One walk goes through the structure, wholes before parts and the slots of a whole from left to right, each part before the next slot. So a
//! rule computes from data that is known to be allowed: that of a context, and that of fields and parts to the left.

use dpgen_forest::index::CtorIx;

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
                let narrow = rules.of(ctor).iter().find_map(|(of, rule)| match rule {
                    SlotRule::Narrow(narrow) if *of == slot => Some(narrow),
                    _ => None,
                });
                if narrow.is_some_and(|narrow| !is_within(int, &narrow.apply(&context(node), node))) {
                    return false;
                }
            }
        }
    }
    true
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
