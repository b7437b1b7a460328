//! [`Line`]: the kinds of lines of a log, and the names of the files of a log.

use serde::{Deserialize, Serialize};

use crate::findings::finding::Finding;
use crate::judge::Tally;
use crate::refusals::Refusals;
use crate::run_log::run_header::RunHeader;

/// The name of the log in its folder.
pub const LOG_FILE_NAME: &str = "log.jsonl";
/// The name of the folder with a folder for each finding.
pub const FINDINGS_FOLDER_NAME: &str = "findings";

/// A line of a log. The first is the header; blocks of findings follow, each ended by one of the last two.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    Header(Box<RunHeader>),
    Finding(Box<Finding>),
    /// All cases before `to` are judged; the figures and the refused cases are those of the block.
    Done {
        to: u64,
        tally: Tally,
        #[serde(default, skip_serializing_if = "Refusals::is_empty")]
        refused: Refusals,
    },
    /// The finding with this key is reduced.
    Reduced(String),
}
