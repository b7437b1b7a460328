//! [`UniqueNames`]: names of labels and slots: short ones for messages, unique ones for saved knowledge.

use dpgen_forest::Schema;
use dpgen_forest::index::{at, small};
use rustc_hash::FxHashMap;

use crate::decision_layout::{Label, LabelId, Layout};

/// Names what a schema has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UniqueNames<'a> {
    pub schema: &'a Schema,
    pub layout: &'a Layout,
}

impl UniqueNames<'_> {
    /// A label, as it is shown.
    pub(crate) fn label(self, label: LabelId) -> String {
        match self.layout.labels[at(label)] {
            Label::Ctor(ctor) => self.schema.constructor(ctor).name.clone(),
            Label::Value(ctor, slot, value) => {
                let slot = &self.schema.constructor(ctor).slots[at(slot)];
                let dpgen_forest::schema::SlotKind::Data(domain) = slot.kind else {
                    return slot.name.clone();
                };
                format!("{} {}", slot.name, self.schema.domain(domain).show(value))
            }
        }
    }

    /// A recursive slot with its constructor.
    pub(crate) fn slot(self, slot: u32) -> String {
        let (ctor, slot) = self.layout.part_slots[at(slot)];
        let ctor = self.schema.constructor(ctor);
        format!("{}.{}", ctor.name, ctor.slots[at(slot)].name)
    }

    /// A label with the constructor that it belongs to, which no other label has.
    pub(crate) fn name_of_label(self, label: LabelId) -> String {
        match self.layout.labels[at(label)] {
            Label::Ctor(ctor) => {
                let ctor = self.schema.constructor(ctor);
                format!("{}::{}", self.schema.ty(ctor.ty).name, ctor.name)
            }
            Label::Value(ctor, ..) => {
                let ctor = self.schema.constructor(ctor);
                format!("{}::{}.{}", self.schema.ty(ctor.ty).name, ctor.name, self.label(label))
            }
        }
    }

    /// A slot with its constructor and type.
    pub(crate) fn name_of_slot(self, slot: u32) -> String {
        let (ctor, _) = self.layout.part_slots[at(slot)];
        let ty = self.schema.constructor(ctor).ty;
        format!("{}::{}", self.schema.ty(ty).name, self.slot(slot))
    }

    /// The number of each label by its whole name.
    pub(crate) fn labels(self) -> FxHashMap<String, u32> {
        numbers(self.layout.labels.len(), |label| self.name_of_label(label))
    }

    /// The number of each recursive slot by its whole name.
    pub(crate) fn slots(self) -> FxHashMap<String, u32> {
        numbers(self.layout.part_slots.len(), |slot| self.name_of_slot(slot))
    }
}

/// Numbers by name.
pub(crate) fn numbers(len: usize, name: impl Fn(u32) -> String) -> FxHashMap<String, u32> {
    (0..small(len)).map(|number| (name(number), number)).collect()
}
