//! Delta debugging of findings in samples: leaves out one thing after another as long as subjects differ in the same way, then lowers
//! one value after another as long as the symptom is the same, too.
//!
//! This is the method of Zeller and Hildebrandt ("Simplifying and isolating failure-inducing input", 2002) on structures instead of
//! characters. Invariant: each candidate is one of the structures that may be compared, so that none is invalid.

use std::collections::{BTreeSet, HashMap};

use crate::case::Case;
use crate::findings::finding::{DifferencePattern, Finding};
use crate::findings::symptom::symptom;
use crate::judge::{Difference, Judge};
use crate::run::comparison_run::{CaseSource, RunError};
use crate::run_log::log::Log;
use crate::structure::lowering_steps::lowering_steps;
use crate::structure::reduction_steps::reduction_steps;
use crate::structure::term::Term;

/// The most things that are left out at once: a rule goes with its class, and the classes after it are renumbered.
const MAX_STEPS_AT_ONCE: usize = 4;
/// The most structures that are looked up to make a finding smaller once.
const MAX_LOOKUPS: usize = 4_000;
/// The least number of cases that are judged at once, if the judge takes as many.
const MIN_BLOCK_LEN: usize = 64;
/// The most cases whose verdicts are cached.
const MAX_CACHED_CASES: usize = 5_000;

/// Reduces all findings of a log that are not reduced yet, until `halted` says to stop. Smaller findings are appended to the log.
///
/// `on_progress` gets the number of findings that are reduced, and the number of all.
///
/// # Errors
/// As [`run_comparison`](crate::run_comparison).
pub fn reduce_samples<S: CaseSource>(
    judge: &mut dyn Judge,
    source: &mut S,
    log: &mut Log,
    halted: &(dyn Fn() -> bool + Sync),
    mut on_progress: impl FnMut(usize, usize),
) -> Result<(), RunError<S::Error>> {
    // In memory: a sample has no more findings than draws.
    let (mut open, mut keys) = (Vec::<Finding>::new(), BTreeSet::new());
    for finding in log.findings().iter() {
        let finding = finding.map_err(RunError::Log)?;
        keys.insert(finding.case.key.clone());
        if finding.reduced_from.is_none() && !log.is_reduced(&finding.case.key) {
            open.push(finding);
        }
    }
    let mut verdicts = HashMap::new();
    for (number, finding) in open.iter().enumerate() {
        let Finding { case, pattern, .. } = finding;
        on_progress(number, open.len());
        let mut smallest: Option<(Case, Difference)> = None;
        loop {
            let now = smallest.as_ref().map_or(case, |(case, _)| case).term.clone();
            let mut next = find_smaller(judge, source, log, &now, pattern, &mut verdicts, halted)?;
            if next.is_none() {
                next = find_lower(judge, source, log, (&now, finding), &mut verdicts, halted)?;
            }
            if halted() {
                return Ok(());
            }
            match next {
                Some(next) => smallest = Some(next),
                None => break,
            }
        }
        let smallest = smallest.filter(|(case, _)| keys.insert(case.key.clone()));
        log.append_reduced(&case.key, smallest).map_err(RunError::Log)?;
    }
    on_progress(open.len(), open.len());
    Ok(())
}

/// The first structure with fewer things, as few of them left out as possible, on which subjects differ in the same way.
fn find_smaller<S: CaseSource>(
    judge: &mut dyn Judge,
    source: &mut S,
    log: &Log,
    term: &Term,
    pattern: &DifferencePattern,
    verdicts: &mut HashMap<String, Option<Difference>>,
    halted: &(dyn Fn() -> bool + Sync),
) -> Result<Option<(Case, Difference)>, RunError<S::Error>> {
    let vocabulary = &log.header().vocabulary;
    let mut seen = BTreeSet::new();
    let mut last = vec![term.clone()];
    for _ in 0..MAX_STEPS_AT_ONCE {
        let mut next = Vec::new();
        let mut cases = Vec::new();
        'all: for one in &last {
            for smaller in reduction_steps(vocabulary, one) {
                if seen.len() >= MAX_LOOKUPS || halted() {
                    break 'all;
                }
                if !seen.insert(format!("{:?}", smaller.nodes())) {
                    continue;
                }
                match source.find(&smaller).map_err(RunError::Source)? {
                    Some(case) => cases.push(case),
                    None => next.push(smaller),
                }
            }
        }
        let wanted = |_: &Case, found: &Difference| found.pattern.is_alike(pattern);
        if let Some(found) = first_wanted(judge, &cases, wanted, verdicts, halted)? {
            return Ok(Some(found));
        }
        last = next;
    }
    Ok(None)
}

/// The first structure with a value lowered on which subjects differ in the same way, with the symptom of the finding.
fn find_lower<S: CaseSource>(
    judge: &mut dyn Judge,
    source: &mut S,
    log: &Log,
    (term, finding): (&Term, &Finding),
    verdicts: &mut HashMap<String, Option<Difference>>,
    halted: &(dyn Fn() -> bool + Sync),
) -> Result<Option<(Case, Difference)>, RunError<S::Error>> {
    let mut cases = Vec::new();
    for lower in lowering_steps(&log.header().vocabulary, term).into_iter().take(MAX_LOOKUPS) {
        if halted() {
            break;
        }
        cases.extend(source.find(&lower).map_err(RunError::Source)?);
    }
    let shown = symptom(&finding.case.text, &finding.answers);
    let wanted = |case: &Case, found: &Difference| {
        found.pattern.is_alike(&finding.pattern) && symptom(&case.text, &found.answers) == shown
    };
    first_wanted(judge, &cases, wanted, verdicts, halted)
}

/// The first case whose verdict is wanted. Cases are judged a block at a time, and each once.
fn first_wanted<E>(
    judge: &mut dyn Judge,
    cases: &[Case],
    wanted: impl Fn(&Case, &Difference) -> bool,
    verdicts: &mut HashMap<String, Option<Difference>>,
    halted: &(dyn Fn() -> bool + Sync),
) -> Result<Option<(Case, Difference)>, RunError<E>> {
    let (min_len, max_len) = judge.block_len();
    for block in cases.chunks(min_len.max(MIN_BLOCK_LEN).min(max_len)) {
        if verdicts.len() > MAX_CACHED_CASES {
            verdicts.clear();
        }
        let unknown: Vec<Case> =
            block.iter().filter(|case| !verdicts.contains_key(&case.key)).cloned().collect();
        let mut asked = 0;
        while asked < unknown.len() && !halted() {
            let found = judge.judge(&unknown[asked..], halted).map_err(RunError::Judge)?;
            let (begin, judged) = (asked, found.len());
            for (case, found) in unknown[begin..].iter().zip(found) {
                verdicts.insert(case.key.clone(), found);
            }
            asked += judged;
        }
        for case in block {
            if let Some(Some(found)) = verdicts.get(&case.key)
                && wanted(case, found)
            {
                return Ok(Some((case.clone(), found.clone())));
            }
        }
    }
    Ok(None)
}
