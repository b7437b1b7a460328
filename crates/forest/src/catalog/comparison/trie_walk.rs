//! [`TrieWalk`]: the walk over pairs of nodes of two tries of productions, by what the slots have in common.
//!
//! Only what overlaps in a slot goes on with the next one. Read [`common_counts`](super::common_counts) next.

use std::cmp::Ordering;

use crate::catalog::comparison::domain_match::DomainMatch;
use crate::catalog::comparison::partners::CommonCounts;
use crate::catalog::comparison::row_trie::{RowTrie, values_of_word};
use crate::count::Count;
use crate::limits::{Budget, StopReason};

/// The number of steps between two looks at the limits.
const STEPS_PER_POLL: u32 = 1 << 14;

/// A slot in which productions are compared.
pub(super) enum Level<'a> {
    Values(&'a DomainMatch),
    Parts,
}

/// Neighbouring nodes of one level in both tries: for each trie the first, and the end.
#[derive(Clone, Copy)]
pub(super) struct NodePairs {
    pub(super) level: usize,
    pub(super) old: (usize, usize),
    pub(super) new: (usize, usize),
}

/// A walk over pairs of nodes of two tries.
pub(super) struct TrieWalk<'a, F> {
    pub(super) old: &'a RowTrie,
    pub(super) new: &'a RowTrie,
    pub(super) levels: &'a [Level<'a>],
    pub(super) common: &'a CommonCounts,
    pub(super) budget: &'a Budget,
    /// The number of steps so far.
    pub(super) steps: u32,
    /// Takes each pair of tails with structures in common, and their number.
    pub(super) emit: F,
}

