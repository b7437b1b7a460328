//! id_tree: trees with all calls that name nodes, against lists of children.

use dpgen::DpGen;
use dpgen_field::assert_failing;
use id_tree::{InsertBehavior, MoveBehavior, Node, NodeId, RemoveBehavior, SwapBehavior, Tree};

use crate::tree_moves::{self, Model};

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Case {
    tree: tree_moves::Tree,
    calls: Vec<Call>,
}

#[derive(DpGen, Clone, Debug)]
enum Call {
    Move(#[dpgen(refers_to = tree_moves::Tree)] usize, #[dpgen(refers_to = tree_moves::Tree)] usize),
    Drop(#[dpgen(refers_to = tree_moves::Tree)] usize),
    Lift(#[dpgen(refers_to = tree_moves::Tree)] usize),
    Orphan(#[dpgen(refers_to = tree_moves::Tree)] usize),
    Swap(How, #[dpgen(refers_to = tree_moves::Tree)] usize, #[dpgen(refers_to = tree_moves::Tree)] usize),
    First(#[dpgen(refers_to = tree_moves::Tree)] usize),
    Last(#[dpgen(refers_to = tree_moves::Tree)] usize),
    Nth(#[dpgen(refers_to = tree_moves::Tree)] usize, #[dpgen(range = 0..=2)] usize),
}

#[derive(DpGen, Clone, Copy, Debug)]
enum How {
    TakeChildren,
    LeaveChildren,
    ChildrenOnly,
}

fn build(model: &Model) -> (Tree<usize>, Vec<NodeId>) {
    let mut tree = Tree::new();
    let mut ids: Vec<NodeId> = Vec::new();
    for (node, parent) in model.parents.iter().enumerate() {
        let place = parent.map_or(InsertBehavior::AsRoot, |parent| InsertBehavior::UnderNode(&ids[parent]));
        let id = tree.insert(Node::new(node), place).unwrap();
        ids.push(id);
    }
    (tree, ids)
}

fn place_of(model: &Model, node: usize) -> Option<(usize, usize)> {
    let parent = model.parents[node]?;
    Some((parent, model.children[parent].iter().position(|&child| child == node)?))
}

/// "Returns `true`" by what the model says, and `None` where it says nothing.
fn make(model: &mut Model, call: &Call, (tree, ids): (&mut Tree<usize>, &[NodeId])) -> Option<()> {
    let there = |node: usize| model.is_there[node].then_some(());
    match *call {
        Call::Move(node, target) => {
            there(node)?;
            there(target)?;
            (!model.is_ancestor(node, target)).then_some(())?;
            tree.move_node(&ids[node], MoveBehavior::ToParent(&ids[target])).unwrap();
            if let Some((parent, place)) = place_of(model, node) {
                model.children[parent].remove(place);
            }
            let last = model.children[target].len();
            model.put(node, target, last);
        }
        Call::Drop(node) => {
            there(node)?;
            assert_eq!(
                *tree.remove_node(ids[node].clone(), RemoveBehavior::DropChildren).unwrap().data(),
                node
            );
            remove(model, node);
            for gone in model.subtree(node) {
                model.is_there[gone] = false;
            }
        }
        Call::Lift(node) => {
            there(node)?;
            let parent = model.parents[node];
            tree.remove_node(ids[node].clone(), RemoveBehavior::LiftChildren).unwrap();
            remove(model, node);
            model.is_there[node] = false;
            for child in std::mem::take(&mut model.children[node]) {
                model.parents[child] = None;
                if let Some(parent) = parent {
                    let last = model.children[parent].len();
                    model.put(child, parent, last);
                }
            }
        }
        Call::Orphan(node) => {
            there(node)?;
            tree.remove_node(ids[node].clone(), RemoveBehavior::OrphanChildren).unwrap();
            remove(model, node);
            model.is_there[node] = false;
            for child in std::mem::take(&mut model.children[node]) {
                model.parents[child] = None;
            }
        }
        Call::Swap(how, one, other) => {
            there(one)?;
            there(other)?;
            (one != other).then_some(())?;
            let behavior = match how {
                How::TakeChildren => SwapBehavior::TakeChildren,
                How::LeaveChildren => SwapBehavior::LeaveChildren,
                How::ChildrenOnly => SwapBehavior::ChildrenOnly,
            };
            // Of two trees, one of which was orphaned: nothing is said.
            (model.ancestors(one).last() == model.ancestors(other).last()).then_some(())?;
            tree.swap_nodes(&ids[one], &ids[other], behavior).unwrap();
            swap(model, how, one, other);
        }
        Call::First(node) | Call::Last(node) => {
            there(node)?;
            let (parent, place) = place_of(model, node)?;
            let to = if matches!(call, Call::First(_)) { 0 } else { model.children[parent].len() - 1 };
            let moved = if to == 0 && matches!(call, Call::First(_)) {
                tree.make_first_sibling(&ids[node])
            } else {
                tree.make_last_sibling(&ids[node])
            };
            assert_eq!(moved.unwrap(), place != to, "whether it moved");
            model.children[parent].remove(place);
            model.children[parent].insert(to, node);
        }
        Call::Nth(node, to) => {
            there(node)?;
            let (parent, place) = place_of(model, node)?;
            tree.make_nth_sibling(&ids[node], to).unwrap();
            model.children[parent].remove(place);
            let to = to.min(model.children[parent].len());
            model.children[parent].insert(to, node);
        }
    }
    Some(())
}

fn remove(model: &mut Model, node: usize) {
    if let Some((parent, place)) = place_of(model, node) {
        model.children[parent].remove(place);
    }
    model.parents[node] = None;
}

fn swap(model: &mut Model, how: How, one: usize, other: usize) {
    let (upper, lower) = if model.is_ancestor(other, one) { (other, one) } else { (one, other) };
    let is_related = model.is_ancestor(upper, lower);
    match how {
        // "The former upper node is attached as the last child of the former lower node […]. The lower will take the uppers original position."
        How::TakeChildren if is_related => {
            let above = place_of(model, upper);
            remove(model, lower);
            model.parents[lower] = None;
            if let Some((parent, place)) = above {
                model.children[parent][place] = lower;
                model.parents[lower] = Some(parent);
            }
            let last = model.children[lower].len();
            model.put(upper, lower, last);
        }
        How::TakeChildren => {
            let (from, to) = (place_of(model, one), place_of(model, other));
            if let (Some(from), Some(to)) = (from, to) {
                model.children[from.0][from.1] = other;
                model.children[to.0][to.1] = one;
                model.parents[one] = Some(to.0);
                model.parents[other] = Some(from.0);
            }
        }
        // "This only swaps the nodes themselves": they exchange their names.
        How::LeaveChildren => {
            let renamed = |node: usize| {
                if node == one {
                    other
                } else if node == other {
                    one
                } else {
                    node
                }
            };
            model.children.swap(one, other);
            model.parents.swap(one, other);
            model.children.iter_mut().flatten().for_each(|node| *node = renamed(*node));
            model.parents.iter_mut().flatten().for_each(|node| *node = renamed(*node));
        }
        // "The child swapping step will take place and then the lower node in the swap will be added as the last child of the upper."
        How::ChildrenOnly => {
            if is_related {
                remove(model, lower);
            }
            model.children.swap(one, other);
            for node in [one, other] {
                for child in model.children[node].clone() {
                    model.parents[child] = Some(node);
                }
            }
            if is_related {
                let last = model.children[upper].len();
                model.put(lower, upper, last);
            }
        }
    }
}

fn look(model: &Model, tree: &Tree<usize>, ids: &[NodeId]) {
    let number = |id: &NodeId| ids.iter().position(|other| other == id);
    for (node, id) in ids.iter().enumerate() {
        let Ok(found) = tree.get(id) else {
            assert!(!model.is_there[node], "{node} is gone");
            continue;
        };
        assert!(model.is_there[node], "{node} is there");
        assert_eq!(found.parent().and_then(number), model.parents[node], "the parent of {node}");
        let children: Vec<usize> = found.children().iter().filter_map(number).collect();
        assert_eq!(children, model.children[node], "the children of {node}");
    }
    for node in model.nodes() {
        let id = &ids[node];
        let numbers = |found: Vec<NodeId>| found.iter().filter_map(number).collect::<Vec<_>>();
        assert_eq!(numbers(tree.traverse_pre_order_ids(id).unwrap().collect()), model.subtree(node));
        assert_eq!(numbers(tree.traverse_post_order_ids(id).unwrap().collect()), model.post_order(node));
        assert_eq!(numbers(tree.traverse_level_order_ids(id).unwrap().collect()), model.level_order(node));
        let ancestors: Vec<usize> = tree.ancestor_ids(id).unwrap().filter_map(number).collect();
        assert_eq!(ancestors, model.ancestors(node)[1..]);
    }
}

fn compare(case: &Case, only: impl Fn(&Call) -> bool) {
    let mut model = Model::default();
    model.add(&case.tree, None);
    let (mut tree, ids) = build(&model);
    for call in &case.calls {
        if !only(call) || make(&mut model, call, (&mut tree, &ids)).is_none() {
            return;
        }
        look(&model, &tree, &ids);
        let root = tree.root_node_id().and_then(|id| ids.iter().position(|other| other == id));
        assert!(root.is_none_or(|root| model.is_there[root] && model.parents[root].is_none()), "the root");
    }
}

#[dpgen::test(max_size = 5)]
fn id_tree_moves(case: &Case) {
    compare(case, |call| matches!(call, Call::Move(..) | Call::First(_) | Call::Last(_) | Call::Nth(..)));
}

#[dpgen::test(max_size = 5)]
fn id_tree_removals(case: &Case) {
    compare(case, |call| matches!(call, Call::Drop(_) | Call::Lift(_) | Call::Orphan(_)));
}

#[dpgen::test(max_size = 5)]
fn id_tree_swaps_with_children(case: &Case) {
    compare(case, |call| matches!(call, Call::Swap(How::TakeChildren, ..)));
}

#[dpgen::test(max_size = 5)]
fn id_tree_swaps_without_children(case: &Case) {
    compare(case, |call| matches!(call, Call::Swap(How::LeaveChildren, ..)));
}

/// "If one node is a descendant of the other getting swapped, the child swapping step will take place and then the lower node in the
/// swap will be added as the last child of the upper node."
#[test]
fn id_tree_swaps_of_children() {
    let smallest = "Case { tree: Tree { children: [Tree { children: [Tree { children: [] }] }] }, calls: [Swap(ChildrenOnly, 0, 2)] }";
    assert_failing(4, smallest, (2, 3069), |case: &Case| {
        compare(case, |call| matches!(call, Call::Swap(How::ChildrenOnly, ..)));
    });
}

#[test]
fn a_node_is_below_itself_without_dpgen() {
    let mut tree = Tree::new();
    let root = tree.insert(Node::new(0), InsertBehavior::AsRoot).unwrap();
    let child = tree.insert(Node::new(1), InsertBehavior::UnderNode(&root)).unwrap();
    let grandchild = tree.insert(Node::new(2), InsertBehavior::UnderNode(&child)).unwrap();
    tree.swap_nodes(&root, &grandchild, SwapBehavior::ChildrenOnly).unwrap();
    assert_eq!(tree.get(&grandchild).unwrap().children(), std::slice::from_ref(&child));
    assert_eq!(tree.get(&child).unwrap().children(), std::slice::from_ref(&grandchild)); // none
}
