//! `String`, `&'static str` and `char`: data types whose values come from a list, or from an alphabet.

use std::collections::HashSet;

use crate::interned_strings::intern;
use crate::types::DpGen;
use crate::types::field_types::data::{bad_domain, data, no_domain};
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::choice::Choice;
use dpgen_engine::run::Layer;
use dpgen_forest::schema::{Domain, SlotKind};

const NO_LABELS: Domain = Domain::Labels(Vec::new());

/// The slot of labels, each of which is `what`.
pub(crate) fn labels(
    definer: &mut Definer,
    domain: &FieldDomain,
    slot: &str,
    what: &str,
    fits: &dyn Fn(&str) -> bool,
) -> SlotKind {
    if !domain.parts.is_empty() {
        let why = "a tuple of domains is for a tuple, and this is a single value".to_owned();
        return bad_domain(definer, slot, why, NO_LABELS);
    }
    match &domain.values {
        None => no_domain(definer, slot, NO_LABELS),
        Some(Domain::Labels(labels)) => {
            if let Some(label) = labels.iter().find(|label| !fits(label)) {
                return bad_domain(definer, slot, format!("\"{label}\" is not {what}"), NO_LABELS);
            }
            let mut seen = HashSet::new();
            if let Some(twice) = labels.iter().find(|label| !seen.insert(*label)) {
                return bad_domain(definer, slot, format!("\"{twice}\" is listed twice"), NO_LABELS);
            }
            definer.schema.data(slot, Domain::Labels(labels.clone()))
        }
        Some(_) => {
            let why = "it needs a list, as in `values = [\"a\", \"b\"]`".to_owned();
            bad_domain(definer, slot, why, NO_LABELS)
        }
    }
}

impl DpGen for String {
    type Slot = Choice<Self>;
    type View = Choice<Self>;

    const FIELD_TYPE: FieldType = FieldType::String;
    const VALUE_KINDS: ValueKinds = ValueKinds::TEXTS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        labels(definer, domain, slot, "a string", &|_| true)
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (domain, index) = words.datum();
        domain.label(index).unwrap_or_default().to_owned()
    }
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
        let (domain, index) = words.datum_at(at);
        domain.label(index).unwrap_or_default().clone_into(self);
        at + 1
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.label(self)
    }
}

/// It shows as a `String` does. Each text that a value has held stays in memory, once.
impl DpGen for &'static str {
    type Slot = Choice<String>;
    type View = Choice<String>;

    const FIELD_TYPE: FieldType = FieldType::StaticStr;
    const VALUE_KINDS: ValueKinds = ValueKinds::TEXTS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        labels(definer, domain, slot, "a string", &|_| true)
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (domain, index) = words.datum();
        intern(domain.label(index).unwrap_or_default())
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.label(self)
    }
}

impl DpGen for char {
    type Slot = Choice<Self>;
    type View = Choice<Self>;

    const FIELD_TYPE: FieldType = FieldType::Char;
    const VALUE_KINDS: ValueKinds = ValueKinds::CHARACTERS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        labels(definer, domain, slot, "a single character", &|label| label.chars().count() == 1)
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (domain, index) = words.datum();
        domain.label(index).and_then(|label| label.chars().next()).unwrap_or_default()
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.label(self.encode_utf8(&mut [0; 4]))
    }
}
