//! [`Guesses`]: open features that are believed to be harmful before that is certain, and are tried again at intervals that double.
//!
//! A refused structure with several open features says little of each. But a feature that was refused again and again, each time with
//! others that are rarely harmful, is the likely reason: as if each open feature were harmful with the same probability (a noisy or: Pearl,
//! "Probabilistic reasoning in intelligent systems", 1988). The search avoids it as if it were refuted. A guess may be wrong, so that
//! each has *trials*: a structure with the feature is let through, after so many structures, then after twice as many. Invariant: no
//! accepted structure had a guessed feature. Read [`feature_knowledge`](super::feature_knowledge) first.

use dpgen_forest::index::{at, small};
use rustc_hash::FxHashMap;

use super::feature::FeatureId;

/// The evidence that makes a guess: the logarithm of how unlikely the refusals are if the feature is harmless.
const MIN_EVIDENCE: f64 = 5.0;
/// The number of refusals that a guess needs, too.
const MIN_REFUSALS: u32 = 8;
/// The number of harmful features that are counted from the beginning: as long as little is known, anything may be the reason.
const PRIOR_HARMFUL: f64 = 20.0;
/// The number of structures from a guess to its first trial.
const FIRST_INTERVAL: u64 = 16;
/// The maximum number of structures between two trials.
const MAX_INTERVAL: u64 = 4096;

/// What is known of an open feature that was refused together with others.
#[derive(Debug)]
struct Company {
    /// The open features that all of these structures had, ascending.
    always: Vec<FeatureId>,
    refused: u32,
    evidence: f64,
}

/// A feature that is believed to be harmful.
#[derive(Debug)]
struct Guess {
    /// The number of structures from which on one with the feature may be tried.
    trial: u64,
    interval: u64,
    /// The number of times that a search has turned back because of it, since one gave up.
    pruned: u32,
}

/// The guesses, and what they are made of.
#[derive(Debug, Default)]
pub(super) struct Guesses {
    companies: FxHashMap<FeatureId, Company>,
    guesses: Vec<Guess>,
    /// By feature: the number of its guess.
    of: FxHashMap<FeatureId, u32>,
    /// The number of structures so far.
    now: u64,
    /// The number of open features that were refused alone, and of those that were accepted.
    harmful: u32,
    harmless: u32,
}

impl Guesses {
    /// Counts a structure.
    pub(super) fn tick(&mut self) {
        self.now += 1;
    }

    /// Whether there is any.
    pub(super) fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Whether a feature is to be avoided: it is guessed, and no trial is due. A search that asks is about to turn back.
    #[inline]
    pub(super) fn bars(&mut self, feature: FeatureId) -> bool {
        let Some(guess) = self.of.get(&feature) else { return false };
        let guess = &mut self.guesses[at(*guess)];
        let bars = guess.trial > self.now;
        guess.pruned = guess.pruned.saturating_add(u32::from(bars));
        bars
    }

    /// Whether one of these features is to be avoided.
    pub(super) fn bar_any(&self, open: &[FeatureId]) -> bool {
        open.iter().any(|feature| {
            self.of.get(feature).is_some_and(|guess| self.guesses[at(*guess)].trial > self.now)
        })
    }

    /// Notes that a structure with these open features is to be judged: a trial of the guesses that are due.
    pub(super) fn tried(&mut self, open: &[FeatureId]) {
        for feature in open {
            let Some(guess) = self.of.get(feature) else { continue };
            let Guess { trial, interval, .. } = &mut self.guesses[at(*guess)];
            if *trial <= self.now {
                *trial = self.now + *interval;
                *interval = (*interval * 2).min(MAX_INTERVAL);
            }
        }
    }

    /// Notes that a search gave up: a trial of the guess that it turned back for most often is due, as nothing else may be left.
    pub(super) fn gave_up(&mut self) {
        let now = self.now;
        let barring = self.guesses.iter_mut().filter(|guess| guess.trial > now && guess.pruned > 0);
        if let Some(guess) = barring.max_by_key(|guess| guess.pruned) {
            guess.trial = now;
        }
        for guess in &mut self.guesses {
            guess.pruned = 0;
        }
    }

    /// Learns that a feature was refused alone for the first time.
    pub(super) fn refused_alone(&mut self) {
        self.harmful += 1;
    }

