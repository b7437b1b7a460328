//! Types that show as the one that they hold, or that they are made of: `Wrapping<T>` as `T`, `Box<str>` as `String`,
//! `Rc<[T]>` as `Vec<T>`, `Cow` as what it owns. Pointers are in `containers.rs`.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::num::{Saturating, Wrapping};
use std::rc::Rc;
use std::sync::Arc;

use super::{Definer, DpGen, FieldDomain, Needs, NotOfScope, ValueBuilder, ValueReader, list};
use dpgen_engine::run::Layer;
use dpgen_forest::schema::SlotKind;

macro_rules! holders {
    ($($holder:ident)*) => {$(
        impl<T: DpGen> DpGen for $holder<T> {
            type Slot = T::Slot;
            type View = T::View;

            const NEEDS: Needs = T::NEEDS;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                T::define(definer, domain, slot)
            }
            fn view(layer: &Layer) -> Self::View {
                T::view(layer)
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                Self(T::build(words))
            }
            fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
                self.0.rebuild(words, at)
            }
            fn unchanged(&self, words: &ValueBuilder<'_>, at: usize) -> Option<usize> {
                self.0.unchanged(words, at)
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                self.0.take_apart(reader)
            }
        }
    )*};
}

holders!(Wrapping Saturating Reverse);

/// What is made of another type. It is built afresh wherever it may have changed.
macro_rules! made {
    ($([$($generics:tt)*] $ty:ty, of $of:ty, |$value:ident, $reader:ident| $take_apart:expr;)*) => {$(
        impl<$($generics)*> DpGen for $ty {
            type Slot = <$of as DpGen>::Slot;
            type View = <$of as DpGen>::View;

            const NEEDS: Needs = <$of as DpGen>::NEEDS;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                <$of as DpGen>::define(definer, domain, slot)
            }
            fn view(layer: &Layer) -> Self::View {
                <$of as DpGen>::view(layer)
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                <$of as DpGen>::build(words).into()
            }
            fn unchanged(&self, _: &ValueBuilder<'_>, _: usize) -> Option<usize> {
                None
            }
            fn take_apart(&self, $reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                let $value = self;
                $take_apart
            }
        }
    )*};
}

made! {
    [] Box<str>, of String, |text, reader| reader.label(text);
    [] Rc<str>, of String, |text, reader| reader.label(text);
    [] Arc<str>, of String, |text, reader| reader.label(text);
    [T: DpGen] Box<[T]>, of Vec<T>, |list, reader| list::take_apart(list, reader, T::take_apart);
    [T: DpGen] Rc<[T]>, of Vec<T>, |list, reader| list::take_apart(list, reader, T::take_apart);
    [T: DpGen] Arc<[T]>, of Vec<T>, |list, reader| list::take_apart(list, reader, T::take_apart);
}

impl<B> DpGen for Cow<'static, B>
where
    B: ToOwned<Owned: DpGen> + ?Sized,
{
    type Slot = <B::Owned as DpGen>::Slot;
    type View = <B::Owned as DpGen>::View;

    const NEEDS: Needs = <B::Owned as DpGen>::NEEDS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        B::Owned::define(definer, domain, slot)
    }
    fn view(layer: &Layer) -> Self::View {
        B::Owned::view(layer)
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        Self::Owned(B::Owned::build(words))
    }
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
        self.to_mut().rebuild(words, at)
    }
    fn unchanged(&self, words: &ValueBuilder<'_>, at: usize) -> Option<usize> {
        match self {
            Self::Owned(owned) => owned.unchanged(words, at),
            Self::Borrowed(_) => None,
        }
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        match self {
            Self::Owned(owned) => owned.take_apart(reader),
            Self::Borrowed(borrowed) => B::to_owned(borrowed).take_apart(reader),
        }
    }
}
