//! Names for numbered variables, so that what counts binders prints like what people write.

/// The name of a variable by its number: `a`, `b`, …, `z`, then `a1`, `b1`, …, `z1`, `a2` and so on.
///
/// ```
/// use dpgen::names::letters;
///
/// assert_eq!([0, 1, 25, 26, 27, 52].map(letters), ["a", "b", "z", "a1", "b1", "a2"]);
/// ```
#[must_use]
pub fn letters(number: usize) -> String {
    let alphabet = 'a'..='z';
    let (round, place) = (number / 26, number % 26);
    let letter = alphabet.into_iter().nth(place).unwrap_or_default();
    if round == 0 { letter.to_string() } else { format!("{letter}{round}") }
}
