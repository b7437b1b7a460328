//! `smallvec`: a `SmallVec` is a chain of its elements, as a `Vec` is.

use smallvec::{Array, SmallVec};

use crate::types::DpGen;
use crate::types::field_types::chain;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::type_name::type_name;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::sharing::link_visitor::NodeWalk;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::collection_view::CollectionView;
use crate::types::view::reference::Ref;
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

impl<A: Array<Item: DpGen> + 'static> DpGen for SmallVec<A> {
    type Slot = Ref<Self>;
    type View = CollectionView<A::Item, Self>;

    const FIELD_TYPE: FieldType = FieldType::OtherCrate;
    const VALUE_KINDS: ValueKinds = A::Item::VALUE_KINDS;
    const KEYS_ASCEND: bool = A::Item::KEYS_ASCEND;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        chain::declare::<A::Item, Self>(definer, &type_name::<Self>(), domain, slot, |_, _| {})
    }
    fn view(layer: &Layer) -> Self::View {
        CollectionView::of(layer)
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        chain::build(words, A::Item::build)
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        chain::take_apart(self.iter(), reader, A::Item::take_apart)
    }
    fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
        self.iter().for_each(|element| element.walk(nodes));
    }
}
