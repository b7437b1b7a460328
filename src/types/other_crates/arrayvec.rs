//! `arrayvec`: an `ArrayVec` is a chain of as many elements as it holds, unless `len` says less; an `ArrayString` is a string that is
//! short enough.

use arrayvec::{ArrayString, ArrayVec};

use crate::types::DpGen;
use crate::types::field_types::chain;
use crate::types::field_types::data::data;
use crate::types::field_types::table::FieldType;
use crate::types::field_types::text::labels;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::{FieldDomain, Lengths};
use crate::types::schema::type_name::type_name;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::sharing::link_visitor::NodeWalk;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::choice::Choice;
use crate::types::view::collection_view::CollectionView;
use crate::types::view::reference::Ref;
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::index::shown;
use dpgen_forest::schema::{SchemaError, SlotKind};

impl<T: DpGen, const CAPACITY: usize> DpGen for ArrayVec<T, CAPACITY> {
    type Slot = Ref<Self>;
    type View = CollectionView<T, Self>;

    const FIELD_TYPE: FieldType = FieldType::OtherCrate;
    const VALUE_KINDS: ValueKinds = T::VALUE_KINDS;
    const KEYS_ASCEND: bool = T::KEYS_ASCEND;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        let most = shown(CAPACITY);
        let len = domain.len.unwrap_or(Lengths { min: 0, max: most });
        if len.max > most {
            let why = format!("it has room for {CAPACITY} elements, not for {}", len.max);
            definer.schema.error(SchemaError::BadDomain { slot: slot.to_owned(), why });
        }
        let len = Lengths { min: len.min.min(most), max: len.max.min(most) };
        let domain = domain.clone().with_len(Some(len));
        chain::declare::<T, Self>(definer, &type_name::<Self>(), &domain, slot, |_, _| {})
    }
    fn view(layer: &Layer) -> Self::View {
        CollectionView::of(layer)
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        chain::build(words, T::build)
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        chain::take_apart(self.iter(), reader, T::take_apart)
    }
    fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
        self.iter().for_each(|element| element.walk(nodes));
    }
}

impl<const CAPACITY: usize> DpGen for ArrayString<CAPACITY> {
    type Slot = Choice<String>;
    type View = Choice<String>;

    const FIELD_TYPE: FieldType = FieldType::OtherCrate;
    const VALUE_KINDS: ValueKinds = ValueKinds::TEXTS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        let what = format!("a string of at most {CAPACITY} bytes");
        labels(definer, domain, slot, &what, &|text| (text.len() <= CAPACITY).then(|| text.to_owned()))
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (domain, index) = words.datum();
        Self::from(domain.label(index).unwrap_or_default()).unwrap_or_default()
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.label(self)
    }
}
