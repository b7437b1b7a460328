//! Escapes text for XML and HTML.

use std::borrow::Cow;

use crate::escape_unprintable::visible;

/// The text as it stands in XML or HTML, within an element or within quotes of either kind. Characters that no XML file may
/// hold become escapes as Rust has them; line ends stay.
///
/// ```
/// assert_eq!(dpgen_draw::escaped("a < 'b' && c\u{0}"), "a &lt; &#39;b&#39; &amp;&amp; c\\u{0}");
/// ```
#[must_use]
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(|letter: char| "&<>\"'".contains(letter) || letter.is_control() || letter > '\u{7f}') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(letter),
            letter if letter.is_alphanumeric() => out.push(letter),
            letter => out.push_str(&visible(letter.encode_utf8(&mut [0; 4]))),
        }
    }
    Cow::Owned(out)
}
