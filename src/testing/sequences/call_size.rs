//! The size of calls where the test names none: the smallest at which each variant of the calls has a value.
//!
//! A call whose argument is a structure is larger than one with plain arguments. A size that is too small would leave its variant out
//! without a word, and the test would pass for want of calls; [`ChosenCalls`] names the variants that are still left out.

use std::collections::BTreeSet;

use dpgen_engine::BuildError;
use dpgen_forest::index::{CtorIx, at};
use dpgen_forest::schema::SlotKind;
use dpgen_forest::structure::nodes_of;
use dpgen_forest::{Catalog, Count};

use super::call::Call;
use crate::generator::Generator;
use crate::structures::Structures;
use crate::types::DpGen;

/// The greatest size that is chosen.
const MAX_CHOSEN_SIZE: u32 = 16;
/// The most calls of a size that is chosen, beyond the first size with any.
const MAX_CHOSEN_CALLS: u64 = 10_000;

/// Calls, and the variants that have none.
#[derive(Debug)]
pub(super) struct ChosenCalls<Op> {
    pub(super) structures: Structures<Call<Op>>,
    pub(super) variants_left_out: Vec<String>,
}

impl<Op: DpGen> ChosenCalls<Op> {
    /// All calls of a generator's size.
    pub(super) fn of_size(generator: &Generator<Call<Op>>) -> Result<Self, BuildError> {
        let structures = generator.build()?;
        let variants_left_out = variants_left_out(&structures.catalog);
        Ok(Self { structures, variants_left_out })
    }

    /// Calls of the smallest size at which no variant is left out, or as few as there can be.
    pub(super) fn of_smallest_size(generator: &Generator<Call<Op>>) -> Result<Self, BuildError> {
        let mut chosen = Self::of_size(&generator.clone().max_size(1))?;
        for size in 2..=MAX_CHOSEN_SIZE {
            if chosen.variants_left_out.is_empty() {
                break;
            }
            let structures = generator.clone().max_size(size).build()?;
            if structures.total() > Count::from(MAX_CHOSEN_CALLS) {
                break;
            }
            let variants_left_out = variants_left_out(&structures.catalog);
            if variants_left_out.len() < chosen.variants_left_out.len() {
                chosen = Self { structures, variants_left_out };
            }
        }
        Ok(chosen)
    }
}

/// The variants of the calls without a call; none of calls that are plain data.
fn variants_left_out(catalog: &Catalog) -> Vec<String> {
    let schema = catalog.schema();
    let mut slots = schema.constructors_of(schema.root()).flat_map(|ctor| &schema.constructor(ctor).slots);
    let Some(SlotKind::Recursive(of)) = slots.next().map(|slot| slot.kind) else { return Vec::new() };
    let mut left_out: BTreeSet<CtorIx> = schema.constructors_of(of).collect();
    for size in 0..catalog.complete_sizes() {
        let mut calls = catalog.iter_compact(size);
        while let Some(words) = calls.next().filter(|_| !left_out.is_empty()) {
            let nodes = nodes_of(schema, words);
            let call = nodes.last().and_then(|whole| u32::try_from(*whole.slots.first()?).ok());
            left_out.retain(|ctor| call.is_none_or(|call| nodes[at(call)].ctor != *ctor));
        }
    }
    left_out.into_iter().map(|ctor| schema.constructor(ctor).name.clone()).collect()
}
