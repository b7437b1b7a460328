//! [`check_words`]: whether words from outside are the compact words of a structure.

use std::fmt;

use crate::index::{CtorIx, TypeIx, at};
use crate::schema::Schema;
use crate::schema::types::SlotKind;

/// The reason why words are no structure of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordError {
    /// The place of the word that does not fit.
    pub word: usize,
    message: String,
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "word {}: {}", self.word, self.message)
    }
}

impl std::error::Error for WordError {}

/// Checks that words are the compact words of one structure of a schema's root type, and of nothing more. Predicates, and which
/// values a field can have where it stands, are not checked.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
/// use dpgen_forest::structure::check_words;
///
/// let digits = Generator::<Digits>::up_to(2).build()?;
/// let schema = digits.catalog().schema();
/// assert_eq!(check_words(schema, &[1, 2, 0]), Ok(()));
/// let said = |words: &[u32]| check_words(schema, words).unwrap_err().to_string();
/// assert_eq!(said(&[1, 3, 0]), "word 1: `Then.0` has 3 values, and none with the index 3");
/// assert_eq!(said(&[1, 2, 2]), "word 2: there is no constructor 2, where a `Digits` stands");
/// assert_eq!(said(&[1, 2]), "word 2: the words end, where a `Digits` stands");
/// assert_eq!(said(&[0, 0]), "word 1: the structure ends before it");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Errors
/// The first word that does not fit.
pub fn check_words(schema: &Schema, words: &[u32]) -> Result<(), WordError> {
    let mut place = 0;
    let fail = |word, message| Err(WordError { word, message });
    // What is still to be read, the next on top: the slot, and its name if it is data.
    let mut open: Vec<(SlotKind, CtorIx, usize)> = Vec::new();
    let mut structure = Some(schema.root());
    loop {
        if let Some(ty) = structure.take() {
            let ctor = match words.get(place) {
                None => {
                    return fail(place, format!("the words end, where a `{}` stands", schema.ty(ty).name));
                }
                Some(word) => constructor(schema, ty, *word),
            };
            let ctor = match ctor {
                Ok(ctor) => ctor,
                Err(message) => return fail(place, message),
            };
            let slots = schema.constructor(ctor).slots.iter().enumerate().rev();
            open.extend(slots.map(|(number, slot)| (slot.kind, ctor, number)));
            place += 1;
        }
        let Some((kind, ctor, slot)) = open.pop() else { break };
        match kind {
            SlotKind::Recursive(part) => structure = Some(part),
            SlotKind::Data(domain) => {
                let (len, ctor) = (schema.domain(domain).len(), schema.constructor(ctor));
                let name = format!("`{}.{}`", ctor.name, ctor.slots[slot].name);
                match words.get(place) {
                    Some(index) if *index < len => place += 1,
                    Some(index) => {
                        return fail(
                            place,
                            format!("{name} has {len} values, and none with the index {index}"),
                        );
                    }
                    None => return fail(place, format!("the words end, where {name} stands")),
                }
            }
        }
    }
    if place < words.len() { fail(place, "the structure ends before it".to_owned()) } else { Ok(()) }
}

/// The constructor of a type that a word stands for.
fn constructor(schema: &Schema, ty: TypeIx, word: u32) -> Result<CtorIx, String> {
    let name = &schema.ty(ty).name;
    match schema.all_constructors().get(at(word)) {
        Some(ctor) if ctor.ty == ty => Ok(CtorIx::from_word(word)),
        Some(ctor) => Err(format!("constructor `{}` stands where a `{name}` is expected", ctor.name)),
        None => Err(format!("there is no constructor {word}, where a `{name}` stands")),
    }
}
