//! The engines that work on classes of structures: Quotient DP and SymboLazyDP.

mod builder;
mod groups;
mod judge;
mod leaf;
mod leaf_condition;
mod merge;
mod parts;
pub(crate) mod quotient;
mod spell_out;
pub(crate) mod symbolazy_dp;
mod table;

pub(crate) use table::Classes;
