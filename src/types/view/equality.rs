//! Equality of substructures: by value, layer by layer.
//!
//! Both are looked into as far as they are equal, data before parts, so that what differs early is told apart early. A
//! comparison is as exact as views are, on every engine and with symbolic data, and asks no attribute: nothing gets a class
//! of its own for being compared.

use crate::types::DpGen;
use crate::types::view::choice::Choice;
use crate::types::view::reference::Ref;
use crate::types::view::wide_integers::{is_integral, shown_as};
use dpgen_engine::predicate_run::{self, Handle, Int, Layer, SlotHandle, with_schema};
use dpgen_forest::index::DomainIx;

/// By value: both have the same constructors and data. It looks into both as far as they are equal; where an attribute
/// can tell, comparing its answers takes fewer runs.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = no_twins)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// /// No two parts of a node are equal.
/// fn no_twins(tree: TreeView) -> bool {
///     let TreeView::Node(left, right) = tree else { return true };
///     left != right
/// }
///
/// let trees = Generator::<Tree>::up_to(3).build()?;
/// assert_eq!(trees.count(1), 0); // two leaves are equal
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Panics
/// Outside of the predicate or attribute that the handles were passed to.
impl<T: DpGen> PartialEq for Ref<T> {
    fn eq(&self, other: &Self) -> bool {
        equal(self.handle(), other.handle())
    }
}

fn equal(left: Handle, right: Handle) -> bool {
    let mut open = vec![(left, right)];
    while let Some((left, right)) = open.pop() {
        if left == right {
            continue;
        }
        let (left, right) = (predicate_run::view(left), predicate_run::view(right));
        let Some(slots) = slots_of_both(&left, &right) else { return false };
        let both = || (0..slots).map(|slot| (left.slot(slot), right.slot(slot)));
        let equal_data = both().all(|both| match both {
            (SlotHandle::Data(left, of_left), SlotHandle::Data(right, of_right)) => {
                equal_data((left, of_left), (right, of_right))
            }
            _ => true,
        });
        if !equal_data {
            return false;
        }
        let parts = both().filter_map(|both| match both {
            (SlotHandle::Node(left), SlotHandle::Node(right)) => Some((left, right)),
            _ => None,
        });
        // The first part is compared first.
        let parts: Vec<(Handle, Handle)> = parts.collect();
        open.extend(parts.into_iter().rev());
    }
    true
}

/// The number of slots, if both have the same constructor: by its name, as one Rust type may be several of the schema.
fn slots_of_both(left: &Layer, right: &Layer) -> Option<usize> {
    with_schema(|schema| {
        let (of_left, of_right) = (schema.constructor(left.ctor), schema.constructor(right.ctor));
        let same = left.ctor == right.ctor || of_left.name == of_right.name;
        same.then_some(of_left.slots.len())
    })
}

fn equal_data((left, of_left): (Int, DomainIx), (right, of_right): (Int, DomainIx)) -> bool {
    if of_left == of_right {
        return left == right;
    }
    let are_integers = with_schema(|schema| is_integral(schema.domain(of_left)));
    if are_integers {
        shown_as(left, of_left) == shown_as(right, of_right)
    } else {
        Choice::<()>::new(left, of_left) == Choice::new(right, of_right)
    }
}
