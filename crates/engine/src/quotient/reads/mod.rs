//! Reads of nodes that are sets of classes: they narrow the nodes to smaller sets.
//!
//! [`holes`] has the sets that a task starts with. [`attribute_answers`] answers attributes and compares their integers,
//! [`expand_node`] looks into a node; both go on with [`narrow_nodes`], which keeps the sizes of parts possible. [`record_prefix`]
//! notes what a run asks before its first choice, for `memo/`.

mod attribute_answers;
mod expand_node;
pub(crate) mod holes;
mod narrow_nodes;
mod record_prefix;
