//! [`FirstDifference`]: walks down one build to its first structure that is not in the other build.
//!
//! At each point of the walk, some of the structure is decided, and some productions of the other build still agree with all of it: its
//! *rivals*. What is left to decide can be completed in a number of ways, and each rival has some of these ways; as the rivals are
//! disjoint, their sum is at most that number. Invariant: it is less, so that some completion is in the walked build alone. The walk
//! takes the first alternative for which it still is. Nothing recurses: productions that are not complete lie on a stack.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::catalog::comparison::domain_match::DomainMatch;
use crate::catalog::comparison::groups::Start;
use crate::catalog::comparison::partners::CommonCounts;
use crate::catalog::comparison::production_join::{Join, Side};
use crate::catalog::comparison::production_table::{Content, ProductionTable};
use crate::count::Count;
use crate::index::{CtorIx, at, small};
use crate::limits::StopReason;
use crate::schema::types::SlotKind;

/// The number of productions of a block that are looked at first.
const FIRST_TAIL_COUNT: usize = 8;
/// How many times as many are looked at next.
const TAIL_COUNT_GROWTH: usize = 8;

/// The contents of a production, slot by slot.
type Contents = Vec<(Content, Option<SlotKind>)>;

/// A production of the other build that agrees with what is decided.
struct Rival {
    contents: Contents,
    /// The family of the enclosing slot that it is a production of, by its number among those of the slot.
    group: u32,
    /// The number of ways in which it can complete the structure outside of this production.
    weight: Count,
}

/// A production that is being filled.
struct Frame {
    contents: Contents,
    /// The next slot.
    place: usize,
    /// The number of ways to complete the structure outside of this production.
    ways: Count,
    rivals: Vec<Rival>,
    /// By rival: the number of its family among those of the slot that is being filled.
    groups: Vec<u32>,
}

/// A tail of the other build that may agree: its number, group and weight.
type Candidate = (u32, u32, Count);

/// A walk down one build.
pub(super) struct FirstDifference<'a> {
    join: &'a Join<'a>,
    common: &'a CommonCounts,
    /// Whether the new build is walked.
    is_new: bool,
    words: Vec<u32>,
    stack: Vec<Frame>,
}

impl<'a> FirstDifference<'a> {
    /// A walk down the new build, or down the old one.
    pub(super) const fn new(join: &'a Join<'a>, common: &'a CommonCounts, is_new: bool) -> Self {
        Self { join, common, is_new, words: Vec::new(), stack: Vec::new() }
    }

    const fn walked(&self) -> &'a ProductionTable<'a> {
        if self.is_new { self.join.new } else { self.join.old }
    }

    const fn other(&self) -> &'a ProductionTable<'a> {
        if self.is_new { self.join.old } else { self.join.new }
    }

