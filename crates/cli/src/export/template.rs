//! Structures through minijinja templates.
//!
//! Templates of *parts* belong to constructors: a template sees its constructor's fields, substructures as the
//! text that their own templates made, lists as lists of such texts, an absent optional value as `none`. A
//! constructor without one is written as `Name(field field)`.
//!
//! The template of the *whole* sees `size`, `rank`, `key`, `text` (what `--format text` writes) and `value`: an
//! object with `kind`, the constructor's name, and the fields. Macros may call themselves to walk through it.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::ValueKind;
use minijinja::{AutoEscape, Environment, ErrorKind, UndefinedBehavior, Value, context};

use super::walk::{Bracket, Sink, walk};
use super::{ExportError, Place, text};
use dpgen_forest::schema::{Constructor, Domain, Schema};

const WHOLE: &str = "--template";

/// How many steps a template may take on one structure or part: a fraction of a second.
const STEPS: u64 = 2_000_000;

/// How deep `value` may be: minijinja goes through nested objects by recursion.
const DEEPEST: usize = 2_000;

/// Whether the run is to end.
type Halted = Box<dyn Fn() -> bool + Send + Sync>;

/// Templates that have been read.
#[derive(Default)]
pub struct Templates {
    environment: Environment<'static>,
    /// Type and constructor of each template of a part.
    parts: Vec<(String, String)>,
    whole: bool,
    /// Whether the template of the whole looks into `value`.
    looks_in: bool,
    halted: Option<Halted>,
}

impl std::fmt::Debug for Templates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Templates")
            .field("parts", &self.parts)
            .field("whole", &self.whole)
            .finish_non_exhaustive()
    }
}

impl Templates {
    /// Reads the templates of parts, given as type, constructor and template, and that of the whole.
    ///
    /// # Errors
    /// The first template that minijinja refuses.
    pub fn new<'t>(
        parts: impl IntoIterator<Item = (&'t str, &'t str, &'t str)>,
        whole: Option<&str>,
    ) -> Result<Self, ExportError> {
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_fuel(Some(STEPS));
        if let Ok(syntax) = SyntaxConfig::builder().keep_trailing_newline(true).build() {
            environment.set_syntax(syntax);
        }
        let mut templates =
            Self { environment, parts: Vec::new(), whole: whole.is_some(), looks_in: false, halted: None };
        for (ty, constructor, template) in parts {
            templates.add(&part_name(ty, constructor), template)?;
            templates.parts.push((ty.to_owned(), constructor.to_owned()));
        }
        if let Some(whole) = whole {
            templates.add(WHOLE, whole)?;
            let template = templates.environment.get_template(WHOLE);
            templates.looks_in =
                template.is_ok_and(|template| template.undeclared_variables(false).contains("value"));
        }
        Ok(templates)
    }

    fn add(&mut self, name: &str, template: &str) -> Result<(), ExportError> {
        self.environment
            .add_template_owned(name.to_owned(), template.to_owned())
            .map_err(|error| ExportError::Template { of: format!("`{name}`"), why: explain(&error) })
    }

    /// The same, ending once `halted` says so.
    pub(super) fn until(self, halted: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { halted: Some(Box::new(halted)), ..self }
    }

    /// What the template of a constructor names that nothing defines, fields aside: names, and paths into them.
    pub(crate) fn names(&self, ty: &str, constructor: &str) -> Vec<String> {
        let Ok(template) = self.environment.get_template(&part_name(ty, constructor)) else {
            return Vec::new();
        };
        let globals: Vec<&str> = self.environment.globals().map(|(name, _)| name).collect();
        let names = template.undeclared_variables(true).into_iter();
        let first = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
        let mut names: Vec<String> = names.filter(|name| !globals.contains(&&*first(name))).collect();
        names.sort_unstable();
        names
    }

    /// Whether there is no template at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.whole && self.parts.is_empty()
    }

    /// Whether some constructor has a template.
    #[must_use]
    pub fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }

    fn render(&self, name: &str, context: Value) -> Result<String, ExportError> {
        if self.halted.as_ref().is_some_and(|halted| halted()) {
            return Err(ExportError::Halted);
        }
        let template = self.environment.get_template(name);
        template.and_then(|template| template.render(context)).map_err(|error| {
            let of = format!("`{name}`");
            match error.kind() {
                ErrorKind::OutOfFuel => ExportError::Endless { of, steps: STEPS },
                _ => ExportError::Render { of, why: explain(&error) },
            }
        })
    }

    /// A structure through the templates of its parts.
    pub(super) fn parts(&self, schema: &Schema, words: &[u32]) -> Result<String, ExportError> {
        let value = self.gather(schema, words, true)?;
        Ok(shown(&value))
    }

    /// A structure through the template of the whole, or without one through those of its parts.
    pub(super) fn whole(
        &self,
        schema: &Schema,
        words: &[u32],
        place: Place<'_>,
    ) -> Result<String, ExportError> {
        if !self.whole {
            return self.parts(schema, words);
        }
        let mut compact = String::new();
        if self.has_parts() {
            compact = self.parts(schema, words)?;
        } else {
            text::write(schema, words, &mut compact);
        }
        let rank = place.rank.to_u128().map_or_else(|| Value::from(place.rank.to_string()), Value::from);
        let value = if self.looks_in { self.gather(schema, words, false)? } else { Value::UNDEFINED };
        let (key, solution) = (place.key, place.solution);
        self.render(WHOLE, context! { size => place.size, rank, solution, key, text => compact, value })
    }

    fn gather(&self, schema: &Schema, words: &[u32], render: bool) -> Result<Value, ExportError> {
        let mut sink =
            Gather { templates: self, render, open: vec![Vec::new()], name: String::new(), failed: None };
        walk(schema, words, &mut sink);
        match sink.failed {
            Some(error) => Err(error),
            None => {
                Ok(sink.open.pop().and_then(|mut parts| parts.pop()).map_or(Value::from(""), |part| part.1))
            }
        }
    }
}

