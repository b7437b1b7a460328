//! Child processes that do not outlive their parent: run to the end, or asked one question after the other.
//!
//! You probably want the crate `dpgen-cli`. This one is published so that it can be a dependency of it; its interface may change
//! with every release. Everything but [`Failure`] needs Unix.
//!
//! Each process leads a process group, which is ended with the value that owns it. A [`Guard`] ends all processes that left their
//! group, and all of them when this process is gone.
//!
//! From the bottom up:
//!
//! | module | concept |
//! |---|---|
//! | `failure` | the ways in which a program fails to answer |
//! | `process_group`, `guard` | a child with its process group; a watcher that ends processes when this one is gone |
//! | `poll`, `exit_description` | waits for pipes; how a process ended, in words |
//! | `program` | a command as a user writes it |
//! | `run_to_end` | runs a command to its end and collects its output |
//! | `line_conversation` | a running program that gets bytes and answers with lines |
//! | `server` | a program that answers questions, is restarted when it fails, and the question that it failed on |
//! | `isolated_process` | a process with an environment and a home folder of its own |

#[cfg(unix)]
mod exit_description;
mod failure;
#[cfg(unix)]
mod guard;
#[cfg(unix)]
mod isolated_process;
#[cfg(unix)]
mod line_conversation;
#[cfg(unix)]
mod poll;
#[cfg(unix)]
mod process_group;
#[cfg(unix)]
mod program;
#[cfg(unix)]
mod run_to_end;
#[cfg(unix)]
mod server;

#[cfg(unix)]
pub use exit_description::describe_exit;
pub use failure::Failure;
#[cfg(unix)]
pub use guard::Guard;
#[cfg(unix)]
pub use isolated_process::IsolatedProcess;
#[cfg(unix)]
pub use program::Program;
#[cfg(unix)]
pub use run_to_end::{RunOutcome, run_to_end};
#[cfg(unix)]
pub use server::protocol::{Aftermath, Protocol, Response, Responses, ServerError};
#[cfg(unix)]
pub use server::restarting_server::Server;
