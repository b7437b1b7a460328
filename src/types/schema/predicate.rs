//! [`IntoPredicate`]: predicates from plain functions. The signature tells whether one is observed or opaque.

use std::any::TypeId;
use std::sync::Arc;

use crate::scope::with_scope;
use crate::types::DpGen;
use crate::types::schema::has_context::HasContext;
use crate::types::value::builder::ValueBuilder;
use crate::types::view::reference::Ref;
use dpgen_engine::predicate_run::{AttrKey, Predicate};

/// Marks `fn(View) -> bool`.
#[derive(Debug)]
pub struct Observed;

/// Marks `fn(&T) -> bool`.
#[derive(Debug)]
pub struct Opaque;

/// Marks `fn(View, Context) -> bool`.
#[derive(Debug)]
pub struct ObservedInContext;

/// Marks `fn(Ref<T>) -> bool`.
#[derive(Debug)]
pub struct ObservedByRef;

/// A function that can serve as `rep_ok` or `root_ok` of `T`.
///
/// - *observed*, `fn(TView) -> bool`: reads the structure piece by piece; every engine works on it.
/// - *observed in its context*, `fn(TView, Context) -> bool`, of a type that has one;
/// - *observed by its handle*, `fn(Ref<T>) -> bool`: a [`Ref`] has the view, and the number of a node;
/// - *opaque*, `fn(&T) -> bool`: the check a production type already has; real values are built for it,
///   and the DP and top-down engines work on it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no predicate of `{T}`",
    label = "expected `fn({T}View) -> bool` or `fn(&{T}) -> bool`"
)]
pub trait IntoPredicate<T, Kind> {
    /// The predicate.
    fn into_predicate(self) -> Predicate;
}

impl<T, F> IntoPredicate<T, Observed> for F
where
    T: DpGen,
    F: Fn(T::View) -> bool + Copy + Send + Sync + 'static,
{
    fn into_predicate(self) -> Predicate {
        const { assert!(size_of::<F>() == 0, "a predicate must be a function or a closure that captures nothing") };
        Predicate::Observed {
            key: AttrKey::Native(TypeId::of::<F>()),
            conditions: Arc::new(move |handle| self(Ref::<T>::new(handle).view())),
        }
    }
}

impl<T, F> IntoPredicate<T, ObservedInContext> for F
where
    T: HasContext,
    F: Fn(T::View, T::Context) -> bool + Copy + Send + Sync + 'static,
{
    fn into_predicate(self) -> Predicate {
        const { assert!(size_of::<F>() == 0, "a predicate must be a function or a closure that captures nothing") };
        let holds = move |handle| {
            let whole = Ref::<T>::new(handle);
            self(whole.view(), whole.context())
        };
        Predicate::Observed { key: AttrKey::Native(TypeId::of::<F>()), conditions: Arc::new(holds) }
    }
}

impl<T, F> IntoPredicate<T, ObservedByRef> for F
where
    T: DpGen,
    F: Fn(Ref<T>) -> bool + Copy + Send + Sync + 'static,
{
    fn into_predicate(self) -> Predicate {
        const { assert!(size_of::<F>() == 0, "a predicate must be a function or a closure that captures nothing") };
        Predicate::Observed {
            key: AttrKey::Native(TypeId::of::<F>()),
            conditions: Arc::new(move |handle| self(Ref::new(handle))),
        }
    }
}

impl<T, F> IntoPredicate<T, Opaque> for F
where
    T: DpGen,
    F: Fn(&T) -> bool + Copy + Send + Sync + 'static,
{
    fn into_predicate(self) -> Predicate {
        Predicate::Opaque(Arc::new(move |schema, words| {
            let value = T::build(&mut ValueBuilder::new(schema, words));
            with_scope(schema, || self(&value))
        }))
    }
}
