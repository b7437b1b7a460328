//! Random sequences of calls, for lengths of which not all sequences can be run, and what makes one that fails smaller.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::Count;

/// The most sequences that are run to make one that failed smaller.
const MAX_SHRINK_RUNS: u32 = 2_000;

/// Draws sequences of a length.
#[derive(Debug)]
pub(super) struct SequenceSampler {
    rng: ChaCha8Rng,
    call_count: u32,
}

impl SequenceSampler {
    pub(super) fn new(seed: u64, call_count: u32) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed), call_count }
    }

    /// A sequence of so many calls, each call as likely as every other.
    pub(super) fn draw(&mut self, len: u32) -> Vec<u32> {
        let calls = Count::from(u64::from(self.call_count));
        let mut call =
            || calls.random_below(&mut self.rng).to_u128().and_then(|call| u32::try_from(call).ok());
        (0..len).map(|_| call().unwrap_or_default()).collect()
    }
}

/// A sequence that fails, of which none fails that lacks some calls in a row, of any power of two, or has an earlier call in a
/// place: a *local minimum*, unless it takes too many runs to reach one.
pub(super) fn shrink(mut calls: Vec<u32>, mut fails: impl FnMut(&[u32]) -> bool) -> Vec<u32> {
    let mut runs_left = MAX_SHRINK_RUNS;
    let mut is_smaller = |calls: &[u32]| {
        let left = runs_left.checked_sub(1)?;
        runs_left = left;
        Some(!calls.is_empty() && fails(calls))
    };
    loop {
        let before = calls.clone();
        let mut len = calls.len().next_power_of_two();
        while len > 0 {
            let mut start = 0;
            while start + len <= calls.len() {
                let without = [&calls[..start], &calls[start + len..]].concat();
                match is_smaller(&without) {
                    Some(true) => calls = without,
                    Some(false) => start += 1,
                    None => return calls,
                }
            }
            len /= 2;
        }
        for place in 0..calls.len() {
            for earlier in 0..calls[place] {
                let mut with = calls.clone();
                with[place] = earlier;
                match is_smaller(&with) {
                    Some(true) => {
                        calls = with;
                        break;
                    }
                    Some(false) => {}
                    None => return calls,
                }
            }
        }
        if calls == before {
            return calls;
        }
    }
}

/// The numbers of calls as text, with a dot between any two; the form of `DPGEN_REPLAY=calls:2.0.1`.
pub(super) fn numbers_text(calls: &[u32]) -> String {
    calls.iter().map(u32::to_string).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_get_as_small_as_they_can() {
        // At least three calls in ascending order, the first of which is not 0.
        let fails = |calls: &[u32]| {
            let mut last = 0;
            let mut ascending = 0;
            for call in calls {
                if *call > last {
                    (last, ascending) = (*call, ascending + 1);
                }
            }
            ascending >= 3
        };
        assert_eq!(shrink(vec![9, 4, 0, 6, 10, 3, 11, 2], fails), [1, 2, 3]);
        let mut sampler = SequenceSampler::new(5, 12);
        for _ in 0..20 {
            let calls = sampler.draw(40);
            assert_eq!(calls.len(), 40);
            assert!(calls.iter().all(|call| *call < 12));
            if fails(&calls) {
                assert_eq!(shrink(calls, fails), [1, 2, 3]);
            }
        }
    }

    #[test]
    fn runs_to_make_a_sequence_smaller_are_bounded() {
        let mut runs = 0;
        let fails = |calls: &[u32]| {
            runs += 1;
            calls.len() == 5_000
        };
        assert_eq!(shrink(vec![1; 5_000], fails).len(), 5_000);
        assert_eq!(runs, MAX_SHRINK_RUNS);
    }
}
