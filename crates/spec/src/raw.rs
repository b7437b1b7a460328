//! A spec as it is written: the RON text read into plain structs, nothing resolved yet.
//!
//! Read `table.rs` next, which resolves the names.

use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::Deserialize;

use super::SpecError;
use super::error::{list, nearest};
use super::text::{Bound, Map, Source, Span, Text};

/// A whole spec.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSpec {
    pub(crate) name: Text,
    #[serde(default)]
    pub(crate) about: String,
    pub(crate) root: Text,
    #[serde(default)]
    pub(crate) params: Map<Bound>,
    pub(crate) types: Map<RawType>,
    #[serde(default)]
    pub(crate) root_ok: Vec<Text>,
    #[serde(default)]
    pub(crate) render: Map<String>,
    #[serde(default)]
    pub(crate) counts: Vec<RawCounts>,
}

/// A type, or what is said about a container.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawType {
    #[serde(default)]
    pub(crate) constructors: Map<RawConstructor>,
    #[serde(default)]
    pub(crate) attributes: Map<Map<Text>>,
    #[serde(default)]
    pub(crate) rep_ok: Map<Vec<Text>>,
}

/// A constructor.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawConstructor {
    #[serde(default)]
    pub(crate) fields: Map<RawKind>,
    #[serde(default)]
    pub(crate) weight: Option<u32>,
}

/// What fills a field.
#[derive(Debug, Clone, Deserialize)]
pub(crate) enum RawKind {
    Type(Text),
    Int(Bound, Bound),
    Bool,
    OneOf(Vec<Text>),
    List(Box<RawKind>),
    Option(Box<RawKind>),
    Array(u32, Box<RawKind>),
}

impl RawKind {
    /// The name of what fills a field, as `types` writes it.
    pub(crate) fn name(&self) -> String {
        let name = match self {
            Self::Type(name) => name.value.clone(),
            Self::Bool => "Bool".to_owned(),
            Self::Int(lo, hi) => format!("Int({},{})", lo.0.value, hi.0.value),
            Self::OneOf(labels) => {
                let labels: Vec<&str> = labels.iter().map(|label| label.value.as_str()).collect();
                return format!("OneOf({})", labels.join(","));
            }
            Self::List(inner) => format!("List({})", inner.name()),
            Self::Option(inner) => format!("Option({})", inner.name()),
            Self::Array(count, inner) => format!("Array({count},{})", inner.name()),
        };
        name.split_whitespace().collect()
    }
}

/// Counts that the spec must give.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawCounts {
    #[serde(default)]
    pub(crate) params: Map<i64>,
    #[serde(default)]
    pub(crate) each: Vec<u64>,
    #[serde(default)]
    pub(crate) max_size: Option<u32>,
    #[serde(default)]
    pub(crate) sizes: Vec<u64>,
}

/// Reads the RON text.
pub(crate) fn read(source: &Source) -> Result<RawSpec, SpecError> {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str(&source.text).map_err(|error| explain(source, &error))
}

/// A RON error in the words of specs.
fn explain(source: &Source, error: &SpannedError) -> SpecError {
    use ron::Error;
    let end = offset(source, error.span.end.line, error.span.end.col);
    let named = |name: &str| {
        let start = source.text.get(..end).and_then(|before| before.rfind(name)).unwrap_or(end);
        Some(Span { start, end: start + name.len() })
    };
    let here = Some(Span { start: end.min(source.text.len()), end: (end + 1).min(source.text.len()) });
    let known = |error: SpecError, found: &str, expected: &[&str]| match nearest(found, expected) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!("expected one of {}", list(expected))),
    };
    match &error.code {
        Error::NoSuchStructField { expected, found, .. } => {
            known(source.error(named(found), format!("unknown entry `{found}`")), found, expected)
        }
        Error::NoSuchEnumVariant { expected, found, .. } => {
            known(source.error(named(found), format!("unknown kind of field `{found}`")), found, expected)
        }
        Error::MissingStructField { field, .. } => {
            source.error(here, format!("the entry `{field}` is missing before this place"))
        }
        Error::DuplicateStructField { field, .. } => {
            source.error(named(field), format!("the entry `{field}` is here twice"))
        }
        Error::ExpectedNamedStructLike(_) | Error::ExpectedStructLike => {
            source.error(here, "expected an opening `(`")
        }
        other => {
            let text = other.to_string().replace("tuple variant RawKind::", "").replace("RawKind::", "");
            let mut chars = text.chars();
            let first = chars.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
            source.error(here, format!("{first}{}", chars.as_str()))
        }
    }
}

/// The byte that a line and column (in characters, from 1) stand for.
fn offset(source: &Source, line: usize, column: usize) -> usize {
    let text = &source.text;
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    rest.char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| start + at)
}
