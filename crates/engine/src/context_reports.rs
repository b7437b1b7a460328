//! The part of a build's report about contexts: how many each type has, which fields gave them, and examples.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use dpgen_forest::ContextReport;
use dpgen_forest::index::{TypeIx, small, wide};

use crate::context_pools::{ContextPools, SlotPlace};
use crate::predicate_run::model::Model;

/// The contexts of each type that has some.
pub(crate) fn context_reports(pools: &ContextPools, model: &Model) -> Vec<ContextReport> {
    let types = (0..small(model.schema.types())).map(TypeIx::from_word);
    types.filter_map(|ty| contexts_of(ty, pools, model)).collect()
}

/// The contexts of a type, if it has some.
fn contexts_of(ty: TypeIx, pools: &ContextPools, model: &Model) -> Option<ContextReport> {
    let (schema, rules) = (&*model.schema, model.contexts.as_deref()?);
    let of_type: Vec<u32> = pools.with_contexts().filter(|pool| pools.type_of(*pool) == ty).collect();
    let mut makers: IndexMap<SlotPlace, u64, FxBuildHasher> = IndexMap::default();
    for maker in of_type.iter().filter_map(|pool| pools.maker(*pool)) {
        *makers.entry(maker).or_default() += 1;
    }
    makers.sort_by(|_, fewer, _, more| more.cmp(fewer));
    let name = |(ctor, slot): SlotPlace| {
        let ctor = schema.constructor(ctor);
        format!("{}.{}", ctor.name, ctor.slots[slot].name)
    };
    let mut examples = vec![*of_type.first()?, of_type[of_type.len() / 2], *of_type.last()?];
    examples.dedup();
    Some(ContextReport::new(
        schema.ty(ty).name.clone(),
        wide(of_type.len()),
        makers.into_iter().map(|(maker, pools)| (name(maker), pools)).collect(),
        examples.into_iter().map(|pool| rules.text(ty, pools.context(pool))).collect(),
    ))
}
