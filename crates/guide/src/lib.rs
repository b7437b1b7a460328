//! Guided generation: structures of a catalog, chosen by what has been learned of an opaque judge.
//!
//! You probably want the crate `dpgen`. This one is published so that it can be a dependency of it; its interface
//! may change with every release.

mod attributes;
mod auto;
mod conditions;
mod contexts;
mod draft;
mod ending;
mod ends;
mod expressions;
mod feedback;
mod hunt;
mod journal;
#[cfg(all(unix, feature = "judge"))]
pub mod judge;
mod kind;
mod labels;
mod layout;
mod learned;
mod mcc;
mod novelty;
mod pairs;
mod pending;
mod policy;
mod report;
mod room;
mod seen;
mod sizes;
mod space;
mod uniform;
mod words;
mod worst;

pub use attributes::Attribute;
pub use conditions::{Condition, Conditions};
pub use ending::{Ended, Limits};
pub use feedback::{Feedback, Verdict};
pub use hunt::Hunt;
pub use journal::{JournalError, Replayed};
pub use kind::Guide;
pub use learned::{Learned, LearnedError};
pub use mcc::Abstraction;
pub use report::{Report, SizeTried, Turns};
pub use space::{Proposal, Space};
