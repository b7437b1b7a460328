//! Guided generation: structures of a catalog, chosen by what has been learned of an opaque judge.
//!
//! You probably want the crate `dpgen`. This one is published so that it can be a dependency of it; its interface
//! may change with every release.

mod condition_attributes;
mod conditions;
mod contexts;
mod cost_distribution;
mod decision_layout;
mod draft;
mod feedback;
mod guide_kind;
mod hunt;
mod journal;
#[cfg(all(unix, feature = "judge"))]
pub mod judge;
mod labels;
mod limits;
mod mcc;
mod novelty;
mod pairs;
mod pending_proposals;
mod policy;
mod portfolio;
mod rank_set;
mod report;
mod saved_knowledge;
mod search_space;
mod size_budget;
mod size_sampler;
mod spec_expressions;
mod substructure_ends;
mod uniform;
mod unique_names;

pub use condition_attributes::Attribute;
pub use conditions::{Condition, Conditions};
pub use feedback::{Feedback, Verdict};
pub use guide_kind::Guide;
pub use hunt::Hunt;
pub use journal::{JournalError, Replayed};
pub use limits::{Ended, Limits};
pub use mcc::Abstraction;
pub use report::{Report, SizeTried, Turns};
pub use saved_knowledge::{Learned, LearnedError};
pub use search_space::{Proposal, Space};
