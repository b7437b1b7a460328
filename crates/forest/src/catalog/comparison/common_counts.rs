//! The computation of [`CommonCounts`]: how many structures each family of the old build has in common with each of the new build.
//!
//! Only pairs with common structures are kept. They are computed by size, parts before wholes: pairs of productions come from
//! those of their parts ([`Join`]), pairs of blocks are sums over their productions, pairs of families sums over their blocks.
//! Read [`first_difference`](super::first_difference) next.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
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
        let mut sums = vec![vec![Count::ZERO; join.new.family_count()]; rayon::current_num_threads()];
        for size in 0..sizes {
            let mut whole = Count::ZERO;
            for head in &heads {
                let blocks = match common.blocks(join, (old, new), (*head, size), &mut whole) {
                    Ok(blocks) => blocks,
                    Err(reason) => return (common, Some(reason)),
                };
                common.add_families(join, old.families(*head, size), &blocks, &mut sums);
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
    ) -> Result<CommonOfBlocks, StopReason> {
        let mut by_old = CommonOfBlocks::default();
        for start in head.starts(join.old.schema) {
            for counterpart in join.counterparts(start) {
                let members = (old.members(start, size), new.members(counterpart, size));
                let (Some(of_old), Some(of_new)) = members else { continue };
                let (of_old, of_new) = (Side::Members(of_old), Side::Members(of_new));
                let take = |found: &mut CommonPairs, one, other, count: &Count| {
                    if join.old.is_root(one) && join.new.is_root(other) {
                        found.whole += count;
                    }
                    for block in join.old.blocks_of_tail(one) {
                        for of_new in join.new.blocks_of_tail(other) {
                            *found.blocks.entry((block, of_new)).or_default() += count;
                        }
                    }
                };
                for found in join.pairs_in_parallel(self, of_old, of_new, take)? {
                    *whole += &found.whole;
                    for ((block, of_new), count) in found.blocks {
                        by_old.entry(block).or_default().push((of_new, count));
                    }
                }
            }
        }
        Ok(by_old)
    }

    /// Adds up the common structures of families from those of their blocks; some families for each of `sums`, each on a thread of the
    /// current pool.
    fn add_families(
        &mut self,
        join: &Join<'_>,
        families: &[u32],
        blocks: &CommonOfBlocks,
        sums: &mut [Vec<Count>],
    ) {
        // In turns, as neighbours take about as long.
        let threads = sums.len();
        let found: Vec<Vec<Partners>> = sums
            .par_iter_mut()
            .enumerate()
            .map(|(thread, sums)| {
                let of_thread = families.iter().skip(thread).step_by(threads);
                of_thread.map(|family| partners(join, *family, blocks, sums)).collect()
            })
            .collect();
        for (thread, found) in found.into_iter().enumerate() {
            for (family, partners) in families.iter().skip(thread).step_by(threads).zip(found) {
                for partner in &partners.families {
                    self.has_partner[at(*partner)] = true;
                }
                self.partners[at(*family)] = partners;
            }
        }
    }
}

/// What one thread has found: the common structures of pairs of blocks, and those that are whole in both builds.
#[derive(Default)]
struct CommonPairs {
    blocks: FxHashMap<(u32, u32), Count>,
    whole: Count,
}

/// By block of the old build: blocks of the new build with common structures, and their number. A block can come several times.
type CommonOfBlocks = FxHashMap<u32, Vec<(u32, Count)>>;

/// The partners of a family of the old build, among those that it meets. `sums` has a zero for each family of the new build, before and after.
fn partners(join: &Join<'_>, family: u32, blocks: &CommonOfBlocks, sums: &mut [Count]) -> Partners {
    let mut touched = Vec::new();
    let uses = join.old.uses(family);
    for (of_new, count) in join.old.blocks(family).iter().filter_map(|block| blocks.get(block)).flatten() {
        let meets = |partner: &&u32| join.new.uses(**partner) & uses != 0;
        for partner in join.new.families_of_block(*of_new).iter().filter(meets) {
            let sum = &mut sums[at(*partner)];
            if sum.is_zero() {
                touched.push(*partner);
            }
            *sum += count;
        }
    }
    touched.sort_unstable();
    let counts = touched.iter().map(|partner| std::mem::take(&mut sums[at(*partner)])).collect();
    Partners { families: touched, counts }
}
