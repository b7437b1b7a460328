//! Orders and distances of texts, and patterns.

use std::cmp::Ordering;

use dpgen_field::texts;

texts!(Name, Letter: "a", "B", "0", "1", "9", " ", ".", "-");

type Compare = fn(&str, &str) -> Ordering;

const ORDERS: [Compare; 3] =
    [natord::compare, human_sort::compare, |one, other| alphanumeric_sort::compare_str(one, other)];

#[dpgen::test(max_size = 4)]
fn orders_of_names_are_total(one: &Name, other: &Name, third: &Name) {
    let (one, other, third) = (one.text(), other.text(), third.text());
    for compare in ORDERS {
        let (first, second) = (compare(&one, &other), compare(&other, &third));
        assert_eq!(first, compare(&other, &one).reverse());
        if first == second || first == Ordering::Equal {
            assert_eq!(compare(&one, &third), second);
        }
    }
}

texts!(Word, Rune: "a", "b", "é");

#[dpgen::test(max_size = 7)]
fn distances_agree(one: &Word, other: &Word) {
    let (one, other) = (one.text(), other.text());
    let distance = strsim::levenshtein(&one, &other);
    assert_eq!(edit_distance::edit_distance(&one, &other), distance);
    assert_eq!(distance::levenshtein(&one, &other), distance);
    assert_eq!(distance::damerau_levenshtein(&one, &other), strsim::damerau_levenshtein(&one, &other));
}

texts!(Pattern, Sign: "a", "b", "?", "*");
texts!(Ab, AbLetter: "a", "b");

fn matches(pattern: &[u8], text: &[u8]) -> bool {
    match pattern.split_first() {
        None => text.is_empty(),
        Some((b'*', rest)) => (0..=text.len()).any(|taken| matches(rest, &text[taken..])),
        Some((b'?', rest)) => !text.is_empty() && matches(rest, &text[1..]),
        Some((letter, rest)) => text.first() == Some(letter) && matches(rest, &text[1..]),
    }
}

#[dpgen::test(max_size = 7)]
fn patterns_match_as_they_say(pattern: &Pattern, text: &Ab) {
    let (pattern, text) = (pattern.text(), text.text());
    let expected = matches(pattern.as_bytes(), text.as_bytes());
    assert_eq!(wildmatch::WildMatch::new(&pattern).matches(&text), expected);
    if !pattern.contains("**") {
        assert_eq!(glob::Pattern::new(&pattern).unwrap().matches(&text), expected);
    }
}
