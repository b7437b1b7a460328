//! Integers, `bool`, `char`, `String` and `PhantomData` as data slots.

use std::collections::HashSet;
use std::marker::PhantomData;

use super::{Choice, Definer, DpGen, FieldDomain, NotOfScope, ValueBuilder, ValueReader};
use dpgen_engine::run::{Int, Layer};
use dpgen_forest::schema::{Domain, SchemaError, SlotKind};

fn no_domain(definer: &mut Definer, slot: &str) -> SlotKind {
    definer.schema.error(SchemaError::NoDomain { slot: slot.to_owned() });
    definer.schema.data(slot, Domain::Ints(Vec::new()))
}

fn bad_domain(definer: &mut Definer, slot: &str, why: String) -> SlotKind {
    definer.schema.error(SchemaError::BadDomain { slot: slot.to_owned(), why });
    definer.schema.data(slot, Domain::Ints(Vec::new()))
}

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

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl DpGen for $int {
            type Slot = Int;
            type View = Int;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                let Some(domain) = &domain.values else { return no_domain(definer, slot) };
                if !domain.is_int() {
                    return bad_domain(definer, slot, "an integer needs a range or a list of integers".to_owned());
                }
                let ends = [0, domain.len().saturating_sub(1)].map(|index| domain.value(index));
                let outside = ends.iter().find(|end| !domain.is_empty() && Self::try_from(**end).is_err());
                if let Some(end) = outside {
                    let why = format!("the domain holds {end}, which is no {}", stringify!($int));
                    return bad_domain(definer, slot, why);
                }
                definer.schema.data(slot, domain.clone())
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
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

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

fn labels(definer: &mut Definer, domain: &FieldDomain, slot: &str, single: bool) -> SlotKind {
    match &domain.values {
        None => no_domain(definer, slot),
        Some(Domain::Labels(labels)) => {
            if let Some(label) = labels.iter().find(|label| single && label.chars().count() != 1) {
                return bad_domain(definer, slot, format!("\"{label}\" is not a single character"));
            }
            let mut seen = HashSet::new();
            if let Some(twice) = labels.iter().find(|label| !seen.insert(*label)) {
                return bad_domain(definer, slot, format!("\"{twice}\" is listed twice"));
            }
            definer.schema.data(slot, Domain::Labels(labels.clone()))
        }
        Some(_) => {
            bad_domain(definer, slot, "a text slot needs a list, as in `values = [\"a\", \"b\"]`".to_owned())
        }
    }
}

impl DpGen for String {
    type Slot = Choice<Self>;
    type View = Choice<Self>;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        labels(definer, domain, slot, false)
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (domain, index) = words.datum();
        domain.label(index).unwrap_or_default().to_owned()
    }
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
        let (domain, index) = words.datum_at(at);
        domain.label(index).unwrap_or_default().clone_into(self);
        at + 1
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.label(self)
    }
}

impl DpGen for char {
    type Slot = Choice<Self>;
    type View = Choice<Self>;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        labels(definer, domain, slot, true)
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (domain, index) = words.datum();
        domain.label(index).and_then(|label| label.chars().next()).unwrap_or_default()
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.label(self.encode_utf8(&mut [0; 4]))
    }
}

impl<T: 'static> DpGen for PhantomData<T> {
    type Slot = Choice<Self>;
    type View = Choice<Self>;

    fn define(definer: &mut Definer, _: &FieldDomain, slot: &str) -> SlotKind {
        definer.choice(slot, &["PhantomData"])
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        words.datum();
        Self
    }
    fn take_apart(&self, _: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        Ok(0)
    }
}
