//! [`ClassUnions`]: the unions of several classes, found by their members.
//!
//! The members of a union are in the graph alone: the table keeps their hash, and compares with the graph. Invariant: no two
//! unions have the same members.

use std::hash::{BuildHasher, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use dpgen_forest::graph::Dag;

use crate::table_growth::Growing;

/// The unions of several classes.
#[derive(Debug, Clone, Default)]
pub(super) struct ClassUnions(HashTable<HashedUnion>);

/// A union, with the hash of its members.
#[derive(Debug, Clone, Copy)]
struct HashedUnion {
    hash: u64,
    union: u32,
}

impl ClassUnions {
    /// The union with these members, words of families; its hash, if there is none.
    pub(super) fn find(&self, dag: &Dag, members: impl Iterator<Item = u32> + Clone) -> Result<u32, u64> {
        let mut hasher = FxBuildHasher.build_hasher();
        members.clone().for_each(|word| hasher.write_u32(word));
        let hash = hasher.finish();
        let has_members = |known: &HashedUnion| {
            known.hash == hash && dag.members(known.union).iter().copied().eq(members.clone())
        };
        self.0.find(hash, has_members).map(|known| known.union).ok_or(hash)
    }

    /// Adds a union that [`find`](Self::find) did not find, by the hash that it gave.
    pub(super) fn insert(&mut self, hash: u64, union: u32) {
        self.0.insert_unique(hash, HashedUnion { hash, union }, |known| known.hash);
    }
}

/// An entry has a byte of control besides.
impl Growing for ClassUnions {
    const ENTRY_BYTES: usize = size_of::<HashedUnion>() + 1;

    fn extent(&self) -> (usize, usize) {
        (self.0.len(), self.0.capacity())
    }

    fn grow(&mut self, more: usize) {
        self.0.reserve(more, |known| known.hash);
    }
}
