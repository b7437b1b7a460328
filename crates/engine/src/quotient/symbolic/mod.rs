//! Reads of symbolic data: they add constraints to the run's path condition.
//!
//! [`comparisons`] compares terms over variables, [`extrema`] has minima and maxima as variables, [`path_condition`]
//! writes a run's path condition for a production, and brings a production's path condition into a run.

mod comparisons;
mod extrema;
mod path_condition;
