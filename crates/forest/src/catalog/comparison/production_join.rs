//! [`Join`]: the pairs of productions of two builds that have structures in common, and how many.
//!
//! A production is a product: the structures that two of one constructor have in common are those whose every slot is in both. So
//! productions make a trie by the contents of their slots ([`RowTrie`]), and two tries are paired slot by slot: only what overlaps in
//! a slot goes on. The cost is that of the pairs that have something in common up to some slot, not that of all pairs. Read
//! [`common_counts`](super::common_counts) next.

use std::cmp::Ordering;

use crate::catalog::comparison::domain_match::DomainMatch;
use crate::catalog::comparison::groups::{Members, Start};
use crate::catalog::comparison::partners::CommonCounts;
use crate::catalog::comparison::production_table::{Content, ProductionTable};
use crate::catalog::comparison::row_trie::{RowTrie, Rows, values_of_word};
use crate::catalog::comparison::schema_match::SchemaMatch;
use crate::count::Count;
use crate::limits::{Budget, StopReason};
use crate::schema::types::SlotKind;

/// The number of steps between two looks at the limits.
const STEPS_PER_POLL: u32 = 1 << 14;

/// Two builds, and what is known of their common structures.
pub(super) struct Join<'a> {
    pub(super) old: &'a ProductionTable<'a>,
    pub(super) new: &'a ProductionTable<'a>,
    pub(super) schemas: &'a SchemaMatch,
    pub(super) budget: &'a Budget,
}

/// A slot in which productions are compared.
enum Level<'a> {
    Values(&'a DomainMatch),
    Parts,
}

/// Neighbouring nodes of one level in both tries: for each trie the first, and the end.
#[derive(Clone, Copy)]
struct NodePairs {
    level: usize,
    old: (usize, usize),
    new: (usize, usize),
}

/// A walk over pairs of nodes of two tries.
struct Walk<'a, F> {
    old: &'a RowTrie,
    new: &'a RowTrie,
    levels: &'a [Level<'a>],
    common: &'a CommonCounts,
    budget: &'a Budget,
    steps: u32,
    emit: F,
}

/// Productions to be paired.
#[derive(Clone, Copy)]
pub(super) enum Side<'a> {
    /// Tails that begin at one slot of one constructor.
    Tails(&'a [u32]),
    /// All that begins at a slot and has a size.
    Members(&'a Members),
}

impl Side<'_> {
    /// The first of the productions.
    fn first(self) -> Option<u32> {
        match self {
            Self::Tails(tails) => tails.first().copied(),
            Self::Members(members) => members.products.first().or(members.tails.first()).copied(),
        }
    }

    /// The productions as a trie, without those that have a part of which nothing is in the other build.
    fn trie(self, table: &ProductionTable<'_>, slots: usize, is_common: impl Fn(u32) -> bool) -> RowTrie {
        let mut rows = Rows::new(table, slots, is_common);
        match self {
            Self::Tails(tails) => rows.add_tails(tails),
            Self::Members(members) => rows.add_members(members),
        }
        rows.trie()
    }
}

impl Join<'_> {
    /// Calls a function with each pair of tails, of the one and the other build, that have structures in common, and their number.
    /// The tails of a build begin at one slot of one constructor.
    pub(super) fn pairs(
        &self,
        common: &CommonCounts,
        old: Side<'_>,
        new: Side<'_>,
        emit: impl FnMut(u32, u32, &Count),
    ) -> Result<(), StopReason> {
        let (Some(one), Some(other)) = (old.first(), new.first()) else { return Ok(()) };
        let levels = self.levels(one, other);
        let old = old.trie(self.old, levels.len(), |family| common.has_old(family));
        let new = new.trie(self.new, levels.len(), |family| common.has_new(family));
        let roots = NodePairs { level: 0, old: old.roots(), new: new.roots() };
        let mut walk =
            Walk { old: &old, new: &new, levels: &levels, common, budget: self.budget, steps: 0, emit };
        walk.split(roots, &Count::ONE)
    }

    /// The levels of tails, data first.
    fn levels(&self, one: u32, other: u32) -> Vec<Level<'_>> {
        let (mut contents, mut of_new) = (Vec::new(), Vec::new());
        self.old.contents(one, &mut contents);
        self.new.contents(other, &mut of_new);
        let domain = |place: usize| match (contents[place].1, of_new.get(place).and_then(|slot| slot.1)) {
            (Some(SlotKind::Data(old)), Some(SlotKind::Data(new))) => self.schemas.domain(old, new),
            _ => None,
        };
        let values = (0..contents.len()).filter_map(|place| domain(place).map(Level::Values));
        let parts = contents.iter().filter(|slot| matches!(slot.0, Content::Family(_)));
        values.chain(parts.map(|_| Level::Parts)).collect()
    }

    /// The pairs of constructors at whose slot a tail of the old build can begin, old and new.
    pub(super) fn counterparts(&self, start: Start) -> impl Iterator<Item = Start> + '_ {
        self.schemas.counterparts(start.ctor).iter().map(move |ctor| Start { ctor: *ctor, slot: start.slot })
    }
}

impl<F: FnMut(u32, u32, &Count)> Walk<'_, F> {
    fn poll(&mut self) -> Result<(), StopReason> {
        self.steps += 1;
        match self.steps.is_multiple_of(STEPS_PER_POLL).then(|| self.budget.reached()).flatten() {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }

    /// Pairs nodes by what their words have in common, and goes on with their children.
    fn split(&mut self, nodes: NodePairs, product: &Count) -> Result<(), StopReason> {
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
