//! [`symptom`]: what subjects did differently on a finding, without what depends on its values.
//!
//! Findings with the same difference pattern and the same symptom have the same cause as far as answers tell. Numbers, signs and
//! punctuation are left out, as they change with the values and the size of a structure, and so are words that all subjects say or
//! that the case itself has. Where exit codes differ, a text counts only if it is of a program that ended with an error: what
//! the others say is about the structure.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::findings::finding::Answer;

/// The letter that stands for a number.
const NUMBER_MARK: char = '#';

/// What stands for all that one text has and another one has not, if nothing else differs.
const LEFT_OUT: &str = "left out";

/// The symptom of answers on a case with this text: for each subject its exit code and what its text tells, or how it failed. Images have none beside their
/// pattern.
pub(crate) fn symptom(case: &str, answers: &[Answer]) -> String {
    let known = without_numbers(case);
    let known: BTreeSet<&str> = words(&known).collect();
    let codes: Vec<Option<i32>> = answers.iter().filter_map(code).collect();
    let texts = if codes.iter().all(|code| Some(code) == codes.first()) {
        own_words(answers, &known)
    } else {
        error_words(answers, &known)
    };
    let mut symptom = String::new();
    for (answer, text) in answers.iter().zip(&texts) {
        // Writing to a string can not fail.
        let _ = match answer {
            Answer::Text { code, .. } => writeln!(symptom, "{code:?} {text}"),
            Answer::Failed(failure, how) => {
                let line: String = without_numbers(how.lines().next().unwrap_or_default());
                writeln!(symptom, "{} {line}", failure.verb())
            }
            Answer::Image(_) | Answer::Unseen => writeln!(symptom),
        };
    }
    symptom
}

/// The exit code of an answer in text.
fn code(answer: &Answer) -> Option<Option<i32>> {
    match answer {
        Answer::Text { code, .. } => Some(*code),
        _ => None,
    }
}

/// For each answer the words that are neither known nor in all texts, or, if no answer has one, those that are not in all texts; if no
/// text has a word where they differ, what stands there.
fn own_words(answers: &[Answer], known: &BTreeSet<&str>) -> Vec<String> {
    let texts: Vec<Option<String>> = answers.iter().map(abstract_text).collect();
    let said: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
    let differing = differing_parts(&said);
    let told = if differing.iter().any(String::is_empty) {
        let what = |part: String| if part.is_empty() { part } else { LEFT_OUT.to_owned() };
        differing.into_iter().map(what).collect()
    } else if differing.iter().any(|part| part.contains(char::is_alphabetic)) {
        telling_words(&said, known)
    } else {
        differing
    };
    let mut told = told.into_iter();
    let of_answer = |text: &Option<String>| text.as_ref().and_then(|_| told.next()).unwrap_or_default();
    texts.iter().map(of_answer).collect()
}

/// The texts without what all of them begin and end with.
fn differing_parts(texts: &[&str]) -> Vec<String> {
    let begin = common(texts, |text| text.chars().collect());
    let end = common(texts, |text| text.chars().skip(begin).collect::<Vec<_>>().into_iter().rev().collect());
    let part = |text: &&str| {
        let letters = text.chars().count();
        text.chars().take(letters - end.min(letters)).skip(begin).collect()
    };
    texts.iter().map(part).collect()
}

/// The words of each text that are not in all and, unless only known words are left then, not known.
fn telling_words(texts: &[&str], known: &BTreeSet<&str>) -> Vec<String> {
    let mut sets = texts.iter().map(|text| words(text).collect::<BTreeSet<_>>());
    let first = sets.next().unwrap_or_default();
    let in_all = sets.fold(first, |all, own| all.intersection(&own).copied().collect());
    let differs = |word: &&str| !in_all.contains(word);
    let is_any_own = texts.iter().any(|text| words(text).filter(differs).any(|word| !known.contains(word)));
    let tells = |word: &&str| differs(word) && !(is_any_own && known.contains(word));
    texts.iter().map(|text| joined(words(text).filter(tells))).collect()
}

