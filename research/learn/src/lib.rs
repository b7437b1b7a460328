//! A policy that learns to explore worlds that are seen in part: the model of Dai et al., "Learning Transferable Graph
//! Exploration" (NeurIPS 2019), on candle.
//!
//! [`Learned`] is the policy, with weights that ship for mazes and for random graphs. [`Imitation`] trains one by a planner, and
//! [`ActorCritic`] by what its own exploration brings. The worlds are those of `dpgen-worlds`.
//!
//! ```
//! use dpgen_learn::Learned;
//! use dpgen_worlds::{Braided, Distribution, explore};
//!
//! let mut world = Braided::backtracker(6, 6, 0.25).draw(7);
//! explore(&mut world, &mut Learned::mazes()?, 7);
//! assert!(world.coverage() > 0.5);
//! # Ok::<(), candle_core::Error>(())
//! ```
//!
//! Networks of this size gain nothing from several threads: `RAYON_NUM_THREADS=1` makes candle use one.

mod actor_critic;
mod descent;
mod imitate;
mod index;
mod layers;
mod learned;
mod network;
mod observation;
mod params;
mod together;

pub use actor_critic::ActorCritic;
pub use imitate::Imitation;
pub use learned::Learned;
pub use network::Config;
