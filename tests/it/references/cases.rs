//! Specs with references, each with the same heap graphs described for brute force, and with a predicate on these.

use super::heap::{Heap, Layout, Pointer, Shape};

/// A spec, and what it says of heap graphs.
#[derive(Debug)]
pub struct Case {
    pub name: &'static str,
    pub spec: &'static str,
    pub max_size: usize,
    /// The structure of size 0, if there is one.
    pub empty: Option<&'static [i64]>,
    pub layout: &'static Layout,
    pub accepts: fn(&Heap<'_>) -> bool,
    /// The first counts, by size, where they are known from outside.
    pub counts: &'static [usize],
}

/// A pointer that is never null: to a new node, or to one that was met.
const fn total(class: usize) -> Pointer {
    Pointer { class, null: None, new: Some(&[0]), met: Some(&[1]) }
}

/// A pointer of any kind.
const fn any(class: usize) -> Pointer {
    Pointer { class, null: Some(&[0]), new: Some(&[1]), met: Some(&[2]) }
}

/// A pointer that leads to no new node.
const BACK_POINTER: Pointer = Pointer { class: 0, null: Some(&[0]), new: None, met: Some(&[1]) };
/// A pointer that leads to no node that was met.
const NEXT_POINTER: Pointer = Pointer { class: 0, null: Some(&[0]), new: Some(&[1]), met: None };
/// A field that is a tree.
const TREE_POINTER: Pointer = Pointer { class: 0, null: Some(&[0]), new: Some(&[]), met: None };
/// An element of a list, with the list's constructor.
const ELEMENT_POINTER: Pointer = Pointer { class: 0, null: None, new: Some(&[1, 0]), met: Some(&[1, 1]) };

/// A node with two pointers.
const fn node(pointers: &'static [Pointer]) -> Shape {
    Shape { class: 0, weight: 1, before: &[0], pointers, after: &[] }
}

/// A node with a list of pointers, which weigh 1 each.
const fn rose(weight: usize, pointers: &'static [Pointer]) -> Shape {
    Shape { class: 0, weight, before: &[0], pointers, after: &[0] }
}

pub const CASES: &[Case] = &[
    Case {
        name: "automata",
        spec: r#"(name: "t", root: "State", types: {
            "State": (constructors: {"State": (fields: {"a": Type("To"), "b": Type("To")})}),
            "To": (constructors: {
                "New": (fields: {"state": Type("State")}, weight: 0),
                "Met": (fields: {"state": Ref("State")}, weight: 0),
            }),
        })"#,
        max_size: 4,
        empty: None,
        layout: &[node(&[total(0), total(0)])],
        accepts: |_| true,
        // Initially connected deterministic automata with 2 letters (Almeida, Moreira and Reis 2007).
        counts: &[0, 1, 12, 216, 5248],
    },
    Case {
        name: "doubly linked lists",
        spec: r#"(name: "t", root: "Node", root_ok: ["back == -1"], types: {
            "Node": (
                constructors: {"Node": (fields: {"next": Type("Next"), "prev": Type("Prev")})},
                attributes: {"back": {"Node": "prev.to"}},
                rep_ok: {"Node": ["next.kind == 'Null' || next.node.back == id"]},
            ),
            "Next": (constructors: {"Null": (), "New": (fields: {"node": Type("Node")}, weight: 0)}),
            "Prev": (
                constructors: {"Null": (), "Met": (fields: {"node": Ref("Node")}, weight: 0)},
                attributes: {"to": {"Null": "-1", "Met": "node"}},
            ),
        })"#,
        max_size: 4,
        empty: None,
        layout: &[node(&[NEXT_POINTER, BACK_POINTER])],
        accepts: |heap| {
            let links_back = |node| heap.to(node, 0).is_none_or(|next| heap.to(next, 1) == Some(node));
            heap.to(0, 1).is_none() && heap.nodes().all(links_back)
        },
        // One list of each length.
        counts: &[0, 1, 1, 1, 1],
    },
    Case {
        name: "binary trees with parents",
        spec: r#"(name: "t", root: "Tree", root_context: {"above": -1}, types: {
            "Tree": (
                context: {"above": Int},
                constructors: {
                    "Nil": (),
                    "Node": (
                        fields: {"parent": Type("Parent"), "left": Type("Tree"), "right": Type("Tree")},
                        give: {"left": {"above": "id"}, "right": {"above": "id"}},
                    ),
                },
                rep_ok: {"Node": ["parent.to == context.above"]},
            ),
            "Parent": (
                constructors: {"Null": (), "Met": (fields: {"node": Ref("Tree")}, weight: 0)},
                attributes: {"to": {"Null": "-1", "Met": "node"}},
            ),
        })"#,
        max_size: 3,
        empty: Some(&[0]),
        layout: &[Shape {
            class: 0,
            weight: 1,
            before: &[1],
            pointers: &[BACK_POINTER, TREE_POINTER, TREE_POINTER],
            after: &[],
        }],
        accepts: |heap| heap.nodes().all(|node| heap.to(node, 0) == heap.above[node]),
        // Catalan numbers, OEIS A000108.
        counts: &[1, 1, 2, 5],
    },
    Case {
        name: "two types that refer to each other",
        spec: r#"(name: "t", root: "A", types: {
            "A": (
                constructors: {"A": (fields: {"b": Type("ToB"), "a": Type("ToA")})},
                rep_ok: {"A": ["b.to != id"]},
            ),
            "B": (
                constructors: {"B": (fields: {"a": Type("ToA"), "b": Type("ToB")})},
                rep_ok: {"B": ["a.to <= id"]},
            ),
            "ToA": (
                constructors: {
                    "Null": (),
                    "New": (fields: {"node": Type("A")}, weight: 0),
                    "Met": (fields: {"node": Ref("A")}, weight: 0),
                },
                attributes: {"to": {"Null": "-1", "New": "node.id", "Met": "node"}},
            ),
            "ToB": (
                constructors: {
                    "Null": (),
                    "New": (fields: {"node": Type("B")}, weight: 0),
                    "Met": (fields: {"node": Ref("B")}, weight: 0),
                },
                attributes: {"to": {"Null": "-1", "New": "node.id", "Met": "node"}},
            ),
        })"#,
        max_size: 3,
        empty: None,
        layout: &[
            Shape { class: 0, weight: 1, before: &[0], pointers: &[any(1), any(0)], after: &[] },
            Shape { class: 1, weight: 1, before: &[0], pointers: &[any(0), any(1)], after: &[] },
        ],
        accepts: |heap| {
            heap.nodes().all(|node| {
                let (number, first) = (heap.numbers[node], heap.number_behind(node, 0));
                if heap.shapes[node].class == 0 { first != number } else { first <= number }
            })
        },
        counts: &[],
    },
    Case {
        name: "nodes of weight 2",
        spec: r#"(name: "t", root: "Node", types: {
            "Node": (
                constructors: {
                    "Small": (fields: {"a": Type("To")}),
                    "Big": (fields: {"a": Type("To"), "b": Type("To")}, weight: 2),
                },
                rep_ok: {"Big": ["a.to != b.to"]},
            ),
            "To": (
                constructors: {
                    "Null": (),
                    "New": (fields: {"node": Type("Node")}, weight: 0),
                    "Met": (fields: {"node": Ref("Node")}, weight: 0),
                },
                attributes: {"to": {"Null": "-1", "New": "node.id", "Met": "node"}},
            ),
        })"#,
        max_size: 5,
        empty: None,
        layout: &[
            node(&[any(0)]),
            Shape { class: 0, weight: 2, before: &[1], pointers: &[any(0), any(0)], after: &[] },
        ],
        accepts: |heap| {
            let is_big = |node: &usize| heap.shapes[*node].weight == 2;
            heap.nodes().filter(is_big).all(|node| heap.to(node, 0) != heap.to(node, 1))
        },
        counts: &[],
    },
    Case {
        name: "a context beside references",
        spec: r#"(name: "t", root: "Node", root_context: {"depth": 0}, types: {
            "Node": (
                context: {"depth": Int},
                constructors: {"Node": (
                    fields: {"a": Type("To"), "b": Type("To")},
                    give: {"a": {"depth": "context.depth + 1"}, "b": {"depth": "context.depth + 1"}},
                )},
            ),
            "To": (
                context: {"depth": Int},
                constructors: {
                    "New": (fields: {"node": Type("Node")}, weight: 0),
                    "Met": (fields: {"node": Ref("Node")}, weight: 0),
                },
                rep_ok: {"Met": ["node < context.depth"]},
            ),
        })"#,
        max_size: 4,
        empty: None,
        layout: &[node(&[total(0), total(0)])],
        accepts: |heap| {
            let is_low = |node, pointer| heap.to(node, pointer).is_some_and(|to| to <= heap.depth(node));
            heap.nodes().all(|node| (0..2).all(|pointer| heap.is_new(node, pointer) || is_low(node, pointer)))
        },
        counts: &[],
    },
    Case {
        name: "references to the node itself and to nodes before",
        spec: r#"(name: "t", root: "Node", root_ok: ["a.to != b.to"], types: {
            "Node": (
                constructors: {"Node": (fields: {"a": Type("To"), "b": Type("To")})},
                rep_ok: {"Node": ["a.kind != 'Met' || a.to == id", "b.to < id || b.kind == 'New'"]},
            ),
            "To": (
                constructors: {
                    "Null": (),
                    "New": (fields: {"node": Type("Node")}, weight: 0),
                    "Met": (fields: {"node": Ref("Node")}, weight: 0),
                },
                attributes: {"to": {"Null": "-1", "New": "node.id", "Met": "node"}},
            ),
        })"#,
        max_size: 4,
        empty: None,
        layout: &[node(&[any(0), any(0)])],
        accepts: |heap| {
            let a = |node| heap.is_new(node, 0) || heap.to(node, 0).is_none_or(|to| to == node);
            let b = |node| heap.is_new(node, 1) || heap.to(node, 1).is_none_or(|to| to < node);
            heap.to(0, 0) != heap.to(0, 1) && heap.nodes().all(|node| a(node) && b(node))
        },
        counts: &[],
    },
    Case {
        name: "optional references",
        spec: r#"(name: "t", root: "Node", types: {
            "Node": (constructors: {"Node": (fields: {"back": Option(Ref("Node")), "next": Option(Type("Node"))})}),
        })"#,
        max_size: 4,
        empty: None,
        layout: &[node(&[BACK_POINTER, NEXT_POINTER])],
        accepts: |_| true,
        // The k-th node of a chain refers to none of the k up to it, or to one: (n + 1)!.
        counts: &[0, 2, 6, 24, 120],
    },
    Case {
        name: "lists of pointers",
        spec: r#"(name: "t", root: "Node", types: {
            "Node": (constructors: {"Node": (fields: {"to": List(Type("To"))})}),
            "To": (constructors: {
                "New": (fields: {"node": Type("Node")}, weight: 1),
                "Met": (fields: {"node": Ref("Node")}, weight: 1),
            }),
        })"#,
        max_size: 6,
        empty: None,
        layout: &[
            rose(1, &[]),
            rose(2, &[ELEMENT_POINTER]),
            rose(3, &[ELEMENT_POINTER, ELEMENT_POINTER]),
            rose(4, &[ELEMENT_POINTER, ELEMENT_POINTER, ELEMENT_POINTER]),
            rose(5, &[ELEMENT_POINTER, ELEMENT_POINTER, ELEMENT_POINTER, ELEMENT_POINTER]),
            rose(6, &[ELEMENT_POINTER, ELEMENT_POINTER, ELEMENT_POINTER, ELEMENT_POINTER, ELEMENT_POINTER]),
        ],
        accepts: |_| true,
        counts: &[],
    },
];
