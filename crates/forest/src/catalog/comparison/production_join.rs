//! [`Join`]: the pairs of productions of two builds that have structures in common, and how many.
//!
//! A production is a product: the structures that two of one constructor have in common are those whose every slot is in both. So
//! productions are sorted by the contents of their slots, data first, and paired slot by slot: two runs of productions with equal
//! contents so far are split by the next slot, and only what overlaps there goes on. The cost is that of the pairs that have
//! something in common up to some slot, not that of all pairs. Read [`common_counts`](super::common_counts) next.

use crate::catalog::comparison::common_counts::CommonCounts;
use crate::catalog::comparison::domain_match::DomainMatch;
use crate::catalog::comparison::production_table::{Content, ProductionTable, Start};
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

/// Productions of one build, as rows of words, one for each level, sorted.
struct Rows {
    words: Vec<u64>,
    /// The row and the tail of each production, in the order of the rows.
    sorted: Vec<(u32, u32)>,
    width: usize,
}

impl Rows {
    fn word(&self, place: usize, level: usize) -> u64 {
        self.words[at(self.sorted[place].0) * self.width + level]
    }

    /// The end of the run of rows that have the same word at a level.
    fn run(&self, begin: usize, end: usize, level: usize) -> usize {
        let word = self.word(begin, level);
        begin
            + self.sorted[begin..end]
                .partition_point(|row| self.words[at(row.0) * self.width + level] == word)
    }

    /// The first row, from one on, whose word at a level is not less than a word.
    fn seek(&self, (begin, end): (usize, usize), level: usize, word: u64) -> usize {
        begin
            + self.sorted[begin..end].partition_point(|row| self.words[at(row.0) * self.width + level] < word)
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

/// A walk over pairs of runs of rows.
struct Walk<'a, F> {
    old: Rows,
    new: Rows,
    levels: Vec<Level<'a>>,
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
        let old = rows(self.old, old_tails, &levels, |family| !common.of(family).is_empty());
        let new = rows(self.new, new_tails, &levels, |family| common.has_new(family));
        let ends = (old.sorted.len(), new.sorted.len());
        let mut walk = Walk { old, new, levels, common, budget: self.budget, steps: 0, emit };
        walk.split(0, (0, ends.0), (0, ends.1), &Count::ONE)
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

/// The rows of tails, without those that have a part of which nothing is in the other build.
fn rows(
    table: &ProductionTable<'_>,
    tails: &[u32],
    levels: &[Level<'_>],
    is_common: impl Fn(u32) -> bool,
) -> Rows {
    let width = levels.len();
    let mut rows = Rows { words: Vec::new(), sorted: Vec::new(), width };
    let mut contents = Vec::new();
    for tail in tails {
        table.contents(*tail, &mut contents);
        let start = rows.words.len();
        rows.words.extend(contents.iter().filter_map(|(content, _)| match content {
            Content::Values(lo, hi) => Some(word_of_values(*lo, *hi)),
            Content::Family(_) => None,
        }));
        let parts = contents.iter().filter_map(|(content, _)| match content {
            Content::Family(family) => Some(*family),
            Content::Values(..) => None,
        });
        if parts.clone().all(&is_common) {
            rows.words.extend(parts.map(u64::from));
            rows.sorted.push((small(rows.sorted.len()), *tail));
        } else {
            rows.words.truncate(start);
        }
    }
    let Rows { words, sorted, .. } = &mut rows;
    let row = |row: u32| &words[at(row) * width..][..width];
    sorted.sort_unstable_by(|one, other| row(one.0).cmp(row(other.0)));
    rows
}

impl<F: FnMut(u32, u32, &Count)> Walk<'_, F> {
    fn poll(&mut self) -> Result<(), StopReason> {
        self.steps += 1;
        match self.steps.is_multiple_of(STEPS_PER_POLL).then(|| self.budget.reached()).flatten() {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }

    /// Splits two runs of rows by the words of a level, and goes on with what overlaps.
    fn split(
        &mut self,
        level: usize,
        old: (usize, usize),
        new: (usize, usize),
        product: &Count,
    ) -> Result<(), StopReason> {
        match self.levels.get(level) {
            None => {
                for (_, one) in &self.old.sorted[old.0..old.1] {
                    for (_, other) in &self.new.sorted[new.0..new.1] {
                        (self.emit)(*one, *other, product);
                    }
                }
                Ok(())
            }
            Some(Level::Values(domain)) => self.split_values(*domain, level, (old, new), product),
            Some(Level::Parts) => self.split_parts(level, old, new, product),
        }
    }

    fn split_values(
        &mut self,
        domain: &DomainMatch,
        level: usize,
        (old, new): ((usize, usize), (usize, usize)),
        product: &Count,
    ) -> Result<(), StopReason> {
        let mut begin = old.0;
        while begin < old.1 {
            let end = self.old.run(begin, old.1, level);
            let values = values_of_word(self.old.word(begin, level));
            let mut first = new.0;
            while first < new.1 {
                self.poll()?;
                let of_new = values_of_word(self.new.word(first, level));
                if domain.is_beyond(values, of_new.0) {
                    break;
                }
                let last = self.new.run(first, new.1, level);
                let overlap = domain.overlap(values, of_new);
                if overlap > 0 {
                    self.split(
                        level + 1,
                        (begin, end),
                        (first, last),
                        &(product.clone() * Count::from(overlap)),
                    )?;
                }
                first = last;
            }
            begin = end;
        }
        Ok(())
    }

    fn split_parts(
        &mut self,
        level: usize,
        old: (usize, usize),
        new: (usize, usize),
        product: &Count,
    ) -> Result<(), StopReason> {
        let common = self.common;
        let mut begin = old.0;
        while begin < old.1 {
            let end = self.old.run(begin, old.1, level);
            let family = u32::try_from(self.old.word(begin, level)).unwrap_or(u32::MAX);
            // Both lists ascend by the number of the new build's family: each skips to where the other one is.
            let partners = common.of(family);
            let (mut place, mut first) = (0, new.0);
            while let Some((partner, count)) = partners.get(place).filter(|_| first < new.1) {
                self.poll()?;
                first = self.new.seek((first, new.1), level, u64::from(*partner));
                if first == new.1 {
                    break;
                }
                let found = self.new.word(first, level);
                if found == u64::from(*partner) {
                    let last = self.new.run(first, new.1, level);
                    self.split(level + 1, (begin, end), (first, last), &(product.clone() * count))?;
                    (place, first) = (place + 1, last);
                } else {
                    place += partners[place..].partition_point(|(partner, _)| u64::from(*partner) < found);
                }
            }
            begin = end;
        }
        Ok(())
    }
}
