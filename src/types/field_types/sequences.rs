//! `Vec`, `VecDeque` and `LinkedList`: chains of their elements, in order.

use std::collections::{LinkedList, VecDeque};

use crate::types::DpGen;
use crate::types::field_types::chain;
use crate::types::field_types::mirror::Mirror;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::type_name::type_name;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::sharing::link_visitor::{LinkVisitor, NodeWalk};
use crate::types::value::builder::{SlotPlace, ValueBuilder};
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::collection_view::CollectionView;
use crate::types::view::reference::Ref;
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

/// A sequence, with how it is rebuilt in place; without that, it is built again where it may have changed.
macro_rules! sequences {
    ($($sequence:ident { $($rebuild:item)? })*) => {$(
        impl<T: DpGen> DpGen for $sequence<T> {
            type Slot = Ref<Self>;
            type View = CollectionView<T, Self>;

            const FIELD_TYPE: FieldType = FieldType::$sequence;
            const VALUE_KINDS: ValueKinds = T::VALUE_KINDS;
            const KEYS_ASCEND: bool = T::KEYS_ASCEND;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                let name = format!("{}<{}>", stringify!($sequence), type_name::<T>());
                chain::declare::<T, Self>(definer, &name, domain, slot, Definer::sequence)
            }
            fn view(layer: &Layer) -> Self::View {
                CollectionView::of(layer)
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                chain::build(words, T::build)
            }
            $($rebuild)?
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                chain::take_apart(self.iter(), reader, T::take_apart)
            }
            fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
                self.iter().for_each(|element| element.walk(nodes));
            }
            fn visit_links(&mut self, visitor: &mut LinkVisitor<'_>) {
                self.iter_mut().for_each(|element| element.visit_links(visitor));
            }
        }

        impl<M: Mirror> Mirror for $sequence<M> {
            type Remote = $sequence<M::Remote>;

            fn build_remote(words: &mut ValueBuilder<'_>) -> Self::Remote {
                chain::build(words, M::build_remote)
            }
            fn take_remote_apart(remote: &Self::Remote, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                chain::take_apart(remote.iter(), reader, M::take_remote_apart)
            }
        }
    )*};
}

sequences! {
    Vec {
        fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize, _: SlotPlace) -> usize {
            let (mut at, mut len) = (at, 0);
            loop {
                let (ctor, element) = (words.ctor(at), SlotPlace { layer: at, slot: 0 });
                at += 1;
                if words.has_no_fields(ctor) {
                    self.truncate(len);
                    return at;
                }
                if len == self.len() {
                    let (value, end) = words.build_field(at, element);
                    self.push(value);
                    at = end;
                } else {
                    at = self[len].rebuild_field(words, at, element);
                }
                len += 1;
            }
        }
    }
    VecDeque {}
    LinkedList {}
}
