//! Exploring worlds that are seen in part: mazes, random graphs, and the states of an interface.
//!
//! A [`World`] is a graph of which an explorer knows what it has [`Seen`]. It takes so many steps, and what counts is how many
//! nodes it visits. A [`Policy`] decides each step; [`Braided`] mazes, [`RandomGraphs`] and [`StateSpace`]s are the worlds.
//!
//! ```
//! use dpgen_worlds::{Braided, Nearest, evaluate};
//!
//! let mazes = Braided::backtracker(6, 6, 0.25);
//! let covered = evaluate(&mazes, &mut Nearest, 0..100);
//! assert!((0.7..0.9).contains(&covered.mean));
//! ```

mod distribution;
mod evaluate;
mod explore;
mod graph;
mod index;
mod maze;
mod optimum;
mod policy;
mod random_graph;
mod seen;
mod states;
mod world;

pub use distribution::Distribution;
pub use evaluate::{Mean, evaluate};
pub use explore::explore;
pub use graph::{Edge, Graph};
pub use index::NodeId;
pub use maze::{Braided, Cells, Direction, Maze, SpanningTrees};
pub use optimum::most_visited;
pub use policy::{Dfs, Imagine, LeastTaken, Nearest, Policy, Random, Rollout, StackDfs};
pub use random_graph::RandomGraphs;
pub use seen::{Seen, Way};
pub use states::{Broken, Guessed, Place, StateError, StateSpace};
pub use world::{Sight, World};
