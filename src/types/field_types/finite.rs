//! `bool`, `()`, `Ordering` and `PhantomData`: data types with few values, which need no domain. Read `numbers.rs` and
//! `text.rs` for those that need one.

use std::cmp::Ordering;
use std::marker::PhantomData;

use crate::types::DpGen;
use crate::types::field_types::data::data;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::choice::{Choice, Finite};
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::{Domain, SlotKind};

impl DpGen for bool {
    type Slot = Choice<Self>;
    type View = Choice<Self>;

    const FIELD_TYPE: FieldType = FieldType::Bool;
    const KEYS_ASCEND: bool = true;

    fn define(definer: &mut Definer, _: &FieldDomain, slot: &str) -> SlotKind {
        definer.schema.data(slot, Domain::Bool)
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        words.datum().1 == 1
    }
    fn take_apart(&self, _: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        Ok(i64::from(*self))
    }
}

impl Finite for Ordering {
    const ALL: &'static [Self] = &[Self::Less, Self::Equal, Self::Greater];
    fn place(self) -> u32 {
        match self {
            Self::Less => 0,
            Self::Equal => 1,
            Self::Greater => 2,
        }
    }
}

impl DpGen for Ordering {
    type Slot = Choice<Self>;
    type View = Choice<Self>;

    const FIELD_TYPE: FieldType = FieldType::Ordering;
    const KEYS_ASCEND: bool = true;

    fn define(definer: &mut Definer, _: &FieldDomain, slot: &str) -> SlotKind {
        definer.choice(slot, &["Less", "Equal", "Greater"])
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        match words.datum().1 {
            0 => Self::Less,
            1 => Self::Equal,
            _ => Self::Greater,
        }
    }
    fn take_apart(&self, _: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        Ok(i64::from(self.place()))
    }
}

macro_rules! single {
    ($($field_type:ident: [$($parameter:ident)?] $ty:ty, $value:expr, $label:literal;)*) => {$(
        impl<$($parameter: 'static)?> DpGen for $ty {
            type Slot = Choice<Self>;
            type View = Choice<Self>;

            const FIELD_TYPE: FieldType = FieldType::$field_type;
            const KEYS_ASCEND: bool = true;

            fn define(definer: &mut Definer, _: &FieldDomain, slot: &str) -> SlotKind {
                definer.choice(slot, &[$label])
            }
            data!();
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                words.datum();
                $value
            }
            fn take_apart(&self, _: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                Ok(0)
            }
        }
    )*};
}

single! {
    Unit: [] (), (), "()";
    PhantomData: [T] PhantomData<T>, Self, "PhantomData";
}
