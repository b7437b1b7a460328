//! The classes of one type and size while batches are merged: productions with the same key make one class.

use dpgen_forest::Count;
use dpgen_forest::graph::{Dag, Family};
use dpgen_forest::index::{IdsExhausted, at, id};

use super::batch::BatchIds;
use crate::limit_monitor::LimitMonitor;
use crate::quotient::leaf::batch_leaves::{BatchLeaves, ClassKey, Interned, KeyShape};

/// The first record of a batch, and the class of each of its records, which have neighbouring numbers.
pub(super) type ClassesOfRecords = (u32, Vec<u32>);

/// The classes of one type and size, in the order in which batches name them.
#[derive(Default)]
pub(super) struct NewClasses {
    pub(super) shapes: Interned<KeyShape>,
    pub(super) keys: Interned<ClassKey>,
    pub(super) counts: Vec<Count>,
    pub(super) batches: Vec<ClassesOfRecords>,
}

impl NewClasses {
    /// By key of a batch: the index of its class, which is added if it is new; fewer if the build is to stop.
    pub(super) fn classes_of_keys(
        &mut self,
        leaves: &BatchLeaves,
        ids: &BatchIds,
        watch: &LimitMonitor,
    ) -> Result<Vec<u32>, IdsExhausted> {
        let shapes = leaves.shapes.iter().map(|shape| {
            let mut shape = shape.clone();
            shape.condition = ids.condition(&shape);
            id(self.shapes.insert_full(shape).0, "shapes of answers")
        });
        let shapes: Vec<u32> = shapes.collect::<Result<_, _>>()?;
        let mut pace = watch.pace();
        let mut classes = Vec::new();
        if !watch.reserve(&mut classes, leaves.keys.len()) {
            return Ok(classes);
        }
        for key in &leaves.keys {
            if pace.step() || !watch.reserve(&mut self.keys, 1) {
                return Ok(classes);
            }
            let key = ClassKey { shape: shapes[at(key.shape)], ints: key.ints.clone() };
            classes.push(id(self.keys.insert_full(key).0, "classes")?);
        }
        let new = self.keys.len() - self.counts.len();
        if !watch.reserve(&mut self.counts, new) {
            return Ok(classes);
        }
        self.counts.resize(self.keys.len(), Count::ZERO);
        Ok(classes)
    }

    /// By class: how many records it has.
    pub(super) fn member_counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.keys.len()];
        for class in self.batches.iter().flat_map(|(_, classes)| classes) {
            counts[at(*class)] += 1;
        }
        counts
    }
}

/// Appends the records of some batches to the members of the graph's unions, class by class and ascending, where each class has so
/// many; `false` if the build is to stop.
pub(super) fn append_members(
    dag: &mut Dag,
    batches: Vec<ClassesOfRecords>,
    member_counts: &[usize],
    watch: &LimitMonitor,
) -> bool {
    // Where each class begins; its records move that to where it ends.
    let mut len = 0;
    let mut ends: Vec<usize> = member_counts.to_vec();
    for end in &mut ends {
        len += std::mem::replace(end, len);
    }
    if !watch.can_grow(dag.growth(len, 0)) {
        return false;
    }
    let members = dag.append_members(len);
    for (first, classes) in batches {
        for (record, class) in (first..).zip(&classes) {
            let place = &mut ends[at(*class)];
            members[*place] = Family::record(record).word();
            *place += 1;
        }
    }
    true
}
