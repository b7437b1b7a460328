//! Writing structures: text and JSON beside RON, two threads beside one, pages of HTML.
//!
//! `cargo bench -p dpgen-cli --bench output`. The first group runs the command line on the 208,012 search trees with 12
//! nodes, with its output thrown away; building takes some milliseconds of each run. The second makes the texts of pages
//! with 8 tags, in one thread, without the command line. Aims: text in at most 1.3 times the time of RON and JSON in at
//! most 1.5 times, two threads at 1.6 times the speed of one, and 500,000 pages a second.
#![allow(clippy::unwrap_used, missing_docs, reason = "a bench may panic")]

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dpgen_cli::export::{Exporter, Format, Position, Templates};
use dpgen_engine::Options;
use dpgen_forest::{Count, Scope};
use dpgen_spec::Spec;

/// Pages of nested elements.
const PAGES: &str = r#"(name: "pages", root: "Page", types: {
    "Page": (constructors: {"Page": (weight: 0, fields: {"title": OneOf(["one", "two"]), "body": List(Type("Element"))})}),
    "Element": (constructors: {"Element": (fields: {
        "tag": OneOf(["div", "span", "h1", "p"]), "class": OneOf(["a", "b"]), "children": List(Type("Element")),
    })}),
}, render: {
    "Page": "<!doctype html><meta charset=utf-8><title>{{ title }}</title><body>{{ body | join('') }}</body>",
    "Element": "<{{ tag }} class={{ class }}>{{ children | join('') }}</{{ tag }}>",
})"#;

/// How many pages a measurement writes.
const MANY: u32 = 20_000;

fn trees(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("208,012 search trees");
    group.throughput(Throughput::Elements(208_012)).measurement_time(Duration::from_secs(10)).sample_size(20);
    for format in ["ron", "text", "json"] {
        for threads in ["1", "2"] {
            group.bench_function(format!("{format}, {threads} threads"), |bench| {
                bench.iter(|| {
                    let mut dpgen = Command::new(env!("CARGO_BIN_EXE_dpgen"));
                    dpgen.args(["enumerate", "binary-search-tree", "--size", "12", "--quiet"]);
                    dpgen.args(["--format", format, "--threads", threads]).stdout(Stdio::null());
                    assert!(dpgen.status().unwrap().success());
                });
            });
        }
    }
    group.finish();
}

fn pages(criterion: &mut Criterion) {
    let spec = Spec::parse("pages.ron", PAGES).unwrap();
    let model = Arc::new(spec.model(&Scope::new(8)).unwrap());
    let catalog = dpgen_engine::build(&model, &Scope::new(8), &Options::default()).unwrap();
    let parts = spec.render().iter().map(|part| (&*part.ty, &*part.constructor, &*part.template));
    let exporter = Exporter::new(Format::Text, Templates::new(parts, None).unwrap()).unwrap();
    // Forests of 8 nodes, each with one of 4 tags and 2 classes, and one of 2 titles: Catalan(8) = 1430.
    assert_eq!(catalog.count(8), Count::from(2_u64 * 1430 * 8_u64.pow(8)));
    let mut group = criterion.benchmark_group("pages of 8 tags");
    group.throughput(Throughput::Elements(u64::from(MANY)));
    group.bench_function("text, 1 thread", |bench| {
        bench.iter(|| {
            let mut pages = catalog.compact(8, Count::ZERO..Count::from(MANY));
            let (mut out, mut written, mut bytes) = (String::new(), 0, 0);
            while let Some(words) = pages.next() {
                out.clear();
                let place = Position { size: 8, rank: &Count::ZERO, solution: None, key: None };
                exporter.line(catalog.schema(), words, place, &mut out).unwrap();
                bytes += black_box(&out).len();
                written += 1;
            }
            assert_eq!(written, MANY);
            bytes
        });
    });
    group.finish();
}

criterion_group!(benches, trees, pages);
criterion_main!(benches);
