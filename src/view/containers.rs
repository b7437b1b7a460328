//! `Box`, `Option`, `Vec`, arrays and tuples: they weigh nothing, and pass a field's domain on.
//!
//! A `Box` is transparent. An `Option` has the constructors `None` and `Some`, a `Vec` is a chain of
//! `Cons` ended by `Nil`, arrays and tuples have one constructor.

use super::{Definer, DpGen, NotOfScope, Ref, ValueBuilder, ValueReader, slot};
use dpgen_engine::run::Layer;
use dpgen_forest::schema::{Domain, Shape, Slot, SlotKind};

/// A type's name, as part of another one's.
#[must_use]
pub fn type_name<T>() -> String {
    let name = std::any::type_name::<T>();
    let name = name.replace("alloc::boxed::", "").replace("alloc::vec::", "").replace("alloc::string::", "");
    name.replace("core::option::", "").split(',').map(last_segments).collect::<Vec<_>>().join(",")
}

/// The name of an instance of a generic type.
#[must_use]
pub fn instance(name: &str, arguments: &[String]) -> String {
    format!("{name}<{}>", arguments.join(", "))
}

fn last_segments(path: &str) -> String {
    path.split('<').map(|part| part.rsplit("::").next().unwrap_or(part)).collect::<Vec<_>>().join("<")
}

fn part<T: DpGen>(definer: &mut Definer, name: &str, domain: Option<&Domain>, outer: &str) -> Slot {
    Slot { name: name.to_owned(), kind: T::define(definer, domain, outer) }
}

impl<T: DpGen> DpGen for Box<T> {
    type Slot = T::Slot;
    type View = T::View;

    fn define(definer: &mut Definer, domain: Option<&Domain>, slot: &str) -> SlotKind {
        T::define(definer, domain, slot)
    }
    fn view(layer: &Layer) -> Self::View {
        T::view(layer)
    }
    #[inline]
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        Self::new(T::build(words))
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        (**self).take_apart(reader)
    }
}

impl<T: DpGen> DpGen for Option<T> {
    type Slot = Ref<Self>;
    type View = Option<T::Slot>;

    fn define(definer: &mut Definer, domain: Option<&Domain>, slot: &str) -> SlotKind {
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
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        match self {
            None => reader.layer(0, |_| Ok(())),
            Some(value) => reader.layer(1, |fields| fields.field(value)),
        }
    }
}

/// One layer of a `Vec`: empty, or a first element and the rest.
pub enum ListView<T: DpGen> {
    /// The empty list.
    Nil,
    /// The first element, and the list after it.
    Cons(T::Slot, Ref<Vec<T>>),
}

impl<T: DpGen> Clone for ListView<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: DpGen> Copy for ListView<T> {}

impl<T: DpGen> std::fmt::Debug for ListView<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Nil => "Nil",
            Self::Cons(..) => "Cons(..)",
        })
    }
}

/// Takes a slice apart as the chain that a `Vec` is: from the back, so that it may be long.
fn chain<T: DpGen>(list: &[T], reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
    let slot = reader.slot();
    let mut rest = reader.layer(0, |_| Ok(()))?;
    for first in list.iter().rev() {
        reader.expect(slot);
        rest = reader.layer(1, |fields| {
            fields.field(first)?;
            fields.part(|_| Ok(rest))
        })?;
    }
    Ok(rest)
}

impl<T: DpGen> DpGen for Vec<T> {
    type Slot = Ref<Self>;
    type View = ListView<T>;

    fn define(definer: &mut Definer, domain: Option<&Domain>, slot: &str) -> SlotKind {
        definer.declare::<Self>(&format!("Vec<{}>", type_name::<T>()), domain, Shape::List, |definer, ty| {
            let first = part::<T>(definer, "first", domain, slot);
            let rest = Slot { name: "rest".to_owned(), kind: SlotKind::Recursive(ty) };
            definer.schema.constructor(ty, "Nil", Some(0), Vec::new());
            definer.schema.constructor(ty, "Cons", Some(0), vec![first, rest]);
        })
    }
    fn view(layer: &Layer) -> Self::View {
        if layer.local == 0 { ListView::Nil } else { ListView::Cons(slot(layer, 0), slot(layer, 1)) }
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let mut list = Self::new();
        loop {
            let (local, mut fields) = words.layer();
            if local == 0 {
                return list;
            }
            list.push(fields.field());
        }
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        chain(self, reader)
    }
}

impl<T: DpGen, const N: usize> DpGen for [T; N] {
    type Slot = Ref<Self>;
    type View = [T::Slot; N];

    fn define(definer: &mut Definer, domain: Option<&Domain>, slot: &str) -> SlotKind {
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
        std::array::from_fn(|i| slot(layer, i))
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (_, mut fields) = words.layer();
        std::array::from_fn(|_| fields.field())
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

            fn define(definer: &mut Definer, domain: Option<&Domain>, slot: &str) -> SlotKind {
                let names: Vec<String> = vec![$(type_name::<$name>()),+];
                definer.declare::<Self>(&format!("({})", names.join(", ")), domain, Shape::Tuple, |definer, ty| {
                    let slots = vec![$(part::<$name>(definer, stringify!($index), domain, slot)),+];
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
