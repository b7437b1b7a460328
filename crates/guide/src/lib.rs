//! Guided generation: structures of a catalog, chosen by what has been learned of an opaque judge.
//!
//! You probably want the crate `dpgen`. This one is published so that it can be a dependency of it; its interface
//! may change with every release.

mod condition_attributes;
mod contexts;
mod cost_distribution;
mod decision_layout;
mod draft;
mod draft_labels;
mod guide_kind;
mod guide_policy;
mod guide_portfolio;
mod hunt;
mod hunt_journal;
mod hunt_limits;
mod hunt_report;
#[cfg(all(unix, feature = "judge"))]
pub mod judge;
mod judge_feedback;
mod learned_conditions;
mod monte_carlo_control;
mod novelty;
mod pairs;
mod pending_proposals;
mod rank_set;
mod saved_knowledge;
mod search_space;
mod size_budget;
mod size_sampler;
mod spec_expressions;
mod substructure_ends;
mod uniform_guide;
mod unique_names;

pub use condition_attributes::Attribute;
pub use guide_kind::Guide;
pub use hunt::Hunt;
pub use hunt_journal::{JournalError, Replayed};
pub use hunt_limits::{HuntEnd, Limits};
pub use hunt_report::{Report, SizeTried, Turns};
pub use judge_feedback::{Feedback, Verdict};
pub use learned_conditions::{Condition, Conditions};
pub use monte_carlo_control::Abstraction;
pub use saved_knowledge::{Learned, LearnedError};
pub use search_space::{Proposal, Space};
