//! Enumerates the structures that are one step smaller than a structure: with one thing left out.
//!
//! Invariant: each result has fewer nodes, or the same number of nodes and less data. Whether it is one of the structures that
//! are compared is decided by [`CaseSource::find`](crate::CaseSource::find).

use std::collections::BTreeSet;

use crate::structure::term::{Node, Term, Value, parts_in};
use crate::structure::vocabulary::{Field, FieldKind, NodeShape, Vocabulary};

/// The structures with one thing left out, without repeats, those with the fewest nodes first. A step
///
/// - removes an element of a list;
/// - replaces a part by the first element of the list beside it;
/// - replaces a node, the root as well, by one below it, or an element of a list by its children;
/// - replaces a constructor by a smaller one, which drops fields; or
/// - subtracts 1 from all numbers above a gap.
#[must_use]
pub fn reduction_steps(vocabulary: &Vocabulary, term: &Term) -> Vec<Term> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let steps = Steps { vocabulary, term };
    for place in 0..term.nodes().len() {
        found.extend(steps.at(place));
    }
    found.extend(steps.parts_as_root());
    let numbers = term.numbers(vocabulary);
    for number in &numbers {
        // Only above a gap, so that two numbers do not become one.
        if numbers.binary_search(&number.saturating_sub(1)).is_err() {
            found.push(renumbered(vocabulary, term, *number));
        }
    }
    found.retain(|smaller| {
        smaller != term && smaller.is_of(vocabulary) && seen.insert(format!("{:?}", smaller.nodes()))
    });
    found.sort_by_key(|smaller| smaller.nodes().len());
    found
}

/// The ways to leave something out at a node.
struct Steps<'t> {
    vocabulary: &'t Vocabulary,
    term: &'t Term,
}

impl Steps<'_> {
    fn at(&self, place: usize) -> Vec<Term> {
        let node = &self.term.nodes()[place];
        let Some(shape) = self.vocabulary.shape(node.0) else { return Vec::new() };
        let mut found = Vec::new();
        for (slot, (field, value)) in shape.fields.iter().zip(&node.1).enumerate() {
            match (&field.kind, value) {
                (FieldKind::Parts(ty), Value::Parts(parts)) => {
                    for (which, part) in parts.iter().enumerate() {
                        let mut without = parts.clone();
                        without.remove(which);
                        found.push(self.with(place, slot, Value::Parts(without)));
                        let mut spliced = parts.clone();
                        spliced.splice(which..=which, self.children(*part, ty));
                        if spliced.len() >= parts.len() {
                            found.push(self.with(place, slot, Value::Parts(spliced)));
                        }
                        for below in self.below(*part, ty) {
                            let mut hoisted = parts.clone();
                            hoisted[which] = below;
                            found.push(self.with(place, slot, Value::Parts(hoisted)));
                        }
                    }
                }
                (FieldKind::Part(ty), Value::Number(_)) => {
                    for part in parts_in(&field.kind, value) {
                        for below in self.below(part, ty) {
                            found.push(self.with(place, slot, part_value(below)));
                        }
                    }
                    found.extend(self.replaced_by_next(place, shape, slot, ty));
                }
                _ => {}
            }
        }
        for (number, small) in self.vocabulary.shapes().iter().enumerate() {
            if Vocabulary::is_smaller(small, shape) {
                let value = |field| {
                    shape.fields.iter().position(|other| other == field).map(|slot| node.1[slot].clone())
                };
                let values = small.fields.iter().filter_map(value).collect();
                found.push(self.replaced(place, Node(number, values)));
            }
        }
        found
    }

    /// Replaces the root by a node below it.
    fn parts_as_root(&self) -> Vec<Term> {
        let Some(root) = self.term.nodes().len().checked_sub(1) else { return Vec::new() };
        let Some(shape) = self.vocabulary.shape(self.term.nodes()[root].0) else { return Vec::new() };
        let below = self.below(root, &shape.ty).into_iter();
        below.map(|part| self.replaced(root, self.term.nodes()[part].clone())).collect()
    }

    /// Replaces a part by the first element of the list beside it.
    fn replaced_by_next(&self, place: usize, shape: &NodeShape, slot: usize, ty: &str) -> Option<Term> {
        let node = &self.term.nodes()[place];
        let list = shape.fields.iter().position(|field| field.kind == FieldKind::Parts(ty.to_owned()))?;
        let Value::Parts(parts) = &node.1[list] else { return None };
        let (first, rest) = parts.split_first()?;
        let mut values = node.1.clone();
        values[slot] = part_value(*first);
        values[list] = Value::Parts(rest.to_vec());
        Some(self.replaced(place, Node(node.0, values)))
    }

    /// The parts of a node that are of a type, in order.
    fn children(&self, node: usize, ty: &str) -> Vec<usize> {
        let parts = self.term.parts(self.vocabulary, &self.term.nodes()[node]);
        parts.map(|(_, part)| part).filter(|part| self.is_of_type(*part, ty)).collect()
    }

    /// All nodes below one that are of a type.
    fn below(&self, node: usize, ty: &str) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            for (_, part) in self.term.parts(self.vocabulary, &self.term.nodes()[node]) {
                if self.is_of_type(part, ty) {
                    found.push(part);
                }
                open.push(part);
            }
        }
        found
    }

    fn is_of_type(&self, node: usize, ty: &str) -> bool {
        self.vocabulary.shape(self.term.nodes()[node].0).is_some_and(|shape| shape.ty == ty)
    }

    fn with(&self, place: usize, slot: usize, value: Value) -> Term {
        let mut node = self.term.nodes()[place].clone();
        node.1[slot] = value;
        self.replaced(place, node)
    }

    /// The structure with another node at an index, without the nodes that are then unreachable.
    fn replaced(&self, place: usize, node: Node) -> Term {
        with_node(self.vocabulary, self.term, place, node)
    }
}

