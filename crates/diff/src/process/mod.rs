//! Processes that do not outlive this one.
//!
//! `program.rs` is a command as a user writes it. `once.rs` and `conversation.rs` are the two ways to ask one: a process a
//! case, or one that stays; `server.rs` starts one that stays again when it fails, and finds out which question it was;
//! `unbuffered.rs` knows how programs are told to answer at once. `kept.rs` is a program with a home of its own.
//!
//! Each process leads a process group (`group.rs`), which ends with it. A guard (`guard.rs`) ends what left its group, and
//! all of it when this process is gone.

mod conversation;
mod died;
mod group;
mod guard;
mod kept;
mod once;
mod program;
mod ready;
mod server;
mod unbuffered;

pub use conversation::{Conversation, Heard};
pub use died::died;
pub use guard::{Guard, MARK};
pub use kept::Kept;
pub use once::{Outcome, run};
pub use program::Program;
pub use server::{Aftermath, Protocol, Response, Responses, Server, ServerError};
