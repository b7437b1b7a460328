//! Escapes characters that a terminal or an XML file can not show as they are: those that move the cursor, reverse the
//! direction of reading or break a file's syntax. The escapes are those of Rust's strings.

use unicode_width::UnicodeWidthStr as _;

/// The text, with escapes for characters that do not show as themselves: control characters, line separators, marks of the
/// direction of reading, and what no XML file may hold.
///
/// ```
/// use dpgen_draw::visible;
///
/// assert_eq!(visible("naïve 木"), "naïve 木");
/// assert_eq!(visible("a\nb\u{1b}[0m\u{202e}"), "a\\nb\\u{1b}[0m\\u{202e}");
/// ```
#[must_use]
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\r' | '\t' => out.extend(letter.escape_default()),
            letter if is_hidden(letter) => out.extend(letter.escape_unicode()),
            letter => out.push(letter),
        }
    }
    out
}

fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}')
}

/// The number of columns of a terminal that a text takes.
///
/// ```
/// assert_eq!(dpgen_draw::columns("é木"), 3);
/// ```
#[must_use]
pub fn columns(text: &str) -> usize {
    text.width()
}

/// The text, cut to so many columns; an ellipsis stands for the rest.
///
/// ```
/// use dpgen_draw::shortened;
///
/// assert_eq!(shortened("abcdef", 6), "abcdef");
/// assert_eq!(shortened("abcdef", 4), "abc…");
/// ```
#[must_use]
pub fn shortened(text: &str, max_columns: usize) -> String {
    if columns(text) <= max_columns {
        return text.to_owned();
    }
    let mut out = String::new();
    for letter in text.chars() {
        out.push(letter);
        if columns(&out) >= max_columns {
            out.pop();
            break;
        }
    }
    out.push('…');
    out
}
