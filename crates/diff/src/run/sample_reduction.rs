//! Reduces findings of samples: leaves out one thing after another as long as subjects still differ in the same way.
//!
//! This is delta debugging (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002) on structures
//! instead of characters: each candidate is one of the structures that could be compared, so that none is invalid.

use std::collections::{BTreeSet, HashMap};

use crate::case::Case;
use crate::findings::finding::Way;
use crate::judge::{Difference, Judge};
use crate::run::comparison_run::{RunError, Source};
use crate::run_log::log::Log;
use crate::structure::reduction_steps::smaller;
use crate::structure::term::Term;

/// How many things are left out at once, at most: a rule goes with its class, and the classes after it are renumbered.
const MAX_STEPS_AT_ONCE: usize = 4;
/// How many structures are looked up for one finding and number of steps.
const MAX_LOOKUPS: usize = 4_000;
/// What subjects said about so many cases is remembered.
const MAX_CACHED_CASES: usize = 5_000;

/// Reduces all findings of a log that were not reduced before. What is found is appended to the log.
///
/// `seen` is told how many findings are reduced, and how many there are.
///
/// # Errors
/// As [`run`](crate::run::comparison_run::run()).
pub fn reduce<S: Source>(
    judge: &mut dyn Judge,
    source: &mut S,
    log: &mut Log,
    halted: &(dyn Fn() -> bool + Sync),
    mut seen: impl FnMut(usize, usize),
) -> Result<(), RunError<S::Error>> {
    // As many as are drawn at most.
    let (mut open, mut keys) = (Vec::<(Case, Way)>::new(), BTreeSet::new());
    for finding in log.findings().iter() {
        let finding = finding.map_err(RunError::Log)?;
        keys.insert(finding.case.key.clone());
        if finding.from.is_none() && !log.is_reduced(&finding.case.key) {
            open.push((finding.case, finding.way));
        }
    }
    let mut known = HashMap::new();
    for (number, (case, way)) in open.iter().enumerate() {
        seen(number, open.len());
        let mut smallest: Option<(Case, Difference)> = None;
        loop {
            let now = smallest.as_ref().map_or(case, |(case, _)| case).term.clone();
            let next = step(judge, source, log, &now, way, &mut known, halted)?;
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
    seen(open.len(), open.len());
    Ok(())
}

/// A structure with fewest things left out on which subjects differ in the same way.
fn step<S: Source>(
    judge: &mut dyn Judge,
    source: &mut S,
    log: &Log,
    term: &Term,
    way: &Way,
    known: &mut HashMap<String, Option<Difference>>,
    halted: &(dyn Fn() -> bool + Sync),
) -> Result<Option<(Case, Difference)>, RunError<S::Error>> {
    let vocabulary = &log.header().vocabulary;
    let mut seen = BTreeSet::new();
    let mut last = vec![term.clone()];
    for _ in 0..MAX_STEPS_AT_ONCE {
        let mut next = Vec::new();
        let mut cases = Vec::new();
        'all: for one in &last {
            for smaller in smaller(vocabulary, one) {
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
        let (least, most) = judge.block();
        for block in cases.chunks(least.max(64).min(most)) {
            if known.len() > MAX_CACHED_CASES {
                known.clear();
            }
            let unknown: Vec<Case> =
                block.iter().filter(|case| !known.contains_key(&case.key)).cloned().collect();
            let mut asked = 0;
            while asked < unknown.len() && !halted() {
                let found = judge.judge(&unknown[asked..], halted).map_err(RunError::Judge)?;
                let (begin, judged) = (asked, found.len());
                for (case, found) in unknown[begin..].iter().zip(found) {
                    known.insert(case.key.clone(), found);
                }
                asked += judged;
            }
            for case in block {
                if let Some(Some(found)) = known.get(&case.key)
                    && found.way == *way
                {
                    return Ok(Some((case.clone(), found.clone())));
                }
            }
        }
        last = next;
    }
    Ok(None)
}
