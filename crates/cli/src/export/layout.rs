//! How structures of a schema are written: what stands before, between and after the slots of each constructor.
//!
//! A [`Notation`] says it constructor by constructor; [`Layouts`] is that worked out once for a schema, with the texts
//! of all values of small domains, so that writing a structure (`write.rs`) only copies texts. `text.rs`, `ron.rs` and
//! `json.rs` are notations, and so are templates that are plain (`plain.rs`).

use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::{Constructor, Domain, Schema, Shape, SlotKind};

/// The texts of larger domains are made anew each time.
const TEXTS: u32 = 4096;

/// A piece of what a constructor is written as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// This text.
    Text(String),
    /// What fills the slot with this number.
    Slot(usize, Manner),
    /// This text, if what fills the slot is written as anything at all.
    IfWritten(usize, String),
}

/// How a slot is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Manner {
    /// As the notation has it.
    Usual,
    /// As a template shows a value: without quotes, and no list.
    Shown,
    /// The elements of a list, as a template shows values, with what stands before, between and after each.
    Each([String; 3]),
    /// One text for `true`, another for `false`.
    Choice(String, String),
}

/// How an optional value is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OptionText {
    pub(super) none: &'static str,
    pub(super) before: &'static str,
    pub(super) after: &'static str,
}

/// How the parts of a list are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ListText {
    pub(super) open: String,
    /// Before, between and after the elements.
    pub(super) each: [String; 3],
    pub(super) close: String,
}

impl ListText {
    pub(super) fn new(open: &str, between: &str, close: &str) -> Self {
        let each = ["", between, ""].map(str::to_owned);
        Self { open: open.to_owned(), each, close: close.to_owned() }
    }
}

/// What writes structures, constructor by constructor. `None` where it has no fixed text.
pub(super) trait Notation {
    /// A constructor of a plain type.
    fn constructor(&self, ctor: &Constructor, ty: &str) -> Option<Vec<Item>>;
    /// A tuple or array.
    fn tuple(&self, slots: usize) -> Vec<Item>;
    /// A list; how its elements are written.
    fn list(&self, manner: &Manner) -> Option<(ListText, Manner)>;
    /// An optional value, `nested` if it is of an option itself; how the value is written.
    fn option(&self, nested: bool, manner: &Manner) -> (OptionText, Manner);
    /// Whether tuples can be written in this manner.
    fn takes_tuples(&self, _manner: &Manner) -> bool {
        true
    }
    /// A value of a domain, in a field that may have a name to call it by.
    fn data(&self, domain: &Domain, index: u32, field: Option<&str>, manner: &Manner) -> String;
}

/// The pieces of a sequence of fields: `items` in order, with a separator.
pub(super) fn sequence(open: &str, labels: Vec<String>, between: &str, close: &str) -> Vec<Item> {
    let mut items = vec![Item::Text(open.to_owned())];
    for (slot, label) in labels.into_iter().enumerate() {
        let between = if slot > 0 { between } else { "" };
        items.push(Item::Text(format!("{between}{label}")));
        items.push(Item::Slot(slot, Manner::Usual));
    }
    items.push(Item::Text(close.to_owned()));
    items
}

/// What fills a slot.
#[derive(Debug)]
pub(super) enum Fill {
    /// A value whose texts are known, by index.
    Texts(Box<[Box<str>]>),
    /// A value of a large domain of integers.
    Number(Domain),
    /// A constructor, written as its layout says.
    Node,
    List(ListText, Box<Fill>),
    Option(OptionText, Box<Fill>),
}

/// What a constructor is written as.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// The type and the constructor, as errors name them.
    pub(super) name: Box<str>,
    /// For each slot, the text before it and what fills it.
    pub(super) slots: Box<[(Box<str>, Fill)]>,
    /// The text after the last slot.
    pub(super) last: Box<str>,
    /// How the slots' texts are put together, unless they stand in order and once each.
    pub(super) rearranged: Option<Box<[Item]>>,
}

/// The layouts of a schema's constructors.
#[derive(Debug)]
pub(super) struct Layouts {
    constructors: Box<[Layout]>,
    /// By constructor: whether it has no slots, as the end of a list and an optional value that is not there.
    ends: Box<[bool]>,
    pub(super) root: Fill,
    /// Whether the texts of some constructor's slots are put together in another order.
    pub(super) rearranges: bool,
}

