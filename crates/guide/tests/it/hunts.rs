//! Hunts over small spaces, against counts that come from outside.

use std::collections::HashSet;
use std::sync::Arc;

use dpgen::guided::{Feedback, Guide, Guided, HuntEnd};
use dpgen::prelude::*;

use crate::damages;

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
enum Tree {
    Nil,
    Node {
        left: Box<Tree>,
        #[dpgen(range = 1..=4)]
        key: i64,
        right: Box<Tree>,
    },
}

fn between(tree: &Tree, least: i64, most: i64) -> bool {
    let Tree::Node { left, key, right } = tree else { return true };
    (least..=most).contains(key) && between(left, least, key - 1) && between(right, key + 1, most)
}

fn search_tree(tree: &Tree) -> bool {
    between(tree, i64::MIN, i64::MAX)
}

/// Search trees with keys from a set of four: the sum of C(4, k) * Catalan(k), 1 + 4 + 12 + 20 + 14 (OEIS A007317).
const SEARCH_TREES: usize = 51;

fn trees(size: u32) -> Structures<Tree> {
    Generator::<Tree>::up_to(size).build().unwrap()
}

fn guides() -> [Guide; 5] {
    [Guide::Auto, Guide::Uniform, Guide::mcc(), Guide::Pairs, Guide::Contexts]
}

#[test]
fn nothing_is_tried_twice_and_all_is_tried() {
    let trees = trees(3);
    for guide in guides() {
        let mut tried = HashSet::new();
        let mut hunt = trees.guided().guide(guide).seed(3);
        let judge = |tree: &Tree| {
            assert!(tried.insert(tree.clone()), "{guide:?} tries {tree:?} twice");
            search_tree(tree)
        };
        let found = hunt.run(judge).count();
        let report = hunt.report();
        assert_eq!(report.executions, u64::try_from(tried.len()).unwrap());
        match report.ended {
            Some(HuntEnd::AllTried) => assert_eq!(trees.total(), u128::from(report.executions)),
            Some(HuntEnd::AllUnrefuted) => assert_eq!(found, 1 + 4 + 12 + 20),
            ended => assert_eq!(ended, Some(HuntEnd::Stuck), "{guide:?}"),
        }
    }
}

#[test]
fn pairs_find_all_search_trees_and_say_so() {
    let trees = trees(7);
    for seed in 1..=5 {
        let mut hunt = trees.guided().guide(Guide::Pairs).seed(seed);
        assert_eq!(hunt.run(search_tree).count(), SEARCH_TREES, "seed {seed}");
        let report = hunt.report();
        assert_eq!(report.ended, Some(HuntEnd::AllUnrefuted));
        assert!(report.executions < 3000, "of {}: {report}", trees.total());
        assert!(report.learned.iter().any(|line| line.contains("under key")), "{report}");
    }
}

#[test]
fn a_portfolio_finds_all_search_trees_and_says_so() {
    for seed in 1..=3 {
        let space = trees(7);
        let mut hunt = space.guided().seed(seed).executions(5000);
        let found = hunt.run(search_tree).count();
        assert_eq!(found, SEARCH_TREES, "seed {seed}: {}", hunt.report());
        assert_eq!(hunt.report().ended, Some(HuntEnd::AllUnrefuted), "{}", hunt.report());
    }
}

#[test]
fn who_has_seen_nothing_accepted_claims_no_end() {
    let mut hunt = trees(3).guided().guide(Guide::Pairs);
    assert_eq!(hunt.run(|_: &Tree| false).count(), 0);
    assert_ne!(hunt.report().ended, Some(HuntEnd::AllUnrefuted));
}

/// Structures of a program, whose `Exit` is refused unless a `Loop` is around it.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
enum Step {
    Exit,
    Skip,
    Loop(Box<Step>),
    Then(Box<Step>, Box<Step>),
}

