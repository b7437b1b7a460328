//! What hunts learn of judges whose rules are known: as conditions, and whole sets.

use std::sync::Arc;

use dpgen::guided::{Feedback, Guide, HuntEnd};
use dpgen::prelude::*;
use dpgen_guide::{Conditions, Hunt, Limits};

use crate::red_black::{Coloured, red_black};
use crate::sorted::{List, sorted};

/// What a hunt with `pairs` over all structures learns, as conditions. The judge is asked by words.
fn learned<T: DpGen>(size: u32, judge: impl Fn(&[u32]) -> bool) -> Conditions {
    let all = Generator::<T>::up_to(size).build().unwrap();
    let mut hunt = Hunt::new(Arc::new(all.catalog().clone()), Guide::Pairs, 7, Limits::default());
    while let Some(proposal) = hunt.ask() {
        let feedback = Feedback::from(judge(&proposal.words));
        hunt.tell(proposal, feedback);
    }
    hunt.conditions()
}

fn texts(conditions: &Conditions) -> Vec<&str> {
    let mut texts: Vec<&str> = conditions.rep_ok.iter().map(|(.., condition)| &*condition.text).collect();
    texts.sort_unstable();
    texts
}

#[derive(DpGen)]
struct Pair {
    left: Digit,
    right: Digit,
}

#[derive(DpGen)]
struct Digit {
    #[dpgen(range = 0..=15)]
    is: i64,
    mark: bool,
}

#[test]
fn parts_that_do_not_go_together_are_a_condition() {
    // A pair; a digit's constructor and its values, twice.
    let conditions = learned::<Pair>(3, |words| words[2] != words[5] && words[2] + words[5] != 15);
    let never = |left: u32, right: u32| {
        format!(
            "!(left.kind == 'Digit' && left.is == {left} && right.kind == 'Digit' && right.is == {right})"
        )
    };
    let mut expected: Vec<String> = (0..=15).flat_map(|is| [never(is, is), never(is, 15 - is)]).collect();
    expected.sort_unstable();
    assert_eq!(texts(&conditions), expected, "{conditions}");
}

#[derive(DpGen)]
enum Word {
    End,
    Letter {
        #[dpgen(range = 0..=2)]
        is: i64,
        rest: Box<Word>,
    },
}

#[test]
fn three_in_a_chain_are_a_condition() {
    // A letter is its constructor and its value.
    let letters = |words: &[u32]| words.iter().skip(1).step_by(2).copied().collect::<Vec<u32>>();
    let conditions = learned::<Word>(6, |words| !letters(words).windows(3).any(|three| three == [0, 1, 0]));
    let never = "!(is == 0 && rest.kind == 'Letter' && rest.is == 1 && rest.rest.kind == 'Letter' && rest.rest.is == 0)";
    assert!(texts(&conditions).contains(&never), "{conditions}");
}

/// Red-black trees of 0 to 5 nodes with keys from a set of five, roots of either colour: the sum of C(5, k) times 1, 2, 2, 3, 8
/// and 14 (OEIS A001131).
const RED_BLACK_TREES: usize = 1 + 5 * 2 + 10 * 2 + 10 * 3 + 5 * 8 + 14;

#[test]
fn all_red_black_trees_are_found() {
    let trees = Generator::<Coloured>::up_to(5).build().unwrap();
    for guide in [Guide::Pairs, Guide::Auto] {
        for seed in 1..=3 {
            let mut hunt = trees.guided().guide(guide).seed(seed);
            let found = hunt.run(red_black);
            assert_eq!(found.count(), RED_BLACK_TREES, "{guide:?}, seed {seed}");
            let report = hunt.report();
            assert_eq!(report.ended, Some(HuntEnd::AllUnrefuted), "{report}");
            assert!(report.executions < 30_000, "of {}: {report}", trees.total());
        }
    }
}

/// What ends a list stands below all of its elements, at any distance, and says nothing.
#[test]
fn all_sorted_lists_are_found() {
    let lists = Generator::<List>::up_to(10).build().unwrap();
    for guide in [Guide::Pairs, Guide::Auto] {
        for seed in 1..=3 {
            let mut hunt = lists.guided().guide(guide).seed(seed);
            // The sets of ten numbers.
            assert_eq!(hunt.run(sorted).count(), 1 << 10, "{guide:?}, seed {seed}");
            let report = hunt.report();
            assert_eq!(report.ended, Some(HuntEnd::AllUnrefuted), "{report}");
            assert!(report.executions < 2000, "of {}: {report}", lists.total());
        }
    }
}
