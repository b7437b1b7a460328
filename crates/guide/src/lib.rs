//! Guided generation: strategies that choose structures of a catalog and learn from the answers of an opaque judge.
//!
//! You probably want the crate `dpgen`. This one is published so that it can be a dependency of it; its interface
//! may change with every release.
//!
//! A [`Hunt`] is the loop: it proposes a structure, gets the judge's [`Feedback`], and updates the guide. `guide_policy.rs` is the
//! trait of guides, `guide_kind.rs` lists them: `uniform_guide.rs`, `monte_carlo_control/`, `pairs/`, `contexts/` and, of all of
//! these, `guide_portfolio.rs`. They build a structure top-down as a draft (`draft.rs`); `search_space.rs` has the structures tried so far.
//! `saved_knowledge.rs` and `learned_conditions.rs` keep the results of learning, `hunt_journal.rs` the feedback of a hunt.

mod condition_attributes;
mod contexts;
mod cost_distribution;
mod decision_layout;
mod draft;
mod draft_labels;
mod expression_writer;
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
mod substructure_end_positions;
mod uniform_guide;
mod unique_names;

pub use condition_attributes::Attribute;
pub use decision_layout::no_guide_because;
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
