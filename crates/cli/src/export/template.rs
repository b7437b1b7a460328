//! Minijinja templates: those of *parts*, a constructor each, come from the spec, that of the *whole* from the command line.
//!
//! [`Templates`] reads them and renders one at a time, within a limit of steps; `template_context.rs` has the values that they
//! see. It also knows which of them ask for attributes, and has those of the spec once [`Templates::asking`] gave them.

use std::io::{self, Write};
use std::sync::Arc;

use dpgen_forest::names::letters;
use dpgen_spec::{self as spec, Attributes, Rendering, Spec};
use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Template, UndefinedBehavior, Value};

use crate::export::attribute_calls::attribute_calls;
use crate::export::error::{ExportError, MAX_TEXT_LEN};

/// The name of the template of the whole, in messages.
const WHOLE_TEMPLATE_NAME: &str = "--template";

/// The name by which templates read the context.
pub(crate) const CONTEXT_NAME: &str = "context";

/// The most steps of a template on one structure or part: a fraction of a second.
pub(super) const MAX_STEPS: u64 = 2_000_000;

/// The template of a part.
#[derive(Debug)]
struct PartTemplate {
    ty: String,
    constructor: String,
    template: String,
    /// Whether it asks for attributes.
    asks: bool,
    /// Whether it reads the context.
    reads_context: bool,
}

/// Whether rendering is to end.
type StopSignal = Box<dyn Fn() -> bool + Send + Sync>;

/// Templates that have been read.
#[derive(Default)]
pub struct Templates {
    environment: Environment<'static>,
    /// The spec that has the templates of parts, and these templates.
    spec: Option<(Spec, Vec<spec::Template>)>,
    parts: Vec<PartTemplate>,
    whole: bool,
    /// Whether the template of the whole looks into `value`.
    looks_in: bool,
    /// Whether the template of the whole asks for attributes.
    asks: bool,
    /// The attributes that are asked for; `None` if some are known only when a template runs.
    names: Option<Vec<String>>,
    attributes: Option<Arc<Attributes>>,
    halted: Option<StopSignal>,
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
    /// Reads a spec's templates for its parts, and one for the whole.
    ///
    /// # Errors
    /// The first template that minijinja refuses.
    pub fn of(spec: &Spec, whole: Option<&str>) -> Result<Self, ExportError> {
        Self::of_rendering(spec, None, whole)
    }

    /// As [`of`](Self::of), but the templates of parts are those of a rendering of the spec, if there is one.
    ///
    /// # Errors
    /// The first template that minijinja refuses.
    pub fn of_rendering(
        spec: &Spec,
        rendering: Option<&Rendering>,
        whole: Option<&str>,
    ) -> Result<Self, ExportError> {
        let templates = rendering.map_or_else(|| spec.render(), |rendering| &rendering.templates);
        let parts = templates.iter().map(|part| (&*part.ty, &*part.constructor, &*part.template));
        Self::read(Some((spec.clone(), templates.to_vec())), parts, whole)
    }

    /// Reads the templates of parts, given as type, constructor and template, and that of the whole.
    ///
    /// # Errors
    /// The first template that minijinja refuses.
    pub fn new<'t>(
        parts: impl IntoIterator<Item = (&'t str, &'t str, &'t str)>,
        whole: Option<&str>,
    ) -> Result<Self, ExportError> {
        Self::read(None, parts, whole)
    }

    fn read<'t>(
        spec: Option<(Spec, Vec<spec::Template>)>,
        parts: impl IntoIterator<Item = (&'t str, &'t str, &'t str)>,
        whole: Option<&str>,
    ) -> Result<Self, ExportError> {
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_fuel(Some(MAX_STEPS));
        if let Ok(syntax) = SyntaxConfig::builder().keep_trailing_newline(true).build() {
            environment.set_syntax(syntax);
        }
        environment.add_filter("letters", letters);
        environment.set_unknown_method_callback(|_, value, method, _| match method {
            "attr" => Err(no_attributes(value)),
            _ => Err(Error::from(ErrorKind::UnknownMethod)),
        });
        let mut templates =
            Self { environment, spec, whole: whole.is_some(), names: Some(Vec::new()), ..Self::default() };
        for (ty, constructor, template) in parts {
            templates.add(&part_name(ty, constructor), template)?;
            let asks = templates.note_attributes(template);
            let reads_context = templates.note_context(ty, constructor);
            let (ty, constructor, template) = (ty.to_owned(), constructor.to_owned(), template.to_owned());
            templates.parts.push(PartTemplate { ty, constructor, template, asks, reads_context });
        }
        if let Some(whole) = whole {
            templates.add(WHOLE_TEMPLATE_NAME, whole)?;
            templates.asks = templates.note_attributes(whole);
            let template = templates.environment.get_template(WHOLE_TEMPLATE_NAME);
            templates.looks_in =
                template.is_ok_and(|template| template.undeclared_variables(false).contains("value"));
        }
        Ok(templates)
    }

