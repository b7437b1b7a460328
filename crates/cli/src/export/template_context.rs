//! The values that templates see of a structure, built from its leaves up.
//!
//! A template of a part sees its constructor's fields: substructures as the text that their own templates made, lists as lists
//! of such texts, an absent optional value as `none`. A constructor without a template is written as `Name(field field)`. The
//! template of the whole sees `size`, `rank`, `key`, `text` (what `--format text` writes) and `value`: an object with `kind`,
//! the constructor's name, and the fields; macros may call themselves to walk through it.
//!
//! In templates that ask for attributes, substructures are objects ([`TemplatePart`]) that show as the same texts. Invariant:
//! nodes are counted in the order of [`dpgen_forest::structure::nodes_of`], by which answers are numbered.

use std::sync::Arc;

use dpgen_forest::schema::{Constructor, Domain, Schema};
use dpgen_spec::Answers;
use minijinja::value::ValueKind;
use minijinja::{Value, context};

use crate::export::error::{ExportError, MAX_TEXT_LEN};
use crate::export::structure_position::Position;
use crate::export::structure_walk::{Bracket, Sink, walk};
use crate::export::template::{CONTEXT_NAME, Templates};
use crate::export::template_part::{TemplatePart, attr_function, context_object};

/// The greatest depth of `value`: minijinja recurses through nested objects.
const MAX_VALUE_DEPTH: usize = 2_000;

/// Renders a structure by the templates of its parts.
pub(super) fn render_parts(
    templates: &Templates,
    schema: &Schema,
    words: &[u32],
) -> Result<String, ExportError> {
    let text = gather(templates, schema, words, true).map(|value| value_text(&value))?;
    if text.len() > MAX_TEXT_LEN {
        return Err(ExportError::Long { of: "a structure".to_owned() });
    }
    Ok(text)
}

/// Renders a structure, whose short form is `text`, by the template of the whole.
pub(super) fn render_whole(
    templates: &Templates,
    schema: &Schema,
    words: &[u32],
    place: Position<'_>,
    text: &str,
) -> Result<String, ExportError> {
    let rank = place.rank.to_u128().map_or_else(|| Value::from(place.rank.to_string()), Value::from);
    let value =
        if templates.looks_in() { gather(templates, schema, words, false)? } else { Value::UNDEFINED };
    let (key, solution) = (place.key, place.solution);
    templates.render_whole(context! { size => place.size, rank, solution, key, text, value })
}

fn gather(templates: &Templates, schema: &Schema, words: &[u32], render: bool) -> Result<Value, ExportError> {
    let asks = if render { templates.parts_ask() } else { templates.asks() };
    let attributes = templates.attributes().filter(|_| asks);
    let answers = attributes.map(|attributes| Arc::new(attributes.ask(words)));
    let outer = OpenBracket { name: String::new(), parts: Vec::new(), bytes: 0, asks: asks && !render };
    let mut sink = ContextBuilder {
        templates,
        render,
        answers,
        nodes: 0,
        open: vec![outer],
        bytes: 0,
        name: String::new(),
        failed: None,
    };
    walk(schema, words, &mut sink);
    match sink.failed {
        Some(error) => Err(error),
        None => {
            let whole = sink.open.pop().and_then(|mut outer| outer.parts.pop());
            Ok(whole.map_or(Value::from(""), |(_, value)| value))
        }
    }
}

/// A value as text: strings as they are, lists in brackets, `-` for an absent optional value.
fn value_text(value: &Value) -> String {
    match (value.kind(), value.try_iter()) {
        (ValueKind::Seq, Ok(items)) => {
            let items: Vec<String> = items.map(|item| value_text(&item)).collect();
            format!("[{}]", items.join(" "))
        }
        (ValueKind::None, _) => "-".to_owned(),
        (ValueKind::Bool, _) => value.is_true().to_string(),
        _ => value.to_string(),
    }
}

/// A bracket that is open.
struct OpenBracket {
    /// The name that it has as a part.
    name: String,
    parts: Vec<(String, Value)>,
    /// The bytes of the texts of the parts.
    bytes: usize,
    /// Whether the template that sees the parts asks for attributes.
    asks: bool,
}

/// Builds values from the leaves up.
///
/// Calls of the walk are well nested: the innermost bracket is the last of `open`.
struct ContextBuilder<'t> {
    templates: &'t Templates,
    /// Whether constructors are rendered, or become objects.
    render: bool,
    /// The attributes of the nodes, if a template asks for some.
    answers: Option<Arc<Answers>>,
    /// The number of complete nodes.
    nodes: usize,
    /// The brackets that are open, outermost first; the first holds the whole.
    open: Vec<OpenBracket>,
    /// The bytes of the texts of all parts that are in no whole yet.
    bytes: usize,
    /// The name of the next part.
    name: String,
    failed: Option<ExportError>,
}

