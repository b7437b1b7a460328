//! Types that show as another one, which they hold or are made of: `Box<T>` as `T`, `Wrapping<T>` as `T`, `Box<str>` as
//! `String`, `Rc<[T]>` as `Vec<T>`, `Cow` as what it owns.
//!
//! Invariant: a value that is held is rebuilt in place only where nothing else can have a reference to it.

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
use crate::types::nodes::NodeWalk;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

/// A type that shows as another one: how it is made of that, the value that it holds (to read and to change, each an
/// `Option`), and how it is taken apart if it holds none.
macro_rules! transparent {
    ($field_type:ident: [$($generics:tt)*] $ty:ty, as $of:ty, new $new:expr, |$own:ident| $held:expr, $held_mut:expr,
     else |$reader:ident| $take_apart:expr $(, $walk:item)?) => {
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
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                $new(<$of as DpGen>::build(words))
            }
            #[inline]
            fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
                #[allow(unused_variables, reason = "what holds nothing has no use for it")]
                let $own = &mut *self;
                let held: Option<&mut $of> = $held_mut;
                match held {
                    Some(held) => held.rebuild(words, at),
                    None => words.replace_value(self, at),
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
            $($walk)?
        }
    };
}

/// Types that hold a value of their only parameter: one of a mirror is a mirror, and one of a payload a payload.
macro_rules! holders {
    ($($holder:ident, new $new:expr, |$own:ident| $held:expr, $held_mut:expr;)*) => {$(
        transparent!(
            $holder: [T: DpGen] $holder<T>, as T, new $new, |$own| Some($held), $held_mut,
            else |reader| unreachable!("it holds a value"),
            fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
                let $own = self;
                $held.walk(nodes);
            }
        );

        impl<M: Mirror> Mirror for $holder<M> {
            type Remote = $holder<M::Remote>;

            fn build_remote(words: &mut ValueBuilder<'_>) -> Self::Remote {
                $new(M::build_remote(words))
            }
            fn take_remote_apart($own: &Self::Remote, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                M::take_remote_apart($held, reader)
            }
        }

        impl<T: Payload> Payload for $holder<T> {
            fn payload(number: u64) -> Self {
                $new(T::payload(number))
            }
        }
    )*};
}

holders! {
    Box, new Box::new, |own| &**own, Some(&mut **own);
    // A reference to what is shared may have been kept.
    Rc, new Rc::new, |own| &**own, Rc::get_mut(own);
    Arc, new Arc::new, |own| &**own, Arc::get_mut(own);
    Wrapping, new Wrapping, |own| &own.0, Some(&mut own.0);
    Saturating, new Saturating, |own| &own.0, Some(&mut own.0);
    Reverse, new Reverse, |own| &own.0, Some(&mut own.0);
}

transparent!(Cow: [B: ToOwned<Owned: DpGen> + ?Sized] Cow<'static, B>, as B::Owned, new Self::Owned,
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
        transparent!($text: [] $pointer<str>, as String, new Self::from, |own| None, None,
            else |reader| reader.label(own));
        transparent!($slice: [T: DpGen] $pointer<[T]>, as Vec<T>, new Self::from, |own| None, None,
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
