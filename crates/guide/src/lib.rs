//! Guided generation: structures of a catalog, chosen by what has been learned of an opaque judge.
//!
//! You probably want the crate `dpgen`. This one is published so that it can be a dependency of it; its interface
//! may change with every release.

mod auto;
mod draft;
mod feedback;
mod hunt;
mod journal;
mod kind;
mod layout;
mod learned;
mod mcc;
mod pairs;
mod policy;
mod report;
mod seen;
mod space;
mod uniform;
mod worst;

pub use feedback::Feedback;
pub use hunt::{Ended, Hunt, Limits, Verdict};
pub use journal::JournalError;
pub use kind::Guide;
pub use learned::{Learned, LearnedError};
pub use mcc::Abstraction;
pub use report::{Report, SizeTried};
pub use space::{Proposal, Space};
