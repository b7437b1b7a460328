//! The engines that work on classes of structures: Quotient DP and SymboLazyDP.
//!
//! A class is a state of a bottom-up tree automaton that is made while sizes grow: structures of one type and size that
//! no attribute in use tells apart. The folders follow a round, each importing only from those before it:
//!
//! 1. `table/`: the classes found so far, and the conditions of their symbolic data.
//! 2. `sets/`: sets of classes, and their splits by what attributes answer.
//! 3. `run_state/`: the nodes, sizes and symbolic variables of one run of the predicate.
//! 4. `reads/`: reads of concrete data, which narrow nodes to smaller sets of classes.
//! 5. `symbolic/`: reads of symbolic data, which add constraints to the run's path condition.
//! 6. `leaf/`: from an accepting run to productions, which do not depend on the worker.
//! 7. `memo/`: a worker's memory of tasks, which saves the runs of tasks that are alike.
//! 8. `judge_tasks.rs`: runs the predicate on a batch of tasks (`judge_with_memo.rs`: unless the memory has the outcome);
//!    `condition_steps.rs` has where runs go on from, `rejection_counter.rs` counts rejected candidates, `task_portions.rs` cuts heavy tasks.
//! 9. `build_state.rs`: the state that both engines share; gives batches to threads, and restarts the build with new attributes.
//!    `catalog_of_build.rs` makes the catalog of it.
//! 10. `assembly/`: from the productions of all batches to the graph and to new classes.
//! 11. `quotient_dp.rs`, `pools_by_demand.rs` and `symbolazy_dp.rs`: the loops over sizes, over pools of contexts, and over rounds;
//!     `size_steps.rs` has what the first two share. `answer_groups.rs` groups the whole structures of a size by their answer to an
//!     attribute.

pub(crate) mod answer_groups;
mod assembly;
mod build_state;
mod catalog_of_build;
mod condition_steps;
mod judge_tasks;
mod judge_with_memo;
mod leaf;
mod memo;
mod pools_by_demand;
pub(crate) mod quotient_dp;
mod reads;
mod rejection_counter;
mod run_state;
mod sets;
mod size_steps;
mod symbolazy_dp;
mod symbolic;
mod table;
mod task_portions;

pub(crate) use symbolazy_dp::build as build_symbolazy_dp;
