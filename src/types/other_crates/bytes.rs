//! `bytes`: `Bytes` are a chain of `u8`, as a `Vec<u8>` is.

use bytes::{Bytes, BytesMut};

use crate::types::DpGen;
use crate::types::field_types::chain;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::type_name::type_name;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::collection_view::CollectionView;
use crate::types::view::reference::Ref;
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

macro_rules! buffers {
    ($($buffer:ident)*) => {$(
        impl DpGen for $buffer {
            type Slot = Ref<Self>;
            type View = CollectionView<u8, Self>;

            const FIELD_TYPE: FieldType = FieldType::OtherCrate;
            const VALUE_KINDS: ValueKinds = ValueKinds::INTEGERS;
            const KEYS_ASCEND: bool = true;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                chain::declare::<u8, Self>(definer, &type_name::<Self>(), domain, slot, |_, _| {})
            }
            fn view(layer: &Layer) -> Self::View {
                CollectionView::of(layer)
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                let bytes: Vec<u8> = chain::build(words, u8::build);
                bytes.into_iter().collect()
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                chain::take_apart(self.iter(), reader, u8::take_apart)
            }
        }
    )*};
}

buffers!(Bytes BytesMut);
