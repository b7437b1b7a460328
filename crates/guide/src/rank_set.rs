//! [`Ranks`]: a set of structures, by size and rank.
//!
//! Invariant: exact, however large ranks are. A size of which at most [`MAX_BITMAP_LEN`] structures exist has a bitmap from its first
//! member on; larger ones have hash sets. So memory grows with what is in the set, or by 1 MiB a size at most.

use dpgen_forest::Count;
use dpgen_forest::index::at;
use rustc_hash::FxHashSet;

/// The maximum number of structures of a size with a bitmap: 1 MiB of bits.
const MAX_BITMAP_LEN: u128 = 1 << 23;

/// The ranks of one size.
#[derive(Debug)]
enum Size {
    Few(Vec<u64>),
    Many(FxHashSet<u128>),
    /// Beyond 128 bits.
    Vast(FxHashSet<Count>),
}

/// Structures by size and rank.
#[derive(Debug, Default)]
pub(crate) struct Ranks {
    sizes: Vec<Option<Size>>,
    len: u64,
}

impl Ranks {
    /// Adds a structure of a size that has `count` of them; `false` if it was there.
    pub(crate) fn insert(&mut self, size: u32, rank: &Count, count: &Count) -> bool {
        if self.sizes.len() <= at(size) {
            self.sizes.resize_with(at(size) + 1, || None);
        }
        let set = self.sizes[at(size)].get_or_insert_with(|| match count.to_u128() {
            Some(few) if few <= MAX_BITMAP_LEN => Size::Few(Vec::new()),
            Some(_) => Size::Many(FxHashSet::default()),
            None => Size::Vast(FxHashSet::default()),
        });
        let new = match set {
            Size::Few(words) => {
                let rank = rank.to_usize().unwrap_or(usize::MAX);
                let (word, bit) = (rank / 64, 1 << (rank % 64));
                if words.len() <= word {
                    words.resize(word + 1, 0);
                }
                let new = words[word] & bit == 0;
                words[word] |= bit;
                new
            }
            Size::Many(ranks) => ranks.insert(rank.to_u128().unwrap_or(u128::MAX)),
            Size::Vast(ranks) => ranks.insert(rank.clone()),
        };
        self.len += u64::from(new);
        new
    }

    pub(crate) fn contains(&self, size: u32, rank: &Count) -> bool {
        match self.sizes.get(at(size)) {
            Some(Some(Size::Few(words))) => rank
                .to_usize()
                .is_some_and(|rank| words.get(rank / 64).is_some_and(|word| word & (1 << (rank % 64)) != 0)),
            Some(Some(Size::Many(ranks))) => rank.to_u128().is_some_and(|rank| ranks.contains(&rank)),
            Some(Some(Size::Vast(ranks))) => ranks.contains(rank),
            Some(None) | None => false,
        }
    }

    /// The number of members.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }
}

#[cfg(test)]
mod tests {
    use super::Ranks;
    use dpgen_forest::Count;

    #[test]
    fn sets_of_all_magnitudes_are_exact() {
        let vast = Count::new(u128::MAX) * Count::new(3);
        let mut ranks = Ranks::default();
        for (size, count) in [(0, Count::new(70)), (3, Count::new(1 << 80)), (4, vast.clone())] {
            for rank in [0_u128, 1, 63, 64, 69] {
                assert!(!ranks.contains(size, &Count::new(rank)));
                assert!(ranks.insert(size, &Count::new(rank), &count));
                assert!(!ranks.insert(size, &Count::new(rank), &count), "{size}: {rank} was there");
                assert!(ranks.contains(size, &Count::new(rank)));
            }
        }
        assert!(ranks.insert(4, &Count::new(u128::MAX), &vast));
        assert!(!ranks.contains(3, &Count::new(u128::MAX)));
        assert_eq!(ranks.len(), 16);
    }
}
