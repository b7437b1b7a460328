//! `url`: a `Url` shows as its text, as the crate writes it.

use url::Url;

use crate::types::DpGen;
use crate::types::field_types::data::data;
use crate::types::field_types::table::FieldType;
use crate::types::field_types::text::labels;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::choice::Choice;
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

impl DpGen for Url {
    type Slot = Choice<String>;
    type View = Choice<String>;

    const FIELD_TYPE: FieldType = FieldType::OtherCrate;
    const VALUE_KINDS: ValueKinds = ValueKinds::TEXTS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        labels(definer, domain, slot, "a URL", &|text| Self::parse(text).ok().map(String::from))
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (domain, index) = words.datum();
        let url = Self::parse(domain.label(index).unwrap_or_default());
        url.unwrap_or_else(|_| unreachable!("the schema has no other texts"))
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.label(self.as_str())
    }
}
