//! [`KnownGroups`]: the groups that reports leave out, read from a text file with one group per line.
//!
//! A line is as [`Group::line`](crate::Group::line) writes it: the subjects that stand out, a colon, and the names that occur.
//! Empty lines, and lines that begin with `#`, are comments.

use std::collections::BTreeSet;

/// Groups that reports leave out.
///
/// ```
/// use dpgen_diff::KnownGroups;
///
/// let known = KnownGroups::parse("# reported\nfirefox: Transform, Perspective\n")?;
/// assert!(known.contains("firefox: Perspective, Transform"));
/// assert!(!known.contains("webkit: Perspective, Transform"));
/// assert!(KnownGroups::parse("Perspective").is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownGroups {
    groups: BTreeSet<(String, BTreeSet<String>)>,
}

impl KnownGroups {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// When a line is no group; the message has the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut groups = BTreeSet::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let group = parse_line(line);
            groups.insert(group.ok_or_else(|| {
                format!("line {}: `{line}` is no group; write it as in a report's groups.txt", number + 1)
            })?);
        }
        Ok(Self { groups })
    }

    /// Whether the group of a line is known.
    #[must_use]
    pub fn contains(&self, line: &str) -> bool {
        parse_line(line).is_some_and(|group| self.groups.contains(&group))
    }
}

/// The subjects that stand out, and the names. A subject may have colons in its name.
fn parse_line(line: &str) -> Option<(String, BTreeSet<String>)> {
    let (who, names) = line.rsplit_once(": ").or_else(|| line.strip_suffix(':').map(|who| (who, "")))?;
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
    Some((who.trim().to_owned(), names.collect()))
}
