//! RON: `Node(left: Nil, key: 3, red: false, right: Nil)`.
//!
//! Strings of a list of choices are quoted, names that are no identifiers are written raw (`r#a-b`), an optional
//! value is `Some(...)` or `None`.

use dpgen_forest::schema::{Constructor, Domain};

use super::layout::{Item, ListText, Manner, Notation, OptionText, positional, sequence};

/// RON.
pub(super) struct Ron;

fn name(name: &str) -> String {
    let mut letters = name.chars();
    let plain = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    format!("{}{name}", if plain { "" } else { "r#" })
}

impl Notation for Ron {
    fn constructor(&self, ctor: &Constructor, _ty: &str) -> Option<Vec<Item>> {
        if ctor.slots.is_empty() {
            return Some(vec![Item::Text(name(&ctor.name))]);
        }
        let labels = ctor
            .slots
            .iter()
            .map(|slot| if positional(ctor) { String::new() } else { format!("{}: ", name(&slot.name)) });
        Some(sequence(&format!("{}(", name(&ctor.name)), labels.collect(), ", ", ")"))
    }

    fn tuple(&self, slots: usize) -> Vec<Item> {
        sequence("(", vec![String::new(); slots], ", ", ")")
    }

    fn list(&self, _manner: &Manner) -> Option<(ListText, Manner)> {
        Some((ListText::new("[", ", ", "]"), Manner::Usual))
    }

    fn option(&self, _nested: bool, _manner: &Manner) -> (OptionText, Manner) {
        (OptionText { none: "None", before: "Some(", after: ")" }, Manner::Usual)
    }

    fn data(&self, domain: &Domain, index: u32, _field: Option<&str>, _manner: &Manner) -> String {
        domain.label(index).map_or_else(|| domain.show(index), |label| format!("{label:?}"))
    }
}
