//! [`SchemaBuilder`]: declares types, constructors and slots, and makes a schema of them.
//!
//! The derive and the spec reader both declare through it, each type once under its [`TypeKey`]. Errors are collected, not
//! returned one by one, so that the declaring code stays free of `?`; [`SchemaBuilder::finish`] reports the first. Read
//! [`finiteness`](super::finiteness) next.

use std::sync::{Arc, OnceLock};

use indexmap::IndexSet;
use indexmap::map::Entry;
use rustc_hash::FxBuildHasher;

use crate::index::{CtorIx, DomainIx, TypeIx, at, small};
use crate::schema::Schema;
use crate::schema::domain::Domain;
use crate::schema::schema_error::SchemaError;
use crate::schema::type_draft::{Draft, Drafts, TypeKey};
use crate::schema::types::{Constructor, Slot, SlotKind, Type};
use crate::schema::value_notation::Shape;
use crate::scope::Scope;

/// Gathers types until [`SchemaBuilder::finish`].
#[derive(Debug)]
pub struct SchemaBuilder {
    scope: Scope,
    lenient: bool,
    /// By the number of the type.
    drafts: Drafts,
    /// By number.
    domains: IndexSet<Domain, FxBuildHasher>,
    /// Lists whose elements are to weigh at least 1.
    lists: Vec<TypeIx>,
    errors: Vec<SchemaError>,
}

