//! Counts of the specs in `tests/specs/`, by every engine as far as it gets in a moment.
//!
//! The figures are worked out by hand or by a program outside of this project; each spec says how.

mod general;

use std::sync::Arc;

use dpgen::engine::{self, Options};
use dpgen::{Algorithm, Count, Fields, Scope, Solutions};
use dpgen_spec::Spec;

/// The engines, each with the fields that it takes.
const ENGINES: [(Algorithm, Fields); 6] = [
    (Algorithm::Quotient, Fields::Concrete),
    (Algorithm::LazyDp, Fields::Concrete),
    (Algorithm::Dp, Fields::Concrete),
    (Algorithm::TopDown, Fields::Concrete),
    (Algorithm::Quotient, Fields::Symbolic),
    (Algorithm::SymbolazyDp, Fields::Symbolic),
];

/// How many structures a spec has.
struct Row {
    /// The maximum size.
    max_size: u32,
    /// The structures of all sizes together.
    total: u128,
    /// Whether engines that keep structures one by one get there as well.
    every_engine: bool,
}

const fn row(max_size: u32, total: u128, every_engine: bool) -> Row {
    Row { max_size, total, every_engine }
}

/// The structures up to a size; of symbolic data, all solutions.
fn total(spec: &Spec, max_size: u32, algorithm: Algorithm, fields: Fields) -> Result<Count, String> {
    let scope = Scope::new(max_size);
    let model = Arc::new(spec.model(&scope).unwrap());
    let options = Options::default().algorithm(algorithm).fields(fields).threads(1);
    let catalog = engine::build(&model, &scope, &options).map_err(|error| error.to_string())?;
    assert_eq!((catalog.stop_reason(), catalog.complete_sizes()), (None, max_size + 1));
    if fields == Fields::Concrete {
        return Ok(catalog.total());
    }
    let mut total = 0_u32;
    for size in 0..=max_size {
        let mut all = catalog.compact_with(size, Count::ZERO..catalog.count(size), Solutions::All, 0);
        while all.next().is_some() {
            total += 1;
        }
    }
    Ok(Count::from(total))
}

/// Holds each engine to the rows, and reports all that differ together.
fn check(name: &str, text: &str, rows: &[Row]) {
    let spec = Spec::parse(name, text).unwrap_or_else(|error| panic!("{error}"));
    let mut wrong = Vec::new();
    for row in rows {
        for (algorithm, fields) in ENGINES {
            if !row.every_engine && (algorithm, fields) != ENGINES[0] {
                continue;
            }
            let found = total(&spec, row.max_size, algorithm, fields);
            if found != Ok(Count::from(row.total)) {
                let found = found.map_or_else(|error| error, |total| total.to_string());
                wrong.push(format!(
                    "{algorithm}, {fields}: {} up to {}, not {found}",
                    row.total, row.max_size
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}

macro_rules! specs {
    ($($test:ident $file:literal: $($row:expr),+;)*) => {$(
        #[test]
        fn $test() {
            check($file, include_str!(concat!("../../specs/", $file)), &[$($row),+]);
        }
    )*};
}

specs! {
    binomial_heaps "binomial-heap.ron":
        row(4, 120, true), row(6, 7602, false), row(8, 603_744, false), row(10, 117_157_172, false);
    pages "html-css.ron": row(8, 9_114_572_851_099, false);
    an_attribute_that_fails_unread "failing-attribute.ron": row(4, 46, true);
    an_attribute_that_fails_at_the_top "failing-at-the-top.ron": row(3, 40, true);
    containers_with_two_ranges "two-ranges.ron": row(1, 1 + 36, true), row(2, 1 + 36 + 36 * 36, true);
    containers_with_labels_that_look_alike "two-labels.ron": row(1, 1 + 24, true), row(2, 1 + 24 + 24 * 24, true);
    a_root_that_is_asked_of_valid_parts_only "invalid-parts.ron": row(3, 9, true);
    a_minimum_that_is_guarded "guarded-minimum.ron": row(1, 10, true);
    options_within_options "options.ron": row(1, 8, true);
}
