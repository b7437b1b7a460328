//! Shapes: lists that grow at the end, children in a `Vec`, no predicate at all, three slots of two types.

use dpgen::{CollectionView, DpGen, Int, Observable};

use super::Case;
use super::oracle::Odometer;

/// A list that grows at its end, by a constructor without weight. Its predicate is in whole style (it asks its
/// part for `rep_ok` itself), and never reads the flag of an item.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = rises)]
pub enum Snoc {
    Empty,
    #[dpgen(weight = 0)]
    Push {
        before: Box<Snoc>,
        item: Item,
    },
}

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Item {
    #[dpgen(range = 0..=2)]
    value: i32,
    flag: bool,
}

fn rises(list: SnocView) -> bool {
    let SnocView::Push { before, item } = list else { return true };
    let ends_lower = match before.view() {
        SnocView::Empty => true,
        SnocView::Push { item: last, .. } => last.view().value <= item.view().value,
    };
    ends_lower && before.get(rises)
}

pub const SNOCS: Case<Snoc> = Case::new("snoc lists", any_snoc, valid_snoc, place_snoc).sizes(4, 5);

fn any_snoc(from: &mut Odometer) -> Option<Snoc> {
    let mut list = Snoc::Empty;
    while from.more(1)? {
        let item = Item { value: i32::try_from(from.int(0, 2)?).unwrap(), flag: from.of(&[false, true])? };
        list = Snoc::Push { before: Box::new(list), item };
    }
    Some(list)
}

fn items(mut list: &Snoc) -> Vec<i32> {
    let mut items = Vec::new();
    while let Snoc::Push { before, item } = list {
        items.insert(0, item.value);
        list = before;
    }
    items
}

fn valid_snoc(list: &Snoc) -> bool {
    items(list).is_sorted()
}

fn place_snoc(list: &Snoc) -> Vec<u32> {
    let len = u32::try_from(items(list).len()).unwrap();
    if len == 0 { vec![0, 0] } else { vec![len, 1, len - 1, 1] }
}

/// Trees with any number of children, labelled 0..=1: no two neighbours among the children are the same tree,
/// and a child's last child has not its label.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = neighbours_differ)]
pub struct Rose {
    #[dpgen(range = 0..=1)]
    label: u8,
    children: Vec<Rose>,
}

fn neighbours_differ(rose: RoseView) -> bool {
    let mut list = rose.children;
    let mut previous: Option<Vec<i64>> = None;
    while let CollectionView::Cons(first, rest) = list.view() {
        let word = first.get(word);
        let child = first.view();
        if previous.as_ref() == Some(&word) || child.children.get(last_label) == Some(child.label) {
            return false;
        }
        previous = Some(word);
        list = rest;
    }
    true
}

/// The whole tree as a word: an attribute that tells every structure from every other.
fn word(rose: RoseView) -> Vec<i64> {
    [vec![rose.label.value()], rose.children.get(words), vec![9]].concat()
}

fn words(list: CollectionView<Rose>) -> Vec<i64> {
    let CollectionView::Cons(first, rest) = list else { return Vec::new() };
    [first.get(word), rest.get(words)].concat()
}

fn last_label(list: CollectionView<Rose>) -> Option<Int> {
    let CollectionView::Cons(first, rest) = list else { return None };
    rest.get(last_label).or_else(|| Some(first.view().label))
}

pub const ROSES: Case<Rose> = Case::new("rose trees", any_rose, valid_rose, place_rose).sizes(5, 5);

fn any_rose(from: &mut Odometer) -> Option<Rose> {
    from.take(1)?;
    let label = from.of(&[0, 1])?;
    let mut children = Vec::new();
    while from.pick(2)? == 1 {
        children.push(any_rose(from)?);
    }
    Some(Rose { label, children })
}

fn valid_rose(rose: &Rose) -> bool {
    let children = &rose.children;
    (1..children.len()).all(|place| children[place - 1] != children[place])
        && children.iter().all(|child| child.children.last().is_none_or(|last| last.label != child.label))
        && children.iter().all(valid_rose)
}

fn nodes(rose: &Rose) -> u32 {
    rose.children.iter().map(nodes).sum::<u32>() + 1
}

fn place_rose(rose: &Rose) -> Vec<u32> {
    vec![nodes(rose), 0, nodes(rose) - 1]
}

/// No predicate: trees with one or two branches, where the first kind weighs 2.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
pub enum Free {
    #[dpgen(weight = 2)]
    One(Box<Free>, bool),
    Two(Box<Free>, Box<Free>),
    End,
}

pub const FREE: Case<Free> = Case::new("free trees", any_free, |_| true, place_free).sizes(6, 6);

fn any_free(from: &mut Odometer) -> Option<Free> {
    match from.pick(3)? {
        0 => {
            from.take(2)?;
            Some(Free::One(Box::new(any_free(from)?), from.of(&[false, true])?))
        }
        1 => {
            from.take(1)?;
            Some(Free::Two(Box::new(any_free(from)?), Box::new(any_free(from)?)))
        }
        _ => Some(Free::End),
    }
}

