//! `dpgen::check`: what it finds, and what it says of it.

use dpgen::prelude::*;

#[derive(DpGen, Debug)]
enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

impl Tree {
    fn height(&self) -> u32 {
        let Tree::Node(left, right) = self else { return 0 };
        1 + left.height().max(right.height())
    }

    fn mirrored(&self) -> Tree {
        let Tree::Node(left, right) = self else { return Tree::Leaf };
        Tree::Node(Box::new(right.mirrored()), Box::new(left.mirrored()))
    }
}

/// There are 8 trees of height 4 with four nodes, and 2^(n-1) of height n with n nodes.
#[test]
fn all_failures_are_grouped_by_cause() {
    let trees = Generator::<Tree>::up_to(5).build().unwrap();
    let checked = trees.check(u64::MAX, |tree| {
        assert_ne!(tree.height(), 5, "as high as can be");
        assert_ne!(tree.height(), 1);
        Ok::<(), String>(())
    });
    let failures: Vec<_> =
        checked.failures().iter().map(|one| (one.size(), one.rank(), one.times())).collect();
    assert_eq!(failures, [(1, 0, 1), (5, 0, 16)]);
    assert!(checked.failures().iter().all(|one| one.place().unwrap().starts_with("tests/it/check.rs:")));
    assert!(checked.is_complete());
    let runs: Vec<_> = checked.sizes().iter().map(|size| (size.run, size.failed)).collect();
    assert_eq!(runs, [(1, 0), (1, 1), (2, 0), (5, 0), (14, 0), (42, 16)]);
    let text = checked.to_string();
    assert!(
        text.starts_with("all 65 structures of size ≤ 5: 17 failed, from 2 causes\n1 times at "),
        "{text}"
    );
    assert!(text.contains("\n  first: size 1, rank 0: Node(Leaf, Leaf)\n"), "{text}");
}

/// One place may have several causes, by its messages; values in them make none. Sizes 1 to 3 have 1, 2 and 5 trees.
#[test]
fn causes_are_told_apart_by_messages_without_their_values() {
    fn fail(what: &str, tree: &Tree) -> ! {
        panic!("{what}: {tree:?} of height {}", tree.height())
    }
    let trees = Generator::<Tree>::up_to(3).build().unwrap();
    let body = |tree: &Tree| match tree.height() {
        0 => {}
        1 | 2 => fail("low", tree),
        _ => fail("high", tree),
    };
    let counted = |causes| {
        let checked = trees.check(causes, body);
        checked.failures().iter().map(|one| (one.size(), one.rank(), one.times())).collect::<Vec<_>>()
    };
    assert_eq!(counted(9), [(1, 0, 1 + 2 + 1), (3, 0, 4)]);
    // It ends at the first failure of the last cause, and has run all that come before.
    assert_eq!(counted(2), [(1, 0, 1 + 2), (3, 0, 1)]);
    assert_eq!(counted(1), [(1, 0, 1)]);
}

#[test]
fn it_ends_at_the_first_failure() {
    let checked =
        dpgen::check(6, |tree: &Tree| if tree.height() == 2 { Err("of height 2") } else { Ok(()) }).unwrap();
    assert!(!checked.is_complete());
    assert!(checked.to_string().starts_with("the first 3 structures of size ≤ 2: 1 failed, from 1 cause\n"));
    assert_eq!(checked.failures()[0].place(), None);
}

#[test]
fn what_passes_says_so() {
    let checked = dpgen::check(6, |tree: &Tree| assert_eq!(tree.mirrored().height(), tree.height())).unwrap();
    assert!(checked.failures().is_empty());
    assert_eq!(checked.to_string(), "all 197 structures of size ≤ 6 pass"); // 65 + 132
}

#[test]
fn a_build_that_stopped_is_no_whole_check() {
    let trees = Generator::<Tree>::up_to(6).limits(dpgen::Limits::none().candidates(20)).build().unwrap();
    let checked = trees.check(1, |_| ());
    assert!(!checked.is_complete());
    assert!(checked.to_string().contains(" pass; the build stopped early: "), "{checked}");
}
