//! Integers and floats: data types whose values come from the domain of the field.
//!
//! An integer shows as [`Int`]. A float is one of a list, by the bits: so each NaN equals itself, and `-0.0` is not `0.0`.
//! In the schema it is a label from which the bits can be read back.

use std::num::NonZero;

use crate::types::DpGen;
use crate::types::field_types::data::{bad_domain, data, no_domain};
use crate::types::field_types::table::FieldType;
use crate::types::field_types::text::labels;
use crate::types::schema::definer::{Definer, DomainValue};
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::choice::Choice;
use dpgen_engine::run::{Int, Layer, with_schema};
use dpgen_forest::schema::{Domain, SlotKind};

const NO_INTEGERS: Domain = Domain::Ints(Vec::new());

/// The slot of an integer, of a type with this name and these values.
fn integers(
    definer: &mut Definer,
    domain: &FieldDomain,
    slot: &str,
    name: &str,
    fits: &dyn Fn(i64) -> bool,
) -> SlotKind {
    if !domain.parts.is_empty() {
        let why = "a tuple of domains is for a tuple, and this is an integer".to_owned();
        return bad_domain(definer, slot, why, NO_INTEGERS);
    }
    let Some(domain) = &domain.values else { return no_domain(definer, slot, NO_INTEGERS) };
    if !domain.is_int() {
        let why = "an integer needs a range or a list of integers".to_owned();
        return bad_domain(definer, slot, why, NO_INTEGERS);
    }
    // The domain is ascending, and of all types that do not hold each integer between two, 0 is the one that is missing.
    let ends = (!domain.is_empty()).then(|| [domain.value(0), domain.value(domain.len() - 1)]);
    let zero = domain.index_of(0).map(|_| 0);
    if let Some(outside) = ends.into_iter().flatten().chain(zero).find(|value| !fits(*value)) {
        let why = format!("the domain holds {outside}, which is no {name}");
        return bad_domain(definer, slot, why, NO_INTEGERS);
    }
    definer.schema.data(slot, domain.clone())
}

macro_rules! integers {
    ($($field_type:ident $int:ty,)*) => {$(
        impl DpGen for $int {
            type Slot = Int;
            type View = Int;

            const FIELD_TYPE: FieldType = FieldType::$field_type;
            const VALUE_KINDS: ValueKinds = ValueKinds::INTEGERS;
            const KEYS_ASCEND: bool = true;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                integers(definer, domain, slot, stringify!($int), &|value| Self::try_from(value).is_ok())
            }
            data!();
            #[inline]
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                let (domain, index) = words.datum();
                Self::try_from(domain.value(index)).unwrap_or_default()
            }
            #[inline]
            fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
                let (domain, index) = words.datum_at(at);
                *self = Self::try_from(domain.value(index)).unwrap_or_default();
                at + 1
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                reader.integer(*self)
            }
        }

        impl DpGen for NonZero<$int> {
            type Slot = Int;
            type View = Int;

            const FIELD_TYPE: FieldType = FieldType::NonZero;
            const VALUE_KINDS: ValueKinds = ValueKinds::INTEGERS;
            const KEYS_ASCEND: bool = true;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                let name = concat!("NonZero<", stringify!($int), ">");
                integers(definer, domain, slot, name, &|value| value != 0 && <$int>::try_from(value).is_ok())
            }
            data!();
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                let (domain, index) = words.datum();
                <$int>::try_from(domain.value(index)).ok().and_then(Self::new).unwrap_or(Self::MIN)
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                reader.integer(self.get())
            }
        }
    )*};
}

/// A constant, but in an exploration, where it is a variable of the program's run.
impl DpGen for Int {
    type Slot = Self;
    type View = Self;

    const FIELD_TYPE: FieldType = FieldType::Int;
    const VALUE_KINDS: ValueKinds = ValueKinds::INTEGERS;
    const KEYS_ASCEND: bool = true;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        integers(definer, domain, slot, "Int", &|_| true)
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        words.int()
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        match self.known() {
            Some(value) => reader.integer(value),
            None => Err(NotOfScope("an integer is not decided".to_owned())),
        }
    }
}

