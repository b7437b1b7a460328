//! Integers and floats: data types whose values come from the domain of the field.
//!
//! An integer shows as [`Int`]. A float is one of a list, by the bits: so each NaN equals itself, and `-0.0` is not `0.0`.
//! In the schema it is a label from which the bits can be read back.

use std::num::NonZero;
use std::str::FromStr;

use crate::types::DpGen;
use crate::types::field_types::data::{bad_domain, data, no_domain};
use crate::types::field_types::table::FieldType;
use crate::types::field_types::text::labels;
use crate::types::schema::definer::Definer;
use crate::types::schema::domain_value::DomainValue;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::value::builder::{SlotPlace, ValueBuilder};
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::choice::Choice;
use crate::types::view::wide_integers;
use dpgen_engine::predicate_run::{Int, Layer, with_schema};
use dpgen_forest::index::at;
use dpgen_forest::schema::{Domain, SlotKind};

const NO_INTEGERS: Domain = Domain::Ints(Vec::new());

/// The slot of an integer, of a type with this name that has the values of such texts.
pub(crate) fn integers(
    definer: &mut Definer,
    domain: &FieldDomain,
    slot: &str,
    name: &str,
    fits: &dyn Fn(&str) -> bool,
) -> SlotKind {
    if !domain.parts.is_empty() {
        let why = "a tuple of domains is for a tuple, and this is an integer".to_owned();
        return bad_domain(definer, slot, why, NO_INTEGERS);
    }
    if domain.is_open {
        return definer.schema.data(slot, open_domain(fits));
    }
    let Some(domain) = &domain.values else { return no_domain(definer, slot, NO_INTEGERS) };
    if !wide_integers::is_integral(domain) {
        let why = "an integer needs a range or a list of integers".to_owned();
        return bad_domain(definer, slot, why, NO_INTEGERS);
    }
    // The domain is ascending, and of all types that do not hold each integer between two, 0 is the one that is missing.
    let text = |index| match domain {
        Domain::Wide(_) => domain.show(index),
        _ => domain.value(index).to_string(),
    };
    let ends = (!domain.is_empty()).then(|| [text(0), text(domain.len() - 1)]);
    let has_zero = match domain {
        Domain::Wide(_) => domain.index_of_label("0").is_some(),
        _ => domain.index_of(0).is_some(),
    };
    let zero = has_zero.then(|| "0".to_owned());
    // Where any value is judged, there is no greatest number of a node, and a value has its type.
    let is_unbounded = definer.schema.is_lenient() && matches!(domain, Domain::Nodes { .. });
    let outside = ends.into_iter().flatten().chain(zero).find(|value| !is_unbounded && !fits(value));
    if let Some(outside) = outside {
        let why = match domain {
            Domain::Nodes { len, .. } => format!(
                "there can be {len} nodes, whose numbers go from 0 to {}, and {outside} is no {name}",
                len - 1
            ),
            _ => format!("the domain holds {outside}, which is no {name}"),
        };
        return bad_domain(definer, slot, why, NO_INTEGERS);
    }
    if matches!(domain, Domain::Wide(_)) {
        wide_integers::note();
    }
    definer.schema.data(slot, domain.clone())
}

/// The ends of the integers of a field whose values depend on where it stands: a domain has fewer than 2^31 values.
const OPEN_ENDS: (i64, i64) = (-(1 << 30), (1 << 30) - 2);

/// The domain of such a field, of a type that has the values of such texts: all of them between the ends. A type that lacks 0 has
/// those above.
fn open_domain(fits: &dyn Fn(&str) -> bool) -> Domain {
    let is_of_type = |value: &i64| fits(&value.to_string());
    // The greatest and the least of each type of integers, and of all.
    let least = [OPEN_ENDS.0, i64::from(i16::MIN), i64::from(i8::MIN), 0, 1];
    let greatest =
        [OPEN_ENDS.1, i64::from(u16::MAX), i64::from(i16::MAX), i64::from(u8::MAX), i64::from(i8::MAX)];
    let least = if fits("0") { least.into_iter().find(is_of_type) } else { Some(1) };
    let greatest = greatest.into_iter().find(is_of_type);
    Domain::Range { lo: least.unwrap_or_default(), hi: greatest.unwrap_or_default() }
}

/// The integer at an index of a domain, of a type that holds it.
#[inline]
pub(crate) fn integer_at<I: TryFrom<i64> + FromStr + Default>(domain: &Domain, index: u32) -> I {
    match domain {
        Domain::Range { lo, .. } => I::try_from(lo.wrapping_add(i64::from(index))).unwrap_or_default(),
        _ => listed_integer_at(domain, index),
    }
}

/// The same for a domain that is no range: not inlined, so that ranges are.
#[inline(never)]
fn listed_integer_at<I: TryFrom<i64> + FromStr + Default>(domain: &Domain, index: u32) -> I {
    let integer = match domain {
        Domain::Wide(texts) => texts.get(at(index)).and_then(|text| text.parse().ok()),
        _ => I::try_from(domain.value(index)).ok(),
    };
    integer.unwrap_or_default()
}

/// The integer that stands here, in a slot whose domain is no range.
#[inline(never)]
fn listed_at<I: TryFrom<i64> + FromStr + Default>(words: &ValueBuilder<'_>, at: usize, slot: SlotPlace) -> I {
    let (domain, index) = words.datum_at(at, slot);
    listed_integer_at(domain, index)
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
                integers(definer, domain, slot, stringify!($int), &|text| text.parse::<Self>().is_ok())
            }
            data!();
            #[inline]
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                let (domain, index) = words.datum();
                integer_at(domain, index)
            }
            #[inline]
            fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize, slot: SlotPlace) -> usize {
                *self = match words.integer_of_range_at(at, slot) {
                    Some(integer) => Self::try_from(integer).unwrap_or_default(),
                    None => listed_at(words, at, slot),
                };
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
                integers(definer, domain, slot, name, &|text| text.parse::<Self>().is_ok())
            }
            data!();
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                let (domain, index) = words.datum();
                Self::new(integer_at(domain, index)).unwrap_or(Self::MIN)
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
        integers(definer, domain, slot, "Int", &|text| text.parse::<i64>().is_ok())
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
            fn domain(values: Vec<Self>) -> Result<Domain, String> {
                Ok(Domain::Labels(values.into_iter().map(FloatLabel::label).collect()))
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
                let written = |label: &str| {
                    let value = Self::of_label(label)?;
                    (value.label() == label).then(|| label.to_owned())
                };
                labels(definer, domain, slot, concat!("a number, as `", stringify!($float), "` writes it"), &written)
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
