//! What tests saw, as a page: for each run of a test its cases by outcome, size, label and time, and failures by cause.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use dpgen_draw::{Svg, escaped};
use dpgen_forest::index::wide;
use serde_json::Value;

use super::observations::{Observations, ObservedCase, TestRun};
use super::term_tree::term_tree;
use crate::terminal::number_format::grouped;

/// The most failures of one cause that are drawn.
const MAX_DRAWN: usize = 6;
/// The most letters of the text of a case.
const MAX_TEXT_LETTERS: usize = 2_000;

/// The body of the page of a folder.
///
/// # Errors
/// In words, when it can not be read.
pub fn observation_page(folder: &Path) -> Result<String, String> {
    let all = Observations::read(folder)?;
    let mut html = String::new();
    if all.is_cut {
        html += "<p class=\"warning\">The folder is too large: only its first 256 MiB are shown.</p>";
    }
    if all.unread > 0 {
        let lines = grouped(all.unread);
        let _ = write!(html, "<p class=\"warning\">{lines} lines are no observations, and are left out.</p>");
    }
    for run in &all.runs {
        html += &run_section(run);
    }
    Ok(html)
}

/// A run of a test.
fn run_section(run: &TestRun) -> String {
    let with = |status: &str| run.cases.iter().filter(|case| case.status == status).count();
    let (passed, failed, gave_up) = (with("passed"), with("failed"), with("gave_up"));
    let mut html = format!(
        "<section class=\"run\"><h2>{}</h2><p><strong>{} failed</strong>, {} passed, {} gave up.</p>",
        escaped(&run.property),
        grouped(failed),
        grouped(passed),
        grouped(gave_up)
    );
    for (title, content) in &run.notes {
        html += &note(title, content);
    }
    html += &failure_groups(&run.cases);
    let size = |case: &ObservedCase| {
        vec![case.size.map_or((u64::MAX, "not told".to_owned()), |size| (size, size.to_string()))]
    };
    html += &bars("Cases by size", &run.cases, size);
    let labels = |case: &ObservedCase| case.labels.iter().map(|label| (0, label.clone())).collect();
    html += &bars("Cases by label", &run.cases, labels);
    html += &bars("Cases by time", &run.cases, |case| vec![time_range(case.seconds)]);
    html + "</section>"
}

/// A note on the run: a text, or the totals of dpgen's tests with what was complete and what was sampled.
fn note(title: &str, content: &Value) -> String {
    let title = escaped(title);
    if let Some(text) = content.as_str() {
        return format!("<p><strong>{title}</strong></p><pre>{}</pre>", escaped(text));
    }
    let Some(sizes) = content["sizes"].as_array() else {
        return format!("<p><strong>{title}</strong></p><pre>{}</pre>", escaped(&content.to_string()));
    };
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut html = String::new();
    for (name, what) in [("summary", ""), ("stopped", "stopped: "), ("counterexample", "DPGEN_REPLAY=")] {
        if let Some(text) = content[name].as_str().filter(|text| !text.is_empty()) {
            let _ = write!(html, "<p>{what}{}</p>", escaped(text));
        }
    }
    if let Some(left_out) = content["left_out"].as_u64().filter(|left_out| *left_out > 0) {
        let left_out = grouped(left_out);
        let _ = write!(html, "<p>{left_out} cases were run and not written; the totals here have them.</p>");
    }
    html += "<table><thead><tr><th scope=\"col\">size</th><th scope=\"col\">cases run</th><th scope=\"col\">of</th><th \
             scope=\"col\">which</th></tr></thead><tbody>";
    for row in sizes {
        let cell = |name: &str| match &row[name] {
            Value::Null => String::new(),
            value => escaped(&word(value)).into_owned(),
        };
        let [size, ran, of, how] = ["size", "ran", "of", "how"].map(cell);
        let _ =
            write!(html, "<tr><th scope=\"row\">{size}</th><td>{ran}</td><td>{of}</td><td>{how}</td></tr>");
    }
    html + "</tbody></table>"
}

/// A group of cases in a table: its place, and its name.
type CaseGroup = (u64, String);

/// The range of times that a time lies in.
fn time_range(seconds: f64) -> CaseGroup {
    let bounds = [
        (1e-5, "below 10 us"),
        (1e-4, "10 to 100 us"),
        (1e-3, "0.1 to 1 ms"),
        (1e-2, "1 to 10 ms"),
        (1e-1, "10 to 100 ms"),
        (f64::INFINITY, "100 ms and more"),
    ];
    let found = (0..).zip(bounds).find(|(_, (bound, _))| seconds < *bound);
    found.map_or((u64::MAX, "not told".to_owned()), |(place, (_, range))| (place, range.to_owned()))
}

/// The failures of each cause, the smallest first, drawn.
fn failure_groups(cases: &[ObservedCase]) -> String {
    let mut groups: BTreeMap<&str, Vec<&ObservedCase>> = BTreeMap::new();
    for case in cases.iter().filter(|case| case.status == "failed") {
        groups.entry(case.reason.lines().next().unwrap_or_default()).or_default().push(case);
    }
    let mut html = String::new();
    for (cause, mut cases) in groups {
        cases.sort_by_key(|case| (case.size, case.text.len()));
        let cause = if cause.is_empty() { "without a reason" } else { cause };
        let _ = write!(
            html,
            "<h3>{} of one cause: <code>{}</code></h3><div class=\"firsts\">",
            grouped(cases.len()),
            escaped(cause)
        );
        for case in cases.iter().take(MAX_DRAWN) {
            let drawn = term_tree(&case.text)
                .map(|tree| Svg::inline("a failing case").draw(&tree))
                .unwrap_or_default();
            let text: String = case.text.chars().take(MAX_TEXT_LETTERS).collect();
            let size = case.size.map(|size| format!(", size {size}")).unwrap_or_default();
            let _ = write!(
                html,
                "<figure>{drawn}<figcaption><code>{}</code>{size}</figcaption></figure>",
                escaped(&text)
            );
        }
        html += "</div>";
        if cases.len() > MAX_DRAWN {
            let _ = write!(html, "<p>and {} more</p>", grouped(cases.len() - MAX_DRAWN));
        }
    }
    html
}

/// How many cases each group has, as a table with bars; nothing if there is no group.
fn bars(title: &str, cases: &[ObservedCase], groups: impl Fn(&ObservedCase) -> Vec<CaseGroup>) -> String {
    let mut counts: BTreeMap<CaseGroup, [u64; 2]> = BTreeMap::new();
    for case in cases {
        for group in groups(case) {
            counts.entry(group).or_default()[usize::from(case.status == "failed")] += 1;
        }
    }
    if counts.is_empty() {
        return String::new();
    }
    let most = counts.values().map(|[others, failed]| others + failed).max().unwrap_or(1);
    let mut html = format!(
        "<details open><summary>{title}</summary><table><thead><tr><th scope=\"col\"></th><th scope=\"col\">cases</th><th \
         scope=\"col\">failed</th><th scope=\"col\">of {}</th></tr></thead><tbody>",
        grouped(wide(cases.len()))
    );
    for ((_, group), [others, failed]) in counts {
        let all = others + failed;
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td><meter min=\"0\" max=\"{most}\" value=\"{all}\">{all}</meter></td></tr>",
            escaped(&group),
            grouped(all),
            grouped(failed)
        );
    }
    html + "</tbody></table></details>"
}