impl SchemaBuilder {
    /// A builder for a scope.
    #[must_use]
    pub fn new(scope: Scope) -> Self {
        Self {
            scope,
            lenient: false,
            drafts: Drafts::default(),
            domains: IndexSet::default(),
            lists: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// A builder for judging given values: parameters and domains do not matter, only the shape does.
    #[must_use]
    pub fn lenient() -> Self {
        Self { lenient: true, ..Self::new(Scope::new(1)) }
    }

    /// Whether this is a builder for judging given values.
    #[must_use]
    pub const fn is_lenient(&self) -> bool {
        self.lenient
    }

    /// The type of this key, and whether this call declared it (then its constructors follow).
    pub fn begin(&mut self, key: TypeKey, name: impl Into<String>, shape: Shape) -> (TypeIx, bool) {
        let entry = self.drafts.entry(key);
        let ty = TypeIx::from_word(small(entry.index()));
        match entry {
            Entry::Occupied(_) => (ty, false),
            Entry::Vacant(entry) => {
                entry.insert(Draft { name: name.into(), shape, constructors: Vec::new() });
                (ty, true)
            }
        }
    }

    /// Adds a constructor. Without a weight it weighs 0 if it has no slots, else 1.
    pub fn constructor(&mut self, ty: TypeIx, name: &str, weight: Option<u32>, slots: Vec<Slot>) {
        let weight = weight.unwrap_or(u32::from(!slots.is_empty()));
        self.drafts[at(ty.word())].constructors.push((name.to_owned(), weight, slots));
    }

    /// The number of constructors that a type has so far.
    #[must_use]
    pub fn constructors_so_far(&self, ty: TypeIx) -> u32 {
        small(self.drafts[at(ty.word())].constructors.len())
    }

    /// The domain of this number.
    #[must_use]
    pub fn domain(&self, domain: DomainIx) -> &Domain {
        &self.domains[domain.index()]
    }

    /// The scope; none where given values are judged.
    #[must_use]
    pub fn scope(&self) -> Option<&Scope> {
        (!self.lenient).then_some(&self.scope)
    }

    /// Marks a type with the constructors of a list, in which every element is to weigh at least 1.
    pub fn grows(&mut self, list: TypeIx) {
        self.lists.push(list);
    }

    /// Gives the elements of lists that [grow](Self::grows) their weights, once all types are declared. The result has
    /// each type that this adds, and the one that it is a copy of.
    pub fn weigh_elements(&mut self) -> Vec<(TypeIx, TypeIx)> {
        super::element_weights::weigh(&mut self.drafts, &self.lists)
    }

    /// The slot kind of a data slot with this domain; `slot` names it in errors.
    pub fn data(&mut self, slot: &str, domain: Domain) -> SlotKind {
        if domain.checked_len().is_none() {
            self.error(SchemaError::BadDomain {
                slot: slot.to_owned(),
                why: "the domain has 2^31 values or more; give it a smaller range".to_owned(),
            });
        }
        let (index, _) = self.domains.insert_full(domain);
        SlotKind::Data(DomainIx::from_word(small(index)))
    }

    /// A parameter's value; an unset one is an error that names the slot.
    pub fn param(&mut self, slot: &str, name: &str) -> i64 {
        match self.scope.param(name) {
            Some(value) => value,
            // Nobody asks which; 0 would be a bad divisor.
            None if self.lenient => 1,
            None => {
                self.error(SchemaError::UnknownParam {
                    slot: slot.to_owned(),
                    param: name.to_owned(),
                    hint: String::new(),
                });
                0
            }
        }
    }

    /// Notes an error, to be reported by [`SchemaBuilder::finish`].
    pub fn error(&mut self, error: SchemaError) {
        if !self.lenient {
            self.errors.push(error);
        }
    }

    /// The first error that was noted.
    #[must_use]
    pub fn first_error(&self) -> Option<&SchemaError> {
        self.errors.first()
    }

    /// The schema with this root.
    ///
    /// # Errors
    /// The first error noted, or what `check.rs` finds: a type without finite values, or one that can
    /// grow without growing in size.
    pub fn finish(self, root: SlotKind, root_name: &str) -> Result<Schema, SchemaError> {
        if let Some(error) = self.errors.into_iter().next() {
            return Err(error);
        }
        let SlotKind::Recursive(root) = root else {
            return Err(SchemaError::NotRecursive(root_name.to_owned()));
        };
        let mut types = Vec::new();
        let mut constructors = Vec::new();
        for (index, draft) in self.drafts.into_values().enumerate() {
            let ty = TypeIx::new(index)?;
            if draft.constructors.is_empty() {
                return Err(SchemaError::NoConstructors(draft.name));
            }
            types.push(Type {
                name: draft.name,
                shape: draft.shape,
                first: CtorIx::new(constructors.len())?,
                constructors: small(draft.constructors.len()),
                min_size: None,
            });
            for (name, weight, slots) in draft.constructors {
                let recursive =
                    (0..slots.len()).filter(|i| matches!(slots[*i].kind, SlotKind::Recursive(_))).collect();
                constructors.push(Constructor { name, ty, weight, slots, recursive });
            }
        }
        let domains = self.domains.into_iter().collect();
        let scope = (!self.lenient).then(|| Arc::new(self.scope));
        let (order, layers) = (Vec::new(), OnceLock::new());
        let mut schema = Schema { types, constructors, domains, root, order, scope, numbering: None, layers };
        if self.lenient {
            schema.order = (0..schema.types()).map(|i| TypeIx::from_word(small(i))).collect();
        } else {
            super::finiteness::check(&mut schema)?;
        }
        Ok(schema)
    }
}

#[cfg(test)]
mod tests {
    use super::{Domain, SchemaBuilder, Scope, Shape, SlotKind, TypeKey};
    use crate::index::{DomainIx, TypeIx};

    /// A number of types for which a linear search for each would take seconds.
    const TYPE_COUNT: u32 = 50_000;

    #[test]
    fn equal_domains_and_equal_keys_share_a_number() {
        let mut builder = SchemaBuilder::new(Scope::new(1));
        for first in [true, false] {
            for number in 0..TYPE_COUNT {
                let domain = Domain::Range { lo: 0, hi: number.into() };
                let slot = builder.data("slot", domain);
                assert_eq!(slot, SlotKind::Data(DomainIx::from_word(number)));
                let key = TypeKey::Named(number.to_string());
                let begun = builder.begin(key, "Type", Shape::Plain);
                assert_eq!(begun, (TypeIx::from_word(number), first));
            }
        }
    }
}
