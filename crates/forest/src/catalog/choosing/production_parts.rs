//! [`ProductionParts`]: the parts of a production, with the number of ways to fill each.
//!
//! The product of these numbers is the production's count, so that a rank within it has a digit for each part. Read
//! [`rank_chooser`](super::rank_chooser) next.

use crate::count::Count;
use crate::graph::decoded_record::{DecodedRecord, SlotContent};
use crate::graph::production_dag::Dag;
use crate::index::CtorIx;
use crate::schema::Schema;

/// The parts of a production: its slots in order, and its rest if it does not hold all slots of its constructor.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::schema::{Chooser, Decision, ProductionParts};
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
///     fn begin(&mut self, parts: &ProductionParts<'_>) {
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
pub struct ProductionParts<'a> {
    schema: &'a Schema,
    dag: &'a Dag,
    item: DecodedRecord<'a>,
}

impl<'a> ProductionParts<'a> {
    #[inline]
    pub(crate) fn of(schema: &'a Schema, dag: &'a Dag, record: u32) -> Self {
        Self { schema, dag, item: dag.decode(schema, dag.records.get(record)) }
    }

    /// The number of parts.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.item.len()
    }

    /// Whether there is no part.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.item.is_empty()
    }

    /// The number of ways to fill a part.
    ///
    /// # Panics
    /// When there is no such part.
    #[must_use]
    pub fn count(&self, place: usize) -> Count {
        assert!(place < self.len(), "part {place} of {}: they are numbered from 0", self.len());
        self.dag.word_count(self.schema, &self.item, place)
    }

    /// The number of ways to fill all parts.
    #[must_use]
    pub fn total(&self) -> Count {
        (0..self.len()).fold(Count::ONE, |product, place| product * self.count(place))
    }

    /// The constructor that begins here; `None` for the rest of a production.
    #[inline]
    pub(crate) fn begun(&self) -> Option<CtorIx> {
        (!self.item.is_rest).then_some(self.item.ctor)
    }

    /// What a part can hold.
    #[inline]
    pub(crate) fn content(&self, place: usize) -> SlotContent {
        self.item.content(place)
    }

    /// Whether a part is data with one possible value.
    #[inline]
    pub(crate) fn is_decided(&self, place: usize) -> bool {
        match self.item.content(place) {
            SlotContent::Family(_) => false,
            SlotContent::Data(span) => {
                let (first, last) = self.dag.bounds(span);
                first == last
            }
        }
    }

    /// The number of ways to fill a part; `None` for data with one possible value.
    #[inline]
    pub(crate) fn ways(&self, place: usize) -> Option<Count> {
        match self.item.content(place) {
            SlotContent::Family(family) => Some(self.dag.count(self.schema, family)),
            SlotContent::Data(span) => {
                let (first, last) = self.dag.bounds(span);
                (first < last).then(|| Count::from(last - first) + Count::ONE)
            }
        }
    }
}
