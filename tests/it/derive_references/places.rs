//! Where references and nodes stand: in containers, in elements of lists, in several types, in arguments, and beside contexts.

use std::collections::BTreeSet;

use dpgen::Nodes;
use dpgen::prelude::*;

use super::{State, consistent};
use crate::common::engines::counted;

/// Two types of nodes, which are numbered each for itself.
#[test]
fn two_types_of_nodes() {
    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct House {
        #[dpgen(refers_to = House)]
        house: usize,
        #[dpgen(refers_to = Tenant)]
        tenant: Option<usize>,
        tenants: Option<Box<Tenant>>,
    }
    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Tenant {
        #[dpgen(refers_to = Tenant)]
        tenant: usize,
        next: Option<Box<House>>,
    }
    /// The product of the choices along the only shape of a size: houses at even places, tenants at odd ones.
    fn count(size: usize) -> usize {
        (0..size)
            .map(|place| if place % 2 == 0 { (place / 2 + 1) * (place / 2 + 1) } else { place.div_ceil(2) })
            .product()
    }
    let counts: Vec<usize> = (0..=6).map(|size| if size == 0 { 0 } else { count(size) }).collect();
    counted(&Generator::<House>::up_to(6), &counts);
    consistent::<House>(5);
}

/// Elements of a list without a greatest length are of a copy of their type, and nodes of that type all the same.
#[test]
fn elements_of_lists() {
    /// A node has parts and refers to a node; an end weighs nothing, but as an element.
    #[derive(DpGen, Debug, Clone, PartialEq)]
    enum Rose {
        End,
        Node(Vec<Rose>, #[dpgen(refers_to = Rose)] usize),
    }
    /// By brute force: the nodes before, and the ways to go on.
    fn roses(size: usize, before: usize, is_element: bool) -> Vec<usize> {
        // The numbers of nodes afterwards, each as often as there are structures.
        let mut found = Vec::new();
        if size == usize::from(is_element) {
            found.push(before);
        }
        if size > 0 {
            for after in lists(size - 1, before + 1) {
                found.extend(std::iter::repeat_n(after, after));
            }
        }
        found
    }
    fn lists(size: usize, before: usize) -> Vec<usize> {
        let mut found = if size == 0 { vec![before] } else { Vec::new() };
        for first in 1..=size {
            for after in roses(first, before, true) {
                found.extend(lists(size - first, after));
            }
        }
        found
    }
    let counts: Vec<usize> = (0..=5).map(|size| roses(size, 0, false).len()).collect();
    counted(&Generator::<Rose>::up_to(5), &counts);
    consistent::<Rose>(4);
    let all = Generator::<Rose>::up_to(5).build().unwrap();
    for rose in all.iter_size(5) {
        let nodes = Nodes::<Rose>::of(&rose);
        assert!(nodes.iter().all(|node| matches!(node, Rose::Node(_, to) if *to < nodes.len())));
        assert!(nodes.iter().enumerate().all(|(number, node)| nodes.number(node) == Some(number)));
    }
}

/// References in containers: a vertex has any subset of those before it, and itself.
#[test]
fn references_in_containers() {
    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Vertex {
        #[dpgen(refers_to = Vertex, len = 0..=4)]
        edges: BTreeSet<usize>,
        next: Option<Box<Vertex>>,
    }
    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Hashed {
        #[dpgen(refers_to = Hashed, len = 0..=4)]
        edges: std::collections::HashSet<u8>,
        next: Option<Box<Hashed>>,
    }
    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Path {
        #[dpgen(refers_to = Path, len = 1..=2)]
        to: Vec<std::num::Wrapping<u32>>,
        #[dpgen(refers_to = Path)]
        both: (usize, Option<usize>),
        next: Option<Box<Path>>,
    }
    // 2^1 * 2^2 * ...: graphs with loops on labelled nodes.
    counted(&Generator::<Vertex>::up_to(4), &[0, 2, 8, 64, 1024]);
    counted(&Generator::<Hashed>::up_to(4), &[0, 2, 8, 64, 1024]);
    consistent::<Vertex>(3);
    consistent::<Hashed>(3);
    // Of k nodes, one or two, one, and one or none.
    counted(&Generator::<Path>::up_to(2), &[0, 2 * 2, 4 * (6 * 2 * 3)]);
    consistent::<Path>(2);
}

/// A context of the user's beside the numbers of nodes.
#[test]
fn contexts_beside_references() {
    /// Its depth below the root, and a node at most as deep as its number tells.
    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(context = "Vec<u8>", root = Vec::new(), rep_ok = is_named)]
    struct Scope {
        #[dpgen(range = |names| 0..=names.len())]
        name: usize,
        #[dpgen(refers_to = Scope)]
        to: usize,
        #[dpgen(give = |names| longer(names))]
        left: Option<Box<Scope>>,
        right: Option<Box<Scope>>,
    }
    fn longer(mut names: Vec<u8>) -> Vec<u8> {
        names.push(7);
        names
    }
    fn is_named(scope: ScopeView, names: Vec<u8>) -> bool {
        names.iter().all(|name| *name == 7) && scope.name <= i64::try_from(names.len()).unwrap()
    }
    /// By brute force: the nodes before, the depth, and the numbers of nodes afterwards.
    fn scopes(size: usize, before: usize, depth: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let optional =
            |size, before, depth| if size == 0 { vec![before] } else { scopes(size, before, depth) };
        for left in 0..size {
            for middle in optional(left, before + 1, depth + 1) {
                for after in optional(size - 1 - left, middle, depth) {
                    found.extend(std::iter::repeat_n(after, (depth + 1) * (before + 1)));
                }
            }
        }
        found
    }
    let counts: Vec<usize> =
        (0..=4).map(|size| if size == 0 { 0 } else { scopes(size, 0, 0).len() }).collect();
    counted(&Generator::<Scope>::up_to(4), &counts);
    consistent::<Scope>(3);
}

/// Arguments are wholes: the nodes of each are numbered from 0, and a plain argument refers to those to its left, one after the other.
///
/// Of sizes (1, 1), (1, 2), (2, 1), (2, 2), (1, 3) and (3, 1), each with as many ways to refer as there are states.
#[dpgen::test(max_size = 4, expect = 2378 /* 1 * 2 + 2 * 12 * 3 + 12 * 12 * 4 + 2 * 216 * 4 */, regressions = false)]
fn arguments_are_numbered_for_themselves(
    first: State,
    second: &State,
    #[dpgen(refers_to = State)] to: usize,
) {
    let (first, second) = (Nodes::of(&first), Nodes::of(second));
    let leads_within = |states: &Nodes<'_, State>| {
        states.iter().flat_map(|state| [&state.a, &state.b]).all(|link| states.target(link) < states.len())
    };
    assert!(leads_within(&first) && leads_within(&second));
    assert!(to < first.len() + second.len());
}
