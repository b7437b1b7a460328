//! One mistake is one message, however much depends on the type.
#![allow(dead_code)]

use dpgen::prelude::*;

#[derive(DpGen, Debug)]
#[dpgen(rep_ok = is_ordered)]
enum Tree {
    Nil,
    Node {
        left: Box<Tree>,
        #[dpgen(range = 1..)]
        key: i64,
        right: Box<Tree>,
    },
}

#[derive(DpGen)]
struct Listed {
    #[dpgen(values = [std::time::Duration::ZERO])]
    wait: std::time::Duration,
    #[dpgen(rnge = 1..=3)]
    number: i64,
}

#[derive(DpGen)]
struct Holder {
    tree: Tree,
    listed: Listed,
    color: Color,
}

#[derive(DpGen, Clone, Copy)]
#[dpgen(rep_ok = is_red)]
enum Color {
    Red,
    Blue,
}

fn is_ordered(tree: TreeView) -> bool {
    let TreeView::Node { left, key, right } = tree else { return true };
    left.get(max).is_none_or(|max| max < key) && right.get(is_ordered)
}

fn max(tree: TreeView) -> Option<Int> {
    match tree {
        TreeView::Nil => None,
        TreeView::Node { key, .. } => Some(key),
    }
}

fn is_red(color: ColorView) -> bool {
    matches!(color, ColorView::Red)
}

fn holder_is_red(holder: HolderView) -> bool {
    holder.color == Color::Red && holder.tree.get(is_ordered)
}

fn main() {
    let _ = Generator::<Tree>::up_to(3).build();
}
