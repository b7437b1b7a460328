//! From the leaves of all batches of tasks to the graph, and to the classes of a type and size.
//!
//! [`merge_batches`] has the steps: ids for all that a batch names ([`batch`]), its productions as records ([`translate_leaves`], by
//! [`task_ranges`]; [`leaf_names`] has what their indices stand for, [`production_counts`] how many structures they are), appending
//! these to the graph ([`append_batches`]), and classes from productions with the same key ([`new_classes`]) with their answers
//! ([`intern_answers`]).
//! [`size_convolution`] writes productions over parts of several sizes; [`singleton_classes`] is the merge of SymboLazyDP,
//! where each structure is a class.

mod append_batches;
mod batch;
mod intern_answers;
mod leaf_names;
mod merge_batches;
mod new_classes;
mod production_counts;
mod singleton_classes;
mod size_convolution;
mod task_ranges;
mod translate_leaves;
