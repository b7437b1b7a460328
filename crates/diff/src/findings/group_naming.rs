//! [`Naming`]: the names of a structure by which groups of findings are told apart.

use std::collections::BTreeSet;

use crate::structure::term::{Term, Value};
use crate::structure::vocabulary::{Kind, Vocabulary};

/// Which names of a structure tell groups apart.
///
/// ```
/// use dpgen_diff::{Naming, Vocabulary};
///
/// assert!(Naming::read("Declaration,Element.tag", &Vocabulary::default()).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Naming {
    /// The constructors of these types.
    types: BTreeSet<String>,
    /// The values of these fields: of a type or constructor, and its name.
    fields: BTreeSet<(String, String)>,
}

impl Naming {
    /// The constructors of the type that has the most.
    #[must_use]
    pub fn usual(vocabulary: &Vocabulary) -> Self {
        Self {
            types: vocabulary.widest_type().map(str::to_owned).into_iter().collect(),
            fields: BTreeSet::new(),
        }
    }

    /// Types and fields, separated by commas: `Declaration`, `Binary.operator`.
    ///
    /// # Errors
    /// When the vocabulary has no such type or field; the message lists the types.
    pub fn read(text: &str, vocabulary: &Vocabulary) -> Result<Self, String> {
        let (mut types, mut fields) = (BTreeSet::new(), BTreeSet::new());
        for name in text.split(',').map(str::trim) {
            let (owner, field) =
                name.split_once('.').map_or((name, None), |(owner, field)| (owner, Some(field)));
            let fits = |has: &str| {
                let mut owners =
                    vocabulary.shapes().iter().filter(|shape| shape.ty == owner || shape.name == owner);
                owners.any(|shape| shape.fields.iter().any(|field| field.name == has))
            };
            match field {
                Some(field) if fits(field) => fields.insert((owner.to_owned(), field.to_owned())),
                None if vocabulary.shapes().iter().any(|shape| shape.ty == owner) => {
                    types.insert(owner.to_owned())
                }
                _ => {
                    let known: BTreeSet<&str> =
                        vocabulary.shapes().iter().map(|shape| shape.ty.as_str()).collect();
                    let known: Vec<&str> = known.into_iter().collect();
                    return Err(format!(
                        "`{name}` is no type or field of the spec; types are {}, and Type.field is a field",
                        known.join(", ")
                    ));
                }
            };
        }
        Ok(Self { types, fields })
    }

    /// The names that occur in a structure.
    #[must_use]
    pub fn names(&self, vocabulary: &Vocabulary, term: &Term) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for node in term.nodes() {
            let Some(shape) = vocabulary.shape(node.0) else { continue };
            if self.types.contains(&shape.ty) {
                names.insert(shape.name.clone());
            }
            for (field, value) in shape.fields.iter().zip(&node.1) {
                let asked = [&shape.ty, &shape.name]
                    .into_iter()
                    .any(|owner| self.fields.contains(&(owner.clone(), field.name.clone())));
                match (asked, &field.kind, value) {
                    (true, Kind::Label, Value::Label(label)) => drop(names.insert(label.clone())),
                    (true, Kind::Number, Value::Number(number)) => drop(names.insert(number.to_string())),
                    _ => {}
                }
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::test_pages::{case, vocabulary};

    #[test]
    fn names_come_from_types_and_fields() {
        let vocabulary = vocabulary();
        let names = |text: &str, page: &str| {
            let naming = Naming::read(text, &vocabulary).expect("it is of the vocabulary");
            naming.names(&vocabulary, &case(0, page).term).into_iter().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names("Declaration", "1:c,a | p1 q"), "a c");
        assert_eq!(names("Element.tag, Classed.class", "1:c,a | p1 q"), "1 p q");
        assert_eq!(names("Element", "1:c,a | p1 q"), "Classed Plain");
        let wrong = Naming::read("Elements", &vocabulary).expect_err("there is no such type");
        assert!(wrong.contains("types are Declaration, Element, Page, Rule"), "{wrong}");
    }
}