fn no_exit_outside(step: &Step) -> bool {
    match step {
        Step::Exit => false,
        Step::Skip | Step::Loop(_) => true,
        Step::Then(first, second) => no_exit_outside(first) && no_exit_outside(second),
    }
}

#[test]
fn contexts_learn_what_needs_an_ancestor() {
    let steps = Generator::<Step>::up_to(9).build().unwrap();
    let mut hunt = steps.guided().guide(Guide::Contexts).seed(1).executions(3000);
    hunt.run(no_exit_outside).for_each(drop);
    let report = hunt.report();
    assert!(report.valid > 2500, "{report}");
    let mut unlikely = report.learned.iter().filter(|line| line.contains("unlikely"));
    assert!(unlikely.clone().any(|line| line.contains("Exit directly under Then")), "{report}");
    assert!(!unlikely.any(|line| line.contains("Loop")), "{report}");
}

#[test]
fn what_needs_something_above_is_told_first() {
    let steps = Generator::<Step>::up_to(9).build().unwrap();
    for guide in [Guide::Auto, Guide::Contexts] {
        let mut hunt = steps.guided().guide(guide).seed(1).executions(3000);
        hunt.run(no_exit_outside).for_each(drop);
        let learned = hunt.report().learned;
        let needs: Vec<&String> = learned.iter().take(4).filter(|line| line.contains("needs")).collect();
        assert_eq!(needs.len(), 1, "{guide:?}: {learned:?}");
        assert!(needs[0].starts_with("Step::Exit needs Loop above: "), "{guide:?}: {learned:?}");
    }
}

#[test]
fn all_guides_keep_what_they_have_learned() {
    let judge = search_tree;
    for guide in [Guide::mcc(), Guide::Pairs, Guide::Contexts] {
        let mut small = trees(4).guided().guide(guide).executions(400);
        small.run(judge).for_each(drop);
        let text = small.learned().to_ron();
        let learned = dpgen::guided::Learned::from_ron(&text).unwrap();
        assert_eq!(trees(4).guided().guide(guide).load(&learned).learned(), learned, "{guide:?}");
        let large = trees(6);
        let count = |learned: Option<&_>| -> u64 {
            let one = |seed| {
                let hunt = large.guided().guide(guide).seed(seed).executions(60);
                let mut hunt = if let Some(learned) = learned { hunt.load(learned) } else { hunt };
                hunt.run(judge).for_each(drop);
                hunt.report().valid
            };
            (0..10).map(one).sum()
        };
        assert!(count(Some(&learned)) > count(None), "{guide:?}");
    }
}

#[test]
fn what_was_learned_of_small_trees_serves_larger_ones() {
    let mut small = trees(4).guided().guide(Guide::Pairs);
    small.run(search_tree).for_each(drop);
    let text = small.learned().to_ron();
    let learned = dpgen::guided::Learned::from_ron(&text).unwrap();
    let mut large = trees(7).guided().guide(Guide::Pairs).load(&learned);
    assert_eq!(large.run(search_tree).count(), SEARCH_TREES);
    let mut anew = trees(7).guided().guide(Guide::Pairs);
    assert_eq!(anew.run(search_tree).count(), SEARCH_TREES);
    assert!(large.report().invalid < anew.report().invalid, "{text}");
}

/// The structures that are tried, in order.
fn tried(mut hunt: Guided<Tree>) -> Vec<Tree> {
    let mut tried = Vec::new();
    let judge = |tree: &Tree| {
        tried.push(tree.clone());
        search_tree(tree)
    };
    hunt.run(judge).for_each(drop);
    tried
}

#[test]
fn a_seed_decides_and_threads_do_not() {
    let trees = trees(6);
    let hunt = |seed| trees.guided().seed(seed).executions(700);
    assert_eq!(tried(hunt(1)), tried(hunt(1)));
    assert_ne!(tried(hunt(1)), tried(hunt(2)));
    let mut runs = Vec::new();
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut found = Vec::new();
        pool.install(|| hunt(1).batch(16).run_parallel(search_tree, |one| found.push(one.value)));
        runs.push(found);
    }
    assert!(runs[0].len() > 30);
    assert_eq!(runs[0], runs[1]);
    assert_eq!(runs[0], runs[2]);
}

