//! Numbers of threads, and the cutting of work into tasks, change nothing: every engine gives the same words in
//! the same order, with concrete and symbolic fields.

use std::sync::Arc;

use crate::common::engines::ENGINES;
use crate::common::{Case, Value, Visitor, each};
use dpgen::engine::{self, Options};
use dpgen::{Algorithm, Catalog, Count, Fields, Scope, Solutions};
use dpgen_spec::{Spec, builtin};

const THREADS: [usize; 3] = [1, 2, 4];

/// Everything that a build gives: the counts by size, and the words of every solution in order.
fn everything(catalog: &Catalog) -> Vec<(Count, Vec<Vec<u32>>)> {
    let of_size = |size| {
        let count = catalog.count(size);
        let mut all = catalog.compact_with(size, Count::ZERO..count.clone(), Solutions::All, 0);
        let mut words = Vec::new();
        while let Some(next) = all.next() {
            words.push(next.to_vec());
        }
        (count, words)
    };
    (0..catalog.complete_sizes()).map(of_size).collect()
}

/// The same, whatever the order within a size.
fn sorted(mut everything: Vec<(Count, Vec<Vec<u32>>)>) -> Vec<(Count, Vec<Vec<u32>>)> {
    everything.iter_mut().for_each(|(_, words)| words.sort_unstable());
    everything
}

/// The same options, with work cut into tasks of few combinations.
fn cut(options: Options) -> Options {
    options.chunk(8)
}

fn build(spec: &Spec, size: u32, options: &Options) -> Catalog {
    let scope = Scope::new(size);
    let model = Arc::new(spec.model(&scope).unwrap());
    engine::build(&model, &scope, options).unwrap_or_else(|error| panic!("{}: {error}", spec.name()))
}

/// Builds with every engine and number of threads, with tasks as they are and cut.
fn agree(spec: &Spec, size: u32, engines: &[(Algorithm, Fields)]) {
    for (algorithm, fields) in engines {
        let options = |threads| Options::default().algorithm(*algorithm).fields(*fields).threads(threads);
        let what = format!("{}, {algorithm}, {fields}", spec.name());
        let first = everything(&build(spec, size, &options(1)));
        let first_cut = everything(&build(spec, size, &cut(options(1))));
        assert!(first.iter().any(|(count, _)| !count.is_zero()), "{what}: nothing to compare");
        for threads in THREADS {
            let found = everything(&build(spec, size, &options(threads)));
            assert!(found == first, "{what}: {threads} threads differ");
            let found = everything(&build(spec, size, &cut(options(threads))));
            assert!(found == first_cut, "{what}: {threads} threads differ where tasks are cut");
        }
        // Where tasks are cut decides LazyDP's order, never that of Quotient DP, and never the set.
        assert!(first_cut == first || *algorithm != Algorithm::Quotient, "{what}: cutting changes the order");
        assert!(sorted(first_cut) == sorted(first), "{what}: tasks that are cut give another set");
    }
}

#[test]
fn threads_and_tasks_do_not_change_what_specs_give() {
    for (name, _) in builtin::ALL {
        let size = match *name {
            "shell" => 2,
            "json"
            | "fibonacci-heap"
            | "fibonacci-heap-graph"
            | "html-body"
            | "c-function"
            | "css-3d"
            | "css-layout"
            | "css-table"
            | "sql-select" => 3,
            _ => 4,
        };
        agree(&Spec::builtin(name).unwrap(), size, &ENGINES);
    }
}

/// 256 leaves and so 65,536 pairs of size 2, more than one task takes.
#[test]
fn a_large_round_is_cut_into_tasks() {
    let fields: Vec<String> = (0..8).map(|bit| format!("\"b{bit}\": Bool")).collect();
    let text = format!(
        r#"(name: "pairs", root: "Pair", types: {{
            "Pair": (
                constructors: {{"Pair": (weight: 0, fields: {{"left": Type("Bits"), "right": Type("Bits")}})}},
                rep_ok: {{"Pair": ["left.b0 == right.b7", "left.b1 != right.b2"]}},
            ),
            "Bits": (constructors: {{"Bits": (fields: {{{}}})}}),
        }})"#,
        fields.join(", ")
    );
    let spec = Spec::parse("pairs", &text).unwrap();
    let concrete = (Algorithm::LazyDp, Fields::Concrete);
    agree(
        &spec,
        2,
        &[concrete, (Algorithm::Dp, Fields::Concrete), (Algorithm::SymbolazyDp, Fields::Symbolic)],
    );
    let options = Options::default().algorithm(concrete.0).threads(2);
    assert_eq!(build(&spec, 2, &options).count(2), 65_536 / 4);
}

