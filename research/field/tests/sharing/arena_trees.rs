//! Arenas of trees (indextree, ego-tree, rctree, atree), on all forests with all moves.

use dpgen_field::assert_failing;
use indextree::NodeEdge;

use crate::tree_moves::{Case, Forest, How, Links, Model, Move, compare};

struct IndexTree {
    arena: indextree::Arena<usize>,
    ids: Vec<indextree::NodeId>,
}

impl Forest for IndexTree {
    fn of(model: &Model) -> Self {
        let mut arena = indextree::Arena::new();
        let ids: Vec<_> = (0..model.parents.len()).map(|node| arena.new_node(node)).collect();
        for (node, parent) in model.parents.iter().enumerate() {
            if let Some(parent) = parent {
                ids[*parent].append(ids[node], &mut arena);
            }
        }
        Self { arena, ids }
    }

    fn make(&mut self, step: &Move, model: &Model) -> bool {
        let (node, target, arena) = (self.ids[step.node], self.ids[step.target], &mut self.arena);
        // Children of a root that is removed stay siblings.
        if step.how == How::Remove
            && model.parents[step.node].is_none()
            && model.children[step.node].len() > 1
        {
            return false;
        }
        match step.how {
            How::Append => target.checked_append(node, arena).unwrap(),
            How::Prepend => target.checked_prepend(node, arena).unwrap(),
            How::Before => target.checked_insert_before(node, arena).unwrap(),
            How::After => target.checked_insert_after(node, arena).unwrap(),
            How::Detach => node.checked_detach(arena).unwrap(),
            How::Remove => node.checked_remove(arena).unwrap(),
            How::Uproot => node.checked_remove_subtree(arena).unwrap(),
        }
        true
    }

    fn links(&self, node: usize) -> Links {
        let node = &self.arena[self.ids[node]];
        let number = |id: Option<indextree::NodeId>| id.map(|id| *self.arena[id].get());
        Links {
            parent: number(node.parent()),
            previous: number(node.previous_sibling()),
            next: number(node.next_sibling()),
            first: number(node.first_child()),
            last: number(node.last_child()),
        }
    }

    fn look(&self, model: &Model) {
        let arena = &self.arena;
        let number = |id: indextree::NodeId| *arena[id].get();
        assert!(arena.validate());
        assert_eq!(arena.live_count(), model.nodes().count());
        let roots: Vec<usize> = arena.roots().map(number).collect();
        assert_eq!(roots, model.nodes().filter(|&node| model.parents[node].is_none()).collect::<Vec<_>>());
        for node in 0..self.ids.len() {
            assert_eq!(self.ids[node].is_removed(arena), !model.is_there[node]);
        }
        for node in model.nodes() {
            let id = self.ids[node];
            let all = model.subtree(node);
            assert!(id.descendants(arena).map(number).eq(all.iter().copied()));
            assert_eq!(id.descendant_count(arena), all.len()); // with itself
            assert!(id.breadth_first(arena).map(number).eq(model.level_order(node)));
            assert!(
                id.leaves(arena)
                    .map(number)
                    .eq(all.iter().copied().filter(|&node| model.children[node].is_empty()))
            );
            assert!(id.children(arena).map(number).eq(model.children[node].iter().copied()));
            assert!(id.children(arena).rev().map(number).eq(model.children[node].iter().rev().copied()));
            let ancestors = model.ancestors(node);
            assert!(id.ancestors(arena).map(number).eq(ancestors.iter().copied()));
            assert_eq!(id.depth(arena), ancestors.len() - 1);
            let (before, after) = model.siblings(node);
            assert!(id.preceding_siblings(arena).skip(1).map(number).eq(before.iter().rev().copied()));
            assert!(id.preceding_siblings(arena).rev().map(number).eq(before.iter().copied().chain([node])));
            assert!(id.following_siblings(arena).skip(1).map(number).eq(after.iter().copied()));
            assert!(
                id.following_siblings(arena).rev().map(number).eq(after.iter().rev().copied().chain([node]))
            );
            let edges: Vec<NodeEdge> = id.traverse(arena).collect();
            let starts = edges
                .iter()
                .filter_map(|edge| if let NodeEdge::Start(id) = edge { Some(number(*id)) } else { None });
            let ends = edges
                .iter()
                .filter_map(|edge| if let NodeEdge::End(id) = edge { Some(number(*id)) } else { None });
            assert!(starts.eq(all.iter().copied()) && ends.eq(model.post_order(node)));
            assert!(id.reverse_traverse(arena).eq(edges.iter().rev().copied()));
            let predecessors = std::iter::successors(Some(node), |&node| {
                let (before, _) = model.siblings(node);
                before.last().copied().or(model.parents[node])
            });
            assert!(id.predecessors(arena).map(number).eq(predecessors));
            for other in model.nodes() {
                assert_eq!(
                    id.is_ancestor_of(self.ids[other], arena),
                    node != other && model.is_ancestor(node, other)
                );
            }
        }
    }
}

