//! The eight structures of the literature at two sizes, by every engine; each build's count is checked. Candidates a
//! second of the top-down search (`candidates`), counts of path conditions of hundreds of nodes (`symbolic`), and the same
//! build with one thread and with two (`two-threads`): their ratio is what the second is worth.
//!
//! `cargo bench --bench engines` measures all; `-- red-black` those with that in their name. One thread, but for `symbolic`
//! and `two-threads`.
#![allow(clippy::unwrap_used, missing_docs, reason = "a bench may panic")]

#[path = "../tests/it/common/mod.rs"]
mod common;

use common::{
    Case, Value, avl, binary_heap, binary_tree, fibonacci_heap, hash_table, red_black, search_tree,
    sorted_list,
};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dpgen::{Algorithm, Count, Fields, Solutions, Structures};

/// How many structures there are with a size in this range, by a source outside this project.
type Known = (std::ops::RangeInclusive<u32>, u128);

/// So many of exactly this size.
fn exactly(size: u32, count: u128) -> Known {
    (size..=size, count)
}

/// Builds with every engine: concrete, and symbolic where there is such a mode.
fn engines<T: Value>(c: &mut Criterion, case: &Case<T>, sizes: [Known; 2]) {
    let mut group = c.benchmark_group(case.name.replace(' ', "-"));
    group.sample_size(10).measurement_time(std::time::Duration::from_secs(1));
    let symbolic = (Algorithm::Quotient, Fields::Symbolic);
    let engines = Algorithm::ALL.iter().map(|algorithm| match algorithm {
        Algorithm::SymbolazyDp => (*algorithm, Fields::Symbolic),
        _ => (*algorithm, Fields::Concrete),
    });
    for (algorithm, fields) in engines.chain([symbolic]) {
        for (sizes, expected) in &sizes {
            let size = *sizes.end();
            let name = if (algorithm, fields) == symbolic { "quotient, symbolic" } else { algorithm.name() };
            let build = || -> Structures<T> {
                let mut generator = case.generator(size);
                if case.params.iter().any(|(name, _)| *name == "m") {
                    generator = generator.param("m", i64::from(2 * size));
                }
                generator.algorithm(algorithm).fields(fields).build().unwrap()
            };
            let built = build();
            let found: Count = sizes
                .clone()
                .map(|size| match fields {
                    Fields::Symbolic => Count::from(built.iter_solutions(size, Solutions::All, 0).count()),
                    _ => built.count(size),
                })
                .sum();
            assert_eq!(found, *expected, "{}: {name}: size {size}", case.name);
            group.bench_function(BenchmarkId::new(name, size), |b| b.iter(build));
        }
    }
}

/// OEIS A000108.
fn binary_trees(c: &mut Criterion) {
    engines(c, &binary_tree::CASE, [exactly(5, 42), exactly(7, 429)]);
}

/// OEIS A000108: with keys from `1..=n`, all `n` are used.
fn search_trees(c: &mut Criterion) {
    engines(c, &search_tree::CASE, [exactly(4, 14), exactly(5, 42)]);
}

/// OEIS A001131.
fn red_black_trees(c: &mut Criterion) {
    engines(c, &red_black::any_root::CASE, [exactly(4, 8), exactly(5, 14)]);
}

/// OEIS A006265.
fn avl_trees(c: &mut Criterion) {
    engines(c, &avl::CASE, [exactly(4, 4), exactly(5, 6)]);
}

/// C(2n - 1, n).
fn sorted_lists(c: &mut Criterion) {
    engines(c, &sorted_list::CASE, [exactly(4, 35), exactly(6, 462)]);
}

/// A recurrence over the cell counts of the subtrees.
fn binary_heaps(c: &mut Criterion) {
    engines(c, &binary_heap::CASE, [exactly(4, 140), exactly(5, 994)]);
}

/// Korat's example FibonacciHeap prints the same.
fn fibonacci_heaps(c: &mut Criterion) {
    engines(c, &fibonacci_heap::CASE, [(0..=2, 12), (0..=3, 136)]);
}

/// C(m, n), with m = 2 n keys.
fn hash_tables(c: &mut Criterion) {
    engines(c, &hash_table::CASE, [exactly(4, 70), exactly(5, 252)]);
}

