//! `dpgen studio`, asked as its page asks it, and as others may try to.
//!
//! `running.rs` is a studio that runs for a test; `in_browser.rs` drives the page itself.

mod answers;
mod edits;
mod files;
mod folders;
mod hostile;
#[cfg(feature = "browsers")]
mod in_browser;
mod refusals;
mod running;
#[cfg(feature = "browsers")]
mod times_in_browser;
mod why_not;

use super::*;
use running::RunningStudio;
