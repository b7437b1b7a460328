//! Adapter for serde: structures, counts and results of checks as data.
//!
//! A user's type needs no derive of serde: values are written by their schema, as serde's derive would write them.

mod serialize_checked;
mod serialize_structure;
mod snapshot;
mod summary;

pub use snapshot::Snapshot;
pub use summary::Summary;

use super::size_and_rank::Place;
use ::serde::de::Error;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
