//! [`ChecksumChain`]: the checksums of an append-only file, whose lines each carry one over all lines up to it.
//!
//! A line is `{"check":"…","line":…}`: sixteen hexadecimal digits, and the content as JSON. So a line that is changed, left out,
//! doubled or moved is noticed, at that line or at the next one. A file that ends early, after a whole line, can not be told
//! from one of which no more was written. The check is a hash without a key: it finds damage, and does not keep anybody from
//! writing a file of their own.

/// The text before the check.
const LINE_HEAD: &[u8] = b"{\"check\":\"";
/// The text between the check and the content.
const LINE_MIDDLE: &[u8] = b"\",\"line\":";
/// The text after the content.
const LINE_TAIL: &[u8] = b"}\n";
/// The number of digits of a check.
const CHECK_DIGITS: usize = 16;

/// The check of the lines of a file so far: FNV-1a, 64 bits.
///
/// ```
/// use dpgen_diff::ChecksumChain;
///
/// let mut writing = ChecksumChain::default();
/// let lines = ["[1]", "[2]"].map(|text| writing.seal(text.as_bytes()));
/// let mut reading = ChecksumChain::default();
/// assert_eq!(reading.open(&lines[0]), Some(&b"[1]"[..]));
/// assert_eq!(reading.open(&lines[0]), None); // not twice
/// assert_eq!(reading.open(&lines[1]), Some(&b"[2]"[..]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChecksumChain(u64);

impl Default for ChecksumChain {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl ChecksumChain {
    /// The next line of the file, with a content, which must be JSON without line breaks.
    #[must_use]
    pub fn seal(&mut self, text: &[u8]) -> Vec<u8> {
        *self = self.extended(text);
        [LINE_HEAD, format!("{:0CHECK_DIGITS$x}", self.0).as_bytes(), LINE_MIDDLE, text, LINE_TAIL].concat()
    }

    /// The content of a line, if it is the next one as it was written. Otherwise the chain stays where it was.
    #[must_use]
    pub fn open<'l>(&mut self, line: &'l [u8]) -> Option<&'l [u8]> {
        let (check, rest) = line.strip_prefix(LINE_HEAD)?.split_at_checked(CHECK_DIGITS)?;
        let text = rest.strip_prefix(LINE_MIDDLE)?.strip_suffix(LINE_TAIL)?;
        let next = self.extended(text);
        (format!("{:0CHECK_DIGITS$x}", next.0).as_bytes() == check).then(|| {
            *self = next;
            text
        })
    }

    /// The check with one more content, ended by a line break, which it has none of itself.
    fn extended(self, text: &[u8]) -> Self {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Self(text.iter().chain(b"\n").fold(self.0, step))
    }
}

#[cfg(test)]
mod tests {
    use super::ChecksumChain;

    #[test]
    fn every_changed_byte_is_noticed() {
        let mut chain = ChecksumChain::default();
        let first = chain.seal(b"{\"to\":4}");
        let before = chain;
        let line = chain.seal(b"{\"to\":12}");
        assert_ne!(before, chain);
        for place in 0..line.len() {
            for bit in 0..8 {
                let mut changed = line.clone();
                changed[place] ^= 1 << bit;
                let mut reading = before;
                assert_eq!((reading.open(&changed), reading), (None, before), "bit {bit} of byte {place}");
            }
        }
        let mut reading = ChecksumChain::default();
        assert_eq!(reading.open(&line), None, "the first line is missing");
        assert!(reading.open(&first).is_some() && reading.open(&line).is_some());
    }
}
