//! The report of one finding as a person files it: what to open, who stands out, what the specification says, how to repeat it.

use std::fmt::Write as _;

use super::html_fragments::{self, escaped};
use super::report_contents::Report;
use super::spec_sections::spec_sections;
use crate::findings::difference_kind::DifferenceKind;
use crate::findings::finding::{Answer, DifferencePattern, Finding, Subject};

/// The name of the file with the smallest file of a finding, before its extension.
pub(super) const SMALLEST_FILE: &str = "smallest";
/// The name of the file with the report as plain text.
pub(super) const TEXT_FILE: &str = "bug-report.txt";
/// What stands below the sections of specifications: a vote does not tell who is right.
const NO_BLAME_NOTE: &str = "Odd is not wrong: which engine is right, is for the specification to say.";

/// Who stands out, as a sentence.
pub(super) fn who_stands_out(pattern: &DifferencePattern, subjects: &[Subject], are_pages: bool) -> String {
    let name = |place: usize| subjects.get(place).map_or("?", |subject| subject.name.as_str());
    let list = |places: &[usize]| match places {
        [] => String::new(),
        [only] => name(*only).to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(|place| name(*place)).collect();
            format!("{} and {}", first.join(", "), name(*last))
        }
    };
    let same = if are_pages { "paint the same" } else { "answer the same" };
    if !pattern.failed.is_empty() {
        return format!("{}.", pattern.name(subjects));
    }
    if pattern.odd.is_empty() {
        return format!("No majority: {}.", pattern.name(subjects).replace(" | ", ", against "));
    }
    let others: Vec<usize> =
        (0..pattern.classes.len()).filter(|place| !pattern.odd.contains(place)).collect();
    let verb = if pattern.odd.len() == 1 { "stands" } else { "stand" };
    format!("{} {verb} out: {} {same}.", list(&pattern.odd), list(&others))
}

/// What a kind of difference means.
fn kind_words(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Content => "an area is missing, or has another colour or shape",
        DifferenceKind::Position => "the same area is some pixels away",
        DifferenceKind::Edge => "pixels along edges differ",
    }
}

/// The file that is to be opened: the smallest one, or that of the case.
fn source(report: &Report<'_>, finding: &Finding) -> String {
    let smallest = report.filing.files.get(&finding.case.key).map(|file| file.text.clone());
    smallest.unwrap_or_else(|| report.header.file_template.file(&finding.case.text))
}

/// The report as plain text, which can be pasted into a bug tracker.
pub(super) fn text(report: &Report<'_>, finding: &Finding) -> String {
    let (filing, subjects) = (report.filing, &report.header.subjects);
    let mut text = String::new();
    // Writing to a string can not fail.
    let _ = writeln!(text, "{}", who_stands_out(&finding.pattern, subjects, filing.are_pages));
    if let Some(kind) = finding.pattern.kind {
        let _ = writeln!(text, "The difference is of the kind {kind}: {}.", kind_words(kind));
    }
    let _ = writeln!(
        text,
        "\n{}:\n\n{}",
        report.header.file_template.file_name(),
        source(report, finding).trim_end()
    );
    for (name, template) in &report.header.renderings {
        let source = template.file(finding.case.text_in(Some(name)));
        let _ = writeln!(text, "\n{}:\n\n{}", template.file_name_of(name), source.trim_end());
    }
    let shown = filing.with_smallest(finding);
    let mut answers = String::new();
    for (subject, answer) in subjects.iter().zip(&shown.answers) {
        let _ = match answer {
            Answer::Text { code, text, .. } => {
                let code = code.map(|code| format!(" (exit code {code})")).unwrap_or_default();
                writeln!(answers, "{}{code}: {}", subject.name, text.trim_end())
            }
            Answer::Failed(failure, how) => writeln!(answers, "{} {}: {how}", subject.name, failure.verb()),
            Answer::Image(_) | Answer::Unseen => Ok(()),
        };
    }
    if !answers.is_empty() {
        let _ = write!(text, "\nAnswers:\n{answers}");
    }
    if filing.are_pages {
        let sections = spec_sections(&finding.case.text);
        text += "\nSpecification:\n";
        for section in &sections {
            let _ =
                writeln!(text, "- {}, {}: {} {}", section.spec, section.property, section.says, section.url);
        }
        let _ = writeln!(text, "{NO_BLAME_NOTE}");
    }
    text += "\nCompared:\n";
    for subject in subjects {
        let _ = writeln!(
            text,
            "- {} {}",
            subject.name,
            subject.version.as_deref().unwrap_or("(version not known)")
        );
    }
    if !filing.system.is_empty() {
        let _ = writeln!(text, "On {}.", filing.system);
    }
    if let Some(command) = filing.command_for(&finding.case.key) {
        let _ = writeln!(text, "\nRepeat it alone:\n{command}");
    }
    text
}

