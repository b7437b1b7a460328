//! [`FieldDomain`]: the domain that a field's attributes give, on its way to the types that take values from it.
//!
//! A container hands the values on to what it holds; the outermost collection takes the lengths.

use crate::types::schema::checked_arithmetic::Arithmetic;
use crate::types::schema::integer::Integer;
use dpgen_forest::schema::{Domain, DomainKey};

/// The greatest length that can be asked for: each length up to it is a type of the schema.
pub(crate) const MAX_LEN: u32 = 1000;

/// The most strings that a domain lists.
const MAX_STRINGS: usize = 100_000;

/// The domain that a field's attributes give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldDomain {
    /// The values of its data.
    pub values: Option<Domain>,
    /// The lengths of its collections.
    pub len: Option<Lengths>,
    /// The domain of each part of its tuples; empty if all have this one.
    pub parts: Vec<FieldDomain>,
    /// Whether a rule says which values its data has where it stands; all that the type has are in the schema then.
    pub is_open: bool,
}

impl FieldDomain {
    /// Nothing is said.
    pub const NONE: Self = Self { values: None, len: None, parts: Vec::new(), is_open: false };
    /// A rule says which values there are.
    pub const OPEN: Self = Self { values: None, len: None, parts: Vec::new(), is_open: true };

    /// These values.
    #[must_use]
    pub const fn of(values: Domain) -> Self {
        Self { values: Some(values), len: None, parts: Vec::new(), is_open: false }
    }

    /// Something else for each part of a tuple.
    #[must_use]
    pub const fn of_parts(parts: Vec<Self>) -> Self {
        Self { values: None, len: None, parts, is_open: false }
    }

    /// The same, with lengths.
    #[must_use]
    pub fn with_len(self, len: Option<Lengths>) -> Self {
        Self { len, ..self }
    }

    /// The domain of the elements of a collection.
    pub(crate) fn of_elements(&self) -> Self {
        self.clone().with_len(None)
    }

    /// The domain of a part of a tuple.
    pub(crate) fn of_part(&self, part: usize) -> &Self {
        if self.parts.is_empty() { self } else { self.parts.get(part).unwrap_or(const { &Self::NONE }) }
    }

    /// The key by which the schema tells types apart that are one Rust type.
    pub(crate) fn key(&self) -> DomainKey {
        DomainKey {
            values: self.values.clone(),
            len: self.len.map(|len| (len.min, len.max)),
            parts: self.parts.iter().map(Self::key).collect(),
        }
    }
}

/// The lengths from the least to the most, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    /// The least length.
    pub min: u32,
    /// The greatest length.
    pub max: u32,
}

impl Lengths {
    /// The lengths of a range, or what is wrong with it.
    pub(crate) fn new(start: Integer, end: Integer, open: bool) -> Result<Self, String> {
        let last = if open { end.sub(Integer::from(1)).unwrap_or(end) } else { end };
        if start < Integer::ZERO {
            return Err(format!("a length is at least 0, not {start}"));
        }
        if last < start {
            return Err(format!("no length is from {start} to {last}"));
        }
        match (u32::try_from(start), u32::try_from(last)) {
            (Ok(min), Ok(max)) if max <= MAX_LEN => Ok(Self { min, max }),
            _ => Err(format!("a length is at most {MAX_LEN}, not {last}")),
        }
    }
}

/// The strings of letters, shorter ones first, then in the order of the letters; or why they can not be listed.
pub(crate) fn strings(alphabet: &str, len: Lengths) -> Result<Domain, String> {
    let letters: Vec<char> = alphabet.chars().collect();
    let mut all: Vec<String> = Vec::new();
    let mut longest = vec![String::new()];
    for len_now in 0..=len.max {
        if len_now >= len.min {
            all.extend_from_slice(&longest);
        }
        if len_now == len.max {
            break;
        }
        if all.len() + longest.len().saturating_mul(letters.len()) > MAX_STRINGS {
            return Err(format!(
                "there are more than {MAX_STRINGS} such strings: shorten them, or take fewer letters"
            ));
        }
        let longer =
            longest.iter().flat_map(|text| letters.iter().map(move |letter| format!("{text}{letter}")));
        longest = longer.collect();
    }
    Ok(Domain::Labels(all))
}

#[cfg(test)]
mod tests {
    use super::{Lengths, strings};
    use dpgen_forest::schema::Domain;

    #[test]
    fn strings_come_by_length_and_letters() {
        let listed = |min, max| match strings("ba", Lengths { min, max }) {
            Ok(Domain::Labels(labels)) => labels.join(" "),
            other => format!("{other:?}"),
        };
        assert_eq!(listed(0, 2), " b a bb ba ab aa");
        assert_eq!(listed(2, 2), "bb ba ab aa");
        assert!(listed(0, 17).contains("more than 100000"));
    }
}
