//! Edits of built-in specs: counts against brute force, against closed forms, and against enumeration of both sides.

use std::sync::Arc;

use dpgen::engine::{self, Options};
use dpgen::prelude::*;
use dpgen::{Budget, Catalog, CompareError, Comparison, Scope};
use dpgen_spec::{Spec, builtin};

use crate::common::compared::against_enumeration;
use crate::common::recurrences::{choose, red_black_shapes};

fn build(text: &str, scope: &Scope) -> Catalog {
    let spec = Spec::parse("edited.ron", text).unwrap();
    engine::build(&Arc::new(spec.model(scope).unwrap()), scope, &Options::default()).unwrap()
}

/// A built-in spec, and what edits make of it.
fn pair(name: &str, edits: &[(&str, &str)], scope: &Scope) -> (Catalog, Catalog) {
    let text = builtin::text(name).unwrap();
    let edited = edits.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{name} has no {from}");
        text.replacen(from, to, 1)
    });
    (build(text, scope), build(&edited, scope))
}

fn compare<'a>(old: &'a Catalog, new: &'a Catalog) -> Comparison<'a> {
    old.compare(new, &Budget::default()).unwrap()
}

#[test]
fn a_comparison_does_not_depend_on_the_number_of_threads() {
    let edits = [("left.max < key", "left.max <= key"), ("any_root == 1 || !is_red", "true")];
    let (old, new) = pair("red-black-tree", &edits, &Scope::new(9));
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let compared = pool.install(|| compare(&old, &new));
        let first = |size: &dpgen::SizeComparison| compared.first_gained(size.size, &Budget::default());
        let first: Vec<_> = compared.sizes.iter().map(first).collect();
        (compared.sizes, compared.effort, first)
    };
    let one = with_threads(1);
    assert!(one.0[9].gained() > 1000);
    for threads in [2, 3, 7] {
        assert_eq!(with_threads(threads), one, "{threads} threads");
    }
}

/// The clauses of red-black trees, each with what forgets it.
const RED_BLACK_CLAUSES: [&[(&str, &str)]; 4] = [
    &[("\"left.black_height == right.black_height\",", "")],
    &[("\"!(red && (left.is_red || right.is_red))\",", "")],
    &[("\"left.kind == 'Nil' || left.max < key\",", ""), ("\"right.kind == 'Nil' || key < right.min\",", "")],
    &[("any_root == 1 || !is_red", "true")],
];

/// A tree of keys and colours: red or not.
#[derive(Clone)]
enum Tree {
    Nil,
    Node(Box<Tree>, u32, bool, Box<Tree>),
}

impl Tree {
    /// All trees of a size with keys from 1 to n.
    fn all(size: u32, n: u32) -> Vec<Self> {
        let Some(rest) = size.checked_sub(1) else { return vec![Self::Nil] };
        let mut all = Vec::new();
        for (left, right) in (0..=rest).map(|left| (Self::all(left, n), Self::all(rest - left, n))) {
            for (key, red) in (1..=n).flat_map(|key| [(key, false), (key, true)]) {
                for left in &left {
                    let of =
                        |right: &Self| Self::Node(Box::new(left.clone()), key, red, Box::new(right.clone()));
                    all.extend(right.iter().map(of));
                }
            }
        }
        all
    }

    fn is_red(&self) -> bool {
        matches!(self, Self::Node(_, _, true, _))
    }

    /// The number of black nodes on each way down, `None` if ways differ.
    fn black_height(&self) -> Option<u32> {
        let Self::Node(left, _, red, right) = self else { return Some(0) };
        let (left, right) = (left.black_height()?, right.black_height()?);
        (left == right).then_some(left + u32::from(!red))
    }

    fn has_red_child_of_red(&self) -> bool {
        let Self::Node(left, _, red, right) = self else { return false };
        *red && (left.is_red() || right.is_red())
            || left.has_red_child_of_red()
            || right.has_red_child_of_red()
    }

    fn keys(&self, keys: &mut Vec<u32>) {
        if let Self::Node(left, key, _, right) = self {
            left.keys(keys);
            keys.push(*key);
            right.keys(keys);
        }
    }