impl ContextBuilder<'_> {
    /// Adds a part, whose texts have so many bytes.
    fn push(&mut self, name: String, value: Value, bytes: usize) {
        self.bytes += bytes;
        if let Some(outer) = self.open.last_mut() {
            outer.parts.push((name, value));
            outer.bytes += bytes;
        }
    }

    /// Notes that a constructor's text leaves no room for another.
    fn limit(&mut self, ctor: &Constructor, ty: &str) {
        if self.bytes > MAX_TEXT_LEN {
            self.failed.get_or_insert(ExportError::Long { of: format!("`{ty}.{}`", ctor.name) });
        }
    }

    /// A substructure's value, able to answer if the template that sees it asks.
    fn substructure(&self, value: Value) -> Value {
        match &self.answers {
            Some(answers) if self.open.last().is_some_and(|outer| outer.asks) => {
                Value::from_object(TemplatePart::new(value, answers.clone(), self.nodes - 1))
            }
            _ => value,
        }
    }

    fn constructor(
        &mut self,
        ctor: &Constructor,
        ty: &str,
        mut parts: Vec<(String, Value)>,
        asks: bool,
    ) -> Value {
        if !self.render {
            if self.failed.is_some() {
                return Value::UNDEFINED;
            }
            let kind = ("kind".to_owned(), Value::from(ctor.name.as_str()));
            return Value::from_pairs(std::iter::once(kind).chain(parts));
        }
        if self.templates.part_asks(ty, &ctor.name).is_none() {
            let parts: Vec<String> = parts.iter().map(|(_, value)| value_text(value)).collect();
            let parts = if parts.is_empty() { String::new() } else { format!("({})", parts.join(" ")) };
            return Value::from(format!("{}{parts}", ctor.name));
        }
        if self.failed.is_some() {
            return Value::from("");
        }
        if let Some(answers) = self.answers.as_ref().filter(|_| asks) {
            // A field of this name hides it.
            parts.insert(0, ("attr".to_owned(), attr_function(answers.clone(), self.nodes - 1)));
        }
        if let Some(answers) = self.answers.as_ref().filter(|_| self.templates.reads_context(ty, &ctor.name))
        {
            match context_object(answers, self.nodes - 1) {
                Ok(context) => parts.push((CONTEXT_NAME.to_owned(), context)),
                Err(why) => {
                    let of = format!("`{ty}.{}`", ctor.name);
                    self.failed = Some(ExportError::Render { of, why });
                    return Value::from("");
                }
            }
        }
        match self.templates.render_part(ty, &ctor.name, Value::from_pairs(parts)) {
            Ok(text) => Value::from(text),
            Err(error) => {
                self.failed = Some(error);
                Value::from("")
            }
        }
    }
}

impl Sink for ContextBuilder<'_> {
    fn open(&mut self, bracket: Bracket<'_>) {
        // The name of what is opened waits beside its parts.
        let name = std::mem::take(&mut self.name);
        let asks = match bracket {
            _ if self.answers.is_none() => false,
            Bracket::Constructor(ctor, ty) if self.render => {
                self.templates.part_asks(ty, &ctor.name).unwrap_or_default()
            }
            _ => self.open.last().is_some_and(|outer| outer.asks),
        };
        self.open.push(OpenBracket { name, parts: Vec::new(), bytes: 0, asks });
        if !self.render && self.open.len() > MAX_VALUE_DEPTH {
            self.failed.get_or_insert(ExportError::Deep { most: MAX_VALUE_DEPTH });
        }
    }

    fn part(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    fn close(&mut self, bracket: Bracket<'_>) {
        let Some(OpenBracket { name, parts, bytes, asks }) = self.open.pop() else { return };
        self.bytes -= bytes;
        // A list is as many nodes as it has elements, and its end.
        self.nodes += if matches!(bracket, Bracket::List) { parts.len() + 1 } else { 1 };
        match bracket {
            Bracket::Constructor(ctor, ty) => {
                let value = self.constructor(ctor, ty, parts, asks);
                let bytes = value.as_str().map_or(0, str::len);
                let value = self.substructure(value);
                self.push(name, value, bytes);
                self.limit(ctor, ty);
            }
            Bracket::List | Bracket::Tuple => {
                let parts: Vec<Value> = parts.into_iter().map(|(_, value)| value).collect();
                let value = self.substructure(parts.into());
                self.push(name, value, bytes);
            }
            Bracket::Some => {
                let value = parts.into_iter().next().map(|(_, value)| value).unwrap_or_default();
                self.push(name, value, bytes);
            }
        }
    }

    fn none(&mut self) {
        self.nodes += 1;
        let name = std::mem::take(&mut self.name);
        self.push(name, Value::from(()), 0);
    }

    fn data(&mut self, domain: &Domain, index: u32) {
        let value = match domain {
            Domain::Bool => Value::from(index == 1),
            Domain::Labels(_) => Value::from(domain.show(index)),
            // A reference is its number.
            Domain::Range { .. } | Domain::Ints(_) | Domain::Wide(_) | Domain::Nodes { .. } => {
                Value::from(domain.value(index))
            }
        };
        let name = std::mem::take(&mut self.name);
        self.push(name, value, 0);
    }
}
