//! `Option`, `Result`, arrays, tuples and ranges: a fixed number of parts, and no weight of their own.
//!
//! A field's domain is that of all parts, or, as a tuple of domains, one for each part of a tuple and one each for `T` and
//! `E` of a `Result<T, E>`. The ends of a range are any two values, and show as a pair.

use std::ops::{ControlFlow, Range, RangeInclusive};

use crate::types::field_types::mirror::Mirror;

use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::type_name::type_name;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::sharing::link_visitor::{LinkVisitor, NodeWalk};
use crate::types::value::builder::{SlotPlace, ValueBuilder};
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::reference::Ref;
use crate::types::{DpGen, SlotView, slot};
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::{Shape, SlotKind};

impl<T: DpGen> DpGen for Option<T> {
    type Slot = Ref<Self>;
    type View = Option<T::Slot>;

    const FIELD_TYPE: FieldType = FieldType::Option;
    const VALUE_KINDS: ValueKinds = T::VALUE_KINDS;
    const KEYS_ASCEND: bool = T::KEYS_ASCEND;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        definer.declare::<Self>(
            &format!("Option<{}>", type_name::<T>()),
            domain,
            Shape::Option,
            |definer, ty| {
                let some = definer.slot::<T>("0", domain, slot);
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
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize, _: SlotPlace) -> usize {
        let local = u32::from(self.is_some());
        if let ControlFlow::Break(end) =
            words.switch_constructor(self, local, at, |local| (local == 0).then_some(None))
        {
            return end;
        }
        match self {
            None => at + 1,
            Some(value) => value.rebuild(words, at + 1, SlotPlace { layer: at, slot: 0 }),
        }
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        match self {
            None => reader.layer(0, |_| Ok(())),
            Some(value) => reader.layer(1, |fields| fields.field(value)),
        }
    }
    fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
        self.iter().for_each(|value| value.walk(nodes));
    }
    fn visit_links(&mut self, visitor: &mut LinkVisitor<'_>) {
        self.iter_mut().for_each(|value| value.visit_links(visitor));
    }
}

impl<M: Mirror> Mirror for Option<M> {
    type Remote = Option<M::Remote>;

    fn build_remote(words: &mut ValueBuilder<'_>) -> Self::Remote {
        let (local, mut fields) = words.layer();
        (local == 1).then(|| fields.field_by(M::build_remote))
    }
    fn take_remote_apart(remote: &Self::Remote, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        match remote {
            None => reader.layer(0, |_| Ok(())),
            Some(value) => {
                reader.layer(1, |fields| fields.field_by(|reader| M::take_remote_apart(value, reader)))
            }
        }
    }
}

impl<T: DpGen, const N: usize> DpGen for [T; N] {
    type Slot = Ref<Self>;
    type View = [T::Slot; N];

    const FIELD_TYPE: FieldType = FieldType::Array;
    const VALUE_KINDS: ValueKinds = T::VALUE_KINDS;
    const KEYS_ASCEND: bool = T::KEYS_ASCEND;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        definer.declare::<Self>(
            &format!("[{}; {N}]", type_name::<T>()),
            domain,
            Shape::Tuple,
            |definer, ty| {
                let slots = (0..N).map(|i| definer.slot::<T>(&i.to_string(), domain, slot)).collect();
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
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize, _: SlotPlace) -> usize {
        let (layer, values) = (at, self.iter_mut().enumerate());
        values.fold(at + 1, |at, (slot, value)| value.rebuild_field(words, at, SlotPlace { layer, slot }))
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.layer(0, |fields| self.iter().try_for_each(|value| fields.field(value)))
    }
    fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
        self.iter().for_each(|value| value.walk(nodes));
    }
    fn visit_links(&mut self, visitor: &mut LinkVisitor<'_>) {
        self.iter_mut().for_each(|value| value.visit_links(visitor));
    }
}

impl<M: Mirror, const N: usize> Mirror for [M; N] {
    type Remote = [M::Remote; N];

