//! Masks the values in a message, so that failures are grouped by what is left.
//!
//! Two failures have one cause if they come from the same place in the code with the same message, values apart. A message is
//! mostly words and values: numbers, quoted texts, what stands in brackets, and the two sides of an assertion. A quoted text
//! that is all of an error, or all that stands in brackets, is a message of its own, as in `Error: Invalid("no comma")`.

/// A message in which `#` stands for each number, `"…"` for each quoted text, and `(…)`, `[…]` or `{…}` for what is in
/// brackets. The two sides that `assert_eq!` prints are left out.
pub(super) fn mask_values(message: &str) -> String {
    let lines = message.lines().filter(|line| !is_side(line));
    let text = lines.collect::<Vec<_>>().join("\n");
    let (label, rest) = match text.strip_prefix("Error: ") {
        Some(rest) => ("Error: ", rest),
        None => ("", &text[..]),
    };
    // An error that is a text shows as a literal of it.
    let inner = alone(rest).map(|inner| inner.replace("\\\"", "\""));
    format!("{label}{}", mask(inner.as_deref().unwrap_or(rest)))
}

/// Whether it is a line like `  left: 3`, as `assert_eq!` prints them.
fn is_side(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("left: ") || line.starts_with("right: ")
}

/// The content of a text that is one string literal and no more.
fn alone(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix('"')?;
    let end = literal_end(inner)?;
    (end + 1 == inner.len()).then(|| &inner[..end])
}

/// The end of the string literal that begins here, without its first quote.
fn literal_end(inner: &str) -> Option<usize> {
    let mut escaped = false;
    inner.char_indices().find_map(|(place, letter)| match letter {
        '"' if !escaped => Some(place),
        _ => {
            escaped = letter == '\\' && !escaped;
            None
        }
    })
}

fn mask(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        match letter {
            '"' if literal_end(after).is_some() => {
                out += "\"…\"";
                rest = literal_end(after).map_or("", |end| &after[end + 1..]);
            }
            '(' | '[' | '{' => {
                let end = group_end(rest);
                let closing = if end < rest.len() { &rest[end..=end] } else { "" };
                let inner = rest[1..end].trim();
                out.push(letter);
                out += if alone(inner).is_some() { inner } else { "…" };
                out += closing;
                rest = rest.get(end + 1..).unwrap_or_default();
            }
            // A number, not a part of a name; its sign belongs to it.
            _ if letter.is_ascii_digit() && !before.is_alphanumeric() && before != '_' => {
                if out.ends_with('-') {
                    out.pop();
                }
                out.push('#');
                let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '.';
                let number = rest.trim_start_matches(is_part);
                // A full stop ends the sentence.
                let taken = rest.len() - number.len();
                rest = &rest[rest[..taken].trim_end_matches('.').len()..];
            }
            _ => {
                out.push(letter);
                rest = after;
            }
        }
        before = letter;
    }
    out
}

/// The place of the bracket that closes the one at the beginning; the length, if none does.
fn group_end(text: &str) -> usize {
    let (mut depth, mut place) = (0_u32, 0);
    while let Some(letter) = text[place..].chars().next() {
        match letter {
            '"' => place += literal_end(&text[place + 1..]).map_or(0, |end| end + 1),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return place;
        }
        place += letter.len_utf8();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::mask_values;

    #[test]
    fn values_are_masked_and_words_are_not() {
        for (message, expected) in [
            ("three", "three"),
            (
                "index out of bounds: the len is 3 but the index is -17",
                "index out of bounds: the len is # but the index is #",
            ),
            ("a list of 3.", "a list of #."),
            ("Node(Leaf, Node(Leaf, Leaf)) is too high", "Node(…) is too high"),
            ("key \"a (b\" is lost, at [1, 2]", "key \"…\" is lost, at […]"),
            (
                "assertion `left == right` failed: of u8\n  left: 1\n right: Cons(2, Nil)",
                "assertion `left == right` failed: of u8",
            ),
            ("Error: \"a list of 2\"", "Error: a list of #"),
            ("Error: \"key \\\"a\\\" of 2\"", "Error: key \"…\" of #"),
            ("Error: Invalid(\"no comma\")", "Error: Invalid(\"no comma\")"),
            ("Error: Invalid(\"no comma\", 3)", "Error: Invalid(…)"),
            ("Error: TooLong { most: 3 }", "Error: TooLong {…}"),
            ("open (3, and \"no end", "open (…"),
            ("a stray ) 1.5e3 µ", "a stray ) # µ"),
        ] {
            assert_eq!(mask_values(message), expected, "{message}");
        }
    }
}