    fn add(&mut self, name: &str, template: &str) -> Result<(), ExportError> {
        self.environment.add_template_owned(name.to_owned(), template.to_owned()).map_err(|error| {
            self.placed(name, &error, |why| format!("the template `{name}` can not be read: {why}"))
                .unwrap_or_else(|| ExportError::Template { of: format!("`{name}`"), why: explain(&error) })
        })
    }

    /// An error in a template of the spec, with its line there; nothing if the template is another one.
    fn placed(&self, name: &str, error: &Error, message: impl Fn(&str) -> String) -> Option<ExportError> {
        let (spec, templates) = self.spec.as_ref()?;
        let template = templates.iter().find(|part| part_name(&part.ty, &part.constructor) == name)?;
        let above = error.line().unwrap_or(1).saturating_sub(1);
        let start: usize = template.template.split_inclusive('\n').take(above).map(str::len).sum();
        let line = template.template[start..].lines().next().unwrap_or_default();
        let place = start + line.len() - line.trim_start().len()..start + line.len();
        let error = spec.template_error(template, place, &message(&detail(error)), None);
        Some(ExportError::Spec(Box::new(error)))
    }

    /// Notes the attributes that a template asks for; whether there are some.
    fn note_attributes(&mut self, template: &str) -> bool {
        let calls = attribute_calls(template);
        for call in &calls {
            match (&call.name, &mut self.names) {
                (Some((name, _)), Some(names)) => names.push(name.clone()),
                _ => self.names = None,
            }
        }
        !calls.is_empty()
    }

    /// Notes that the template of a constructor reads its context, if it does.
    fn note_context(&mut self, ty: &str, constructor: &str) -> bool {
        let has_context = self.spec.as_ref().is_some_and(|(spec, _)| !spec.context(ty).is_empty());
        let template = self.environment.get_template(&part_name(ty, constructor));
        let reads = |template: Template<'_, '_>| template.undeclared_variables(false).contains(CONTEXT_NAME);
        let reads_context = has_context && template.is_ok_and(reads);
        if let (true, Some(names)) = (reads_context, &mut self.names) {
            names.push(CONTEXT_NAME.to_owned());
        }
        reads_context
    }

    /// The same templates with the attributes that they ask for: `attributes` gives those of some names, or all.
    ///
    /// # Errors
    /// Those of `attributes`, which is not called if no template asks.
    pub(crate) fn asking<E>(
        self,
        attributes: impl FnOnce(Option<&[&str]>) -> Result<Attributes, E>,
    ) -> Result<Self, E> {
        if !self.asks && !self.parts_ask() {
            return Ok(self);
        }
        let names: Option<Vec<&str>> =
            self.names.as_ref().map(|names| names.iter().map(String::as_str).collect());
        let attributes = Some(Arc::new(attributes(names.as_deref())?));
        Ok(Self { attributes, ..self })
    }

    /// The attributes that templates ask for, if there are some.
    pub(crate) const fn attributes(&self) -> Option<&Arc<Attributes>> {
        self.attributes.as_ref()
    }

    /// The same templates, which end once `halted` returns `true`.
    pub(super) fn until(self, halted: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { halted: Some(Box::new(halted)), ..self }
    }

    /// The spec's templates of parts.
    pub(crate) fn of_spec(&self) -> &[spec::Template] {
        self.spec.as_ref().map_or(&[], |(_, templates)| templates)
    }

