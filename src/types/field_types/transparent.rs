//! Types that show as another one, which they hold or are made of: `Box<T>` as `T`, `Wrapping<T>` as `T`, `Box<str>` as
//! `String`, `Rc<[T]>` as `Vec<T>`, `Cow` as what it owns.
//!
//! Invariant: a value that is held is rebuilt in place only where nothing else can have a reference to it.

use std::any::TypeId;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::num::{Saturating, Wrapping};
use std::rc::Rc;
use std::sync::Arc;

use crate::types::DpGen;
use crate::types::field_types::chain;
use crate::types::field_types::mirror::Mirror;
use crate::types::field_types::payload::Payload;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::sharing::link_visitor::{LinkVisitor, NodeWalk};
use crate::types::sharing::node_tokens::NodeKey;
use crate::types::sharing::strong_pointer::StrongPointer;
use crate::types::value::builder::{SlotPlace, ValueBuilder};
use crate::types::value::reader::{NotOfScope, ValueReader};
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

/// A type that shows as another one: how it is made of that, the value that it holds (to read and to change, each an
/// `Option`), how it is taken apart if it holds none, and other methods.
macro_rules! transparent {
    ($field_type:ident: [$($generics:tt)*] $ty:ty, as $of:ty, build |$words:ident| $build:expr, |$own:ident| $held:expr, $held_mut:expr,
     else |$reader:ident| $take_apart:expr $(, $method:item)*) => {
        impl<$($generics)*> DpGen for $ty {
            type Slot = <$of as DpGen>::Slot;
            type View = <$of as DpGen>::View;

            const FIELD_TYPE: FieldType = FieldType::$field_type;
            const VALUE_KINDS: ValueKinds = <$of as DpGen>::VALUE_KINDS;
            const KEYS_ASCEND: bool = !matches!(FieldType::$field_type, FieldType::Reverse) && <$of as DpGen>::KEYS_ASCEND;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                <$of as DpGen>::define(definer, domain, slot)
            }
            fn view(layer: &Layer) -> Self::View {
                <$of as DpGen>::view(layer)
            }
            #[inline]
            fn build($words: &mut ValueBuilder<'_>) -> Self {
                $build
            }
            #[inline]
            fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize, slot: SlotPlace) -> usize {
                #[allow(unused_variables, reason = "what holds nothing has no use for it")]
                let $own = &mut *self;
                let held: Option<&mut $of> = $held_mut;
                match held {
                    Some(held) => held.rebuild(words, at, slot),
                    None => words.replace_value(self, at, slot),
                }
            }
            #[inline]
            fn unchanged_end(&self, words: &ValueBuilder<'_>, at: usize) -> Option<usize> {
                #[allow(unused_variables, reason = "what holds nothing has no use for it")]
                let $own = self;
                let held: Option<&$of> = $held;
                held?.unchanged_end(words, at)
            }
            fn take_apart(&self, $reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                let $own = self;
                let held: Option<&$of> = $held;
                match held {
                    Some(held) => held.take_apart($reader),
                    None => $take_apart,
                }
            }
            $($method)*
        }
    };
}

/// What a type that holds a value of its only parameter is beside: one of a mirror is a mirror, and one of a payload a payload.
macro_rules! holder_traits {
    ($holder:ident, $new:expr, |$own:ident| $held:expr) => {
        impl<M: Mirror> Mirror for $holder<M> {
            type Remote = $holder<M::Remote>;

            fn build_remote(words: &mut ValueBuilder<'_>) -> Self::Remote {
                $new(M::build_remote(words))
            }
            fn take_remote_apart(
                $own: &Self::Remote,
                reader: &mut ValueReader<'_>,
            ) -> Result<i64, NotOfScope> {
                M::take_remote_apart($held, reader)
            }
        }

        impl<T: Payload> Payload for $holder<T> {
            fn payload(number: u64) -> Self {
                $new(T::payload(number))
            }
        }
    };
}

