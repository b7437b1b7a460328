//! A verdict on a structure as HTML, the places that light up with it, and lists of changed structures with the verdicts on them.

use dpgen_draw::escaped;
use dpgen_spec::{Alternative, Alternatives, ChangeKind, Outcome, Verdict};
use serde_json::{Value, json};

use super::structure_view::{StructureView, words_text};
use super::utf16_range::utf16_range;

/// The most alternatives and near misses of a structure that are listed.
pub const MAX_ALTERNATIVES: usize = 60;
/// The most letters of a part that is offered.
const MAX_PART_LETTERS: usize = 60;

/// The verdict as a sentence, with what the clause read.
pub fn verdict_section(view: &StructureView<'_>) -> String {
    let verdict = &view.verdict;
    let place = verdict.place.as_ref().map(|place| {
        format!(
            " <button type=\"button\" id=\"to-clause\">line {}, column {}</button>",
            place.line, place.column
        )
    });
    let node = verdict.node.as_ref().map(|node| {
        let at = if node.path.is_empty() { "at the whole".to_owned() } else { format!("at {}", node.path) };
        format!(" <span class=\"at\">{}</span>", escaped(&at))
    });
    let (class, words) = match verdict.outcome {
        Outcome::Accepted => ("accepted", "Accepted.".to_owned()),
        Outcome::Rejected => ("rejected", format!("Rejected: {}.", verdict.message)),
        Outcome::Failed => ("rejected", format!("Fails: {}.", verdict.message)),
        Outcome::Malformed => ("rejected", format!("No structure: {}.", verdict.message)),
    };
    let reads: String = verdict
        .reads
        .iter()
        .map(|read| {
            let value = match &read.value {
                Ok(value) => value.to_string(),
                Err(why) => format!("fails: {why}"),
            };
            format!("<div><dt><code>{}</code></dt><dd>{}</dd></div>", escaped(&read.text), escaped(&value))
        })
        .collect();
    let reads = if reads.is_empty() {
        reads
    } else {
        format!("<dl class=\"attributes\" aria-label=\"Values read\">{reads}</dl>")
    };
    format!(
        "<div class=\"verdict {class}\" role=\"status\"><p>{}{}{}</p>{reads}</div>",
        escaped(&words),
        node.unwrap_or_default(),
        place.unwrap_or_default(),
    )
}

/// The places that light up: the clause in the spec's text, and the node of the drawing.
pub fn lit_places(view: &StructureView<'_>) -> Value {
    let verdict = &view.verdict;
    let clause = verdict.place.as_ref().map(|place| utf16_range(view.version.spec.text(), &place.span));
    json!({
        "clause": clause.map(|clause| json!({"start": clause.start, "end": clause.end})),
        "node": verdict.node.as_ref().and_then(|node| view.drawn_number(node.preorder)),
    })
}

/// Changes that are offered, each a button with the words of the changed structure.
pub fn change_list(found: &Alternatives) -> String {
    button_list(found, |one| {
        let part: String = one.text.chars().take(MAX_PART_LETTERS).collect();
        let part = if part.len() < one.text.len() { part + "…" } else { part };
        match one.kind {
            ChangeKind::Value => format!("{} = {part}", one.path),
            ChangeKind::Constructor => format!("{part} here"),
            ChangeKind::Part => format!("in its place {part}"),
        }
    })
}

/// Near misses, each a button that names the step and the clause that rejects it.
pub fn near_miss_list(found: &Alternatives) -> String {
    button_list(found, |one| match one.kind {
        ChangeKind::Value => format!("{} = {}", one.path, one.text),
        ChangeKind::Constructor | ChangeKind::Part => format!("{}: {}", one.path, one.text),
    })
}

/// Changed structures as a list of buttons, which `name` names.
fn button_list(found: &Alternatives, name: impl Fn(&Alternative) -> String) -> String {
    let buttons = found.list.iter().map(|one| change_button(&name(one), &one.words, &one.verdict));
    let more = if found.is_cut { "<p>There are more.</p>" } else { "" };
    format!("<ul class=\"changes\">{}</ul>{more}", buttons.collect::<String>())
}

fn change_button(what: &str, words: &[u32], verdict: &Verdict) -> String {
    let (class, said) = match verdict.outcome {
        Outcome::Accepted => ("accepted", "accepted".to_owned()),
        Outcome::Rejected => ("rejected", verdict.message.clone()),
        Outcome::Failed | Outcome::Malformed => ("rejected", format!("fails: {}", verdict.message)),
    };
    format!(
        "<li class=\"{class}\"><button type=\"button\" data-words=\"{}\">{}</button> <span>{}</span></li>",
        words_text(words),
        escaped(what),
        escaped(&said)
    )
}
