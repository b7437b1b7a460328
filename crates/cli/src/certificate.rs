//! What a run covered, in words and as an exit code.

use dpgen_forest::{Catalog, Count, Fields, StopReason};

use super::exit::ExitCode;
use super::say::{grouped, sizes, structures};
use super::selection::Selection;
use super::session::Halt;

/// Why writing stopped before the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// As many as --limit says are written.
    Limit,
    /// Time or an interrupt.
    Halt(Halt),
}

/// How far writing came.
#[derive(Debug, Clone, Default)]
pub struct Covered {
    /// The size and rank of the first structure that is selected but not written, and why it is not.
    pub stopped: Option<(u32, Count, Why)>,
    /// How many structures an earlier run had written.
    pub earlier: Count,
    /// How many of those were missing or different, and have been written again.
    pub rewritten: u64,
    /// How many of the selected ranks are there; `None` if nothing was to be written.
    pub written: Option<Count>,
}

/// A run's last words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The words.
    pub text: String,
    /// The exit code.
    pub code: ExitCode,
}

impl Certificate {
    /// The certificate of a selection.
    pub fn new(selection: &Selection, catalog: &Catalog, covered: &Covered) -> Self {
        let selected = selection.selected(catalog);
        let mut certificate = match (&covered.stopped, &covered.written) {
            (Some((size, rank, why)), _) => within(selection, catalog, *size, rank, *why),
            (None, Some(written)) if *written != selected => {
                differing(written, &selected, catalog.is_loaded())
            }
            (None, _) => {
                match catalog.stop_reason().filter(|_| catalog.complete_sizes() <= *selection.sizes.end()) {
                    Some(reason) => between(selection, catalog, reason),
                    None => all(selection, catalog),
                }
            }
        };
        if !covered.earlier.is_zero() {
            certificate.text += &format!(" ({} of them written before)", grouped(&covered.earlier));
        }
        match covered.rewritten {
            0 => {}
            1 => certificate.text += "\n1 file was missing or different and has been written again",
            files => {
                let files = grouped(files);
                certificate.text +=
                    &format!("\n{files} files were missing or different and have been written again");
            }
        }
        certificate
    }
}

/// The number that was written is not the number that was counted.
fn differing(written: &Count, selected: &Count, loaded: bool) -> Certificate {
    let why = if loaded {
        "the saved build was changed. Build it again"
    } else {
        "dpgen itself went wrong. Please report it, with the spec and the command"
    };
    let text = format!("{} written, but there should be {}: {why}", structures(written), grouped(selected));
    Certificate { text, code: ExitCode::Found }
}

/// Everything selected is there.
fn all(selection: &Selection, catalog: &Catalog) -> Certificate {
    let of = sizes(&selection.sizes);
    let total: Count = selection.sizes.clone().map(|size| catalog.count(size)).sum();
    if total.is_zero() {
        let text = format!("no structure of {of} satisfies the predicate{}", rejections(catalog));
        return Certificate { text, code: ExitCode::Nothing };
    }
    let selected = selection.selected(catalog);
    let number = if selected == Count::ONE {
        "the only structure".to_owned()
    } else {
        format!("all {}", structures(&selected))
    };
    let number = match catalog.fields() {
        Fields::Symbolic => number.replace("structure", "path condition"),
        _ => number,
    };
    let mut text = match (&selection.ranks, selection.shard) {
        (Some(ranks), _) => format!("{number} with ranks {ranks} of {of}, which has {}", grouped(&total)),
        (_, Some(shard)) => format!("{number} of part {shard} of {of}, {} in all", grouped(&total)),
        _ => format!("{number} of {of}"),
    };
    if almost_nothing(selection, catalog) {
        text += &format!("\nnote: none is larger than the smallest{}", rejections(catalog));
    }
    Certificate { text, code: ExitCode::Complete }
}