/// The report as a part of a page; `folder` leads to the finding's files, and `id` is unique on the page.
pub(super) fn block(report: &Report<'_>, finding: &Finding, folder: &str, id: &str) -> String {
    let (filing, subjects) = (report.filing, &report.header.subjects);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<p class=\"statement\">{}</p>",
        escaped(&who_stands_out(&finding.pattern, subjects, filing.are_pages))
    );
    out += &html_fragments::answers(subjects, &filing.with_smallest(finding), folder);
    let file = filing.files.get(&finding.case.key);
    if let Some(file) = file {
        let _ = writeln!(
            out,
            "<details open><summary>The smallest page, with its whole style sheet</summary>\n<pre>{}</pre></details>",
            escaped(&file.text)
        );
    }
    if filing.are_pages {
        out += &specification(&finding.case.text);
    }
    if let Some(command) = filing.command_for(&finding.case.key) {
        let _ = writeln!(
            out,
            "<p>Repeat it alone: <button type=\"button\" class=\"copy\" data-copy=\"{id}-command\" hidden>Copy the \
             command</button></p>\n<pre id=\"{id}-command\">{}</pre>",
            escaped(&command)
        );
    }
    if let Some(file) = file {
        let extension = &report.header.file_template.extension;
        let _ = write!(
            out,
            "<p><a href=\"{folder}{SMALLEST_FILE}.{0}\">{SMALLEST_FILE}.{0}</a>",
            escaped(extension)
        );
        if let Some(reftest) = &file.reftest {
            let (test, reference) = (reftest.test_file_name(), reftest.reference_file_name());
            let _ = write!(
                out,
                " · reftest: <a href=\"{folder}{0}\">{0}</a>, <a href=\"{folder}{1}\">{1}</a>",
                escaped(&test),
                escaped(&reference)
            );
        }
        let _ = writeln!(out, "</p>\n<p class=\"quiet\">{}</p>", escaped(&file.reftest_note));
    }
    let _ = writeln!(
        out,
        "<details><summary>The report as text, to be filed</summary>\n<p><button type=\"button\" class=\"copy\" \
         data-copy=\"{id}-text\" hidden>Copy the report</button> <a href=\"{folder}{TEXT_FILE}\">{TEXT_FILE}</a></p>\n\
         <pre id=\"{id}-text\">{}</pre></details>",
        escaped(&text(report, finding))
    );
    out
}

/// What specifications say about the properties of a page.
fn specification(text: &str) -> String {
    let sections = spec_sections(text);
    let mut out = String::new();
    if !sections.is_empty() {
        out += "<ul class=\"specification\">\n";
        for section in &sections {
            let _ = writeln!(
                out,
                "<li><a href=\"{}\">{}, {}</a>: {}</li>",
                escaped(section.url),
                escaped(section.spec),
                escaped(section.property),
                escaped(section.says)
            );
        }
        out += "</ul>\n";
    }
    let _ = writeln!(out, "<p class=\"quiet\">{NO_BLAME_NOTE}</p>");
    out
}
