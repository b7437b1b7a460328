//! Parts whose sizes are open: how constructors with many recursive slots are judged.
//!
//! There are too many ways to split a size among many slots to judge each by itself. So there is one task for all of
//! them: each hole holds the classes of *all* sizes that fit, and a size is decided only by what tells classes apart
//! anyway. Narrowing a hole bounds the sizes that are left to the others, and narrows them ([`ClassRun::share`]); a hole
//! that is looked into gets one size. What a leaf leaves open is put together in [`super::convolution`].
//! Invariant: each size of a part lies within what the least and greatest sizes of the others leave.

use smallvec::SmallVec;

use dpgen_forest::index::{at, small};
use dpgen_forest::schema::SlotKind;

use super::source::ClassRun;
use crate::run::failure::{Failure, raise};
use crate::tasks::{Buckets, Task};

/// The sizes that the parts of a run can have.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spread {
    /// What they add up to.
    sum: u32,
    /// The least and greatest size of each part; none if no size is open. The parts are the nodes from 1 on.
    extents: SmallVec<[(u32, u32); 8]>,
    /// The sums of the least and of the greatest sizes.
    least: u64,
    most: u64,
}

impl Spread {
    fn new(sum: u32, extents: SmallVec<[(u32, u32); 8]>) -> Self {
        let least = extents.iter().map(|(min, _)| u64::from(*min)).sum();
        let most = extents.iter().map(|(_, max)| u64::from(*max)).sum();
        Self { sum, extents, least, most }
    }

    /// Nothing is open.
    pub(crate) fn clear(&mut self) {
        self.extents.clear();
    }

    /// Between which sizes a part has to be; `None` if there is no such size.
    fn room(&self, part: usize) -> Option<(u32, u32)> {
        let (min, max) = self.extents[part];
        let sum = u64::from(self.sum);
        let hi = sum.checked_sub(self.least - u64::from(min))?;
        let lo = sum.saturating_sub(self.most - u64::from(max));
        Some((u32::try_from(lo).ok()?, u32::try_from(hi).ok()?)).filter(|(lo, hi)| lo <= hi)
    }

    fn set(&mut self, part: usize, (min, max): (u32, u32)) {
        let (old_min, old_max) = std::mem::replace(&mut self.extents[part], (min, max));
        self.least = self.least - u64::from(old_min) + u64::from(min);
        self.most = self.most - u64::from(old_max) + u64::from(max);
    }
}

/// What a task's holes hold.
#[derive(Debug, Default)]
pub(crate) struct Holes {
    pub(crate) sets: SmallVec<[u32; 4]>,
    pub(crate) spread: Spread,
}

impl Holes {
    /// Sets of one size each.
    pub(crate) fn of(sets: SmallVec<[u32; 4]>) -> Self {
        Self { sets, spread: Spread::default() }
    }
}

impl ClassRun {
    /// What the holes of a task hold; `None` if their sizes can not add up.
    pub(crate) fn holes(&mut self, task: &Task) -> Option<Holes> {
        let parts = self.parts();
        if !task.spread {
            let sets = task.parts.iter().map(|part| parts.part(part.bucket, part.from, part.len)).collect();
            return Some(Holes { sets, spread: Spread::default() });
        }
        let ctor = self.schema.clone();
        let ctor = ctor.constructor(task.ctor);
        let sum = task.size.checked_sub(ctor.weight)?;
        let types = ctor.slots.iter().filter_map(|slot| match slot.kind {
            SlotKind::Recursive(ty) => Some(ty),
            SlotKind::Data(_) => None,
        });
        let classes = self.parts().classes.clone();
        let mut extents = SmallVec::new();
        for ty in types.clone() {
            extents.push((*classes.sizes(ty).first()?, u32::MAX));
        }
        let mut spread = Spread::new(sum, extents);
        let mut sets = SmallVec::new();
        for (part, ty) in types.enumerate() {
            let (_, most) = spread.room(part)?;
            let set = self.parts().up_to(ty, most)?;
            sets.push(set);
            spread.set(part, self.parts().extent(set));
        }
        while let Some(part) = spread.next_to_narrow()? {
            let (lo, hi) = spread.room(part)?;
            sets[part] = self.parts().within(sets[part], lo, hi)?;
            spread.set(part, self.parts().extent(sets[part]));
        }
        Some(Holes { sets, spread })
    }

