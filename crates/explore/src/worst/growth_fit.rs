//! [`Growth`]: the growth of costs with the size, fitted.
//!
//! A polynomial of degree up to three that meets all costs is a formula; else the one of the usual functions that fits best, by
//! least squares over relative errors.

use dpgen_forest::index::approx;

/// The growth of costs with the size `n`.
#[derive(Debug, Clone, PartialEq)]
pub enum Growth {
    /// Coefficients of 1, n, n² and n³ that give every cost exactly, of at least two more sizes than coefficients.
    Exact(Vec<f64>),
    /// A factor and a function, with the greatest relative error.
    Fitted {
        /// The factor.
        factor: f64,
        /// The function, as text.
        function: &'static str,
        /// The greatest relative error of a cost.
        error: f64,
    },
}

type Function = (&'static str, fn(f64) -> f64);

const GROWTH_FUNCTIONS: [Function; 9] = [
    ("1", |_| 1.0),
    ("log n", |n| n.log2().max(1e-9)),
    ("n", |n| n),
    ("n log n", |n| (n * n.log2()).max(1e-9)),
    ("n^1.5", |n| n.powf(1.5)),
    ("n²", |n| n * n),
    ("n² log n", |n| (n * n * n.log2()).max(1e-9)),
    ("n³", |n| n * n * n),
    ("2^n", |n| n.min(500.0).exp2()),
];

impl Growth {
    /// Of costs by size; none of fewer than three different sizes.
    #[must_use]
    pub fn of(costs: &[(u32, u64)]) -> Option<Self> {
        let points: Vec<(f64, f64)> =
            costs.iter().map(|(size, cost)| (f64::from(*size), approx(*cost))).collect();
        if points.len() < 3 {
            return None;
        }
        for degree in 0..=3_usize.min(points.len().saturating_sub(3)) {
            let coefficients = polynomial(&points[..=degree]);
            let meets =
                |(n, cost): &(f64, f64)| (value(&coefficients, *n) - cost).abs() < 1e-6 * cost.max(1.0);
            if points.iter().all(meets) {
                return Some(Self::Exact(coefficients));
            }
        }
        let fit = |(function, of): &Function| {
            // The least squares of (factor * f - cost) / cost.
            let ratios: Vec<f64> =
                points.iter().filter(|(_, cost)| *cost > 0.0).map(|(n, cost)| of(*n) / cost).collect();
            let factor = ratios.iter().sum::<f64>() / ratios.iter().map(|ratio| ratio * ratio).sum::<f64>();
            let error = ratios.iter().map(|ratio| (factor * ratio - 1.0).abs()).fold(0.0, f64::max);
            (factor.is_finite() && !ratios.is_empty()).then_some(Self::Fitted { factor, function, error })
        };
        let error = |growth: &Self| if let Self::Fitted { error, .. } = growth { *error } else { 0.0 };
        GROWTH_FUNCTIONS.iter().filter_map(fit).min_by(|a, b| error(a).total_cmp(&error(b)))
    }
}

impl Growth {
    /// The cost that it gives for a size.
    #[must_use]
    pub fn at(&self, size: u32) -> f64 {
        self.between(f64::from(size))
    }

    /// The cost that it gives for a size, or for a number between sizes.
    pub(super) fn between(&self, n: f64) -> f64 {
        match self {
            Self::Exact(coefficients) => value(coefficients, n),
            Self::Fitted { factor, function, .. } => {
                let of = GROWTH_FUNCTIONS.iter().find(|(name, _)| name == function);
                of.map_or(0.0, |(_, of)| factor * of(n))
            }
        }
    }
}

fn value(coefficients: &[f64], n: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * n + coefficient)
}

/// The polynomial through some points, by Newton's divided differences.
fn polynomial(points: &[(f64, f64)]) -> Vec<f64> {
    let mut differences: Vec<f64> = points.iter().map(|(_, cost)| *cost).collect();
    for order in 1..points.len() {
        for place in (order..points.len()).rev() {
            differences[place] =
                (differences[place] - differences[place - 1]) / (points[place].0 - points[place - order].0);
        }
    }
    let mut coefficients = vec![0.0; points.len()];
    for (place, difference) in differences.iter().enumerate().rev() {
        // coefficients := coefficients * (n - point) + difference
        for power in (1..points.len()).rev() {
            coefficients[power] = coefficients[power - 1] - coefficients[power] * points[place].0;
        }
        coefficients[0] = difference - coefficients[0] * points[place].0;
    }
    coefficients
}

impl std::fmt::Display for Growth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fitted { factor, function, error } => {
                write!(f, "about {factor:.3} {function}, off by {:.0} % at most", error * 100.0)
            }
            Self::Exact(coefficients) => {
                let mut is_first = true;
                for (power, coefficient) in ["", " n", " n²", " n³"].iter().zip(coefficients).rev() {
                    let rounded = (coefficient * 1e6).round() / 1e6;
                    if rounded.abs() < 1e-9 {
                        continue;
                    }
                    let sign = match (is_first, rounded < 0.0) {
                        (true, false) => "",
                        (true, true) => "-",
                        (false, false) => " + ",
                        (false, true) => " - ",
                    };
                    write!(f, "{sign}{}{power}", rounded.abs())?;
                    is_first = false;
                }
                if is_first { f.write_str("0") } else { Ok(()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Growth;

    #[test]
    fn known_growths_are_found() {
        let of = |cost: fn(u32) -> u64| Growth::of(&[2, 3, 4, 5, 10, 100].map(|n| (n, cost(n)))).unwrap();
        assert_eq!(of(|n| u64::from(n * (n - 1) / 2)).to_string(), "0.5 n² - 0.5 n");
        assert_eq!(of(u64::from).to_string(), "1 n");
        assert_eq!(of(|_| 7).to_string(), "7");
        assert_eq!(of(|_| 0).to_string(), "0");
        // Merge sort's worst case: the sum of the logarithms, rounded up.
        let sort = |n: u32| (1..=n).map(|i| u64::from(i.next_power_of_two().ilog2())).sum();
        let Growth::Fitted { function, .. } = of(sort) else { panic!("{}", of(sort)) };
        assert_eq!(function, "n log n");
        assert_eq!(Growth::of(&[(1, 1), (2, 2)]), None);
    }
}
