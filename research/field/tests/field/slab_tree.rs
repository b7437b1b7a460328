//! slab_tree: trees, against lists of children.

use std::collections::BTreeMap;

use dpgen::DpGen;
use dpgen_field::{assert_failing_calls, assert_passing_calls};
use slab_tree::behaviors::RemoveBehavior::DropChildren;
use slab_tree::{NodeId, NodeRef, Tree, TreeBuilder};

#[derive(DpGen, Clone, Copy, Debug)]
enum Call {
    Append(#[dpgen(range = 0..=3)] usize),
    Prepend(#[dpgen(range = 0..=3)] usize),
    RemoveLast(#[dpgen(range = 0..=1)] usize),
    SwapNext(#[dpgen(range = 1..=3)] usize),
    MakeFirst(#[dpgen(range = 1..=3)] usize),
    SetRoot,
}

/// A tree whose nodes hold numbers, their ids, and the children of each in order.
struct State {
    tree: Tree<usize>,
    ids: Vec<NodeId>,
    children: BTreeMap<usize, Vec<usize>>,
}

fn start() -> State {
    let tree = TreeBuilder::new().with_root(0).build();
    State { ids: tree.root_id().into_iter().collect(), tree, children: BTreeMap::from([(0, Vec::new())]) }
}

fn call(state: &mut State, call: &Call) {
    let (new, siblings) =
        (state.ids.len(), |node| move |(_, children): &(&usize, &mut Vec<usize>)| children.contains(node));
    match call {
        Call::Append(node) | Call::Prepend(node) if state.children.contains_key(node) && new < 5 => {
            let (mut parent, is_last) =
                (state.tree.get_mut(state.ids[*node]).unwrap(), matches!(call, Call::Append(_)));
            let id = if is_last { parent.append(new).node_id() } else { parent.prepend(new).node_id() };
            state.ids.push(id);
            let children = state.children.entry(*node).or_default();
            children.insert(if is_last { children.len() } else { 0 }, new);
            state.children.insert(new, Vec::new());
        }
        Call::RemoveLast(node) if state.children.get(node).is_some_and(|children| !children.is_empty()) => {
            let removed = state.tree.get_mut(state.ids[*node]).unwrap().remove_last(DropChildren).unwrap();
            assert_eq!(state.children.entry(*node).or_default().pop(), Some(removed));
            let mut dropped = vec![removed];
            while let Some(node) = dropped.pop() {
                dropped.extend(state.children.remove(&node).unwrap());
            }
        }
        Call::SwapNext(node) | Call::MakeFirst(node) => {
            let Some((_, children)) = state.children.iter_mut().find(siblings(node)) else { return };
            let index = children.iter().position(|child| child == node).unwrap();
            let mut moved = state.tree.get_mut(state.ids[*node]).unwrap();
            let (is_moved, to) = match call {
                Call::SwapNext(_) => (moved.swap_next_sibling(), children.len().min(index + 2) - 1),
                _ => (moved.make_first_sibling(), 0),
            };
            assert_eq!(is_moved, index != to);
            let node = children.remove(index);
            children.insert(to, node);
        }
        Call::SetRoot if new < 5 => {
            let root = state.tree.root().map(|root| *root.data());
            state.ids.push(state.tree.set_root(new));
            state.children.insert(new, root.into_iter().collect());
        }
        _ => {}
    }
    for (node, children) in &state.children {
        let node = state.tree.get(state.ids[*node]).unwrap();
        assert!(node.children().map(|child| child.data()).eq(children));
        let ends = [node.first_child(), node.last_child()]
            .map(|child| child.map(|child: NodeRef<usize>| *child.data()));
        assert_eq!(ends, [children.first().copied(), children.last().copied()]);
    }
}

/// "If there is already a "root" node in the `Tree`, that node is shifted down and the new one takes its place."
#[test]
fn the_old_root_is_the_child_of_the_new_one() {
    assert_failing_calls(5, "[SetRoot]", (28, 1751), start, call, |state| state.children.clone());
}

#[test]
fn without_new_roots_all_is_right() {
    let checked = |state: &mut State, step: &Call| {
        if !matches!(step, Call::SetRoot) {
            call(state, step);
        }
    };
    let key = |state: &State| (state.ids.len(), state.children.clone());
    assert_passing_calls(6, 3638, start, checked, key);
}

#[test]
fn a_child_of_a_new_root_is_lost_without_dpgen() {
    let mut tree = TreeBuilder::new().with_root(0).build();
    tree.set_root(1);
    assert!(tree.root().unwrap().first_child().is_some() && tree.root().unwrap().last_child().is_none());
    tree.root_mut().unwrap().append(2);
    let children: Vec<_> = tree.root().unwrap().children().map(|child| *child.data()).collect();
    assert_eq!(children, [0]); // 2 is missing
}
