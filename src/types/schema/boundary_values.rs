//! Boundary values: the predicate of a test's argument with `#[dpgen(around = tree)]`, which takes the values at and between the
//! integers of another argument.
//!
//! It is a predicate of the case. With `k` different integers in the structure it accepts at most `2 k + 1` values: each
//! integer itself, the least value of each gap, and of what lies below and above. With symbolic fields these are as many
//! path conditions.

use std::collections::BTreeSet;

use crate::types::DpGen;
use crate::types::view::choice::Choice;
use crate::types::view::reference::{self, Ref};
use crate::types::view::wide_integers::{is_integral, least, shown_as};
use dpgen_engine::predicate_run::{self, Handle, Int, SlotHandle, with_schema};

/// A view of an argument, as far as it has integers.
pub trait HasIntegers {
    /// All of them, in order.
    fn integers(self) -> Vec<Int>;
}

impl HasIntegers for Int {
    fn integers(self) -> Vec<Int> {
        vec![self]
    }
}

impl<E> HasIntegers for Choice<E> {
    fn integers(self) -> Vec<Int> {
        Vec::new()
    }
}

impl<T: DpGen> HasIntegers for Ref<T> {
    fn integers(self) -> Vec<Int> {
        integers_of(self.handle())
    }
}

/// The name of the attribute of all integers of a substructure.
struct Integers;

/// All integers of a substructure, as an attribute: structures with the same integers are one class. Known ones come once, in
/// ascending order, so that their places in the structure tell no classes apart.
fn integers_of(node: Handle) -> Vec<Int> {
    reference::ask::<Integers, Vec<Int>, _>(node, |node| {
        let layer = predicate_run::view(node);
        let slots = with_schema(|schema| schema.constructor(layer.ctor).slots.len());
        let mut found = Vec::new();
        for slot in 0..slots {
            match layer.slot(slot) {
                SlotHandle::Node(part) => found.extend(integers_of(part)),
                SlotHandle::Data(int, domain) => {
                    if with_schema(|schema| is_integral(schema.domain(domain))) {
                        found.push(shown_as(int, domain));
                    }
                }
            }
        }
        let known: Option<BTreeSet<i128>> = found.iter().map(|int| int.known()).collect();
        known.map_or(found, |known| known.into_iter().map(Int::wide).collect())
    })
}

/// Whether a value of the named argument is the first of its place: one of the integers, the next after one of them, or
/// the least of all that the argument may be.
pub fn is_boundary_value(value: Int, argument: &str, of: impl HasIntegers) -> bool {
    let integers = of.integers();
    if integers.contains(&value) {
        return true;
    }
    let least = with_schema(|schema| {
        let mut slots =
            schema.constructors_of(schema.root()).flat_map(|ctor| &schema.constructor(ctor).slots);
        slots.find_map(|slot| match slot.kind {
            dpgen_forest::schema::SlotKind::Data(domain) if slot.name == argument => {
                least(schema.domain(domain))
            }
            _ => None,
        })
    });
    least.is_some_and(|least| value == least) || integers.iter().any(|integer| value == *integer + 1)
}
