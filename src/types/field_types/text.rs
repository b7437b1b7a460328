//! `String`, `&'static str` and `char`: data types whose values come from a list, or from an alphabet.

use std::collections::HashMap;

use crate::interned_strings::intern;
use crate::types::DpGen;
use crate::types::field_types::data::{bad_domain, data, no_domain};
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::value::builder::{SlotPlace, ValueBuilder};
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::choice::Choice;
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::{Domain, SlotKind};

const NO_LABELS: Domain = Domain::Labels(Vec::new());

/// The slot of labels, each of which is `what`, and kept as the type writes it; `written` says how, of a text that is one.
pub(crate) fn labels(
    definer: &mut Definer,
    domain: &FieldDomain,
    slot: &str,
    what: &str,
    written: &dyn Fn(&str) -> Option<String>,
) -> SlotKind {
    if !domain.parts.is_empty() {
        let why = "a tuple of domains is for a tuple, and this is a single value".to_owned();
        return bad_domain(definer, slot, why, NO_LABELS);
    }
    match &domain.values {
        None => no_domain(definer, slot, NO_LABELS),
        Some(Domain::Labels(labels)) => {
            let mut known = HashMap::new();
            let mut kept = Vec::new();
            for label in labels {
                let Some(text) = written(label) else {
                    return bad_domain(definer, slot, format!("\"{label}\" is not {what}"), NO_LABELS);
                };
                if let Some(other) = known.insert(text.clone(), label) {
                    let why = match other == label {
                        true => format!("\"{label}\" is listed twice"),
                        false => format!("\"{other}\" and \"{label}\" are the same value, \"{text}\""),
                    };
                    return bad_domain(definer, slot, why, NO_LABELS);
                }
                kept.push(text);
            }
            definer.schema.data(slot, Domain::Labels(kept))
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
        labels(definer, domain, slot, "a string", &|text| Some(text.to_owned()))
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (domain, index) = words.datum();
        domain.label(index).unwrap_or_default().to_owned()
    }
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize, slot: SlotPlace) -> usize {
        let (domain, index) = words.datum_at(at, slot);
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
        labels(definer, domain, slot, "a string", &|text| Some(text.to_owned()))
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
        let written = |label: &str| (label.chars().count() == 1).then(|| label.to_owned());
        labels(definer, domain, slot, "a single character", &written)
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
