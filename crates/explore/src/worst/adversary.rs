//! [`Adversary`]: integers that get their values as late as possible: when they are compared.
//!
//! After McIlroy, "A killer adversary for quicksort" (Software: Practice and Experience 29, 1999). Integers are open, and all
//! open ones are above the others. Of two open ones that are compared one gets a value, the lowest that is left: the one that was
//! compared last, as that is likely to be a pivot. So a pivot parts little from the rest. Real code looks for runs before it
//! sorts, which this answers as sorted ones; therefore now and then the other one gets the value. Invariant: each answer is right
//! for the values in the end, so that the input takes the same path.

use chacha20::ChaCha8Rng;
use dpgen_engine::steer::{BranchQuestion, KnownWay, Steering};
use dpgen_forest::index::at;
use dpgen_solver::Linear;
use rand::RngExt;

/// The probabilities that the other one of two open integers gets the value; each run uses one of them.
const OTHER_INTEGER_RATES: [f64; 5] = [0.0, 0.01, 0.03, 0.1, 0.3];

/// Decides values while a program runs.
#[derive(Debug)]
pub(super) struct Adversary {
    values: Vec<i64>,
    is_open: Vec<bool>,
    /// The value that is given next, and from there to the one after it.
    next: i64,
    step: i64,
    /// The open one that was compared last.
    latest: Option<u32>,
    otherwise: f64,
    rng: ChaCha8Rng,
}

impl Adversary {
    /// An adversary over `len` integers, of the variant with this number: from the bottom or from the top, more or less strictly. None
    /// if the range has too few values.
    pub(super) fn new(len: u32, (lo, hi): (i64, i64), number: u64, rng: ChaCha8Rng) -> Option<Self> {
        if hi.checked_sub(lo).is_some_and(|width| width < i64::from(len) - 1) {
            return None;
        }
        let (next, step, top) = if number.is_multiple_of(2) { (lo, 1, hi) } else { (hi, -1, lo) };
        let ways = dpgen_forest::index::wide(OTHER_INTEGER_RATES.len());
        let otherwise = usize::try_from(number / 2 % ways).map_or(0.0, |way| OTHER_INTEGER_RATES[way]);
        let (values, is_open) = (vec![top; at(len)], vec![true; at(len)]);
        Some(Self { values, is_open, next, step, latest: None, otherwise, rng })
    }

    /// The input.
    pub(super) fn into_values(self) -> Vec<i64> {
        self.values
    }

    fn decide(&mut self, variable: u32) {
        if std::mem::take(&mut self.is_open[at(variable)]) {
            self.values[at(variable)] = self.next;
            self.next = self.next.saturating_add(self.step);
        }
    }
}

impl Steering for Adversary {
    fn recall(&mut self, _: BranchQuestion) -> Option<KnownWay> {
        None
    }

    fn values(&self) -> Option<&[i64]> {
        Some(&self.values)
    }

    fn reads(&mut self, terms: &[(u32, i64)], constant: i128) {
        let (one, other) = match *terms {
            [(one, 1), (other, -1)] | [(one, -1), (other, 1)] if constant == 0 => (one, other),
            // Constants, and sums: what is open is decided first, so that the answer stays right.
            _ => return terms.iter().for_each(|(variable, _)| self.decide(*variable)),
        };
        match (self.is_open[at(one)], self.is_open[at(other)]) {
            (true, true) => {
                let is_otherwise = self.rng.random_bool(self.otherwise);
                let (decided, stays) =
                    if (self.latest == Some(one)) == is_otherwise { (other, one) } else { (one, other) };
                self.decide(decided);
                self.latest = Some(stays);
            }
            (true, false) => self.latest = Some(one),
            (false, true) => self.latest = Some(other),
            (false, false) => {}
        }
    }

    fn choose(&mut self, _: BranchQuestion, _: &Linear, _: &[u32]) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use chacha20::rand_core::SeedableRng;
    use dpgen_engine::Int;
    use dpgen_engine::steer::{AssumptionForm, Setup, Trial};
    use dpgen_solver::{Interrupt, Limit};

    use super::*;

    /// The answers to comparisons of all kinds: with each other, with constants, of sums, and with something added.
    fn answers(ints: &[Int]) -> Vec<bool> {
        let mut answers = Vec::new();
        for (place, int) in ints.iter().enumerate().step_by(3) {
            let other = ints[(place * 7 + 3) % ints.len()];
            let third = ints[(place * 5 + 1) % ints.len()];
            answers.push(match place % 4 {
                0 => *int < other + Int::from(2),
                1 => *int + other < third,
                2 => *int < Int::from(12),
                _ => *int < other,
            });
        }
        let mut sorted = ints.to_vec();
        sorted.sort_by(|one, other| {
            let order = one.cmp(other);
            answers.push(order.is_lt());
            order
        });
        answers
    }

    #[test]
    fn answers_are_those_of_the_values() {
        for number in 0..40 {
            let rng = ChaCha8Rng::seed_from_u64(number);
            let Some(adversary) = Adversary::new(25, (-3, 40), number, rng) else { panic!("44 values do") };
            let mut trial = Trial::new(None, AssumptionForm::Sparse, Limit::default(), Interrupt::NEVER);
            let setup = Setup { domains: vec![(-3, 40); 25], ..Setup::default() };
            let given = RefCell::new(Vec::new());
            let (adversary, ended) = trial.run(&setup, adversary, |ints| *given.borrow_mut() = answers(ints));
            ended.expect("the program ends");
            let values: Vec<Int> = adversary.into_values().into_iter().map(Int::from).collect();
            assert_eq!(*given.borrow(), answers(&values), "{number}: {values:?}");
        }
        assert!(Adversary::new(25, (1, 24), 0, ChaCha8Rng::seed_from_u64(0)).is_none());
        assert!(Adversary::new(2, (i64::MIN, i64::MAX), 0, ChaCha8Rng::seed_from_u64(0)).is_some());
    }
}
