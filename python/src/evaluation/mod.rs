//! Evaluations of Python predicates: the state that they share, and the way between an engine and Python.
//!
//! `context.rs` is the shared state ([`EvaluationContext`](context::EvaluationContext)) and names its parts;
//! `early_exit.rs` crosses from Python to the engine and back; `handle_table.rs` keeps the engine's handles for views;
//! `node_reads.rs` reads nodes; `node_views.rs` knows the views of nodes that references lead to.

pub(crate) mod answer_objects;
pub(crate) mod attribute_numbers;
pub(crate) mod context;
pub(crate) mod early_exit;
pub(crate) mod handle_table;
pub(crate) mod node_reads;
pub(crate) mod node_views;
pub(crate) mod predicate_thread;
pub(crate) mod raised_exceptions;
