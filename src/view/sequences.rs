//! `VecDeque` and `LinkedList`: chains, as a `Vec` is.

use std::collections::{LinkedList, VecDeque};

use super::containers::type_name;
use super::list::{self, ListView};
use super::{Definer, DpGen, FieldDomain, Needs, NotOfScope, Ref, ValueBuilder, ValueReader};
use dpgen_engine::run::Layer;
use dpgen_forest::schema::SlotKind;

macro_rules! sequences {
    ($($sequence:ident)*) => {$(
        impl<T: DpGen> DpGen for $sequence<T> {
            type Slot = Ref<Self>;
            type View = ListView<T, Self>;

            const NEEDS: Needs = T::NEEDS;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                let name = format!("{}<{}>", stringify!($sequence), type_name::<T>());
                list::declare::<T, Self>(definer, &name, domain, slot, |_, _| {})
            }
            fn view(layer: &Layer) -> Self::View {
                ListView::of(layer)
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                list::build(words, T::build)
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                let all: Vec<&T> = self.iter().collect();
                list::take_apart(&all, reader, |element, reader| element.take_apart(reader))
            }
        }
    )*};
}

sequences!(VecDeque LinkedList);
