//! The page of one finding.

use std::fmt::Write as _;

use super::html_fragments::{self, escaped};
use super::index_page::names;
use super::report_contents::Report;
use crate::findings::finding::Finding;
use crate::findings::finding_groups::Group;

/// The page.
pub(super) fn page(
    report: &Report<'_>,
    (number, group): (usize, &Group),
    finding: &Finding,
    minimal: bool,
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
    let what = if minimal { "a minimal finding" } else { "it contains a minimal finding" };
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
    body += &html_fragments::answers(subjects, finding, "");
    let _ = writeln!(body, "<pre>{}</pre>", escaped(&case.text));
    let _ = writeln!(body, "<p><a href=\"{file}\">{file}</a>: the case alone, as it was given.</p>");
    body += "<details><summary>The whole file</summary>\n";
    let _ = writeln!(body, "<pre>{}</pre></details>", escaped(&report.header.file_template.file(&case.text)));
    body += &html_fragments::subject_table(subjects);
    html_fragments::page(&format!("{}: {}", case.key, finding.pattern.name(subjects)), up, &body)
}
