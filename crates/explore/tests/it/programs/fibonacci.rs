//! Fibonacci heaps (Fredman and Tarjan, 1987): trees in heap order, of which the first has the least key; nodes that have lost a
//! child are marked, and cut off when they lose another.

use dpgen::prelude::*;

/// Siblings, each with its children.
#[derive(DpGen, Debug, Default)]
#[dpgen(rep_ok = is_in_order)]
pub enum Trees {
    #[default]
    None,
    Some {
        #[dpgen(range = 0..=greatest)]
        key: Int,
        marked: bool,
        children: Box<Trees>,
        rest: Box<Trees>,
    },
}

fn is_in_order(trees: TreesView) -> bool {
    let TreesView::Some { key, children, .. } = trees else { return true };
    children.get(keys).iter().all(|below| key <= *below)
}

fn keys(trees: TreesView) -> Vec<Int> {
    let TreesView::Some { key, rest, .. } = trees else { return Vec::new() };
    let mut keys = rest.get(keys);
    keys.push(key);
    keys
}

fn has_marks(trees: TreesView) -> bool {
    let TreesView::Some { marked, rest, .. } = trees else { return false };
    marked == true || rest.get(has_marks)
}

#[derive(DpGen, Debug)]
#[dpgen(rep_ok = is_heap, weight = 0)]
pub struct Fibonacci {
    roots: Trees,
}

fn is_heap(heap: FibonacciView) -> bool {
    let keys = heap.roots.get(keys);
    !heap.roots.get(has_marks) && keys.iter().all(|key| keys[keys.len() - 1] <= *key)
}

/// A heap, and a key to push.
#[derive(DpGen, Debug)]
#[dpgen(weight = 0)]
pub struct Push {
    pub heap: Fibonacci,
    #[dpgen(range = 0..=greatest)]
    pub key: Int,
}

/// A heap, and what the key of which node becomes, if that is less.
#[derive(DpGen, Debug)]
#[dpgen(weight = 0)]
pub struct Decrease {
    pub heap: Fibonacci,
    #[dpgen(range = 0..=5)]
    pub place: usize,
    #[dpgen(range = 0..=greatest)]
    pub to: Int,
}

struct Tree {
    key: Int,
    marked: bool,
    children: Trees,
}

impl Trees {
    fn into_vec(mut self) -> Vec<Tree> {
        let mut trees = Vec::new();
        while let Self::Some { key, marked, children, rest } = self {
            trees.push(Tree { key, marked, children: *children });
            self = *rest;
        }
        trees
    }

    fn of(trees: Vec<Tree>) -> Self {
        trees.into_iter().rev().fold(Self::None, |rest, Tree { key, marked, children }| Self::Some {
            key,
            marked,
            children: Box::new(children),
            rest: Box::new(rest),
        })
    }

    fn len(&self) -> usize {
        let Self::Some { rest, .. } = self else { return 0 };
        1 + rest.len()
    }

    fn nodes(&self) -> usize {
        let Self::Some { children, rest, .. } = self else { return 0 };
        1 + children.nodes() + rest.nodes()
    }

    fn check(&self, above: Option<Int>) {
        let Self::Some { key, children, rest, .. } = self else { return };
        assert!(above.is_none_or(|above| above <= *key), "a key is less than the one above it");
        children.check(Some(*key));
        rest.check(above);
    }
}

/// What has happened to a child.
enum Did {
    Nothing,
    Stayed,
    WasCut,
}

impl Fibonacci {
    /// Checks the order of keys, marks, and that so many nodes are there: what every program has to leave behind.
    pub fn check(&self, nodes: usize) {
        assert_eq!(self.roots.nodes(), nodes, "nodes");
        self.roots.check(None);
        let mut roots = &self.roots;
        let least = if let Trees::Some { key, .. } = roots { *key } else { return };
        while let Trees::Some { key, marked, rest, .. } = roots {
            assert!(least <= *key && !marked, "a root is less than the first, or marked");
            roots = rest;
        }
    }

