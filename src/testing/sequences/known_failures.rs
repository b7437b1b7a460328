//! [`KnownFailures`]: the sequences that failed in earlier runs of a test, in the regression file beside its source.
//!
//! A sequence stands there as the list of its calls in RON, and is found again among the calls that there are by their texts: a
//! sequence with a call that the type no longer has is skipped with a note. `regressions.rs` says what else is in the file.

use std::thread;

use dpgen_forest::index::id;

use crate::testing::options::Overrides;
use crate::testing::regressions::RegressionFile;
use crate::testing::run_name::short_type_name;

/// The sequences of calls of one type, in the test that a thread runs.
#[derive(Debug)]
pub(super) struct KnownFailures {
    /// The file and the test; `None` in a thread that runs no test, and where no file is to be used.
    place: Option<(RegressionFile, String)>,
    calls_of: &'static str,
    sequences: Vec<String>,
}

impl KnownFailures {
    /// Those of calls of `Op`, in a source file.
    pub(super) fn of_thread<Op>(source: &str, overrides: &Overrides) -> Self {
        let calls_of = short_type_name::<Op>();
        let is_used = !overrides.no_regressions && overrides.replay_calls.is_none();
        let thread = thread::current();
        let test = thread.name().filter(|name| is_used && *name != "main");
        let place = test.and_then(|test| Some((RegressionFile::beside(source, None)?, test.to_owned())));
        let sequences = place.as_ref().map(|(file, test)| file.sequences(test, calls_of)).unwrap_or_default();
        Self { place, calls_of, sequences }
    }

    /// The sequences as numbers of calls, whose texts are made if there are any.
    pub(super) fn numbers(&self, texts: &dyn Fn() -> Vec<String>) -> Vec<Vec<u32>> {
        let Some((file, test)) = self.place.as_ref().filter(|_| !self.sequences.is_empty()) else {
            return Vec::new();
        };
        let texts = texts();
        let read = |sequence: &String| {
            let numbers = parse(sequence, &texts);
            if numbers.is_none() {
                eprintln!(
                    "note: {file} has a sequence of `{test}` that is none any more, and is skipped: {sequence}"
                );
            }
            numbers
        };
        self.sequences.iter().filter_map(read).filter(|numbers| !numbers.is_empty()).collect()
    }

    /// Keeps a sequence for later runs, unless it is one of an earlier run.
    pub(super) fn save(&self, sequence: &str) {
        let Some((file, test)) = &self.place else { return };
        if self.sequences.iter().any(|known| known == sequence) {
            return;
        }
        match file.add_sequence(test, self.calls_of, sequence) {
            Ok(()) => eprintln!("remembered in {file}, and tried first from now on"),
            Err(error) => {
                eprintln!("note: {file} can not be written, and the sequence is not remembered: {error}");
            }
        }
    }
}

/// The text of a sequence, of the texts of its calls.
pub(super) fn text(calls: &[String]) -> String {
    format!("[{}]", calls.join(", "))
}

/// The numbers of the calls of a sequence, by the texts of all calls.
fn parse(sequence: &str, texts: &[String]) -> Option<Vec<u32>> {
    let mut rest = sequence.strip_prefix('[')?.strip_suffix(']')?;
    let mut numbers = Vec::new();
    while !rest.is_empty() {
        // A text that begins another one ends before a comma in this one only if it is the call.
        let after = |text: &String| match rest.strip_prefix(text.as_str())? {
            "" => Some(""),
            rest => rest.strip_prefix(", ").filter(|rest| !rest.is_empty()),
        };
        let (number, next) =
            texts.iter().enumerate().find_map(|(number, text)| Some((number, after(text)?)))?;
        numbers.push(id(number, "calls").ok()?);
        rest = next;
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dpgen_forest::index::at;

    #[test]
    fn a_sequence_is_found_by_the_texts_of_its_calls() {
        let texts = ["Push", "Push(\", \")", "Push(1)", "Pop"].map(str::to_owned);
        for numbers in [vec![], vec![0], vec![1, 0, 3], vec![2, 2, 1, 1]] {
            let calls: Vec<_> = numbers.iter().map(|number: &u32| texts[at(*number)].clone()).collect();
            assert_eq!(parse(&text(&calls), &texts), Some(numbers));
        }
        for wrong in ["", "[Push", "[Push, ]", "[Push(2)]", "[Pop Pop]", "[Pop,Pop]"] {
            assert_eq!(parse(wrong, &texts), None, "{wrong}");
        }
    }
}
