//! [`Position`]: the place of a structure in its build, and its key.

use dpgen_forest::Count;

/// The place of a structure in its build, and its key.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a> {
    /// Its size.
    pub size: u32,
    /// Its rank among the structures of its size.
    pub rank: &'a Count,
    /// Which solution of the path condition of this rank it is, from 0, if every one is written.
    pub solution: Option<u64>,
    /// Its key, if keys are written.
    pub key: Option<&'a str>,
}

impl Position<'_> {
    /// The key, or size and rank in words.
    pub(super) fn title(&self) -> String {
        self.key.map_or_else(|| format!("size {}, rank {}", self.size, self.rank), str::to_owned)
    }
}
