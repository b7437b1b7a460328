//! Lowering of structures: whether leaving parts out and replacing values by earlier ones gives another structure.
//!
//! This is Kruskal's embedding with an order on the labels of nodes, and without one on the children. A node is lowered to another
//! node if
//!
//! - a part of it is; or
//! - the other one has the same constructor, or one of the same type with fewer fields, or with as many that stands earlier in the
//!   spec; each number of the other one is no larger, and each label stands no later in its list, than in the field of the same
//!   name, or is the first one where there is no such field; and its parts are lowered from different parts of the same types.
//!
//! So `skew(20deg)` is lowered to `rotateY(45deg)` if that stands before it in the list, and a class 2 to a class 1. In contrast to
//! [`contains`](crate::contains), values change: whether subjects differ for the same reason has to be decided by something else.

use std::collections::VecDeque;

use crate::structure::embedding_table::is_within;
use crate::structure::term::{Node, Term, Value};
use crate::structure::vocabulary::{FieldKind, NodeShape, Vocabulary};

/// Whether `whole` is lowered to `part`. Each structure is lowered to itself.
///
/// ```
/// use dpgen_diff::{Field, FieldKind, Node, NodeShape, Term, Value, Vocabulary, lowers_to};
///
/// let labels = FieldKind::Label(["red", "blue"].map(str::to_owned).into());
/// let shape = NodeShape { ty: "Box".into(), name: "Box".into(), fields: vec![Field { name: "colour".into(), kind: labels }] };
/// let vocabulary = Vocabulary::new(vec![shape]);
/// let [red, blue] = ["red", "blue"].map(|label| Term::new(vec![Node(0, vec![Value::Label(label.into())])]));
/// assert!(lowers_to(&vocabulary, &blue, &red));
/// assert!(!lowers_to(&vocabulary, &red, &blue));
/// ```
#[must_use]
pub fn lowers_to(vocabulary: &Vocabulary, whole: &Term, part: &Term) -> bool {
    if part.nodes().len() > whole.nodes().len() {
        return false;
    }
    is_within(vocabulary, whole, part, |within, (node, below), wanted| {
        are_values_lower(vocabulary, node, wanted) && {
            let parts: Vec<usize> = part.parts(vocabulary, wanted).map(|(_, part)| part).collect();
            can_be_matched(parts.len(), below.len(), |small, large| within.has(below[large].1, parts[small]))
        }
    })
}

/// Whether a constructor may replace another one: of the same type, and with fewer fields or not later in the spec.
pub(crate) fn is_lower_shape(vocabulary: &Vocabulary, small: usize, large: usize) -> bool {
    let (Some(low), Some(high)) = (vocabulary.shape(small), vocabulary.shape(large)) else { return false };
    let (few, many) = (low.fields.len(), high.fields.len());
    low.ty == high.ty && (few < many || (few == many && small <= large))
}

/// The value of the field of a name, with its kind.
pub(crate) fn named<'n>(
    shape: &'n NodeShape,
    node: &'n Node,
    name: &str,
) -> Option<(&'n FieldKind, &'n Value)> {
    shape
        .fields
        .iter()
        .zip(&node.1)
        .find(|(field, _)| field.name == name)
        .map(|(field, value)| (&field.kind, value))
}

/// Whether the constructor and the values of a node may come of lowering those of another one.
fn are_values_lower(vocabulary: &Vocabulary, large: &Node, small: &Node) -> bool {
    let (Some(theirs), Some(mine)) = (vocabulary.shape(large.0), vocabulary.shape(small.0)) else {
        return false;
    };
    is_lower_shape(vocabulary, small.0, large.0)
        && mine.fields.iter().zip(&small.1).all(|(field, value)| {
            let other = named(theirs, large, &field.name);
            match (&field.kind, value) {
                (FieldKind::Number, Value::Number(low)) => {
                    matches!(other, Some((FieldKind::Number, Value::Number(high))) if low <= high)
                }
                (FieldKind::Label(labels), Value::Label(low)) => {
                    let high = match other {
                        Some((FieldKind::Label(labels), Value::Label(high))) => position(labels, high),
                        _ => 0,
                    };
                    position(labels, low) <= high
                }
                _ => true,
            }
        })
}

