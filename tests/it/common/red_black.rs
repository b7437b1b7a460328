//! Red-black trees with keys from `1..=n`: with a root of any colour, and with a black root.

use dpgen::DpGen;

#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Color {
    Red,
    Black,
}

macro_rules! red_black {
    ($(#[$doc:meta])* $module:ident, $name:literal $(, root_ok = $root_ok:ident)?) => {
        $(#[$doc])*
        pub mod $module {
            use dpgen::{DpGen, Int};

            use super::Color;
            use super::super::Case;
            use super::super::oracle::Odometer;

            #[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
            #[dpgen(rep_ok = is_red_black $(, root_ok = $root_ok)?)]
            pub enum Tree {
                Nil,
                Node {
                    left: Box<Tree>,
                    #[dpgen(range = 1..=n)]
                    key: i64,
                    color: Color,
                    right: Box<Tree>,
                },
            }

            fn is_red_black(tree: TreeView) -> bool {
                let TreeView::Node { left, key, color, right } = tree else { return true };
                left.get(black_height) == right.get(black_height)
                    && !(color == Color::Red && (left.get(is_red) || right.get(is_red)))
                    && left.get(greatest).is_none_or(|greatest| greatest < key)
                    && right.get(least).is_none_or(|least| key < least)
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

            $(fn $root_ok(tree: TreeView) -> bool {
                !is_red(tree)
            })?

            fn least(tree: TreeView) -> Option<Int> {
                match tree {
                    TreeView::Nil => None,
                    TreeView::Node { left, key, .. } => left.get(least).or(Some(key)),
                }
            }

            fn greatest(tree: TreeView) -> Option<Int> {
                match tree {
                    TreeView::Nil => None,
                    TreeView::Node { key, right, .. } => right.get(greatest).or(Some(key)),
                }
            }

            pub const CASE: Case<Tree> = Case::new($name, any, valid, place).sizes(3, 5);

            fn any(from: &mut Odometer) -> Option<Tree> {
                if !from.more(1)? {
                    return Some(Tree::Nil);
                }
                let left = Box::new(any(from)?);
                let (key, color) = (from.int(1, from.n)?, from.of(&[Color::Black, Color::Red])?);
                Some(Tree::Node { left, key, color, right: Box::new(any(from)?) })
            }

            fn keys(tree: &Tree) -> Vec<i64> {
                match tree {
                    Tree::Nil => Vec::new(),
                    Tree::Node { left, key, right, .. } => [keys(left), vec![*key], keys(right)].concat(),
                }
            }

            /// The colours on each path from the root to a leaf.
            fn paths(tree: &Tree) -> Vec<Vec<Color>> {
                let Tree::Node { left, color, right, .. } = tree else { return vec![Vec::new()] };
                let below = [paths(left), paths(right)].concat();
                below.into_iter().map(|path| [vec![*color], path].concat()).collect()
            }

            fn valid(tree: &Tree) -> bool {
                let paths = paths(tree);
                let blacks = |path: &Vec<Color>| path.iter().filter(|color| **color == Color::Black).count();
                let wanted: &[fn(&Tree) -> bool] = &[$($root_ok::plain)?];
                keys(tree).is_sorted_by(|a, b| a < b)
                    && paths.iter().all(|path| blacks(path) == blacks(&paths[0]))
                    && paths.iter().all(|path| path.windows(2).all(|pair| pair != [Color::Red, Color::Red]))
                    && wanted.iter().all(|test| test(tree))
            }

            $(mod $root_ok {
                use super::{Color, Tree};

                pub(super) fn plain(tree: &Tree) -> bool {
                    !matches!(tree, Tree::Node { color: Color::Red, .. })
                }
            })?

            fn nodes(tree: &Tree) -> u32 {
                u32::try_from(keys(tree).len()).unwrap()
            }

            fn place(tree: &Tree) -> Vec<u32> {
                match tree {
                    Tree::Nil => vec![0, 0],
                    Tree::Node { left, right, .. } => vec![nodes(tree), 1, nodes(left), nodes(right)],
                }
            }
        }
    };
}

red_black!(
    /// A root of any colour.
    any_root,
    "red-black tree"
);
red_black!(
    /// A black root, by `root_ok`: below the root, subtrees with a red one are needed.
    black_root,
    "red-black tree with a black root",
    root_ok = has_black_root
);
