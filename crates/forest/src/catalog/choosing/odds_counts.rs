//! [`OddsCounts`]: counts by odds, of the families and the sizes of a catalog.
//!
//! Counts by odds are counts in which a structure counts as often as its odds say: a production has the product of the
//! counts of its parts, times the odds of its constructor; a union has the sum of its members. They are exact, of any
//! magnitude.

use std::ops::RangeInclusive;

use crate::catalog::Catalog;
use crate::catalog::choosing::odds::Odds;
use crate::catalog::choosing::production_parts::ProductionParts;
use crate::catalog::families::bottom_up::BottomUp;
use crate::count::Count;
use crate::graph::decoded_record::SlotContent;
use crate::graph::production_dag::Dag;
use crate::graph::record_references::Family;
use crate::graph::running_counts::{MIN_SUMMED_MEMBERS, RunningCounts, locate_in_sums, running_sums};
use crate::index::at;

/// The counts by odds of some sizes of a catalog.
#[derive(Debug)]
pub(super) struct OddsCounts<'c> {
    odds: Odds<'c>,
    dag: &'c Dag,
    running: RunningCounts,
    /// Counts by record and by union; `None` for those that no structure of these sizes has.
    records: Vec<Option<Count>>,
    unions: Vec<Option<Count>>,
    /// Each size with the counts of its productions, each added to those before it.
    sizes: Vec<(u32, Vec<Count>)>,
}

impl<'c> OddsCounts<'c> {
    /// The counts of these sizes, as far as the catalog is complete.
    pub(super) fn new(catalog: &'c Catalog, odds: Odds<'c>, sizes: RangeInclusive<u32>) -> Self {
        let (schema, dag) = (&*catalog.schema, &catalog.dag);
        let mut counts: BottomUp<'_, Count> = BottomUp::new(schema, dag);
        let mut sums_by_size = Vec::new();
        for size in sizes.take_while(|size| *size < catalog.complete_sizes()) {
            let records = catalog.roots_of(size).map_or(&[][..], |roots| &roots.records);
            let by_record = records.iter().map(|record| {
                let count = counts.compute(
                    Family::record(*record),
                    |counts, record| {
                        let known = |family| counts.known(family).cloned();
                        product(&odds, &ProductionParts::of(schema, dag, record), known)
                    },
                    |members| members.sum(),
                );
                count.unwrap_or_default()
            });
            sums_by_size.push((size, running_sums(by_record).collect()));
        }
        let (records, unions) = counts.into_parts();
        Self { odds, dag, running: RunningCounts::default(), records, unions, sizes: sums_by_size }
    }

    /// Each size with the counts of its productions, each added to those before it.
    pub(super) fn sizes(&self) -> &[(u32, Vec<Count>)] {
        &self.sizes
    }

    /// The counts of the productions of a size, each added to those before it.
    pub(super) fn sums(&self, size: u32) -> &[Count] {
        self.sizes.iter().find(|(known, _)| *known == size).map_or(&[], |(_, sums)| sums)
    }

    /// The count of a family by odds.
    pub(super) fn count(&self, family: Family) -> Count {
        let known = match family.split() {
            Ok(record) => &self.records[at(record)],
            Err(union) => &self.unions[at(union)],
        };
        known.clone().unwrap_or_default()
    }

    /// The member of a union that holds a number below the union's count, by its place, and the number within it.
    pub(super) fn member(&self, union: u32, mut number: Count) -> (usize, Count) {
        let members = self.dag.members(union);
        let counts = members.iter().map(|member| self.count(Family::from_word(*member)));
        if members.len() >= MIN_SUMMED_MEMBERS
            && let Some(sums) = self.running.of(union, self.dag.unions(), counts.clone())
        {
            return locate_in_sums(sums, number);
        }
        for (place, count) in counts.enumerate() {
            match number.checked_sub(&count) {
                Some(rest) => number = rest,
                None => return (place, number),
            }
        }
        (members.len(), number)
    }

    /// The odds of a production's own layer: 1 for the rest of one.
    pub(super) fn own(&self, parts: &ProductionParts<'_>) -> Count {
        own(&self.odds, parts)
    }

    /// The count by odds of a part of a production; `None` for data with one possible value.
    pub(super) fn ways(&self, parts: &ProductionParts<'_>, place: usize) -> Option<Count> {
        match parts.content(place) {
            SlotContent::Family(family) => Some(self.count(family)),
            SlotContent::Data(_) => parts.ways(place),
        }
    }
}

fn own(odds: &Odds<'_>, parts: &ProductionParts<'_>) -> Count {
    parts.begun().map_or(Count::ONE, |ctor| Count::from(odds.of(ctor)))
}

/// The count of a production by odds, from those of its parts.
fn product(odds: &Odds<'_>, parts: &ProductionParts<'_>, known: impl Fn(Family) -> Option<Count>) -> Count {
    (0..parts.len()).fold(own(odds, parts), |product, place| match parts.content(place) {
        SlotContent::Family(family) => product * known(family).unwrap_or_default(),
        SlotContent::Data(_) => product * parts.ways(place).unwrap_or(Count::ONE),
    })
}
