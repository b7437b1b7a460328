//! The attributes in use: those that runs have asked for, by type and key.
//!
//! Invariant: an attribute is one function on one type of the schema. Two types of a schema can come from one Rust type
//! (a container with two domains), so the key alone does not name an attribute.

use std::sync::Arc;

use rustc_hash::FxBuildHasher;

use dpgen_forest::index::{AttrIx, IdsExhausted, TypeIx, at};

use super::model::{AttrKey, Attribute};

/// Attributes by the order in which runs asked for them.
pub(crate) type DiscoveredAttributes = Vec<(TypeIx, Arc<Attribute>)>;

/// The attributes in use.
#[derive(Debug, Clone, Default)]
pub(crate) struct Attributes {
    list: indexmap::IndexMap<(TypeIx, AttrKey), Arc<Attribute>, FxBuildHasher>,
    /// The attributes of specs, by type and place: found without hashing.
    by_place: Vec<Vec<Option<AttrIx>>>,
}

/// Attributes of specs with places below this are found without hashing.
const DIRECT_LOOKUP_LEN: usize = 64;

/// The place of a spec's attribute among those of its type: the constructor first, then the last few numbers, which are the
/// attributes that every type has. `None` if it is found by hashing.
#[inline]
const fn place(key: AttrKey) -> Option<usize> {
    let place = match key {
        AttrKey::Constructor(_) => 0,
        AttrKey::Spec(_, number) => at(number.wrapping_add(4)).saturating_add(1),
        AttrKey::Native(_) | AttrKey::Nodes(_) | AttrKey::Context => return None,
    };
    if place < DIRECT_LOOKUP_LEN { Some(place) } else { None }
}

impl Attributes {
    /// The attribute of a type with this key, if it is in use.
    #[inline]
    pub(crate) fn find(&self, ty: TypeIx, key: AttrKey) -> Option<AttrIx> {
        match place(key) {
            Some(place) => *self.by_place.get(ty.index())?.get(place)?,
            None => self.list.get_index_of(&(ty, key)).and_then(|place| AttrIx::new(place).ok()),
        }
    }

    /// Takes an attribute into use; `false` if it was.
    pub(crate) fn add(&mut self, ty: TypeIx, attribute: Arc<Attribute>) -> Result<bool, IdsExhausted> {
        let key = attribute.key;
        if self.list.contains_key(&(ty, key)) {
            return Ok(false);
        }
        let attr = AttrIx::new(self.list.len())?;
        if let Some(place) = place(key) {
            self.by_place.resize(self.by_place.len().max(ty.index() + 1), Vec::new());
            let places = &mut self.by_place[ty.index()];
            places.resize(places.len().max(place + 1), None);
            places[place] = Some(attr);
        }
        self.list.insert((ty, key), attribute);
        Ok(true)
    }

    /// The number of attributes.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// An attribute and its type.
    pub(crate) fn get(&self, attr: AttrIx) -> Option<(TypeIx, &Arc<Attribute>)> {
        self.list.get_index(attr.index()).map(|((ty, _), attribute)| (*ty, attribute))
    }

    /// All of them, with their types.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (AttrIx, TypeIx, &Arc<Attribute>)> {
        let numbers = (0..).map(AttrIx::from_word);
        numbers.zip(&self.list).map(|(attr, ((ty, _), attribute))| (attr, *ty, attribute))
    }

    /// The attributes of a type.
    pub(crate) fn of(&self, ty: TypeIx) -> impl Iterator<Item = (AttrIx, &Arc<Attribute>)> {
        self.iter().filter(move |(_, of, _)| *of == ty).map(|(attr, _, attribute)| (attr, attribute))
    }
}
