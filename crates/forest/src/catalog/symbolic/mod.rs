//! Solving the path condition of a structure with symbolic data.
//!
//! Read [`constraint_system`] (variables and constraints), [`system_builder`] (the system of a structure's records),
//! [`extremum_cases`] (minima and maxima, case by case), [`solutions`] (the smallest, a random one, or all),
//! [`rank_solver`] (rank by rank), [`outline`] (unsolved), [`solve_error`], and [`unconstrained_fields`] (a warning).

pub(crate) mod constraint_system;
pub(crate) mod extremum_cases;
pub(crate) mod outline;
pub(crate) mod rank_solver;
pub(crate) mod solutions;
pub(crate) mod solve_error;
pub(crate) mod system_builder;
pub(crate) mod unconstrained_fields;
