//! The engines that work on a pool of single structures, in the paper's rounds: DP and LazyDP.

mod buckets;
mod columns;
mod dp;
mod lazy_dp;
pub(crate) mod rounds;

pub(crate) use buckets::{NOT_YET, Pool};
pub(crate) use columns::compact;
pub(crate) use rounds::latest_rounds;
