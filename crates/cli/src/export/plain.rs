//! Templates of parts that are plain: texts, fields, choices by a field, and lists.
//!
//! These need no template engine: they are the notation [`Plain`]. What is understood, with everything else left to
//! minijinja, whose results are the same:
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

use super::layout::{Item, ListText, Manner, Notation, OptionText, sequence};
use super::template::Templates;

/// Words that name no field in an expression.
const RESERVED: [&str; 14] =
    ["true", "True", "false", "False", "none", "None", "and", "or", "not", "is", "in", "if", "else", "loop"];

/// The templates of a schema's parts, as a notation. Constructors without one are written as `Name(field field)`.
pub(super) struct Plain<'t> {
    pub(super) schema: &'t Schema,
    pub(super) templates: &'t Templates,
}

impl Notation for Plain<'_> {
    fn constructor(&self, ctor: &Constructor, ty: &str) -> Option<Vec<Item>> {
        match self.templates.of_part(ty, &ctor.name) {
            Some(template) => Reader { schema: self.schema, ctor, rest: template }.items(),
            None if ctor.slots.is_empty() => Some(vec![Item::Text(ctor.name.clone())]),
            None => {
                let labels = vec![String::new(); ctor.slots.len()];
                Some(sequence(&format!("{}(", ctor.name), labels, " ", ")"))
            }
        }
    }

    fn tuple(&self, slots: usize) -> Vec<Item> {
        sequence("[", vec![String::new(); slots], " ", "]")
    }

    fn list(&self, manner: &Manner) -> Option<(ListText, Manner)> {
        match manner {
            Manner::Usual => Some((ListText::new("[", " ", "]"), Manner::Usual)),
            Manner::Each(each) => {
                let text = ListText { open: String::new(), each: each.clone(), close: String::new() };
                Some((text, Manner::Shown))
            }
            Manner::Shown | Manner::Choice(..) => None,
        }
    }

    fn option(&self, _nested: bool, manner: &Manner) -> (OptionText, Manner) {
        // What minijinja makes of `none`.
        let none = if *manner == Manner::Usual { "-" } else { "None" };
        (OptionText { none, before: "", after: "" }, manner.clone())
    }

    fn takes_tuples(&self, manner: &Manner) -> bool {
        *manner == Manner::Usual
    }

    fn data(&self, domain: &Domain, index: u32, _field: Option<&str>, manner: &Manner) -> String {
        match (domain, manner) {
            (Domain::Bool, Manner::Choice(yes, no)) => if index == 1 { yes } else { no }.clone(),
            (Domain::Bool, Manner::Shown) => Value::from(index == 1).to_string(),
            _ => domain.show(index),
        }
    }
}

/// Reads a template, piece by piece.
struct Reader<'t> {
    schema: &'t Schema,
    ctor: &'t Constructor,
    rest: &'t str,
}

impl<'t> Reader<'t> {
    /// The items of the whole template; `None` if it is not plain.
    fn items(mut self) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        loop {
            items.push(Item::Text(self.text()?.to_owned()));
            let item = match self.rest.get(..2) {
                None => return self.rest.is_empty().then_some(items),
                Some("{{") => {
                    let inside = self.tag("{{", "}}")?;
                    self.expression(inside)?
                }
                Some(_) => self.each()?,
            };
            items.push(item);
        }
    }

    /// The text up to the next tag or the end.
    fn text(&mut self) -> Option<&'t str> {
        let end = ["{{", "{%", "{#"].iter().filter_map(|tag| self.rest.find(tag)).min();
        let (text, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        // Line ends of other systems are minijinja's affair.
        (!text.contains('\r')).then_some(text)
    }

    /// What stands in a tag, which begins here; signs that trim white space are none that are understood.
    fn tag(&mut self, open: &str, close: &str) -> Option<&'t str> {
        let (inside, rest) = self.rest.strip_prefix(open)?.split_once(close)?;
        self.rest = rest;
        (!inside.starts_with(['-', '+']) && !inside.ends_with(['-', '+'])).then(|| inside.trim())
    }

    /// An expression.
    fn expression(&self, text: &str) -> Option<Item> {
        if let Some((value, filter)) = text.split_once('|') {
            let between = filter.trim().strip_prefix("join")?.trim();
            let between = match between.strip_prefix('(').map(|inside| inside.strip_suffix(')')) {
                Some(inside) => string(inside?.trim())?,
                None => between.is_empty().then_some("")?,
            };
            return self.list(value.trim(), ["", between, ""]);
        }
        if !text.starts_with(['\'', '"']) {
            let slot = self.slot(text)?;
            return Some(Item::Slot(slot, Manner::Shown));
        }
        let quote = text.chars().next()?;
        let (yes, condition) = text[1..].split_once(quote)?;
        let yes = (!yes.contains('\\')).then(|| yes.to_owned())?;
        if condition.trim().is_empty() {
            return Some(Item::Text(yes));
        }
        let mut words = condition.trim().strip_prefix("if ")?.trim().splitn(2, ' ');
        let slot = self.slot(words.next()?)?;
        let no = match words.next() {
            Some(other) => Some(string(other.trim().strip_prefix("else ")?.trim())?.to_owned()),
            None => None,
        };
        match self.ctor.slots[slot].kind {
            SlotKind::Data(domain) if *self.schema.domain(domain) == Domain::Bool => {
                Some(Item::Slot(slot, Manner::Choice(yes, no.unwrap_or_default())))
            }
            SlotKind::Recursive(ty) if self.schema.ty(ty).shape == Shape::Plain && no.is_none() => {
                Some(Item::IfWritten(slot, yes))
            }
            _ => None,
        }
    }

    /// A loop over a list.
    fn each(&mut self) -> Option<Item> {
        let head = self.tag("{%", "%}")?;
        let (name, list) = head.strip_prefix("for ")?.split_once(" in ")?;
        let before = self.text()?;
        let shown = self.tag("{{", "}}")?;
        let after = self.text()?;
        let end = self.tag("{%", "%}")?;
        let plain = shown == name.trim() && end == "endfor" && !RESERVED.contains(&shown);
        if plain { self.list(list.trim(), [before, "", after]) } else { None }
    }

    fn list(&self, name: &str, each: [&str; 3]) -> Option<Item> {
        let slot = self.slot(name)?;
        let SlotKind::Recursive(ty) = self.ctor.slots[slot].kind else { return None };
        let is_list = self.schema.ty(ty).shape == Shape::List;
        is_list.then(|| Item::Slot(slot, Manner::Each(each.map(str::to_owned))))
    }

    /// The slot of a field.
    fn slot(&self, name: &str) -> Option<usize> {
        let slot = self.ctor.slots.iter().position(|slot| slot.name == name)?;
        (!RESERVED.contains(&name)).then_some(slot)
    }
}

/// The text of a string without escapes.
fn string(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|first| matches!(first, '\'' | '"'))?;
    let inside = text[1..].strip_suffix(quote)?;
    (!inside.contains(['\\', quote])).then_some(inside)
}