/// For each answer with an exit code other than 0 the words of its text that are not known.
fn error_words(answers: &[Answer], known: &BTreeSet<&str>) -> Vec<String> {
    let told = |answer: &Answer| match answer {
        Answer::Text { code: Some(code), .. } if *code != 0 => {
            let text = abstract_text(answer).unwrap_or_default();
            joined(words(&text).filter(|word| !known.contains(word)))
        }
        _ => String::new(),
    };
    answers.iter().map(told).collect()
}

/// The words of a text, without what stands between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == NUMBER_MARK || letter == '_';
    text.split(move |letter| !is_part(letter)).filter(|word| word.contains(char::is_alphabetic))
}

fn joined<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.collect::<Vec<_>>().join(" ")
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

    fn answer(code: Option<i32>, text: &str) -> Answer {
        Answer::Text { code, text: text.to_owned(), total_bytes: None, stderr: String::new() }
    }

    fn said(texts: [&str; 2], code: i32) -> String {
        symptom("", &texts.map(|text| answer(Some(code), text)))
    }

    #[test]
    fn what_all_say_and_numbers_do_not_count() {
        assert_eq!(said(["null", "nil"], 0), said(["[1,null]", "[1,nil]"], 0));
        assert_eq!(said(["-0.5e+3", "7"], 0), said(["[12]", "[-1]"], 0));
        assert_eq!(said(["-Infinity", "null"], 0), said(["[Infinity]", "[null]"], 0));
        assert_ne!(said(["null", "nil"], 0), said(["true", "yes"], 0));
        assert_ne!(said(["null", "nil"], 0), said(["null", "nil"], 1));
        // The same letters at the beginning and at the end are not counted twice.
        assert_eq!(said(["aa", "aaa"], 0), "Some(0) \nSome(0) left out\n");
        assert_eq!(said(["[1]", "(1)"], 0), "Some(0) [#]\nSome(0) (#)\n");
    }

    #[test]
    fn what_is_left_out_does_not_count_and_punctuation_beside_words_does_not() {
        assert_eq!(said(["[null,true]", "[null]"], 0), said(["[[],[]]", "[[]]"], 0));
        assert_ne!(said(["[null,true]", "[null]"], 0), said(["[null]", "[null,true]"], 0));
        assert_eq!(said(["[[]]", "refused: []"], 0), said(["{[]}", "refused: []"], 0));
        assert_ne!(said(["[[]]", "refused: []"], 0), said(["[[]]", "too deep: []"], 0));
    }

    #[test]
    fn words_of_the_case_do_not_count() {
        let changed = |case: &str, other: &str| symptom(case, &[answer(None, case), answer(None, other)]);
        let refused = |case: &str| changed(case, "refused");
        assert_eq!(refused("{\"a\": []}"), refused("[[true]]"));
        assert_eq!(changed("[a, null]", "[a, nil]"), changed("[null, b]", "[nil, b]"));
        assert_ne!(changed("[null]", "[nil]"), changed("[null]", "[none]"));
        assert_ne!(changed("[true]", "[1]"), changed("[null]", "[2]"));
    }

    #[test]
    fn where_codes_differ_only_errors_count() {
        let told = |accepted: &str, refused: &str, code: i32| {
            symptom(accepted, &[answer(Some(0), accepted), answer(Some(code), refused)])
        };
        assert_eq!(told("[1]", "line 1: too deep", 1), told("{}", "line 22: too deep", 1));
        assert_ne!(told("[1]", "too deep", 1), told("[1]", "too deep", 2));
        assert_ne!(told("[1]", "too deep", 1), told("[1]", "too long", 1));
    }

    #[test]
    fn a_failure_is_known_by_its_first_line() {
        let failed =
            |how: &str| symptom("", &[Answer::Unseen, Answer::Failed(Failure::Crash, how.to_owned())]);
        assert_eq!(failed("panicked at x.rs:12\nnote"), failed("panicked at x.rs:7"));
        assert_ne!(failed("panicked at x.rs:12"), failed("panicked at y.rs:12"));
    }
}