    pub fn nodes(&self) -> usize {
        self.roots.nodes()
    }

    fn take(&mut self) -> Vec<Tree> {
        std::mem::take(&mut self.roots).into_vec()
    }

    #[dpgen::cover]
    pub fn push(&mut self, key: Int) {
        let mut roots = self.take();
        roots.push(Tree { key, marked: false, children: Trees::None });
        let last = roots.len() - 1;
        if key < roots[0].key {
            roots.swap(0, last);
        }
        self.roots = Trees::of(roots);
    }

    #[dpgen::cover]
    pub fn pop(&mut self) -> Option<Int> {
        let mut roots = self.take();
        if roots.is_empty() {
            return None;
        }
        let Tree { key, children, .. } = roots.remove(0);
        roots.extend(children.into_vec().into_iter().map(|tree| Tree { marked: false, ..tree }));
        let mut by_degree: Vec<Option<Tree>> = Vec::new();
        for mut tree in roots {
            loop {
                let degree = tree.children.len();
                while by_degree.len() <= degree {
                    by_degree.push(None);
                }
                let Some(other) = by_degree[degree].take() else { break };
                tree = if other.key < tree.key { linked(other, tree) } else { linked(tree, other) };
            }
            let degree = tree.children.len();
            by_degree[degree] = Some(tree);
        }
        let mut roots: Vec<Tree> = by_degree.into_iter().flatten().collect();
        let mut least = 0;
        for place in 1..roots.len() {
            if roots[place].key < roots[least].key {
                least = place;
            }
        }
        if least > 0 {
            roots.swap(0, least);
        }
        self.roots = Trees::of(roots);
        Some(key)
    }

    /// Makes the key of the node with this number, from the first root downwards, less.
    #[dpgen::cover]
    pub fn decrease(&mut self, mut place: usize, to: Int) {
        let mut cut = Vec::new();
        let mut roots = self.take();
        let mut at = 0;
        while at < roots.len() {
            let root = &mut roots[at];
            if place == 0 {
                if to < root.key {
                    root.key = to;
                }
                break;
            }
            place -= 1;
            if !matches!(decrease_below(root, &mut place, to, &mut cut), Did::Nothing) {
                break;
            }
            at += 1;
        }
        // The node itself is the root at this place, or the first that was cut.
        if !cut.is_empty() {
            at = roots.len();
        }
        roots.extend(cut);
        if at < roots.len() && roots[at].key < roots[0].key {
            roots.swap(0, at);
        }
        self.roots = Trees::of(roots);
    }
}

fn linked(mut above: Tree, below: Tree) -> Tree {
    let Tree { key, marked, children } = below;
    let rest = Box::new(std::mem::take(&mut above.children));
    above.children = Trees::Some { key, marked, children: Box::new(children), rest };
    above
}

/// Looks for the node among the children of a node; what is cut off goes to the roots.
#[dpgen::cover]
fn decrease_below(node: &mut Tree, place: &mut usize, to: Int, cut: &mut Vec<Tree>) -> Did {
    let mut children = std::mem::take(&mut node.children).into_vec();
    let mut did = Did::Nothing;
    let mut at = 0;
    while at < children.len() {
        let child = &mut children[at];
        if *place == 0 {
            if to < child.key {
                child.key = to;
            }
            did = if child.key < node.key { Did::WasCut } else { Did::Stayed };
        } else {
            *place -= 1;
            did = decrease_below(child, place, to, cut);
            if matches!(did, Did::WasCut) {
                did = if child.marked { Did::WasCut } else { Did::Stayed };
                child.marked = true;
            }
        }
        match did {
            Did::Nothing => at += 1,
            Did::Stayed => break,
            Did::WasCut => {
                cut.push(Tree { marked: false, ..children.remove(at) });
                break;
            }
        }
    }
    node.children = Trees::of(children);
    did
}
