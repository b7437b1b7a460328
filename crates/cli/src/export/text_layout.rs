//! The texts that stand before, between and after the slots of each constructor.
//!
//! A [`Notation`] gives them constructor by constructor. A [`SchemaLayout`] is a notation worked out once for a schema, with the
//! texts of all values of small domains, so that writing a structure (`structure_writer.rs`) only copies texts. `text.rs`,
//! `ron.rs` and `json.rs` are notations, and so are templates that need no engine (`plain_template.rs`).

use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::{Constructor, Domain, Schema, Shape, SlotKind};
use dpgen_forest::structure::NodeNumbers;

/// The largest domain of integers whose texts are kept.
const MAX_KEPT_TEXTS: u32 = 4096;

/// A piece of the text of a constructor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// This text.
    Text(String),
    /// The text of the slot with this number.
    Slot(usize, SlotStyle),
    /// This text, unless the text of the slot is empty.
    IfNotEmpty(usize, String),
}

/// The style of a slot's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SlotStyle {
    /// As the notation writes it.
    Standard,
    /// As a template shows a value: without quotes, and no list.
    Shown,
    /// The elements of a list, each as a template shows a value.
    Elements(Affixes),
    /// One text for `true`, another for `false`.
    BoolTexts(String, String),
}

/// The texts around the elements of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Affixes {
    pub(super) before_each: String,
    pub(super) between: String,
    pub(super) after_each: String,
}

/// The texts of an optional value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OptionText {
    pub(super) none: &'static str,
    pub(super) before: &'static str,
    pub(super) after: &'static str,
}

/// The texts of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ListText {
    pub(super) open: String,
    pub(super) affixes: Affixes,
    pub(super) close: String,
}

impl ListText {
    pub(super) fn new(open: &str, between: &str, close: &str) -> Self {
        let affixes = Affixes { between: between.to_owned(), ..Affixes::default() };
        Self { open: open.to_owned(), affixes, close: close.to_owned() }
    }
}

/// The texts of a container, and the style of what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Container<T> {
    pub(super) text: T,
    pub(super) inner: SlotStyle,
}

impl<T> Container<T> {
    /// A container whose parts are written as the notation writes them.
    pub(super) const fn standard(text: T) -> Self {
        Self { text, inner: SlotStyle::Standard }
    }
}

/// The texts of constructors, containers and values in one format.
pub(super) trait Notation {
    /// A constructor of a plain type; `None` if it has no fixed text.
    fn constructor(&self, ctor: &Constructor, ty: &str) -> Option<Vec<Piece>>;
    /// Whether nodes that references can lead to begin with their number.
    fn numbers_nodes(&self) -> bool {
        false
    }
    /// A tuple or array.
    fn tuple(&self, slots: usize) -> Vec<Piece>;
    /// A list; `None` if it has no fixed text.
    fn list(&self, style: &SlotStyle) -> Option<Container<ListText>>;
    /// An optional value, `is_nested` if it is of an option itself.
    fn option(&self, is_nested: bool, style: &SlotStyle) -> Container<OptionText>;
    /// Whether tuples can be written in this style.
    fn takes_tuples(&self, _style: &SlotStyle) -> bool {
        true
    }
    /// A value of a domain, in a field that may have a name to call it by.
    fn data(&self, domain: &Domain, index: u32, field: Option<&str>, style: &SlotStyle) -> String;
}

/// The pieces of fields in order, each after its label, with a separator.
pub(super) fn sequence(open: &str, labels: Vec<String>, between: &str, close: &str) -> Vec<Piece> {
    let mut pieces = vec![Piece::Text(open.to_owned())];
    for (slot, label) in labels.into_iter().enumerate() {
        let between = if slot > 0 { between } else { "" };
        pieces.push(Piece::Text(format!("{between}{label}")));
        pieces.push(Piece::Slot(slot, SlotStyle::Standard));
    }
    pieces.push(Piece::Text(close.to_owned()));
    pieces
}

