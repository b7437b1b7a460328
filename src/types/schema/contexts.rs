//! [`Contexts`]: what types declare about contexts: their own, that of whole structures, and the rules of their fields.
//!
//! Read `has_context.rs` for what a context is, `context_declarations.rs` and `field_rules.rs` for what is declared, and
//! `context_checks.rs` for what must hold between types.

use std::any::{TypeId, type_name};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::types::schema::has_context::{HasContext, of_words};
use dpgen_engine::predicate_run::{Give, SlotRule};
use dpgen_forest::index::TypeIx;

/// A type of contexts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ContextType {
    id: TypeId,
    pub(crate) name: &'static str,
    /// Shows a context for people.
    pub(crate) text: ShowContext,
}

/// Shows the words of a context for people.
pub(crate) type ShowContext = fn(&[i64]) -> String;

impl ContextType {
    pub(crate) fn of<T: HasContext>() -> Self {
        let text = |words: &[i64]| format!("{:?}", of_words::<T::Context>(words));
        Self { id: TypeId::of::<T::Context>(), name: type_name::<T::Context>(), text }
    }
}

impl PartialEq for ContextType {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// Makes the words of the context of whole structures.
pub(crate) type RootContext = Arc<dyn Fn() -> Vec<i64> + Send + Sync>;

/// A rule of a field.
#[derive(Debug, Clone)]
pub(crate) struct FieldRule {
    pub(crate) slot: usize,
    pub(crate) rule: SlotRule,
}

/// The number of a constructor: its type, and its number there.
pub(crate) type CtorPlace = (TypeIx, u32);

/// What types declare about contexts.
#[derive(Default)]
pub(crate) struct Contexts {
    /// The types that say so, each with its type of contexts.
    pub(crate) of_types: BTreeMap<TypeIx, ContextType>,
    pub(crate) roots: BTreeMap<TypeIx, RootContext>,
    /// By type: what the rest of a sequence gets after an element of it.
    pub(crate) then: BTreeMap<TypeIx, Give>,
    /// The sequences, which are chains.
    pub(crate) sequences: BTreeSet<TypeIx>,
    /// The types of the user's: all others are containers, and have the context of what they hold.
    pub(crate) derived: BTreeSet<TypeIx>,
    pub(crate) rules: Vec<(CtorPlace, FieldRule)>,
}

impl Debug for Contexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contexts").field("of_types", &self.of_types).finish_non_exhaustive()
    }
}

impl Contexts {
    /// Notes a constructor of a user's type, and the rules of its fields.
    pub(crate) fn note_constructor(&mut self, place: CtorPlace, rules: Vec<FieldRule>) {
        self.derived.insert(place.0);
        self.rules.extend(rules.into_iter().map(|rule| (place, rule)));
    }
}
