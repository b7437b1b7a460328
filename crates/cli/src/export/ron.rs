//! RON: `Node(left: Nil, key: 3, red: false, right: Nil)`.
//!
//! Names and values are those of [`dpgen_forest::structure::notation`], by which the library writes and reads structures, too.

use dpgen_forest::schema::{Constructor, Domain, Schema};
use dpgen_forest::structure::notation::{constructor_name, field_name, value};

use super::layout::{Item, ListText, Manner, Notation, OptionText, sequence};

/// RON of the structures of a schema.
pub(super) struct Ron<'s> {
    pub(super) schema: &'s Schema,
}

impl Notation for Ron<'_> {
    fn constructor(&self, ctor: &Constructor, _ty: &str) -> Option<Vec<Item>> {
        let name = constructor_name(self.schema, ctor);
        if ctor.slots.is_empty() {
            return Some(vec![Item::Text(name)]);
        }
        let label = |slot| field_name(ctor, slot).map_or_else(String::new, |name| format!("{name}: "));
        Some(sequence(&format!("{name}("), ctor.slots.iter().map(label).collect(), ", ", ")"))
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
        value(domain, index)
    }
}
