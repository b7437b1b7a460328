//! Splits a set by integers of its members' answers: in the parts that a leaf tells apart, and for comparing data with them.

use std::sync::Arc;

use dpgen_forest::schema::Domain;

use super::class_sets::ClassSets;
use super::set_partition::{AnswerInts, SetPartition};
use super::threshold_regions::{ComparedInterval, SetInt};
use crate::limit_monitor::PollCounter;

impl ClassSets {
    /// The partition of a set by some integers, with its number; the values of the first integer ascend. `None` if the build is to
    /// stop.
    pub(crate) fn partition(
        &mut self,
        set: u32,
        ints: AnswerInts,
        pace: &mut PollCounter<'_>,
    ) -> Option<(u32, Arc<SetPartition>)> {
        let key = (set, ints);
        if let Some(known) = self.partitions.get(&key) {
            return Some(known.clone());
        }
        let partition = match self.shared.partitions.get(&key) {
            Some(known) => known,
            None => {
                let new = self.new_partition(set, &key.1, pace)?;
                self.shared.add_partition(key.clone(), new)
            }
        };
        if !pace.watch().reserve(&mut self.partitions, 1) {
            return None;
        }
        self.partitions.insert(key, partition.clone());
        Some(partition)
    }

    /// The partition of a set by some integers; `None` if the build is to stop.
    fn new_partition(
        &mut self,
        set: u32,
        ints: &AnswerInts,
        pace: &mut PollCounter<'_>,
    ) -> Option<SetPartition> {
        let mut values: Vec<i64> = Vec::new();
        let mut sets = vec![set];
        for (done, (attr, position)) in ints.iter().enumerate() {
            let (mut finer_values, mut finer) = (Vec::new(), Vec::new());
            for (part, set) in sets.iter().enumerate() {
                for (value, subset) in self.by_value(*set, *attr, *position).iter() {
                    if pace.step()
                        || !pace.watch().reserve(&mut finer, 1)
                        || !pace.watch().reserve(&mut finer_values, done + 1)
                    {
                        return None;
                    }
                    finer_values.extend_from_slice(&values[part * done..(part + 1) * done]);
                    finer_values.push(*value);
                    finer.push(*subset);
                }
            }
            (values, sets) = (finer_values, finer);
        }
        let members = sets.iter().map(|set| self.members(*set).clone()).collect();
        Some(SetPartition::new(values, sets, members))
    }

    /// The first index of each threshold region of an interval that is compared with an integer.
    pub(crate) fn region_starts(
        &mut self,
        int: SetInt,
        interval: &ComparedInterval,
        domain: &Domain,
    ) -> Arc<[u32]> {
        if let Some(known) = self.region_starts.get(&(int, *interval)) {
            return known.clone();
        }
        let (set, attr, position) = int;
        let values = self.by_value(set, attr, position);
        let starts = interval.region_starts(values.iter().map(|(value, _)| *value), domain);
        self.region_starts.insert((int, *interval), starts.clone());
        starts
    }
}