    /// The names in the template of a constructor that no global defines, with paths into them. Where it asks for attributes,
    /// `attr` is defined.
    pub(crate) fn names(&self, ty: &str, constructor: &str) -> Vec<String> {
        let Ok(template) = self.environment.get_template(&part_name(ty, constructor)) else {
            return Vec::new();
        };
        let globals: Vec<&str> = self.environment.globals().map(|(name, _)| name).collect();
        let names = template.undeclared_variables(true).into_iter();
        let first = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
        let asks = self.part_asks(ty, constructor).unwrap_or_default();
        let names = names.filter(|name| !globals.contains(&&*first(name)));
        // The receiver of `attr` is a name itself.
        let names = names.filter_map(|name| match name.strip_suffix(".attr") {
            Some(asked) if asks => Some(asked.to_owned()),
            _ => (!asks || name != "attr").then_some(name),
        });
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        names.dedup();
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

    /// Whether there is a template of the whole.
    pub(super) const fn has_whole(&self) -> bool {
        self.whole
    }

    /// Whether the template of the whole looks into `value`.
    pub(super) const fn looks_in(&self) -> bool {
        self.looks_in
    }

    /// Whether the template of the whole asks for attributes.
    pub(super) const fn asks(&self) -> bool {
        self.asks
    }

    /// Whether the template of some part asks for attributes, or reads its context.
    pub(super) fn parts_ask(&self) -> bool {
        self.parts.iter().any(|part| part.asks || part.reads_context)
    }

    /// Whether a constructor's template reads its context.
    pub(super) fn reads_context(&self, ty: &str, constructor: &str) -> bool {
        self.find(ty, constructor).is_some_and(|part| part.reads_context)
    }

    /// Whether a constructor's template asks for attributes; nothing if it has no template.
    pub(super) fn part_asks(&self, ty: &str, constructor: &str) -> Option<bool> {
        self.find(ty, constructor).map(|part| part.asks)
    }

    /// A constructor's template, if it has one.
    pub(super) fn of_part(&self, ty: &str, constructor: &str) -> Option<&str> {
        self.find(ty, constructor).map(|part| &*part.template)
    }

    fn find(&self, ty: &str, constructor: &str) -> Option<&PartTemplate> {
        self.parts.iter().find(|part| part.ty == ty && part.constructor == constructor)
    }

    /// A constructor through its template.
    pub(super) fn render_part(
        &self,
        ty: &str,
        constructor: &str,
        context: Value,
    ) -> Result<String, ExportError> {
        self.render(&part_name(ty, constructor), context)
    }

    /// Whether rendering is to end.
    pub(super) fn is_halted(&self) -> bool {
        self.halted.as_ref().is_some_and(|halted| halted())
    }

    /// Renders the template of the whole.
    pub(super) fn render_whole(&self, context: Value) -> Result<String, ExportError> {
        self.render(WHOLE_TEMPLATE_NAME, context)
    }

    fn render(&self, name: &str, context: Value) -> Result<String, ExportError> {
        if self.is_halted() {
            return Err(ExportError::Halted);
        }
        let template = self.environment.get_template(name);
        let mut text = BoundedText::default();
        template.and_then(|template| template.render_captured_to(context, &mut text).map(drop)).map_err(
            |error| {
                let of = format!("`{name}`");
                if text.is_full {
                    return ExportError::Long { of };
                }
                let message =
                    |why: &str| ExportError::Render { of: of.clone(), why: why.to_owned() }.to_string();
                match (error.kind(), self.placed(name, &error, message)) {
                    (ErrorKind::OutOfFuel, Some(ExportError::Spec(error))) => {
                        let line = error.position().map_or(1, |(line, _)| line);
                        ExportError::Endless {
                            of: format!("{of} ({}:{line})", error.name()),
                            steps: MAX_STEPS,
                        }
                    }
                    (ErrorKind::OutOfFuel, _) => ExportError::Endless { of, steps: MAX_STEPS },
                    (_, Some(placed)) => placed,
                    (_, None) => ExportError::Render { of, why: explain(&error) },
                }
            },
        )?;
        String::from_utf8(text.bytes)
            .map_err(|error| ExportError::Render { of: format!("`{name}`"), why: error.to_string() })
    }
}

/// A text of at most [`MAX_TEXT_LEN`] bytes.
#[derive(Default)]
struct BoundedText {
    bytes: Vec<u8>,
    /// Whether something did not fit.
    is_full: bool,
}

impl Write for BoundedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > MAX_TEXT_LEN {
            self.is_full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn part_name(ty: &str, constructor: &str) -> String {
    format!("{ty}.{constructor}")
}

/// The error of `attr` on a value without attributes.
fn no_attributes(value: &Value) -> Error {
    let message = format!("only a substructure has attributes, and this is {}: {value}", value.kind());
    Error::new(ErrorKind::UnknownMethod, message)
}

/// minijinja's message, with the line within the template.
pub(crate) fn explain(error: &Error) -> String {
    let detail = detail(error);
    match error.line() {
        Some(line) => format!("line {line}: {detail}"),
        None => detail,
    }
}

/// minijinja's message.
fn detail(error: &Error) -> String {
    error.detail().map_or_else(|| error.kind().to_string(), str::to_owned)
}