/// The structure with another node at an index, without the nodes that are then unreachable.
pub(crate) fn with_node(vocabulary: &Vocabulary, term: &Term, place: usize, node: Node) -> Term {
    let mut nodes = term.nodes().to_vec();
    nodes[place] = node;
    remove_unreachable(vocabulary, &Term::new(nodes))
}

fn part_value(part: usize) -> Value {
    Value::Number(i64::try_from(part).unwrap_or(i64::MAX))
}

/// Removes the nodes that are no parts of the root.
fn remove_unreachable(vocabulary: &Vocabulary, term: &Term) -> Term {
    let mut reachable = vec![false; term.nodes().len()];
    if let Some(last) = reachable.last_mut() {
        *last = true;
    }
    for (place, node) in term.nodes().iter().enumerate().rev() {
        if reachable[place] {
            for (_, part) in term.parts(vocabulary, node) {
                reachable[part] = true;
            }
        }
    }
    let mut places = Vec::with_capacity(reachable.len());
    let mut next = 0;
    for is_reachable in &reachable {
        places.push(next);
        next += usize::from(*is_reachable);
    }
    let moved = |node: &Node| {
        let fields = vocabulary.shape(node.0).map(|shape| shape.fields.as_slice()).unwrap_or_default();
        let value = |(field, value): (&Field, &Value)| {
            let parts = parts_in(&field.kind, value).into_iter().map(|part| places[part]);
            match field.kind {
                FieldKind::Part(_) => parts.map(part_value).next().unwrap_or_else(|| value.clone()),
                FieldKind::Parts(_) => Value::Parts(parts.collect()),
                FieldKind::Number | FieldKind::Label(_) => value.clone(),
            }
        };
        Node(node.0, fields.iter().zip(&node.1).map(value).collect())
    };
    Term::new(
        term.nodes().iter().zip(&reachable).filter(|(_, keep)| **keep).map(|(node, _)| moved(node)).collect(),
    )
}