impl<F: FnMut(u32, u32, &Count)> TrieWalk<'_, F> {
    fn poll(&mut self) -> Result<(), StopReason> {
        self.steps += 1;
        match self.steps.is_multiple_of(STEPS_PER_POLL).then(|| self.budget.reached()).flatten() {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }

    /// Pairs nodes by what their words have in common, and goes on with their children.
    pub(super) fn split(&mut self, nodes: NodePairs, product: &Count) -> Result<(), StopReason> {
        let (old, new) = (self.old, self.new);
        match (self.levels.get(nodes.level), nodes.level + 1 >= self.levels.len()) {
            (None, _) => {
                for (_, one) in old.entries(nodes.old) {
                    for (_, other) in new.entries(nodes.new) {
                        (self.emit)(*one, *other, product);
                    }
                }
                Ok(())
            }
            (Some(Level::Values(domain)), true) => {
                self.pair_values(domain, old.entries(nodes.old), new.entries(nodes.new), product)
            }
            (Some(Level::Parts), true) => {
                self.pair_parts(old.entries(nodes.old), new.entries(nodes.new), product)
            }
            (Some(Level::Values(domain)), false) => self.split_values(domain, nodes, product),
            (Some(Level::Parts), false) => self.split_parts(nodes, product),
        }
    }

    /// Pairs tails by what their last slots have in common, which hold values.
    fn pair_values(
        &mut self,
        domain: &DomainMatch,
        old: &[(u64, u32)],
        new: &[(u64, u32)],
        product: &Count,
    ) -> Result<(), StopReason> {
        let new = new.iter().map(|(word, other)| (*word, *other));
        self.overlapping(
            domain,
            old.iter().map(|(word, one)| (*word, *one)),
            new,
            product,
            |walk, one, other, product| {
                (walk.emit)(one, other, product);
                Ok(())
            },
        )
    }

    /// Calls a function for each pair of values of both builds that have something in common, with the product times how much that
    /// is.
    fn overlapping<A: Copy, B>(
        &mut self,
        domain: &DomainMatch,
        old: impl Iterator<Item = (u64, A)>,
        new: impl Iterator<Item = (u64, B)> + Clone,
        product: &Count,
        mut each: impl FnMut(&mut Self, A, B, &Count) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        for (word, one) in old {
            let values = values_of_word(word);
            for (word, other) in new.clone() {
                self.poll()?;
                let of_new = values_of_word(word);
                if domain.is_beyond(values, of_new.0) {
                    break;
                }
                match domain.overlap(values, of_new) {
                    0 => {}
                    1 => each(self, one, other, product)?,
                    overlap => each(self, one, other, &(product.clone() * Count::from(overlap)))?,
                }
            }
        }
        Ok(())
    }

    /// Pairs tails by what their last slots have in common, which hold parts.
    fn pair_parts(
        &mut self,
        old: &[(u64, u32)],
        new: &[(u64, u32)],
        product: &Count,
    ) -> Result<(), StopReason> {
        let common = self.common;
        for ones in old.chunk_by(|(word, _), (next, _)| word == next) {
            // Both lists ascend by the number of the new build's family: each skips to where the other one is.
            let partners = common.of(u32::try_from(ones[0].0).unwrap_or(u32::MAX));
            let (mut place, mut first) = (0, 0);
            while let (Some(family), Some((found, _))) = (partners.families.get(place), new.get(first)) {
                self.poll()?;
                match u64::from(*family).cmp(found) {
                    Ordering::Less => {
                        place += skip(&partners.families[place..], |family| u64::from(*family) < *found)
                    }
                    Ordering::Greater => first += skip(&new[first..], |(word, _)| *word < u64::from(*family)),
                    Ordering::Equal => {
                        let product = product.clone() * &partners.counts[place];
                        while let Some((_, other)) = new.get(first).filter(|(word, _)| word == found) {
                            for (_, one) in ones {
                                (self.emit)(*one, *other, &product);
                            }
                            first += 1;
                        }
                        place += 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// Goes on with the children of two nodes that have something in common.
    fn descend(&mut self, level: usize, old: usize, new: usize, product: &Count) -> Result<(), StopReason> {
        let (old, new) = (self.old.children(level, old), self.new.children(level, new));
        self.split(NodePairs { level: level + 1, old, new }, product)
    }

    fn split_values(
        &mut self,
        domain: &DomainMatch,
        NodePairs { level, old, new }: NodePairs,
        product: &Count,
    ) -> Result<(), StopReason> {
        let (old_trie, new_trie) = (self.old, self.new);
        let old_words = old_trie.words(level, old).iter().copied().zip(old.0..);
        let new_words = new_trie.words(level, new).iter().copied().zip(new.0..);
        self.overlapping(domain, old_words, new_words, product, |walk, node, partner, product| {
            walk.descend(level, node, partner, product)
        })
    }

    fn split_parts(
        &mut self,
        NodePairs { level, old, new }: NodePairs,
        product: &Count,
    ) -> Result<(), StopReason> {
        let (common, new_words) = (self.common, self.new.words(level, new));
        for (node, word) in (old.0..).zip(self.old.words(level, old)) {
            // Both lists ascend by the number of the new build's family: each skips to where the other one is.
            let partners = common.of(u32::try_from(*word).unwrap_or(u32::MAX));
            let (mut place, mut first) = (0, 0);
            while let (Some(family), Some(found)) = (partners.families.get(place), new_words.get(first)) {
                self.poll()?;
                match u64::from(*family).cmp(found) {
                    Ordering::Less => {
                        place += skip(&partners.families[place..], |family| u64::from(*family) < *found)
                    }
                    Ordering::Greater => {
                        first += skip(&new_words[first..], |word| *word < u64::from(*family))
                    }
                    Ordering::Equal => {
                        let product = product.clone() * &partners.counts[place];
                        self.descend(level, node, new.0 + first, &product)?;
                        (place, first) = (place + 1, first + 1);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The number of leading entries that are less than what is sought: in steps that double, then by halving.
fn skip<T>(entries: &[T], is_less: impl Fn(&T) -> bool) -> usize {
    let mut step = 1;
    while entries.get(step).is_some_and(&is_less) {
        step *= 2;
    }
    let low = step / 2;
    low + entries[low..entries.len().min(step + 1)].partition_point(is_less)
}
