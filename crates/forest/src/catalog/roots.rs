//! [`Roots`]: the productions of the whole structures of one size, in rank order, with running counts to find a rank fast.

use std::sync::OnceLock;

use crate::count::Count;
use crate::graph::production_dag::Dag;
use crate::index::{at, small};
use crate::schema::Schema;

/// The number of productions between two stored running counts.
const RUNNING_COUNT_STRIDE: usize = 64;

/// The productions of the structures of one size, in rank order.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Roots {
    pub(crate) records: Vec<u32>,
    pub(crate) count: Count,
    #[cfg_attr(feature = "save", serde(skip))]
    running: OnceLock<Vec<Count>>,
    /// Positions in `records`, sorted by record; made at the first lookup.
    #[cfg_attr(feature = "save", serde(skip))]
    by_record: OnceLock<Vec<u32>>,
}

impl Roots {
    /// Productions whose count is known.
    #[must_use]
    pub fn with_count(records: Vec<u32>, count: Count) -> Self {
        Self { records, count, running: OnceLock::new(), by_record: OnceLock::new() }
    }

    /// Productions to be counted.
    #[must_use]
    pub fn new(schema: &Schema, dag: &Dag, records: Vec<u32>) -> Self {
        let count = if dag.unit {
            Count::from(records.len())
        } else {
            records.iter().map(|record| dag.record_count(schema, &dag.records.get(*record))).sum()
        };
        Self::with_count(records, count)
    }

    /// The counts before every [`RUNNING_COUNT_STRIDE`]-th production.
    fn running(&self, schema: &Schema, dag: &Dag) -> &[Count] {
        self.running.get_or_init(|| {
            let mut running = Vec::with_capacity(self.records.len() / RUNNING_COUNT_STRIDE + 1);
            let mut sum = Count::ZERO;
            for (place, record) in self.records.iter().enumerate() {
                if place % RUNNING_COUNT_STRIDE == 0 {
                    running.push(sum.clone());
                }
                sum += &dag.record_count(schema, &dag.records.get(*record));
            }
            running
        })
    }

    /// The position of a production, if it is one of these.
    pub(crate) fn place_of(&self, record: u32) -> Option<u32> {
        let record_at = |place: &u32| self.records[at(*place)];
        let by_record = self.by_record.get_or_init(|| {
            let mut places: Vec<u32> = (0..small(self.records.len())).collect();
            places.sort_unstable_by_key(record_at);
            places
        });
        let found = by_record.binary_search_by_key(&record, record_at).ok()?;
        Some(by_record[found])
    }

    /// The production that holds a rank, and the rank within it.
    pub fn locate(&self, schema: &Schema, dag: &Dag, rank: &Count) -> Option<(u32, Count)> {
        if *rank >= self.count {
            return None;
        }
        if dag.unit {
            return Some((small(rank.to_usize()?), Count::ZERO));
        }
        let running = self.running(schema, dag);
        let block = running.partition_point(|before| before <= rank) - 1;
        let mut rest = rank.checked_sub(&running[block])?;
        for place in block * RUNNING_COUNT_STRIDE..self.records.len() {
            let count = dag.record_count(schema, &dag.records.get(self.records[place]));
            match rest.checked_sub(&count) {
                Some(less) => rest = less,
                None => return Some((small(place), rest)),
            }
        }
        None
    }

    /// The rank of the first structure of a production.
    pub(crate) fn first_rank(&self, schema: &Schema, dag: &Dag, place: u32) -> Count {
        if dag.unit {
            return Count::from(place);
        }
        let block = at(place) / RUNNING_COUNT_STRIDE;
        let before = &self.records[block * RUNNING_COUNT_STRIDE..at(place)];
        let within = before.iter().map(|record| dag.record_count(schema, &dag.records.get(*record)));
        within.fold(self.running(schema, dag)[block].clone(), |sum, count| sum + count)
    }
}
