//! [`scope`]: the scope of the build that the current predicate is called in.

use std::cell::RefCell;
use std::sync::Arc;

use dpgen_engine::predicate_run::try_schema;
use dpgen_forest::schema::Schema;
use dpgen_forest::scope::Scope;

thread_local! {
    /// The scope of the opaque predicate, or of the rule of a field, that this thread is in.
    static OPAQUE_SCOPE: RefCell<Option<Arc<Scope>>> = const { RefCell::new(None) };
}

/// The scope of the build in which a predicate or attribute is called: its maximum size and its parameters.
///
/// It is the same in every call of a build, so that a predicate that reads it stays pure. A parameter that no domain
/// mentions is declared with `#[dpgen(params = [...])]`.
///
/// ```
/// use dpgen::prelude::*;
///
/// /// Lists that could still grow by as many elements as their first one says.
/// #[derive(DpGen, Debug)]
/// #[dpgen(root_ok = has_room, params = [spare])]
/// enum List {
///     Nil,
///     Cons(#[dpgen(range = 0..=9)] i64, Box<List>),
/// }
///
/// fn has_room(list: ListView) -> bool {
///     let scope = dpgen::scope();
///     let spare = scope.param("spare").unwrap_or(0);
///     let ListView::Cons(first, _) = list else { return true };
///     first + list_len(list) <= i64::from(scope.max_size()) - spare
/// }
///
/// fn list_len(list: ListView) -> i64 {
///     let ListView::Cons(_, rest) = list else { return 0 };
///     1 + rest.get(list_len)
/// }
///
/// let lists = Generator::<List>::up_to(3).param("spare", 1).build()?;
/// assert_eq!(lists.count(1), 2); // 0 or 1
/// assert_eq!(lists.count(2), 10); // 0, then any
/// assert_eq!(lists.count(3), 0);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Panics
/// Outside of a build's predicates and attributes. [`is_valid`](crate::is_valid) judges a value without a scope, too:
/// [`Generator::is_valid`](crate::Generator::is_valid) has one.
#[must_use]
pub fn scope() -> Arc<Scope> {
    let opaque = OPAQUE_SCOPE.with_borrow(Clone::clone);
    match opaque.map_or_else(|| try_schema(|schema| schema.scope().cloned()), |scope| Some(Some(scope))) {
        Some(Some(scope)) => scope,
        Some(None) => panic!("`dpgen::is_valid` judges a value without a scope: call `Generator::is_valid`"),
        None => panic!("`dpgen::scope` was called outside of a predicate"),
    }
}

/// Calls an opaque predicate, with the scope of a schema.
pub(crate) fn with_scope<R>(schema: &Schema, call: impl FnOnce() -> R) -> R {
    with_given_scope(schema.scope().cloned(), call)
}

/// Calls a function of the user's with this scope, or, if there is none, with that of the call around it.
pub(crate) fn with_scope_or_outer<R>(scope: Option<&Arc<Scope>>, call: impl FnOnce() -> R) -> R {
    match scope {
        Some(scope) => with_given_scope(Some(scope.clone()), call),
        None => call(),
    }
}

/// Calls a function of the user's with this scope, or with none.
fn with_given_scope<R>(scope: Option<Arc<Scope>>, call: impl FnOnce() -> R) -> R {
    /// Restores the outer scope.
    struct RestoreScope(Option<Arc<Scope>>);
    impl Drop for RestoreScope {
        fn drop(&mut self) {
            OPAQUE_SCOPE.replace(self.0.take());
        }
    }
    let _restore = RestoreScope(OPAQUE_SCOPE.replace(scope));
    call()
}
