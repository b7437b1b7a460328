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
    /// The attributes of specs, by type and number: found without hashing.
    by_number: Vec<Vec<Option<AttrIx>>>,
}

/// Attributes of specs with numbers below this are found without hashing.
const DIRECT_LOOKUP_LEN: u32 = 64;

/// The number of a spec's attribute, with the last few (those that every type has) moved to the front.
const fn small(number: u32) -> u32 {
    number.wrapping_add(4)
}

impl Attributes {
    /// The attribute of a type with this key, if it is in use.
    #[inline]
    pub(crate) fn find(&self, ty: TypeIx, key: AttrKey) -> Option<AttrIx> {
        match key {
            AttrKey::Spec(_, number) if small(number) < DIRECT_LOOKUP_LEN => {
                *self.by_number.get(ty.index())?.get(at(small(number)))?
            }
            _ => self.list.get_index_of(&(ty, key)).and_then(|place| AttrIx::new(place).ok()),
        }
    }

    /// Takes an attribute into use; `false` if it was.
    pub(crate) fn add(&mut self, ty: TypeIx, attribute: Arc<Attribute>) -> Result<bool, IdsExhausted> {
        let key = attribute.key;
        if self.list.contains_key(&(ty, key)) {
            return Ok(false);
        }
        let attr = AttrIx::new(self.list.len())?;
        if let AttrKey::Spec(_, number) = key
            && small(number) < DIRECT_LOOKUP_LEN
        {
            let number = at(small(number));
            self.by_number.resize(self.by_number.len().max(ty.index() + 1), Vec::new());
            let numbers = &mut self.by_number[ty.index()];
            numbers.resize(numbers.len().max(number + 1), None);
            numbers[number] = Some(attr);
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
