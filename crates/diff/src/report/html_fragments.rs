//! Fragments of HTML pages: escaped texts, the page around them, tables of subjects, and answers.

use std::fmt::Write as _;

use crate::findings::finding::{Answer, Finding, Subject};

/// A text as HTML shows it. Control characters, which HTML has no way to show, become their pictures.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(letter),
            // The pictures stand in the order of the characters.
            '\0'..='\x1f' => out.push(char::from_u32(0x2400 + u32::from(letter)).unwrap_or('\u{fffd}')),
            '\x7f' => out.push('\u{2421}'),
            // These would change the direction of writing of the page.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}

/// The table of subjects, with the versions that are known.
pub(super) fn subject_table(subjects: &[Subject]) -> String {
    let versions = subjects.iter().any(|subject| subject.version.is_some());
    let head = if versions { "<th>compared</th><th>version</th>" } else { "<th>compared</th>" };
    let mut table = format!("<table><tr>{head}</tr>\n");
    for subject in subjects {
        let _ = write!(table, "<tr><td><code>{}</code></td>", escaped(&subject.name));
        if versions {
            let _ = write!(table, "<td>{}</td>", escaped(subject.version.as_deref().unwrap_or("")));
        }
        table += "</tr>\n";
    }
    table + "</table>\n"
}

/// A whole page; `up` leads to the report's folder.
pub(super) fn page(title: &str, up: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<link rel=\"stylesheet\" href=\"{up}style.css\">\n\
         <script src=\"{up}report.js\" defer></script>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

/// The answers of subjects, side by side; `folder` leads to the finding's files.
pub(super) fn answers(subjects: &[Subject], finding: &Finding, folder: &str) -> String {
    let mut out = "<div class=\"answers\">\n".to_owned();
    for (place, (subject, answer)) in subjects.iter().zip(&finding.answers).enumerate() {
        let odd =
            if finding.pattern.odd.contains(&place) || answer.failure().is_some() { "odd " } else { "" };
        let name = escaped(&subject.name);
        // Writing to a string can not fail.
        let _ = match answer {
            Answer::Image(file) => writeln!(
                out,
                "<figure class=\"{odd}image\"><figcaption>{name}</figcaption><img src=\"{folder}{}\" alt=\"The page in \
                 {name}\" loading=\"lazy\"></figure>",
                escaped(file)
            ),
            Answer::Text { code, text, total_bytes, stderr } => {
                let code = code.map(|code| format!(", exit code {code}")).unwrap_or_default();
                let cut = total_bytes
                    .map(|total_bytes| format!("<p class=\"aside\">The first of {total_bytes} bytes.</p>"));
                let stderr = if stderr.is_empty() {
                    String::new()
                } else {
                    format!(
                        "<p class=\"aside\">It also said:</p><pre class=\"aside\">{}</pre>",
                        escaped(stderr)
                    )
                };
                writeln!(
                    out,
                    "<figure class=\"{odd}text\"><figcaption>{name}{code}</figcaption><pre>{}</pre>{}{stderr}</figure>",
                    escaped(text),
                    cut.unwrap_or_default()
                )
            }
            Answer::Failed(failure, how) => writeln!(
                out,
                "<figure class=\"{odd}text\"><figcaption>{name} {}</figcaption><pre>{}</pre></figure>",
                failure.verb(),
                escaped(how)
            ),
            Answer::Unseen => {
                writeln!(out, "<figure><figcaption>{name}</figcaption><p>Not looked at.</p></figure>")
            }
        };
    }
    if let Some(difference) = &finding.difference {
        let _ = writeln!(
            out,
            "<figure class=\"image\" data-role=\"difference\"><figcaption>difference</figcaption><img src=\"{folder}{}\" alt=\"Where the images \
             differ\" loading=\"lazy\"></figure>",
            escaped(difference)
        );
    }
    out + "</div>\n"
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn texts_can_not_leave_their_place() {
        assert_eq!(escaped("<b a=\"'\">&\n"), "&lt;b a=&quot;&#39;&quot;&gt;&amp;\n");
        assert_eq!(escaped("\0\x1b\x7f\u{202e}"), "\u{2400}\u{241b}\u{2421}\u{fffd}");
    }
}
