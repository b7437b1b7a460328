//! Mazes: grids with walls between cells.
//!
//! `grid.rs` has the maze as data, `carve.rs` two ways to make one, `spanning.rs` all mazes without loops as structures of
//! dpgen (counted, ranked, drawn exactly uniformly), and `braided.rs` distributions of worlds with the imagination of a
//! planner (`imagined.rs`).

mod braided;
mod carve;
mod grid;
mod imagined;
mod spanning;

pub use braided::Braided;
pub use grid::{Direction, Maze};
pub use spanning::{Cells, SpanningTrees};
