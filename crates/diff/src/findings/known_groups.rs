//! [`Known`]: groups that reports leave out, from a text file with a group per line.
//!
//! A line is what [`Group::line`](crate::Group::line) writes: who stands out, a colon, and the names that occur. Empty
//! lines, and lines that begin with `#`, say nothing.

use std::collections::BTreeSet;

/// Known groups.
///
/// ```
/// use dpgen_diff::Known;
///
/// let known = Known::read("# reported\nfirefox: Transform, Perspective\n")?;
/// assert!(known.has("firefox: Perspective, Transform"));
/// assert!(!known.has("webkit: Perspective, Transform"));
/// assert!(Known::read("Perspective").is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Known {
    groups: BTreeSet<(String, BTreeSet<String>)>,
}

impl Known {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// When a line is no group; the message names it.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut groups = BTreeSet::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let group = taken_apart(line);
            groups.insert(group.ok_or_else(|| {
                format!("line {}: `{line}` is no group; write it as in a report's groups.txt", number + 1)
            })?);
        }
        Ok(Self { groups })
    }

    /// Whether a group, as a line, is known.
    #[must_use]
    pub fn has(&self, line: &str) -> bool {
        taken_apart(line).is_some_and(|group| self.groups.contains(&group))
    }
}

/// Who stands out, and the names; a name of who stands out may have colons in it.
fn taken_apart(line: &str) -> Option<(String, BTreeSet<String>)> {
    let (who, names) = line.rsplit_once(": ").or_else(|| line.strip_suffix(':').map(|who| (who, "")))?;
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
    Some((who.trim().to_owned(), names.collect()))
}