#[dpgen::test(max_size = 5)]
fn indextree_moves(case: &Case) {
    compare::<IndexTree>(case);
}

/// Moves that would make a circle, or are of removed nodes, are refused, and change nothing.
#[dpgen::test(max_size = 5)]
fn indextree_refuses(case: &Case) {
    let mut model = Model::of(case);
    let mut forest = IndexTree::of(&model);
    for step in &case.moves {
        let (node, target) = (forest.ids[step.node], forest.ids[step.target]);
        let is_circle = model.is_there[step.node]
            && model.is_there[step.target]
            && model.is_ancestor(step.node, step.target);
        let gone = !model.is_there[step.node] || !model.is_there[step.target];
        let arena = &mut forest.arena;
        if is_circle || gone {
            let refused = match step.how {
                How::Append => target.checked_append(node, arena).is_err(),
                How::Prepend => target.checked_prepend(node, arena).is_err(),
                How::Before => target.checked_insert_before(node, arena).is_err(),
                How::After => target.checked_insert_after(node, arena).is_err(),
                _ if !gone || step.target != 0 || model.is_there[step.node] => return,
                How::Detach => node.checked_detach(arena).is_err(),
                How::Remove => node.checked_remove(arena).is_err(),
                How::Uproot => node.checked_remove_subtree(arena).is_err(),
            };
            assert!(refused);
        } else if model.allows(step) {
            if !forest.make(step, &model) {
                return;
            }
            model.make(step);
        } else {
            return;
        }
        model.nodes().for_each(|node| assert_eq!(forest.links(node), model.links(node)));
        forest.look(&model);
    }
}

struct EgoTree {
    tree: ego_tree::Tree<usize>,
    ids: Vec<ego_tree::NodeId>,
}

impl Forest for EgoTree {
    fn of(model: &Model) -> Self {
        // The root of the tree is not used: nodes are orphans beside it.
        let mut tree = ego_tree::Tree::new(usize::MAX);
        let ids: Vec<_> = (0..model.parents.len()).map(|node| tree.orphan(node).id()).collect();
        for (node, parent) in model.parents.iter().enumerate() {
            if let Some(parent) = parent {
                tree.get_mut(ids[*parent]).unwrap().append_id(ids[node]);
            }
        }
        Self { tree, ids }
    }

    fn make(&mut self, step: &Move, _model: &Model) -> bool {
        let node = self.ids[step.node];
        let mut target = self.tree.get_mut(self.ids[step.target]).unwrap();
        match step.how {
            How::Append => drop(target.append_id(node)),
            How::Prepend => drop(target.prepend_id(node)),
            How::Before => drop(target.insert_id_before(node)),
            How::After => drop(target.insert_id_after(node)),
            How::Detach => self.tree.get_mut(node).unwrap().detach(),
            How::Remove | How::Uproot => return false,
        }
        true
    }

    fn links(&self, node: usize) -> Links {
        let node = self.tree.get(self.ids[node]).unwrap();
        let number = |node: Option<ego_tree::NodeRef<usize>>| node.map(|node| *node.value());
        Links {
            parent: number(node.parent()),
            previous: number(node.prev_sibling()),
            next: number(node.next_sibling()),
            first: number(node.first_child()),
            last: number(node.last_child()),
        }
    }

