//! Serializes the result of a check: [`Checked`] and its parts. Times are left out, so that it is the same in every run.

use ::serde::ser::SerializeStruct;
use ::serde::{Serialize, Serializer};

use crate::adapters::size_and_rank::Place;
use crate::testing::{CheckFailure, Checked, CheckedSize};

/// Needs the feature `serde`.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// let checked = dpgen::check(2, |tree: &Tree| if *tree == Tree::Leaf { Err("a leaf") } else { Ok(()) })?;
/// let found = serde_json::to_value(&checked).expect("these are plain values");
/// assert_eq!(found["complete"], false);
/// assert_eq!(found["sizes"], serde_json::json!([{"size": 0, "run": 1, "failed": 1}]));
/// assert_eq!(found["failures"][0]["place"], "0:0");
/// assert_eq!(found["failures"][0]["value"], "Leaf");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
impl Serialize for Checked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Checked", 3)?;
        out.serialize_field("complete", &self.is_complete())?;
        out.serialize_field("sizes", self.sizes())?;
        out.serialize_field("failures", self.failures())?;
        out.end()
    }
}

/// Needs the feature `serde`.
impl Serialize for CheckedSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("CheckedSize", 3)?;
        out.serialize_field("size", &self.size)?;
        out.serialize_field("run", &self.run)?;
        out.serialize_field("failed", &self.failed)?;
        out.end()
    }
}

/// The first failure of a cause, with its place among the structures; needs the feature `serde`. Where in the code it
/// panicked is `source`.
impl Serialize for CheckFailure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("CheckFailure", 5)?;
        out.serialize_field("place", &Place::new(self.size(), self.rank()))?;
        out.serialize_field("value", self.value())?;
        out.serialize_field("message", self.message())?;
        out.serialize_field("source", &self.place())?;
        out.serialize_field("times", &self.times())?;
        out.end()
    }
}
