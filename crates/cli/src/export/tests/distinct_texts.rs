//! Distinct structures have distinct single lines, in every format of lines that dpgen itself defines.

use std::collections::BTreeSet;
use std::sync::Arc;

use clap::ValueEnum as _;
use dpgen_engine::Options;
use dpgen_forest::{Catalog, Count, Scope};
use dpgen_spec::Spec;

use crate::export::exporter::Exporter;
use crate::export::format::Format;
use crate::export::structure_position::Position;
use crate::export::template::Templates;

/// Strings that could be taken for something else, or break a line.
const LABELS: &[&str] = &[
    "a",
    "-",
    "",
    " ",
    "None",
    "Some(-)",
    "null",
    "true",
    "!flag",
    "a b",
    "a,b",
    "a\nb",
    "a\\nb",
    "a\r",
    "\"",
    "\\",
    "'",
    "(",
    ")",
    "[]",
    "\0",
    "\u{1b}[0m",
    "\u{2028}",
    "\u{85}",
    "é",
    "👩‍👩‍👧",
    "/* */",
    "{{",
    "1",
];

/// Options of options, lists of options, and the strings above in each of them.
pub(super) fn nasty() -> Catalog {
    let labels: Vec<String> =
        LABELS.iter().map(|label| ron::ser::to_string(label).expect("it is text")).collect();
    let text = format!(
        r#"(name: "nasty", root: "T", types: {{"T": (constructors: {{
            "Leaf": (weight: 1),
            "One": (fields: {{"s": OneOf([{labels}])}}),
            "Two": (fields: {{"x": Option(Option(Bool)), "s": Option(OneOf([{labels}]))}}),
            "Three": (fields: {{"p": Array(2, OneOf([{few}])), "t": Type("T")}}),
            "Many": (fields: {{"kids": List(Type("T")), "flag": Option(Bool)}}),
            "Deep": (fields: {{"o": Option(Option(Option(Type("T"))))}}),
        }})}})"#,
        labels = labels.join(", "),
        few = labels[..6].join(", ")
    );
    let spec = Spec::parse("nasty", &text).expect("it is a spec");
    let scope = Scope::new(2);
    let model = Arc::new(spec.model(&scope).expect("it fits the scope"));
    dpgen_engine::build(&model, &scope, &Options::default()).expect("it builds")
}

#[test]
fn distinct_structures_have_distinct_single_lines() {
    let catalog = nasty();
    for &format in Format::value_variants() {
        let check: fn(&str) = match format {
            Format::Text => |_| {},
            Format::Json => |line| drop(serde_json::from_str::<serde_json::Value>(line).expect(line)),
            Format::Ron => |line| drop(ron::from_str::<ron::Value>(line).expect(line)),
            // A template is the user's own; pictures have several lines.
            Format::Template | Format::Tree | Format::Svg | Format::Dot => continue,
        };
        let exporter = Exporter::new(format, Templates::default()).expect("no template is needed");
        let mut seen = BTreeSet::new();
        let mut number = 0_usize;
        for size in 0..=2 {
            let mut structures = catalog.iter_compact(size);
            while let Some(words) = structures.next() {
                let mut line = String::new();
                let place = Position { size, rank: &Count::ZERO, solution: None, key: None };
                exporter.structure(catalog.schema(), words, place, &mut line).expect("it can be written");
                assert_eq!(line.lines().count(), 1, "{format}: {line:?}");
                assert!(!line.chars().any(char::is_control), "{format}: {line:?}");
                check(&line);
                assert!(seen.insert(line.clone()), "{format}: {line} comes twice");
                number += 1;
            }
        }
        assert_eq!(catalog.total(), Count::from(number));
    }
}

#[test]
fn strings_of_a_plain_look_are_not_quoted() {
    let quoted = ["a", "é", "1", "b\"c", "100px", "-", "", "a b", "a\nb"].map(|label| {
        let labels = dpgen_forest::schema::Domain::Labels(vec![label.to_owned()]);
        crate::export::text::data(&labels, 0, None)
    });
    assert_eq!(quoted, ["a", "é", "1", "b\"c", "100px", "\"-\"", "\"\"", "\"a b\"", "\"a\\nb\""]);
}
