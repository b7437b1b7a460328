//! A verdict on a structure as HTML, and the places that light up with it.

use dpgen_draw::escaped;
use dpgen_spec::{Alternative, ChangeKind, Outcome, Verdict};
use serde_json::{Value, json};

use super::structure_view::{StructureView, words_text};

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

/// The places that light up: the clause and what it read, in units of UTF-16 of the spec's text; and the nodes of the drawing.
pub fn lit_places(view: &StructureView<'_>) -> Value {
    let text = view.version.spec.text();
    let units = |end: usize| text.get(..end).map_or(0, |text| text.encode_utf16().count());
    let span = |span: &std::ops::Range<usize>| json!({"start": units(span.start), "end": units(span.end)});
    let verdict = &view.verdict;
    json!({
        "clause": verdict.place.as_ref().map(|place| span(&place.span)),
        "node": verdict.node.as_ref().and_then(|node| view.drawn_number(node.preorder)),
    })
}

/// Changes that are offered, each a button with the words of the changed structure.
pub fn change_buttons(list: &[Alternative], is_cut: bool) -> String {
    let mut html = String::from("<ul class=\"changes\">");
    for one in list {
        let part: String = one.text.chars().take(MAX_PART_LETTERS).collect();
        let part = if part.len() < one.text.len() { part + "…" } else { part };
        let what = match one.kind {
            ChangeKind::Value => format!("{} = {part}", one.path),
            ChangeKind::Constructor => format!("{part} here"),
            ChangeKind::Part => format!("in its place {part}"),
        };
        html += &change_button(&what, &one.words, &one.verdict);
    }
    html += "</ul>";
    if is_cut {
        html += "<p>There are more.</p>";
    }
    html
}

/// Near misses, each a button that names the step and the clause that rejects it.
pub fn near_miss_buttons(list: &[Alternative], is_cut: bool) -> String {
    let mut html = String::from("<ul class=\"changes\">");
    for one in list {
        let what = match one.kind {
            ChangeKind::Value => format!("{} = {}", one.path, one.text),
            ChangeKind::Constructor | ChangeKind::Part => format!("{}: {}", one.path, one.text),
        };
        html += &change_button(&what, &one.words, &one.verdict);
    }
    html += "</ul>";
    if is_cut {
        html += "<p>There are more.</p>";
    }
    html
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
