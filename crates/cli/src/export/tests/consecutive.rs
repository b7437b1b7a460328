//! Structures in rank order are written as each of them is by itself.

use std::collections::HashSet;
use std::sync::Arc;

use clap::ValueEnum as _;
use dpgen_engine::Options;
use dpgen_forest::{Catalog, CompactStep, Count, Limits, Scope, Solutions};
use dpgen_spec::{Spec, builtin};

use super::distinct_texts::nasty;
use crate::export::consecutive_exporter::ConsecutiveExporter;
use crate::export::exporter::Exporter;
use crate::export::format::Format;
use crate::export::structure_position::Position;
use crate::export::template::Templates;

/// The most structures of a size that are compared.
const STRUCTURES_PER_SIZE: u32 = 700;

/// Compares lines and files of the structures of all complete sizes. From time to time some structures are passed over.
fn compare(catalog: &Catalog, exporter: &Exporter, per_size: u32) {
    let schema = catalog.schema();
    for size in 0..catalog.complete_sizes() {
        let ranks = Count::ZERO..catalog.count(size).min(Count::from(per_size));
        let mut structures = catalog.compact_with(size, ranks, Solutions::Smallest, 0);
        let mut consecutive = ConsecutiveExporter::new(exporter, schema);
        let mut number = 0_u32;
        while let Some(step) = structures.next_step() {
            let words = step.words;
            let place = Position { size, rank: &Count::ONE, solution: None, key: Some("key") };
            let (mut alone, mut after_others) = (String::new(), String::new());
            exporter.line(schema, words, place, &mut alone).expect("it can be written");
            exporter.file(schema, words, place, &mut alone).expect("it can be written");
            consecutive.line(step, place, &mut after_others).expect("it can be written");
            // Nothing has changed since.
            let changed = if number.is_multiple_of(2) { words.len() } else { usize::MAX };
            consecutive
                .file(CompactStep { changed, ..step }, place, &mut after_others)
                .expect("it can be written");
            assert_eq!(after_others, alone, "{} {size}", exporter.format());
            number += 1;
            structures.advance(u128::from(number % 5 / 4));
        }
        assert!(structures.failure().is_none() && structures.stopped().is_none());
    }
}

#[test]
fn consecutive_structures_are_written_as_each_by_itself() {
    let mut compared = 0;
    for name in builtin::names() {
        let spec = Spec::builtin(name).expect("it is built in");
        let scope = Scope::new(4);
        let model = Arc::new(spec.model(&scope).expect("it fits the scope"));
        let limits = Limits::none().candidates(20_000);
        let catalog =
            dpgen_engine::build(&model, &scope, &Options::default().limits(limits)).expect("it builds");
        for &format in Format::value_variants() {
            if format.is_picture() || format == Format::Template {
                continue;
            }
            let templates = Templates::of(&spec, None).expect("they are templates");
            let exporter = Exporter::new(format, templates).expect("there is no template to lack");
            // Other structures are written in one way.
            if exporter.layout(catalog.schema()).is_some() {
                compare(&catalog, &exporter, STRUCTURES_PER_SIZE);
                compared += 1;
            }
        }
    }
    assert!(compared > 2 * builtin::names().count(), "JSON, RON and some of the texts");
}

#[test]
fn parts_that_come_again_are_written_as_each_by_itself() {
    let spec = Spec::builtin("binary-search-tree").expect("it is built in");
    let scope = Scope::new(8);
    let model = Arc::new(spec.model(&scope).expect("it fits the scope"));
    let catalog = dpgen_engine::build(&model, &scope, &Options::default()).expect("it builds");
    let (mut exchanged, mut numbers) = (0, HashSet::new());
    let mut structures = catalog.iter_compact(8);
    while let Some(step) = structures.next_step() {
        if let Some(part) = step.part.filter(|part| part.is_exchanged) {
            exchanged += 1;
            numbers.insert(part.number);
        }
    }
    assert!(exchanged > numbers.len(), "{exchanged} of {} parts", numbers.len());
    for format in [Format::Text, Format::Json, Format::Ron] {
        let templates = Templates::of(&spec, None).expect("they are templates");
        let exporter = Exporter::new(format, templates).expect("there is no template to lack");
        compare(&catalog, &exporter, u32::MAX);
    }
}

#[test]
fn wholes_and_lists_and_options_are_written_as_each_by_itself() {
    let catalog = nasty();
    for (format, whole) in [
        (Format::Text, None),
        (Format::Json, None),
        (Format::Ron, None),
        (Format::Template, Some("<{{ text }}>")),
    ] {
        let spec = Spec::builtin("binary-search-tree").expect("it is built in");
        let templates =
            whole.map_or_else(|| Ok(Templates::default()), |whole| Templates::of(&spec, Some(whole)));
        let exporter = Exporter::new(format, templates.expect("they are templates")).expect("it is there");
        compare(&catalog, &exporter, STRUCTURES_PER_SIZE);
    }
}

#[test]
fn a_text_that_is_too_long_is_named_as_by_itself() {
    let long = "x".repeat(1 << 17);
    let text = format!(
        r#"(name: "long", root: "L", types: {{"L": (constructors: {{
            "Nil": (), "Cons": (fields: {{"x": OneOf(["a", "b"]), "rest": Type("L")}}),
        }})}}, render: {{"Nil": "", "Cons": "{{{{ x }}}}{long}{{{{ rest }}}}"}})"#
    );
    let spec = Spec::parse("long", &text).expect("it is a spec");
    let scope = Scope::new(129);
    let model = Arc::new(spec.model(&scope).expect("it fits the scope"));
    let catalog = dpgen_engine::build(&model, &scope, &Options::default()).expect("it builds");
    let templates = Templates::of(&spec, None).expect("they are templates");
    let exporter = Exporter::new(Format::Text, templates).expect("text needs no template");
    let mut consecutive = ConsecutiveExporter::new(&exporter, catalog.schema());
    let mut written = Vec::new();
    for size in [120, 129, 120] {
        let mut structures = catalog.iter_compact(size);
        for _ in 0..3 {
            let step = structures.next_step().expect("there are 2 to the power of the size");
            let place = Position { size, rank: &Count::ZERO, solution: None, key: None };
            let (mut alone, mut after_others) = (String::new(), String::new());
            let expected = exporter.structure(catalog.schema(), step.words, place, &mut alone);
            let result = consecutive.line(step, place, &mut after_others);
            assert_eq!(result, expected);
            written.push(result.is_ok());
            if result.is_ok() {
                assert_eq!(after_others, alone + "\n");
            }
        }
    }
    assert_eq!(written, [true, true, true, false, false, false, true, true, true]);
}
