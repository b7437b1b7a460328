//! Containment as its definition has it, without any order of search: all renumberings, all choices of parts.

use dpgen_diff::{Field, FieldKind, Node, NodeShape, Term, Value, Vocabulary, contains};

/// `Leaf`, `Small(n, more)`, `Large(n, one, more)`, `Word(text, more)` and `Sides(left, more)`: trees with numbers, single parts,
/// lists of two names, and words.
fn vocabulary() -> Vocabulary {
    let field = |name: &str, kind| Field { name: name.into(), kind };
    let number = || field("n", FieldKind::Number);
    let more = || field("more", FieldKind::Parts("Tree".into()));
    let shape = |name: &str, fields| NodeShape { ty: "Tree".into(), name: name.into(), fields };
    Vocabulary::new(vec![
        shape("Leaf", vec![]),
        shape("Small", vec![number(), more()]),
        shape("Large", vec![number(), field("one", FieldKind::Part("Tree".into())), more()]),
        shape("Word", vec![field("text", FieldKind::Label(vec!["a".into(), "b".into()])), more()]),
        shape("Sides", vec![field("left", FieldKind::Parts("Tree".into())), more()]),
    ])
}

/// A fixed sequence of numbers, as good as random.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// Adds a tree with a bounded number of levels, and returns its index.
    fn tree(&mut self, nodes: &mut Vec<Node>, levels: u32) -> usize {
        let kind = if levels == 0 { 0 } else { self.below(5) };
        let list = |nodes: &mut Vec<Node>, sequence: &mut Self, most: u64| {
            let count = sequence.below(most + 1);
            Value::Parts((0..count).map(|_| sequence.tree(nodes, levels - 1)).collect())
        };
        let node = match kind {
            0 => Node(0, vec![]),
            1 => {
                let number = Value::Number(i64::try_from(self.below(4) + 1).unwrap());
                Node(1, vec![number, list(nodes, self, 2)])
            }
            2 => {
                let number = Value::Number(i64::try_from(self.below(4) + 1).unwrap());
                let one = self.tree(nodes, levels - 1);
                Node(2, vec![number, Value::Number(i64::try_from(one).unwrap()), list(nodes, self, 1)])
            }
            4 => {
                let left = list(nodes, self, 1);
                Node(4, vec![left, list(nodes, self, 2)])
            }
            _ => {
                let text = ["a", "b"][usize::try_from(self.below(2)).unwrap()];
                Node(3, vec![Value::Label(text.into()), list(nodes, self, 2)])
            }
        };
        nodes.push(node);
        nodes.len() - 1
    }
}

