//! [`Chooser`]: who decides on the way down from the root to one structure.
//!
//! Wherever the structures of a catalog part (among productions, or by the value of a slot) the one who walks asks which
//! way to go. A [`Decision`] says what there is to choose from, with exact counts, so that uniform draws, draws by weights
//! that were learned, and following a rank are all choosers. Alternatives are numbered in rank order. How the walk goes
//! is in [`descent`](super::descent).

use chacha20::rand_core::Rng;

use super::roots::Roots;
use crate::count::Count;
use crate::graph::{Dag, Family};
use crate::index::{CtorIx, at, small};
use crate::schema::{Schema, SlotKind};

/// Decides which way to go.
///
/// A function is a chooser, too:
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::schema::Decision;
/// # #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// let trees = Generator::<Tree>::up_to(5).build()?;
/// let last = |decision: &Decision<'_>| decision.len() - 1;
/// let (words, rank) = trees.catalog().descend(5, &mut { last }).unwrap();
/// assert_eq!(rank, 41);
/// assert_eq!(trees.catalog().nth_compact(5, &rank), Ok(Some(words)));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
pub trait Chooser {
    /// The number of the alternative to take, below [`Decision::len`].
    fn choose(&mut self, decision: &Decision<'_>) -> usize;
}

impl<F: FnMut(&Decision<'_>) -> usize> Chooser for F {
    fn choose(&mut self, decision: &Decision<'_>) -> usize {
        self(decision)
    }
}

/// What there is to choose from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Alternatives<'a> {
    /// The productions of whole structures.
    Roots(&'a Roots),
    /// The members of a union, each of them a production or again a union.
    Members(&'a [u32]),
    /// The values of a slot: the indices from the first to the last one.
    Values(u32, u32),
}

/// A place at which structures part: at least two alternatives, each with at least one structure.
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
    pub(super) schema: &'a Schema,
    pub(super) dag: &'a Dag,
    pub(super) of: Alternatives<'a>,
    pub(super) slot: Option<(CtorIx, usize)>,
    pub(super) words: &'a [u32],
}

#[expect(clippy::len_without_is_empty, reason = "there are two alternatives at least")]
impl Decision<'_> {
    /// How many alternatives there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.of {
            Alternatives::Roots(roots) => roots.records.len(),
            Alternatives::Members(members) => members.len(),
            Alternatives::Values(first, last) => at(last - first).saturating_add(1),
        }
    }

    /// How many ways there are to go on within this part by an alternative; of a value, one.
    ///
    /// # Panics
    /// When there is no such alternative.
    #[must_use]
    pub fn count(&self, number: usize) -> Count {
        match self.of {
            Alternatives::Values(..) => Count::ONE,
            Alternatives::Roots(roots) => self.of_record(roots.records[number]),
            Alternatives::Members(members) => self.dag.count(self.schema, Family::from_word(members[number])),
        }
    }

    fn of_record(&self, record: u32) -> Count {
        self.dag.record_count(self.schema, self.dag.records.get(record))
    }

    /// How many ways there are by all alternatives.
    #[must_use]
    pub fn total(&self) -> Count {
        match self.of {
            Alternatives::Roots(roots) => roots.count.clone(),
            Alternatives::Values(first, last) => Count::from(last - first) + Count::ONE,
            Alternatives::Members(_) => (0..self.len()).map(|number| self.count(number)).sum(),
        }
    }

    /// How many ways there are by the alternatives before one.
    pub(super) fn before(&self, number: usize) -> Count {
        match self.of {
            Alternatives::Roots(roots) => roots.start_of(self.schema, self.dag, small(number)),
            Alternatives::Members(_) => (0..number).map(|number| self.count(number)).sum(),
            Alternatives::Values(..) => Count::from(small(number)),
        }
    }

    /// The alternative that a number below [`total`](Self::total) falls into, if alternatives lie one after the other,
    /// each as long as its count.
    #[must_use]
    pub fn holding(&self, rank: &Count) -> Option<usize> {
        match self.of {
            Alternatives::Roots(roots) => {
                roots.locate(self.schema, self.dag, rank).map(|(place, _)| at(place))
            }
            Alternatives::Values(..) => rank.to_usize().filter(|number| *number < self.len()),
            Alternatives::Members(_) => {
                let mut rest = rank.clone();
                (0..self.len()).find(|number| match rest.checked_sub(&self.count(*number)) {
                    Some(less) => {
                        rest = less;
                        false
                    }
                    None => true,
                })
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
            Alternatives::Members(members) => Family::from_word(members[number]),
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

    /// The value's index in the slot's domain, where values part.
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

    /// What fills the slot: data where values part, else a part; at the root, the root's type.
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

    /// The compact words before this place.
    #[must_use]
    pub fn words(&self) -> &[u32] {
        self.words
    }
}

/// Chooses so that each structure of a size is as likely as any other.
///
/// ```
/// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
/// use dpgen::prelude::*;
/// use dpgen::schema::Evenly;
/// # #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// let trees = Generator::<Tree>::up_to(100).build()?;
/// let mut evenly = Evenly(ChaCha8Rng::seed_from_u64(7));
/// let (_, rank) = trees.catalog().descend(100, &mut evenly).unwrap();
/// assert!(rank < trees.count(100));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Evenly<R>(
    /// Where chance comes from.
    pub R,
);

impl<R: Rng> Chooser for Evenly<R> {
    fn choose(&mut self, decision: &Decision<'_>) -> usize {
        let drawn = decision.total().random_below(&mut self.0);
        decision.holding(&drawn).unwrap_or(0)
    }
}
