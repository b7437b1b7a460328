//! Reads a log up to the end of its last block, one line at a time.

use std::io::BufRead;
use std::path::Path;

use crate::log_error::LogError;
use crate::run_log::checksum_chain::ChecksumChain;
use crate::run_log::log_contents::LogContents;
use crate::run_log::log_line::Line;
use crate::run_log::run_header::LOG_FORMAT_VERSION;

/// A log that was read.
pub(super) struct ReadLog {
    pub(super) contents: LogContents,
    /// The length of the file up to the end of the last block.
    pub(super) block_end: u64,
    /// The check of the lines up to there.
    pub(super) chain: ChecksumChain,
}

/// Reads the lines of a log; none when not even the header is there. Findings that do not fit into memory are stored in
/// `folder`.
pub(super) fn read_log(
    path: &Path,
    mut lines: impl BufRead,
    folder: Option<&Path>,
) -> Result<Option<ReadLog>, LogError> {
    let mut read: Option<LogContents> = None;
    let mut chain = ChecksumChain::default();
    let (mut block_end, mut chain_of_block) = (0, chain);
    let mut length = 0;
    let mut block = Vec::new();
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        let fails = |error| LogError::Io { path: path.to_owned(), what: "read", error };
        lines.read_until(b'\n', &mut text).map_err(fails)?;
        length += u64::try_from(text.len()).unwrap_or(u64::MAX);
        // The first form of logs had no checks.
        if number == 1 && text.starts_with(b"{\"header\":") {
            return Err(LogError::Version { path: path.to_owned() });
        }
        let damaged = || LogError::Damaged { path: path.to_owned(), line: number };
        if !text.ends_with(b"\n") {
            // The end of the file, or the torn line of a process that was killed.
            break;
        }
        let line = chain.open(&text).and_then(|text| serde_json::from_slice::<Line>(text).ok());
        let Some(line) = line else { return Err(damaged()) };
        match (line, &mut read) {
            (Line::Header(header), None) if header.format == LOG_FORMAT_VERSION => {
                read = Some(LogContents::new(*header, folder));
            }
            (Line::Header(_), None) => return Err(LogError::Version { path: path.to_owned() }),
            (Line::Finding(finding), Some(read)) if finding.case.term.is_of(&read.header.vocabulary) => {
                block.push(*finding);
                continue;
            }
            (Line::Done { to, tally, refused }, Some(read)) if to >= read.done => {
                block.drain(..).try_for_each(|finding| read.findings.push(&finding))?;
                read.add_judged(to, &tally, &refused);
            }
            (Line::Reduced(key), Some(read)) => {
                block.drain(..).try_for_each(|finding| read.findings.push(&finding))?;
                read.reduced.insert(key);
            }
            _ => return Err(damaged()),
        }
        (block_end, chain_of_block) = (length, chain);
    }
    Ok(read.map(|contents| ReadLog { contents, block_end, chain: chain_of_block }))
}