fn weight(tree: &Free) -> u32 {
    match tree {
        Free::One(only, _) => weight(only) + 2,
        Free::Two(left, right) => weight(left) + weight(right) + 1,
        Free::End => 0,
    }
}

fn place_free(tree: &Free) -> Vec<u32> {
    match tree {
        Free::One(only, _) => vec![weight(tree), 0, weight(only)],
        Free::Two(left, right) => vec![weight(tree), 1, weight(left), weight(right)],
        Free::End => vec![0, 2],
    }
}

/// 2-3 trees: leaves at one depth, keys from left to right, inner nodes with two or three children, which
/// are a struct of their own.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = is_ordered)]
pub enum Tree23 {
    Leaf,
    #[dpgen(weight = 0)]
    Node(Box<Inner>),
}

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(weight = 1, view = InnerLayer)]
pub struct Inner {
    first: Tree23,
    #[dpgen(range = 1..=n + 1)]
    key: i64,
    second: Tree23,
    third: Option<Third>,
}

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Third {
    #[dpgen(range = 1..=n + 1)]
    key: i64,
    tree: Tree23,
}

/// What a tree's parent needs to know of it.
#[derive(Observable, Debug, Clone, Copy)]
enum Facts {
    Leaf,
    Node { depth: u32, least: Int, greatest: Int },
    Broken,
}

fn is_ordered(tree: Tree23View) -> bool {
    !matches!(facts(tree), Facts::Broken)
}

fn facts(tree: Tree23View) -> Facts {
    let Tree23View::Node(inner) = tree else { return Facts::Leaf };
    let inner = inner.view();
    let third = inner.third.view().map(|third| third.view());
    let mut parts = vec![inner.first.get(facts), inner.second.get(facts)];
    parts.extend(third.map(|third| third.tree.get(facts)));
    let mut keys = vec![inner.key];
    keys.extend(third.map(|third| third.key));
    let depth = |facts: &Facts| match facts {
        Facts::Leaf => 0,
        Facts::Node { depth, .. } => *depth,
        Facts::Broken => u32::MAX,
    };
    let ordered = keys.iter().enumerate().all(|(place, key)| {
        let left = !matches!(parts[place], Facts::Node { greatest, .. } if greatest >= *key);
        left && !matches!(parts[place + 1], Facts::Node { least, .. } if least <= *key)
    });
    if !ordered
        || !keys.is_sorted_by(|a, b| a < b)
        || parts.iter().any(|part| depth(part) != depth(&parts[0]))
    {
        return Facts::Broken;
    }
    let first = if let Facts::Node { least, .. } = parts[0] { least } else { keys[0] };
    let last = match parts[parts.len() - 1] {
        Facts::Node { greatest, .. } => greatest,
        _ => keys[keys.len() - 1],
    };
    Facts::Node { depth: depth(&parts[0]) + 1, least: first, greatest: last }
}

pub const TREES23: Case<Tree23> = Case::new("2-3 trees", any_23, valid_23, place_23).sizes(3, 4);

fn any_23(from: &mut Odometer) -> Option<Tree23> {
    if !from.more(1)? {
        return Some(Tree23::Leaf);
    }
    let first = any_23(from)?;
    let key = from.int(1, from.n + 1)?;
    let second = any_23(from)?;
    let third =
        if from.more(1)? { Some(Third { key: from.int(1, from.n + 1)?, tree: any_23(from)? }) } else { None };
    Some(Tree23::Node(Box::new(Inner { first, key, second, third })))
}

/// Keys from left to right.
fn keys(tree: &Tree23) -> Vec<i64> {
    let Tree23::Node(inner) = tree else { return Vec::new() };
    let third = inner.third.iter().flat_map(|third| [vec![third.key], keys(&third.tree)].concat());
    [keys(&inner.first), vec![inner.key], keys(&inner.second), third.collect()].concat()
}

/// How deep the leaves lie.
fn depths(tree: &Tree23) -> Vec<u32> {
    let Tree23::Node(inner) = tree else { return vec![0] };
    let third = inner.third.iter().flat_map(|third| depths(&third.tree));
    let below = [depths(&inner.first), depths(&inner.second), third.collect()].concat();
    below.into_iter().map(|depth| depth + 1).collect()
}

fn valid_23(tree: &Tree23) -> bool {
    let depths = depths(tree);
    keys(tree).is_sorted_by(|a, b| a < b) && depths.iter().all(|depth| *depth == depths[0])
}

/// A node weighs as much as it has keys.
fn place_23(tree: &Tree23) -> Vec<u32> {
    let size = u32::try_from(keys(tree).len()).unwrap();
    if size == 0 { vec![0, 0] } else { vec![size, 1, size] }
}
