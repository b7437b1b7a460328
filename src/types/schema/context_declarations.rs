//! The declarations of contexts that the derive writes: a type's own, that of whole structures, and that of the rest of a sequence.
//!
//! They are kept in [`contexts`](super::contexts); `field_rules.rs` has those of fields.

use std::sync::Arc;

use crate::scope::with_scope_or_outer;
use crate::types::schema::contexts::ContextType;
use crate::types::schema::definer::Definer;
use crate::types::schema::has_context::{HasContext, of_words, to_words};
use crate::types::view::reference::Ref;
use dpgen_engine::predicate_run::{Rule, SlotHandle, view};
use dpgen_forest::index::TypeIx;
use dpgen_forest::scope::Scope;

impl Definer {
    /// Structures of a type have a context.
    pub fn context<T: HasContext>(&mut self, ty: TypeIx) {
        self.contexts.of_types.insert(ty, ContextType::of::<T>());
    }

    /// Sets the context of whole structures of a type.
    pub fn root_context<T: HasContext>(&mut self, ty: TypeIx, root: fn() -> T::Context) {
        let scope = self.scope();
        let root = move || with_scope_or_outer(scope.as_ref(), || to_words(&root()));
        self.contexts.roots.insert(ty, Arc::new(root));
    }

    /// Sets what the rest of a sequence gets, from the context of the sequence and its first element.
    pub fn then_context<T: HasContext>(&mut self, ty: TypeIx, then: fn(T::Context, Ref<T>) -> T::Context) {
        let scope = self.scope();
        let then = move |words: &[i64], whole| {
            let SlotHandle::Node(first) = view(whole).slot(0) else {
                unreachable!("an element with a context is a structure")
            };
            with_scope_or_outer(scope.as_ref(), || to_words(&then(of_words(words), Ref::new(first))))
        };
        self.contexts.then.insert(ty, Rule::FromLeft(Arc::new(then)));
    }

    /// Notes a sequence of this type.
    pub(crate) fn sequence(&mut self, ty: TypeIx) {
        self.contexts.sequences.insert(ty);
    }

    /// The scope, for rules that ask for it.
    pub(crate) fn scope(&self) -> Option<Arc<Scope>> {
        self.schema.scope().map(|scope| Arc::new(scope.clone()))
    }
}
