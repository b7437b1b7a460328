//! Brute force: every value of a type up to a size, by an odometer, and then only the valid ones.
//!
//! It shares no code with the crate and looks at no predicate. A type's `any` function asks the odometer
//! wherever there is a choice; [`every`] runs it once for each combination of answers.

use std::collections::BTreeSet;

use super::{Case, Value};

/// The choices of one value: frames of `{value, bound}`, the last of which turns fastest.
#[derive(Debug)]
pub struct Odometer {
    frames: Vec<(usize, usize)>,
    next: usize,
    room: u32,
    /// The maximum size, which domains call `n`.
    pub n: i64,
    params: &'static [(&'static str, i64)],
}

impl Odometer {
    /// One of `bound` possibilities; `None` when there are none.
    pub fn pick(&mut self, bound: usize) -> Option<usize> {
        if bound == 0 {
            return None;
        }
        if self.next == self.frames.len() {
            self.frames.push((0, bound));
        }
        let (value, known) = self.frames[self.next];
        assert_eq!(known, bound, "a value's choices depend on its earlier choices alone");
        self.next += 1;
        Some(value)
    }

    /// One of these values.
    pub fn of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        self.pick(all.len()).map(|index| all[index].clone())
    }

    /// A number of `lo..=hi`.
    pub fn int(&mut self, lo: i64, hi: i64) -> Option<i64> {
        let index = self.pick(usize::try_from(hi - lo + 1).unwrap_or(0))?;
        Some(lo + i64::try_from(index).unwrap())
    }

    /// Takes room for a constructor; `None` when it does not fit.
    pub fn take(&mut self, weight: u32) -> Option<()> {
        self.room = self.room.checked_sub(weight)?;
        Some(())
    }

    /// Whether to have one more, of this weight; `None` when it does not fit.
    pub fn more(&mut self, weight: u32) -> Option<bool> {
        let more = self.pick(2)? == 1;
        if more {
            self.take(weight)?;
        }
        Some(more)
    }

    /// A parameter of the scope.
    pub fn param(&self, name: &str) -> i64 {
        self.params.iter().find(|(known, _)| *known == name).unwrap().1
    }

    /// Steps to the next combination of answers; `false` when there is none.
    fn advance(&mut self) -> bool {
        self.frames.truncate(self.next);
        self.next = 0;
        while let Some((value, bound)) = self.frames.pop() {
            if value + 1 < bound {
                self.frames.push((value + 1, bound));
                return true;
            }
        }
        false
    }
}

/// Every value up to a size, valid or not, each once.
pub fn every<T>(
    max_size: u32,
    params: &'static [(&'static str, i64)],
    any: fn(&mut Odometer) -> Option<T>,
) -> Vec<T> {
    let mut odometer =
        Odometer { frames: Vec::new(), next: 0, room: max_size, n: i64::from(max_size), params };
    let mut values = Vec::new();
    loop {
        odometer.room = max_size;
        values.extend(any(&mut odometer));
        if !odometer.advance() {
            return values;
        }
    }
}

/// The valid values up to a size, by size, as text.
pub fn valid<T: Value>(case: &Case<T>, max_size: u32) -> Vec<BTreeSet<String>> {
    let mut sets = vec![BTreeSet::new(); usize::try_from(max_size).unwrap() + 1];
    for value in every(max_size, case.params, case.any) {
        if (case.valid)(&value) {
            let size = usize::try_from((case.place)(&value)[0]).unwrap();
            assert!(sets[size].insert(format!("{value:?}")), "brute force repeats {value:?}");
        }
    }
    sets
}
