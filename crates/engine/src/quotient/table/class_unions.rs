//! [`ClassUnions`]: the unions of several classes, found by their members.
//!
//! The members of a union are in the graph alone. Invariant: no two unions have the same members.

use std::hash::{BuildHasher, Hasher};

use rustc_hash::FxBuildHasher;

use dpgen_forest::graph::Dag;

use crate::hashed_numbers::HashedNumbers;

/// The unions of several classes.
#[derive(Debug, Clone, Default)]
pub(super) struct ClassUnions {
    pub(super) unions: HashedNumbers,
}

impl ClassUnions {
    /// The union with these members, words of families; its hash, if there is none.
    pub(super) fn find(&self, dag: &Dag, members: impl Iterator<Item = u32> + Clone) -> Result<u32, u64> {
        let mut hasher = FxBuildHasher.build_hasher();
        members.clone().for_each(|word| hasher.write_u32(word));
        let hash = hasher.finish();
        let has_members = |union: u32| dag.members(union).iter().copied().eq(members.clone());
        self.unions.find(hash, has_members).ok_or(hash)
    }

    /// Adds a union that [`find`](Self::find) did not find, by the hash that it gave.
    pub(super) fn insert(&mut self, hash: u64, union: u32) {
        self.unions.insert(hash, union);
    }
}
