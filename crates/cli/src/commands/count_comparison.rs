//! Compares the counts that a spec states with those of builds, for `dpgen check --counts`.

use dpgen_forest::{Catalog, Count};
use dpgen_spec::{Expected, Spec};

use crate::build_session::Session;
use crate::command_error::CommandError;
use crate::commands::check_outcome::CheckOutcome;
use crate::coverage_certificate::stop_words;
use crate::exit_code::ExitCode;
use crate::terminal::number_format::{aligned, grouped, structures};

/// The most sizes that the table of a list with a mistake has.
const MAX_SIZES_SHOWN: usize = 40;

/// Checks the counts that the spec states, list by list, up to the first one with a mistake.
pub(super) fn check_stated_counts(session: &Session<'_>, spec: &Spec) -> Result<CheckOutcome, CommandError> {
    let mut last: Option<Catalog> = None;
    for list in spec.counts().chunk_by(|a, b| a.list == b.list) {
        let mut found: Vec<Count> = Vec::new();
        for expected in list {
            let catalog = match last.take() {
                Some(catalog) if *catalog.scope() == expected.scope => catalog,
                _ => session.build(spec, &expected.scope, session.order())?,
            };
            if let Some(count) = catalog.try_count(expected.size) {
                found.push(count);
                last = Some(catalog);
                continue;
            }
            // What differs before is told all the same.
            if let Some(message) = mismatch(list, &found) {
                return Ok(CheckOutcome::Failed(message));
            }
            let code = catalog.stop_reason().map_or(ExitCode::Stopped, |reason| stop_words(reason).1);
            let (size, max) = (expected.size, expected.scope.max_size());
            let message = format!("stopped before size {size} of maximum size {max}");
            return Ok(CheckOutcome::Stopped(message, code));
        }
        if let Some(message) = mismatch(list, &found) {
            return Ok(CheckOutcome::Failed(message));
        }
    }
    Ok(CheckOutcome::Passed(match spec.counts().len() {
        0 => "the spec states no counts".to_owned(),
        1 => "the stated count is right".to_owned(),
        number => format!("all {number} stated counts are right"),
    }))
}

/// A note about counts that the spec states and that nobody compared.
pub(super) fn note_on_uncompared(spec: &Spec) -> Option<String> {
    let counts = match spec.counts().len() {
        0 => return None,
        1 => "1 stated count was".to_owned(),
        number => format!("{} stated counts were", grouped(number)),
    };
    Some(format!("{counts} not compared: add --counts"))
}

/// The first count that is wrong, with its line, and the list that it is in beside what was found; `None` if all that were found are right.
fn mismatch(list: &[Expected], found: &[Count]) -> Option<String> {
    let differs = |(expected, found): &(&Expected, &Count)| **found != Count::from(expected.count);
    let (first, count) = list.iter().zip(found).find(differs)?;
    let mut message = format!(
        "the spec states {} of size {} for maximum size {} (line {}), and there are {}\n",
        structures(first.count),
        first.size,
        first.scope.max_size(),
        first.line,
        grouped(count)
    );
    let mut rows = vec![["size", "stated", "found", ""].map(str::to_owned)];
    rows.extend(list.iter().zip(found).take(MAX_SIZES_SHOWN).map(|pair| {
        let mark = if differs(&pair) { "differs" } else { "" };
        [pair.0.size.to_string(), grouped(pair.0.count), grouped(pair.1), mark.to_owned()]
    }));
    let lines = aligned(&rows);
    message += &lines.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    if found.len() > MAX_SIZES_SHOWN {
        message += &format!("\nand {} more sizes", found.len() - MAX_SIZES_SHOWN);
    }
    Some(message)
}
