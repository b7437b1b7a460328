//! Processes that do not outlive this one.
//!
//! `kept.rs` ends them when this process is gone; `program.rs` is a command as a user writes it; `once.rs` and
//! `conversation.rs` are the two ways to ask one: a process a case, or one that stays.

mod conversation;
mod died;
mod kept;
mod once;
mod program;
mod ready;

pub use conversation::Conversation;
pub use died::died;
pub use kept::{Kept, MARK};
pub use once::{Outcome, run};
pub use program::Program;