/// A part of a node: the name of its field, and its place.
type Part = (&'static str, usize);

/// A node's parts, in order.
fn parts(node: &Node) -> Vec<Part> {
    let list = |name, value: &Value| match value {
        Value::Parts(parts) => parts.iter().map(|part| (name, *part)).collect(),
        _ => Vec::new(),
    };
    match (node.0, &node.1[..]) {
        (2, [_, Value::Number(one), more]) => {
            let mut all = vec![("one", usize::try_from(*one).unwrap())];
            all.extend(list("more", more));
            all
        }
        (4, [left, more]) => [list("left", left), list("more", more)].concat(),
        (_, [.., more]) => list("more", more),
        _ => Vec::new(),
    }
}

/// The number of a node that has one.
fn number(node: &Node) -> Option<i64> {
    match (node.0, node.1.first()) {
        (1 | 2, Some(Value::Number(number))) => Some(*number),
        _ => None,
    }
}

fn embeds(whole: &[Node], at: usize, part: &[Node], of: usize, map: &[(i64, i64)]) -> bool {
    if parts(&whole[at]).iter().any(|(_, below)| embeds(whole, *below, part, of, map)) {
        return true;
    }
    let (large, small) = (&whole[at], &part[of]);
    // A leaf has some of anybody's fields: none; `Small` has some of those of `Large`.
    let shape = large.0 == small.0 || small.0 == 0 || (small.0, large.0) == (1, 2);
    let data = match number(small) {
        Some(mine) => number(large).is_some_and(|theirs| map.contains(&(mine, theirs))),
        None => small.0 != 3 || small.1.first() == large.1.first(),
    };
    shape && data && in_order(whole, &parts(large), part, &parts(small), map)
}

/// Whether some parts of the whole, in order, hold these parts. A part goes with one of a field of the same name; as all are of
/// one type, a single part also goes with one of a list, and the other way round.
fn in_order(whole: &[Node], large: &[Part], part: &[Node], small: &[Part], map: &[(i64, i64)]) -> bool {
    let Some(((name, first), rest)) = small.split_first() else { return true };
    (0..large.len()).any(|place| {
        let (other, below) = large[place];
        (other == *name || (other == "one") != (*name == "one"))
            && embeds(whole, below, part, *first, map)
            && in_order(whole, &large[place + 1..], part, rest, map)
    })
}

/// The maps of ascending numbers to some others that keep the order and make none smaller.
fn maps(from: &[i64], to: &[i64]) -> Vec<Vec<(i64, i64)>> {
    let Some((first, rest)) = from.split_first() else { return vec![vec![]] };
    let mut all = Vec::new();
    for (place, image) in to.iter().enumerate().filter(|(_, image)| *first <= **image) {
        for mut map in maps(rest, &to[place + 1..]) {
            map.insert(0, (*first, *image));
            all.push(map);
        }
    }
    all
}

fn numbers(nodes: &[Node]) -> Vec<i64> {
    let all: std::collections::BTreeSet<i64> = nodes.iter().filter_map(number).collect();
    all.into_iter().collect()
}

#[test]
fn containment_is_as_defined() {
    let vocabulary = vocabulary();
    let mut sequence = Sequence(31);
    // Two numbers stand for two others, never for one.
    let small =
        |number: i64, parts: &[usize]| Node(1, vec![Value::Number(number), Value::Parts(parts.to_vec())]);
    let sides = |left: &[usize], more: &[usize]| {
        Node(4, vec![Value::Parts(left.to_vec()), Value::Parts(more.to_vec())])
    };
    let mut terms: Vec<Vec<Node>> = vec![
        vec![small(2, &[]), small(1, &[0])],
        vec![small(1, &[]), small(3, &[]), small(2, &[]), small(2, &[2]), sides(&[0, 1], &[3])],
        vec![small(1, &[]), small(3, &[]), small(2, &[1]), sides(&[0], &[2])],
    ];
    while terms.len() < 200 {
        let mut nodes = Vec::new();
        sequence.tree(&mut nodes, 3);
        if nodes.len() <= 7 && !terms.contains(&nodes) {
            assert!(Term::new(nodes.clone()).is_of(&vocabulary), "{nodes:?}");
            terms.push(nodes);
        }
    }
    let mut contained = 0;
    for whole in &terms {
        for part in &terms {
            let maps = maps(&numbers(part), &numbers(whole));
            let expected = maps.iter().any(|map| embeds(whole, whole.len() - 1, part, part.len() - 1, map));
            let found = contains(&vocabulary, &Term::new(whole.clone()), &Term::new(part.clone()));
            assert_eq!(found, expected, "{part:?}\nin {whole:?}");
            contained += u32::from(found && whole != part);
        }
    }
    assert!(contained > 300, "only {contained} pairs are contained");
}

/// Lists of nodes that are one change away from a structure, and are none.
#[test]
fn what_is_no_structure_is_refused() {
    let vocabulary = vocabulary();
    let leaf = || Node(0, vec![]);
    let word = |parts: &[usize]| Node(3, vec![Value::Label("a".into()), Value::Parts(parts.to_vec())]);
    let large = |one: i64, parts: &[usize]| {
        Node(2, vec![Value::Number(1), Value::Number(one), Value::Parts(parts.to_vec())])
    };
    let is_one = |nodes: Vec<Node>| Term::new(nodes).is_of(&vocabulary);
    for good in [
        vec![leaf()],
        vec![word(&[])],
        vec![leaf(), leaf(), word(&[1, 0])],
        vec![leaf(), leaf(), large(0, &[1])],
        vec![leaf(), large(0, &[])],
    ] {
        assert!(is_one(good.clone()), "{good:?}");
    }
    for (bad, why) in [
        (vec![], "it is empty"),
        (vec![leaf(), leaf()], "a node is nobody's part"),
        (vec![leaf(), word(&[0, 0])], "a part is held twice"),
        (vec![leaf(), large(0, &[0])], "a part is held twice"),
        (vec![word(&[0])], "a part of itself"),
        (vec![word(&[1]), leaf()], "a part comes after its whole"),
        (vec![leaf(), word(&[7])], "a part is not there"),
        (vec![large(-1, &[])], "a part is not there"),
        (vec![Node(9, vec![])], "no such shape"),
        (vec![Node(0, vec![Value::Number(1)])], "too many values"),
        (vec![Node(3, vec![Value::Label("a".into())])], "too few values"),
        (vec![Node(3, vec![Value::Number(1), Value::Parts(vec![])])], "a number for a word"),
        (vec![Node(1, vec![Value::Label("a".into()), Value::Parts(vec![])])], "a word for a number"),
        (vec![leaf(), Node(3, vec![Value::Label("a".into()), Value::Number(0)])], "a part for a list"),
        (
            vec![leaf(), Node(2, vec![Value::Number(1), Value::Parts(vec![0]), Value::Parts(vec![])])],
            "a list for a part",
        ),
    ] {
        assert!(!is_one(bad.clone()), "{why}: {bad:?}");
    }
}
