//! Leaves of Quotient DP: from an accepting run to productions.
//!
//! After `rep_ok` said true, every attribute in use is evaluated on the new layer, in the same run. Integers of
//! the results may still be terms over holes and data: these dependencies ([`answer_dependencies`]) are grouped by value, and each
//! combination of groups is one production of the class with those values ([`productions_of_leaf`], with the keys of [`answer_ints`],
//! written as a [`leaf_product`]). What the slots of a
//! production hold is written in a form that does not depend on the worker ([`slot_set`], [`slot_content`]), and has its families in the
//! graph when batches are merged ([`families_of_slot_sets`]).
//! [`project_condition`] is for symbolic data. [`batch_leaves`] collects all of it for a batch of tasks; leaves that a worker
//! remembers of earlier tasks are [`recalled_leaves`] there.

mod answer_dependencies;
mod answer_ints;
pub(crate) mod batch_leaves;
pub(crate) mod families_of_slot_sets;
pub(crate) mod leaf_product;
pub(crate) mod productions_of_leaf;
pub(crate) mod project_condition;
pub(crate) mod recalled_leaves;
mod slot_content;
pub(crate) mod slot_set;