/// Whether only the smallest structures pass, of several sizes that there could be.
fn almost_nothing(selection: &Selection, catalog: &Catalog) -> bool {
    let mut counts = selection.sizes.clone().map(|size| catalog.count(size)).skip_while(Count::is_zero);
    let smallest = counts.next();
    let mut larger = counts.peekable();
    let rejected = catalog.report().conditions.iter().any(|condition| condition.rejected > 0);
    smallest.is_some() && larger.peek().is_some() && larger.all(|count| count.is_zero()) && rejected
}

/// Which conditions rejected how many candidates, the most first.
fn rejections(catalog: &Catalog) -> String {
    const SHOWN: usize = 5;
    let mut conditions: Vec<_> = catalog.report().conditions.iter().collect();
    conditions.retain(|condition| condition.rejected > 0);
    conditions.sort_by_key(|condition| std::cmp::Reverse(condition.rejected));
    let mut text = String::new();
    for condition in conditions.into_iter().take(SHOWN) {
        text += &format!("\n  {} candidates rejected by {}", grouped(condition.rejected), condition.text);
    }
    text
}

/// Writing stopped at a rank.
fn within(selection: &Selection, catalog: &Catalog, size: u32, rank: &Count, why: Why) -> Certificate {
    let (verb, code) = match why {
        Why::Limit => ("stopped by --limit", ExitCode::Stopped),
        Why::Halt(halt) => (halt.verb(), halt.code()),
    };
    let (rank, count) = (grouped(rank), grouped(catalog.count(size)));
    let text = format!("{verb} at rank {rank} of {count} of size {size}{}", complete(selection, size));
    Certificate { text, code }
}

/// What to call the reason for which a build stopped, and its exit code.
pub const fn stop(reason: StopReason) -> (&'static str, ExitCode) {
    match reason {
        StopReason::Structures => ("stopped by --limit", ExitCode::Stopped),
        StopReason::Memory => (Halt::Memory.verb(), Halt::Memory.code()),
        StopReason::Deadline => (Halt::Deadline.verb(), Halt::Deadline.code()),
        StopReason::Cancelled => (Halt::Interrupt.verb(), Halt::Interrupt.code()),
        _ => ("stopped by a limit", ExitCode::Stopped),
    }
}

/// Writing came to the end of what was built, and the build had stopped.
fn between(selection: &Selection, catalog: &Catalog, reason: StopReason) -> Certificate {
    let next = catalog.complete_sizes();
    let (verb, code) = stop(reason);
    Certificate { text: format!("{verb} before size {next}{}", complete(selection, next)), code }
}

/// Which of the selected sizes below `next` are complete.
fn complete(selection: &Selection, next: u32) -> String {
    let (first, last) = (*selection.sizes.start(), *selection.sizes.end());
    let part = selection.shard.map(|shard| format!(" of part {shard}")).unwrap_or_default();
    match next.checked_sub(1) {
        _ if first == last => String::new(),
        Some(below) if first == 0 && below > 0 => format!("; sizes <= {below}{part} complete"),
        Some(below) if first <= below => format!("; {}{part} complete", sizes(&(first..=below))),
        _ => "; no size is complete".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Certificate, Covered};
    use crate::args::SizeArgs;
    use crate::exit::ExitCode;
    use crate::selection::Selection;
    use dpgen_forest::{Count, Scope};
    use std::sync::Arc;

    #[test]
    fn what_was_written_is_compared_with_what_was_counted() {
        let scope = Scope::new(3);
        let model = dpgen_spec::Spec::builtin("binary-tree").expect("it is built in").model(&scope);
        let model = Arc::new(model.expect("it fits the scope"));
        let catalog =
            dpgen_engine::build(&model, &scope, &dpgen_engine::Options::default()).expect("it builds");
        let selection = Selection::all(&SizeArgs::default(), &scope);
        let certificate = |written: u32| {
            let covered = Covered { written: Some(Count::from(written)), ..Covered::default() };
            Certificate::new(&selection, &catalog, &covered)
        };
        assert_eq!(certificate(9).code, ExitCode::Complete);
        let wrong = certificate(8);
        assert_eq!(wrong.code, ExitCode::Found);
        assert!(wrong.text.starts_with("8 structures written, but there should be 9: "), "{}", wrong.text);
    }
}
