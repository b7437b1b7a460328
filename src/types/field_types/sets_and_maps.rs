//! Sets and maps: chains whose keys ascend, so that each set and map is generated once.
//!
//! Keys are plain values, in the order of their domain: the invariant of a chain compares the slots of neighbours.
//! A map is a chain of pairs.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use crate::types::field_types::chain;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::type_name::type_name;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::choice::Choice;
use crate::types::view::list_view::ListView;
use crate::types::view::observable::Observable;
use crate::types::view::reference::Ref;
use crate::types::{DpGen, SlotView};
use dpgen_engine::predicate_run::{Int, Layer};
use dpgen_forest::schema::SlotKind;

/// The view of a key of a set or map: an [`Int`] or a [`Choice`], which are ordered.
#[diagnostic::on_unimplemented(
    message = "the keys of a set or map are plain values: integers, `bool`, `char`, `String` or enums without fields",
    label = "not a plain value"
)]
pub trait KeyView: SlotView + Observable {
    /// Whether this key comes before another one.
    fn precedes(self, other: Self) -> bool;
}

impl KeyView for Int {
    fn precedes(self, other: Self) -> bool {
        self < other
    }
}

impl<E: 'static> KeyView for Choice<E> {
    fn precedes(self, other: Self) -> bool {
        self.index < other.index
    }
}

/// An element of a collection `L`: a key, or a pair of a key and a value.
trait Element<L>: DpGen {
    type Key: KeyView;
    fn key(slot: Self::Slot) -> Self::Key;
}

/// Of a set.
impl<T, L> Element<Set<L>> for T
where
    T: DpGen,
    T::Slot: KeyView,
{
    type Key = T::Slot;
    fn key(slot: T::Slot) -> T::Slot {
        slot
    }
}

/// Of a map.
impl<K, V, L> Element<Map<L>> for (K, V)
where
    K: DpGen,
    K::Slot: KeyView,
    V: DpGen,
{
    type Key = K::Slot;
    fn key(slot: Ref<Self>) -> K::Slot {
        slot.get(first::<K, V>)
    }
}

/// Marks sets.
struct Set<L>(L);

/// Marks maps.
struct Map<L>(L);

fn first<K: DpGen, V: DpGen>((key, _): (K::Slot, V::Slot)) -> K::Slot {
    key
}

/// The first key of a chain.
fn first_key<T, L, M: 'static>(list: ListView<T, L>) -> Option<T::Key>
where
    T: Element<M>,
    L: DpGen<View = ListView<T, L>>,
{
    let ListView::Cons(first, _) = list else { return None };
    Some(T::key(first))
}

/// The invariant of a chain.
fn ascends<T, L, M: 'static>(list: ListView<T, L>) -> bool
where
    T: Element<M>,
    L: DpGen<View = ListView<T, L>>,
{
    let ListView::Cons(first, rest) = list else { return true };
    rest.get(first_key::<T, L, M>).is_none_or(|second| T::key(first).precedes(second))
}

fn define<T, L, M: 'static>(definer: &mut Definer, name: &str, domain: &FieldDomain, slot: &str) -> SlotKind
where
    T: Element<M>,
    L: DpGen<View = ListView<T, L>>,
{
    let name = format!("{name}<{}>", type_name::<T>());
    chain::declare::<T, L>(definer, &name, domain, slot, |definer, ty| {
        // A given set is one, whatever its keys are.
        if !definer.schema.is_lenient() {
            definer.rep_ok::<L, _>(ty, ascends::<T, L, M>);
        }
    })
}

/// Elements in the order of their keys' slot words; without a slot there are to be none.
pub(crate) fn sorted<E, K: DpGen>(
    elements: impl Iterator<Item = E>,
    key: impl Fn(&E) -> &K,
    slot: Option<SlotKind>,
    reader: &mut ValueReader<'_>,
) -> Result<Vec<E>, NotOfScope> {
    let mut all = Vec::new();
    for element in elements {
        let slot = slot.ok_or_else(|| NotOfScope("the collection is not empty".to_owned()))?;
        all.push((reader.word_in(slot, |reader| key(&element).take_apart(reader))?, element));
    }
    all.sort_by_key(|(word, _)| *word);
    Ok(all.into_iter().map(|(_, element)| element).collect())
}

macro_rules! sets {
    ($($set:ident [$($parameter:ident: $($bound:ident)+),*] of $($more:ident)*;)*) => {$(
        impl<T, $($parameter),*> DpGen for $set<T, $($parameter),*>
        where
            T: DpGen $(+ $more)*,
            T::Slot: KeyView,
            $($parameter: $($bound +)+ 'static,)*
        {
            type Slot = Ref<Self>;
            type View = ListView<T, Self>;

            const FIELD_TYPE: FieldType = FieldType::$set;
            const VALUE_KINDS: ValueKinds = T::VALUE_KINDS;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                define::<T, Self, Set<Self>>(definer, stringify!($set), domain, slot)
            }
            fn view(layer: &Layer) -> Self::View {
                ListView::of(layer)
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                chain::build(words, T::build)
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                let all = sorted(self.iter(), |key| *key, reader.first(), reader)?;
                chain::take_apart(all.into_iter(), reader, T::take_apart)
            }
        }
    )*};
}

sets! {
    BTreeSet [] of Ord;
    HashSet [S: BuildHasher Default] of Eq Hash;
}

macro_rules! maps {
    ($($map:ident [$($parameter:ident: $($bound:ident)+),*] of $($more:ident)*;)*) => {$(
        impl<K, V, $($parameter),*> DpGen for $map<K, V, $($parameter),*>
        where
            K: DpGen $(+ $more)*,
            K::Slot: KeyView,
            V: DpGen,
            $($parameter: $($bound +)+ 'static,)*
        {
            type Slot = Ref<Self>;
            type View = ListView<(K, V), Self>;

            const FIELD_TYPE: FieldType = FieldType::$map;
            const VALUE_KINDS: ValueKinds = K::VALUE_KINDS.and(V::VALUE_KINDS);

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                define::<(K, V), Self, Map<Self>>(definer, stringify!($map), domain, slot)
            }
            fn view(layer: &Layer) -> Self::View {
                ListView::of(layer)
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                chain::build(words, <(K, V)>::build)
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                let all = sorted(self.iter(), |(key, _)| *key, reader.first_of_first(), reader)?;
                chain::take_apart(all.into_iter(), reader, |(key, value), reader| {
                    reader.layer(0, |fields| {
                        fields.field(key)?;
                        fields.field(value)
                    })
                })
            }
        }
    )*};
}

maps! {
    BTreeMap [] of Ord;
    HashMap [S: BuildHasher Default] of Eq Hash;
}
