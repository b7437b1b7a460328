//! Containment of structures: whether leaving parts of a structure out gives another one.
//!
//! This is Kruskal's embedding of ordered trees ("Well-quasi-ordering, the tree theorem, and Vazsonyi's conjecture", 1960).
//! A node is contained in another node if
//!
//! - it is contained in a part of it, or
//! - it has the same constructor and the same data, and its parts are contained, in order, in some parts of the other one,
//!   each in a part of a field of the same name; a single part may also come from a list of the same type or go into one, so
//!   that `first` may be left out of `first, more`; or
//! - it has a smaller constructor, with some of the other's fields, and the same holds for these.
//!
//! Numbers may be renumbered: some order-preserving map takes all numbers of the contained structure to numbers of the other
//! one that are no smaller. So without its class 1, a page's class 2 may be called 1.

use crate::structure::embedding_table::is_within;
use crate::structure::term::{Node, Term, Value};
use crate::structure::vocabulary::{Field, FieldKind, Vocabulary};

/// The most renumberings that are tried; the first changes nothing.
const MAX_RENUMBERINGS: usize = 256;

/// Whether `part` is contained in `whole`. A structure is contained in itself.
///
/// ```
/// use dpgen_diff::{Field, FieldKind, Node, NodeShape, Term, Value, Vocabulary, contains};
///
/// let field = |name: &str, kind| Field { name: name.into(), kind };
/// let fields = vec![field("tag", FieldKind::Label(vec!["p".into(), "em".into(), "div".into()])), field("children", FieldKind::Parts("Element".into()))];
/// let vocabulary = Vocabulary::new(vec![NodeShape { ty: "Element".into(), name: "Element".into(), fields }]);
/// let element = |tag: &str, children: &[usize]| Node(0, vec![Value::Label(tag.into()), Value::Parts(children.to_vec())]);
///
/// let whole = Term::new(vec![element("p", &[]), element("em", &[]), element("div", &[0, 1])]);
/// let part = Term::new(vec![element("em", &[]), element("div", &[0])]);
/// assert!(contains(&vocabulary, &whole, &part));
/// assert!(!contains(&vocabulary, &part, &whole));
/// ```
#[must_use]
pub fn contains(vocabulary: &Vocabulary, whole: &Term, part: &Term) -> bool {
    // First each number on its own: that is cheap, and refuses nearly all.
    if part.nodes().len() > whole.nodes().len()
        || !embeds(vocabulary, whole, part, |small, large| small <= large)
    {
        return false;
    }
    let (from, to) = (part.numbers(vocabulary), whole.numbers(vocabulary));
    let unchanged =
        std::iter::once(from.clone()).filter(|from| from.iter().all(|number| to.contains(number)));
    unchanged.chain(Renumberings::new(&from, &to)).take(MAX_RENUMBERINGS).any(|map| {
        embeds(vocabulary, whole, part, |small, large| {
            from.binary_search(&small).is_ok_and(|place| map.get(place) == Some(&large))
        })
    })
}

/// Whether one structure is contained in another one, where `fits` decides whether a number of the part may become one of the
/// whole.
fn embeds(vocabulary: &Vocabulary, whole: &Term, part: &Term, fits: impl Fn(i64, i64) -> bool) -> bool {
    is_within(vocabulary, whole, part, |within, (node, below), wanted| {
        data_fits(vocabulary, node, wanted, &fits) && {
            // Greedy: the first place that fits is never a worse choice than a later one.
            let mut places = below.iter();
            part.parts(vocabulary, wanted).all(|(field, of_wanted)| {
                places.any(|(other, below)| are_compatible(field, other) && within.has(*below, of_wanted))
            })
        }
    })
}

