//! RON: `Node(left: Nil, key: 3, red: false, right: Nil)`.
//!
//! Names and values are those of [`dpgen_forest::structure::notation`], by which the library writes and reads structures, too.

use dpgen_forest::schema::{Constructor, Domain, Schema};
use dpgen_forest::structure::notation::{constructor_name, field_name, value};

use super::text_layout::{Container, ListText, Notation, OptionText, Piece, SlotStyle, sequence};

/// RON of the structures of a schema.
pub(super) struct Ron<'s> {
    pub(super) schema: &'s Schema,
}

impl Notation for Ron<'_> {
    fn constructor(&self, ctor: &Constructor, _ty: &str) -> Option<Vec<Piece>> {
        let name = constructor_name(self.schema, ctor);
        if ctor.slots.is_empty() {
            return Some(vec![Piece::Text(name)]);
        }
        let label = |slot| field_name(ctor, slot).map_or_else(String::new, |name| format!("{name}: "));
        Some(sequence(&format!("{name}("), ctor.slots.iter().map(label).collect(), ", ", ")"))
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
        value(domain, index)
    }
}
