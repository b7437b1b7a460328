//! [`Chooser`]: who decides on the way down from the root to one structure.
//!
//! Wherever the structures of a catalog part (among productions, or by the value of a slot) the one who walks asks which
//! way to go. A [`Decision`] says what there is to choose from, with exact counts, so that uniform draws, draws by weights
//! that were learned, and following a rank are all choosers. Alternatives are numbered in rank order. How the walk goes
//! is in [`descent`](super::descent); who decides by ranks, in [`at_rank`](super::at_rank).

use super::roots::Roots;
use crate::count::Count;
use crate::graph::{Dag, Family, Filled, Item};
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

    /// Hears that a production is begun, of which the parts are decided next, from the first to the last, each with all
    /// that is below it. Whoever divides a rank needs this; others need not listen.
    fn begin(&mut self, parts: &Parts<'_>) {
        let _ = parts;
    }
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
        self.find(rank.clone()).map(|(number, _)| number)
    }

    /// The alternative that holds a rank, and the rank within it, unless it is a value.
    pub(super) fn find(&self, rank: Count) -> Option<(usize, Option<Count>)> {
        match self.of {
            Alternatives::Roots(roots) => {
                let (place, rest) = roots.locate(self.schema, self.dag, &rank)?;
                Some((at(place), Some(rest)))
            }
            Alternatives::Values(..) => {
                Some((rank.to_usize()?, None)).filter(|(number, _)| *number < self.len())
            }
            Alternatives::Members(members) => {
                let (number, rest) = self.dag.locate(self.schema, members, rank);
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

/// What a production is divided into: its slots in order, and what follows them where it does not hold all slots of its
/// constructor.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::schema::{Chooser, Decision, Parts};
/// # #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// /// Takes what comes first, and notes the ways to fill the parts of each production.
/// struct Notes(Vec<Vec<Count>>);
///
/// impl Chooser for Notes {
///     fn choose(&mut self, _: &Decision<'_>) -> usize {
///         0
///     }
///
///     fn begin(&mut self, parts: &Parts<'_>) {
///         self.0.push((0..parts.len()).map(|place| parts.count(place)).collect());
///     }
/// }
///
/// let trees = Generator::<Tree>::up_to(3).build()?;
/// let mut notes = Notes(Vec::new());
/// trees.catalog().descend(3, &mut notes).unwrap();
/// // A leaf and one of two trees with two nodes; a leaf without parts; and so on.
/// assert_eq!(notes.0[..2], [vec![Count::ONE, Count::new(2)], vec![]]);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Parts<'a> {
    pub(super) schema: &'a Schema,
    pub(super) dag: &'a Dag,
    pub(super) item: Item<'a>,
}

impl<'a> Parts<'a> {
    #[inline]
    pub(super) fn of(schema: &'a Schema, dag: &'a Dag, record: u32) -> Self {
        Self { schema, dag, item: dag.item(schema, dag.records.get(record)) }
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.item.len()
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.item.is_empty()
    }

    /// How many ways to fill one of them there are.
    ///
    /// # Panics
    /// When there is no such part.
    #[must_use]
    pub fn count(&self, place: usize) -> Count {
        assert!(place < self.len(), "part {place} of {}: they are numbered from 0", self.len());
        self.dag.word_count(self.schema, &self.item, place)
    }

    /// How many ways to fill all of them there are.
    #[must_use]
    pub fn total(&self) -> Count {
        (0..self.len()).fold(Count::ONE, |product, place| product * self.count(place))
    }

    /// Whether one of them is a value, and there is only one.
    #[inline]
    pub(super) fn is_decided(&self, place: usize) -> bool {
        match self.item.filled(place) {
            Filled::Family(_) => false,
            Filled::Data(span) => {
                let (first, last) = self.dag.bounds(span);
                first == last
            }
        }
    }

    /// How many ways to fill one of them there are, unless it is a value that is decided.
    #[inline]
    pub(super) fn ways(&self, place: usize) -> Option<Count> {
        match self.item.filled(place) {
            Filled::Family(family) => Some(self.dag.count(self.schema, family)),
            Filled::Data(span) => {
                let (first, last) = self.dag.bounds(span);
                (first < last).then(|| Count::from(last - first) + Count::ONE)
            }
        }
    }
}
