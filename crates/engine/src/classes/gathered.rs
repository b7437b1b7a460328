//! The classes of one type and size while their lots are merged: productions with the same key make one class.

use dpgen_forest::Count;
use dpgen_forest::graph::Family;
use dpgen_forest::index::{IdsExhausted, at, id};

use super::leaf::leaves::{ClassKey, Interned, KeyShape, Leaves};
use super::lot::LotNumbers;
use crate::watch::Watch;

/// The classes of one type and size while they are gathered, in the order in which they are met.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) shapes: Interned<KeyShape>,
    pub(super) keys: Interned<ClassKey>,
    pub(super) members: Vec<Vec<Family>>,
    pub(super) counts: Vec<Count>,
}

impl Gathered {
    /// The place of the class of each key of a lot; fewer if the build is to stop.
    pub(super) fn places(
        &mut self,
        leaves: &Leaves,
        global: &LotNumbers,
        watch: &Watch,
    ) -> Result<Vec<u32>, IdsExhausted> {
        let shapes = leaves.shapes.iter().map(|shape| {
            let mut shape = shape.clone();
            shape.condition = global.condition(&shape);
            id(self.shapes.insert_full(shape).0, "shapes of answers")
        });
        let shapes: Vec<u32> = shapes.collect::<Result<_, _>>()?;
        let mut pace = watch.pace();
        let mut places = Vec::new();
        if !watch.reserve(&mut places, leaves.keys.len()) {
            return Ok(places);
        }
        for key in &leaves.keys {
            if pace.step() || !watch.reserve(&mut self.keys, 1) {
                return Ok(places);
            }
            let key = ClassKey { shape: shapes[at(key.shape)], ints: key.ints.clone() };
            places.push(id(self.keys.insert_full(key).0, "classes")?);
        }
        let new = self.keys.len() - self.members.len();
        if !watch.reserve(&mut self.members, new) || !watch.reserve(&mut self.counts, new) {
            return Ok(places);
        }
        self.members.resize_with(self.keys.len(), Vec::new);
        self.counts.resize(self.keys.len(), Count::ZERO);
        Ok(places)
    }
}
