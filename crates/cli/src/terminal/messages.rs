//! Messages on standard error, with escapes for what would move a cursor.

use std::borrow::Cow;
use std::io::Write as _;

use dpgen_draw::visible;

/// Writes a message to standard error, with escapes for what would move a cursor; that it may be closed is no reason to stop.
pub fn say(message: &str) {
    say_coloured(&legible(message));
}

/// Writes a message with escapes of its own, in colour.
pub fn say_coloured(message: &str) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// A text with escapes for everything that does not show as itself, but for line ends and tabs.
pub fn legible(text: &str) -> Cow<'_, str> {
    let kept = ['\n', '\t'];
    if text.chars().all(|letter| letter.is_ascii() && (!letter.is_ascii_control() || kept.contains(&letter)))
    {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for piece in text.split_inclusive(kept) {
        let line = piece.trim_end_matches(kept);
        shown += &visible(line);
        shown += &piece[line.len()..];
    }
    Cow::Owned(shown)
}
