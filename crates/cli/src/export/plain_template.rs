//! Templates that need no template engine: texts, fields, choices by a field, and lists.
//!
//! They are the notation [`PlainTemplates`], whose results equal minijinja's. It understands the forms below; a template with
//! any other is left to minijinja:
//!
//! | in a template | written |
//! |---|---|
//! | `{{ field }}` | a value, a substructure, or an optional one |
//! | `{{ 'a' }}` | the text |
//! | `{{ 'a' if flag else 'b' }}`, `{{ 'a' if flag }}` | one of two texts, by a `bool` |
//! | `{{ 'a' if part }}` | a text, unless the substructure is written as nothing |
//! | `{{ list \| join('a') }}` | the elements, with a text between them |
//! | `{% for item in list %}a{{ item }}b{% endfor %}` | the elements, each between two texts |

use dpgen_forest::schema::{Constructor, Domain, Schema, Shape, SlotKind};
use minijinja::Value;

use crate::export::template::Templates;
use crate::export::template_tokens::TEMPLATE_KEYWORDS;
use crate::export::text_layout::{
    Affixes, Container, ListText, Notation, OptionText, Piece, SlotStyle, sequence,
};

/// The templates of a schema's parts, as a notation. Constructors without one are written as `Name(field field)`.
pub(super) struct PlainTemplates<'t> {
    pub(super) schema: &'t Schema,
    pub(super) templates: &'t Templates,
}

impl Notation for PlainTemplates<'_> {
    fn constructor(&self, ctor: &Constructor, ty: &str) -> Option<Vec<Piece>> {
        match self.templates.of_part(ty, &ctor.name) {
            Some(template) => TemplateReader { schema: self.schema, ctor, rest: template }.pieces(),
            None if ctor.slots.is_empty() => Some(vec![Piece::Text(ctor.name.clone())]),
            None => {
                let labels = vec![String::new(); ctor.slots.len()];
                Some(sequence(&format!("{}(", ctor.name), labels, " ", ")"))
            }
        }
    }

    fn tuple(&self, slots: usize) -> Vec<Piece> {
        sequence("[", vec![String::new(); slots], " ", "]")
    }

    fn list(&self, style: &SlotStyle) -> Option<Container<ListText>> {
        match style {
            SlotStyle::Standard => Some(Container::standard(ListText::new("[", " ", "]"))),
            SlotStyle::Elements(affixes) => {
                let text = ListText { open: String::new(), affixes: affixes.clone(), close: String::new() };
                Some(Container { text, inner: SlotStyle::Shown })
            }
            SlotStyle::Shown | SlotStyle::BoolTexts(..) => None,
        }
    }

    fn option(&self, _nested: bool, style: &SlotStyle) -> Container<OptionText> {
        // minijinja writes `none` as `None`.
        let none = if *style == SlotStyle::Standard { "-" } else { "None" };
        Container { text: OptionText { none, before: "", after: "" }, inner: style.clone() }
    }

    fn takes_tuples(&self, style: &SlotStyle) -> bool {
        *style == SlotStyle::Standard
    }

    fn data(&self, domain: &Domain, index: u32, _field: Option<&str>, style: &SlotStyle) -> String {
        match (domain, style) {
            (Domain::Bool, SlotStyle::BoolTexts(yes, no)) => if index == 1 { yes } else { no }.clone(),
            (Domain::Bool, SlotStyle::Shown) => Value::from(index == 1).to_string(),
            // Templates compute with references.
            (Domain::Nodes { .. }, _) => index.to_string(),
            _ => domain.show(index),
        }
    }
}

/// A reader of one template.
struct TemplateReader<'t> {
    schema: &'t Schema,
    ctor: &'t Constructor,
    rest: &'t str,
}

impl<'t> TemplateReader<'t> {
    /// The pieces of the whole template; `None` if it has a form that is not understood.
    fn pieces(mut self) -> Option<Vec<Piece>> {
        let mut pieces = Vec::new();
        loop {
            pieces.push(Piece::Text(self.text()?.to_owned()));
            let piece = match self.rest.get(..2) {
                None => return self.rest.is_empty().then_some(pieces),
                Some("{{") => {
                    let inside = self.tag("{{", "}}")?;
                    self.expression(inside)?
                }
                Some(_) => self.for_loop()?,
            };
            pieces.push(piece);
        }
    }

