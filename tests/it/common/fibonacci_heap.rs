//! Fibonacci heaps as Korat's example has them, with keys from `0..n`: empty, or trees of which one is
//! marked as the minimum; each tree stores its degree, and no child's key is less than its parent's.

use dpgen::{CollectionView, DpGen, Int};

use super::Case;
use super::oracle::Odometer;

/// The heap: its trees before the marked one, the marked one, and those after it.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = marks_a_least_root)]
pub enum Heap {
    Empty,
    #[dpgen(weight = 0)]
    Roots {
        before: Vec<Tree>,
        least: Tree,
        after: Vec<Tree>,
    },
}

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = is_heap_ordered)]
pub struct Tree {
    #[dpgen(range = 0..n)]
    key: i64,
    #[dpgen(range = 0..n)]
    degree: usize,
    children: Vec<Tree>,
}

fn marks_a_least_root(heap: HeapView) -> bool {
    let HeapView::Roots { before, least, after } = heap else { return true };
    [before, after].iter().all(|trees| trees.get(least_key).is_none_or(|other| least.get(key) <= other))
}

fn is_heap_ordered(tree: TreeView) -> bool {
    tree.degree == tree.children.get(len)
        && tree.children.get(least_key).is_none_or(|child| tree.key <= child)
}

fn key(tree: TreeView) -> Int {
    tree.key
}

fn len(trees: CollectionView<Tree>) -> i64 {
    match trees {
        CollectionView::Nil => 0,
        CollectionView::Cons(_, rest) => 1 + rest.get(len),
    }
}

fn least_key(trees: CollectionView<Tree>) -> Option<Int> {
    let CollectionView::Cons(first, rest) = trees else { return None };
    let first = first.get(key);
    Some(rest.get(least_key).map_or(first, |other| first.min(other)))
}

pub const CASE: Case<Heap> = Case::new("Fibonacci heap", any, valid, place).sizes(3, 3);

fn any(from: &mut Odometer) -> Option<Heap> {
    if from.pick(2)? == 0 {
        return Some(Heap::Empty);
    }
    Some(Heap::Roots { before: any_trees(from)?, least: any_tree(from)?, after: any_trees(from)? })
}

fn any_tree(from: &mut Odometer) -> Option<Tree> {
    from.take(1)?;
    let key = from.int(0, from.n - 1)?;
    let degree = usize::try_from(from.int(0, from.n - 1)?).unwrap();
    Some(Tree { key, degree, children: any_trees(from)? })
}

fn any_trees(from: &mut Odometer) -> Option<Vec<Tree>> {
    let mut trees = Vec::new();
    while from.pick(2)? == 1 {
        trees.push(any_tree(from)?);
    }
    Some(trees)
}

/// All trees in a list of trees, at any depth.
fn all(trees: &[Tree]) -> Vec<&Tree> {
    trees.iter().flat_map(|tree| [vec![tree], all(&tree.children)].concat()).collect()
}

fn valid(heap: &Heap) -> bool {
    let Heap::Roots { before, least, after } = heap else { return true };
    let roots = [before.clone(), vec![least.clone()], after.clone()].concat();
    let in_order = |tree: &&Tree| {
        tree.children.len() == tree.degree
            && tree.children.iter().map(|child| child.key).min() >= lowest(tree)
    };
    all(&roots).iter().all(in_order) && roots.iter().map(|root| root.key).min() == Some(least.key)
}

/// What the least key of a tree's children has to reach; nothing if there are no children.
fn lowest(tree: &Tree) -> Option<i64> {
    (!tree.children.is_empty()).then_some(tree.key)
}

fn size(trees: &[Tree]) -> u32 {
    u32::try_from(all(trees).len()).unwrap()
}

fn place(heap: &Heap) -> Vec<u32> {
    let Heap::Roots { before, least, after } = heap else { return vec![0, 0] };
    let parts = [size(before), size(std::slice::from_ref(least)), size(after)];
    [vec![parts.iter().sum(), 1], parts.to_vec()].concat()
}