#[test]
fn a_hunt_that_was_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hunt.log");
    let trees = trees(6);
    let whole = tried(trees.guided().seed(5).executions(600));
    // The first part ends in the middle of an execution, and of a line.
    let first = tried(trees.guided().seed(5).executions(90).journal(&path).unwrap());
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 1]).unwrap();
    let second = tried(trees.guided().seed(5).executions(600).journal(&path).unwrap());
    assert_eq!((&first[..], &second[..]), (&whole[..90], &whole[89..]));

    let error = trees.guided().seed(6).journal(&path).unwrap_err();
    assert!(error.to_string().contains("another hunt"), "{error}");
    let changed = std::fs::read_to_string(&path).unwrap().replacen("?\n", "what\n", 1);
    std::fs::write(&path, changed).unwrap();
    let error = trees.guided().seed(5).journal(&path).unwrap_err();
    assert!(error.to_string().contains("line 2"), "{error}");
    let error = Arc::new(trees.guided().journal(folder.path()).unwrap_err());
    assert!(error.to_string().starts_with("journal "), "{error}");
}

#[test]
fn no_damage_to_a_journal_goes_unnoticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hunt.log");
    let trees = trees(4);
    let hunt = |executions| trees.guided().seed(5).executions(executions).journal(&path);
    tried(hunt(12).unwrap());
    let whole = std::fs::read(&path).unwrap();
    let opened = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        hunt(30).map(|hunt| (hunt.replayed(), tried(hunt)))
    };
    let (replayed, expected) = opened(&whole).unwrap();
    assert_eq!((replayed.asked, replayed.cut), (12, 0));
    for (name, bytes) in damages::flips(&whole, 1).chain(damages::lines(&whole)) {
        match opened(&bytes) {
            Err(error) => assert!(error.to_string().starts_with("journal "), "{name}: {error}"),
            // The end of the last line is gone, and with it the line.
            Ok((replayed, found)) => assert!(replayed.cut > 0 && found.ends_with(&expected), "{name}"),
        }
        let refused = std::fs::read(&path).unwrap() == bytes;
        assert!(refused || name.starts_with(&format!("byte {}", whole.len() - 1)), "{name}");
    }
    let mut torn = 0;
    for (name, bytes) in damages::cuts(&whole, 1) {
        let (replayed, found) = opened(&bytes).unwrap();
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        assert_eq!(usize::try_from(replayed.cut).unwrap(), bytes.len() - end, "{name}");
        assert!(found.ends_with(&expected), "{name}");
        torn += usize::from(replayed.cut > 0);
    }
    assert!(torn > whole.len() / 2);
}

#[test]
fn behaviours_count_once_and_bugs_always() {
    let trees = trees(3);
    let judge = |tree: &Tree| match tree {
        Tree::Nil => Feedback::Bug("empty".to_owned()),
        Tree::Node { key, .. } => Feedback::Behaviour(u64::try_from(*key).unwrap()),
    };
    for guide in guides() {
        let mut hunt = trees.guided().guide(guide);
        let found: Vec<Feedback> = hunt.run(judge).map(|found| found.feedback).collect();
        assert_eq!(found.len(), 5, "{guide:?}: {found:?}");
        assert_eq!((hunt.report().bugs, hunt.report().behaviours), (1, 4));
    }
}

#[test]
fn an_empty_space_and_limits_end_a_hunt() {
    let mut none = trees(3).guided().executions(0);
    assert_eq!((none.run(search_tree).count(), none.report().ended), (0, Some(HuntEnd::Executions)));
    let mut late = trees(3).guided().time(std::time::Duration::ZERO);
    assert_eq!((late.run(search_tree).count(), late.report().ended), (0, Some(HuntEnd::Time)));
}
