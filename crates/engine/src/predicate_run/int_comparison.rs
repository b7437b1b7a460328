//! Compares two integers of a run; undecided values are split only as far as the answer needs.
//!
//! A data slot compared with a constant splits its interval of values in two or three. What an engine knows of its own
//! atoms comes first ([`Source::compare`]); a sum is decided value by value. All bounds are 128 bits wide, so that no
//! comparison of 64-bit integers can overflow.

use std::cmp::Ordering;

use dpgen_forest::index::{DomainIx, small};

use super::choice_stack::Read;
use super::failure::overflow;
use super::predicate_int::{Cut, Int};
use super::run_state::{Atom, Run, Source};

impl<S: Source> Run<S> {
    /// Compares two integers as finely as `cut` says: the number of the group that holds.
    pub(crate) fn compare(&mut self, a: Int, b: Int, cut: Cut) -> u32 {
        self.note_read();
        let (a, b) = (self.settled(a), self.settled(b));
        if a.base == b.base {
            return cut.group(a.constant_part().cmp(&b.constant_part()));
        }
        if let Some(group) = S::compare(self, a, b, cut) {
            return group;
        }
        if a.base == 0 {
            let group = self.compare_constant(b, a.constant_part(), cut.flipped());
            return cut.mirrored(group);
        }
        if b.base == 0 {
            return self.compare_constant(a, b.constant_part(), cut);
        }
        if matches!(self.atom_of(b), Some(Atom::Linear(_)))
            && !matches!(self.atom_of(a), Some(Atom::Linear(_)))
        {
            let value = self.decide(b);
            return self.compare(a, Int::wide(value), cut);
        }
        let value = self.decide(a);
        self.compare(Int::wide(value), b, cut)
    }

    /// Compares an undecided integer with a constant.
    fn compare_constant(&mut self, int: Int, constant: i128, cut: Cut) -> u32 {
        let bound = constant.checked_sub(int.constant_part()).unwrap_or_else(|| overflow());
        match self.atom_of(int) {
            Some(Atom::Data { domain, lo, hi }) => {
                let interval = (*domain, *lo, *hi);
                self.compare_data(int.base, interval, bound, cut)
            }
            _ => {
                let value = self.decide(int.with_constant(0));
                cut.group(value.cmp(&bound))
            }
        }
    }

    /// Compares a data slot with a bound: its interval splits by the outcome.
    fn compare_data(
        &mut self,
        base: u32,
        (domain, lo, hi): (DomainIx, u32, u32),
        bound: i128,
        cut: Cut,
    ) -> u32 {
        let (start, end) = self.schema.domain(domain).around(bound);
        if hi < start {
            return cut.group(Ordering::Less);
        }
        if end <= lo {
            return cut.group(Ordering::Greater);
        }
        let (first, second) = match cut {
            Cut::Less => (start, hi + 1),
            Cut::AtMost => (end, hi + 1),
            Cut::Three | Cut::Equal => (start, end),
        };
        // Where the groups begin, and where the last ends. Some may be empty.
        let first = first.clamp(lo, hi + 1);
        let bounds = [lo, first, second.clamp(first, hi + 1), hi + 1];
        let ways = bounds.windows(2).map(|group| u32::from(group[0] < group[1])).sum();
        let mut before = self.choose_for(Read::Data(domain), base, ways);
        let mut group = 0;
        while bounds[group] == bounds[group + 1] || before > 0 {
            before -= u32::from(bounds[group] < bounds[group + 1]);
            group += 1;
        }
        let picked = (bounds[group], bounds[group + 1] - 1);
        if picked != (lo, hi) {
            self.set_interval(base, picked);
        }
        let group = small(group);
        if cut == Cut::Equal { u32::from(group == 1) } else { group }
    }
}
