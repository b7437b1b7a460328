//! [`Distribution`]: worlds of a kind, each named by a seed.

use crate::world::World;

/// Worlds of a kind, each at its beginning.
///
/// Equal seeds draw equal worlds, on every platform.
pub trait Distribution {
    /// What it is called in tables.
    fn name(&self) -> String;

    /// The world with this seed.
    fn draw(&self, seed: u64) -> World;
}