/// The content of a slot.
#[derive(Debug)]
pub(super) enum SlotContent {
    /// A value whose texts are kept, by index.
    Texts(Box<[Box<str>]>),
    /// A value of a large domain of integers.
    Number(Domain),
    /// A reference: the texts before and after its number.
    Reference(Box<str>, Box<str>),
    /// A constructor, written by its layout.
    Constructor,
    /// A list, and its elements.
    List(ListText, Box<SlotContent>),
    /// An optional value, and the value.
    Option(OptionText, Box<SlotContent>),
}

/// A slot, and the text before it.
#[derive(Debug)]
pub(super) struct SlotLayout {
    pub(super) before: Box<str>,
    pub(super) content: SlotContent,
}

/// The texts of a constructor.
#[derive(Debug, Default)]
pub(super) struct ConstructorLayout {
    /// The type and the constructor, as errors name them.
    pub(super) name: Box<str>,
    pub(super) slots: Box<[SlotLayout]>,
    /// The text after the last slot.
    pub(super) last: Box<str>,
    /// How the slots' texts are put together, unless they stand in order and once each.
    pub(super) rearranged: Option<Box<[Piece]>>,
}

/// The layouts of a schema's constructors.
#[derive(Debug)]
pub(super) struct SchemaLayout {
    constructors: Box<[ConstructorLayout]>,
    /// By constructor: whether it has no slots, as the end of a list and an optional value that is absent.
    is_end: Box<[bool]>,
    pub(super) root: SlotContent,
    /// Whether some constructor is rearranged.
    pub(super) rearranges: bool,
    /// The numbers before nodes, if they are written.
    node_numbers: Option<NodeNumbering>,
}

/// What is read of a schema to number its nodes.
#[derive(Debug)]
struct NodeNumbering {
    /// The numbers at the beginning of a structure.
    first: NodeNumbers,
    constructors: Box<[Constructor]>,
}

/// The nodes of one structure, as they are met.
pub(super) struct NodeCounter<'l> {
    met: NodeNumbers,
    constructors: &'l [Constructor],
}

impl NodeCounter<'_> {
    /// The number of a structure that begins, if it is a node.
    pub(super) fn enter(&mut self, ctor: CtorIx) -> Option<u32> {
        self.met.enter(&self.constructors[ctor.index()])
    }
}

impl SchemaLayout {
    /// Works out a notation for a schema; `None` if it has no fixed text for some constructor.
    pub(super) fn new(schema: &Schema, notation: &impl Notation) -> Option<Self> {
        let layout = |ctor: &Constructor| {
            let ty = schema.ty(ctor.ty);
            let layout = match ty.shape {
                Shape::Plain => {
                    constructor_layout(schema, notation, ctor, notation.constructor(ctor, &ty.name)?)?
                }
                Shape::Tuple => constructor_layout(schema, notation, ctor, notation.tuple(ctor.slots.len()))?,
                // Written where they are used.
                Shape::List | Shape::Option => ConstructorLayout::default(),
            };
            Some(ConstructorLayout { name: format!("{}.{}", ty.name, ctor.name).into(), ..layout })
        };
        let constructors: Box<[ConstructorLayout]> =
            schema.all_constructors().iter().map(layout).collect::<Option<_>>()?;
        let rearranges = constructors.iter().any(|layout| layout.rearranged.is_some());
        let is_end = schema.all_constructors().iter().map(|ctor| ctor.slots.is_empty()).collect();
        let root =
            slot_content(schema, notation, SlotKind::Recursive(schema.root()), None, &SlotStyle::Standard)?;
        let first = NodeNumbers::new(schema);
        let node_numbers = (notation.numbers_nodes() && !first.is_empty())
            .then(|| NodeNumbering { first, constructors: schema.all_constructors().into() });
        Some(Self { constructors, is_end, root, rearranges, node_numbers })
    }

    /// Whether the text of a word depends on nothing but that word and those before it, and follows theirs.
    pub(super) const fn is_sequential(&self) -> bool {
        !self.rearranges && self.node_numbers.is_none()
    }

    /// What counts the nodes of a structure, if their numbers are written.
    pub(super) fn node_counter(&self) -> Option<NodeCounter<'_>> {
        let NodeNumbering { first, constructors } = self.node_numbers.as_ref()?;
        Some(NodeCounter { met: first.clone(), constructors })
    }

    /// Whether a constructor has no slots.
    pub(super) fn is_end(&self, ctor: CtorIx) -> bool {
        self.is_end[ctor.index()]
    }

    /// The layout of a constructor.
    pub(super) fn constructor(&self, ctor: CtorIx) -> &ConstructorLayout {
        &self.constructors[ctor.index()]
    }
}

