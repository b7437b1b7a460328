//! [`Search`]: the known methods of searching for worst cases.
//!
//! All of them run on the same engine and are reported alike, so that a table can compare them. `single_method.rs` runs one of
//! them, and `search_over_ints.rs` combines them as [`Search::Auto`].

/// A method of searching for worst cases.
///
/// ```
/// use dpgen::Int;
/// use dpgen::explore::{Search, WorstCase};
///
/// fn inversions(keys: &mut [Int]) {
///     for end in 1..keys.len() {
///         let mut place = end;
///         while place > 0 && keys[place] < keys[place - 1] {
///             keys.swap(place, place - 1);
///             place -= 1;
///         }
///     }
/// }
///
/// let cost = |search| WorstCase::ints(0..=1000).program(inversions).search(search).sizes([20]).run().map(|worst| worst.at(20).cost());
/// assert_eq!(cost(Search::Branches { history: 0 })?, 190);
/// assert!(cost(Search::Inputs)? < 190);
/// # Ok::<(), dpgen::explore::ExploreError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Search {
    /// The best known combination: all paths of small sizes, a policy that is learned from them, merged paths where the program has
    /// checkpoints, and several other methods where no policy is known.
    #[default]
    Auto,
    /// The paths one after the other, of each size by itself, up to [`paths`](crate::Settings::paths): proven if these are all.
    Exhaustive,
    /// Random inputs, [`tries`](crate::Settings::tries) of them.
    Inputs,
    /// Inputs that are decided while the program runs, as late as can be, so that a pivot parts little from the rest (McIlroy, "A killer
    /// adversary for quicksort", 1999): [`tries`](crate::Settings::tries) of them, with deviations at random. None where the range has
    /// fewer values than there are integers.
    Adversary,
    /// Random paths, [`tries`](crate::Settings::tries) of them: each way of a comparison that is possible is as likely as any other.
    Paths,
    /// A table of branches: what each answers on the worst paths of small sizes, after so many decisions before it. Without any this
    /// is WISE (Burnim, Juvekar and Sen, ICSE 2009), with some SPF-WCA (Luckow, Kersten and Pasareanu, ICST 2017). Where the worst
    /// paths disagree, both ways are taken: up to [`paths`](crate::Settings::paths) paths of a size.
    Branches {
        /// The number of preceding decisions that belong to a branch.
        history: usize,
    },
    /// Q-learning with a table, which goes on from each size to the next (Koo, Saumya, Kulkarni and Bagchi, PySE, ICST 2019), for
    /// [`tries`](crate::Settings::tries) paths a size.
    PySe {
        /// The number of preceding decisions that belong to the state of a comparison.
        history: usize,
    },
}