/// Subtracts 1 from all numbers that are at least `from`.
fn renumbered(vocabulary: &Vocabulary, term: &Term, from: i64) -> Term {
    let nodes = term.nodes().iter().map(|node| {
        let fields = vocabulary.shape(node.0).map(|shape| shape.fields.as_slice()).unwrap_or_default();
        let value = |(field, value): (&Field, &Value)| match (&field.kind, value) {
            (FieldKind::Number, Value::Number(number)) if *number >= from => {
                Value::Number(number.saturating_sub(1))
            }
            _ => value.clone(),
        };
        Node(node.0, fields.iter().zip(&node.1).map(value).collect())
    });
    Term::new(nodes.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::containment::contains;
    use crate::structure::test_pages::{page, vocabulary};

    /// All structures that this number of steps leads to.
    fn after(text: &str, steps: usize) -> Vec<Term> {
        let mut found = vec![page(text)];
        for _ in 0..steps {
            found = found.iter().flat_map(|term| reduction_steps(&vocabulary(), term)).collect();
        }
        found
    }

    #[test]
    fn one_step_leaves_one_thing_out() {
        let found = after("1:a,b 2:c | p1(q2 r) s", 1);
        for wanted in [
            "1:a,b 2:c | p1(q2 r)",
            "1:a,b 2:c | p1(r) s",
            "1:a,b 2:c | p(q2 r) s",
            "1:a,b 2:c | q2 r s",
            "1:a,b 2:c | r s",
            "1:b 2:c | p1(q2 r) s",
            "1:a 2:c | p1(q2 r) s",
            "2:c | p1(q2 r) s",
        ] {
            assert!(found.contains(&page(wanted)), "{wanted}");
        }
        assert!(found.is_sorted_by_key(|term| term.nodes().len()));
    }

    #[test]
    fn a_root_is_replaced_by_a_part_of_its_type() {
        let shape = |name: &str, fields: &[&str]| NodeShape {
            ty: "Term".into(),
            name: name.into(),
            fields: fields
                .iter()
                .map(|name| Field { name: (*name).into(), kind: FieldKind::Part("Term".into()) })
                .collect(),
        };
        let vocabulary = Vocabulary::new(vec![
            shape("Zero", &[]),
            shape("Minus", &["of"]),
            shape("Plus", &["left", "right"]),
        ]);
        let part = |place: i64| Value::Number(place);
        // 0 + -0
        let whole =
            [Node(0, vec![]), Node(0, vec![]), Node(1, vec![part(1)]), Node(2, vec![part(0), part(2)])];
        let found = reduction_steps(&vocabulary, &Term::new(whole.to_vec()));
        assert!(found.contains(&Term::new(vec![Node(0, vec![])])));
        assert!(found.contains(&Term::new(vec![Node(0, vec![]), Node(1, vec![part(0)])])));
        assert!(found.iter().all(|term| term.is_of(&vocabulary)));
    }

    #[test]
    fn a_rule_with_its_class_goes_in_three_steps() {
        let found = after("1:a 2:c | p1(q2)", 3);
        assert!(found.contains(&page("1:c | p(q1)")));
    }

    #[test]
    fn what_is_smaller_is_contained() {
        let vocabulary = vocabulary();
        for whole in ["1:a,b 2:c | p1(q2 r) s", "1:a | p1(q1(r1))", "1:a 2:b 3:c | p1 q2 r3"] {
            for part in reduction_steps(&vocabulary, &page(whole)) {
                // Splicing puts several parts in the place of one, which an embedding does not.
                let spliced = part.nodes().len() + 1 == page(whole).nodes().len();
                assert!(spliced || contains(&vocabulary, &page(whole), &part), "{whole}: {part:?}");
                assert!(!contains(&vocabulary, &part, &page(whole)), "{whole}: {part:?}");
            }
        }
    }
}
