//! [`DomainMatch`]: the values that two domains have in common, by their indices on both sides.
//!
//! A value is the same on both sides if it is written the same: equal integers, equal labels, equal numbers of nodes. Read
//! [`schema_match`](super::schema_match) next.

use rustc_hash::FxHashMap;

use crate::index::wide;
use crate::schema::domain::Domain;

/// The common values of a domain of the old schema and one of the new schema.
#[derive(Debug, Clone)]
pub(super) enum DomainMatch {
    /// The index of a value in the new domain is that in the old one and this.
    Shift(i128),
    /// The indices of each common value, old and new, ascending by the old one.
    Pairs(Vec<(u32, u32)>),
}

impl DomainMatch {
    /// The common values; `None` if the domains are of different kinds.
    pub(super) fn new(old: &Domain, new: &Domain) -> Option<Self> {
        use Domain::{Bool, Ints, Labels, Nodes, Range, Wide};
        match (old, new) {
            (Range { lo, .. }, Range { lo: new, .. }) => {
                Some(Self::Shift(i128::from(*lo) - i128::from(*new)))
            }
            (Bool, Bool) | (Nodes { .. }, Nodes { .. }) => Some(Self::Shift(0)),
            (Range { .. }, Ints(_) | Wide(_)) => {
                let listed =
                    (0..new.len()).filter_map(|index| Some((in_range(old, &new.show(index))?, index)));
                Some(Self::Pairs(listed.collect()))
            }
            (Ints(_) | Wide(_), Range { .. }) => {
                let listed =
                    (0..old.len()).filter_map(|index| Some((index, in_range(new, &old.show(index))?)));
                Some(Self::Pairs(listed.collect()))
            }
            (Ints(_) | Wide(_), Ints(_) | Wide(_)) | (Labels(_), Labels(_)) => {
                let places: FxHashMap<String, u32> =
                    (0..new.len()).map(|index| (new.show(index), index)).collect();
                let common = (0..old.len()).filter_map(|index| Some((index, *places.get(&old.show(index))?)));
                Some(Self::Pairs(common.collect()))
            }
            _ => None,
        }
    }

    /// The number of common values in an interval of old indices and one of new indices.
    pub(super) fn overlap(&self, old: (u32, u32), new: (u32, u32)) -> u64 {
        match self {
            Self::Shift(shift) => {
                let lo = (i128::from(old.0) + shift).max(i128::from(new.0));
                let hi = (i128::from(old.1) + shift).min(i128::from(new.1));
                u64::try_from(hi - lo + 1).unwrap_or(0)
            }
            Self::Pairs(pairs) => {
                let begin = pairs.partition_point(|(index, _)| *index < old.0);
                let within = pairs[begin..].iter().take_while(|(index, _)| *index <= old.1);
                wide(within.filter(|(_, index)| (new.0..=new.1).contains(index)).count())
            }
        }
    }

    /// The index in the new domain before which no value of an interval of old indices lies; `None` if order says nothing.
    pub(super) fn is_beyond(&self, old: (u32, u32), new_lo: u32) -> bool {
        matches!(self, Self::Shift(shift) if i128::from(new_lo) > i128::from(old.1) + shift)
    }

    /// The index on one side of the last value of an interval of the other side, if both sides are ranges.
    pub(super) fn last_on_side(&self, is_new: bool, hi: u32) -> Option<i128> {
        match self {
            Self::Shift(shift) if is_new => Some(i128::from(hi) + shift),
            Self::Shift(shift) => Some(i128::from(hi) - shift),
            Self::Pairs(_) => None,
        }
    }
}

/// The index of an integer in a range, given as text.
fn in_range(range: &Domain, text: &str) -> Option<u32> {
    text.parse().ok().and_then(|value| range.index_of(value))
}

#[cfg(test)]
mod tests {
    use super::DomainMatch;
    use crate::schema::domain::Domain;

    /// The number of values that both intervals have, one by one.
    fn by_hand(old: (&Domain, (u32, u32)), new: (&Domain, (u32, u32))) -> u64 {
        let values =
            |(domain, (lo, hi)): (&Domain, (u32, u32))| (lo..=hi).map(|index| domain.show(index)).collect();
        let (old, new): (Vec<String>, Vec<String>) = (values(old), values(new));
        super::wide(old.iter().filter(|value| new.contains(value)).count())
    }

    #[test]
    fn overlaps_are_those_of_the_values() {
        let labels = |names: &[&str]| Domain::Labels(names.iter().map(|name| (*name).to_owned()).collect());
        let wide = |names: &[&str]| Domain::Wide(names.iter().map(|name| (*name).to_owned()).collect());
        let ints = [
            Domain::from(1..=5),
            Domain::from(-2..=3),
            Domain::ints(vec![-1, 2, 4, 9]),
            wide(&["2", "3", "18446744073709551615"]),
            Domain::from(i64::MIN..=i64::MIN + 2),
        ];
        let names = [labels(&["a", "b", "c"]), labels(&["c", "d", "a"])];
        for domains in [&ints[..], &names[..], &[Domain::Bool][..]] {
            for (old, new) in domains.iter().flat_map(|old| domains.iter().map(move |new| (old, new))) {
                let found = DomainMatch::new(old, new).expect("they are of one kind");
                let intervals = |len: u32| (0..len).flat_map(move |lo| (lo..len).map(move |hi| (lo, hi)));
                for (a, b) in intervals(old.len()).flat_map(|a| intervals(new.len()).map(move |b| (a, b))) {
                    let expected = by_hand((old, a), (new, b));
                    assert_eq!(found.overlap(a, b), expected, "{old:?} {a:?} {new:?} {b:?}");
                    assert!(!found.is_beyond(a, b.0) || expected == 0);
                }
            }
        }
        assert!(DomainMatch::new(&ints[0], &names[0]).is_none());
        assert!(DomainMatch::new(&Domain::Bool, &ints[0]).is_none());
    }
}
