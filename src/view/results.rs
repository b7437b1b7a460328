//! `Result`, `Range` and `RangeInclusive`: like an `Option` and like a pair, they weigh nothing.
//!
//! A tuple of domains has one for `T` and one for `E` of a `Result<T, E>`. The ends of a range are any two values, and
//! show as a pair.

use std::ops::{Range, RangeInclusive};

use super::containers::{part, type_name};
use super::{Definer, DpGen, FieldDomain, Needs, NotOfScope, Ref, ValueBuilder, ValueReader, slot};
use dpgen_engine::run::Layer;
use dpgen_forest::schema::{Shape, SlotKind};

impl<T: DpGen, E: DpGen> DpGen for Result<T, E> {
    type Slot = Ref<Self>;
    type View = Result<T::Slot, E::Slot>;

    const NEEDS: Needs = T::NEEDS.and(E::NEEDS);

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        let name = format!("Result<{}, {}>", type_name::<T>(), type_name::<E>());
        definer.arity(slot, domain, 2);
        definer.declare::<Self>(&name, domain, Shape::Plain, |definer, ty| {
            let ok = part::<T>(definer, "0", domain.of_part(0), slot);
            let error = part::<E>(definer, "0", domain.of_part(1), slot);
            definer.schema.constructor(ty, "Ok", Some(0), vec![ok]);
            definer.schema.constructor(ty, "Err", Some(0), vec![error]);
        })
    }
    fn view(layer: &Layer) -> Self::View {
        if layer.local == 0 { Ok(slot(layer, 0)) } else { Err(slot(layer, 0)) }
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (local, mut fields) = words.layer();
        if local == 0 { Ok(fields.field()) } else { Err(fields.field()) }
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        match self {
            Ok(value) => reader.layer(0, |fields| fields.field(value)),
            Err(error) => reader.layer(1, |fields| fields.field(error)),
        }
    }
}

macro_rules! ranges {
    ($($range:ident: |$value:ident| $start:expr, $end:expr;)*) => {$(
        impl<T: DpGen> DpGen for $range<T> {
            type Slot = Ref<Self>;
            type View = (T::Slot, T::Slot);

            const NEEDS: Needs = T::NEEDS;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                let name = format!("{}<{}>", stringify!($range), type_name::<T>());
                definer.declare::<Self>(&name, domain, Shape::Plain, |definer, ty| {
                    let ends = ["start", "end"].map(|end| part::<T>(definer, end, domain, slot));
                    definer.schema.constructor(ty, stringify!($range), Some(0), ends.into());
                })
            }
            fn view(layer: &Layer) -> Self::View {
                (slot(layer, 0), slot(layer, 1))
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                let (_, mut fields) = words.layer();
                let (start, end) = (fields.field(), fields.field());
                (start..end).into_range()
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                let $value = self;
                reader.layer(0, |fields| {
                    fields.field($start)?;
                    fields.field($end)
                })
            }
        }
    )*};
}

/// A range with the ends of a half-open one.
trait FromEnds<R> {
    fn into_range(self) -> R;
}

impl<T> FromEnds<Range<T>> for Range<T> {
    fn into_range(self) -> Self {
        self
    }
}

impl<T> FromEnds<RangeInclusive<T>> for Range<T> {
    fn into_range(self) -> RangeInclusive<T> {
        self.start..=self.end
    }
}

ranges! {
    Range: |range| &range.start, &range.end;
    RangeInclusive: |range| range.start(), range.end();
}
