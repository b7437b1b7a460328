//! [`Call`]: a call of a sequence, as a structure whose call, and each argument of it, is a whole.

use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::{Shape, Slot, SlotKind};

use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::reference::Ref;
use crate::types::{DpGen, SlotView};

/// A call: a type of its own, as one without arguments is no structure.
#[derive(Debug)]
pub(super) struct Call<Op>(pub(super) Op);

impl<Op: DpGen> DpGen for Call<Op> {
    type Slot = Ref<Self>;
    type View = Op::Slot;

    const FIELD_TYPE: FieldType = FieldType::Derived;
    const VALUE_KINDS: ValueKinds = Op::VALUE_KINDS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        definer.declare::<Self>("Call", domain, Shape::Tuple, |definer, ty| {
            let kind = Op::define(definer, domain, slot);
            if let SlotKind::Recursive(op) = kind {
                definer.arguments(op);
            }
            definer.schema.constructor(ty, "Call", Some(0), vec![Slot { name: "0".to_owned(), kind }]);
        })
    }
    fn view(layer: &Layer) -> Self::View {
        Op::Slot::from_slot(layer.slot(0))
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (_, mut fields) = words.layer();
        Self(fields.field())
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.layer(0, |fields| fields.field(&self.0))
    }
}
