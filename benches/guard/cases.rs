//! The work that is measured: each engine, each way that structures take out. Each case checks what it made by a count
//! that is known from outside (see `specs/`).

use std::hint::black_box;
use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng as _;
use dpgen_cli::export::{ConsecutiveExporter, Exporter, Format, Position, Templates};
use dpgen_engine::Options;
use dpgen_forest::{Algorithm, Budget, Catalog, Count, Fields, SavedBuild, Scope, Solutions};
use dpgen_spec::{Spec, builtin};

use crate::values;

/// A piece of work with a name.
pub struct Case {
    pub name: &'static str,
    /// Whether it is run in tests, too.
    pub short: bool,
    pub work: fn(),
}

const fn short(name: &'static str, work: fn()) -> Case {
    Case { name, short: true, work }
}

const fn long(name: &'static str, work: fn()) -> Case {
    Case { name, short: false, work }
}

pub const CASES: &[Case] = &[
    short("top-down red-black-tree 5", || {
        assert_eq!(built("red-black-tree", 5, Algorithm::TopDown).count(5), 8);
    }),
    short("dp binary-tree 8", || assert_eq!(built("binary-tree", 8, Algorithm::Dp).count(8), 1430)),
    long("dp sorted-list 8", || assert_eq!(built("sorted-list", 8, Algorithm::Dp).count(8), 6435)),
    short("lazy-dp binary-heap 5", || {
        assert_eq!(built("binary-heap", 5, Algorithm::LazyDp).count(5), 994);
    }),
    long("symbolazy-dp sorted-list 40", || {
        assert_eq!(symbolic("sorted-list", 40, Algorithm::SymbolazyDp).count(40), 1);
    }),
    short("quotient red-black-tree 20", || {
        let trees = built("red-black-tree", 20, Algorithm::Quotient);
        assert_eq!(trees.count(20), 248_312);
        assert_bytes(&trees, 840_000);
    }),
    long("quotient binary-search-tree 24", || {
        assert_eq!(built("binary-search-tree", 24, Algorithm::Quotient).count(24), 1_289_904_147_324);
    }),
    short("quotient symbolic red-black-tree 40", || {
        assert_eq!(symbolic("red-black-tree", 40, Algorithm::Quotient).count(20), 248_312);
    }),
    // The sizes of the three above are small; at these, most of the time goes into productions and tables of classes.
    long("quotient red-black-tree 34", || {
        let trees = built("red-black-tree", 34, Algorithm::Quotient);
        // OEIS A001137, by its recurrence.
        assert_eq!(trees.count(34), 5_221_717_888);
        assert_bytes(&trees, 8_600_000);
    }),
    long("quotient binary-search-tree 40", || {
        let trees = built("binary-search-tree", 40, Algorithm::Quotient);
        // OEIS A000108.
        assert_eq!(trees.count(40), 2_622_127_042_276_492_108_820);
        assert_bytes(&trees, 11_100_000);
    }),
    long("quotient symbolic red-black-tree 200", || {
        let trees = symbolic("red-black-tree", 200, Algorithm::Quotient);
        // OEIS A001137, by its recurrence.
        let expected = "11366766601620953326686748282355127286207743169772026531527276640";
        assert_eq!(trees.count(200).to_string(), expected);
    }),
    long("compare binary-search-tree 36", || {
        // Keys to the left that may be equal: the numbers of trees as in `tests/it/comparison.rs`.
        let old = built("binary-search-tree", 36, Algorithm::Quotient);
        let new = edited("binary-search-tree", ("left.max < key", "left.max <= key"), 36);
        let comparison = old.compare(&new, &Budget::default()).unwrap();
        let gained = comparison.sizes[36].gained().to_string();
        assert_eq!(gained, "6774142740051058529076433800051560");
    }),
    short("every solution sorted-list 6", || {
        let lists = symbolic("sorted-list", 6, Algorithm::Quotient);
        let mut structures = lists.compact_with(6, Count::ZERO..lists.count(6), Solutions::All, 0);
        let mut number = 0;
        while structures.next().is_some() {
            number += 1;
        }
        assert_eq!(number, 462);
    }),
    short("words binary-search-tree 11", || {
        let trees = built("binary-search-tree", 11, Algorithm::Quotient);
        let (mut structures, mut number) = (trees.iter_compact(11), 0);
        while let Some(words) = structures.next() {
            number += usize::from(!black_box(words).is_empty());
        }
        assert_eq!(number, 58_786);
    }),
    short("text binary-search-tree 9", || written(Format::Text, 9, 4862)),
    long("json binary-search-tree 9", || written(Format::Json, 9, 4862)),
    short("ron binary-search-tree 9", || written(Format::Ron, 9, 4862)),
    // Of more trees, most end in parts whose texts are kept.
    long("ron binary-search-tree 12", || written(Format::Ron, 12, 208_012)),
    short("text of each binary-search-tree 9", written_each_by_itself),
    short("values in place", values::in_place),
    short("values in boxes", values::in_boxes),
    short("sample red-black-tree 20", || {
        let trees = built("red-black-tree", 20, Algorithm::Quotient);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..1000 {
            let rank = trees.sample_rank(20, &mut rng).unwrap();
            assert!(trees.nth_compact(20, &rank).unwrap().is_some());
        }
    }),
    long("save and load red-black-tree 20", || {
        let trees = built("red-black-tree", 20, Algorithm::Quotient);
        let mut file = Vec::new();
        trees.save("", &mut file).unwrap();
        let schema = trees.schema().clone();
        let loaded = SavedBuild::read(&file[..]).unwrap().into_catalog(Arc::new(schema)).unwrap();
        assert_eq!(loaded.count(20), 248_312);
    }),
    long("read a spec", || {
        for _ in 0..20 {
            black_box(Spec::builtin("json").unwrap());
        }
    }),
];

