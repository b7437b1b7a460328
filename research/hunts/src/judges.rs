//! The judges of the studies: each is asked as a program would be, by a value, and says yes or no. Red-black trees, sorted lists and
//! nested languages have files of their own, which tests share.

use dpgen::prelude::*;

/// A tree with a key at each node: the space of RLCheck's study, with at most five levels.
#[derive(DpGen, Debug)]
#[dpgen(rep_ok = low)]
pub struct Tree {
    #[dpgen(range = 0..=10)]
    pub key: i64,
    pub left: Option<Box<Tree>>,
    pub right: Option<Box<Tree>>,
}

fn low(tree: TreeView) -> bool {
    height_of(tree) <= 5
}

fn height_of(tree: TreeView) -> u32 {
    let part = |part: Option<Ref<Tree>>| part.map_or(0, |part| part.get(height_of));
    1 + part(tree.left.view()).max(part(tree.right.view()))
}

fn height(tree: Option<&Tree>) -> i64 {
    tree.map_or(0, |tree| 1 + height(tree.left.as_deref()).max(height(tree.right.as_deref())))
}

fn nodes(tree: &Tree) -> usize {
    1 + [&tree.left, &tree.right].into_iter().flatten().map(|part| nodes(part)).sum::<usize>()
}

fn between(tree: &Tree, least: i64, most: i64) -> bool {
    (least..=most).contains(&tree.key)
        && tree.left.as_ref().is_none_or(|left| between(left, least, tree.key - 1))
        && tree.right.as_ref().is_none_or(|right| between(right, tree.key + 1, most))
}

fn all(tree: &Tree, holds: fn(&Tree) -> bool) -> bool {
    holds(tree) && [&tree.left, &tree.right].into_iter().flatten().all(|part| all(part, holds))
}

/// Keys ascend from left to right.
pub fn search_tree(tree: &Tree) -> bool {
    between(tree, i64::MIN, i64::MAX)
}

/// A search tree, each node's parts of which differ in height by one at most.
pub fn avl(tree: &Tree) -> bool {
    let balanced = |tree: &Tree| (height(tree.left.as_deref()) - height(tree.right.as_deref())).abs() <= 1;
    search_tree(tree) && all(tree, balanced)
}

/// No key is larger than the one above.
pub fn heap(tree: &Tree) -> bool {
    all(tree, |tree| [&tree.left, &tree.right].into_iter().flatten().all(|part| part.key <= tree.key))
}

/// A search tree whose number of nodes is divisible by three.
pub fn by_three(tree: &Tree) -> bool {
    search_tree(tree) && nodes(tree).is_multiple_of(3)
}

/// A JSON document.
#[derive(DpGen, Debug)]
pub enum Json {
    #[dpgen(weight = 1)]
    Null,
    Number(#[dpgen(range = 0..=2)] i64),
    Array(Vec<Json>),
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(DpGen, Debug)]
pub struct Member {
    #[dpgen(values = ["", "a", "b", "c"])]
    pub name: &'static str,
    pub value: Json,
}

/// No object has two members of one name.
pub fn distinct_names(json: &Json) -> bool {
    match json {
        Json::Null | Json::Number(_) => true,
        Json::Array(items) => items.iter().all(distinct_names),
        Json::Object(members) => {
            let earlier = |place: usize| members[..place].iter();
            members.iter().enumerate().all(|(place, member)| {
                earlier(place).all(|other| other.name != member.name) && distinct_names(&member.value)
            })
        }
    }
}