    fn look(&self, model: &Model) {
        let number = |node: ego_tree::NodeRef<usize>| *node.value();
        for node in model.nodes() {
            let there = self.tree.get(self.ids[node]).unwrap();
            let all = model.subtree(node);
            assert!(there.descendants().map(number).eq(all.iter().copied()));
            assert!(there.children().map(number).eq(model.children[node].iter().copied()));
            assert!(there.children().rev().map(number).eq(model.children[node].iter().rev().copied()));
            assert!(there.ancestors().map(number).eq(model.ancestors(node).into_iter().skip(1)));
            let (before, after) = model.siblings(node);
            assert!(there.prev_siblings().map(number).eq(before.iter().rev().copied()));
            assert!(there.next_siblings().map(number).eq(after.iter().copied()));
            let ends = there.traverse().filter_map(|edge| match edge {
                ego_tree::iter::Edge::Close(node) => Some(number(node)),
                ego_tree::iter::Edge::Open(_) => None,
            });
            assert!(ends.eq(model.post_order(node)));
            let first =
                std::iter::successors(Some(node), |&node| model.children[node].first().copied()).skip(1);
            assert!(there.first_children().map(number).eq(first));
            let last =
                std::iter::successors(Some(node), |&node| model.children[node].last().copied()).skip(1);
            assert!(there.last_children().map(number).eq(last));
        }
    }
}

#[dpgen::test(max_size = 5)]
fn ego_tree_moves(case: &Case) {
    compare::<EgoTree>(case);
}

/// With nodes that are detached before each move, or without.
struct RcTree<const DETACHED: bool> {
    nodes: Vec<rctree::Node<usize>>,
}

impl<const DETACHED: bool> Forest for RcTree<DETACHED> {
    fn of(model: &Model) -> Self {
        let nodes: Vec<_> = (0..model.parents.len()).map(rctree::Node::new).collect();
        for (node, parent) in model.parents.iter().enumerate() {
            if let Some(parent) = parent {
                nodes[*parent].append(nodes[node].clone());
            }
        }
        Self { nodes }
    }

    fn make(&mut self, step: &Move, _model: &Model) -> bool {
        let (node, target) = (self.nodes[step.node].clone(), &self.nodes[step.target]);
        if DETACHED && matches!(step.how, How::Append | How::Prepend | How::Before | How::After) {
            node.detach();
        }
        match step.how {
            How::Append => target.append(node),
            How::Prepend => target.prepend(node),
            How::Before => target.insert_before(node),
            How::After => target.insert_after(node),
            How::Detach => node.detach(),
            How::Remove | How::Uproot => return false,
        }
        true
    }

    fn links(&self, node: usize) -> Links {
        let node = &self.nodes[node];
        let number = |node: Option<rctree::Node<usize>>| node.map(|node| *node.borrow());
        Links {
            parent: number(node.parent()),
            previous: number(node.previous_sibling()),
            next: number(node.next_sibling()),
            first: number(node.first_child()),
            last: number(node.last_child()),
        }
    }

    fn look(&self, model: &Model) {
        let number = |node: rctree::Node<usize>| *node.borrow();
        for node in model.nodes() {
            let there = &self.nodes[node];
            assert!(there.descendants().map(number).eq(model.subtree(node)));
            assert!(there.children().map(number).eq(model.children[node].iter().copied()));
            assert!(there.children().rev().map(number).eq(model.children[node].iter().rev().copied()));
            assert!(there.ancestors().map(number).eq(model.ancestors(node)));
            let (before, after) = model.siblings(node);
            assert!(there.preceding_siblings().skip(1).map(number).eq(before.iter().rev().copied()));
            assert!(there.following_siblings().skip(1).map(number).eq(after.iter().copied()));
            let copy = there.make_deep_copy();
            assert!(copy.descendants().map(number).eq(model.subtree(node)));
        }
    }
}

#[dpgen::test(max_size = 5)]
fn rctree_moves(case: &Case) {
    compare::<RcTree<true>>(case);
}