/// The position of a label in its list; a label that is not there comes after all others.
pub(crate) fn position(labels: &[String], label: &str) -> usize {
    labels.iter().position(|known| known == label).unwrap_or(labels.len())
}

/// Whether all of `small` things can be matched with different ones of `large` things that `fits` allows, by their places: a maximum
/// matching of a bipartite graph, by augmenting paths.
fn can_be_matched(small: usize, large: usize, fits: impl Fn(usize, usize) -> bool) -> bool {
    if small > large {
        return false;
    }
    // For each of the large things, the small one that has it.
    let mut taken: Vec<Option<usize>> = vec![None; large];
    for start in 0..small {
        // The small thing from which each large one was reached.
        let mut reached_from: Vec<Option<usize>> = vec![None; large];
        let mut open = VecDeque::from([start]);
        let mut free = None;
        'search: while let Some(from) = open.pop_front() {
            for to in 0..large {
                if reached_from[to].is_some() || !fits(from, to) {
                    continue;
                }
                reached_from[to] = Some(from);
                match taken[to] {
                    Some(other) => open.push_back(other),
                    None => {
                        free = Some(to);
                        break 'search;
                    }
                }
            }
        }
        let Some(mut to) = free else { return false };
        // Every place on the path changes its partner, from the end on.
        while let Some(from) = reached_from[to] {
            let before = taken.iter().position(|other| *other == Some(from));
            taken[to] = Some(from);
            match before {
                Some(before) if from != start => to = before,
                _ => break,
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::containment::contains;
    use crate::structure::test_pages::{page, vocabulary};

    fn lowers(whole: &str, part: &str) -> bool {
        lowers_to(&vocabulary(), &page(whole), &page(part))
    }

    #[test]
    fn values_go_down_and_not_up() {
        for (whole, part) in [
            // A declaration, a tag, a class.
            ("1:b | p1", "1:a | p1"),
            ("1:a | q1", "1:a | p1"),
            ("1:a 2:b | p1(q2)", "1:a | p1"),
            ("2:a | p2", "1:a | p1"),
            // A part less, and a value less.
            ("1:a,c | p1(q)", "1:b | p1"),
            // An element with a class to one without.
            ("1:a | q1(r)", "1:a | p(p)"),
            // Declarations in another order: `b` comes of `c`, and `a` of `b`.
            ("1:c,b | p1", "1:a,b | p1"),
        ] {
            assert!(lowers(whole, part), "{whole} to {part}");
            assert!(!lowers(part, whole), "{part} to {whole}");
        }
        for (whole, part) in [("1:b,b | p1", "1:a,c | p1"), ("| p(p)", "| p p p"), ("1:a | p", "1:a | p1")] {
            assert!(!lowers(whole, part), "{whole} to {part}");
        }
    }

    #[test]
    fn what_is_contained_is_lower() {
        let pages = [
            "|",
            "| p",
            "1:a | p1",
            "1:b | p1",
            "1:a,b | p1",
            "1:a 2:b | p1 q2",
            "1:b | q1",
            "1:a 2:b | p1(q2)",
        ];
        for whole in pages {
            for part in pages {
                let contained = contains(&vocabulary(), &page(whole), &page(part));
                assert!(!contained || lowers(whole, part), "{whole} to {part}");
            }
        }
    }

    #[test]
    fn a_matching_is_found_where_first_choices_are_wrong() {
        let fits = |edges: &'static [(usize, usize)]| move |one, other| edges.contains(&(one, other));
        assert!(can_be_matched(3, 3, fits(&[(0, 0), (0, 1), (1, 0), (1, 2), (2, 0)])));
        assert!(!can_be_matched(3, 3, fits(&[(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)])));
        assert!(can_be_matched(0, 0, fits(&[])));
        assert!(!can_be_matched(1, 0, fits(&[])));
    }
}
