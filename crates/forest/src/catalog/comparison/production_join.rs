//! [`Join`]: the pairs of productions of two builds that have structures in common, and how many.
//!
//! A production is a product: the structures that two of one constructor have in common are those whose every slot is in both. So
//! productions make a trie by the contents of their slots, data first, and two tries are paired slot by slot: only what overlaps in a
//! slot goes on. The cost is that of the pairs that have something in common up to some slot, not that of all pairs. Read [`common_counts`](super::common_counts) next.

use std::cmp::Ordering;

use crate::catalog::comparison::domain_match::DomainMatch;
use crate::catalog::comparison::groups::Start;
use crate::catalog::comparison::partners::CommonCounts;
use crate::catalog::comparison::production_table::{Content, ProductionTable};
use crate::catalog::comparison::schema_match::SchemaMatch;
use crate::count::Count;
use crate::index::{at, small};
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

/// Productions of one build as a trie of the contents of their slots.
#[derive(Default)]
struct Trie {
    /// By level: the words of its nodes, ascending below each parent, and by node the end of its children.
    levels: Vec<(Vec<u64>, Vec<u32>)>,
    /// The tails, in the order of their rows.
    tails: Vec<u32>,
}

impl Trie {
    /// The trie of rows of equal width, each with its tail.
    fn new(words: &[u64], tails: &[u32], width: usize) -> Self {
        let row = |number: u32| &words[at(number) * width..][..width];
        let mut sorted: Vec<u32> = (0..small(tails.len())).collect();
        sorted.sort_unstable_by(|one, other| row(*one).cmp(row(*other)));
        let mut trie = Self { levels: vec![(Vec::new(), Vec::new()); width], tails: Vec::new() };
        for (place, number) in sorted.iter().enumerate() {
            let before = place.checked_sub(1).map(|before| row(sorted[before]));
            let same = before
                .map_or(0, |before| before.iter().zip(row(*number)).take_while(|(a, b)| a == b).count());
            for level in same..width {
                // What came before is the end of the node before this one.
                let children = trie.levels.get(level + 1).map_or(trie.tails.len(), |below| below.0.len());
                let (words, ends) = &mut trie.levels[level];
                if !words.is_empty() {
                    ends.push(small(children));
                }
                words.push(row(*number)[level]);
            }
            trie.tails.push(tails[at(*number)]);
        }
        for level in 0..width {
            let children = trie.levels.get(level + 1).map_or(trie.tails.len(), |below| below.0.len());
            trie.levels[level].1.push(small(children));
        }
        trie
    }

    /// The nodes of the first level.
    fn roots(&self) -> (usize, usize) {
        (0, self.levels.first().map_or(self.tails.len(), |level| level.0.len()))
    }

    /// The children of a node: nodes of the next level, or tails.
    fn children(&self, level: usize, node: usize) -> (usize, usize) {
        let ends = &self.levels[level].1;
        (node.checked_sub(1).map_or(0, |before| at(ends[before])), at(ends[node]))
    }

    fn words(&self, level: usize, nodes: (usize, usize)) -> &[u64] {
        &self.levels[level].0[nodes.0..nodes.1]
    }
}

/// The values from one index to another, as a word that is ordered by the first.
fn word_of_values(lo: u32, hi: u32) -> u64 {
    u64::from(lo) << 32 | u64::from(hi)
}

/// The first and the last index of a word.
fn values_of_word(word: u64) -> (u32, u32) {
    let half = |word: u64| u32::try_from(word & u64::from(u32::MAX)).unwrap_or(u32::MAX);
    (half(word >> 32), half(word))
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
    old: &'a Trie,
    new: &'a Trie,
    levels: &'a [Level<'a>],
    common: &'a CommonCounts,
    budget: &'a Budget,
    steps: u32,
    emit: F,
}

impl Join<'_> {
    /// Calls a function with each pair of tails, of the one and the other build, that have structures in common, and their number.
    /// The tails of a build begin at one slot of one constructor.
    pub(super) fn pairs(
        &self,
        common: &CommonCounts,
        old_tails: &[u32],
        new_tails: &[u32],
        emit: impl FnMut(u32, u32, &Count),
    ) -> Result<(), StopReason> {
        let (Some(one), Some(other)) = (old_tails.first(), new_tails.first()) else { return Ok(()) };
        let levels = self.levels(*one, *other);
        let old = trie(self.old, old_tails, levels.len(), |family| common.has_old(family));
        let new = trie(self.new, new_tails, levels.len(), |family| common.has_new(family));
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

/// The trie of tails, without those that have a part of which nothing is in the other build.
fn trie(table: &ProductionTable<'_>, tails: &[u32], width: usize, is_common: impl Fn(u32) -> bool) -> Trie {
    let (mut words, mut kept, mut contents) = (Vec::new(), Vec::new(), Vec::new());
    for tail in tails {
        table.contents(*tail, &mut contents);
        let start = words.len();
        words.extend(contents.iter().filter_map(|(content, _)| match content {
            Content::Values(lo, hi) => Some(word_of_values(*lo, *hi)),
            Content::Family(_) => None,
        }));
        let parts = contents.iter().filter_map(|(content, _)| match content {
            Content::Family(family) => Some(*family),
            Content::Values(..) => None,
        });
        if parts.clone().all(&is_common) {
            words.extend(parts.map(u64::from));
            kept.push(*tail);
        } else {
            words.truncate(start);
        }
    }
    Trie::new(&words, &kept, width)
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
        match self.levels.get(nodes.level) {
            None => {
                for one in &self.old.tails[nodes.old.0..nodes.old.1] {
                    for other in &self.new.tails[nodes.new.0..nodes.new.1] {
                        (self.emit)(*one, *other, product);
                    }
                }
                Ok(())
            }
            Some(Level::Values(domain)) => self.split_values(domain, nodes, product),
            Some(Level::Parts) => self.split_parts(nodes, product),
        }
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
        let new_words = self.new.words(level, new);
        for (node, word) in (old.0..).zip(self.old.words(level, old)) {
            let values = values_of_word(*word);
            for (partner, word) in (new.0..).zip(new_words) {
                self.poll()?;
                let of_new = values_of_word(*word);
                if domain.is_beyond(values, of_new.0) {
                    break;
                }
                match domain.overlap(values, of_new) {
                    0 => {}
                    1 => self.descend(level, node, partner, product)?,
                    overlap => {
                        self.descend(level, node, partner, &(product.clone() * Count::from(overlap)))?
                    }
                }
            }
        }
        Ok(())
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
