//! The classes of one type and size while batches are merged: productions with the same key make one class.

use dpgen_forest::Count;
use dpgen_forest::graph::Family;
use dpgen_forest::index::{IdsExhausted, at, id};

use super::batch::BatchIds;
use crate::limit_monitor::LimitMonitor;
use crate::quotient::leaf::batch_leaves::{BatchLeaves, ClassKey, Interned, KeyShape};

/// The classes of one type and size, in the order in which batches name them.
#[derive(Default)]
pub(super) struct NewClasses {
    pub(super) shapes: Interned<KeyShape>,
    pub(super) keys: Interned<ClassKey>,
    pub(super) members: Vec<Vec<Family>>,
    pub(super) counts: Vec<Count>,
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
        let new = self.keys.len() - self.members.len();
        if !watch.reserve(&mut self.members, new) || !watch.reserve(&mut self.counts, new) {
            return Ok(classes);
        }
        self.members.resize_with(self.keys.len(), Vec::new);
        self.counts.resize(self.keys.len(), Count::ZERO);
        Ok(classes)
    }
}
