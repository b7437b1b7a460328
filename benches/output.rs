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
use dpgen_forest::Count;
use dpgen_spec::Spec;

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
    let spec = Spec::builtin("web-page").unwrap();
    // The largest pages with 8 tags and two blocks of two declarations.
    let scope = spec.presets().iter().find(|preset| preset.name == "paper").unwrap().scope(0);
    let model = Arc::new(spec.model(&scope).unwrap());
    let catalog = dpgen_engine::build(&model, &scope, &Options::default()).unwrap();
    let exporter = Exporter::new(Format::Text, Templates::of(&spec, None).unwrap()).unwrap();
    let size = scope.max_size();
    let mut group = criterion.benchmark_group("pages of 8 tags");
    group.throughput(Throughput::Elements(u64::from(MANY)));
    group.bench_function("text, 1 thread", |bench| {
        bench.iter(|| {
            let mut pages = catalog.compact(size, Count::ZERO..Count::from(MANY));
            let (mut out, mut written, mut bytes) = (String::new(), 0, 0);
            while let Some(words) = pages.next() {
                out.clear();
                let place = Position { size, rank: &Count::ZERO, solution: None, key: None };
                exporter.line(catalog.schema(), words, place, &mut out).unwrap();
                bytes += black_box(&out).len();
                written += 1;
            }
            assert_eq!((written, out.matches("</").count()), (MANY, 8 + 2));
            bytes
        });
    });
    group.finish();
}

criterion_group!(benches, trees, pages);
criterion_main!(benches);
