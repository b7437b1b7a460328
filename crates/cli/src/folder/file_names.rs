//! Names of files from names of specs: safe on every system, and short enough to leave room for the rest of a name.

/// A spec's name as the beginning of a file's name.
pub fn file_stem(spec: &str) -> String {
    const MAX_STEM_LEN: usize = 128;
    let safe = |letter: char| if letter.is_alphanumeric() || "-_".contains(letter) { letter } else { '_' };
    truncated(spec.chars().map(safe).collect(), MAX_STEM_LEN)
}

/// A text without the letters beyond `max_len` bytes.
pub fn truncated(mut text: String, max_len: usize) -> String {
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    text.truncate(ends.take_while(|end| *end <= max_len).last().unwrap_or_default());
    text
}
