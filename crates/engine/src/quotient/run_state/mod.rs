//! The state of one run of the predicate over classes.
//!
//! [`class_nodes`] has its nodes and open integers, [`size_bounds`] the sizes of its parts, [`symbolic_store`] the variables
//! of its symbolic data and the solver's store. Three files record runs, for `memo/`: [`prefix_tree`] its reads before
//! the first choice, [`trace_recorder`] what it does with the store, as a [`store_trace`]. `reads/` and `symbolic/`
//! change this state.

pub(crate) mod class_nodes;
pub(crate) mod prefix_tree;
pub(crate) mod size_bounds;
pub(crate) mod store_trace;
pub(crate) mod symbolic_store;
pub(crate) mod trace_recorder;
