//! The first page of a report: its groups, each with its smallest finding.

use std::fmt::Write as _;

use super::bug_report;
use super::html_fragments::{self, escaped};
use super::report_contents::Report;
use crate::findings::finding::Finding;
use crate::findings::group::Group;
use crate::log_error::LogError;
use crate::run_log::log_line::FINDINGS_FOLDER_NAME;

/// The most findings of a group that are listed beside the smallest, of minimal ones and of others. `findings.jsonl` has all.
const MAX_LISTED_FINDINGS: usize = 100;

/// The findings of a group that are listed, each with whether it is minimal.
pub(super) fn listed(group: &Group) -> impl Iterator<Item = (usize, bool)> {
    let minimal = group.minimal.iter().take(1 + MAX_LISTED_FINDINGS).map(|place| (*place, true));
    minimal.chain(group.others.iter().take(MAX_LISTED_FINDINGS).map(|place| (*place, false)))
}

/// The page.
pub(super) fn page(report: &Report<'_>) -> Result<String, LogError> {
    let mut body = String::new();
    head(report, &mut body);
    table(report, &mut body);
    for (number, group) in report.groups.iter().enumerate() {
        section(report, number, group, &mut body)?;
    }
    if !report.known.is_empty() {
        body += "<section><h2>Left out as known</h2>\n<ul class=\"findings\">\n";
        for group in report.known {
            let count = group.minimal.len() + group.others.len();
            let line = escaped(&group.line(&report.header.subjects));
            // Writing to a string can not fail.
            let _ = writeln!(body, "<li>{line} ({count})</li>");
        }
        body += "</ul></section>\n";
    }
    Ok(html_fragments::page(report.title, "", &body))
}

fn head(report: &Report<'_>, body: &mut String) {
    let header = report.header;
    let _ = writeln!(body, "<header>\n<h1>{}</h1>", escaped(report.title));
    let _ = writeln!(body, "<p class=\"statement\">{}</p>", escaped(report.statement));
    for note in report.notes {
        let _ = writeln!(body, "<p>{}</p>", escaped(note));
    }
    *body += &html_fragments::subject_table(&header.subjects);
    if !report.filing.system.is_empty() {
        let _ = writeln!(body, "<p>On {}.</p>", escaped(&report.filing.system));
    }
    *body += "<details><summary>How it was made</summary>\n";
    let _ = writeln!(body, "<pre>{}</pre>\n<table>", escaped(&header.command));
    for (name, value) in &header.inputs {
        let _ = writeln!(body, "<tr><td>{}</td><td>{}</td></tr>", escaped(name), escaped(value));
    }
    *body += "</table></details>\n</header>\n";
}

fn table(report: &Report<'_>, body: &mut String) {
    if report.groups.is_empty() {
        *body += "<p>No differences.</p>\n";
        return;
    }
    *body += "<section><h2>Groups</h2>\n<table><tr><th>stands out</th><th>with</th>\
              <th class=\"number\">minimal</th><th class=\"number\">all</th></tr>\n";
    for (number, group) in report.groups.iter().enumerate() {
        let _ = writeln!(
            body,
            "<tr><td>{}</td><td><a href=\"#group-{}\">{}</a></td><td class=\"number\">{}</td><td \
             class=\"number\">{}</td></tr>",
            escaped(&group.who(&report.header.subjects)),
            number + 1,
            escaped(&names(group)),
            group.minimal.len(),
            group.minimal.len() + group.others.len()
        );
    }
    *body += "</table></section>\n";
}

/// The names of a group as text; a group may have none.
pub(super) fn names(group: &Group) -> String {
    let names: Vec<&str> = group.names.iter().map(String::as_str).collect();
    if names.is_empty() { "nothing in particular".to_owned() } else { names.join(", ") }
}

fn section(report: &Report<'_>, number: usize, group: &Group, body: &mut String) -> Result<(), LogError> {
    let subjects = &report.header.subjects;
    let _ = writeln!(
        body,
        "<section class=\"group\" id=\"group-{}\"><h2>{}: {}</h2>",
        number + 1,
        escaped(&group.who(subjects)),
        escaped(&names(group))
    );
    if let Some(place) = group.minimal.first() {
        let smallest = report.findings.get(*place)?;
        let folder = format!("{FINDINGS_FOLDER_NAME}/{}/", smallest.case.name());
        let _ = writeln!(body, "<pre>{}</pre>", escaped(&smallest.case.text));
        *body += &bug_report::block(report, &smallest, &folder, &format!("group-{}", number + 1));
        let _ = writeln!(
            body,
            "<p><a href=\"{folder}index.html\">{}</a> · <a href=\"{folder}{}\">the case alone</a></p>",
            escaped(&smallest.case.key),
            escaped(&report.header.file_template.file_name())
        );
    }
    list(report, "other minimal findings", group.minimal.get(1..).unwrap_or_default(), body)?;
    list(report, "findings with the same cause", &group.others, body)?;
    *body += "</section>\n";
    Ok(())
}

fn list(report: &Report<'_>, what: &str, places: &[usize], body: &mut String) -> Result<(), LogError> {
    if places.is_empty() {
        return Ok(());
    }
    let _ = writeln!(body, "<details><summary>{} {what}</summary><ul class=\"findings\">", places.len());
    for place in places.iter().take(MAX_LISTED_FINDINGS) {
        *body += &link(&report.findings.get(*place)?);
    }
    if places.len() > MAX_LISTED_FINDINGS {
        let more = places.len() - MAX_LISTED_FINDINGS;
        let _ = writeln!(body, "<li>and {more} more in <a href=\"findings.jsonl\">findings.jsonl</a></li>");
    }
    *body += "</ul></details>\n";
    Ok(())
}

fn link(finding: &Finding) -> String {
    let text: String = finding.case.text.chars().take(300).collect();
    format!(
        "<li><a href=\"{FINDINGS_FOLDER_NAME}/{}/index.html\">{}</a> <code>{}</code></li>\n",
        finding.case.name(),
        escaped(&finding.case.key),
        escaped(&text)
    )
}
