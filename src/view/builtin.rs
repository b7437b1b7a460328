//! `bool`, `()`, `Ordering` and `PhantomData`: data whose values are known. Read `number.rs` and `text.rs` for data whose
//! values a field has to say.

use std::cmp::Ordering;
use std::marker::PhantomData;

use super::{Choice, Definer, DpGen, FieldDomain, Finite, NotOfScope, ValueBuilder, ValueReader};
use dpgen_engine::run::Layer;
use dpgen_forest::schema::{Domain, SchemaError, SlotKind};

/// A slot of data, of which nothing is known but that it has no domain: `none` has its kind.
pub(super) fn no_domain(definer: &mut Definer, slot: &str, none: Domain) -> SlotKind {
    definer.schema.error(SchemaError::NoDomain { slot: slot.to_owned() });
    definer.schema.data(slot, none)
}

/// A slot of data whose domain is wrong: `none` has the kind of a right one.
pub(super) fn bad_domain(definer: &mut Definer, slot: &str, why: String, none: Domain) -> SlotKind {
    definer.schema.error(SchemaError::BadDomain { slot: slot.to_owned(), why });
    definer.schema.data(slot, none)
}

/// What all data has in common.
macro_rules! data {
    () => {
        fn view(_: &Layer) -> Self::View {
            unreachable!("a data slot has no layers")
        }
        #[inline]
        fn unchanged(&self, words: &ValueBuilder<'_>, at: usize) -> Option<usize> {
            words.unchanged_datum(at)
        }
    };
}
pub(super) use data;

impl DpGen for bool {
    type Slot = Choice<Self>;
    type View = Choice<Self>;

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
    ($([$($parameter:ident)?] $ty:ty: $value:expr, $label:literal;)*) => {$(
        impl<$($parameter: 'static)?> DpGen for $ty {
            type Slot = Choice<Self>;
            type View = Choice<Self>;

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
    [] (): (), "()";
    [T] PhantomData<T>: Self, "PhantomData";
}
