//! [`HasContext`]: the type of the contexts of a type's structures, and their words.
//!
//! A context is a value of a Rust type while user code has it, and a row of words in the engine; [`Observable`] leads from one to the
//! other. Read [`contexts`](super::contexts) for what types declare about contexts.

use std::any::type_name;
use std::fmt::Debug;
use std::sync::Arc;

use crate::types::DpGen;
use crate::types::view::observable::{Decoder, Observable};
use dpgen_engine::predicate_run::{Encoder, fail};

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