/// Types that own a value of their only parameter.
macro_rules! holders {
    ($($holder:ident, new $new:expr, |$own:ident| $held:expr, $held_mut:expr;)*) => {$(
        transparent!(
            $holder: [T: DpGen] $holder<T>, as T, build |words| $new(T::build(words)), |$own| Some($held), Some($held_mut),
            else |reader| unreachable!("it holds a value"),
            fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
                let $own = self;
                $held.walk(nodes);
            },
            fn visit_links(&mut self, visitor: &mut LinkVisitor<'_>) {
                let $own = self;
                $held_mut.visit_links(visitor);
            }
        );
        holder_traits!($holder, $new, |$own| $held);
    )*};
}

holders! {
    Box, new Box::new, |own| &**own, &mut **own;
    Wrapping, new Wrapping, |own| &own.0, &mut own.0;
    Saturating, new Saturating, |own| &own.0, &mut own.0;
    Reverse, new Reverse, |own| &own.0, &mut own.0;
}

/// `Rc` and `Arc`, to which fields with links may lead. A reference to what is shared may have been kept, so that it is not changed.
macro_rules! shared_pointers {
    ($($pointer:ident)*) => {$(
        impl<T: DpGen> DpGen for $pointer<T> {
            type Slot = T::Slot;
            type View = T::View;

            const FIELD_TYPE: FieldType = FieldType::$pointer;
            const VALUE_KINDS: ValueKinds = T::VALUE_KINDS;
            const KEYS_ASCEND: bool = T::KEYS_ASCEND;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                T::define(definer, domain, slot)
            }
            fn view(layer: &Layer) -> Self::View {
                T::view(layer)
            }
            #[inline]
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                words.build_pointer()
            }
            #[inline]
            fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize, slot: SlotPlace) -> usize {
                match Self::get_mut(self) {
                    Some(held) => held.rebuild(words, at, slot),
                    None => words.replace_value(self, at, slot),
                }
            }
            #[inline]
            fn unchanged_end(&self, words: &ValueBuilder<'_>, at: usize) -> Option<usize> {
                T::unchanged_end(self, words, at)
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                let key = || NodeKey::Pointer(self.address(), TypeId::of::<T>());
                reader.take_content_apart(key, |reader| T::take_apart(self, reader))
            }
            fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
                match nodes.follows() {
                    true => nodes.follow(|visitor| visitor.strong(self)),
                    false => T::walk(self, nodes),
                }
            }
            fn visit_links(&mut self, visitor: &mut LinkVisitor<'_>) {
                visitor.strong(self);
            }
        }

        holder_traits!($pointer, $pointer::new, |own| &**own);
    )*};
}

shared_pointers!(Rc Arc);

transparent!(Cow: [B: ToOwned<Owned: DpGen> + ?Sized] Cow<'static, B>, as B::Owned, build |words| Self::Owned(DpGen::build(words)),
|own| if let Self::Owned(owned) = own { Some(owned) } else { None }, Some(own.to_mut()),
else |reader| own.clone().into_owned().take_apart(reader),
fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
    if let Self::Owned(owned) = self {
        owned.walk(nodes);
    }
});

/// Pointers to text and slices: made of a `String` or a `Vec`, again wherever they may have changed.
macro_rules! unsized_pointers {
    ($($pointer:ident, $text:ident, $slice:ident;)*) => {$(
        transparent!($text: [] $pointer<str>, as String, build |words| Self::from(String::build(words)), |own| None, None,
            else |reader| reader.label(own));
        transparent!($slice: [T: DpGen] $pointer<[T]>, as Vec<T>, build |words| Self::from(<Vec<T>>::build(words)), |own| None, None,
            else |reader| chain::take_apart(own.iter(), reader, T::take_apart),
            fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
                self.iter().for_each(|element| element.walk(nodes));
            });
    )*};
}

unsized_pointers! {
    Box, BoxStr, BoxSlice;
    Rc, RcStr, RcSlice;
    Arc, ArcStr, ArcSlice;
}
