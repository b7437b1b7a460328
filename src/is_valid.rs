//! [`is_valid`]: evaluates the predicates of a type on a value that the user has.

use std::any::TypeId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::types::DpGen;
use crate::types::schema::definer::Definer;
use crate::types::value::reader::{NotOfScope, OutOfDomain, ValueReader};
use dpgen_engine::first_rejection;
use dpgen_engine::predicate_run::{Failure, Model};
use dpgen_forest::schema::{SchemaBuilder, SchemaError};
use dpgen_forest::structure::ValueNode;

/// Whether a value satisfies its type's observed predicates: `rep_ok` of every part, and `root_ok` of the
/// whole ([`DpGen`] says what is one). Attributes are computed once a part, parts before wholes, so that a large value takes time linear in its size if
/// its predicate looks one layer deep.
///
/// Domains are not checked, of no type: they belong to a scope, not to the value. So an integer, a float, a string or a
/// character need not be among the listed ones, nor in its range or of its letters, whether it is a field, an element or the
/// key of a map; a collection may be of any length; and predicates read such values like all others. Of a list of
/// constants of another type, those that are not listed are alike, and have no value to read. What is skipped, or a payload,
/// does not matter. The exception are domains that are closures, `#[dpgen(range = |scope| ...)]`, and mention no parameter of a scope: what
/// a context and the fields to the left say is known. [`Structures::rank_of`](crate::Structures::rank_of) tells what is in a scope.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = ascending)]
/// enum List {
///     Nil,
///     Cons(#[dpgen(range = 0..=9)] i64, Box<List>),
/// }
///
/// fn ascending(list: ListView) -> bool {
///     let ListView::Cons(first, rest) = list else { return true };
///     rest.get(head).is_none_or(|second| first <= second)
/// }
///
/// fn head(list: ListView) -> Option<Int> {
///     if let ListView::Cons(first, _) = list { Some(first) } else { None }
/// }
///
/// let list = |a, b| List::Cons(a, Box::new(List::Cons(b, Box::new(List::Nil))));
/// assert!(dpgen::is_valid(&list(3, 1000)));
/// assert!(!dpgen::is_valid(&list(4, 3)));
/// ```
///
/// # Panics
/// When the predicate panics, reads without end, or reads an integer that does not fit into an `i64` (there is no [`Int`]
/// for it, and one that nothing reads does not matter) or the value of a constant that is not listed, when it is opaque (then call it), when the type has no
/// structures (an integer, say), and when a graph of `petgraph` has parallel edges or lacks a node that was removed.
///
/// [`Int`]: crate::Int
#[must_use]
pub fn is_valid<T: DpGen>(value: &T) -> bool {
    let name = std::any::type_name::<T>();
    let model = model_of::<T>(name);
    let read = ValueReader::read_any(&model.schema, value);
    is_accepted(model, name, read)
}

/// Whether the predicates accept what was read of a value.
fn is_accepted(
    mut model: Arc<Model>,
    name: &str,
    read: Result<(Vec<ValueNode>, OutOfDomain), NotOfScope>,
) -> bool {
    let (nodes, outside) = match read {
        Ok(read) => read,
        Err(error) => panic!("{name}: {error}"),
    };
    if !outside.labels.is_empty() {
        let schema = Arc::make_mut(&mut Arc::make_mut(&mut model).schema);
        for (domain, label) in outside.labels {
            schema.admit_label(domain, &label);
        }
    }
    match first_rejection::is_valid(&model, nodes, &outside.wide) {
        Ok(verdict) => verdict,
        Err(Failure::Endless) => panic!("the predicate of {name} reads without end"),
        Err(failure) => panic!("{failure}"),
    }
}

thread_local! {
    /// The models of the types that this thread has judged values of.
    static MODELS: RefCell<HashMap<TypeId, Arc<Model>>> = RefCell::default();
}

/// The model of a type, made once a thread.
fn model_of<T: DpGen>(name: &str) -> Arc<Model> {
    let key = TypeId::of::<T>();
    // The types' own code runs here, so that nothing is borrowed.
    known_model(key)
        .unwrap_or_else(|| note_model(key, Definer::new(SchemaBuilder::lenient()).model::<T>(name)))
}

fn known_model(ty: TypeId) -> Option<Arc<Model>> {
    MODELS.with_borrow(|models| models.get(&ty).cloned())
}

fn note_model(ty: TypeId, model: Result<Model, SchemaError>) -> Arc<Model> {
    let model = match model {
        Ok(model) => Arc::new(model),
        Err(error) => panic!("{error}"),
    };
    MODELS.with_borrow_mut(|models| models.insert(ty, model.clone()));
    model
}