/// "Panics if the node, the new child, or one of their adjoining nodes is currently borrowed", which none is.
#[test]
fn rctree_moves_a_child_within_its_parent() {
    let smallest = "Case { trees: [Tree { children: [Tree { children: [] }] }], moves: [Move { how: Append, node: 1, target: 0 }] }";
    assert_failing(5, smallest, (3718, 70_121), compare::<RcTree<false>>);
}

#[test]
fn appending_a_child_again_panics_without_dpgen() {
    let (parent, child) = (rctree::Node::new(0), rctree::Node::new(1));
    parent.append(child.clone());
    let again = std::panic::AssertUnwindSafe(|| parent.append(child));
    assert!(std::panic::catch_unwind(again).is_err());
}

struct ATree {
    arena: atree::Arena<usize>,
    tokens: Vec<atree::Token>,
}

impl Forest for ATree {
    fn of(model: &Model) -> Self {
        let mut arena = atree::Arena::new();
        let tokens: Vec<_> = (0..model.parents.len()).map(|node| arena.new_node(node)).collect();
        for (node, parent) in model.parents.iter().enumerate() {
            if let Some(parent) = parent {
                tokens[*parent].append_node(&mut arena, tokens[node]).unwrap();
            }
        }
        Self { arena, tokens }
    }

    fn make(&mut self, step: &Move, model: &Model) -> bool {
        let (node, target, arena) = (self.tokens[step.node], self.tokens[step.target], &mut self.arena);
        // "Returns error if the "other node" is not a root node of a tree."
        let is_root = model.parents[step.node].is_none();
        match step.how {
            How::Append => {
                assert_eq!(target.append_node(arena, node).is_ok(), is_root);
                if !is_root {
                    node.detach(arena);
                    target.append_node(arena, node).unwrap();
                }
            }
            How::Before => {
                assert_eq!(target.insert_node_before(arena, node).is_ok(), is_root);
                if !is_root {
                    node.detach(arena);
                    target.insert_node_before(arena, node).unwrap();
                }
            }
            How::After => {
                assert_eq!(target.insert_node_after(arena, node).is_ok(), is_root);
                if !is_root {
                    node.detach(arena);
                    target.insert_node_after(arena, node).unwrap();
                }
            }
            How::Detach => node.detach(arena),
            How::Uproot => arena.uproot(node),
            How::Prepend | How::Remove => return false,
        }
        true
    }

    fn links(&self, node: usize) -> Links {
        let token = self.tokens[node];
        let number = |token: Option<atree::Token>| token.map(|token| self.arena[token].data);
        let children: Vec<_> = token.children_tokens(&self.arena).collect();
        Links {
            parent: number(token.ancestors_tokens(&self.arena).next()),
            previous: number(token.preceding_siblings_tokens(&self.arena).next()),
            next: number(token.following_siblings_tokens(&self.arena).next()),
            first: number(children.first().copied()),
            last: number(children.last().copied()),
        }
    }

    fn look(&self, model: &Model) {
        use atree::iter::TraversalOrder::{Level, Post, Pre};
        let number = |token: atree::Token| self.arena[token].data;
        assert_eq!(self.arena.node_count(), model.nodes().count());
        for node in model.nodes() {
            let token = self.tokens[node];
            assert!(token.subtree_tokens(&self.arena, Pre).map(number).eq(model.subtree(node)));
            assert!(token.subtree_tokens(&self.arena, Post).map(number).eq(model.post_order(node)));
            assert!(token.subtree_tokens(&self.arena, Level).map(number).eq(model.level_order(node)));
            let (before, after) = model.siblings(node);
            assert!(
                token.preceding_siblings_tokens(&self.arena).map(number).eq(before.iter().rev().copied())
            );
            assert!(token.following_siblings_tokens(&self.arena).map(number).eq(after.iter().copied()));
            assert!(
                token.ancestors_tokens(&self.arena).map(number).eq(model.ancestors(node).into_iter().skip(1))
            );
        }
    }
}

#[dpgen::test(max_size = 5)]
fn atree_moves(case: &Case) {
    compare::<ATree>(case);
}
