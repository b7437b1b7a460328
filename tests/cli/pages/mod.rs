//! The specs of web pages (`html-body`, `css-3d`, `web-page`, `css-layout`, `css-table`) against an enumerator of their own.
//!
//! `bodies.rs`, `sheets.rs`, `layouts.rs` and `tables.rs` make every page of a bound by plain recursion, as values of
//! `model.rs`. They share no code with the engines and do not read the specs: values and rules are written down a second
//! time.
//! `sets.rs` compares the texts that dpgen writes with theirs, `paper.rs` counts pages beyond enumeration, and
//! `parsed.rs` has the pages read by an HTML and a CSS parser. A test of the package `dpgen-cli`.

mod bodies;
mod layouts;
mod model;
mod paper;
mod parsed;
mod sets;
mod sheets;
mod tables;

use std::collections::BTreeSet;
use std::sync::Arc;

use dpgen_cli::export::{Exporter, Format, Position, Templates};
use dpgen_engine::Options;
use dpgen_forest::{Catalog, Count, Scope};
use dpgen_spec::Spec;

/// A spec in a scope: the maximum size and parameters.
fn build(name: &str, scope: &Scope) -> (Spec, Catalog) {
    let spec = Spec::builtin(name).unwrap();
    let model = Arc::new(spec.model(scope).unwrap());
    let catalog = dpgen_engine::build(&model, scope, &Options::default().threads(1)).unwrap();
    (spec, catalog)
}

/// A scope from its size and parameters.
fn scope(max_size: u32, params: &[(&str, i64)]) -> Scope {
    params.iter().fold(Scope::new(max_size), |scope, (name, value)| scope.with(*name, *value))
}

/// What dpgen writes of each structure of a size: lines of a listing, or the contents of files.
fn written(spec: &Spec, catalog: &Catalog, size: u32, files: bool) -> Vec<String> {
    let templates = Templates::of(spec, None).unwrap();
    let exporter = Exporter::new(Format::Text, templates).unwrap().files(spec.file().cloned());
    let mut structures = catalog.compact(size, Count::ZERO..catalog.count(size));
    let mut texts = Vec::new();
    while let Some(words) = structures.next() {
        let place = Position { size, rank: &Count::ZERO, solution: None, key: None };
        let mut text = String::new();
        match files {
            true => exporter.file(catalog.schema(), words, place, &mut text).unwrap(),
            false => exporter.structure(catalog.schema(), words, place, &mut text).unwrap(),
        }
        texts.push(text);
    }
    texts
}

/// The texts of pages; no two may be alike.
fn distinct(texts: Vec<String>) -> BTreeSet<String> {
    let number = texts.len();
    let set: BTreeSet<String> = texts.into_iter().collect();
    assert_eq!(set.len(), number, "two structures have one text");
    set
}
