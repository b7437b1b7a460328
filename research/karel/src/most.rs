//! [`most`]: the most spans of a program that fire on one string, with such a string.
//!
//! Spans that no string has together are a *core*; what is left out has to have one of each. So a smallest set that does is left out,
//! and what keeps the others from firing together is the next core, until they do (implicit hitting sets: Davies and Bacchus, "Solving
//! MaxSAT by solving a sequence of simpler SAT instances", CP 2011). Programs have ten spans at most, so that sets of them are the
//! bits of a number. The automaton says what fires together; the string is for the caller to try.

use crate::automaton::{Answer, together};
use crate::span::{LONGEST, Span};

/// How much is tried to find cores: all sets of up to so many spans, and so many states a search.
const EFFORTS: [(u32, usize); 2] = [(3, 20_000), (5, 100_000)];

/// What is known of a program.
#[derive(Debug)]
pub struct Most {
    /// A string.
    pub text: Vec<u8>,
    /// No string has more spans than this.
    pub at_most: usize,
    /// Whether the string has as many.
    pub is_proved: bool,
}

/// The most spans that fire on one string, of at most 16.
pub fn most(spans: &[Span]) -> Most {
    let mut most = with(spans, EFFORTS[0]);
    if !most.is_proved {
        most = with(spans, EFFORTS[1]);
    }
    most
}

fn chosen(spans: &[Span], set: u32) -> Vec<Span> {
    (0..).zip(spans).filter(|(bit, _)| set & (1 << bit) != 0).map(|(_, span)| *span).collect()
}

/// Where a search ends early, spans count as if they fired together, for what is the most.
fn with(spans: &[Span], (largest, states): (u32, usize)) -> Most {
    let try_all = |set: u32| together(&chosen(spans, set), states);
    let mut sets: Vec<u32> = (0..1 << spans.len().min(16)).collect();
    sets.sort_by_key(|set| (set.count_zeros(), *set));
    let mut cores: Vec<u32> = Vec::new();
    let has_core = |cores: &[u32], set: u32| cores.iter().any(|core| core & set == *core);
    for size in 2..=largest {
        for set in sets.iter().copied().filter(|set| set.count_ones() == size) {
            if !has_core(&cores, set) && try_all(set) == Answer::Never {
                cores.push(set);
            }
        }
    }
    let mut at_most = None;
    for set in sets {
        if has_core(&cores, set) {
            continue;
        }
        let many = chosen(spans, set).len();
        match try_all(set) {
            Answer::Never => cores.push(smallest(set, try_all)),
            Answer::Together(text) if text.len() <= LONGEST => {
                let at_most = at_most.unwrap_or(many);
                return Most { text, at_most, is_proved: at_most == many };
            }
            Answer::Together(_) | Answer::Unknown => at_most = at_most.or(Some(many)),
        }
    }
    Most { text: Vec::new(), at_most: at_most.unwrap_or(0), is_proved: spans.is_empty() }
}

/// Leaves out of a core what is not needed for it to be one.
fn smallest(mut core: u32, try_all: impl Fn(u32) -> Answer) -> u32 {
    for bit in 0..u32::BITS {
        let less = core & !(1 << bit);
        if less != core && try_all(less) == Answer::Never {
            core = less;
        }
    }
    core
}
