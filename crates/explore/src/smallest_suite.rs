//! Smallest suites: the fewest rows that together have all that any row has.
//!
//! This is the set cover problem (Karp, 1972). [`greedy`] takes the row with most that is new, again and again, and needs at most
//! ln(n) + 1 times as many rows as are necessary (Johnson, 1974). [`smallest`] leaves out rows that are contained in others, and
//! searches for one row less than greedy until there is none: by the outcome that fewest rows have, with the
//! number of rows that what is left needs at least as a bound.

use dpgen_forest::index::at;

/// A selection of rows that together have all elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// Their places, ascending.
    pub rows: Vec<usize>,
    /// Whether it is proved that no fewer rows suffice.
    pub is_smallest: bool,
}

/// Some elements, as bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Set(Vec<u64>);

impl Set {
    fn of(elements: &[u32]) -> Self {
        let mut set = Self::default();
        for element in elements {
            let word = at(*element / 64);
            if set.0.len() <= word {
                set.0.resize(word + 1, 0);
            }
            set.0[word] |= 1 << (element % 64);
        }
        set
    }

    fn has(&self, element: u32) -> bool {
        self.0.get(at(element / 64)).is_some_and(|word| word >> (element % 64) & 1 == 1)
    }

    fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    fn without(&self, other: &Self) -> Self {
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        Self(self.0.iter().zip(others).map(|(word, other)| word & !other).collect())
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn is_within(&self, other: &Self) -> bool {
        self.without(other).len() == 0
    }

    fn elements(&self) -> impl Iterator<Item = u32> + '_ {
        (0..64 * dpgen_forest::index::shown(self.0.len())).filter(|element| self.has(*element))
    }
}

/// Takes the row with most that is new, again and again; of equal ones, the first.
///
/// ```
/// use dpgen_explore::{greedy, smallest};
///
/// // Johnson's trap: greedy takes the long row and needs two more.
/// let rows: [&[u32]; 3] = [&[0, 1, 2, 3], &[0, 1, 4], &[2, 3, 5]];
/// assert_eq!(greedy(&rows), [0, 1, 2]);
/// let best = smallest(&rows, 1000);
/// assert_eq!((best.rows, best.is_smallest), (vec![1, 2], true));
/// ```
#[must_use]
pub fn greedy(rows: &[&[u32]]) -> Vec<usize> {
    let sets: Vec<Set> = rows.iter().map(|row| Set::of(row)).collect();
    let mut all = Set::default();
    sets.iter().for_each(|set| all.add(set));
    let mut chosen = Vec::new();
    let mut covered = Set::default();
    while covered.len() < all.len() {
        let gain = |place: &usize| sets[*place].without(&covered).len();
        let Some(best) = (0..sets.len()).rev().max_by_key(gain) else { break };
        covered.add(&sets[best]);
        chosen.push(best);
    }
    chosen.sort_unstable();
    chosen
}

/// The fewest rows that together have all elements of all rows; the best found if the search ends after `steps` steps.
#[must_use]
pub fn smallest(rows: &[&[u32]], steps: u64) -> Chosen {
    let greedy = greedy(rows);
    let mut sets: Vec<(usize, Set)> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let set = Set::of(row);
        if set.len() > 0 && !sets.iter().any(|(_, known)| set.is_within(known)) {
            sets.retain(|(_, known)| !known.is_within(&set));
            sets.push((place, set));
        }
    }
    let mut all = Set::default();
    sets.iter().for_each(|(_, set)| all.add(set));
    let mut search = Search { sets: &sets, left: steps, chosen: Vec::new() };
    let mut best = greedy;
    while let Some(fewer) = best.len().checked_sub(1) {
        match search.within(&all, fewer) {
            Some(true) => {
                best = search.chosen.drain(..).map(|set| sets[set].0).collect();
                best.sort_unstable();
            }
            Some(false) => return Chosen { rows: best, is_smallest: true },
            None => return Chosen { rows: best, is_smallest: false },
        }
    }
    Chosen { rows: best, is_smallest: true }
}

struct Search<'a> {
    sets: &'a [(usize, Set)],
    /// The number of remaining steps.
    left: u64,
    chosen: Vec<usize>,
}

impl Search<'_> {
    /// Whether `many` sets can have all open elements; `None` if the steps are used up.
    fn within(&mut self, open: &Set, many: usize) -> Option<bool> {
        let most = self.sets.iter().map(|(_, set)| open.len() - open.without(set).len()).max().unwrap_or(0);
        if open.len() == 0 {
            return Some(true);
        }
        if many == 0 || u64::from(open.len()) > u64::from(most) * u64::try_from(many).unwrap_or(u64::MAX) {
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        let sets = self.sets;
        let having = |element: u32| (0..sets.len()).filter(move |set| sets[*set].1.has(element));
        let rarest = open.elements().min_by_key(|element| having(*element).count())?;
        let mut ways: Vec<(u32, usize)> =
            having(rarest).map(|set| (open.without(&sets[set].1).len(), set)).collect();
        ways.sort_unstable();
        for (_, set) in ways {
            self.chosen.push(set);
            if self.within(&open.without(&sets[set].1), many - 1)? {
                return Some(true);
            }
            self.chosen.pop();
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use chacha20::rand_core::SeedableRng;
    use rand::RngExt;

    use super::{greedy, smallest};

    /// The fewest of all subsets.
    fn brute_force(rows: &[&[u32]]) -> usize {
        let mask = |row: &[u32]| row.iter().fold(0_u64, |mask, element| mask | 1 << element);
        let all = rows.iter().fold(0, |all, row| all | mask(row));
        (0_u32..1 << rows.len())
            .filter(|subset| {
                let of = |place: usize| if subset >> place & 1 == 1 { mask(rows[place]) } else { 0 };
                (0..rows.len()).fold(0, |covered, place| covered | of(place)) == all
            })
            .map(|subset| usize::try_from(subset.count_ones()).unwrap())
            .min()
            .unwrap()
    }

    #[test]
    fn the_smallest_is_that_of_brute_force_and_never_larger_than_greedy() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let mut better = 0;
        for _ in 0..400 {
            let elements = rng.random_range(1..10_u32);
            let rows: Vec<Vec<u32>> = (0..rng.random_range(1..=12))
                .map(|_| (0..elements).filter(|_| rng.random_range(0..3) == 0).collect())
                .collect();
            let rows: Vec<&[u32]> = rows.iter().map(Vec::as_slice).collect();
            let best = smallest(&rows, u64::MAX);
            assert!(best.is_smallest);
            assert_eq!(best.rows.len(), brute_force(&rows), "{rows:?}");
            assert!(best.rows.len() <= greedy(&rows).len());
            better += u32::from(best.rows.len() < greedy(&rows).len());
        }
        assert!(better > 0, "greedy is not always the best");
    }

    #[test]
    fn nothing_needs_no_rows_and_no_steps_prove_nothing() {
        assert_eq!(smallest(&[], 0).rows, [0_usize; 0]);
        assert!(smallest(&[&[], &[]], 0).is_smallest);
        let rows: [&[u32]; 4] = [&[0, 1], &[1, 2], &[2, 3], &[3, 0]];
        assert!(smallest(&rows, 1000).is_smallest);
        let rows: [&[u32]; 3] = [&[0, 1, 2, 3], &[0, 1, 4], &[2, 3, 5]];
        assert!(!smallest(&rows, 0).is_smallest);
    }
}