/// Each size is one task of as many combinations as there are values and least values of shorter lists.
#[test]
fn lists_are_cut_into_portions() {
    let spec = Spec::builtin("sorted-list").unwrap();
    let scope = Scope::new(3).with("n", 64);
    let model = Arc::new(spec.model(&scope).unwrap());
    let build = |threads: usize, chunk: Option<u64>| {
        let options = Options::default().threads(threads);
        let options = chunk.map_or(options.clone(), |chunk| options.chunk(chunk));
        engine::build(&model, &scope, &options).unwrap()
    };
    let first = build(1, None);
    // Multisets of three of 64 numbers: 64 + 3 - 1 over 3.
    assert_eq!(first.count(3), 66 * 65 * 64 / 6);
    let (runs, words) = (first.report().totals().runs, everything(&first));
    for threads in THREADS {
        for chunk in [None, Some(1), Some(1000)] {
            let found = build(threads, chunk);
            assert_eq!(found.report().totals().runs, runs, "{threads} threads, chunk {chunk:?}");
            assert!(everything(&found) == words, "{threads} threads, chunk {chunk:?}");
        }
    }
}

/// A branch of the search that fails ends what comes after it, and nothing before it.
#[test]
fn the_first_failure_of_a_search_does_not_depend_on_threads() {
    let condition = "left.max < key && 8 / (left.max - 4) < 9";
    let text = Spec::builtin("binary-search-tree").unwrap().text().replace("left.max < key", condition);
    let (scope, spec) = (Scope::new(6), Spec::parse("failing", &text).unwrap());
    let model = Arc::new(spec.model(&scope).unwrap());
    let failure = |threads, chunk| {
        let options = Options::default().algorithm(Algorithm::TopDown).threads(threads).chunk(chunk);
        engine::build(&model, &scope, &options).unwrap_err().to_string()
    };
    let first = failure(1, u64::MAX);
    assert!(first.contains("a division by zero"), "{first}");
    for threads in THREADS {
        for chunk in [1, 8, u64::MAX] {
            assert_eq!(failure(threads, chunk), first, "{threads} threads, chunk {chunk}");
        }
    }
}

#[test]
fn a_search_judges_the_same_candidates_on_any_number_of_threads() {
    let (scope, spec) = (Scope::new(7), Spec::builtin("red-black-tree").unwrap());
    let model = Arc::new(spec.model(&scope).unwrap());
    let search = |threads, chunk| {
        let options = Options::default().algorithm(Algorithm::TopDown).threads(threads).chunk(chunk);
        let found = engine::build(&model, &scope, &options).unwrap();
        let rejected: Vec<u64> =
            found.report().conditions.iter().map(|condition| condition.rejected).collect();
        (found.report().totals().candidates, rejected, everything(&found))
    };
    let first = search(1, u64::MAX);
    for threads in THREADS {
        for chunk in [1, 256] {
            assert!(search(threads, chunk) == first, "{threads} threads, chunk {chunk}");
        }
    }
}

struct SameWords;

impl Visitor for SameWords {
    fn visit<T: Value>(&mut self, case: &Case<T>) {
        let size = case.oracle_size;
        for (algorithm, fields) in ENGINES {
            if !case.every_engine().any(|fitting| fitting == algorithm)
                || case.opaque && fields == Fields::Symbolic
            {
                continue;
            }
            let mut first = None;
            for threads in THREADS {
                let generator = case.generator(size).algorithm(algorithm).fields(fields).threads(threads);
                let built =
                    generator.build().unwrap_or_else(|error| panic!("{}: {algorithm}: {error}", case.name));
                let found = everything(built.catalog());
                let first = first.get_or_insert_with(|| found.clone());
                assert!(*first == found, "{}, {algorithm}, {fields}: {threads} threads differ", case.name);
            }
        }
    }
}

#[test]
fn threads_do_not_change_what_rust_types_give() {
    each(&mut SameWords);
}
