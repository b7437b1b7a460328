//! [`Domain`]: the finite, ordered set of values of a data slot, each with an index.
//!
//! Invariant: indices are dense from 0, and for integer domains the value grows with the index, so an
//! interval of indices is an interval of values.

use crate::index::{TypeIx, at, signed, small};

/// The values a data slot can take.
///
/// ```
/// use dpgen::schema::Domain;
///
/// let hours = Domain::from(0..=23);
/// assert_eq!((hours.len(), hours.value(5)), (24, 5));
/// assert!(hours.is_int() && hours.is_range() && !hours.is_empty());
///
/// let powers: Domain = [8, 1, 4, 2].into_iter().collect();
/// assert_eq!((powers.len(), powers.value(3)), (4, 8));
/// assert!(powers.is_int() && !powers.is_range());
///
/// let colours = Domain::Labels(vec!["red".to_owned(), "black".to_owned()]);
/// assert_eq!((colours.value(1), colours.label(1)), (1, Some("black")));
/// assert!(!colours.is_int());
///
/// let wide = Domain::Wide(vec!["0".to_owned(), u64::MAX.to_string()]);
/// assert_eq!((wide.value(1), wide.show(1)), (1, "18446744073709551615".to_owned()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub enum Domain {
    /// The integers `lo..=hi`; empty when `hi < lo`.
    Range {
        /// The least value.
        lo: i64,
        /// The greatest value.
        hi: i64,
    },
    /// These integers, ascending and distinct.
    Ints(Vec<i64>),
    /// `false`, then `true`.
    Bool,
    /// These names: a unit-only enum's constructors, or strings or characters from a list.
    Labels(Vec<String>),
    /// These integers, in decimal, ascending and distinct, some of which are no `i64`. A slot holds the place of its value, as of a
    /// name, and the place grows with the value.
    Wide(Vec<String>),
    /// References to nodes of a type: the number of a node that a walk from the root has met.
    Nodes {
        /// The type of the nodes.
        of: TypeIx,
        /// The maximum number of nodes.
        len: u32,
    },
}

impl Domain {
    /// The integers of a list, sorted; duplicates are dropped.
    ///
    /// ```
    /// use dpgen::schema::Domain;
    /// assert_eq!(Domain::ints(vec![5, 2, 5, 3]), Domain::Ints(vec![2, 3, 5]));
    /// ```
    #[must_use]
    pub fn ints(mut values: Vec<i64>) -> Self {
        values.sort_unstable();
        values.dedup();
        Self::Ints(values)
    }

    /// The number of values, or `None` if a `u32` can not index them.
    #[inline]
    #[must_use]
    pub(crate) fn checked_len(&self) -> Option<u32> {
        match self {
            Self::Range { lo, hi } if hi < lo => Some(0),
            Self::Range { lo, hi } => u32::try_from(hi.abs_diff(*lo))
                .ok()
                .map(|last| last.saturating_add(1))
                .filter(|len| *len < 1 << 31),
            Self::Ints(values) => u32::try_from(values.len()).ok(),
            Self::Bool => Some(2),
            Self::Wide(labels) | Self::Labels(labels) => u32::try_from(labels.len()).ok(),
            Self::Nodes { len, .. } => Some(*len).filter(|len| *len < 1 << 31),
        }
    }

    /// The number of values; `u32::MAX` if a `u32` can not index them.
    ///
    /// ```
    /// use dpgen::schema::Domain;
    /// assert_eq!(Domain::from(1..=6).len(), 6);
    /// assert_eq!(Domain::Bool.len(), 2);
    /// assert_eq!(Domain::from(i64::MIN..=i64::MAX).len(), u32::MAX); // no schema has such a domain
    /// ```
    #[inline]
    #[must_use]
    pub fn len(&self) -> u32 {
        self.checked_len().unwrap_or(u32::MAX)
    }