    /// After a node was narrowed to a set: narrows the parts whose sizes have to make up for its own.
    pub(crate) fn share(&mut self, node: u32, set: u32) {
        let part = at(node).wrapping_sub(1);
        if part >= self.source.spread.extents.len() {
            return;
        }
        let extent = self.parts().extent(set);
        if extent == self.source.spread.extents[part] {
            return;
        }
        self.source.spread.set(part, extent);
        loop {
            let part = match self.source.spread.next_to_narrow() {
                Some(Some(part)) => part,
                Some(None) => return,
                None => raise(Failure::Empty),
            };
            let node = small(part) + 1;
            let set = self.set_of(node);
            let room = self.source.spread.room(part);
            let Some(set) = room.and_then(|(lo, hi)| self.parts().within(set, lo, hi)) else {
                raise(Failure::Empty);
            };
            self.put(node, set);
            let extent = self.parts().extent(set);
            self.source.spread.set(part, extent);
        }
    }

    /// Whether some sizes of the parts add up.
    pub(crate) fn adds_up(&mut self) -> bool {
        let Spread { sum, extents, .. } = &self.source.spread;
        let (sum, parts) = (at(*sum), extents.len());
        if parts == 0 {
            return true;
        }
        // What the sizes of the parts so far can add up to, a bit each.
        let mut reached: SmallVec<[u64; 4]> = SmallVec::from_elem(0, sum / 64 + 1);
        reached[0] = 1;
        for part in 0..parts {
            let set = self.set_of(small(part) + 1);
            let parts = &self.source.parts;
            let mut next = SmallVec::from_elem(0, reached.len());
            for (size, _) in parts.classes.by_size(parts.members(set)) {
                add_shifted(&mut next, &reached, at(size));
            }
            reached = next;
        }
        reached[sum / 64] >> (sum % 64) & 1 == 1
    }
}

/// Adds the bits of a set to another, each so many places further on; those beyond its end are dropped.
fn add_shifted(to: &mut [u64], bits: &[u64], places: usize) {
    let (words, places) = (places / 64, places % 64);
    for (place, word) in (words..to.len()).zip(bits) {
        to[place] |= word << places;
        if let (Some(next), true) = (to.get_mut(place + 1), places > 0) {
            *next |= word >> (64 - places);
        }
    }
}

impl Spread {
    /// A part with sizes that the others leave no room for: `Some(None)` if there is none, `None` if nothing fits.
    #[expect(clippy::option_option, reason = "the outer one is for `?`")]
    fn next_to_narrow(&self) -> Option<Option<usize>> {
        for part in 0..self.extents.len() {
            let (min, max) = self.extents[part];
            let (lo, hi) = self.room(part)?;
            if min < lo || hi < max {
                return Some(Some(part));
            }
        }
        Some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::add_shifted;

    /// The sums of numbers of two lists, as far as they are below 192, by adding each to each.
    #[test]
    fn sums_are_those_of_all_pairs() {
        let (a, b) = ([0_usize, 1, 62, 63, 64, 100, 128, 191], [0_usize, 1, 2, 63, 64, 65, 127, 190]);
        let mut bits = [0_u64; 3];
        a.iter().for_each(|place| bits[place / 64] |= 1 << (place % 64));
        let mut sums = [0_u64; 3];
        b.iter().for_each(|places| add_shifted(&mut sums, &bits, *places));
        for sum in 0..192 {
            let expected = a.iter().any(|a| b.iter().any(|b| a + b == sum));
            assert_eq!(sums[sum / 64] >> (sum % 64) & 1 == 1, expected, "{sum}");
        }
    }
}
