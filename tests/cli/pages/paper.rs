//! The number of pages in the preset `paper`, by recurrences of this file, which `sets.rs`'s enumerator checks at smaller
//! bounds.
//!
//! A recurrence goes through a page from its first tag on and knows how many classes are in use and how many div elements
//! there may still be.

use std::collections::{BTreeMap, HashMap};

use dpgen_forest::Count;
use dpgen_spec::Spec;

use super::bodies::{self, Budget};
use super::sets::{body_params, sheet_params};
use super::{build, distinct, scope, sheets, written};

/// How many forests end with so many classes in use and so many div elements.
type Ends = BTreeMap<(usize, usize), u128>;

/// Counts of forests by size, whether all must be phrasing content, and the classes in use before.
struct Counter {
    bounds: Budget,
    known: HashMap<(usize, bool, usize), Ends>,
}

impl Counter {
    fn forests(&mut self, size: usize, phrasing: bool, used: usize) -> Ends {
        if size == 0 {
            return Ends::from([((used, 0), 1)]);
        }
        if let Some(ends) = self.known.get(&(size, phrasing, used)) {
            return ends.clone();
        }
        let mut ends = Ends::new();
        for tag in bodies::tags(self.bounds, phrasing) {
            let divs = usize::from(tag == "div");
            for class in 0..=(used + 1).min(self.bounds.classes) {
                for within in 0..size {
                    let children = self.forests(within, !bodies::holds_flow(tag), used.max(class));
                    for ((between, below), number) in children {
                        for ((after, later), more) in self.forests(size - 1 - within, phrasing, between) {
                            *ends.entry((after, divs + below + later)).or_default() += number * more;
                        }
                    }
                }
            }
        }
        self.known.insert((size, phrasing, used), ends.clone());
        ends
    }
}

/// The bodies of at most so many tags, by the number of their classes.
fn bodies_by_classes(tags: usize, bounds: Budget) -> Vec<u128> {
    let mut counter = Counter { bounds, known: HashMap::new() };
    let mut all = vec![0; bounds.classes + 1];
    for size in 0..=tags {
        for ((used, divs), number) in counter.forests(size, false, 0) {
            all[used] += if divs <= bounds.divs { number } else { 0 };
        }
    }
    all
}

/// All pages of at most so many tags, whatever the size of their blocks.
fn pages(tags: usize, body_bounds: Budget, sheet_bounds: sheets::Budget) -> u128 {
    let all = sheets::declarations(sheet_bounds);
    let blocks = sheets::blocks(&all, usize::MAX, sheet_bounds.declarations).len();
    let by_classes = bodies_by_classes(tags, body_bounds);
    (0..).zip(by_classes).map(|(classes, number)| number * u128::try_from(blocks).unwrap().pow(classes)).sum()
}

/// The bounds of the paper, as the spec's preset has them.
const BODY: Budget = Budget { kinds: 4, divs: 2, classes: 2, words: false };
const SHEET: sheets::Budget =
    sheets::Budget { declarations: 2, functions: 1, prefixed: false, values: [2, 2, 8, 2, 2] };

#[test]
fn the_papers_pages_are_counted_exactly() {
    let spec = Spec::builtin("web-page").unwrap();
    let preset = spec.presets().iter().find(|preset| preset.name == "paper").unwrap();
    assert_eq!(preset.max_size, Some(12), "eight tags and two blocks of two declarations");
    assert_eq!(spec_total("web-page"), Count::from(pages(8, BODY, SHEET)));
    assert_eq!(spec_total("html-body"), Count::from(bodies_by_classes(8, BODY).iter().sum::<u128>()));
}

/// The structures in the preset `paper` of a spec.
fn spec_total(name: &str) -> Count {
    let spec = Spec::builtin(name).unwrap();
    let preset = spec.presets().iter().find(|preset| preset.name == "paper").unwrap();
    build(name, &preset.scope(0)).1.total()
}

/// With three tags, one of them a div, and one declaration a block, there are few enough pages to have each of them.
#[test]
fn recurrences_give_the_number_of_pages_that_there_are() {
    let body = Budget { divs: 1, ..BODY };
    let sheet = sheets::Budget { declarations: 1, values: [1, 1, 2, 1, 1], ..SHEET };
    let mut params = [body_params(body), sheet_params(sheet)].concat();
    params.push(("tags", 3));
    let (spec, catalog) = build("web-page", &scope(5, &params));
    let mut all = Vec::new();
    for size in 0..=5 {
        all.extend(written(&spec, &catalog, size, false));
    }
    let mut every = Vec::new();
    for tags in 0..=3 {
        for (elements, used, _) in bodies::bodies(tags, body) {
            for weight in 0..=2 {
                for sheet in sheets::sheets(used, weight, sheet) {
                    every.push(super::model::Page { sheet, body: elements.clone() }.text());
                }
            }
        }
    }
    assert_eq!(u128::try_from(every.len()).unwrap(), pages(3, body, sheet));
    assert!(distinct(all) == distinct(every));
}
