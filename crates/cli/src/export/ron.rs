//! RON: `Node(left: Nil, key: 3, red: false, right: Nil)`.
//!
//! Strings of a list of choices are quoted, names that are no identifiers are written raw (`r#a-b`), an optional
//! value is `Some(...)` or `None`.

use dpgen_forest::schema::{Constructor, Domain};

use crate::export::schema_layout::{
    Container, ListText, Notation, OptionText, Piece, SlotStyle, is_positional, sequence,
};

/// RON.
pub(super) struct Ron;

fn name(name: &str) -> String {
    let mut letters = name.chars();
    let plain = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    format!("{}{name}", if plain { "" } else { "r#" })
}

impl Notation for Ron {
    fn constructor(&self, ctor: &Constructor, _ty: &str) -> Option<Vec<Piece>> {
        if ctor.slots.is_empty() {
            return Some(vec![Piece::Text(name(&ctor.name))]);
        }
        let labels = ctor
            .slots
            .iter()
            .map(|slot| if is_positional(ctor) { String::new() } else { format!("{}: ", name(&slot.name)) });
        Some(sequence(&format!("{}(", name(&ctor.name)), labels.collect(), ", ", ")"))
    }

    fn tuple(&self, slots: usize) -> Vec<Piece> {
        sequence("(", vec![String::new(); slots], ", ", ")")
    }

    fn list(&self, _style: &SlotStyle) -> Option<Container<ListText>> {
        Some(Container::standard(ListText::new("[", ", ", "]")))
    }

    fn option(&self, _nested: bool, _style: &SlotStyle) -> Container<OptionText> {
        Container::standard(OptionText { none: "None", before: "Some(", after: ")" })
    }

    fn data(&self, domain: &Domain, index: u32, _field: Option<&str>, _style: &SlotStyle) -> String {
        domain.label(index).map_or_else(|| domain.show(index), |label| format!("{label:?}"))
    }
}
