//! Sets and maps: chains whose keys ascend, so that each set and map is generated once.
//!
//! A key has any type that the collection takes. The invariant of a chain compares neighbours: those of a `BTreeSet` or `BTreeMap`
//! come in the order of their type, those of a hashed one in the order of their structures, as `view/key.rs` has both. A map
//! is a chain of pairs.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use crate::types::DpGen;
use crate::types::field_types::chain;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::type_name::type_name;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::collection_view::CollectionView;
use crate::types::view::key::{KeyOrder, Keyed};
use crate::types::view::reference::Ref;
use dpgen_engine::predicate_run::{Handle, Layer};
use dpgen_forest::schema::SlotKind;

/// Declares the chain of an `L` whose elements are `T`; `ascends` is its invariant.
pub(crate) fn define<T: DpGen, L: 'static>(
    definer: &mut Definer,
    name: &str,
    domain: &FieldDomain,
    slot: &str,
    ascends: fn(Handle) -> bool,
) -> SlotKind {
    let name = format!("{name}<{}>", type_name::<T>());
    chain::declare::<T, L>(definer, &name, domain, slot, |definer, ty| {
        // A given set is one, whatever its keys are.
        if !definer.schema.is_lenient() {
            definer.chain_ok::<L>(ty, ascends);
        }
    })
}

/// Elements in the order of their keys' structures; without a slot there are to be none.
pub(crate) fn sorted<E, K: DpGen>(
    elements: impl Iterator<Item = E>,
    key: impl Fn(&E) -> &K,
    slot: Option<SlotKind>,
    reader: &mut ValueReader<'_>,
) -> Result<Vec<E>, NotOfScope> {
    let mut all = Vec::new();
    for element in elements {
        let slot = slot.ok_or_else(|| NotOfScope("the collection is not empty".to_owned()))?;
        all.push((reader.words_in(slot, |reader| key(&element).take_apart(reader))?, element));
    }
    all.sort_by(|(left, _), (right, _)| left.cmp(right));
    Ok(all.into_iter().map(|(_, element)| element).collect())
}

/// A set: the traits of its elements, their order, and how given ones are brought into it.
macro_rules! sets {
    ($($field_type:ident: $set:ident [$($parameter:ident: $($bound:ident)+),*] of $($more:ident)*, $order:expr,
       |$own:ident, $reader:ident| $in_order:expr, |$nodes:ident| $walk:expr;)*) => {$(
        impl<T: DpGen $(+ $more)*, $($parameter: $($bound +)+ 'static),*> DpGen for $set<T, $($parameter),*> {
            type Slot = Ref<Self>;
            type View = CollectionView<T, Self>;

            const FIELD_TYPE: FieldType = FieldType::$field_type;
            const VALUE_KINDS: ValueKinds = T::VALUE_KINDS;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                define::<T, Self>(definer, stringify!($set), domain, slot, |chain| {
                    Keyed::Keys.ascends(chain, $order)
                })
            }
            fn view(layer: &Layer) -> Self::View {
                CollectionView::of(layer)
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                chain::build(words, T::build)
            }
            fn take_apart(&self, $reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                let $own = self;
                let all = $in_order;
                chain::take_apart(all, $reader, T::take_apart)
            }
            fn walk<'a>(&'a self, $nodes: &mut $crate::types::sharing::link_visitor::NodeWalk<'a>) {
                let $own = self;
                $walk;
            }
        }
    )*};
}
#[cfg(feature = "indexmap")]
pub(crate) use sets;

sets! {
    BTreeSet: BTreeSet [] of Ord, KeyOrder::of::<T>(), |own, reader| own.iter(),
        |nodes| own.iter().for_each(|element| element.walk(nodes));
    HashSet: HashSet [S: BuildHasher Default] of Eq Hash, KeyOrder::STRUCTURES,
        |own, reader| sorted(own.iter(), |key| *key, reader.first(), reader)?.into_iter(),
        |nodes| nodes.without_order::<Self, T>(own.iter());
}

/// A map, as [`sets!`] has sets.
macro_rules! maps {
    ($($field_type:ident: $map:ident [$($parameter:ident: $($bound:ident)+),*] of $($more:ident)*, $order:expr,
       |$own:ident, $reader:ident| $in_order:expr, |$nodes:ident| $walk:expr;)*) => {$(
        impl<K: DpGen $(+ $more)*, V: DpGen, $($parameter: $($bound +)+ 'static),*> DpGen for $map<K, V, $($parameter),*> {
            type Slot = Ref<Self>;
            type View = CollectionView<(K, V), Self>;

            const FIELD_TYPE: FieldType = FieldType::$field_type;
            const VALUE_KINDS: ValueKinds = K::VALUE_KINDS.and(V::VALUE_KINDS);

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                define::<(K, V), Self>(definer, stringify!($map), domain, slot, |chain| {
                    Keyed::Pairs.ascends(chain, $order)
                })
            }
            fn view(layer: &Layer) -> Self::View {
                CollectionView::of(layer)
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                chain::build(words, <(K, V)>::build)
            }
            fn take_apart(&self, $reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                let $own = self;
                let all = $in_order;
                chain::take_apart(all, $reader, |(key, value), reader| {
                    reader.layer(0, |fields| {
                        fields.field(key)?;
                        fields.field(value)
                    })
                })
            }
            fn walk<'a>(&'a self, $nodes: &mut $crate::types::sharing::link_visitor::NodeWalk<'a>) {
                let $own = self;
                $walk;
            }
        }
    )*};
}
#[cfg(feature = "indexmap")]
pub(crate) use maps;

maps! {
    BTreeMap: BTreeMap [] of Ord, KeyOrder::of::<K>(), |own, reader| own.iter(),
        |nodes| own.iter().for_each(|(key, value)| { key.walk(nodes); value.walk(nodes); });
    HashMap: HashMap [S: BuildHasher Default] of Eq Hash, KeyOrder::STRUCTURES,
        |own, reader| sorted(own.iter(), |(key, _)| *key, reader.first_of_first(), reader)?.into_iter(),
        |nodes| { nodes.without_order::<Self, K>(own.keys()); nodes.without_order::<Self, V>(own.values()); };
}
