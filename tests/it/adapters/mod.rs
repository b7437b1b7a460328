//! Other testing tools over builds of dpgen: each gets valid structures only, all of them, and shrinks to valid ones.

mod arbitrary;
mod bolero;
mod proptest;
mod quickcheck;
mod serde;

use dpgen::prelude::*;

/// A search tree with keys from 1 to n.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = ordered)]
enum Tree {
    Leaf,
    Node {
        left: Box<Tree>,
        #[dpgen(range = 1..=n)]
        key: i64,
        right: Box<Tree>,
    },
}

fn ordered(tree: TreeView) -> bool {
    let TreeView::Node { left, key, right } = tree else { return true };
    left.get(greatest).is_none_or(|greatest| greatest < key)
        && right.get(least).is_none_or(|least| key < least)
}

fn least(tree: TreeView) -> Option<Int> {
    let TreeView::Node { left, key, .. } = tree else { return None };
    left.get(least).or(Some(key))
}

fn greatest(tree: TreeView) -> Option<Int> {
    let TreeView::Node { key, right, .. } = tree else { return None };
    right.get(greatest).or(Some(key))
}

impl Tree {
    fn nodes(&self) -> u32 {
        match self {
            Self::Leaf => 0,
            Self::Node { left, right, .. } => left.nodes() + 1 + right.nodes(),
        }
    }

    fn height(&self) -> u32 {
        match self {
            Self::Leaf => 0,
            Self::Node { left, right, .. } => 1 + left.height().max(right.height()),
        }
    }
}

/// Search trees of up to so many nodes.
fn trees(max_size: u32) -> Structures<Tree> {
    match Generator::up_to(max_size).build() {
        Ok(trees) => trees,
        Err(error) => panic!("{error}"),
    }
}

/// Fails unless each of equally likely things was seen about as often as the others: the statistic of Pearson's test is
/// within five standard deviations of its mean. The draws are seeded, so this passes always or never.
fn assert_uniform(seen: &[u32]) {
    let all: u32 = seen.iter().sum();
    let kinds: f64 = seen.iter().map(|_| 1.0).sum();
    let expected = f64::from(all) / kinds;
    let statistic: f64 = seen.iter().map(|times| (f64::from(*times) - expected).powi(2) / expected).sum();
    let freedom = kinds - 1.0;
    assert!(
        (statistic - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(),
        "{statistic} for {freedom}: {seen:?}"
    );
}
