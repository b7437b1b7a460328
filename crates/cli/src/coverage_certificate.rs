//! [`Certificate`]: what a run covered, in words and as an exit code.

use dpgen_draw::visible;
use dpgen_forest::{Catalog, Count, Fields, StopReason};

use crate::build_session::Halt;
use crate::exit_code::ExitCode;
use crate::input::selection::Selection;
use crate::terminal::number_format::{grouped, sizes, structures};

/// Why writing stopped before everything selected was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopCause {
    /// --limit is reached.
    Limit,
    /// A limit of the session, or an interrupt.
    Halt(Halt),
}

/// How much of a selection is written.
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    /// The size and rank of the first selected structure that is not written, and why.
    pub stopped: Option<(u32, Count, StopCause)>,
    /// The number of structures that earlier runs had written.
    pub written_before: Count,
    /// The number of those that were missing or different, and have been written again.
    pub rewritten: u64,
    /// The number of selected ranks that are written; `None` if the command writes no structures.
    pub written: Option<Count>,
}

/// The last line of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The words.
    pub text: String,
    /// The exit code.
    pub code: ExitCode,
}

impl Certificate {
    /// The certificate of a selection.
    pub fn new(selection: &Selection, catalog: &Catalog, covered: &Coverage) -> Self {
        let selected = selection.selected(catalog);
        let mut certificate = match (&covered.stopped, &covered.written) {
            (Some((size, rank, cause)), _) => stopped_at_rank(selection, catalog, *size, rank, *cause),
            (None, Some(written)) if *written != selected => {
                count_mismatch(written, &selected, catalog.is_loaded())
            }
            (None, _) => {
                match catalog.stop_reason().filter(|_| catalog.complete_sizes() <= *selection.sizes.end()) {
                    Some(reason) => stopped_before_size(selection, catalog, reason),
                    None => everything(selection, catalog),
                }
            }
        };
        if !covered.written_before.is_zero() {
            certificate.text += &format!(" ({} of them written before)", grouped(&covered.written_before));
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

/// The certificate of a number of structures that is not the one counted.
fn count_mismatch(written: &Count, selected: &Count, loaded: bool) -> Certificate {
    let cause = if loaded {
        "the saved build was changed. Build it again"
    } else {
        "dpgen itself went wrong. Please report it, with the spec and the command"
    };
    let text = format!("{} written, but there should be {}: {cause}", structures(written), grouped(selected));
    Certificate { text, code: ExitCode::Found }
}

/// The certificate of a whole selection.
fn everything(selection: &Selection, catalog: &Catalog) -> Certificate {
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
    if only_smallest(selection, catalog) {
        text += &format!("\nnote: none is larger than the smallest{}", rejections(catalog));
    }
    Certificate { text, code: ExitCode::Complete }
}

/// Whether only structures of the smallest size pass, though larger ones were tried.
fn only_smallest(selection: &Selection, catalog: &Catalog) -> bool {
    let mut counts = selection.sizes.clone().map(|size| catalog.count(size)).skip_while(Count::is_zero);
    let smallest = counts.next();
    let mut larger = counts.peekable();
    let rejected = catalog.report().conditions.iter().any(|condition| condition.rejected > 0);
    smallest.is_some() && larger.peek().is_some() && larger.all(|count| count.is_zero()) && rejected
}

/// The number of candidates that each condition rejected, the most first.
fn rejections(catalog: &Catalog) -> String {
    const MAX_CONDITIONS_SHOWN: usize = 5;
    let mut conditions: Vec<_> = catalog.report().conditions.iter().collect();
    conditions.retain(|condition| condition.rejected > 0);
    conditions.sort_by_key(|condition| std::cmp::Reverse(condition.rejected));
    let mut text = String::new();
    for condition in conditions.into_iter().take(MAX_CONDITIONS_SHOWN) {
        text += &format!("\n  {} candidates rejected by {}", grouped(condition.rejected), condition.text);
    }
    text
}

/// The certificate of writing that stopped at a rank.
fn stopped_at_rank(
    selection: &Selection,
    catalog: &Catalog,
    size: u32,
    rank: &Count,
    cause: StopCause,
) -> Certificate {
    let (verb, code) = match cause {
        StopCause::Limit => ("stopped by --limit", ExitCode::Stopped),
        StopCause::Halt(halt) => (halt.verb(), halt.code()),
    };
    let (rank, count) = (grouped(rank), grouped(catalog.count(size)));
    let text = format!("{verb} at rank {rank} of {count} of size {size}{}", complete_sizes(selection, size));
    Certificate { text, code }
}

/// The words for the reason why a build stopped, and its exit code.
pub const fn stop_words(reason: StopReason) -> (&'static str, ExitCode) {
    match reason {
        StopReason::Structures => ("stopped by --limit", ExitCode::Stopped),
        StopReason::Memory => (Halt::Memory.verb(), Halt::Memory.code()),
        StopReason::Deadline => (Halt::Deadline.verb(), Halt::Deadline.code()),
        StopReason::Cancelled => (Halt::Interrupt.verb(), Halt::Interrupt.code()),
        _ => ("stopped by a limit", ExitCode::Stopped),
    }
}

/// The certificate of a build that stopped, all of which is written.
fn stopped_before_size(selection: &Selection, catalog: &Catalog, reason: StopReason) -> Certificate {
    let next = catalog.complete_sizes();
    let (verb, code) = stop_words(reason);
    let contexts = if reason == StopReason::Memory { contexts_note(catalog) } else { String::new() };
    Certificate {
        text: format!("{verb} before size {next}{}{contexts}", complete_sizes(selection, next)),
        code,
    }
}

/// The contexts of the type that has the most, for builds that need too much memory; empty without contexts.
fn contexts_note(catalog: &Catalog) -> String {
    let Some(most) = catalog.report().contexts.iter().max_by_key(|contexts| contexts.pools) else {
        return String::new();
    };
    let examples: Vec<String> =
        most.examples.iter().map(|context| format!("({})", visible(context))).collect();
    format!(
        "\nnote: there were {} contexts of `{}`, such as {}; each needs a pool of structures, so a context should hold no more \
         than what is read of it",
        grouped(most.pools),
        most.ty,
        examples.join(" ")
    )
}

/// The words for the selected sizes below `next`, which are complete.
fn complete_sizes(selection: &Selection, next: u32) -> String {
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
    use super::{Certificate, Coverage};
    use crate::exit_code::ExitCode;
    use crate::input::common_args::SizeArgs;
    use crate::input::selection::Selection;
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
            let covered = Coverage { written: Some(Count::from(written)), ..Coverage::default() };
            Certificate::new(&selection, &catalog, &covered)
        };
        assert_eq!(certificate(9).code, ExitCode::Complete);
        let wrong = certificate(8);
        assert_eq!(wrong.code, ExitCode::Found);
        assert!(wrong.text.starts_with("8 structures written, but there should be 9: "), "{}", wrong.text);
    }
}
