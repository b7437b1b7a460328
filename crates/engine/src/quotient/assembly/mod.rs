//! From the leaves of all batches of tasks to the graph, and to the classes of a type and size.
//!
//! [`merge_batches`] has the steps: ids for all that a batch names, its productions as records ([`batch`]), appending
//! these to the graph ([`append_batches`]), and classes from productions with the same key ([`new_classes`]).
//! [`size_convolution`] writes productions over parts of several sizes; [`singleton_classes`] is the merge of SymboLazyDP,
//! where each structure is a class.

mod append_batches;
mod batch;
mod merge_batches;
mod new_classes;
mod singleton_classes;
mod size_convolution;