    /// The text up to the next tag or the end.
    fn text(&mut self) -> Option<&'t str> {
        let end = ["{{", "{%", "{#"].iter().filter_map(|tag| self.rest.find(tag)).min();
        let (text, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        // minijinja handles line ends of other systems.
        (!text.contains('\r')).then_some(text)
    }

    /// The inside of the tag that begins here; signs that trim white space are not understood.
    fn tag(&mut self, open: &str, close: &str) -> Option<&'t str> {
        let (inside, rest) = self.rest.strip_prefix(open)?.split_once(close)?;
        self.rest = rest;
        (!inside.starts_with(['-', '+']) && !inside.ends_with(['-', '+'])).then(|| inside.trim())
    }

    /// An expression.
    fn expression(&self, text: &str) -> Option<Piece> {
        if let Some((value, filter)) = text.split_once('|') {
            let between = filter.trim().strip_prefix("join")?.trim();
            let between = match between.strip_prefix('(').map(|inside| inside.strip_suffix(')')) {
                Some(inside) => string(inside?.trim())?,
                None => between.is_empty().then_some("")?,
            };
            return self.list(value.trim(), Affixes { between: between.to_owned(), ..Affixes::default() });
        }
        if !text.starts_with(['\'', '"']) {
            let slot = self.slot(text)?;
            return Some(Piece::Slot(slot, SlotStyle::Shown));
        }
        let quote = text.chars().next()?;
        let (yes, condition) = text[1..].split_once(quote)?;
        let yes = (!yes.contains('\\')).then(|| yes.to_owned())?;
        if condition.trim().is_empty() {
            return Some(Piece::Text(yes));
        }
        let mut words = condition.trim().strip_prefix("if ")?.trim().splitn(2, ' ');
        let slot = self.slot(words.next()?)?;
        let no = match words.next() {
            Some(other) => Some(string(other.trim().strip_prefix("else ")?.trim())?.to_owned()),
            None => None,
        };
        match self.ctor.slots[slot].kind {
            SlotKind::Data(domain) if *self.schema.domain(domain) == Domain::Bool => {
                Some(Piece::Slot(slot, SlotStyle::BoolTexts(yes, no.unwrap_or_default())))
            }
            SlotKind::Recursive(ty) if self.schema.ty(ty).shape == Shape::Plain && no.is_none() => {
                Some(Piece::IfNotEmpty(slot, yes))
            }
            _ => None,
        }
    }

    /// A loop over a list.
    fn for_loop(&mut self) -> Option<Piece> {
        let head = self.tag("{%", "%}")?;
        let (name, list) = head.strip_prefix("for ")?.split_once(" in ")?;
        let before = self.text()?;
        let shown = self.tag("{{", "}}")?;
        let after = self.text()?;
        let end = self.tag("{%", "%}")?;
        let plain = shown == name.trim() && end == "endfor" && !TEMPLATE_KEYWORDS.contains(&shown);
        if !plain {
            return None;
        }
        let (before_each, after_each) = (before.to_owned(), after.to_owned());
        self.list(list.trim(), Affixes { before_each, after_each, ..Affixes::default() })
    }

    /// A list, by the name of its field.
    fn list(&self, name: &str, affixes: Affixes) -> Option<Piece> {
        let slot = self.slot(name)?;
        let SlotKind::Recursive(ty) = self.ctor.slots[slot].kind else { return None };
        let is_list = self.schema.ty(ty).shape == Shape::List;
        is_list.then_some(Piece::Slot(slot, SlotStyle::Elements(affixes)))
    }

    /// The slot of a field.
    fn slot(&self, name: &str) -> Option<usize> {
        let slot = self.ctor.slots.iter().position(|slot| slot.name == name)?;
        (!TEMPLATE_KEYWORDS.contains(&name)).then_some(slot)
    }
}

/// The text of a string without escapes.
fn string(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|first| matches!(first, '\'' | '"'))?;
    let inside = text[1..].strip_suffix(quote)?;
    (!inside.contains(['\\', quote])).then_some(inside)
}