/// Whether a node's constructor and data are those of another one, or a smaller constructor with some of its data.
fn data_fits(vocabulary: &Vocabulary, large: &Node, small: &Node, fits: impl Fn(i64, i64) -> bool) -> bool {
    let (Some(theirs), Some(mine)) = (vocabulary.shape(large.0), vocabulary.shape(small.0)) else {
        return false;
    };
    if large.0 != small.0 && !Vocabulary::is_smaller(mine, theirs) {
        return false;
    }
    mine.fields.iter().zip(&small.1).all(|(field, value)| {
        if !matches!(field.kind, FieldKind::Number | FieldKind::Label(_)) {
            return true;
        }
        let other = theirs.fields.iter().zip(&large.1).find(|(other, _)| *other == field);
        match (value, other.map(|(_, other)| other)) {
            (Value::Number(small), Some(Value::Number(large))) => fits(*small, *large),
            (value, other) => Some(value) == other,
        }
    })
}

/// Whether a part of one field can be contained in a part of another one.
fn are_compatible(mine: &Field, theirs: &Field) -> bool {
    match (&mine.kind, &theirs.kind) {
        (FieldKind::Part(one), FieldKind::Parts(other)) | (FieldKind::Parts(one), FieldKind::Part(other)) => {
            one == other
        }
        _ => mine.name == theirs.name,
    }
}

/// The order-preserving maps of ascending numbers to others that are not smaller.
struct Renumberings<'n> {
    from: &'n [i64],
    to: &'n [i64],
    /// The indices in `to` of the next map, ascending; none when there are no more maps.
    places: Option<Vec<usize>>,
}

impl<'n> Renumberings<'n> {
    fn new(from: &'n [i64], to: &'n [i64]) -> Self {
        let places = (from.len() <= to.len()).then(|| (0..from.len()).collect());
        Self { from, to, places }
    }

    /// Goes to the next choice of indices, in lexicographic order.
    fn advance(&mut self) {
        let Some(places) = &mut self.places else { return };
        let room = self.to.len() - places.len();
        let Some(turned) = (0..places.len()).rev().find(|&place| places[place] < place + room) else {
            self.places = None;
            return;
        };
        let first = places[turned] + 1;
        for (step, place) in places[turned..].iter_mut().enumerate() {
            *place = first + step;
        }
    }
}

impl Iterator for Renumberings<'_> {
    type Item = Vec<i64>;

    fn next(&mut self) -> Option<Vec<i64>> {
        // Bounded, as a structure with many numbers has too many choices.
        for _ in 0..MAX_RENUMBERINGS * MAX_RENUMBERINGS {
            let map: Vec<i64> = self.places.as_ref()?.iter().map(|place| self.to[*place]).collect();
            self.advance();
            if self.from.iter().zip(&map).all(|(from, to)| from <= to) {
                return Some(map);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::test_pages::{page, vocabulary};

    fn holds(whole: &str, part: &str) -> bool {
        contains(&vocabulary(), &page(whole), &page(part))
    }

    #[test]
    fn a_declaration_a_class_or_a_tag_less_is_contained() {
        let whole = "1:a,b 2:c | p1(q2 r) s";
        for part in [
            "1:a,b 2:c | p1(q2 r)",
            "1:a,b 2:c | p1(q2)",
            "1:a 2:c | p1(q2 r) s",
            "1:b 2:c | p1(q2 r) s",
            // Without the class 1, the other one is the first.
            "1:c | p(q1 r) s",
            "1:a,b | p1(q r) s",
            // The middle is left out.
            "1:c | q1",
            "| p(r) s",
            "|",
            whole,
        ] {
            assert!(holds(whole, part), "{part}");
            assert_eq!(holds(part, whole), part == whole, "{part}");
        }
    }

    #[test]
    fn what_is_not_there_is_not_contained() {
        let whole = "1:a,b 2:c | p1(q2 r) s";
        for part in [
            "1:b,a | p1",
            "| s p",
            "| p(s)",
            "| q(r)",
            "| x",
            // The declaration of the inner class on the outer element.
            "1:c | p1(q r) s",
            // The one of the outer class on the inner element.
            "1:a | p(q1)",
            "1:c 2:a | p1(q2)",
        ] {
            assert!(!holds(whole, part), "{part}");
        }
    }

    #[test]
    fn containment_is_transitive_here() {
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
        for a in pages {
            for b in pages {
                for c in pages {
                    assert!(!(holds(a, b) && holds(b, c)) || holds(a, c), "{a} {b} {c}");
                }
            }
        }
    }
}
