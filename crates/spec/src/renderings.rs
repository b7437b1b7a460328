//! The entries `render` and `renderings` of a spec: templates that write structures as text.
//!
//! `render` is the text that commands write unless they are told otherwise. Each entry of `renderings` is another text of the same
//! structures, in another language for example, with a name and files of its own. A constructor that a rendering leaves out is
//! written as `render` says. `raw_spec.rs` reads the entries; the command line renders.

use super::SpecError;
use super::name_checks;
use super::raw_spec::{RawRendering, RawSpec};
use super::resolved_spec::{CtorDef, Table, TypeDef};
use super::source_text::{Map, SpecText, Text};
use super::structure_file_frame::{self, FileText};

/// The template of a constructor.
#[derive(Debug, Clone)]
pub struct Template {
    /// The type.
    pub ty: String,
    /// The constructor.
    pub constructor: String,
    /// The minijinja template.
    pub template: String,
    pub(super) text: Text,
}

/// Another text of structures, under a name.
///
/// ```
/// let text = r#"(name: "sum", root: "Sum", types: {"Sum": (constructors: {
///         "One": (), "Plus": (fields: {"left": Type("Sum"), "right": Type("Sum")}),
///     })},
///     render: {"One": "1", "Plus": "({{ left }} + {{ right }})"},
///     renderings: {"lisp": (render: {"Plus": "(+ {{ left }} {{ right }})"}, file: (extension: "lisp"))})"#;
/// let spec = dpgen_spec::Spec::parse("sum.ron", text)?;
/// let lisp = &spec.renderings()[0];
/// let templates: Vec<&str> = lisp.templates.iter().map(|template| &*template.template).collect();
/// assert_eq!((&*lisp.name, templates), ("lisp", vec!["1", "(+ {{ left }} {{ right }})"]));
/// # Ok::<(), dpgen_spec::SpecError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Rendering {
    /// The name.
    pub name: String,
    /// The templates: its own, and those of `render` for constructors that it leaves out.
    pub templates: Vec<Template>,
    /// The extension and the frame of its files, if it says them.
    pub file: Option<FileText>,
}

/// The templates of the entry `render`, in the order of the text.
pub(super) fn read_default(
    source: &SpecText,
    raw: &RawSpec,
    table: &Table,
) -> Result<Vec<Template>, SpecError> {
    templates(source, "`render`", &raw.render, table)
}

/// The entry `renderings`, in the order of the text. `default` has the templates of `render`.
pub(super) fn read_named(
    source: &SpecText,
    raw: &RawSpec,
    table: &Table,
    default: &[Template],
) -> Result<Vec<Rendering>, SpecError> {
    name_checks::unique(source, "rendering", &raw.renderings)?;
    let rendering = |(name, of): &(Text, RawRendering)| {
        name_checks::identifier(source, "a rendering", name)?;
        let own = templates(source, &format!("the rendering `{}`", name.value), &of.render, table)?;
        let is_for =
            |one: &Template, other: &Template| (&one.ty, &one.constructor) == (&other.ty, &other.constructor);
        let left_out = default.iter().filter(|template| !own.iter().any(|own| is_for(own, template)));
        let templates = left_out.cloned().chain(own.iter().cloned()).collect();
        let file = structure_file_frame::read(source, of.file.as_ref())?;
        Ok(Rendering { name: name.value.clone(), templates, file })
    };
    raw.renderings.0.iter().map(rendering).collect()
}

/// Templates, with the constructors that they are for.
fn templates(
    source: &SpecText,
    what: &str,
    raw: &Map<Text>,
    table: &Table,
) -> Result<Vec<Template>, SpecError> {
    name_checks::unique(source, "template", raw)?;
    let resolve = |(name, template): &(Text, Text)| {
        let ctors = table.types.iter().flat_map(|ty| ty.ctors.iter().map(move |ctor| (ty, ctor)));
        let full = |(ty, ctor): &(&TypeDef, &CtorDef)| format!("{}.{}", ty.name, ctor.name);
        let matches: Vec<_> = ctors
            .clone()
            .filter(|pair| pair.1.span.is_some())
            .filter(|pair| pair.1.name == name.value || full(pair) == name.value)
            .collect();
        match matches.as_slice() {
            [(ty, ctor)] => Ok(Template {
                ty: ty.name.clone(),
                constructor: ctor.name.clone(),
                template: template.value.clone(),
                text: template.clone(),
            }),
            [] => {
                let known: Vec<&str> = ctors
                    .filter(|(_, ctor)| ctor.span.is_some())
                    .map(|(_, ctor)| ctor.name.as_str())
                    .collect();
                let message = format!("unknown constructor `{}` in {what}", name.value);
                Err(source.error(name.span, message).suggest(&name.value, known))
            }
            [first, ..] => {
                let message = format!("more than one type has a constructor `{}`", name.value);
                Err(source.error(name.span, message).help(format!("write `{}`", full(first))))
            }
        }
    };
    raw.0.iter().map(resolve).collect()
}
