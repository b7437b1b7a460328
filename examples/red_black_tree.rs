//! Red-black trees: the counts of every size, by every engine.
//!
//! `cargo run --release --example red_black_tree -- 8`

use dpgen::prelude::*;

#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Color {
    Red,
    Black,
}

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = rep_ok)]
enum Tree {
    Nil,
    Node {
        left: Box<Tree>,
        #[dpgen(range = 1..=n)]
        key: i64,
        color: Color,
        right: Box<Tree>,
    },
}

fn rep_ok(tree: TreeView) -> bool {
    let TreeView::Node { left, key, color, right } = tree else { return true };
    left.get(black_height) == right.get(black_height)
        && !(color == Color::Red && (left.get(is_red) || right.get(is_red)))
        && left.get(max_key).is_none_or(|max| max < key)
        && right.get(min_key).is_none_or(|min| key < min)
}

fn black_height(tree: TreeView) -> u32 {
    match tree {
        TreeView::Nil => 1,
        TreeView::Node { left, color, .. } => left.get(black_height) + u32::from(color == Color::Black),
    }
}

fn is_red(tree: TreeView) -> bool {
    matches!(tree, TreeView::Node { color, .. } if color == Color::Red)
}

fn min_key(tree: TreeView) -> Option<Int> {
    match tree {
        TreeView::Nil => None,
        TreeView::Node { left, key, .. } => left.get(min_key).or(Some(key)),
    }
}

fn max_key(tree: TreeView) -> Option<Int> {
    match tree {
        TreeView::Nil => None,
        TreeView::Node { key, right, .. } => right.get(max_key).or(Some(key)),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = std::env::args().nth(1).map_or(Ok(6), |text| text.parse())?;
    let wanted = std::env::args().nth(2);
    if wanted.as_deref() == Some("symbolic") {
        let trees = Generator::<Tree>::up_to(size).fields(Fields::Symbolic).build()?;
        let shown = trees.iter_size(size).next();
        println!("{} of size {size} in {:?}: {shown:?}", trees.count(size), trees.report().time);
        return Ok(());
    }
    for algorithm in Algorithm::ALL.iter().copied() {
        if wanted.as_ref().is_some_and(|wanted| wanted != algorithm.name()) {
            continue;
        }
        let trees = Generator::<Tree>::up_to(size).algorithm(algorithm).build()?;
        let counts: Vec<String> = (0..=size).map(|size| trees.count(size).to_string()).collect();
        let totals = trees.report().totals();
        println!(
            "{algorithm}: {} in {:?}, {} candidates",
            counts.join(" "),
            trees.report().time,
            totals.candidates
        );
    }
    Ok(())
}
