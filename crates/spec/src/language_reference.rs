//! The language of specs, as text for a terminal.
//!
//! `LANGUAGE.md` is the one source: this crate's documentation shows it, and [`language`] lays it out in columns.

const LANGUAGE_TEXT: &str = include_str!("../LANGUAGE.md");

/// The reference of the language, in lines of at most 100 characters.
///
/// ```
/// assert!(dpgen_spec::language().lines().any(|line| line == "Kinds of fields"));
/// ```
#[must_use]
pub fn language() -> String {
    let mut out = String::new();
    let mut table: Vec<Vec<String>> = Vec::new();
    let mut example = false;
    for line in LANGUAGE_TEXT.lines() {
        if line.starts_with('|') && !example {
            table.extend(row(line));
            continue;
        }
        flush(&mut table, &mut out);
        if line.starts_with("```") {
            example = !example;
        } else if example {
            out.push_str(&format!("    {line}\n"));
        } else if let Some(title) = line.strip_prefix("# ") {
            out.push_str(&format!("{title}\n{}\n", "=".repeat(title.len())));
        } else {
            out.push_str(&format!("{}\n", line.replace('`', "")));
        }
    }
    flush(&mut table, &mut out);
    out
}

/// The cells of a row of a table; nothing for the line below its head.
fn row(line: &str) -> Option<Vec<String>> {
    let line = line.trim_matches('|').replace("\\|", "\u{0}");
    let cells = line.split('|').map(|cell| cell.trim().replace('`', "").replace('\u{0}', "|"));
    let cells: Vec<String> = cells.collect();
    let rule = cells.iter().all(|cell| !cell.is_empty() && cell.bytes().all(|byte| byte == b'-'));
    (!rule).then_some(cells)
}

/// Writes a table in columns.
fn flush(table: &mut Vec<Vec<String>>, out: &mut String) {
    let columns = table.first().map_or(0, Vec::len);
    let width = |column: usize| table.iter().filter_map(|row| row.get(column)).map(String::len).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    for row in table.drain(..) {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        out.push_str(format!("  {}", cells.join("   ")).trim_end());
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use dpgen_forest::Algorithm;

    use super::{LANGUAGE_TEXT, language};
    use crate::Spec;
    use crate::tests::builtin::check_counts;

    #[test]
    fn it_fits_a_terminal() {
        let text = language();
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        assert!(text.contains("\n  ||  "), "{text}");
        assert!(!text.contains("```") && !text.contains("|--"), "{text}");
    }

    #[test]
    fn its_examples_are_specs() {
        let blocks =
            LANGUAGE_TEXT.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("ron\n"));
        let examples: Vec<&str> = blocks.filter(|block| block.starts_with("//")).collect();
        let found: Vec<(String, usize)> = examples
            .into_iter()
            .map(|example| Spec::parse("example.ron", example).unwrap_or_else(|error| panic!("{error}")))
            .map(|spec| {
                check_counts(&spec, Algorithm::Quotient, u32::MAX);
                (spec.name().to_owned(), spec.counts().len())
            })
            .collect();
        let numbers = [("sorted-list", 4), ("lets", 4), ("graph", 4)];
        assert_eq!(found, numbers.map(|(name, counts)| (name.to_owned(), counts)));
    }
}