fn part_name(ty: &str, constructor: &str) -> String {
    format!("{ty}.{constructor}")
}

/// minijinja's message, with the line within the template.
fn explain(error: &minijinja::Error) -> String {
    let detail = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    match error.line() {
        Some(line) => format!("line {line}: {detail}"),
        None => detail,
    }
}

/// A value as text: strings as they are, lists in brackets, `-` for what is not there.
fn shown(value: &Value) -> String {
    match (value.kind(), value.try_iter()) {
        (ValueKind::Seq, Ok(items)) => {
            let items: Vec<String> = items.map(|item| shown(&item)).collect();
            format!("[{}]", items.join(" "))
        }
        (ValueKind::None, _) => "-".to_owned(),
        (ValueKind::Bool, _) => value.is_true().to_string(),
        _ => value.to_string(),
    }
}

/// Builds values from the leaves up.
struct Gather<'t> {
    templates: &'t Templates,
    /// Whether constructors are rendered, or become objects.
    render: bool,
    /// The parts of the brackets that are open, outermost first; the first holds the whole.
    open: Vec<Vec<(String, Value)>>,
    /// The name of the part that comes.
    name: String,
    failed: Option<ExportError>,
}

impl Gather<'_> {
    fn push(&mut self, name: String, value: Value) {
        if let Some(parts) = self.open.last_mut() {
            parts.push((name, value));
        }
    }

    fn constructor(&mut self, ctor: &Constructor, ty: &str, parts: Vec<(String, Value)>) -> Value {
        if !self.render {
            if self.failed.is_some() {
                return Value::UNDEFINED;
            }
            let kind = ("kind".to_owned(), Value::from(ctor.name.as_str()));
            return Value::from_pairs(std::iter::once(kind).chain(parts));
        }
        if !self.templates.parts.iter().any(|(of, name)| of == ty && *name == ctor.name) {
            let parts: Vec<String> = parts.iter().map(|(_, value)| shown(value)).collect();
            let parts = if parts.is_empty() { String::new() } else { format!("({})", parts.join(" ")) };
            return Value::from(format!("{}{parts}", ctor.name));
        }
        if self.failed.is_some() {
            return Value::from("");
        }
        match self.templates.render(&part_name(ty, &ctor.name), Value::from_pairs(parts)) {
            Ok(text) => Value::from(text),
            Err(error) => {
                self.failed = Some(error);
                Value::from("")
            }
        }
    }
}

impl Sink for Gather<'_> {
    fn open(&mut self, _: Bracket<'_>) {
        // The name of what is opened waits in front of its parts.
        let name = std::mem::take(&mut self.name);
        self.open.push(vec![(name, Value::UNDEFINED)]);
        if !self.render && self.open.len() > DEEPEST {
            self.failed.get_or_insert(ExportError::Deep { most: DEEPEST });
        }
    }

    fn part(&mut self, _: Bracket<'_>, _: usize, name: &str) {
        name.clone_into(&mut self.name);
    }

    fn close(&mut self, bracket: Bracket<'_>) {
        let mut parts = self.open.pop().unwrap_or_default().into_iter();
        let name = parts.next().map(|(name, _)| name).unwrap_or_default();
        let value = match bracket {
            Bracket::Constructor(ctor, ty) => self.constructor(ctor, ty, parts.collect()),
            Bracket::List | Bracket::Tuple => parts.map(|(_, value)| value).collect::<Vec<Value>>().into(),
            Bracket::Some { .. } => parts.next().map(|(_, value)| value).unwrap_or_default(),
        };
        self.push(name, value);
    }

    fn none(&mut self) {
        let name = std::mem::take(&mut self.name);
        self.push(name, Value::from(()));
    }

    fn data(&mut self, domain: &Domain, index: u32) {
        let value = match domain {
            Domain::Bool => Value::from(index == 1),
            Domain::Labels(_) => Value::from(domain.show(index)),
            _ => Value::from(domain.value(index)),
        };
        let name = std::mem::take(&mut self.name);
        self.push(name, value);
    }
}
