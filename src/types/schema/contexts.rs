//! [`Contexts`]: what a type declares about contexts: its own, that of whole structures, and the rules of its fields.
//!
//! A context is a value of a Rust type while user code has it, and a row of words in the engine; [`Observable`] leads from one to the
//! other. Read `field_rules.rs` for the rules of fields, and `context_checks.rs` for what must hold between types.

use std::any::{TypeId, type_name};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::types::DpGen;
use crate::types::schema::definer::Definer;
use crate::types::view::observable::{Decoder, Observable};
use crate::types::view::reference::Ref;
use dpgen_engine::predicate_run::{Encoder, Give, Rule, SlotHandle, SlotRule, fail, view};
use dpgen_forest::index::TypeIx;

/// A type whose structures have a *context*: a value that each gets from the structure that it is a part of.
///
/// `#[dpgen(context = Scope)]` implements it; a container has the context of its elements. See [`DpGen`](derive@crate::DpGen).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no context",
    label = "its structures are told nothing about where they stand",
    note = "if it is a type of yours, write `#[dpgen(context = ...)]` above it; of a tuple, write a struct"
)]
pub trait HasContext: DpGen {
    /// The type of the context.
    type Context: Observable + Debug;
}

macro_rules! containers {
    ($([$($generics:tt)*] $container:ty, of $element:ty;)*) => {$(
        impl<$($generics)*> HasContext for $container {
            type Context = <$element as HasContext>::Context;
        }
    )*};
}

containers! {
    [T: HasContext] Option<T>, of T;
    [T: HasContext, const N: usize] [T; N], of T;
    [T: HasContext] Vec<T>, of T;
    [T: HasContext] std::collections::VecDeque<T>, of T;
    [T: HasContext] std::collections::LinkedList<T>, of T;
    [T: HasContext] Box<T>, of T;
    [T: HasContext] std::rc::Rc<T>, of T;
    [T: HasContext] Arc<T>, of T;
    [T: HasContext] Box<[T]>, of T;
    [T: HasContext] std::rc::Rc<[T]>, of T;
    [T: HasContext] Arc<[T]>, of T;
}

/// The words of a context.
pub(crate) fn to_words<C: Observable>(context: &C) -> Vec<i64> {
    let mut out = Encoder::default();
    context.encode(&mut out);
    if !out.ints.is_empty() {
        let name = type_name::<C>();
        fail(format!("a context holds an `Int`, which may be undecided: let `{name}` hold its `Int::value`"));
    }
    out.words.into_vec()
}

/// The context of these words.
pub(crate) fn of_words<C: Observable>(words: &[i64]) -> C {
    C::decode(&mut Decoder::new(words, &[]))
}

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
#[derive(Debug)]
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

impl Definer {
    /// Structures of a type have a context.
    pub fn context<T: HasContext>(&mut self, ty: TypeIx) {
        self.contexts.of_types.insert(ty, ContextType::of::<T>());
    }

    /// Sets the context of whole structures of a type.
    pub fn root_context<T: HasContext>(&mut self, ty: TypeIx, root: fn() -> T::Context) {
        let scope = self.scope();
        let root = move || with_scope(scope.as_ref(), || to_words(&root()));
        self.contexts.roots.insert(ty, Arc::new(root));
    }

    /// Sets what the rest of a sequence gets, from the context of the sequence and its first element.
    pub fn then_context<T: HasContext>(&mut self, ty: TypeIx, then: fn(T::Context, Ref<T>) -> T::Context) {
        let scope = self.scope();
        let then = move |words: &[i64], whole| {
            let SlotHandle::Node(first) = view(whole).slot(0) else {
                unreachable!("an element with a context is a structure")
            };
            with_scope(scope.as_ref(), || to_words(&then(of_words(words), Ref::new(first))))
        };
        self.contexts.then.insert(ty, Rule::FromLeft(Arc::new(then)));
    }

    /// Notes a sequence of this type.
    pub(crate) fn sequence(&mut self, ty: TypeIx) {
        self.contexts.sequences.insert(ty);
    }

    /// The scope, for rules that ask for it.
    pub(crate) fn scope(&self) -> Option<Arc<dpgen_forest::scope::Scope>> {
        self.schema.scope().map(|scope| Arc::new(scope.clone()))
    }
}

/// Calls user code with the scope, if there is one.
pub(crate) fn with_scope<R>(scope: Option<&Arc<dpgen_forest::scope::Scope>>, call: impl FnOnce() -> R) -> R {
    match scope {
        Some(scope) => crate::scope::with_given_scope(Some(scope.clone()), call),
        None => call(),
    }
}
