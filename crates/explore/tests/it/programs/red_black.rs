//! Red-black trees (Guibas and Sedgewick, 1978): search trees in which no red node has a red child, and all paths to leaves have as
//! many black nodes.

use dpgen::prelude::*;

use super::step;

#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    Red,
    Black,
}

#[derive(DpGen, Debug, Default)]
#[dpgen(rep_ok = is_red_black)]
pub enum RedBlack {
    #[default]
    Leaf,
    Node {
        colour: Colour,
        left: Box<RedBlack>,
        #[dpgen(range = 0..=1000)]
        key: Int,
        right: Box<RedBlack>,
    },
}

fn is_red_black(tree: RedBlackView) -> bool {
    let RedBlackView::Node { colour, left, key, right } = tree else { return true };
    left.get(black_height) == right.get(black_height)
        && !(colour == Colour::Red && (left.get(is_red) || right.get(is_red)))
        && left.get(greatest).is_none_or(|below| below < key)
        && right.get(least).is_none_or(|above| key < above)
}

fn black_height(tree: RedBlackView) -> u32 {
    let RedBlackView::Node { colour, left, .. } = tree else { return 0 };
    left.get(black_height) + u32::from(colour == Colour::Black)
}

fn is_red(tree: RedBlackView) -> bool {
    matches!(tree, RedBlackView::Node { colour, .. } if colour == Colour::Red)
}

fn least(tree: RedBlackView) -> Option<Int> {
    let RedBlackView::Node { left, key, .. } = tree else { return None };
    left.get(least).or(Some(key))
}

fn greatest(tree: RedBlackView) -> Option<Int> {
    let RedBlackView::Node { right, key, .. } = tree else { return None };
    right.get(greatest).or(Some(key))
}

/// A tree with a black root, and a key to insert, delete or find; its size is the tree's.
#[derive(DpGen, Debug)]
#[dpgen(rep_ok = has_black_root, weight = 0)]
pub struct RedBlackCall {
    pub tree: RedBlack,
    #[dpgen(range = 0..=1000)]
    pub key: Int,
}

fn has_black_root(call: RedBlackCallView) -> bool {
    !call.tree.get(is_red)
}

