//! [`Join`]: the pairs of productions of two builds that have structures in common, and how many.
//!
//! A production is a product: the structures that two of one constructor have in common are those whose every slot is in both. So
//! productions make a trie by the contents of their slots ([`RowTrie`]), and two tries are paired slot by slot ([`TrieWalk`]). The cost
//! is that of the pairs that have something in common up to some slot, not that of all pairs. Read
//! [`trie_walk`](super::trie_walk) next.

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use crate::catalog::comparison::groups::{Members, Start};
use crate::catalog::comparison::partners::CommonCounts;
use crate::catalog::comparison::production_table::{Content, ProductionTable};
use crate::catalog::comparison::row_trie::{RowTrie, Rows};
use crate::catalog::comparison::schema_match::SchemaMatch;
use crate::catalog::comparison::trie_walk::{Level, NodePairs, TrieWalk};
use crate::count::Count;
use crate::limits::{Budget, StopReason};
use crate::schema::types::SlotKind;

/// What two sides are walked by together.
struct Tries<'a> {
    levels: Vec<Level<'a>>,
    old: RowTrie,
    new: RowTrie,
}

/// Two builds, and what is known of their common structures.
pub(super) struct Join<'a> {
    pub(super) old: &'a ProductionTable<'a>,
    pub(super) new: &'a ProductionTable<'a>,
    pub(super) schemas: &'a SchemaMatch,
    pub(super) budget: &'a Budget,
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
        let Some(tries) = self.tries(common, old, new) else { return Ok(()) };
        self.walk(common, &tries, tries.old.roots(), emit)
    }

    /// Takes the same pairs on the threads of the current pool, each with a result of its own.
    pub(super) fn pairs_in_parallel<R: Default + Send>(
        &self,
        common: &CommonCounts,
        old: Side<'_>,
        new: Side<'_>,
        take: impl Fn(&mut R, u32, u32, &Count) + Sync,
    ) -> Result<Vec<R>, StopReason> {
        let Some(tries) = self.tries(common, old, new) else { return Ok(Vec::new()) };
        let (begin, end) = tries.old.roots();
        let parts = rayon::current_num_threads().min(end - begin);
        let starts = (0..=parts).map(|part| begin + (end - begin) * part / parts.max(1));
        let starts: Vec<usize> = starts.collect();
        let walk_part = |part: &[usize]| {
            let mut result = R::default();
            self.walk(common, &tries, (part[0], part[1]), |one, other, count| {
                take(&mut result, one, other, count);
            })?;
            Ok(result)
        };
        starts.par_windows(2).map(walk_part).collect()
    }

    /// Walks from some nodes of the old trie's first level, and all of the new one's.
    fn walk(
        &self,
        common: &CommonCounts,
        Tries { levels, old, new }: &Tries<'_>,
        roots: (usize, usize),
        emit: impl FnMut(u32, u32, &Count),
    ) -> Result<(), StopReason> {
        let roots = NodePairs { level: 0, old: roots, new: new.roots() };
        let mut walk = TrieWalk { old, new, levels, common, budget: self.budget, steps: 0, emit };
        walk.split(roots, &Count::ONE)
    }

    /// The levels and the tries of two sides; `None` if one of them is empty.
    fn tries(&self, common: &CommonCounts, old: Side<'_>, new: Side<'_>) -> Option<Tries<'_>> {
        let levels = self.levels(old.first()?, new.first()?);
        let slots = levels.len();
        let (old, new) = rayon::join(
            || old.trie(self.old, slots, |family| common.has_old(family)),
            || new.trie(self.new, slots, |family| common.has_new(family)),
        );
        Some(Tries { levels, old, new })
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
