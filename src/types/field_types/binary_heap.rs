//! `BinaryHeap`: a chain of its elements in ascending order, so that each multiset is generated once.

use std::collections::BinaryHeap;

use crate::types::DpGen;
use crate::types::field_types::chain;
use crate::types::field_types::sets_and_maps::{define, sorted};
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::sharing::link_visitor::NodeWalk;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::collection_view::CollectionView;
use crate::types::view::key::{KeyOrder, Keyed};
use crate::types::view::reference::Ref;
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

/// In views, a list of the elements in ascending order.
impl<T: DpGen + Ord> DpGen for BinaryHeap<T> {
    type Slot = Ref<Self>;
    type View = CollectionView<T, Self>;

    const FIELD_TYPE: FieldType = FieldType::BinaryHeap;
    const VALUE_KINDS: ValueKinds = T::VALUE_KINDS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        define::<T, Self>(definer, "BinaryHeap", domain, slot, |chain| {
            Keyed::Keys.does_not_descend(chain, KeyOrder::of::<T>())
        })
    }
    fn view(layer: &Layer) -> Self::View {
        CollectionView::of(layer)
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        chain::build(words, T::build)
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        let mut all = sorted(self.iter(), |element| *element, reader.first(), reader)?;
        all.sort();
        chain::take_apart(all.into_iter(), reader, T::take_apart)
    }
    fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
        nodes.without_order::<Self, T>(self.iter());
    }
}