#[derive(Debug, Clone, Copy)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl RedBlack {
    fn is_red(&self) -> bool {
        matches!(self, Self::Node { colour: Colour::Red, .. })
    }

    fn paint(&mut self, new: Colour) {
        if let Self::Node { colour, .. } = self {
            *colour = new;
        }
    }

    fn child(&mut self, side: Side) -> &mut Self {
        match (self, side) {
            (Self::Leaf, _) => panic!("a leaf has no child"),
            (Self::Node { left, .. }, Side::Left) => left,
            (Self::Node { right, .. }, Side::Right) => right,
        }
    }

    /// The root goes down to this side, and the child of the other side up.
    fn rotate(&mut self, to: Side) {
        let up = std::mem::take(self.child(to.other()));
        let mut down = std::mem::replace(self, up);
        *down.child(to.other()) = std::mem::take(self.child(to));
        *self.child(to) = down;
    }

    /// Checks colours, heights and the order of keys: what every program has to leave behind.
    pub fn check(&self) {
        assert!(!self.is_red(), "the root is red");
        self.checked_height();
        let mut keys = Vec::new();
        self.keys(&mut keys);
        assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "keys are out of order");
    }

    fn checked_height(&self) -> u32 {
        let Self::Node { colour, left, right, .. } = self else { return 0 };
        assert!(!self.is_red() || !left.is_red() && !right.is_red(), "a red node has a red child");
        let (height, other) = (left.checked_height(), right.checked_height());
        assert_eq!(height, other, "black nodes on paths");
        height + u32::from(*colour == Colour::Black)
    }

    fn keys(&self, keys: &mut Vec<Int>) {
        let Self::Node { left, key, right, .. } = self else { return };
        left.keys(keys);
        keys.push(*key);
        right.keys(keys);
    }

    /// Whether a value is at some node, by going through all of them, as Java's `TreeMap.containsValue` does.
    #[dpgen::cover]
    pub fn contains_value(&self, value: Int) -> bool {
        let Self::Node { left, key, right, .. } = self else { return false };
        *key == value || left.contains_value(value) || right.contains_value(value)
    }

    /// Finds a key: a step for each node on the way.
    pub fn find(&self, key: Int) -> bool {
        let mut tree = self;
        while let Self::Node { left, key: here, right, .. } = tree {
            step();
            tree = match key.cmp(here) {
                std::cmp::Ordering::Less => left,
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Greater => right,
            };
        }
        false
    }

    pub fn insert(&mut self, key: Int) -> bool {
        let is_new = self.insert_below(key);
        self.paint(Colour::Black);
        is_new
    }

    #[dpgen::cover]
    fn insert_below(&mut self, key: Int) -> bool {
        let Self::Node { left, key: here, right, .. } = self else {
            let (left, right) = (Box::default(), Box::default());
            *self = Self::Node { colour: Colour::Red, left, key, right };
            return true;
        };
        let (is_new, side) = match key.cmp(here) {
            std::cmp::Ordering::Less => (left.insert_below(key), Side::Left),
            std::cmp::Ordering::Equal => return false,
            std::cmp::Ordering::Greater => (right.insert_below(key), Side::Right),
        };
        if is_new && !self.is_red() {
            self.resolve(side);
        }
        is_new
    }

    /// Below a black root, a red child of this side may have a red child.
    #[dpgen::cover]
    fn resolve(&mut self, side: Side) {
        let child = self.child(side);
        if !child.is_red() {
            return;
        }
        if child.child(side.other()).is_red() {
            child.rotate(side);
        }
        if child.child(side).is_red() {
            self.rotate(side.other());
            self.child(side).paint(Colour::Black);
        }
    }

    pub fn remove(&mut self, key: Int) {
        let _ = self.remove_below(key);
        self.paint(Colour::Black);
    }

    /// Removes a key; whether the paths to leaves have one black node less than they had.
    #[dpgen::cover]
    fn remove_below(&mut self, key: Int) -> bool {
        let Self::Node { left, key: here, right, .. } = self else { return false };
        match key.cmp(here) {
            std::cmp::Ordering::Less => left.remove_below(key) && self.lengthen(Side::Left),
            std::cmp::Ordering::Greater => right.remove_below(key) && self.lengthen(Side::Right),
            std::cmp::Ordering::Equal => match right.take_least() {
                Some((least, is_short)) => {
                    *here = least;
                    is_short && self.lengthen(Side::Right)
                }
                None => self.lift(Side::Left),
            },
        }
    }

    /// Takes the least key out; whether that leaves paths shorter.
    #[dpgen::cover]
    fn take_least(&mut self) -> Option<(Int, bool)> {
        let Self::Node { left, key, .. } = self else { return None };
        match left.take_least() {
            Some((least, is_short)) => Some((least, is_short && self.lengthen(Side::Left))),
            None => {
                let key = *key;
                Some((key, self.lift(Side::Right)))
            }
        }
    }

    /// Puts the only child that there may be, which is of this side, in the root's place; whether that leaves paths shorter.
    #[dpgen::cover]
    fn lift(&mut self, side: Side) -> bool {
        let was_red = self.is_red();
        *self = std::mem::take(self.child(side));
        if was_red {
            return false;
        }
        let is_red = self.is_red();
        self.paint(Colour::Black);
        !is_red
    }

    /// Mends a root of which the paths of one side have a black node less than those of the other; whether all are shorter now.
    #[dpgen::cover]
    fn lengthen(&mut self, short: Side) -> bool {
        let far = short.other();
        if self.child(far).is_red() {
            self.rotate(short);
            self.paint(Colour::Black);
            self.child(short).paint(Colour::Red);
            // Its sibling is black now, and its parent red.
            return self.child(short).lengthen(short);
        }
        let was_red = self.is_red();
        let sibling = self.child(far);
        if sibling.child(short).is_red() && !sibling.child(far).is_red() {
            sibling.rotate(far);
            sibling.paint(Colour::Black);
            sibling.child(far).paint(Colour::Red);
        }
        if self.child(far).child(far).is_red() {
            self.rotate(short);
            self.child(short).paint(Colour::Black);
            self.child(far).paint(Colour::Black);
            self.paint(if was_red { Colour::Red } else { Colour::Black });
            return false;
        }
        self.child(far).paint(Colour::Red);
        self.paint(Colour::Black);
        !was_red
    }
}
