//! [`Distribution`]: the number of structures by the answer that they give to an attribute.
//!
//! Invariant: the numbers ascend, and none is given by no structure. Counts are exact, so sums and quotients of them are
//! taken exactly and rounded once, at the end.

use crate::count::Count;

/// The number of structures of one size for each answer to an attribute.
///
/// ```
/// use dpgen::{Count, Distribution};
///
/// // The heights of the five binary trees of three nodes.
/// let heights = Distribution::new([(3, Count::new(4)), (2, Count::ONE)]);
/// assert_eq!(heights.answers(), [(2, Count::ONE), (3, Count::new(4))]);
/// assert_eq!((heights.least(), heights.median(), heights.greatest()), (Some(2), Some(3), Some(3)));
/// assert_eq!(heights.mean(), Some(2.8));
/// assert_eq!(heights.total(), 5);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Distribution {
    answers: Vec<(i64, Count)>,
}

/// The mean is computed in units of one part in this many.
const MEAN_SCALE: u64 = 1_000_000_000;

impl Distribution {
    /// A distribution from its answers, in any order; the counts of equal answers are added.
    #[must_use]
    pub fn new(answers: impl IntoIterator<Item = (i64, Count)>) -> Self {
        let mut answers: Vec<(i64, Count)> =
            answers.into_iter().filter(|(_, count)| !count.is_zero()).collect();
        answers.sort_by_key(|(answer, _)| *answer);
        answers.dedup_by(|later, first| {
            let same = later.0 == first.0;
            if same {
                first.1 += &later.1;
            }
            same
        });
        Self { answers }
    }

    /// The answers, ascending, each with the number of structures that give it.
    #[must_use]
    pub fn answers(&self) -> &[(i64, Count)] {
        &self.answers
    }

    /// The number of structures.
    #[must_use]
    pub fn total(&self) -> Count {
        self.answers.iter().map(|(_, count)| count).sum()
    }

    /// How many structures give this answer.
    #[must_use]
    pub fn count(&self, answer: i64) -> Count {
        let place = self.answers.binary_search_by_key(&answer, |(answer, _)| *answer);
        place.map_or(Count::ZERO, |place| self.answers[place].1.clone())
    }

    /// The least answer; `None` if there is no structure.
    #[must_use]
    pub fn least(&self) -> Option<i64> {
        self.answers.first().map(|(answer, _)| *answer)
    }

    /// The greatest answer; `None` if there is no structure.
    #[must_use]
    pub fn greatest(&self) -> Option<i64> {
        self.answers.last().map(|(answer, _)| *answer)
    }

    /// The median: the least answer that at least half of the structures do not exceed.
    #[must_use]
    pub fn median(&self) -> Option<i64> {
        self.percentile(50)
    }

    /// The least answer that at least so many percent of the structures do not exceed (the nearest rank); from 100 on, the
    /// greatest answer. `None` if there is no structure.
    ///
    /// ```
    /// use dpgen::{Count, Distribution};
    ///
    /// let hundred = Distribution::new((1..=100).map(|answer| (answer, Count::ONE)));
    /// assert_eq!([0, 1, 99, 100, 101].map(|percent| hundred.percentile(percent)), [1, 1, 99, 100, 100].map(Some));
    /// assert_eq!(Distribution::default().percentile(50), None);
    /// ```
    #[must_use]
    pub fn percentile(&self, percent: u32) -> Option<i64> {
        let wanted = self.total() * Count::from(percent);
        let mut below = Count::ZERO;
        for (answer, count) in &self.answers {
            below += count;
            if below.clone() * Count::new(100) >= wanted {
                return Some(*answer);
            }
        }
        self.greatest()
    }

    /// The mean, off by less than one part in 10⁹ and the rounding of an `f64`; `None` if there is no structure.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let least = self.least()?;
        // Counted from the least answer there is nothing negative.
        let above = |answer: i64| Count::from(answer.abs_diff(least));
        let sum: Count = self.answers.iter().map(|(answer, count)| above(*answer) * count).sum();
        let (quotient, _) = (sum * Count::from(MEAN_SCALE)).div_rem(&self.total());
        let scaled = i128::try_from(quotient.to_u128()?).ok()? + i128::from(least) * i128::from(MEAN_SCALE);
        // Text is the one way from 128 bits to an `f64` that rounds and needs no cast.
        format!("{scaled}e-9").parse().ok()
    }

    /// The share of structures that give this answer, from 0 to 1, off by less than 10⁻¹⁸ of it.
    ///
    /// ```
    /// use dpgen::{Count, Distribution};
    ///
    /// let rare = Distribution::new([(1, Count::from(u128::MAX)), (2, Count::ONE)]);
    /// assert!((2.9e-39..3e-39).contains(&rare.share(2)));
    /// assert_eq!((rare.share(1), rare.share(3)), (1.0, 0.0));
    /// ```
    #[must_use]
    pub fn share(&self, answer: i64) -> f64 {
        ratio(&self.count(answer), &self.total())
    }
}

/// The quotient of two counts; 0 if the divisor is.
fn ratio(part: &Count, whole: &Count) -> f64 {
    if part.is_zero() || whole.is_zero() {
        return 0.0;
    }
    let digits = |count: &Count| count.to_string().len();
    // As many powers of ten as give some 20 digits of quotient.
    let power = (digits(whole) + 20).saturating_sub(digits(part));
    let (quotient, _) = format!("1{}", "0".repeat(power))
        .parse::<Count>()
        .map(|scale| (part.clone() * scale).div_rem(whole))
        .unwrap_or_default();
    format!("{quotient}e-{power}").parse().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::Distribution;
    use crate::count::Count;

    #[test]
    fn answers_at_the_ends_of_i64_have_a_mean() {
        let ends = Distribution::new([(i64::MIN, Count::ONE), (i64::MAX, Count::ONE)]);
        assert_eq!(ends.mean(), Some(-0.5));
        let low = Distribution::new([(i64::MIN, Count::from(u128::MAX))]);
        assert_eq!(low.mean(), Some(-9_223_372_036_854_775_808.0));
    }

    #[test]
    fn nothing_has_no_mean() {
        let none = Distribution::new([(1, Count::ZERO)]);
        assert_eq!((none.mean(), none.median(), none.greatest(), none.share(1)), (None, None, None, 0.0));
    }

    #[test]
    fn counts_beyond_any_float_have_a_mean() {
        let many: Count = format!("1{}", "0".repeat(400)).parse().expect("digits");
        let half = Distribution::new([(1, many.clone()), (2, many)]);
        assert_eq!((half.mean(), half.share(1)), (Some(1.5), 0.5));
    }
}
