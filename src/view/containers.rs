//! `Box`, `Rc`, `Arc`, `Option`, arrays and tuples: they weigh nothing, and pass a field's domain on.
//!
//! Pointers are transparent. An `Option` has the constructors `None` and `Some`, arrays and tuples have one. Read
//! `list.rs` next, for what has a length.

use std::rc::Rc;
use std::sync::Arc;

use super::{Definer, DpGen, FieldDomain, Needs, NotOfScope, Ref, SlotView, ValueBuilder, ValueReader, slot};
use dpgen_engine::run::Layer;
use dpgen_forest::schema::{Shape, Slot, SlotKind};

/// A type's name, as part of another one's: without the modules of its paths.
#[must_use]
pub fn type_name<T>() -> String {
    short(std::any::type_name::<T>())
}

/// A type without the modules of its paths.
fn short(name: &str) -> String {
    let (mut short, mut path) = (String::new(), String::new());
    for letter in name.chars().chain([' ']) {
        if letter.is_alphanumeric() || letter == '_' || letter == ':' {
            path.push(letter);
        } else {
            short += path.rsplit("::").next().unwrap_or_default();
            path.clear();
            short.push(letter);
        }
    }
    short.pop();
    short
}

/// The name of an instance of a generic type.
#[must_use]
pub fn instance(name: &str, arguments: &[String]) -> String {
    format!("{name}<{}>", arguments.join(", "))
}

pub(super) fn part<T: DpGen>(definer: &mut Definer, name: &str, domain: &FieldDomain, outer: &str) -> Slot {
    Slot { name: name.to_owned(), kind: T::define(definer, domain, outer) }
}

/// What a box holds is its own.
#[expect(clippy::unnecessary_wraps, reason = "as of pointers that share")]
fn own<T>(value: &mut Box<T>) -> Option<&mut T> {
    Some(value)
}

macro_rules! pointers {
    ($($pointer:ident $inner:expr,)*) => {$(
        impl<T: DpGen> DpGen for $pointer<T> {
            type Slot = T::Slot;
            type View = T::View;

            const NEEDS: Needs = T::NEEDS;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                T::define(definer, domain, slot)
            }
            fn view(layer: &Layer) -> Self::View {
                T::view(layer)
            }
            #[inline]
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                Self::new(T::build(words))
            }
            #[inline]
            fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
                // Whoever has a shared value may have kept it.
                match $inner(self) {
                    Some(inner) => inner.rebuild(words, at),
                    None => words.build_over(self, at),
                }
            }
            #[inline]
            fn unchanged(&self, words: &ValueBuilder<'_>, at: usize) -> Option<usize> {
                (**self).unchanged(words, at)
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                (**self).take_apart(reader)
            }
        }
    )*};
}

pointers!(Box own, Rc Rc::get_mut, Arc Arc::get_mut,);

impl<T: DpGen> DpGen for Option<T> {
    type Slot = Ref<Self>;
    type View = Option<T::Slot>;

    const NEEDS: Needs = T::NEEDS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        definer.declare::<Self>(
            &format!("Option<{}>", type_name::<T>()),
            domain,
            Shape::Option,
            |definer, ty| {
                let some = part::<T>(definer, "0", domain, slot);
                definer.schema.constructor(ty, "None", Some(0), Vec::new());
                definer.schema.constructor(ty, "Some", Some(0), vec![some]);
            },
        )
    }
    fn view(layer: &Layer) -> Self::View {
        (layer.local == 1).then(|| slot(layer, 0))
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (local, mut fields) = words.layer();
        (local == 1).then(|| fields.field())
    }
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
        if let Some(end) =
            words.resume(self, u32::from(self.is_some()), at, |local| (local == 0).then_some(None))
        {
            return end;
        }
        match self {
            None => at + 1,
            Some(value) => words.refill(value, at + 1, (words.ctor(at), 0)),
        }
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        match self {
            None => reader.layer(0, |_| Ok(())),
            Some(value) => reader.layer(1, |fields| fields.field(value)),
        }
    }
}

impl<T: DpGen, const N: usize> DpGen for [T; N] {
    type Slot = Ref<Self>;
    type View = [T::Slot; N];

    const NEEDS: Needs = T::NEEDS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        definer.declare::<Self>(
            &format!("[{}; {N}]", type_name::<T>()),
            domain,
            Shape::Tuple,
            |definer, ty| {
                let slots = (0..N).map(|i| part::<T>(definer, &i.to_string(), domain, slot)).collect();
                definer.schema.constructor(ty, "Array", Some(0), slots);
            },
        )
    }
    fn view(layer: &Layer) -> Self::View {
        layer.first_slots().map(SlotView::from_slot)
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (_, mut fields) = words.layer();
        std::array::from_fn(|_| fields.field())
    }
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
        let ctor = words.ctor(at);
        let values = self.iter_mut().enumerate();
        values.fold(at + 1, |at, (slot, value)| words.refill(value, at, (ctor, slot)))
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.layer(0, |fields| self.iter().try_for_each(|value| fields.field(value)))
    }
}

macro_rules! tuples {
    ($(($($name:ident $index:tt)+))*) => {$(
        impl<$($name: DpGen),+> DpGen for ($($name,)+) {
            type Slot = Ref<Self>;
            type View = ($($name::Slot,)+);

            const NEEDS: Needs = Needs::NOTHING$(.and($name::NEEDS))+;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                let names: Vec<String> = vec![$(type_name::<$name>()),+];
                definer.arity(slot, domain, names.len());
                definer.declare::<Self>(&format!("({})", names.join(", ")), domain, Shape::Tuple, |definer, ty| {
                    let slots = vec![$(part::<$name>(definer, stringify!($index), domain.of_part($index), slot)),+];
                    definer.schema.constructor(ty, "Tuple", Some(0), slots);
                })
            }
            fn view(layer: &Layer) -> Self::View {
                ($(slot::<$name::Slot>(layer, $index),)+)
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                let (_, mut fields) = words.layer();
                ($(fields.field::<$name>(),)+)
            }
            fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
                let (ctor, at) = (words.ctor(at), at + 1);
                $(let at = words.refill(&mut self.$index, at, (ctor, $index));)+
                at
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                reader.layer(0, |fields| {
                    $(fields.field(&self.$index)?;)+
                    Ok(())
                })
            }
        }
    )*};
}

tuples!((A 0)(A 0 B 1)(A 0 B 1 C 2)(A 0 B 1 C 2 D 3)(A 0 B 1 C 2 D 3 E 4)(A 0 B 1 C 2 D 3 E 4 F 5));

#[cfg(test)]
mod tests {
    use super::{short, type_name};

    #[test]
    fn names_have_no_modules() {
        assert_eq!(
            type_name::<Vec<(Box<String>, Option<i32>, [u8; 3])>>(),
            "Vec<(Box<String>, Option<i32>, [u8; 3])>"
        );
        assert_eq!(short("(a::b::List, &'static str)"), "(List, &'static str)");
        assert_eq!(short("a::Pair<b::C, d::E<f::G>>"), "Pair<C, E<G>>");
    }
}
