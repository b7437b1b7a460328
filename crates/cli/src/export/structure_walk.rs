//! Walks over the compact words of a structure and calls a [`Sink`] with brackets, fields and values, without recursion.
//!
//! Containers show as what they are: the chain of a list is one [`Bracket::List`], an option is its value or
//! [`Sink::none`], a tuple's constructor does not show.

use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::{Constructor, Domain, Schema, Shape, SlotKind};

/// The kind of a node with parts.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bracket<'a> {
    /// A constructor, with the name of its type.
    Constructor(&'a Constructor, &'a str),
    /// A list.
    List,
    /// A tuple or array.
    Tuple,
    /// An optional value that is there.
    Some,
}

/// A receiver of a structure. Calls are well nested: `open`, then for each part `part` and the part itself,
/// then `close`.
pub(super) trait Sink {
    /// A node with parts begins.
    fn open(&mut self, bracket: Bracket<'_>);
    /// The next part of the innermost bracket: its name.
    fn part(&mut self, name: &str);
    /// All parts of the innermost bracket were there.
    fn close(&mut self, bracket: Bracket<'_>);
    /// An optional value that is not there.
    fn none(&mut self);
    /// A value of a domain, by its index.
    fn data(&mut self, domain: &Domain, index: u32);
}

/// A node whose parts are not complete.
struct OpenNode {
    ctor: CtorIx,
    /// The next slot.
    slot: usize,
}

fn bracket(schema: &Schema, ctor: CtorIx) -> Bracket<'_> {
    let constructor = schema.constructor(ctor);
    let ty = schema.ty(constructor.ty);
    match ty.shape {
        Shape::Plain => Bracket::Constructor(constructor, &ty.name),
        Shape::List => Bracket::List,
        Shape::Option => Bracket::Some,
        Shape::Tuple => Bracket::Tuple,
    }
}

/// Begins a node; `None` if it has no parts to come.
fn open(schema: &Schema, ctor: CtorIx, sink: &mut impl Sink) -> Option<OpenNode> {
    let bracket = bracket(schema, ctor);
    let empty = schema.constructor(ctor).slots.is_empty();
    match bracket {
        Bracket::Some if empty => {
            sink.none();
            return None;
        }
        _ => sink.open(bracket),
    }
    if empty {
        sink.close(bracket);
        return None;
    }
    Some(OpenNode { ctor, slot: 0 })
}

/// Walks through a structure. Words that are no structure of the schema end the walk early.
pub(super) fn walk(schema: &Schema, words: &[u32], sink: &mut impl Sink) {
    let mut words = words.iter().copied();
    let Some(root) = words.next() else { return };
    let mut stack: Vec<OpenNode> = open(schema, CtorIx::from_word(root), sink).into_iter().collect();
    while let Some(node) = stack.last_mut() {
        let bracket = bracket(schema, node.ctor);
        let Some(slot) = schema.constructor(node.ctor).slots.get(node.slot) else {
            sink.close(bracket);
            stack.pop();
            continue;
        };
        let Some(word) = words.next() else { return };
        let rest_of_list = matches!(bracket, Bracket::List) && node.slot == 1;
        node.slot += 1;
        if !rest_of_list {
            sink.part(&slot.name);
        }
        match slot.kind {
            SlotKind::Data(domain) => sink.data(schema.domain(domain), word),
            SlotKind::Recursive(_) if rest_of_list => {
                let rest = CtorIx::from_word(word);
                if schema.constructor(rest).slots.is_empty() {
                    sink.close(bracket);
                    stack.pop();
                } else {
                    node.slot = 0;
                }
            }
            SlotKind::Recursive(_) => stack.extend(open(schema, CtorIx::from_word(word), sink)),
        }
    }
}