    /// Learns that a structure with these open features, ascending, was refused for no reason that is known.
    pub(super) fn refused(&mut self, open: &[FeatureId]) {
        if open.iter().any(|feature| self.of.contains_key(feature)) {
            return;
        }
        let known = f64::from(self.harmful) + f64::from(self.harmless);
        let harmful = (f64::from(self.harmful) + PRIOR_HARMFUL) / (known + PRIOR_HARMFUL);
        let mut best: Option<(FeatureId, f64)> = None;
        for feature in open {
            let new = || Company { always: open.to_vec(), refused: 0, evidence: 0.0 };
            let company = self.companies.entry(*feature).or_insert_with(new);
            company.always.retain(|other| open.binary_search(other).is_ok());
            company.refused = company.refused.saturating_add(1);
            // What always comes with it is no other reason.
            let others = open.len() - company.always.len();
            if others > 0 {
                let all_harmless: f64 = (0..others).map(|_| 1.0 - harmful).product();
                company.evidence -= (1.0 - all_harmless).ln();
            }
            if best.is_none_or(|(_, most)| company.evidence > most) {
                best = Some((*feature, company.evidence));
            }
        }
        let Some((feature, evidence)) = best else { return };
        if evidence >= MIN_EVIDENCE && self.companies[&feature].refused >= MIN_REFUSALS {
            let trial = self.now + FIRST_INTERVAL;
            self.of.insert(feature, small(self.guesses.len()));
            self.guesses.push(Guess { trial, interval: 2 * FIRST_INTERVAL, pruned: 0 });
        }
    }

    /// Learns that a feature is harmless; whether it had been refused alone.
    pub(super) fn prove(&mut self, feature: FeatureId, was_refused: bool) {
        self.harmless += 1;
        self.harmful -= u32::from(was_refused);
        self.companies.remove(&feature);
        self.of.remove(&feature);
    }

    /// Drops all guesses, and what they were made of.
    pub(super) fn clear(&mut self) {
        self.companies.clear();
        self.guesses.clear();
        self.of.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{FIRST_INTERVAL, Guesses, MAX_INTERVAL, MIN_REFUSALS};

    /// Guesses after a thousand features were accepted.
    fn experienced() -> Guesses {
        let mut guesses = Guesses::default();
        (1000..2000).for_each(|feature| guesses.prove(feature, false));
        guesses
    }

    /// Refuses a feature with two others that are new each time.
    fn refuse(guesses: &mut Guesses, feature: u32, times: u32) {
        (0..times).for_each(|time| guesses.refused(&[feature, 10 + 2 * time, 11 + 2 * time]));
    }

    #[test]
    fn what_is_refused_in_changing_company_is_guessed() {
        let mut guesses = experienced();
        refuse(&mut guesses, 1, MIN_REFUSALS - 1);
        assert!(!guesses.bar_any(&[1]));
        refuse(&mut guesses, 1, 1);
        assert!(guesses.bar_any(&[1, 10]) && !guesses.bar_any(&[10, 11]));
    }

    #[test]
    fn what_always_comes_with_it_is_no_evidence() {
        let mut guesses = experienced();
        (0..100).for_each(|_| guesses.refused(&[1, 2]));
        assert!(guesses.is_empty());
    }

    #[test]
    fn nothing_is_guessed_while_little_is_known() {
        let mut guesses = Guesses::default();
        refuse(&mut guesses, 1, 10 * MIN_REFUSALS);
        assert!(guesses.is_empty());
    }

    #[test]
    fn a_guess_is_tried_at_intervals_that_double_to_a_maximum() {
        let mut guesses = experienced();
        refuse(&mut guesses, 1, MIN_REFUSALS);
        let mut trials = Vec::new();
        let mut last = 0;
        for time in 1..=6 * MAX_INTERVAL {
            guesses.tick();
            if !guesses.bar_any(&[1]) {
                guesses.tried(&[1]);
                trials.push(time - last);
                last = time;
            }
        }
        assert_eq!(trials[..4], [16, 32, 64, 128].map(|interval| interval * FIRST_INTERVAL / 16));
        assert_eq!(trials.last(), Some(&MAX_INTERVAL));
    }

    #[test]
    fn a_search_that_gives_up_has_a_trial_at_once() {
        let mut guesses = experienced();
        refuse(&mut guesses, 1, MIN_REFUSALS);
        assert!(guesses.bars(1));
        guesses.gave_up();
        assert!(!guesses.bars(1));
    }

    #[test]
    fn what_is_accepted_is_guessed_no_longer() {
        let mut guesses = experienced();
        refuse(&mut guesses, 1, MIN_REFUSALS);
        guesses.prove(1, false);
        assert!(!guesses.bar_any(&[1]) && guesses.is_empty());
    }
}