    fn build_remote(words: &mut ValueBuilder<'_>) -> Self::Remote {
        let (_, mut fields) = words.layer();
        std::array::from_fn(|_| fields.field_by(M::build_remote))
    }
    fn take_remote_apart(remote: &Self::Remote, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.layer(0, |fields| {
            remote.iter().try_for_each(|value| fields.field_by(|reader| M::take_remote_apart(value, reader)))
        })
    }
}

macro_rules! tuples {
    ($(($($name:ident $index:tt)+))*) => {$(
        impl<$($name: DpGen),+> DpGen for ($($name,)+) {
            type Slot = Ref<Self>;
            type View = ($($name::Slot,)+);

            const FIELD_TYPE: FieldType = FieldType::Tuple;
            const VALUE_KINDS: ValueKinds = ValueKinds::NOTHING$(.and($name::VALUE_KINDS))+;
            const KEYS_ASCEND: bool = true $(&& $name::KEYS_ASCEND)+;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                let names: Vec<String> = vec![$(type_name::<$name>()),+];
                definer.arity(slot, domain, names.len());
                definer.declare::<Self>(&format!("({})", names.join(", ")), domain, Shape::Tuple, |definer, ty| {
                    let slots = vec![$(definer.slot::<$name>(stringify!($index), domain.of_part($index), slot)),+];
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
            fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize, _: SlotPlace) -> usize {
                let (layer, at) = (at, at + 1);
                $(let at = self.$index.rebuild_field(words, at, SlotPlace { layer, slot: $index });)+
                at
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                reader.layer(0, |fields| {
                    $(fields.field(&self.$index)?;)+
                    Ok(())
                })
            }
            fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
                $(self.$index.walk(nodes);)+
            }
            fn visit_links(&mut self, visitor: &mut LinkVisitor<'_>) {
                $(self.$index.visit_links(visitor);)+
            }
        }
    )*};
}

tuples! {
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11)
}

impl<T: DpGen, E: DpGen> DpGen for Result<T, E> {
    type Slot = Ref<Self>;
    type View = Result<T::Slot, E::Slot>;

    const FIELD_TYPE: FieldType = FieldType::Result;
    const VALUE_KINDS: ValueKinds = T::VALUE_KINDS.and(E::VALUE_KINDS);
    const KEYS_ASCEND: bool = T::KEYS_ASCEND && E::KEYS_ASCEND;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        let name = format!("Result<{}, {}>", type_name::<T>(), type_name::<E>());
        definer.arity(slot, domain, 2);
        definer.declare::<Self>(&name, domain, Shape::Plain, |definer, ty| {
            let ok = definer.slot::<T>("0", domain.of_part(0), slot);
            let error = definer.slot::<E>("0", domain.of_part(1), slot);
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
    fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
        match self {
            Ok(value) => value.walk(nodes),
            Err(error) => error.walk(nodes),
        }
    }
    fn visit_links(&mut self, visitor: &mut LinkVisitor<'_>) {
        match self {
            Ok(value) => value.visit_links(visitor),
            Err(error) => error.visit_links(visitor),
        }
    }
}

macro_rules! ranges {
    ($($range:ident: |$value:ident| $start:expr, $end:expr;)*) => {$(
        impl<T: DpGen> DpGen for $range<T> {
            type Slot = Ref<Self>;
            type View = (T::Slot, T::Slot);

            const FIELD_TYPE: FieldType = FieldType::$range;
            const VALUE_KINDS: ValueKinds = T::VALUE_KINDS;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                let name = format!("{}<{}>", stringify!($range), type_name::<T>());
                definer.declare::<Self>(&name, domain, Shape::Plain, |definer, ty| {
                    let ends = ["start", "end"].map(|end| definer.slot::<T>(end, domain, slot));
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
            fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
                let $value = self;
                [$start, $end].into_iter().for_each(|end| end.walk(nodes));
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
