//! From an opaque program to a spec: what a hunt learned, put into the spec that it began with, says what the program says.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dpgen::engine::{self, Options};
use dpgen::schema::{CtorIx, SlotKind};
use dpgen::{Catalog, Schema, Scope};
use dpgen_guide::{Feedback, Guide, Hunt, Limits};
use dpgen_spec::Spec;

/// Trees that end with `Nil`. Entries go where the type's name stands.
const TREES: &str = r#"(
    name: "trees", root: "Tree",
    types: { "Tree": (
        constructors: {"Nil": (), "Node": (fields: {"left": Type("Tree"), "key": Int(1, 4), "right": Type("Tree")})},
        // Tree
    ) },
    // spec
)"#;

/// The same with options.
const OPTIONS: &str = r#"(
    name: "options", root: "Tree",
    types: {
        "Tree": (
            constructors: {"Node": (fields: {"key": Int(1, 4), "left": Option(Type("Tree")), "right": Option(Type("Tree"))})},
            // Tree
        ),
        "Option(Tree)": (
            // Option(Tree)
        ),
    },
    // spec
)"#;

const LISTS: &str = r#"(
    name: "lists", root: "List",
    types: { "List": (
        constructors: {"Nil": (), "Cons": (fields: {"key": Int(-1, 2), "rest": Type("List")})},
        // List
    ) },
    // spec
)"#;

const COLOURED: &str = r#"(
    name: "coloured", root: "Tree",
    types: { "Tree": (
        constructors: {"Nil": (), "Node": (fields: {"left": Type("Tree"), "dark": Bool, "right": Type("Tree")})},
        // Tree
    ) },
    // spec
)"#;

/// Two constructors with fields of one name, which differ.
const ALIKE: &str = r#"(
    name: "alike", root: "Tree",
    types: { "Tree": (
        constructors: {
            "Nil": (),
            "A": (fields: {"x": OneOf(["a", "b"]), "rest": Type("Tree")}),
            "B": (fields: {"x": OneOf(["c", "d", "e"]), "rest": Option(Type("Tree"))}),
        },
        // Tree
    ) },
    // spec
)"#;

/// A structure, read from words: its constructor, its data and its parts in their order; what holds one part is left out.
struct Value {
    name: String,
    data: Vec<u32>,
    parts: Vec<Value>,
}

impl Value {
    fn read(schema: &Schema, words: &mut impl Iterator<Item = u32>) -> Self {
        let ctor = schema.constructor(CtorIx::from_word(words.next().unwrap()));
        let (mut data, mut parts) = (Vec::new(), Vec::new());
        for slot in &ctor.slots {
            match slot.kind {
                SlotKind::Data(_) => data.push(words.next().unwrap()),
                SlotKind::Recursive(_) => parts.push(Self::read(schema, words)),
            }
        }
        if ctor.name == "Some" {
            return parts.remove(0);
        }
        Self { name: ctor.name.clone(), data, parts }
    }

    fn size(&self) -> u32 {
        u32::from(!self.data.is_empty()) + self.parts.iter().map(Self::size).sum::<u32>()
    }

    fn height(&self) -> u32 {
        u32::from(!self.data.is_empty()) + self.parts.iter().map(Self::height).max().unwrap_or(0)
    }

    /// This and all below it.
    fn all(&self) -> Vec<&Self> {
        let mut all = vec![self];
        self.parts.iter().for_each(|part| all.extend(part.all()));
        all
    }

    fn keys(&self) -> Vec<u32> {
        self.all().into_iter().flat_map(|value| value.data.iter().copied()).collect()
    }
}

fn is_search_tree(tree: &Value) -> bool {
    tree.all().iter().filter(|node| node.name == "Node").all(|node| {
        let [left, right] = [&node.parts[0], &node.parts[1]].map(Value::keys);
        left.iter().all(|key| *key < node.data[0]) && right.iter().all(|key| *key > node.data[0])
    })
}

fn each_node(tree: &Value, holds: impl Fn(&Value, &Value) -> bool) -> bool {
    tree.all().iter().filter(|node| node.name == "Node").all(|node| holds(&node.parts[0], &node.parts[1]))
}

fn most_dark(tree: &Value) -> u32 {
    tree.data.first().copied().unwrap_or(0) + tree.parts.iter().map(most_dark).max().unwrap_or(0)
}

fn catalog(text: &str, size: u32) -> Arc<Catalog> {
    let scope = Scope::new(size);
    let model =
        Spec::parse("learned.ron", text).unwrap_or_else(|error| panic!("{error}\n{text}")).model(&scope);
    Arc::new(engine::build(&Arc::new(model.unwrap()), &scope, &Options::default()).unwrap())
}

/// A hunt over all structures up to a size: the words of those that were accepted, how many were tried, and what was learned
/// as a spec.
fn hunt(
    text: &str,
    size: u32,
    guide: Guide,
    judge: &dyn Fn(&Value) -> bool,
) -> (BTreeSet<Vec<u32>>, usize, String) {
    let catalog = catalog(text, size);
    let mut hunt = Hunt::new(Arc::clone(&catalog), guide, 7, Limits::default());
    let (mut accepted, mut tried) = (BTreeSet::new(), 0);
    while let Some(proposal) = hunt.ask() {
        let is_valid = judge(&Value::read(catalog.schema(), &mut proposal.words.iter().copied()));
        tried += 1;
        if is_valid {
            accepted.insert(proposal.words.clone());
        }
        hunt.tell(proposal, Feedback::from(is_valid));
    }
    (accepted, tried, put(text, &hunt.conditions().to_string()))
}

