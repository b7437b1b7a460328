//! Child processes that do not outlive this one.
//!
//! `program.rs` is a command as a user writes it. `process_per_case.rs` and `line_conversation.rs` are the two ways to ask one: a process a
//! case, or one that stays; `restarting_server.rs` starts one that stays again when it fails, and finds out which question it was;
//! `unbuffered_flags.rs` knows how programs are told to answer at once. `isolated_program.rs` is a program with a home of its own.
//!
//! Each process leads a process group (`finding_groups.rs`), which ends with it. A guard (`guard.rs`) ends what left its group, and
//! all of it when this process is gone.

mod exit_description;
mod guard;
mod isolated_program;
mod line_conversation;
mod poll;
mod process_group;
mod process_per_case;
mod program;
mod restarting_server;
mod unbuffered_flags;

pub use exit_description::describe_exit;
pub use guard::{Guard, MARK};
pub use isolated_program::Kept;
pub use line_conversation::{Conversation, Heard};
pub use process_per_case::{Outcome, run};
pub use program::Program;
pub use restarting_server::{Aftermath, Protocol, Response, Responses, Server, ServerError};
