//! [`symptom`]: what subjects did differently on a finding, without what depends on its values.
//!
//! Findings with the same difference pattern and the same symptom have the same cause as far as answers tell. Numbers and signs are
//! left out, as they change with the values of a structure; so is what the texts of all subjects begin and end with.

use std::fmt::Write as _;

use crate::findings::finding::Answer;

/// The letter that stands for a number.
const NUMBER_MARK: char = '#';

/// The symptom of answers: for each subject its exit code and the part of its text that not all have, or how it failed. Images
/// have none beside their pattern.
pub(crate) fn symptom(answers: &[Answer]) -> String {
    let texts: Vec<Option<String>> = answers.iter().map(abstract_text).collect();
    let said: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
    let begin = common(&said, |text| text.chars().collect());
    let end = common(&said, |text| text.chars().skip(begin).collect::<Vec<_>>().into_iter().rev().collect());
    let mut symptom = String::new();
    for (answer, text) in answers.iter().zip(&texts) {
        let letters = text.as_ref().map_or(0, |text| text.chars().count());
        let middle: String =
            text.iter().flat_map(|text| text.chars()).take(letters - end.min(letters)).skip(begin).collect();
        // Writing to a string can not fail.
        let _ = match answer {
            Answer::Text { code, .. } => writeln!(symptom, "{code:?} {middle}"),
            Answer::Failed(failure, how) => {
                let line: String = without_numbers(how.lines().next().unwrap_or_default());
                writeln!(symptom, "{} {line}", failure.verb())
            }
            Answer::Image(_) | Answer::Unseen => writeln!(symptom),
        };
    }
    symptom
}

/// The text of an answer, without numbers.
fn abstract_text(answer: &Answer) -> Option<String> {
    match answer {
        Answer::Text { text, .. } => Some(without_numbers(text)),
        _ => None,
    }
}

/// The text with one letter for each number, with its fraction and exponent, and without the minus before a number or word.
fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '-' && letters.peek().is_some_and(|next| next.is_alphanumeric()) {
            continue;
        }
        if !letter.is_ascii_digit() {
            out.push(letter);
            continue;
        }
        out.push(NUMBER_MARK);
        let mut last = letter;
        while let Some(next) = letters.peek().copied() {
            let is_sign = matches!(next, '+' | '-') && matches!(last, 'e' | 'E');
            if !(next.is_ascii_digit() || matches!(next, '.' | 'e' | 'E') || is_sign) {
                break;
            }
            last = next;
            letters.next();
        }
    }
    out
}

/// How many letters all texts begin with, in the order in which `letters` gives them.
fn common(texts: &[&str], letters: impl Fn(&str) -> Vec<char>) -> usize {
    let all: Vec<Vec<char>> = texts.iter().map(|text| letters(text)).collect();
    let Some((first, others)) = all.split_first() else { return 0 };
    first
        .iter()
        .enumerate()
        .take_while(|(place, letter)| others.iter().all(|other| other.get(*place) == Some(letter)))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dpgen_process::Failure;

    fn said(texts: [&str; 2], code: i32) -> String {
        let answer = |text: &str| Answer::Text {
            code: Some(code),
            text: text.to_owned(),
            total_bytes: None,
            stderr: String::new(),
        };
        symptom(&texts.map(answer))
    }

    #[test]
    fn what_all_say_and_numbers_do_not_count() {
        assert_eq!(said(["null", "nil"], 0), said(["[1,null]", "[1,nil]"], 0));
        assert_eq!(said(["-0.5e+3", "7"], 0), said(["[12]", "[-1]"], 0));
        assert_eq!(said(["-Infinity", "null"], 0), said(["[Infinity]", "[null]"], 0));
        assert_ne!(said(["null", "nil"], 0), said(["true", "yes"], 0));
        assert_ne!(said(["null", "nil"], 0), said(["null", "nil"], 1));
        // The same letters at the beginning and at the end are not counted twice.
        assert_eq!(said(["aa", "aaa"], 0), "Some(0) \nSome(0) a\n");
        assert_eq!(said(["", "x"], 0), "Some(0) \nSome(0) x\n");
    }

    #[test]
    fn a_failure_is_known_by_its_first_line() {
        let failed = |how: &str| symptom(&[Answer::Unseen, Answer::Failed(Failure::Crash, how.to_owned())]);
        assert_eq!(failed("panicked at x.rs:12\nnote"), failed("panicked at x.rs:7"));
        assert_ne!(failed("panicked at x.rs:12"), failed("panicked at y.rs:12"));
    }
}