    /// Whether there is no value at all.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at an index, as an integer (labels, booleans and wide integers: the index itself).
    ///
    /// ```
    /// use dpgen::schema::Domain;
    /// assert_eq!(Domain::from(-3..=3).value(1), -2);
    /// assert_eq!(Domain::ints(vec![1, 10, 100]).value(2), 100);
    /// assert_eq!(Domain::Bool.value(1), 1);
    /// ```
    ///
    /// # Panics
    /// When the domain is a list of integers and has no such index.
    #[inline]
    #[must_use]
    pub fn value(&self, index: u32) -> i64 {
        match self {
            Self::Range { lo, .. } => lo.wrapping_add(i64::from(index)),
            Self::Ints(values) => values[at(index)],
            Self::Bool | Self::Wide(_) | Self::Labels(_) | Self::Nodes { .. } => i64::from(index),
        }
    }

    /// The number of values less than `bound`: the first index whose value is at least `bound`.
    ///
    /// The bound is wider than values are, so that sums and differences of values can be asked for.
    ///
    /// ```
    /// use dpgen::schema::Domain;
    /// let powers = Domain::ints(vec![1, 2, 4, 8]);
    /// assert_eq!((powers.below(1), powers.below(4), powers.below(100)), (0, 2, 4));
    /// ```
    #[inline]
    #[must_use]
    pub fn below(&self, bound: i128) -> u32 {
        let least = match self {
            Self::Range { lo, .. } => *lo,
            Self::Ints(values) => return small(values.partition_point(|value| i128::from(*value) < bound)),
            Self::Bool | Self::Wide(_) | Self::Labels(_) | Self::Nodes { .. } => 0,
        };
        match i64::try_from(bound) {
            Ok(bound) => {
                let distance = bound.saturating_sub(least).clamp(0, i64::from(self.len()));
                u32::try_from(distance).unwrap_or(u32::MAX)
            }
            Err(_) if bound < 0 => 0,
            Err(_) => self.len(),
        }
    }

    /// The number of values less than `bound`, and the number of values at most `bound`.
    ///
    /// ```
    /// use dpgen::schema::Domain;
    /// let powers = Domain::ints(vec![1, 2, 4, 8]);
    /// assert_eq!((powers.around(4), powers.around(5)), ((2, 3), (3, 3)));
    /// ```
    #[inline]
    #[must_use]
    pub fn around(&self, bound: i128) -> (u32, u32) {
        if let Self::Range { lo, hi } = self
            && let Ok(bound) = i64::try_from(bound)
            && (*lo..=*hi).contains(&bound)
        {
            let below = u32::try_from(bound.abs_diff(*lo)).unwrap_or(u32::MAX);
            return (below, below.saturating_add(1));
        }
        let below = self.below(bound);
        let equal = below < self.len() && i128::from(self.value(below)) == bound;
        (below, below + u32::from(equal))
    }

    /// The index of a value, if the domain has it.
    ///
    /// ```
    /// use dpgen::schema::Domain;
    /// let years = Domain::from(1990..=2020);
    /// assert_eq!((years.index_of(2000), years.index_of(1900)), (Some(10), None));
    /// ```
    #[inline]
    #[must_use]
    pub fn index_of(&self, value: i64) -> Option<u32> {
        let index = self.below(i128::from(value));
        (index < self.len() && self.value(index) == value).then_some(index)
    }

    /// The index of a label, or of a wide integer in decimal, if the domain has it.
    ///
    /// ```
    /// use dpgen::schema::Domain;
    /// let colours = Domain::Labels(vec!["red".to_owned(), "black".to_owned()]);
    /// assert_eq!((colours.index_of_label("black"), colours.index_of_label("green")), (Some(1), None));
    /// ```
    #[must_use]
    pub fn index_of_label(&self, label: &str) -> Option<u32> {
        match self {
            Self::Wide(labels) | Self::Labels(labels) => labels.iter().position(|l| l == label).map(small),
            _ => None,
        }
    }

