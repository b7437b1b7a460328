//! Enumerates the structures that are one step lower than a structure: with one value replaced by an earlier one.
//!
//! Invariant: each result comes of [`lowers_to`](crate::lowers_to), and has fewer fields, or as many and lower values, so that
//! steps come to an end. Whether it is one of the structures that are compared is decided by
//! [`CaseSource::find`](crate::CaseSource::find).

use std::collections::BTreeSet;

use crate::structure::lowering::{is_lower_shape, named, position};
use crate::structure::reduction_steps::with_node;
use crate::structure::term::{Node, Term, Value};
use crate::structure::vocabulary::{Field, FieldKind, Vocabulary};

/// The structures with one value replaced by an earlier one, the earliest first, without repeats. A step
///
/// - replaces a constructor by an earlier one of its type, with the parts and values that both have;
/// - replaces a label by an earlier one of its list; or
/// - replaces a number by 0 or 1, by its half, or by the number before it.
#[must_use]
pub fn lowering_steps(vocabulary: &Vocabulary, term: &Term) -> Vec<Term> {
    let mut found = Vec::new();
    for (place, node) in term.nodes().iter().enumerate() {
        let Some(shape) = vocabulary.shape(node.0) else { continue };
        for low in 0..vocabulary.shapes().len() {
            if low != node.0 && is_lower_shape(vocabulary, low, node.0) {
                found.extend(
                    replaced_shape(vocabulary, node, low)
                        .map(|node| with_node(vocabulary, term, place, node)),
                );
            }
        }
        for (slot, (field, value)) in shape.fields.iter().zip(&node.1).enumerate() {
            for low in lower_values(field, value) {
                let mut node = node.clone();
                node.1[slot] = low;
                found.push(with_node(vocabulary, term, place, node));
            }
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|low| low != term && low.is_of(vocabulary) && seen.insert(format!("{:?}", low.nodes())));
    found
}

/// The node with another constructor; none if that has a part or a number that the node does not have.
fn replaced_shape(vocabulary: &Vocabulary, node: &Node, low: usize) -> Option<Node> {
    let (shape, theirs) = (vocabulary.shape(low)?, vocabulary.shape(node.0)?);
    let value = |field: &Field| {
        let other = named(theirs, node, &field.name);
        match (&field.kind, other) {
            (FieldKind::Label(labels), Some((FieldKind::Label(others), Value::Label(label)))) => {
                // As in the order of lowering: no later in its list than the other one is in its own.
                let label = if labels.contains(label) && position(labels, label) <= position(others, label) {
                    label
                } else {
                    labels.first()?
                };
                Some(Value::Label(label.clone()))
            }
            (FieldKind::Label(labels), _) => Some(Value::Label(labels.first()?.clone())),
            (kind, Some((other, value))) if kind == other => Some(value.clone()),
            (FieldKind::Parts(_), _) => Some(Value::Parts(Vec::new())),
            _ => None,
        }
    };
    Some(Node(low, shape.fields.iter().map(value).collect::<Option<_>>()?))
}

/// The values below one, those first that leave out the most.
fn lower_values(field: &Field, value: &Value) -> Vec<Value> {
    match (&field.kind, value) {
        (FieldKind::Label(labels), Value::Label(label)) => {
            labels[..position(labels, label)].iter().map(|label| Value::Label(label.clone())).collect()
        }
        (FieldKind::Number, Value::Number(number)) => {
            let low = [0, 1, number / 2, number.saturating_sub(1)];
            let low: BTreeSet<i64> = low.into_iter().filter(|low| (0..*number).contains(low)).collect();
            low.into_iter().map(Value::Number).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::lowering::lowers_to;
    use crate::structure::test_pages::{page, vocabulary};

    #[test]
    fn each_step_is_one_value_down() {
        let found = lowering_steps(&vocabulary(), &page("1:c 3:b | q1 p3"));
        for wanted in [
            "1:a 3:b | q1 p3",
            "1:b 3:b | q1 p3",
            "1:c 3:a | q1 p3",
            "1:c 3:b | p1 p3",
            "1:c 1:b | q1 p3",
            "1:c 3:b | q1 p1",
            "1:c 3:b | q p3",
        ] {
            assert!(found.contains(&page(wanted)), "{wanted}");
        }
        assert!(!found.contains(&page("1:c 3:c | q1 p3")));
    }

    #[test]
    fn steps_lower_and_come_to_an_end() {
        let vocabulary = vocabulary();
        let mut open = vec![page("1:c 2:b | q1(p2)")];
        let mut seen = BTreeSet::new();
        while let Some(term) = open.pop() {
            for low in lowering_steps(&vocabulary, &term) {
                assert!(lowers_to(&vocabulary, &term, &low), "{term:?} to {low:?}");
                assert!(!lowers_to(&vocabulary, &low, &term), "{low:?} to {term:?}");
                if seen.insert(format!("{low:?}")) {
                    open.push(low);
                }
            }
        }
        assert!(seen.contains(&format!("{:?}", page("0:a 0:a | p(p)"))));
    }
}
