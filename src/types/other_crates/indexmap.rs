//! `indexmap`: an `IndexSet` or `IndexMap` is generated once, with its keys in the order of their structures, as those of another order
//! are equal to it.

use std::hash::{BuildHasher, Hash};

use indexmap::{IndexMap, IndexSet};

use crate::types::DpGen;
use crate::types::field_types::chain;
use crate::types::field_types::sets_and_maps::{define, maps, sets, sorted};
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::collection_view::CollectionView;
use crate::types::view::key::{KeyOrder, Keyed};
use crate::types::view::reference::Ref;
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

sets! {
    OtherCrate: IndexSet [S: BuildHasher Default] of Eq Hash, KeyOrder::STRUCTURES,
        |own, reader| sorted(own.iter(), |key| *key, reader.first(), reader)?.into_iter(),
        |nodes| nodes.without_order::<Self, T>(own.iter());
}

maps! {
    OtherCrate: IndexMap [S: BuildHasher Default] of Eq Hash, KeyOrder::STRUCTURES,
        |own, reader| sorted(own.iter(), |(key, _)| *key, reader.first_of_first(), reader)?.into_iter(),
        |nodes| { nodes.without_order::<Self, K>(own.keys()); nodes.without_order::<Self, V>(own.values()); };
}
