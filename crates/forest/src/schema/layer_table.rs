//! [`LayerTable`]: the facts of each constructor that compact words are read by, in flat arrays.
//!
//! A [`Constructor`](super::Constructor) has names and a vector of its own; whoever reads millions of layers asks this table
//! instead. Invariant: it says of each constructor and slot what the schema says.

use crate::index::{CtorIx, DomainIx};
use crate::schema::domain::Domain;
use crate::schema::types::{Constructor, SlotKind, Type};

/// The facts of each constructor and slot of a schema that compact words are read by.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
/// use dpgen::schema::CtorIx;
///
/// let digits = Generator::<Digits>::up_to(1).build()?;
/// let schema = digits.catalog().schema();
/// let (layers, then) = (schema.layers(), CtorIx::from_word(1));
/// assert_eq!((layers.local(then), layers.has_slots(then), layers.has_parts(then)), (1, true, true));
/// assert_eq!(layers.domain(then, 0).map(|domain| schema.domain(domain).len()), Some(3));
/// assert_eq!(layers.domain(then, 1), None); // the rest of the digits
/// assert_eq!((layers.range_start(then, 0), layers.range_start(then, 1)), (Some(1), None));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct LayerTable {
    layers: Vec<Layer>,
    /// The slots of all constructors, one constructor after the other.
    slots: Vec<LayerSlot>,
}

/// The facts of a constructor.
#[derive(Debug, Clone, Copy)]
struct Layer {
    /// Its number within its type.
    local: u32,
    has_slots: bool,
    has_parts: bool,
    /// The place of its first slot among those of all constructors.
    first_slot: usize,
}

/// The facts of a slot.
#[derive(Debug, Clone, Copy)]
struct LayerSlot {
    /// The domain of its values; `None` if a part fills it.
    domain: Option<DomainIx>,
    /// The first value of the domain, if it is a range.
    range_start: Option<i64>,
}

impl LayerSlot {
    fn new(kind: SlotKind, domains: &[Domain]) -> Self {
        let domain = match kind {
            SlotKind::Data(domain) => Some(domain),
            SlotKind::Recursive(_) => None,
        };
        let range_start = domain.and_then(|domain| match domains[domain.index()] {
            Domain::Range { lo, .. } => Some(lo),
            _ => None,
        });
        Self { domain, range_start }
    }
}

impl LayerTable {
    pub(super) fn new(types: &[Type], constructors: &[Constructor], domains: &[Domain]) -> Self {
        let mut table = Self::default();
        let locals = types.iter().flat_map(|ty| 0..ty.constructors);
        for (local, constructor) in locals.zip(constructors) {
            let (has_slots, has_parts) = (!constructor.slots.is_empty(), !constructor.recursive.is_empty());
            table.layers.push(Layer { local, has_slots, has_parts, first_slot: table.slots.len() });
            table.slots.extend(constructor.slots.iter().map(|slot| LayerSlot::new(slot.kind, domains)));
        }
        table
    }

    /// The constructor's number within its type.
    #[inline]
    #[must_use]
    pub fn local(&self, ctor: CtorIx) -> u32 {
        self.layers[ctor.index()].local
    }

    /// Whether the constructor has slots.
    #[inline]
    #[must_use]
    pub fn has_slots(&self, ctor: CtorIx) -> bool {
        self.layers[ctor.index()].has_slots
    }

    /// Whether the constructor has slots that parts fill.
    #[inline]
    #[must_use]
    pub fn has_parts(&self, ctor: CtorIx) -> bool {
        self.layers[ctor.index()].has_parts
    }

    /// The domain of a constructor's slot; `None` if a part fills it.
    ///
    /// # Panics
    /// May panic when the constructor has no such slot.
    #[inline]
    #[must_use]
    pub fn domain(&self, ctor: CtorIx, slot: usize) -> Option<DomainIx> {
        self.slot(ctor, slot).domain
    }

    /// The first value of the domain of a constructor's slot, if that is a range.
    ///
    /// # Panics
    /// May panic when the constructor has no such slot.
    #[inline]
    #[must_use]
    pub fn range_start(&self, ctor: CtorIx, slot: usize) -> Option<i64> {
        self.slot(ctor, slot).range_start
    }

    #[inline]
    fn slot(&self, ctor: CtorIx, slot: usize) -> &LayerSlot {
        &self.slots[self.layers[ctor.index()].first_slot + slot]
    }
}
