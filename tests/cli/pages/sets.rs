//! Every page of small bounds, as sets of texts.

use std::collections::BTreeSet;

use super::layouts::{self, Container};
use super::model::{Page, body, sheet};
use super::{bodies, build, distinct, scope, sheets, tables, written};

/// The parameters of bounds for bodies.
pub fn body_params(bounds: bodies::Budget) -> Vec<(&'static str, i64)> {
    let number = |number: usize| i64::try_from(number).unwrap();
    vec![
        ("kinds", number(bounds.kinds)),
        ("divs", number(bounds.divs)),
        ("classes", number(bounds.classes)),
        ("text", i64::from(bounds.words)),
    ]
}

/// The parameters of bounds for style sheets.
pub fn sheet_params(bounds: sheets::Budget) -> Vec<(&'static str, i64)> {
    let number = |number: usize| i64::try_from(number).unwrap();
    let names = ["backface", "perspective", "transform", "origin", "style"];
    let values = names.into_iter().zip(bounds.values.map(number));
    let others = [
        ("declarations", number(bounds.declarations)),
        ("functions", number(bounds.functions)),
        ("prefixes", if bounds.prefixed { 2 } else { 1 }),
    ];
    others.into_iter().chain(values).collect()
}

const BODIES: [bodies::Budget; 4] = [
    bodies::Budget { kinds: 6, divs: 9, classes: 1, words: false },
    bodies::Budget { kinds: 4, divs: 1, classes: 3, words: false },
    bodies::Budget { kinds: 1, divs: 9, classes: 4, words: false },
    bodies::Budget { kinds: 3, divs: 2, classes: 2, words: true },
];

const SHEETS: [sheets::Budget; 4] = [
    sheets::Budget { declarations: 2, functions: 3, prefixed: false, values: [1, 1, 4, 2, 1] },
    sheets::Budget { declarations: 3, functions: 1, prefixed: true, values: [2, 1, 2, 1, 1] },
    sheets::Budget { declarations: 2, functions: 2, prefixed: false, values: [2, 4, 16, 4, 2] },
    sheets::Budget { declarations: 5, functions: 3, prefixed: false, values: [1, 0, 2, 1, 0] },
];

/// The pages of a size, of either kind of bounds.
pub fn pages(size: usize, body_bounds: bodies::Budget, sheet_bounds: sheets::Budget) -> Vec<Page> {
    let mut all = Vec::new();
    for tags in 0..=size {
        for (body, used, _) in bodies::bodies(tags, body_bounds) {
            for sheet in sheets::sheets(used, size - tags, sheet_bounds) {
                all.push(Page { sheet, body: body.clone() });
            }
        }
    }
    all
}

#[test]
fn bodies_are_those_of_recursion() {
    for bounds in BODIES {
        let (spec, catalog) = build("html-body", &scope(4, &body_params(bounds)));
        for size in 0..=4 {
            let expected = bodies::bodies(size.try_into().unwrap(), bounds);
            let expected = distinct(expected.iter().map(|(elements, ..)| body(elements)).collect());
            let found = distinct(written(&spec, &catalog, size, false));
            assert!(found == expected, "{bounds:?}, size {size}: {} and {}", found.len(), expected.len());
        }
    }
}

#[test]
fn style_sheets_are_those_of_recursion() {
    for bounds in SHEETS {
        let mut params = sheet_params(bounds);
        params.push(("classes", 3));
        let (spec, catalog) = build("css-3d", &scope(3, &params));
        for size in 0..=3 {
            let all = (0..=3).flat_map(|rules| sheets::sheets(rules, size.try_into().unwrap(), bounds));
            let expected = distinct(all.map(|rules| sheet(&rules)).collect());
            let found = distinct(written(&spec, &catalog, size, false));
            assert!(found == expected, "{bounds:?}, size {size}: {} and {}", found.len(), expected.len());
        }
    }
}

#[test]
fn web_pages_are_those_of_recursion() {
    for ((body_bounds, sheet_bounds), most) in BODIES.into_iter().zip(SHEETS).zip([3, 4, 3, 4]) {
        let params = [body_params(body_bounds), sheet_params(sheet_bounds)].concat();
        let (spec, catalog) = build("web-page", &scope(most, &params));
        for size in 0..=most {
            let expected = pages(size.try_into().unwrap(), body_bounds, sheet_bounds);
            let expected = distinct(expected.iter().map(Page::text).collect());
            let found = distinct(written(&spec, &catalog, size, false));
            let numbers = (found.len(), expected.len());
            assert!(found == expected, "{body_bounds:?}, {sheet_bounds:?}, size {size}: {numbers:?}");
        }
    }
}

/// The parameter `tags` bounds bodies, not pages.
#[test]
fn tags_are_bounded_by_themselves() {
    let (body_bounds, sheet_bounds) = (BODIES[2], SHEETS[0]);
    let mut params = [body_params(body_bounds), sheet_params(sheet_bounds)].concat();
    params.push(("tags", 2));
    let (spec, catalog) = build("web-page", &scope(4, &params));
    for size in 0..=4 {
        let all = pages(size.try_into().unwrap(), body_bounds, sheet_bounds).into_iter();
        let texts: BTreeSet<String> = all.map(|page| page.text()).collect();
        let few = |text: &String| text.matches("</div>").count() <= 2;
        let expected: BTreeSet<String> = texts.into_iter().filter(few).collect();
        assert_eq!(distinct(written(&spec, &catalog, size, false)), expected, "size {size}");
    }
}

#[test]
fn layouts_are_those_of_recursion() {
    let both = vec![Container::Flex, Container::Grid];
    let all = [
        (4, layouts::Budget { containers: both.clone(), nesting: 2, declarations: 2, every_value: false }),
        (3, layouts::Budget { containers: both, nesting: 3, declarations: 3, every_value: true }),
        (
            4,
            layouts::Budget {
                containers: vec![Container::Grid],
                nesting: 3,
                declarations: 1,
                every_value: false,
            },
        ),
    ];
    for (most, bounds) in all {
        let params = bounds.params();
        let params: Vec<(&str, i64)> = params.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let (spec, catalog) = build("css-layout", &scope(most, &params));
        for size in 0..=most {
            let expected = layouts::pages(size.try_into().unwrap(), &bounds).into_iter();
            let expected = distinct(expected.map(|outer| body(&[outer])).collect());
            let found = distinct(written(&spec, &catalog, size, false));
            assert!(found == expected, "{bounds:?}, size {size}: {} and {}", found.len(), expected.len());
        }
    }
}

#[test]
fn tables_are_those_of_recursion() {
    let usual = tables::Budget::DEFAULT;
    let all = [
        (3, usual),
        (3, tables::Budget { columns: 2, row_groups: 1, declarations: 3, every_value: true, ..usual }),
        (6, tables::Budget { row_groups: 3, declarations: 0, ..usual }),
        (
            6,
            tables::Budget {
                column_span: 1,
                captions: false,
                column_elements: false,
                declarations: 0,
                ..usual
            },
        ),
        (4, tables::Budget { columns: 1, row_span: 1, declarations: 1, ..usual }),
    ];
    for (most, bounds) in all {
        let params = bounds.params();
        let params: Vec<(&str, i64)> = params.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let (spec, catalog) = build("css-table", &scope(most, &params));
        for size in 0..=most {
            let expected = tables::pages(size.try_into().unwrap(), bounds).into_iter();
            let expected = distinct(expected.map(|table| body(&[table])).collect());
            let found = distinct(written(&spec, &catalog, size, false));
            assert!(found == expected, "{bounds:?}, size {size}: {} and {}", found.len(), expected.len());
        }
    }
}
