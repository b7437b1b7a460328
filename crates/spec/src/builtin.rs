//! The specs that come with the crate.

/// Name and text of each built-in spec, in the order of the alphabet.
pub const ALL: &[(&str, &str)] = &[
    ("acyclic-automaton", include_str!("../specs/acyclic-automaton.ron")),
    ("automaton", include_str!("../specs/automaton.ron")),
    ("avl-tree", include_str!("../specs/avl-tree.ron")),
    ("binary-heap", include_str!("../specs/binary-heap.ron")),
    ("binary-search-tree", include_str!("../specs/binary-search-tree.ron")),
    ("binary-tree", include_str!("../specs/binary-tree.ron")),
    ("c-function", include_str!("../specs/c-function.ron")),
    ("css-3d", include_str!("../specs/css-3d.ron")),
    ("css-layout", include_str!("../specs/css-layout.ron")),
    ("css-table", include_str!("../specs/css-table.ron")),
    ("dag", include_str!("../specs/dag.ron")),
    ("doubly-linked-list", include_str!("../specs/doubly-linked-list.ron")),
    ("fibonacci-heap", include_str!("../specs/fibonacci-heap.ron")),
    ("fibonacci-heap-graph", include_str!("../specs/fibonacci-heap-graph.ron")),
    ("hash-table", include_str!("../specs/hash-table.ron")),
    ("html-body", include_str!("../specs/html-body.ron")),
    ("imperative", include_str!("../specs/imperative.ron")),
    ("json", include_str!("../specs/json.ron")),
    ("lambda", include_str!("../specs/lambda.ron")),
    ("lambda-typed", include_str!("../specs/lambda-typed.ron")),
    ("red-black-tree", include_str!("../specs/red-black-tree.ron")),
    ("regex", include_str!("../specs/regex.ron")),
    ("shell", include_str!("../specs/shell.ron")),
    ("sorted-list", include_str!("../specs/sorted-list.ron")),
    ("sql-select", include_str!("../specs/sql-select.ron")),
    ("web-page", include_str!("../specs/web-page.ron")),
];

/// The text of a built-in spec.
///
/// ```
/// assert!(dpgen_spec::builtin::text("json").is_some());
/// assert!(dpgen_spec::builtin::text("jsn").is_none());
/// ```
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The names of the built-in specs, in order.
///
/// ```
/// assert!(dpgen_spec::builtin::names().any(|name| name == "json"));
/// ```
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(name, _)| *name)
}
