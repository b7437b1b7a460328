//! [`Worst`]: the costs of a program by size, and whether they are proven.

use crate::strategy::Policy;
use crate::worst::growth_fit::Growth;

/// The worst case of one size. Its witness is of type `W`: integers, or a structure.
#[derive(Debug, Clone)]
pub struct AtSize<W = Vec<i64>> {
    pub(super) size: u32,
    pub(super) cost: u64,
    pub(super) bound: Option<u64>,
    pub(super) witness: W,
    pub(super) paths: u64,
    pub(super) by: &'static str,
}

impl<W> AtSize<W> {
    /// The size.
    #[must_use]
    pub const fn size(&self) -> u32 {
        self.size
    }

    /// The greatest cost found, which is that of the witness.
    #[must_use]
    pub const fn cost(&self) -> u64 {
        self.cost
    }

    /// A cost that no input exceeds, if one is known.
    #[must_use]
    pub const fn bound(&self) -> Option<u64> {
        self.bound
    }

    /// Whether it is proven that no input costs more.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.bound == Some(self.cost)
    }

    /// An input with the greatest cost found.
    #[must_use]
    pub const fn witness(&self) -> &W {
        &self.witness
    }

    /// The number of paths taken at this size.
    #[must_use]
    pub const fn paths(&self) -> u64 {
        self.paths
    }

    /// The method that found or proved it, in words.
    #[must_use]
    pub const fn by(&self) -> &'static str {
        self.by
    }
}

/// The worst cases of a program, by size.
#[derive(Debug, Clone)]
pub struct Worst<W = Vec<i64>> {
    pub(super) sizes: Vec<AtSize<W>>,
    /// Smaller sizes that were exhausted to learn a policy.
    pub(super) learned_from: Vec<AtSize<W>>,
    /// The best policy, the number of exhausted sizes at which it makes a worst path, and the number of exhausted sizes.
    pub(super) policy: Option<(Policy, usize, usize)>,
}

impl<W> Worst<W> {
    /// The worst case of a size that was asked for.
    ///
    /// # Panics
    /// When it was not, and when there is no structure of this size.
    #[must_use]
    pub fn at(&self, size: u32) -> &AtSize<W> {
        match self.sizes.iter().find(|at| at.size == size) {
            Some(at) => at,
            None => panic!("size {size} was not asked for, or has no structure: add it to `sizes`"),
        }
    }

    /// The worst cases that were asked for, by size.
    #[must_use]
    pub fn sizes(&self) -> &[AtSize<W>] {
        &self.sizes
    }

    /// The witness of a size that was asked for, to be changed: programs over structures change them.
    #[must_use]
    pub fn into_witness(self, size: u32) -> Option<W> {
        self.sizes.into_iter().find(|at| at.size == size).map(|at| at.witness)
    }

    /// The policy that makes the worst paths of all sizes that were exhausted, if one was found.
    #[must_use]
    pub fn policy(&self) -> Option<&Policy> {
        self.policy.as_ref().filter(|(_, makes, of)| makes == of).map(|(policy, ..)| policy)
    }

    /// The cost of every size that is known, by size: those that were asked for, and smaller ones that were learned from.
    ///
    /// ```
    /// use dpgen::Int;
    /// use dpgen::explore::WorstCase;
    ///
    /// let worst = WorstCase::ints(0..=9).program(|keys: &mut [Int]| keys.iter().min().copied()).sizes([4]).run()?;
    /// assert_eq!(worst.points(), [(1, 0), (2, 1), (3, 2), (4, 3)]);
    /// # Ok::<(), dpgen::explore::ExploreError>(())
    /// ```
    #[must_use]
    pub fn points(&self) -> Vec<(u32, u64)> {
        let mut points: Vec<(u32, u64)> =
            self.learned_from.iter().chain(&self.sizes).map(|at| (at.size, at.cost)).collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// The growth of the costs, fitted to all known sizes.
    #[must_use]
    pub fn growth(&self) -> Option<Growth> {
        Growth::of(&self.points())
    }
}

impl<W: std::fmt::Debug> std::fmt::Display for Worst<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for at in &self.sizes {
            write!(f, "size {}: cost {}, ", at.size, at.cost)?;
            match at.bound {
                Some(bound) if bound == at.cost => write!(f, "proven {}", at.by)?,
                Some(bound) => write!(f, "best found {}; at most {bound}", at.by)?,
                None => write!(f, "best found {}", at.by)?,
            }
            let (paths, s) = (at.paths, if at.paths == 1 { "" } else { "s" });
            write!(f, " ({paths} path{s}); for {}", shortened(&at.witness))?;
            writeln!(f)?;
        }
        match &self.policy {
            Some((policy, makes, of)) if makes == of => writeln!(f, "policy: {policy}")?,
            Some((_, makes, of)) => {
                writeln!(f, "policy: none; the best makes worst paths at {makes} of {of} small sizes")?
            }
            None => writeln!(f, "policy: none")?,
        }
        match self.growth() {
            Some(growth) => write!(f, "growth: {growth}"),
            None => write!(f, "growth: too few sizes to tell"),
        }
    }
}

/// The text of an input, cut if it is long.
fn shortened(witness: &impl std::fmt::Debug) -> String {
    const MAX_WITNESS_LETTERS: usize = 100;
    let text = format!("{witness:?}");
    match text.char_indices().nth(MAX_WITNESS_LETTERS) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text,
    }
}
