//! Constructors with three recursive slots and more, whose sizes are judged together: every engine against brute force,
//! and ranks, values and saved builds of what they give.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::engines::ENGINES;
use dpgen::engine::{self, Options};
use dpgen::schema::nodes_of;
use dpgen::{Algorithm, Catalog, Count, Fields, Limits, SavedBuild, Scope, Solutions};
use dpgen_spec::Spec;

/// A tree: its constructor, its data, its parts.
#[derive(Debug, Clone)]
struct Tree {
    ctor: usize,
    data: Vec<i64>,
    parts: Vec<Tree>,
}

/// A field: data of `0..n`, or a part.
#[derive(Clone, Copy)]
enum Field {
    Data(i64),
    Part,
}
use Field::{Data, Part};

/// A spec of one type, and the same said once more, without dpgen.
struct Case {
    name: &'static str,
    spec: &'static str,
    /// By constructor: weight and fields.
    grammar: &'static [(u32, &'static [Field])],
    /// Asked of every node.
    valid: fn(&Tree) -> bool,
    size: u32,
}

fn top(tree: &Tree) -> i64 {
    if tree.ctor == 0 { -1 } else { tree.data[0] }
}

fn sum(tree: &Tree) -> i64 {
    tree.data.iter().sum::<i64>() + tree.parts.iter().map(sum).sum::<i64>()
}

const CASES: &[Case] = &[
    Case {
        name: "no predicate",
        spec: r#"(name: "w", root: "Q", types: {"Q": (constructors: {"L": (weight: 0), "N": (fields: {
            "a": Type("Q"), "b": Type("Q"), "c": Type("Q"), "d": Type("Q")})})})"#,
        grammar: &[(0, &[]), (1, &[Part, Part, Part, Part])],
        valid: |_| true,
        size: 3,
    },
    Case {
        name: "asks some parts, data between them",
        spec: r#"(name: "w", root: "Q", types: {"Q": (
            constructors: {"L": (weight: 0), "N": (fields: {
                "k": Int("0", "1"), "a": Type("Q"), "b": Type("Q"), "m": Int("0", "2"), "c": Type("Q")})},
            attributes: {"top": {"L": "-1", "N": "k"}},
            rep_ok: {"N": ["a.top <= k", "c.top != 0", "m != 1"]})})"#,
        grammar: &[(0, &[]), (1, &[Data(2), Part, Part, Data(3), Part])],
        valid: |tree| {
            tree.ctor == 0
                || top(&tree.parts[0]) <= tree.data[0] && top(&tree.parts[2]) != 0 && tree.data[1] != 1
        },
        size: 3,
    },
    Case {
        name: "an attribute of all parts",
        spec: r#"(name: "w", root: "Q", types: {"Q": (
            constructors: {"L": (weight: 0), "N": (fields: {
                "a": Type("Q"), "k": Int("0", "2"), "b": Type("Q"), "c": Type("Q")})},
            attributes: {"sum": {"L": "0", "N": "k + a.sum + b.sum + c.sum"}},
            rep_ok: {"N": ["a.sum <= b.sum + k", "(a.sum + b.sum + c.sum) % 2 == 0"]})})"#,
        grammar: &[(0, &[]), (1, &[Part, Data(3), Part, Part])],
        valid: |tree| {
            tree.ctor == 0 || {
                let [a, b, c] = [0, 1, 2].map(|part| sum(&tree.parts[part]));
                a <= b + tree.data[0] && (a + b + c) % 2 == 0
            }
        },
        size: 3,
    },
    Case {
        name: "looks into parts of parts",
        spec: r#"(name: "w", root: "Q", types: {"Q": (
            constructors: {"L": (weight: 0), "N": (fields: {
                "a": Type("Q"), "k": Int("0", "1"), "b": Type("Q"), "c": Type("Q"), "m": Int("0", "1")})},
            rep_ok: {"N": ["a.kind == 'L' || a.b.kind == 'L' || a.b.k == k", "c.kind == 'L' || c.m <= k"]})})"#,
        grammar: &[(0, &[]), (1, &[Part, Data(2), Part, Part, Data(2)])],
        valid: |tree| {
            tree.ctor == 0 || {
                let (a, c) = (&tree.parts[0], &tree.parts[2]);
                (a.ctor == 0 || a.parts[1].ctor == 0 || a.parts[1].data[0] == tree.data[0])
                    && (c.ctor == 0 || c.data[1] <= tree.data[0])
            }
        },
        size: 3,
    },
    Case {
        name: "sizes with gaps",
        spec: r#"(name: "w", root: "Q", types: {"Q": (
            constructors: {"L": (weight: 0), "U": (weight: 3, fields: {"k": Int("0", "1")}), "N": (weight: 1, fields: {
                "a": Type("Q"), "b": Type("Q"), "c": Type("Q")})},
            rep_ok: {"N": ["a.kind == 'U' || b.kind == 'U' || c.kind == 'U'", "a.kind != 'N' || c.kind != 'L'"]})})"#,
        grammar: &[(0, &[]), (3, &[Data(2)]), (1, &[Part, Part, Part])],
        valid: |tree| {
            tree.ctor != 2
                || tree.parts.iter().any(|part| part.ctor == 1)
                    && (tree.parts[0].ctor != 2 || tree.parts[2].ctor != 0)
        },
        size: 8,
    },
];

