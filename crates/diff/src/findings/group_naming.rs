//! [`GroupNaming`]: the types and fields whose names tell groups of findings apart.

use std::collections::BTreeSet;

use crate::structure::term::{Term, Value};
use crate::structure::vocabulary::{FieldKind, Vocabulary};

/// The types and fields whose names tell groups apart.
///
/// ```
/// use dpgen_diff::{GroupNaming, Vocabulary};
///
/// assert!(GroupNaming::parse("Declaration,Element.tag", &Vocabulary::default()).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupNaming {
    /// The types whose constructors count.
    types: BTreeSet<String>,
    /// The fields whose values count: a type or constructor, and the field's name.
    fields: BTreeSet<(String, String)>,
    /// Whether a user named the types and fields: then their names are never lowered.
    is_named: bool,
}

impl GroupNaming {
    /// The default: the constructors of the type that has the most.
    #[must_use]
    pub fn by_widest_type(vocabulary: &Vocabulary) -> Self {
        Self {
            types: vocabulary.widest_type().map(str::to_owned).into_iter().collect(),
            fields: BTreeSet::new(),
            is_named: false,
        }
    }

    /// Parses types and fields, separated by commas: `Declaration`, `Binary.operator`.
    ///
    /// # Errors
    /// When the vocabulary has no such type or field; the message lists the types.
    pub fn parse(text: &str, vocabulary: &Vocabulary) -> Result<Self, String> {
        let (mut types, mut fields) = (BTreeSet::new(), BTreeSet::new());
        for name in text.split(',').map(str::trim) {
            let (owner, field) =
                name.split_once('.').map_or((name, None), |(owner, field)| (owner, Some(field)));
            let has_field = |name: &str| {
                let mut owners =
                    vocabulary.shapes().iter().filter(|shape| shape.ty == owner || shape.name == owner);
                owners.any(|shape| shape.fields.iter().any(|field| field.name == name))
            };
            match field {
                Some(field) if has_field(field) => fields.insert((owner.to_owned(), field.to_owned())),
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
        Ok(Self { types, fields, is_named: true })
    }

    /// The names that keep structures apart whatever their symptom: those that a user asked for.
    pub(crate) fn separating_names(&self, vocabulary: &Vocabulary, term: &Term) -> BTreeSet<String> {
        if self.is_named { self.names(vocabulary, term) } else { BTreeSet::new() }
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
                let counts = [&shape.ty, &shape.name]
                    .into_iter()
                    .any(|owner| self.fields.contains(&(owner.clone(), field.name.clone())));
                match (counts, &field.kind, value) {
                    (true, FieldKind::Label(_), Value::Label(label)) => {
                        names.insert(label.clone());
                    }
                    (true, FieldKind::Number, Value::Number(number)) => {
                        names.insert(number.to_string());
                    }
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
            let naming = GroupNaming::parse(text, &vocabulary).expect("it is of the vocabulary");
            naming.names(&vocabulary, &case(0, page).term).into_iter().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names("Declaration", "1:c,a | p1 q"), "a c");
        assert_eq!(names("Element.tag, Classed.class", "1:c,a | p1 q"), "1 p q");
        assert_eq!(names("Element", "1:c,a | p1 q"), "Classed Plain");
        let wrong = GroupNaming::parse("Elements", &vocabulary).expect_err("there is no such type");
        assert!(wrong.contains("types are Declaration, Element, Page, Rule"), "{wrong}");
    }
}
