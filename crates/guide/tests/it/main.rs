//! The tests of `dpgen-guide`: hunts with each guide, saved knowledge, and judges that are programs.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test")]

mod conditions;
#[path = "../../../../tests/it/common/damages.rs"]
mod damages;
mod hunts;
#[cfg(all(unix, feature = "judge"))]
mod judges;
#[path = "../common/nested.rs"]
mod nested;
#[path = "../common/red_black.rs"]
mod red_black;
#[path = "../common/sorted.rs"]
mod sorted;
mod to_spec;
mod unlucky_seeds;
