//! Hunts with twenty seeds each: the unluckiest one finds nearly as much as the median, as what it believes wrongly is doubted in time.

use dpgen::guided::Guide;
use dpgen::prelude::*;

use crate::nested::{content_model, control_flow, tag_rules};

const SEED_COUNT: u64 = 20;
const EXECUTIONS_PER_SEED: u64 = 10_000;

/// The least and the median number of valid structures that hunts find.
fn least_and_median<T: DpGen>(size: u32, judge: fn(&T) -> bool) -> (usize, usize) {
    let space = Generator::<T>::up_to(size).build().unwrap();
    let mut found: Vec<usize> = (1..=SEED_COUNT)
        .map(|seed| {
            space.guided().guide(Guide::Auto).seed(seed).executions(EXECUTIONS_PER_SEED).run(judge).count()
        })
        .collect();
    found.sort_unstable();
    (found[0], found[found.len() / 2])
}

#[test]
fn elements_with_a_content_model_are_found_by_each_seed() {
    let (least, median) = least_and_median(9, content_model);
    assert!(5 * least >= 4 * median && median > 8_000, "{least}, median {median}");
}

#[test]
fn statements_that_need_others_above_are_found_by_each_seed() {
    let (least, median) = least_and_median(7, control_flow);
    assert!(5 * least >= 4 * median && median > 8_000, "{least}, median {median}");
}

#[test]
fn tags_are_found_by_each_seed() {
    let (least, median) = least_and_median(6, tag_rules);
    assert!(5 * least >= 4 * median && median > 9_000, "{least}, median {median}");
}
