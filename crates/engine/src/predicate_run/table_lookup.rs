//! Looks a number up in a table at an index that may be undecided.

use std::panic::Location;

use super::failure::fail;
use super::predicate_int::{Cut, Int};

impl Int {
    /// The entry of a table at this index. Indices whose entries are equal and next to each other are not told apart: an
    /// open index is decided as far as the result needs, by comparisons with where such runs begin, so that a run splits
    /// by the runs of the table and not by its entries.
    ///
    /// ```
    /// // How far a search for "ab" may shift the pattern, by the letter read: three runs of 128 entries.
    /// let mut shifts = [2; 128];
    /// shifts[usize::from(b'a')] = 1;
    /// assert_eq!(dpgen::Int::from(97).table(&shifts), 1);
    /// assert_eq!(dpgen::Int::from(98).table(&shifts), 2);
    /// ```
    ///
    /// # Panics
    /// The predicate or attribute fails if the index may be outside of the table; outside of one, this panics.
    #[must_use]
    #[track_caller]
    pub fn table(self, table: &[i64]) -> i64 {
        let begins: Vec<usize> =
            (0..table.len()).filter(|place| *place == 0 || table[*place] != table[*place - 1]).collect();
        let site = Location::caller();
        let is_at_least = |begin: usize| {
            i64::try_from(begin).is_ok_and(|begin| self.cut_at(&Self::constant(begin), Cut::Less, site) == 1)
        };
        if !is_at_least(0) || is_at_least(table.len()) {
            fail(format!("an index is outside of a table of {} entries", table.len()));
        }
        let run =
            begins.iter().skip(1).copied().collect::<Vec<_>>().partition_point(|begin| is_at_least(*begin));
        table[begins[run]]
    }
}
