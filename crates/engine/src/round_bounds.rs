//! Bounds on the round in which each size is complete, for engines that go by rounds.

use dpgen_forest::index::at;
use dpgen_forest::schema::{Schema, SlotKind};

use crate::limit_monitor::LimitMonitor;

/// The number of sizes between two polls of the limits.
const SIZES_PER_POLL: u32 = 1024;

/// For each size, the last round in which a structure of that size (or of a smaller one) can be accepted: its greatest
/// depth. Shorter than there are sizes if the build is to stop.
pub(crate) fn latest_rounds(schema: &Schema, max_size: u32, watch: &LimitMonitor) -> Vec<u32> {
    let sizes = at(max_size) + 1;
    // By type and size: the depth of a deepest structure of at most that size.
    let mut depths = vec![Vec::<Option<u32>>::with_capacity(sizes); schema.types()];
    let mut latest: Vec<u32> = Vec::with_capacity(sizes);
    for size in 0..=max_size {
        if size.is_multiple_of(SIZES_PER_POLL) && watch.is_over() {
            break;
        }
        for ty in &mut depths {
            ty.push(ty.last().copied().flatten());
        }
        for ty in schema.order() {
            let mut deepest = depths[ty.index()][at(size)];
            for ctor in schema.constructors_of(*ty).map(|ctor| schema.constructor(ctor)) {
                let Some(rest) = size.checked_sub(ctor.weight) else { continue };
                if ctor.recursive.is_empty() {
                    deepest = deepest.max((rest == 0).then_some(0));
                }
                for slot in &ctor.recursive {
                    let SlotKind::Recursive(part) = ctor.slots[*slot].kind else { continue };
                    let part = depths[part.index()][at(rest)];
                    deepest = deepest.max(part.map(|depth| depth + 1));
                }
            }
            depths[ty.index()][at(size)] = deepest;
        }
        latest.push(depths.iter().filter_map(|sizes| sizes[at(size)]).max().unwrap_or(0));
    }
    latest
}

#[cfg(test)]
mod tests {
    use super::latest_rounds;
    use crate::limit_monitor::LimitMonitor;
    use dpgen_forest::Limits;
    use dpgen_forest::schema::{SchemaBuilder, Shape, Slot, SlotKind, TypeKey};

    #[test]
    fn a_list_grows_by_one_each_round() {
        let mut builder = SchemaBuilder::new(dpgen_forest::Scope::new(5));
        let (list, _) = builder.begin(TypeKey::Named("L".to_owned()), "L", Shape::Plain);
        builder.constructor(list, "Nil", None, Vec::new());
        let rest = Slot { name: "rest".to_owned(), kind: SlotKind::Recursive(list) };
        builder.constructor(list, "Cons", None, vec![rest]);
        let schema = builder.finish(SlotKind::Recursive(list), "L").expect("it is finite");
        assert_eq!(latest_rounds(&schema, 5, &LimitMonitor::new(&Limits::none(), None)), [0, 1, 2, 3, 4, 5]);
    }
}
