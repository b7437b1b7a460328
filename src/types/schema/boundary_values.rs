//! Boundary values: the predicate of a test's argument with `#[dpgen(around = tree)]`, which takes the values at and between the
//! integers of another argument.
//!
//! It is a predicate of the case. With `k` different integers in the structure it accepts at most `2 k + 1` values: each
//! integer itself, the least value of each gap, and of what lies below and above. With symbolic fields these are as many
//! path conditions.

use crate::types::DpGen;
use crate::types::view::choice::Choice;
use crate::types::view::reference::Ref;
use crate::types::view::wide_integers::{is_integral, least, shown_as};
use dpgen_engine::predicate_run::{self, Int, SlotHandle, with_schema};

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
        let (mut found, mut open) = (Vec::new(), vec![self.handle()]);
        while let Some(part) = open.pop() {
            let layer = predicate_run::view(part);
            let slots = with_schema(|schema| schema.constructor(layer.ctor).slots.len());
            let first = open.len();
            for slot in 0..slots {
                match layer.slot(slot) {
                    SlotHandle::Node(part) => open.push(part),
                    SlotHandle::Data(int, domain) => {
                        if with_schema(|schema| is_integral(schema.domain(domain))) {
                            found.push(shown_as(int, domain));
                        }
                    }
                }
            }
            open[first..].reverse();
        }
        found
    }
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