impl Layouts {
    /// Works out a notation for a schema; `None` if it has no fixed text for some constructor.
    pub(super) fn new(schema: &Schema, notation: &impl Notation) -> Option<Self> {
        let layout = |ctor: &Constructor| {
            let ty = schema.ty(ctor.ty);
            let layout = match ty.shape {
                Shape::Plain => layout(schema, notation, ctor, notation.constructor(ctor, &ty.name)?)?,
                Shape::Tuple => layout(schema, notation, ctor, notation.tuple(ctor.slots.len()))?,
                // Written where they are used.
                Shape::List | Shape::Option => Layout::default(),
            };
            Some(Layout { name: format!("{}.{}", ty.name, ctor.name).into(), ..layout })
        };
        let constructors: Box<[Layout]> =
            schema.all_constructors().iter().map(layout).collect::<Option<_>>()?;
        let rearranges = constructors.iter().any(|layout| layout.rearranged.is_some());
        let ends = schema.all_constructors().iter().map(|ctor| ctor.slots.is_empty()).collect();
        let root = fill(schema, notation, SlotKind::Recursive(schema.root()), None, &Manner::Usual)?;
        Some(Self { constructors, ends, root, rearranges })
    }

    pub(super) fn is_end(&self, ctor: CtorIx) -> bool {
        self.ends[ctor.index()]
    }

    pub(super) fn of(&self, ctor: CtorIx) -> &Layout {
        &self.constructors[ctor.index()]
    }
}

fn layout(schema: &Schema, notation: &impl Notation, ctor: &Constructor, items: Vec<Item>) -> Option<Layout> {
    let mut manners = vec![Manner::Usual; ctor.slots.len()];
    let mut order = Vec::new();
    for item in &items {
        if let Item::Slot(slot, manner) = item {
            // A slot is gathered once, in one manner.
            if order.contains(slot) && manners[*slot] != *manner {
                return None;
            }
            order.push(*slot);
            manners[*slot] = manner.clone();
        }
    }
    let in_order = order.iter().copied().eq(0..ctor.slots.len())
        && !items.iter().any(|item| matches!(item, Item::IfWritten(..)));
    let mut before = vec![String::new(); ctor.slots.len() + 1];
    if in_order {
        let mut slot = 0;
        for item in &items {
            match item {
                Item::Text(text) => before[slot].push_str(text),
                _ => slot += 1,
            }
        }
    }
    let last = before.pop().unwrap_or_default().into_boxed_str();
    let slots = ctor.slots.iter().zip(before).zip(manners).map(|((slot, before), manner)| {
        let field = (!slot.name.starts_with(|first: char| first.is_ascii_digit())).then_some(&*slot.name);
        Some((before.into_boxed_str(), fill(schema, notation, slot.kind, field, &manner)?))
    });
    let slots = slots.collect::<Option<_>>()?;
    Some(Layout { slots, last, rearranged: (!in_order).then(|| items.into()), ..Layout::default() })
}

/// What fills a slot, in a field that may have a name to call it by.
fn fill(
    schema: &Schema,
    notation: &impl Notation,
    kind: SlotKind,
    field: Option<&str>,
    manner: &Manner,
) -> Option<Fill> {
    let ty = match kind {
        SlotKind::Data(domain) => {
            let domain = schema.domain(domain);
            let text = |index| notation.data(domain, index, field, manner).into_boxed_str();
            return Some(match domain {
                Domain::Range { .. } | Domain::Ints(_) if domain.len() > TEXTS => {
                    Fill::Number(domain.clone())
                }
                _ => Fill::Texts((0..domain.len()).map(text).collect()),
            });
        }
        SlotKind::Recursive(ty) => ty,
    };
    // The kind of what a container holds.
    let inner = || {
        let mut ctors = schema.constructors_of(ty).map(|ctor| schema.constructor(ctor));
        ctors.find_map(|ctor| ctor.slots.first()).map(|slot| slot.kind)
    };
    match schema.ty(ty).shape {
        Shape::Tuple if !notation.takes_tuples(manner) => None,
        Shape::Plain | Shape::Tuple => Some(Fill::Node),
        Shape::List => {
            let (text, manner) = notation.list(manner)?;
            let item = match inner() {
                Some(kind) => fill(schema, notation, kind, None, &manner)?,
                None => Fill::Node,
            };
            Some(Fill::List(text, Box::new(item)))
        }
        Shape::Option => {
            let kind = inner();
            let nested =
                matches!(kind, Some(SlotKind::Recursive(part)) if schema.ty(part).shape == Shape::Option);
            let (text, manner) = notation.option(nested, manner);
            let item = match kind {
                Some(kind) => fill(schema, notation, kind, field, &manner)?,
                None => Fill::Node,
            };
            Some(Fill::Option(text, Box::new(item)))
        }
    }
}
