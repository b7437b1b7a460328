//! The computation of [`CommonCounts`]: how many structures each family of the old build has in common with each of the new build.
//!
//! Only pairs with common structures are kept. They are computed by size, parts before wholes: pairs of productions come from
//! those of their parts ([`Join`]), pairs of blocks are sums over their productions, pairs of families sums over their blocks.
//! Read [`first_difference`](super::first_difference) next.

use rustc_hash::FxHashMap;

use crate::catalog::comparison::groups::{Groups, Head, heads_in_order};
use crate::catalog::comparison::partners::{CommonCounts, Partners};
use crate::catalog::comparison::production_join::{Join, Side};
use crate::count::Count;
use crate::index::{at, small};
use crate::limits::StopReason;

impl CommonCounts {
    /// The number of pairs of blocks with common structures.
    pub(super) fn pairs_of_blocks(&self, join: &Join<'_>) -> usize {
        let of_block = |block| self.of(join.old.family_of_block(block)).families.iter();
        let pairs = (0..small(join.old.block_count())).flat_map(of_block);
        pairs.filter(|partner| join.new.blocks(**partner).len() == 1).count()
    }

    /// Computes the counts of all sizes below one, with the limit that ended it if one did.
    pub(super) fn compute(
        join: &Join<'_>,
        (old, new): (&Groups, &Groups),
        sizes: u32,
    ) -> (Self, Option<StopReason>) {
        let mut common = Self {
            partners: vec![Partners::default(); join.old.family_count()],
            has_partner: vec![false; join.new.family_count()],
            whole: Vec::new(),
        };
        let heads = heads_in_order(join.old.schema, &join.old.cuts);
        let mut scratch = vec![Count::ZERO; join.new.family_count()];
        for size in 0..sizes {
            let mut whole = Count::ZERO;
            for head in &heads {
                let blocks = match common.blocks(join, (old, new), (*head, size), &mut whole) {
                    Ok(blocks) => blocks,
                    Err(reason) => return (common, Some(reason)),
                };
                for family in old.families(*head, size) {
                    common.add_family(join, *family, &blocks, &mut scratch);
                }
            }
            common.whole.push(whole);
        }
        (common, None)
    }

    /// The common structures of the blocks of a head and a size, by block of the old build.
    fn blocks(
        &self,
        join: &Join<'_>,
        (old, new): (&Groups, &Groups),
        (head, size): (Head, u32),
        whole: &mut Count,
    ) -> Result<FxHashMap<u32, Vec<(u32, Count)>>, StopReason> {
        let mut pairs: FxHashMap<(u32, u32), Count> = FxHashMap::default();
        for start in head.starts(join.old.schema) {
            for counterpart in join.counterparts(start) {
                let members = (old.members(start, size), new.members(counterpart, size));
                let (Some(of_old), Some(of_new)) = members else { continue };
                join.pairs(self, Side::Members(of_old), Side::Members(of_new), |one, other, count| {
                    if join.old.is_root(one) && join.new.is_root(other) {
                        *whole += count;
                    }
                    for block in join.old.blocks_of_tail(one) {
                        for of_new in join.new.blocks_of_tail(other) {
                            *pairs.entry((block, of_new)).or_default() += count;
                        }
                    }
                })?;
            }
        }
        let mut by_old: FxHashMap<u32, Vec<(u32, Count)>> = FxHashMap::default();
        for ((block, of_new), count) in pairs {
            by_old.entry(block).or_default().push((of_new, count));
        }
        Ok(by_old)
    }

    /// Adds up the common structures of a family from those of its blocks.
    fn add_family(
        &mut self,
        join: &Join<'_>,
        family: u32,
        blocks: &FxHashMap<u32, Vec<(u32, Count)>>,
        scratch: &mut [Count],
    ) {
        let mut touched = Vec::new();
        for (of_new, count) in join.old.blocks(family).iter().filter_map(|block| blocks.get(block)).flatten()
        {
            for partner in join.new.families_of_block(*of_new) {
                let sum = &mut scratch[at(*partner)];
                if sum.is_zero() {
                    touched.push(*partner);
                }
                *sum += count;
            }
        }
        touched.sort_unstable();
        let counts = touched.iter().map(|partner| std::mem::take(&mut scratch[at(*partner)])).collect();
        for partner in &touched {
            self.has_partner[at(*partner)] = true;
        }
        self.partners[at(family)] = Partners { families: touched, counts };
    }
}