fn catalog(name: &str, size: u32, options: Options) -> Catalog {
    catalog_of(&Spec::builtin(name).unwrap(), size, options)
}

/// A built-in spec with an edit.
fn edited(name: &str, (from, to): (&str, &str), size: u32) -> Catalog {
    let text = builtin::text(name).unwrap();
    assert!(text.contains(from), "{name} has no {from}");
    let spec = Spec::parse("edited.ron", &text.replacen(from, to, 1)).unwrap();
    catalog_of(&spec, size, Options::default().algorithm(Algorithm::Quotient))
}

fn catalog_of(spec: &Spec, size: u32, options: Options) -> Catalog {
    let scope = Scope::new(size);
    let model = spec.model(&scope).unwrap();
    dpgen_engine::build(&Arc::new(model), &scope, &options.threads(1)).unwrap()
}

fn built(name: &str, size: u32, algorithm: Algorithm) -> Catalog {
    catalog(name, size, Options::default().algorithm(algorithm))
}

fn symbolic(name: &str, size: u32, algorithm: Algorithm) -> Catalog {
    catalog(name, size, Options::default().algorithm(algorithm).fields(Fields::Symbolic))
}

/// Checks that structures take at most this many bytes, about a tenth more than they took at the last release.
fn assert_bytes(trees: &Catalog, bytes: usize) {
    assert!(trees.bytes() <= bytes, "{} bytes, where {bytes} are allowed", trees.bytes());
}

/// The position that lines are given.
const LINE_POSITION: Position<'_> = Position { size: 9, rank: &Count::ZERO, solution: None, key: None };

/// An exporter of search trees, and those of so many nodes.
fn search_trees(format: Format, nodes: u32) -> (Exporter, Catalog) {
    let spec = Spec::builtin("binary-search-tree").unwrap();
    let exporter = Exporter::new(format, Templates::of(&spec, None).unwrap()).unwrap();
    (exporter, built("binary-search-tree", nodes, Algorithm::Quotient))
}

/// Writes all search trees of so many nodes, as listings do; OEIS A000108 says how many there are.
fn written(format: Format, nodes: u32, expected: usize) {
    let (exporter, trees) = search_trees(format, nodes);
    let mut exporter = ConsecutiveExporter::new(&exporter, trees.schema());
    let (mut structures, mut number, mut out) = (trees.iter_compact(nodes), 0, String::new());
    while let Some(step) = structures.next_step() {
        out.clear();
        exporter.line(step, LINE_POSITION, &mut out).unwrap();
        number += usize::from(!black_box(&out).is_empty());
    }
    assert_eq!(number, expected);
}

/// The same for 9 nodes, each as if it were the only one.
fn written_each_by_itself() {
    let (exporter, trees) = search_trees(Format::Text, 9);
    let (mut structures, mut number, mut out) = (trees.iter_compact(9), 0, String::new());
    while let Some(words) = structures.next() {
        out.clear();
        exporter.line(trees.schema(), words, LINE_POSITION, &mut out).unwrap();
        number += usize::from(!black_box(&out).is_empty());
    }
    assert_eq!(number, 4862);
}