    /// The name of the value at an index, for domains of labels.
    #[inline]
    #[must_use]
    pub fn label(&self, index: u32) -> Option<&str> {
        match self {
            Self::Labels(labels) => labels.get(at(index)).map(String::as_str),
            _ => None,
        }
    }

    /// Whether the values are integers, which a slot holds itself.
    #[inline]
    #[must_use]
    pub const fn is_int(&self) -> bool {
        matches!(self, Self::Range { .. } | Self::Ints(_) | Self::Nodes { .. })
    }

    /// Whether the values are a range of at least two integers: what can be symbolic.
    #[inline]
    #[must_use]
    pub const fn is_range(&self) -> bool {
        matches!(self, Self::Range { lo, hi } if *lo < *hi)
    }

    /// The value at an index, as text.
    ///
    /// ```
    /// use dpgen::schema::Domain;
    /// assert_eq!(Domain::from(10..=20).show(3), "13");
    /// assert_eq!(Domain::Bool.show(1), "true");
    /// ```
    #[must_use]
    pub fn show(&self, index: u32) -> String {
        match self {
            Self::Bool => (index == 1).to_string(),
            Self::Wide(labels) | Self::Labels(labels) => labels.get(at(index)).cloned().unwrap_or_default(),
            Self::Nodes { .. } => format!("#{index}"),
            _ => self.value(index).to_string(),
        }
    }
}

impl From<std::ops::RangeInclusive<i64>> for Domain {
    fn from(range: std::ops::RangeInclusive<i64>) -> Self {
        Self::Range { lo: *range.start(), hi: *range.end() }
    }
}

impl From<std::ops::Range<i64>> for Domain {
    fn from(range: std::ops::Range<i64>) -> Self {
        match range.end.checked_sub(1) {
            Some(hi) => Self::Range { lo: range.start, hi },
            None => Self::Ints(Vec::new()),
        }
    }
}

impl FromIterator<i64> for Domain {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        Self::ints(values.into_iter().collect())
    }
}

/// The number of values of an interval of indices.
#[inline]
pub fn width(lo: u32, hi: u32) -> i64 {
    signed(at(hi)) - signed(at(lo)) + 1
}

#[cfg(test)]
mod tests {
    use super::Domain;

    #[test]
    fn indices_and_values_are_inverse() {
        let ends = [Domain::from(i64::MIN..=i64::MIN + 2), Domain::from(i64::MAX - 2..=i64::MAX)];
        let small = [Domain::from(-3..=4), Domain::ints(vec![9, -2, 5, 5]), Domain::Bool];
        for domain in small.into_iter().chain(ends) {
            for index in 0..domain.len() {
                assert_eq!(domain.index_of(domain.value(index)), Some(index));
            }
            let near = |end: i64| (-5..=10).map(move |distance| i128::from(end) + distance);
            for bound in [i64::MIN, 0, i64::MAX].into_iter().flat_map(near).chain([i128::MIN, i128::MAX]) {
                let count = |holds: &dyn Fn(i128) -> bool| {
                    let found = (0..domain.len()).filter(|index| holds(domain.value(*index).into())).count();
                    u32::try_from(found).unwrap_or(u32::MAX)
                };
                let expected = (count(&|value| value < bound), count(&|value| value <= bound));
                assert_eq!((domain.below(bound), domain.around(bound)), (expected.0, expected), "{bound}");
            }
        }
    }

    #[test]
    fn a_range_too_wide_for_an_index_says_so() {
        assert_eq!(Domain::from(i64::MIN..=i64::MAX).checked_len(), None);
        let (first, last) = (5, 4);
        assert_eq!(Domain::from(first..=last).checked_len(), Some(0));
        // An index has 31 bits.
        let most = (1_u32 << 31) - 1;
        for first in [i64::MIN, -1, 0, i64::MAX - i64::from(most)] {
            let of_len = |len: u32| Domain::from(first..=first + (i64::from(len) - 1)).checked_len();
            assert_eq!([most - 1, most, most + 1].map(of_len), [Some(most - 1), Some(most), None], "{first}");
        }
    }
}
