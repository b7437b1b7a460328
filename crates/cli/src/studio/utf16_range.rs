//! Places of a text in units of UTF-16, in which pages count letters.

use std::ops::Range;

/// The units of some bytes of a text; its beginning, if these are no letters of it.
pub fn utf16_range(text: &str, bytes: &Range<usize>) -> Range<usize> {
    let units = |end: usize| text.get(..end).map_or(0, |text| text.encode_utf16().count());
    units(bytes.start)..units(bytes.end)
}
