//! Short text for people: `Node(Nil 3 red Nil)`, each structure on one line. Different structures of a schema have different
//! texts. (Messages of the library use another notation, that of `Debug`: [`dpgen_forest::debug_text`].)
//!
//! Fields stand in order, without names, except that a `bool` shows as its name (`red`, `!red`). Lists stand in
//! `[...]`, tuples in `(...)`. An optional value is itself, or `-` if it is not there; where it is optional itself, one
//! that is there stands in `Some(...)`. A string stands as it is if it has a letter or a digit first and nothing but
//! letters, digits and `_ . : + * / % # @ $ ' " -` then; any other is quoted, with escapes as in Rust. A reference is `#3`, and
//! each node that a reference can lead to begins with its number: `#0 State(New(#1 State(Met(#0))))`.

use dpgen_forest::schema::{Constructor, Domain};

use crate::export::text_layout::{Container, ListText, Notation, OptionText, Piece, SlotStyle, sequence};

/// Short text.
pub(super) struct Text;

impl Notation for Text {
    fn constructor(&self, ctor: &Constructor, _ty: &str) -> Option<Vec<Piece>> {
        if ctor.slots.is_empty() {
            return Some(vec![Piece::Text(ctor.name.clone())]);
        }
        Some(sequence(&format!("{}(", ctor.name), vec![String::new(); ctor.slots.len()], " ", ")"))
    }

    fn numbers_nodes(&self) -> bool {
        true
    }

    fn tuple(&self, slots: usize) -> Vec<Piece> {
        sequence("(", vec![String::new(); slots], " ", ")")
    }

    fn list(&self, _style: &SlotStyle) -> Option<Container<ListText>> {
        Some(Container::standard(ListText::new("[", " ", "]")))
    }

    fn option(&self, is_nested: bool, _style: &SlotStyle) -> Container<OptionText> {
        let (before, after) = if is_nested { ("Some(", ")") } else { ("", "") };
        Container::standard(OptionText { none: "-", before, after })
    }

    fn data(&self, domain: &Domain, index: u32, field: Option<&str>, _style: &SlotStyle) -> String {
        data(domain, index, field)
    }
}

/// A value of a domain, in a field that may have a name to call it by.
pub(crate) fn data(domain: &Domain, index: u32, field: Option<&str>) -> String {
    match (domain, field, domain.label(index)) {
        (Domain::Bool, Some(name), _) if index == 0 => format!("!{name}"),
        (Domain::Bool, Some(name), _) => name.to_owned(),
        (_, _, Some(label)) if !plain(label) => format!("{label:?}"),
        _ => domain.show(index),
    }
}

/// Whether a string can not be taken for anything else in its place, nor break the line.
fn plain(label: &str) -> bool {
    let inside = |letter: char| letter.is_alphanumeric() || "_.:+*/%#@$'\"-".contains(letter);
    label.starts_with(char::is_alphanumeric) && label.chars().all(inside)
}