integers! {
    I8 i8, I16 i16, I32 i32, I64 i64, I128 i128, Isize isize,
    U8 u8, U16 u16, U32 u32, U64 u64, U128 u128, Usize usize,
}

macro_rules! floats {
    ($($field_type:ident $float:ident $bits:ident,)*) => {$(
        impl DomainValue for $float {
            fn domain(values: &[Self]) -> Domain {
                Domain::Labels(values.iter().map(|value| value.label()).collect())
            }
        }

        impl FloatLabel for $float {
            fn label(self) -> String {
                let text = format!("{self:?}");
                match text.parse::<Self>() {
                    Ok(back) if back.to_bits() == self.to_bits() => text,
                    _ => format!("NaN({:#x})", self.to_bits()),
                }
            }
            fn of_label(label: &str) -> Option<Self> {
                let bits = label.strip_prefix("NaN(0x").and_then(|rest| rest.strip_suffix(')'));
                match bits {
                    Some(bits) => $bits::from_str_radix(bits, 16).ok().map(Self::from_bits),
                    None => label.parse().ok(),
                }
            }
        }

        impl DpGen for $float {
            type Slot = Choice<Self>;
            type View = Choice<Self>;

            const FIELD_TYPE: FieldType = FieldType::$field_type;
            const VALUE_KINDS: ValueKinds = ValueKinds::FLOATS;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                let fits = |label: &str| Self::of_label(label).is_some_and(|value| value.label() == label);
                labels(definer, domain, slot, concat!("a number, as `", stringify!($float), "` writes it"), &fits)
            }
            data!();
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                let (domain, index) = words.datum();
                domain.label(index).and_then(Self::of_label).unwrap_or_default()
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                reader.label(&self.label())
            }
        }

        impl Choice<$float> {
            /// Decides the value.
            ///
            /// A `Choice` compares by the bits: each NaN equals itself, and `-0.0` is not `0.0`. What this gives compares
            /// and computes as floats do.
            ///
            /// ```
            /// # use dpgen::prelude::*;
            /// #[derive(DpGen)]
            /// #[dpgen(rep_ok = increases)]
            #[doc = concat!("struct Pair(#[dpgen(values = [", stringify!($float), "::NAN, -0.0, 0.0, 1.5])] [", stringify!($float), "; 2]);")]
            ///
            /// fn increases(pair: PairView) -> bool {
            ///     let [first, second] = pair.0.view();
            /// first.value() < second.value()
            /// }
            ///
            /// assert_eq!(Generator::<Pair>::up_to(1).build()?.count(1), 2); // either zero, and 1.5
            /// # Ok::<(), dpgen::BuildError>(())
            /// ```
            ///
            /// # Panics
            /// OutOfDomain of the predicate or attribute that it was passed to.
            #[must_use]
            pub fn value(self) -> $float {
                let index = self.decided();
                with_schema(|schema| schema.domain(self.domain).label(index).and_then($float::of_label))
                    .unwrap_or_default()
            }
        }

        impl PartialEq<$float> for Choice<$float> {
            fn eq(&self, other: &$float) -> bool {
                self.is_label(&other.label())
            }
        }
    )*};
}

/// A float as a label.
trait FloatLabel: Sized {
    fn label(self) -> String;
    fn of_label(label: &str) -> Option<Self>;
}

floats!(F32 f32 u32, F64 f64 u64,);

#[cfg(test)]
mod tests {
    use super::FloatLabel;

    #[test]
    fn labels_keep_the_bits() {
        let quiet = f64::from_bits(f64::NAN.to_bits() | 1);
        let values =
            [0.0, -0.0, f64::NAN, -f64::NAN, quiet, f64::INFINITY, f64::MIN_POSITIVE / 2.0, 0.1, 5e-324];
        for value in values {
            assert_eq!(f64::of_label(&value.label()).map(f64::to_bits), Some(value.to_bits()), "{value:?}");
        }
        assert_eq!((-0.0_f32).label(), "-0.0");
        assert_eq!(f32::NAN.label(), "NaN");
    }
}
