//! [`Decision`]: a point at which the structures of a catalog differ, and its alternatives.
//!
//! Invariant: there are at least two alternatives, numbered in rank order, and each holds at least one structure. Read
//! [`chooser`](super::chooser) next.

use crate::catalog::roots::Roots;
use crate::count::Count;
use crate::graph::production_dag::Dag;
use crate::graph::record_references::Family;
use crate::index::{CtorIx, at, small};
use crate::schema::Schema;
use crate::schema::types::SlotKind;

/// The alternatives of a decision.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Alternatives<'a> {
    /// The productions of whole structures.
    Roots(&'a Roots),
    /// The members of the union with this number, each of them a production or again a union.
    Members(u32),
    /// The values of a slot: the indices from the first to the last one.
    Values(u32, u32),
}

/// A point at which structures differ: at least two alternatives, each with at least one structure.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::schema::Decision;
///
/// #[derive(DpGen)]
/// enum Digits {
///     End,
///     Then(#[dpgen(range = 1..=3)] i64, Box<Digits>),
/// }
///
/// let digits = Generator::<Digits>::up_to(3).build()?;
/// let mut asked = Vec::new();
/// let mut middle = |decision: &Decision<'_>| {
///     let slot = decision.slot().map(|(ctor, slot)| (ctor.word(), slot));
///     asked.push((slot, decision.len(), decision.value(1), decision.words().to_vec()));
///     1
/// };
/// let (words, rank) = digits.catalog().descend(3, &mut middle).unwrap();
/// // Constructors and values in preorder: `Then` is 1, and the second value of the slot 1.
/// assert_eq!((&words[..], rank), (&[1, 1, 1, 1, 1, 1, 0][..], Count::new(9 + 3 + 1)));
/// assert_eq!(asked[0], (Some((1, 0)), 3, Some(1), vec![1]));
/// assert_eq!(asked[2], (Some((1, 0)), 3, Some(1), vec![1, 1, 1, 1, 1]));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Decision<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) dag: &'a Dag,
    pub(crate) of: Alternatives<'a>,
    pub(crate) slot: Option<(CtorIx, usize)>,
    pub(crate) words: &'a [u32],
}

#[expect(clippy::len_without_is_empty, reason = "there are two alternatives at least")]
impl Decision<'_> {
    /// The number of alternatives.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.of {
            Alternatives::Roots(roots) => roots.records.len(),
            Alternatives::Members(union) => self.dag.members(union).len(),
            Alternatives::Values(first, last) => at(last - first).saturating_add(1),
        }
    }

    /// The number of structures of this part that an alternative holds; 1 for a value.
    ///
    /// # Panics
    /// When there is no such alternative.
    #[must_use]
    pub fn count(&self, number: usize) -> Count {
        match self.of {
            Alternatives::Values(..) => Count::ONE,
            Alternatives::Roots(roots) => self.record_count(roots.records[number]),
            Alternatives::Members(union) => {
                self.dag.count(self.schema, Family::from_word(self.dag.members(union)[number]))
            }
        }
    }

    fn record_count(&self, record: u32) -> Count {
        self.dag.record_count(self.schema, &self.dag.records.get(record))
    }

    /// The number of structures that all alternatives hold.
    #[must_use]
    pub fn total(&self) -> Count {
        match self.of {
            Alternatives::Roots(roots) => roots.count.clone(),
            Alternatives::Values(first, last) => Count::from(last - first) + Count::ONE,
            Alternatives::Members(union) => self.dag.union_count(Family::union(union)).clone(),
        }
    }

    /// The number of structures that the alternatives before one hold.
    pub(crate) fn before(&self, number: usize) -> Count {
        match self.of {
            Alternatives::Roots(roots) => roots.first_rank(self.schema, self.dag, small(number)),
            Alternatives::Members(union) => self.dag.count_before(self.schema, union, number),
            Alternatives::Values(..) => Count::from(small(number)),
        }
    }

    /// The alternative that a number below [`total`](Self::total) falls into, if alternatives lie one after the other,
    /// each as long as its count.
    #[must_use]
    pub fn holding(&self, rank: &Count) -> Option<usize> {
        self.find(rank.clone()).map(|(number, _)| number)
    }

    /// The alternative that holds a rank, and the rank within it, unless it is a value.
    pub(crate) fn find(&self, rank: Count) -> Option<(usize, Option<Count>)> {
        match self.of {
            Alternatives::Roots(roots) => {
                let (place, rest) = roots.locate(self.schema, self.dag, &rank)?;
                Some((at(place), Some(rest)))
            }
            Alternatives::Values(..) => {
                Some((rank.to_usize()?, None)).filter(|(number, _)| *number < self.len())
            }
            Alternatives::Members(union) => {
                let (number, rest) = self.dag.locate_in(self.schema, union, rank);
                (rest < self.count(number)).then_some((number, Some(rest)))
            }
        }
    }

    /// Whether a structure of this constructor is among those of an alternative; never for a value.
    ///
    /// # Panics
    /// When there is no such alternative.
    #[must_use]
    pub fn holds(&self, number: usize, ctor: CtorIx) -> bool {
        let first = match self.of {
            Alternatives::Values(..) => return false,
            Alternatives::Roots(roots) => Family::record(roots.records[number]),
            Alternatives::Members(union) => Family::from_word(self.dag.members(union)[number]),
        };
        let mut open = vec![first];
        while let Some(family) = open.pop() {
            match family.split() {
                Ok(record) if self.dag.ctor(record) == ctor => return true,
                Ok(_) => {}
                Err(union) => open.extend(self.dag.members(union).iter().copied().map(Family::from_word)),
            }
        }
        false
    }

    /// The index in the slot's domain of an alternative that is a value.
    #[must_use]
    pub fn value(&self, number: usize) -> Option<u32> {
        match self.of {
            Alternatives::Values(first, last) => {
                first.checked_add(small(number)).filter(|index| *index <= last)
            }
            Alternatives::Roots(_) | Alternatives::Members(_) => None,
        }
    }

    /// The slot that is being filled: its constructor, and its number there; `None` at the root.
    #[must_use]
    pub fn slot(&self) -> Option<(CtorIx, usize)> {
        self.slot
    }

    /// The kind of the slot: data if the alternatives are values, else a part; at the root, the root's type.
    #[must_use]
    pub fn kind(&self) -> SlotKind {
        match self.slot {
            Some((ctor, slot)) => self.schema.constructor(ctor).slots[slot].kind,
            None => SlotKind::Recursive(self.schema.root()),
        }
    }

    /// The types, constructors and domains.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        self.schema
    }

    /// The compact words before this point.
    #[must_use]
    pub fn words(&self) -> &[u32] {
        self.words
    }
}
