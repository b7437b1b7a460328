//! `BinaryHeap`: a chain of plain values in ascending order, so that each multiset is generated once.

use std::collections::BinaryHeap;

use crate::types::DpGen;
use crate::types::field_types::chain;
use crate::types::field_types::sets_and_maps::{KeyView, sorted};
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::type_name::type_name;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::list_view::ListView;
use crate::types::view::reference::Ref;
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

fn first_key<T, L>(list: ListView<T, L>) -> Option<T::Slot>
where
    T: DpGen<Slot: KeyView>,
{
    let ListView::Cons(first, _) = list else { return None };
    Some(first)
}

/// The invariant of a chain.
fn does_not_descend<T>(list: ListView<T, BinaryHeap<T>>) -> bool
where
    T: DpGen<Slot: KeyView> + Ord,
{
    let ListView::Cons(first, rest) = list else { return true };
    rest.get(first_key::<T, BinaryHeap<T>>).is_none_or(|second| !second.precedes(first))
}

/// In views, a list of the elements in the order of their domain.
impl<T> DpGen for BinaryHeap<T>
where
    T: DpGen<Slot: KeyView> + Ord,
{
    type Slot = Ref<Self>;
    type View = ListView<T, Self>;

    const FIELD_TYPE: FieldType = FieldType::BinaryHeap;
    const VALUE_KINDS: ValueKinds = T::VALUE_KINDS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        let name = format!("BinaryHeap<{}>", type_name::<T>());
        chain::declare::<T, Self>(definer, &name, domain, slot, |definer, ty| {
            if !definer.schema.is_lenient() {
                definer.rep_ok::<Self, _>(ty, does_not_descend::<T>);
            }
        })
    }
    fn view(layer: &Layer) -> Self::View {
        ListView::of(layer)
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        chain::build(words, T::build)
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        let all = sorted(self.iter(), |element| *element, reader.first(), reader)?;
        chain::take_apart(all.into_iter(), reader, T::take_apart)
    }
}