    /// The number of structures that two families have in common, one of the walked build and one of the other, that one slot can
    /// hold, or that are single blocks.
    fn between(&self, walked: u32, other: u32) -> Option<&'a Count> {
        let (old, new) = if self.is_new { (other, walked) } else { (walked, other) };
        self.common.between(old, new)
    }

    /// The number of structures that a block of the walked build and a family of the other have in common.
    fn common_of_block(&self, block: u32, other: u32) -> Count {
        let block = self.walked().family_of_block(block);
        let blocks = self.other().blocks(other).iter();
        blocks.filter_map(|of_other| self.between(block, self.other().family_of_block(*of_other))).sum()
    }

    fn domain(&self, walked: Option<SlotKind>, other: Option<SlotKind>) -> Option<&'a DomainMatch> {
        let (old, new) = if self.is_new { (other, walked) } else { (walked, other) };
        match (old, new) {
            (Some(SlotKind::Data(old)), Some(SlotKind::Data(new))) => self.join.schemas.domain(old, new),
            _ => None,
        }
    }

    /// The number of values or structures that two slots have in common.
    fn overlap(
        &self,
        walked: (Content, Option<SlotKind>),
        other: (Content, Option<SlotKind>),
    ) -> Option<Count> {
        match (walked.0, other.0) {
            (Content::Family(one), Content::Family(two)) => self.between(one, two).cloned(),
            (Content::Values(lo, hi), Content::Values(first, last)) => {
                let domain = self.domain(walked.1, other.1)?;
                let (one, two) = ((lo, hi), (first, last));
                let (old, new) = if self.is_new { (two, one) } else { (one, two) };
                Some(domain.overlap(old, new)).filter(|overlap| *overlap > 0).map(Count::from)
            }
            _ => None,
        }
    }

    /// The compact words of the first structure of a size that is not in the other build, which must exist.
    pub(super) fn of_size(mut self, size: usize) -> Result<Option<Vec<u32>>, StopReason> {
        let candidates = self.other().roots[size].iter().map(|tail| (*tail, 0, Count::ONE)).collect();
        let walked = self.walked();
        if self.begin(&walked.roots[size], candidates, Count::ONE)?.is_none() {
            return Ok(None);
        }
        while let Some(frame) = self.stack.pop() {
            match frame.contents.get(frame.place).copied() {
                None => {
                    let left: FxHashSet<u32> = frame.rivals.iter().map(|rival| rival.group).collect();
                    if let Some(whole) = self.stack.last_mut() {
                        let mut groups = whole.groups.iter();
                        whole.rivals.retain(|_| groups.next().is_some_and(|group| left.contains(group)));
                        whole.place += 1;
                    }
                }
                Some((Content::Values(lo, hi), kind)) => self.choose_value(frame, (lo, hi), kind),
                Some((Content::Family(family), _)) => {
                    if self.choose_production(frame, family)?.is_none() {
                        return Ok(None);
                    }
                }
            }
            if let Some(reason) = self.join.budget.reached() {
                return Err(reason);
            }
        }
        Ok(Some(self.words))
    }

    /// The ways to complete the structure behind the slot that is next, in all and by rival.
    fn ways_behind(&self, frame: &Frame) -> (Count, Vec<Count>) {
        let behind = frame.place + 1..frame.contents.len();
        let count = |ways: Count, place: usize| ways * self.walked().content_count(frame.contents[place].0);
        let all = behind.clone().fold(frame.ways.clone(), count);
        let of_rival = |rival: &Rival| {
            let mut places = behind.clone();
            let weight = places.try_fold(rival.weight.clone(), |weight, place| {
                Some(weight * self.overlap(frame.contents[place], rival.contents[place])?)
            });
            weight.unwrap_or_default()
        };
        (all, frame.rivals.iter().map(of_rival).collect())
    }

    /// Chooses the first value of a slot behind which rivals do not have all that is left.
    fn choose_value(&mut self, mut frame: Frame, (lo, hi): (u32, u32), kind: Option<SlotKind>) {
        let (all, weights) = self.ways_behind(&frame);
        let place = frame.place;
        let mut value = lo;
        loop {
            let here = (Content::Values(value, value), kind);
            let agrees = |rival: &Rival| self.overlap(here, rival.contents[place]).is_some();
            let agreeing = frame.rivals.iter().zip(&weights).filter(|(rival, _)| agrees(rival));
            let sum: Count = agreeing.clone().map(|(_, weight)| weight).sum();
            if sum < all || value >= hi {
                break;
            }
            // The sum stays until the values of a rival end.
            let ends = agreeing.filter_map(|(rival, _)| match rival.contents[place] {
                (Content::Values(_, last), of_rival) => {
                    self.domain(kind, of_rival)?.last_on_side(self.is_new, last)
                }
                (Content::Family(_), _) => None,
            });
            let end = ends.min().and_then(|end| u32::try_from(end).ok()).unwrap_or(value);
            value = end.max(value).saturating_add(1).min(hi);
        }
        self.words.push(value);
        let here = (Content::Values(value, value), kind);
        frame.rivals.retain(|rival| self.overlap(here, rival.contents[place]).is_some());
        frame.place += 1;
        self.stack.push(frame);
    }

    /// Chooses the first block of a family, and in it the first production, of which rivals do not have all that is left.
    fn choose_production(&mut self, mut frame: Frame, family: u32) -> Result<Option<()>, StopReason> {
        let (walked, other) = (self.walked(), self.other());
        let (all, weights) = self.ways_behind(&frame);
        // Rivals with one family in this slot go on alike.
        let mut families: Vec<(u32, Count)> = Vec::new();
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        frame.groups.clear();
        for (rival, weight) in frame.rivals.iter().zip(weights) {
            let Content::Family(of_rival) = rival.contents[frame.place].0 else { continue };
            let number = *numbers.entry(of_rival).or_insert_with(|| {
                families.push((of_rival, Count::ZERO));
                small(families.len() - 1)
            });
            families[at(number)].1 += &weight;
            frame.groups.push(number);
        }
        let is_left = |block: &&u32| {
            let shared =
                families.iter().map(|(rival, weight)| weight.clone() * self.common_of_block(**block, *rival));
            shared.sum::<Count>() < walked.count(walked.family_of_block(**block)).clone() * &all
        };
        let Some(block) = walked.blocks(family).iter().find(is_left).copied() else { return Ok(None) };
        let alone = walked.family_of_block(block);
        let mut candidates: Vec<Candidate> = Vec::new();
        for (number, (rival, weight)) in (0..).zip(&families) {
            for of_rival in other.blocks(*rival) {
                if self.between(alone, other.family_of_block(*of_rival)).is_some() {
                    let tails = other.tails(*of_rival).iter();
                    candidates.extend(tails.map(|tail| (*tail, number, weight.clone())));
                }
            }
        }
        self.stack.push(frame);
        self.begin(walked.tails(block), candidates, all)
    }

    /// Begins the first of some productions of which candidates do not have all that is left; `None` if there is none.
    fn begin(
        &mut self,
        tails: &[u32],
        candidates: Vec<Candidate>,
        ways: Count,
    ) -> Result<Option<()>, StopReason> {
        let walked = self.walked();
        let mut weights: FxHashMap<u32, Count> = FxHashMap::default();
        for (tail, _, weight) in &candidates {
            *weights.entry(*tail).or_default() += weight;
        }
        let mut contents = Contents::new();
        let mut found = None;
        // The first productions are mostly enough, and there can be very many.
        let (mut begun, mut len) = (0, FIRST_TAIL_COUNT);
        while found.is_none() && begun < tails.len() {
            let end = tails.len().min(begun + len);
            let mut shared: FxHashMap<u32, Count> = FxHashMap::default();
            if !candidates.is_empty() {
                self.pairs(&tails[begun..end], &weights, |tail, rival, count| {
                    *shared.entry(tail).or_default() += &(weights[&rival].clone() * count);
                })?;
            }
            found = tails[begun..end].iter().copied().find_map(|tail| {
                walked.contents(tail, &mut contents);
                let counts = contents.iter().map(|(content, _)| walked.content_count(*content));
                let all = counts.fold(ways.clone(), |ways, count| ways * count);
                let of_rivals = shared.get(&tail);
                of_rivals.is_none_or(|shared| *shared < all).then_some((tail, of_rivals.is_some()))
            });
            (begun, len) = (end, len.saturating_mul(TAIL_COUNT_GROWTH));
        }
        let Some((first, has_rivals)) = found else { return Ok(None) };
        let mut agreeing = FxHashSet::default();
        if has_rivals {
            self.pairs(&[first], &weights, |_, rival, _| {
                agreeing.insert(rival);
            })?;
        }
        let rivals = candidates.into_iter().filter(|(tail, ..)| agreeing.contains(tail));
        let rivals = rivals.map(|(tail, group, weight)| {
            let mut contents = Contents::new();
            self.other().contents(tail, &mut contents);
            Rival { contents, group, weight }
        });
        let rivals = rivals.collect();
        let Start { ctor, slot } = walked.start(first);
        self.words.extend((slot == 0).then(|| ctor.word()));
        self.stack.push(Frame { contents, place: 0, ways, rivals, groups: Vec::new() });
        Ok(Some(()))
    }

    /// Calls a function with each pair of a tail and a rival that have structures in common, and their number.
    fn pairs(
        &self,
        tails: &[u32],
        rivals: &FxHashMap<u32, Count>,
        mut emit: impl FnMut(u32, u32, &Count),
    ) -> Result<(), StopReason> {
        let by_start = |table: &ProductionTable<'_>, tails: &mut dyn Iterator<Item = u32>| {
            let mut found: FxHashMap<CtorIx, Vec<u32>> = FxHashMap::default();
            for tail in tails {
                found.entry(table.start(tail).ctor).or_default().push(tail);
            }
            found
        };
        let walked = by_start(self.walked(), &mut tails.iter().copied());
        let other = by_start(self.other(), &mut rivals.keys().copied());
        let (old, new) = if self.is_new { (&other, &walked) } else { (&walked, &other) };
        for (ctor, old) in old {
            for counterpart in self.join.schemas.counterparts(*ctor) {
                let Some(new) = new.get(counterpart) else { continue };
                self.join.pairs(self.common, Side::Tails(old), Side::Tails(new), |one, other, count| {
                    let (tail, rival) = if self.is_new { (other, one) } else { (one, other) };
                    emit(tail, rival, count);
                })?;
            }
        }
        Ok(())
    }
}