/// How many candidates a second the top-down search judges.
fn candidates(c: &mut Criterion) {
    let build = || red_black::any_root::CASE.generator(7).algorithm(Algorithm::TopDown).build().unwrap();
    let mut group = c.benchmark_group("candidates");
    group.sample_size(10).throughput(Throughput::Elements(build().report().totals().candidates));
    group.bench_function(BenchmarkId::new("red-black-tree, top-down", 7), |b| b.iter(build));
    group.finish();
}

/// Many pairs of sizes, and few classes of each. Small sizes are checked by OEIS A001131.
fn symbolic_counts(c: &mut Criterion) {
    let mut group = c.benchmark_group("symbolic");
    group.sample_size(10).measurement_time(std::time::Duration::from_secs(10));
    let size = 600;
    let build = || {
        let generator = red_black::any_root::CASE.generator(size).fields(Fields::Symbolic);
        generator.algorithm(Algorithm::Quotient).build().unwrap()
    };
    let built = build();
    for (size, count) in [(5, 14), (10, 260), (20, 279_264)] {
        assert_eq!(built.count(size), count, "size {size}");
    }
    group.bench_function(BenchmarkId::new("red-black-tree", size), |b| b.iter(build));
    group.finish();
}

/// The same build of Quotient DP with one thread and with two: trees, whose sizes are many tasks, and lists, whose sizes
/// are one task each. Shapes of red-black trees with a black root are OEIS A001137, of search trees A000108; sorted lists
/// of n of n numbers are 2 n - 1 over n.
fn two_threads(c: &mut Criterion) {
    let mut group = c.benchmark_group("two-threads");
    group.sample_size(10).measurement_time(std::time::Duration::from_secs(5));
    for (name, size, (small, count)) in [
        ("red-black-tree", 45, (10, 164)),
        ("binary-search-tree", 50, (10, 16_796)),
        ("sorted-list", 200, (10, 92_378)),
    ] {
        let spec = dpgen_spec::Spec::builtin(name).unwrap();
        let build = |size: u32, threads: usize| {
            let scope = dpgen::Scope::new(size);
            let model = std::sync::Arc::new(spec.model(&scope).unwrap());
            let options = dpgen::engine::Options::default().algorithm(Algorithm::Quotient).threads(threads);
            dpgen::engine::build(&model, &scope, &options).unwrap()
        };
        assert_eq!(build(small, 2).count(small), count, "{name}");
        for threads in [1, 2] {
            let name = format!("{name} {size}");
            group.bench_function(BenchmarkId::new(name, threads), |b| b.iter(|| build(size, threads)));
        }
    }
    group.finish();
}

/// Ten parts a node, and no predicate: a task for each way to split a size would be half a million at size 13.
/// binom(10 n, n) / (9 n + 1), the Fuss-Catalan numbers.
fn wide_constructors(c: &mut Criterion) {
    let text = r#"(name: "wide", root: "Q", types: {"Q": (constructors: {"L": (weight: 0), "N": (fields: {
        "all": Array(10, Type("Q"))})})})"#;
    let spec = dpgen_spec::Spec::parse("wide", text).unwrap();
    let mut group = c.benchmark_group("wide-constructors");
    group.sample_size(10).measurement_time(std::time::Duration::from_secs(1));
    for size in [14, 60] {
        let scope = dpgen::Scope::new(size);
        let model = std::sync::Arc::new(spec.model(&scope).unwrap());
        let options = dpgen::engine::Options::default().algorithm(Algorithm::Quotient);
        let build = || dpgen::engine::build(&model, &scope, &options).unwrap();
        let built = build();
        let count = |n: u32| {
            let (n, mut binomial) = (Count::from(n), Count::ONE);
            let mut k = Count::ONE;
            while k <= n {
                let factor = n.clone() * Count::from(9_u32) + k.clone();
                binomial = (binomial * factor).div_rem(&k).0;
                k += &Count::ONE;
            }
            binomial.div_rem(&(n * Count::from(9_u32) + Count::ONE)).0
        };
        assert_eq!(built.count(size), count(size));
        group.bench_function(BenchmarkId::new("quotient", size), |b| b.iter(build));
    }
    group.finish();
}

criterion_group!(
    benches,
    candidates,
    binary_trees,
    search_trees,
    red_black_trees,
    avl_trees,
    sorted_lists,
    binary_heaps,
    fibonacci_heaps,
    hash_tables,
    two_threads,
    wide_constructors,
    symbolic_counts
);
criterion_main!(benches);