fn constructor_layout(
    schema: &Schema,
    notation: &impl Notation,
    ctor: &Constructor,
    pieces: Vec<Piece>,
) -> Option<ConstructorLayout> {
    let mut styles = vec![SlotStyle::Standard; ctor.slots.len()];
    let mut order = Vec::new();
    for piece in &pieces {
        if let Piece::Slot(slot, style) = piece {
            // A slot is written once, in one style.
            if order.contains(slot) && styles[*slot] != *style {
                return None;
            }
            order.push(*slot);
            styles[*slot] = style.clone();
        }
    }
    let is_in_order = order.iter().copied().eq(0..ctor.slots.len())
        && !pieces.iter().any(|piece| matches!(piece, Piece::IfNotEmpty(..)));
    let mut before = vec![String::new(); ctor.slots.len() + 1];
    if is_in_order {
        let mut slot = 0;
        for piece in &pieces {
            match piece {
                Piece::Text(text) => before[slot].push_str(text),
                _ => slot += 1,
            }
        }
    }
    let last = before.pop().unwrap_or_default().into_boxed_str();
    let slots = ctor.slots.iter().zip(before).zip(styles).map(|((slot, before), style)| {
        let field = (!slot.name.starts_with(|first: char| first.is_ascii_digit())).then_some(&*slot.name);
        let content = slot_content(schema, notation, slot.kind, field, &style)?;
        Some(SlotLayout { before: before.into_boxed_str(), content })
    });
    let slots = slots.collect::<Option<_>>()?;
    let rearranged = (!is_in_order).then(|| pieces.into());
    Some(ConstructorLayout { slots, last, rearranged, ..ConstructorLayout::default() })
}

/// The content of a slot, in a field that may have a name to call it by.
fn slot_content(
    schema: &Schema,
    notation: &impl Notation,
    kind: SlotKind,
    field: Option<&str>,
    style: &SlotStyle,
) -> Option<SlotContent> {
    let ty = match kind {
        SlotKind::Data(domain) => {
            let domain = schema.domain(domain);
            let text = |index| notation.data(domain, index, field, style).into_boxed_str();
            return Some(match domain {
                Domain::Range { .. } | Domain::Ints(_) if domain.len() > MAX_KEPT_TEXTS => {
                    SlotContent::Number(domain.clone())
                }
                Domain::Nodes { .. } => {
                    // The texts of references differ by the number alone.
                    let first = text(0);
                    let (before, after) = first.split_once('0').unwrap_or((&first, ""));
                    SlotContent::Reference(before.into(), after.into())
                }
                _ => SlotContent::Texts((0..domain.len()).map(text).collect()),
            });
        }
        SlotKind::Recursive(ty) => ty,
    };
    // The kind of what a container holds; none if it holds nothing.
    let inner_kind = || {
        let mut ctors = schema.constructors_of(ty).map(|ctor| schema.constructor(ctor));
        ctors.find_map(|ctor| ctor.slots.first()).map(|slot| slot.kind)
    };
    let inner_content = |kind: Option<SlotKind>, field, style: &SlotStyle| match kind {
        Some(kind) => slot_content(schema, notation, kind, field, style).map(Box::new),
        None => Some(Box::new(SlotContent::Constructor)),
    };
    match schema.ty(ty).shape {
        Shape::Tuple if !notation.takes_tuples(style) => None,
        Shape::Plain | Shape::Tuple => Some(SlotContent::Constructor),
        Shape::List => {
            let Container { text, inner } = notation.list(style)?;
            Some(SlotContent::List(text, inner_content(inner_kind(), None, &inner)?))
        }
        Shape::Option => {
            let kind = inner_kind();
            let is_nested =
                matches!(kind, Some(SlotKind::Recursive(part)) if schema.ty(part).shape == Shape::Option);
            let Container { text, inner } = notation.option(is_nested, style);
            Some(SlotContent::Option(text, inner_content(kind, field, &inner)?))
        }
    }
}
