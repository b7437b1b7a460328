//! [`is_valid`]: judges a value that the user has, with the same predicate.

use crate::view::{Definer, DpGen, ValueReader};
use dpgen_engine::given;
use dpgen_engine::run::Failure;
use dpgen_forest::schema::SchemaBuilder;

/// Whether a value satisfies its type's observed predicates: `rep_ok` of every part, and `root_ok` of the
/// whole. Ranges are not checked: they belong to a scope, not to the value. Attributes are computed once a part,
/// parts before wholes, so that a large value takes time linear in its size if its predicate looks one layer
/// deep.
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
/// When the predicate panics or reads without end, when it is opaque (then call it), and when the type has no
/// structures (an integer, say).
#[must_use]
pub fn is_valid<T: DpGen>(value: &T) -> bool {
    let name = std::any::type_name::<T>();
    let model = match Definer::new(SchemaBuilder::lenient()).model::<T>(name) {
        Ok(model) => model,
        Err(error) => panic!("{error}"),
    };
    let Ok(nodes) = ValueReader::read(&model.schema, value) else { return false };
    match given::is_valid(&model, nodes) {
        Ok(verdict) => verdict,
        Err(Failure::Endless) => panic!("the predicate of {name} reads without end"),
        Err(failure) => panic!("{failure}"),
    }
}
