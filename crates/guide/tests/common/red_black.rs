//! Red-black trees, with a judge that is asked by a value.

use dpgen::prelude::*;

/// A tree of coloured nodes, with keys up to the maximum size.
#[derive(DpGen, Debug)]
pub enum Coloured {
    Nil,
    Node {
        left: Box<Coloured>,
        #[dpgen(range = 1..=n)]
        key: i64,
        red: bool,
        right: Box<Coloured>,
    },
}

/// The black height of a red-black tree with keys between; `None` if it is none.
fn black_height(tree: &Coloured, least: i64, most: i64, may_be_red: bool) -> Option<u32> {
    let Coloured::Node { left, key, red, right } = tree else { return Some(0) };
    if *key < least || most < *key || (*red && !may_be_red) {
        return None;
    }
    let (left, right) =
        (black_height(left, least, key - 1, !red)?, black_height(right, key + 1, most, !red)?);
    (left == right).then_some(left + u32::from(!red))
}

/// A red-black tree, with a root of either colour.
pub fn red_black(tree: &Coloured) -> bool {
    black_height(tree, i64::MIN, i64::MAX, true).is_some()
}