    /// Which clauses hold, in the order of `RED_BLACK_CLAUSES`.
    fn clauses(&self) -> [bool; 4] {
        let mut keys = Vec::new();
        self.keys(&mut keys);
        [
            self.black_height().is_some(),
            !self.has_red_child_of_red(),
            keys.windows(2).all(|pair| pair[0] < pair[1]),
            !self.is_red(),
        ]
    }
}

#[test]
fn each_clause_of_red_black_trees_is_worth_what_brute_force_says() {
    const MAX_SIZE: u32 = 4;
    let all: Vec<Vec<[bool; 4]>> =
        (0..=MAX_SIZE).map(|size| Tree::all(size, MAX_SIZE).iter().map(Tree::clauses).collect()).collect();
    for (forgotten, edits) in RED_BLACK_CLAUSES.iter().enumerate() {
        let (old, new) = pair("red-black-tree", edits, &Scope::new(MAX_SIZE));
        for (found, all) in compare(&old, &new).sizes.iter().zip(&all) {
            let fails_only = |clauses: &&[bool; 4]| {
                clauses.iter().enumerate().all(|(clause, holds)| *holds == (clause != forgotten))
            };
            let gained = all.iter().filter(fails_only).count();
            assert_eq!((found.gained(), found.lost()), (Count::from(gained), Count::ZERO), "{edits:?}");
            let old = all.iter().filter(|clauses| clauses.iter().all(|holds| *holds)).count();
            assert_eq!(found.old, Count::from(old));
        }
        // And the other way round, an edit that forgets nothing and asks for more.
        for found in compare(&new, &old).sizes {
            assert_eq!(found.gained(), Count::ZERO);
        }
    }
}

/// C(n, k).
fn binomial(n: u32, k: u32) -> Count {
    Count::new(choose(n, k))
}

#[test]
fn trees_that_forget_the_order_have_all_keys() {
    // Without order, each of the shapes has n^s keys, and C(n, s) with it.
    let (size, n) = (20, 20);
    let (old, new) = pair("red-black-tree", RED_BLACK_CLAUSES[2], &Scope::new(size));
    let shapes = red_black_shapes(usize::try_from(size).unwrap());
    for found in compare(&old, &new).sizes {
        let shapes = Count::new(shapes[usize::try_from(found.size).unwrap()].1);
        let keys = (0..found.size).fold(Count::ONE, |keys, _| keys * Count::from(n));
        let ordered = shapes.clone() * binomial(n, found.size);
        assert_eq!((found.common, &found.old, found.new), (ordered.clone(), &ordered, shapes * keys));
    }
}

#[test]
fn a_search_tree_that_takes_equal_keys_to_the_left() {
    // Neighbours in order may be equal where the later one has a left child. Narayana's numbers N(s, w + 1) count the trees with w
    // left children, and C(n + w, s) the sequences of s keys that may be equal in w places.
    let n = 18;
    let edit = ("left.max < key", "left.max <= key");
    let (old, new) = pair("binary-search-tree", &[edit], &Scope::new(n));
    let compared = compare(&old, &new);
    for found in &compared.sizes {
        let s = found.size;
        let narayana = |k: u32| (binomial(s, k) * binomial(s, k - 1)).div_rem(&Count::from(s)).0;
        let all = match s {
            0 => Count::ONE,
            _ => (0..s).map(|w| narayana(w + 1) * binomial(n + w, s)).sum(),
        };
        let catalan = binomial(2 * s, s).div_rem(&Count::from(s + 1)).0;
        assert_eq!((&found.new, &found.common), (&all, &(catalan * binomial(n, s))), "size {s}");
        assert_eq!(found.lost(), Count::ZERO);
        let first = compared.first_gained(s, &Budget::default()).unwrap();
        let first = first.map(|words| new.find_words(&words).map(|(size, _)| size));
        assert_eq!(first, (s >= 2).then_some(Some(s)));
    }
}