/// The spec with the entries that a hunt has learned, each where its place is.
fn put(text: &str, conditions: &str) -> String {
    let mut entries: BTreeMap<String, String> = BTreeMap::new();
    let mut place = None;
    for line in conditions.lines() {
        if let Some((_, ty)) = line.split_once(" of the type \"") {
            place = ty.strip_suffix("\":").map(str::to_owned);
        } else if line == "// An entry of the spec:" {
            place = Some("spec".to_owned());
        } else if let Some(place) = &place {
            entries.entry(place.clone()).or_default().push_str(&format!("{line}\n"));
        }
    }
    let mut text = text.to_owned();
    for (place, entries) in entries {
        let mark = format!("// {place}\n");
        assert!(text.contains(&mark), "no place for {place}: {conditions}");
        text = text.replace(&mark, &entries);
    }
    text
}

/// Hunts up to one size, and compares what was learned with the judge at another. Of what was accepted, nothing may be lost.
fn agrees(text: &str, size: u32, larger: u32, asks: &str, judge: impl Fn(&Value) -> bool) {
    let (accepted, tried, learned) = hunt(text, size, Guide::Pairs, &judge);
    assert!(learned.contains(asks), "{learned}");
    let (expected, all, _) = hunt(text, larger, Guide::Uniform, &judge);
    let (kept, _, _) = hunt(&learned, larger, Guide::Uniform, &|_| true);
    assert!(accepted.is_subset(&kept));
    let missing: Vec<_> = expected.difference(&kept).collect();
    let more: Vec<_> = kept.difference(&expected).collect();
    assert!(missing.is_empty() && more.is_empty(), "after {tried}: {missing:?}, {more:?}: {learned}");
    assert!(expected.len() < all && tried < all);
}

#[test]
fn what_is_further_below_is_an_attribute() {
    agrees(TREES, 4, 5, "key == 3 && left.learned_below_key_3", is_search_tree);
    let none_twice = |list: &Value| {
        let keys = list.keys();
        keys.iter().collect::<BTreeSet<_>>().len() == keys.len()
    };
    agrees(LISTS, 3, 5, "key == -1 && rest.learned_below_key__1", none_twice);
}

#[test]
fn what_only_holds_a_part_is_looked_through() {
    let begins = "left.kind == 'Some' && left.value.kind == 'Node' && left.value.key == 2";
    agrees(OPTIONS, 4, 5, begins, is_search_tree);
}

#[test]
fn sizes_and_heights_of_parts_are_attributes() {
    let balanced = |tree: &Value| each_node(tree, |left, right| left.height().abs_diff(right.height()) <= 1);
    let heights = "left.learned_height == 2 && right.learned_height == 0";
    agrees(TREES, 4, 4, heights, balanced);
    agrees(OPTIONS, 4, 4, heights, balanced);
    let not_three = |tree: &Value| each_node(tree, |left, right| (left.size(), right.size()) != (3, 0));
    agrees(TREES, 4, 4, "left.learned_size == 3 && right.learned_size == 0", not_three);
}

#[test]
fn the_most_of_a_value_on_a_path_is_an_attribute() {
    let same = |tree: &Value| each_node(tree, |left, right| most_dark(left) == most_dark(right));
    agrees(COLOURED, 3, 3, "left.learned_most_dark_true == 1 && right.learned_most_dark_true == 0", same);
}

#[test]
fn what_the_whole_may_not_be_is_a_root_condition() {
    agrees(LISTS, 4, 5, "root_ok: [", |list| list.size() != 3);
}

#[test]
fn what_is_anywhere_in_a_part_beside_is_an_attribute() {
    // Where a left part begins with 1, the right one has no 3.
    let judge = |tree: &Value| {
        each_node(tree, |left, right| left.data.first() != Some(&0) || !right.keys().contains(&2))
    };
    agrees(TREES, 4, 5, "left.kind == 'Node' && left.key == 1 && right.learned_has_key_3", judge);
}

#[test]
fn what_no_condition_can_ask_of_a_part_is_no_condition() {
    // Of a part that may be either, a spec can not ask for a field that both have and that differs.
    let judges: [fn(&Value) -> bool; 3] = [
        |tree| {
            tree.all().iter().all(|it| {
                it.name != "A" || it.data[0] != 0 || it.parts[0].name != "B" || it.parts[0].data[0] != 1
            })
        },
        |tree| {
            tree.all()
                .iter()
                .all(|it| it.name != "B" || it.parts.iter().all(|part| part.name != "A" || part.data[0] != 1))
        },
        |tree| tree.name != "B" || tree.data[0] != 2,
    ];
    for judge in judges {
        let (accepted, _, learned) = hunt(ALIKE, 3, Guide::Pairs, &judge);
        let (kept, _, _) = hunt(&learned, 3, Guide::Uniform, &|_| true);
        assert!(accepted.is_subset(&kept), "{learned}");
    }
}
