//! `Box`, `Option`, `Vec`, arrays and tuples: they weigh nothing, and pass a field's domain on.
//!
//! A `Box` is transparent. An `Option` has the constructors `None` and `Some`, a `Vec` is a chain of
//! `Cons` ended by `Nil`, arrays and tuples have one constructor.

use super::{Definer, DpGen, NotOfScope, Ref, SlotView, ValueBuilder, ValueReader, slot};
use dpgen_engine::run::Layer;
use dpgen_forest::schema::{Domain, Shape, Slot, SlotKind};

/// What a container holds, as part of its name.
fn inner<T: DpGen>() -> String {
    let name = std::any::type_name::<T>();
    let name = name.replace("alloc::boxed::", "").replace("alloc::vec::", "").replace("alloc::string::", "");
    name.replace("core::option::", "").split(',').map(last_segments).collect::<Vec<_>>().join(",")
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
    #[inline]
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
        (**self).rebuild(words, at)
    }
    #[inline]
    fn unit(&self) -> Option<u32> {
        (**self).unit()
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        (**self).take_apart(reader)
    }
}

impl<T: DpGen> DpGen for Option<T> {
    type Slot = Ref<Self>;
    type View = Option<T::Slot>;

    fn define(definer: &mut Definer, domain: Option<&Domain>, slot: &str) -> SlotKind {
        definer.declare::<Self>(&format!("Option<{}>", inner::<T>()), domain, Shape::Option, |definer, ty| {
            let some = part::<T>(definer, "0", domain, slot);
            definer.schema.constructor(ty, "None", Some(0), Vec::new());
            definer.schema.constructor(ty, "Some", Some(0), vec![some]);
        })
    }
    fn view(layer: &Layer) -> Self::View {
        (layer.local == 1).then(|| slot(layer, 0))
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (local, mut fields) = words.layer();
        (local == 1).then(|| fields.field())
    }
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
        if let Some(end) = words.resume(self, u32::from(self.is_some()), at) {
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

/// One layer of a `Vec`: empty, or a first element and the rest.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug)]
/// #[dpgen(rep_ok = few)]
/// struct Tree {
///     children: Vec<Tree>,
/// }
///
/// /// At most two children.
/// fn few(tree: TreeView) -> bool {
///     let ListView::Cons(_, rest) = tree.children.view() else { return true };
///     let ListView::Cons(_, rest) = rest.view() else { return true };
///     matches!(rest.view(), ListView::Nil)
/// }
///
/// let trees = Generator::<Tree>::up_to(5).build()?;
/// assert_eq!(trees.count(4), 4);
/// assert_eq!(trees.count(5), 9); // Motzkin numbers
/// # Ok::<(), dpgen::BuildError>(())
/// ```
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
        definer.declare::<Self>(&format!("Vec<{}>", inner::<T>()), domain, Shape::List, |definer, ty| {
            let first = part::<T>(definer, "first", domain, slot);
            let rest = Slot { name: "rest".to_owned(), kind: SlotKind::Recursive(ty) };
            definer.schema.constructor(ty, "Nil", Some(0), Vec::new());
            definer.schema.constructor(ty, "Cons", Some(0), vec![first, rest]);
        })
    }
    fn view(layer: &Layer) -> Self::View {
        if layer.local == 0 {
            return ListView::Nil;
        }
        let [first, rest] = layer.first_slots();
        ListView::Cons(SlotView::from_slot(first), SlotView::from_slot(rest))
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
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
        let (mut at, mut len) = (at, 0);
        loop {
            let ctor = words.ctor(at);
            at += 1;
            if words.is_first(ctor) {
                self.truncate(len);
                return at;
            }
            if len == self.len() {
                let (value, end) = words.build_field(at, (ctor, 0));
                self.push(value);
                at = end;
            } else {
                at = words.refill(&mut self[len], at, (ctor, 0));
            }
            len += 1;
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
        definer.declare::<Self>(&format!("[{}; {N}]", inner::<T>()), domain, Shape::Tuple, |definer, ty| {
            let slots = (0..N).map(|i| part::<T>(definer, &i.to_string(), domain, slot)).collect();
            definer.schema.constructor(ty, "Array", Some(0), slots);
        })
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

            fn define(definer: &mut Definer, domain: Option<&Domain>, slot: &str) -> SlotKind {
                let names: Vec<String> = vec![$(inner::<$name>()),+];
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