/// Contexts, references, lists, texts, sets that parts of the whole are numbered by: each edit against enumeration.
#[test]
fn edits_of_built_in_specs_are_as_enumeration_says() {
    let edits = [
        ("sorted-list", 5, ("value <= rest.first", "value < rest.first")),
        ("avl-tree", 5, ("left.height <= right.height + 1", "left.height <= right.height")),
        ("binary-heap", 5, ("left.top <= value", "left.top < value")),
        ("imperative", 5, ("\"Break\": [\"context.in_loop\"]", "\"Break\": [\"true\"]")),
        ("imperative", 5, ("\"Not\": [\"context.want == 'bool'\"]", "\"Not\": [\"context.want == 'int'\"]")),
        ("dag", 4, ("node in context.taken", "false")),
        ("dag", 4, ("node in context.above", "false")),
        ("binary-search-tree", 4, ("Int(\"1\", \"n\")", "Int(\"2\", \"n + 1\")")),
    ];
    for (name, size, edit) in &edits {
        let (old, new) = pair(name, &[*edit], &Scope::new(*size));
        assert_eq!(against_enumeration(&old, &new), Ok(true), "{name}: {edit:?}");
        assert_eq!(against_enumeration(&new, &old), Ok(true), "{name}: {edit:?}, backwards");
        assert_eq!(against_enumeration(&new, &new), Ok(false), "{name}: {edit:?}, with itself");
    }
}

fn spec(types: &str) -> String {
    format!("(name: \"t\", root: \"T\", types: {{\"T\": (constructors: {{{types}}})}})")
}

#[test]
fn constructors_are_matched_by_name_and_refused_where_they_can_not_be() {
    let scope = Scope::new(4);
    let old =
        build(&spec("\"A\": (), \"B\": (fields: {\"x\": Int(\"1\", \"3\"), \"t\": Type(\"T\")})"), &scope);
    // Another order, a new constructor, and labels in place of nothing.
    let new = spec("\"C\": (), \"B\": (fields: {\"x\": Int(\"2\", \"5\"), \"t\": Type(\"T\")}), \"A\": ()");
    assert_eq!(against_enumeration(&old, &build(&new, &scope)), Ok(true));
    let refused = |types: &str| old.compare(&build(&spec(types), &scope), &Budget::default()).unwrap_err();
    let error = refused("\"A\": (), \"B\": (fields: {\"t\": Type(\"T\"), \"x\": Int(\"1\", \"3\")})");
    assert!(
        matches!(&error, CompareError::Fields { old, new, .. } if old == "x, t" && new == "t, x"),
        "{error}"
    );
    let error = refused("\"A\": (), \"B\": (fields: {\"x\": Bool, \"t\": Type(\"T\")})");
    assert!(matches!(&error, CompareError::FieldKind { field, .. } if field == "B.x"), "{error}");
    let error =
        refused("\"A\": (), \"B\": (weight: 2, fields: {\"x\": Int(\"1\", \"3\"), \"t\": Type(\"T\")})");
    assert!(matches!(&error, CompareError::Weight { old: 1, new: 2, .. }), "{error}");
}

#[test]
fn labels_may_stand_in_another_order() {
    let scope = Scope::new(4);
    let of = |names: &str| {
        build(
            &spec(&format!("\"A\": (), \"B\": (fields: {{\"x\": OneOf([{names}]), \"t\": Type(\"T\")}})")),
            &scope,
        )
    };
    let old = of("\"a\", \"b\", \"c\"");
    assert_eq!(against_enumeration(&old, &of("\"c\", \"a\", \"b\"")), Ok(false));
    assert_eq!(against_enumeration(&old, &of("\"d\", \"c\", \"a\"")), Ok(true));
}

#[test]
fn a_limit_stops_a_comparison_and_says_so() {
    let (old, new) = pair("red-black-tree", RED_BLACK_CLAUSES[0], &Scope::new(8));
    let token = dpgen::CancelToken::new();
    token.cancel();
    let stopped = old.compare(&new, &Budget::from_now(&dpgen::Limits::none().cancel(token))).unwrap();
    assert_eq!(stopped.stop, Some(dpgen::StopReason::Cancelled));
    assert!(stopped.sizes.is_empty());
}
