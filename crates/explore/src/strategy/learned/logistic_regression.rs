//! Logistic regression: weights by which features predict whether an outcome covers something new.
//!
//! Newton's method on the log likelihood, with a small penalty on squares (ridge), so that features that never vary get a weight
//! all the same. A dozen features need no library.

use super::features::{FEATURE_NAMES, Features, dot};

const FEATURE_COUNT: usize = FEATURE_NAMES.len();

/// The weight of the penalty on squared weights.
const RIDGE_PENALTY: f64 = 1.0;
/// The maximum number of Newton steps; ten are usually enough.
const MAX_NEWTON_STEPS: usize = 50;

/// A training example: a way that was taken, and its gain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lesson {
    /// The features of the way.
    pub features: Features,
    /// The number of outcomes that the run then covered for the first time.
    pub gain: u32,
}

/// Training examples.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lessons {
    /// Of items.
    pub items: Vec<Lesson>,
    /// Of ways at which paths went on.
    pub ways: Vec<Lesson>,
}

impl Lessons {
    /// Adds the examples of another collection.
    pub fn add(&mut self, other: Self) {
        self.items.extend(other.items);
        self.ways.extend(other.ways);
    }
}

/// The weights that predict best.
pub(super) fn fit(lessons: &[Lesson]) -> Features {
    let mut weights = [0.0; FEATURE_COUNT];
    for _ in 0..MAX_NEWTON_STEPS {
        let step = newton(lessons, &weights);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    weights
}

/// One step: the curvature divides the slope.
fn newton(lessons: &[Lesson], weights: &Features) -> Features {
    let mut slope = weights.map(|weight| -RIDGE_PENALTY * weight);
    let mut curvature = [[0.0; FEATURE_COUNT]; FEATURE_COUNT];
    for (place, row) in curvature.iter_mut().enumerate() {
        row[place] = RIDGE_PENALTY;
    }
    for Lesson { features, gain } in lessons {
        let predicted = 1.0 / (1.0 + (-dot(weights, features)).exp());
        let seen = f64::from(u8::from(*gain > 0));
        let times = f64::from((*gain).max(1));
        for (place, feature) in features.iter().enumerate().filter(|(_, feature)| **feature != 0.0) {
            slope[place] += times * (seen - predicted) * feature;
            let bend = times * predicted * (1.0 - predicted) * feature;
            curvature[place].iter_mut().zip(features).for_each(|(cell, other)| *cell += bend * other);
        }
    }
    solve(curvature, slope)
}

/// Solves a system of linear equations with a positive definite matrix, by elimination.
fn solve(mut matrix: [[f64; FEATURE_COUNT]; FEATURE_COUNT], mut right: Features) -> Features {
    for pivot in 0..FEATURE_COUNT {
        let (row, value) = (matrix[pivot], right[pivot]);
        for other in (0..FEATURE_COUNT).filter(|other| *other != pivot) {
            let factor = matrix[other][pivot] / row[pivot];
            matrix[other].iter_mut().zip(row).for_each(|(cell, above)| *cell -= factor * above);
            right[other] -= factor * value;
        }
    }
    for (place, value) in right.iter_mut().enumerate() {
        *value /= matrix[place][place];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::{FEATURE_COUNT, Lesson, RIDGE_PENALTY, fit};

    fn lesson(place: usize, value: f64, gain: u32) -> Lesson {
        let mut features = [0.0; FEATURE_COUNT];
        features[0] = 1.0;
        features[place] = value;
        Lesson { features, gain }
    }

    /// Where the weights are best, the slope is nothing: what was seen less what was predicted is what the penalty takes.
    #[test]
    fn weights_are_where_the_slope_is_nothing() {
        let lessons: Vec<Lesson> = (0..200_u32)
            .map(|number| {
                let place = 1 + usize::try_from(number % 5).unwrap();
                lesson(place, f64::from(number % 7) / 6.0, (number * number + number / 9) % 4 / 2)
            })
            .collect();
        let weights = fit(&lessons);
        for place in 0..FEATURE_COUNT {
            let slope: f64 = lessons
                .iter()
                .map(|lesson| {
                    let sum: f64 = lesson.features.iter().zip(&weights).map(|(a, b)| a * b).sum();
                    (f64::from(lesson.gain.min(1)) - 1.0 / (1.0 + (-sum).exp())) * lesson.features[place]
                })
                .sum();
            assert!((slope - RIDGE_PENALTY * weights[place]).abs() < 1e-6, "{place}: {slope}");
        }
        assert_eq!(fit(&lessons), weights, "the same lessons, the same weights");
        assert!(fit(&[]).iter().all(|weight| *weight == 0.0));
    }
}
