//! The page of one finding.

use std::fmt::Write as _;

use super::bug_report;
use super::html_fragments::{self, escaped};
use super::index_page::names;
use super::report_contents::Report;
use crate::findings::finding::Finding;
use crate::findings::group::Group;

/// What a finding is in its group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The one that the group is shown by.
    Smallest,
    /// Another minimal one.
    Minimal,
    /// One with the same cause.
    Other,
}

impl Role {
    pub(super) const fn of(minimal: bool, smallest: bool) -> Self {
        match (minimal, smallest) {
            (true, true) => Self::Smallest,
            (true, false) => Self::Minimal,
            (false, _) => Self::Other,
        }
    }
}

/// The page.
pub(super) fn page(
    report: &Report<'_>,
    (number, group): (usize, &Group),
    finding: &Finding,
    role: Role,
) -> String {
    let subjects = &report.header.subjects;
    let case = &finding.case;
    let file = escaped(&report.header.file_template.file_name());
    let up = "../../";
    let mut body = String::new();
    // Writing to a string can not fail.
    let _ = writeln!(
        body,
        "<p><a href=\"{up}index.html#group-{}\">{}</a></p>",
        number + 1,
        escaped(report.title)
    );
    let _ = writeln!(body, "<h1>{}</h1>", escaped(&case.key));
    let what = match role {
        Role::Smallest => "the smallest finding",
        Role::Minimal => "a minimal finding",
        Role::Other => "it has the same cause as a minimal finding",
    };
    let _ = writeln!(
        body,
        "<p class=\"statement\">{}</p>\n<p>{what} of the group of {}; size {}, rank {}</p>",
        escaped(&group.who(subjects)),
        escaped(&names(group)),
        case.size,
        escaped(&case.rank)
    );
    if let Some(from) = &finding.reduced_from {
        let _ = writeln!(body, "<p>Made smaller from {}.</p>", escaped(from));
    }
    if !finding.note.is_empty() {
        let _ = writeln!(body, "<p>{}</p>", escaped(&finding.note));
    }
    match role {
        Role::Smallest => body += &bug_report::block(report, finding, "", "finding"),
        Role::Minimal | Role::Other => body += &html_fragments::answers(subjects, finding, ""),
    }
    let _ = writeln!(body, "<pre>{}</pre>", escaped(&case.text));
    let _ = writeln!(body, "<p><a href=\"{file}\">{file}</a>: the case alone, as it was given.</p>");
    body += "<details><summary>The whole file</summary>\n";
    let _ = writeln!(body, "<pre>{}</pre></details>", escaped(&report.header.file_template.file(&case.text)));
    for (name, template) in &report.header.renderings {
        let (file, text) = (template.file_name_of(name), template.file(case.text_in(Some(name))));
        let _ = writeln!(body, "<p>As {}: <a href=\"{file}\">{file}</a></p>", escaped(name));
        let _ = writeln!(body, "<pre>{}</pre>", escaped(&text));
    }
    body += &html_fragments::subject_table(subjects);
    html_fragments::page(&format!("{}: {}", case.key, finding.pattern.name(subjects)), up, &body)
}
