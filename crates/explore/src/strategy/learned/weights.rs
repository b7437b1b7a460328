//! [`Weights`] of the features, and those that ship.

use super::features::{FEATURE_NAMES, Features};
use super::logistic_regression::{Lessons, fit};

/// The weight of each feature of an item and of a way: the one with the greatest sum is taken.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Weights {
    /// Of the items that wait.
    pub items: Features,
    /// Of the ways at a comparison at which a path goes on.
    pub ways: Features,
}

impl Weights {
    /// Learned from 1,000 Karel programs with 2 conditions and 1,000 with 5, drawn by dpgen with seed 2, in four rounds: made by
    /// `cargo run --release -p dpgen-karel -- train`, which prints this table.
    #[rustfmt::skip]
    pub const KAREL: Self = Self {
        items: [-4.75, 5.28, -2.8, 0.66, 1.86, 2.23, 0.42, -3.47, 1.44, 2.83, -2.91, 4.28],
        ways: [-4.18, 5.1, -2.58, 4.12, 2.05, 3.23, -2.27, -3.3, -1.13, 3.48, -4.25, 2.92],
    };

    /// Weights that predict best whether something new was covered: two logistic regressions, in which a lesson counts as often
    /// as it covered outcomes, and once if it covered none. With the same lessons, the same weights.
    ///
    /// ```
    /// use dpgen_explore::strategy::{FEATURE_NAMES, Lesson, Lessons, Weights};
    ///
    /// let lesson = |open: f64, gain: u32| {
    ///     let mut features = [0.0; FEATURE_NAMES.len()];
    ///     (features[0], features[1]) = (1.0, open);
    ///     Lesson { features, gain }
    /// };
    /// let items = vec![lesson(1.0, 1), lesson(1.0, 2), lesson(1.0, 0), lesson(0.0, 0), lesson(0.0, 1)];
    /// let weights = Weights::fit(&Lessons { items, ways: Vec::new() });
    /// assert!(weights.items[1] > 0.0 && weights.ways == [0.0; FEATURE_NAMES.len()]);
    /// ```
    #[must_use]
    pub fn fit(lessons: &Lessons) -> Self {
        Self { items: fit(&lessons.items), ways: fit(&lessons.ways) }
    }

    /// With two decimals: what a table in the source has, which does not hang on the last bits of a machine's logarithms.
    #[must_use]
    pub fn rounded(&self) -> Self {
        let round = |of: Features| of.map(|weight| (weight * 100.0).round() / 100.0 + 0.0);
        Self { items: round(self.items), ways: round(self.ways) }
    }
}

/// A row for each feature.
impl std::fmt::Display for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{:>7} {:>7}", "items", "ways")?;
        for (place, name) in FEATURE_NAMES.iter().enumerate() {
            writeln!(f, "{:>7.2} {:>7.2}  {name}", self.items[place], self.ways[place])?;
        }
        Ok(())
    }
}