/// All valid trees by size.
fn brute_force(case: &Case) -> Vec<Vec<Tree>> {
    let mut sizes: Vec<Vec<Tree>> = Vec::new();
    for size in 0..=case.size {
        let mut found = Vec::new();
        for (ctor, (weight, fields)) in case.grammar.iter().enumerate() {
            let Some(rest) = size.checked_sub(*weight) else { continue };
            let mut open = vec![(Tree { ctor, data: Vec::new(), parts: Vec::new() }, rest)];
            for field in *fields {
                let longer = open.iter().flat_map(|(tree, rest)| {
                    let more: Vec<(Tree, u32)> = match field {
                        Data(n) => (0..*n)
                            .map(|value| {
                                let mut tree = tree.clone();
                                tree.data.push(value);
                                (tree, *rest)
                            })
                            .collect(),
                        Part => (0..=*rest)
                            .filter(|of| *of < size)
                            .flat_map(|of| {
                                sizes[usize::try_from(of).unwrap()].iter().map(move |part| {
                                    let mut tree = tree.clone();
                                    tree.parts.push(part.clone());
                                    (tree, rest - of)
                                })
                            })
                            .collect(),
                    };
                    more
                });
                open = longer.collect();
            }
            found.extend(open.into_iter().filter(|(_, rest)| *rest == 0).map(|(tree, _)| tree));
        }
        found.retain(case.valid);
        sizes.push(found);
    }
    sizes
}

/// The compact words of a tree.
fn words(case: &Case, tree: &Tree, out: &mut Vec<u32>) {
    out.push(u32::try_from(tree.ctor).unwrap());
    let (mut data, mut parts) = (tree.data.iter(), tree.parts.iter());
    for field in case.grammar[tree.ctor].1 {
        match field {
            Data(_) => out.push(u32::try_from(*data.next().unwrap()).unwrap()),
            Part => words(case, parts.next().unwrap(), out),
        }
    }
}

fn build(case: &Case, options: &Options) -> Catalog {
    let scope = Scope::new(case.size);
    let model = Arc::new(Spec::parse("w", case.spec).unwrap().model(&scope).unwrap());
    engine::build(&model, &scope, options).unwrap_or_else(|error| panic!("{}: {error}", case.name))
}

fn all(catalog: &Catalog, size: u32) -> Vec<Vec<u32>> {
    let mut iter = catalog.compact_with(size, Count::ZERO..catalog.count(size), Solutions::All, 0);
    let mut all = Vec::new();
    while let Some(words) = iter.next() {
        all.push(words.to_vec());
    }
    assert_eq!(iter.failure(), None);
    all
}

#[test]
fn every_engine_gives_what_brute_force_gives() {
    for case in CASES {
        let expected: Vec<BTreeSet<Vec<u32>>> = brute_force(case)
            .iter()
            .map(|trees| {
                let of = |tree| {
                    let mut out = Vec::new();
                    words(case, tree, &mut out);
                    out
                };
                trees.iter().map(of).collect()
            })
            .collect();
        assert!(expected.last().is_some_and(|set| set.len() > 10), "{}: too little to compare", case.name);
        for (algorithm, fields) in ENGINES {
            let options = |threads| Options::default().algorithm(algorithm).fields(fields).threads(threads);
            let (one, two) = (build(case, &options(1)), build(case, &options(2)));
            for (size, expected) in (0..).zip(&expected) {
                let found = all(&one, size);
                let what = format!("{}, {algorithm}, {fields}, size {size}", case.name);
                assert_eq!(found.len(), expected.len(), "{what}");
                assert!(found.iter().cloned().collect::<BTreeSet<_>>() == *expected, "{what}");
                assert!(found == all(&two, size), "{what}: threads differ");
            }
        }
    }
}

#[test]
fn ranks_values_and_saved_builds_agree() {
    for case in CASES {
        for fields in [Fields::Concrete, Fields::Symbolic] {
            let catalog = build(case, &Options::default().algorithm(Algorithm::Quotient).fields(fields));
            let mut bytes = Vec::new();
            catalog.save("w", &mut bytes).unwrap();
            let schema = Arc::new(catalog.schema().clone());
            let loaded = SavedBuild::read(&bytes[..]).unwrap().into_catalog(schema).unwrap();
            for size in 0..=case.size {
                assert!(all(&catalog, size) == all(&loaded, size), "{}: loaded", case.name);
                let mut iter = catalog.iter_compact(size);
                let mut rank = Count::ZERO;
                while let Some(words) = iter.next() {
                    assert_eq!(
                        catalog.nth_compact(size, &rank).unwrap().as_deref(),
                        Some(words),
                        "{}",
                        case.name
                    );
                    if fields == Fields::Concrete {
                        let nodes = nodes_of(catalog.schema(), words);
                        assert_eq!(catalog.find(&nodes), Some((size, rank.clone())), "{}", case.name);
                    }
                    rank += &Count::ONE;
                }
                assert_eq!(rank, catalog.count(size), "{}", case.name);
            }
        }
    }
}

/// A tree of `n` nodes with ten parts each: binom(10 n, n) / (9 n + 1), the Fuss-Catalan numbers.
#[test]
fn ten_parts_take_no_more_runs_than_sizes_and_little_memory() {
    let spec = r#"(name: "w", root: "Q", types: {"Q": (constructors: {"L": (weight: 0), "N": (fields: {
        "all": Array(10, Type("Q"))})})})"#;
    let scope = Scope::new(14);
    let model = Arc::new(Spec::parse("w", spec).unwrap().model(&scope).unwrap());
    let options = Options::default().algorithm(Algorithm::Quotient).limits(Limits::none().candidates(100));
    let catalog = engine::build(&model, &scope, &options).unwrap();
    for size in 0..=14_u32 {
        let n = u128::from(size);
        let binomial = (1..=n).fold(1_u128, |product, k| product * (9 * n + k) / k);
        assert_eq!(catalog.count(size), binomial / (9 * n + 1), "size {size}");
    }
    assert!(catalog.bytes() < 1 << 20, "{} bytes", catalog.bytes());
}
