//! A spec as written: its entries, with nothing resolved.
//!
//! `ron_document/` reads the RON text; this file defines the entries and the form of their values. Read `spec_reader.rs`
//! next, which resolves the names.

use dpgen_forest::scope::Scope;

use super::SpecError;
use super::entry_advice::{ENTRIES_OF_SPECS, ENTRIES_OF_TYPES, by_constructor};
use super::error::{list, nearest};
use super::raw_context::{self, RawContextKind, RawGive};
use super::ron_document::entry_reader::Entries;
use super::ron_document::tree::{self, Kind, Value};
use super::source_text::{Map, Span, SpecText, Text, excerpt};

/// A whole spec.
#[derive(Debug, Clone)]
pub(crate) struct RawSpec {
    pub(crate) name: Text,
    pub(crate) about: String,
    pub(crate) root: Text,
    pub(crate) params: Map<Text>,
    pub(crate) presets: Map<Map<i64>>,
    pub(crate) odds: Map<Map<i64>>,
    pub(crate) types: Map<RawType>,
    pub(crate) root_ok: Vec<Text>,
    pub(crate) root_context: Option<(Map<Text>, Span)>,
    pub(crate) render: Map<Text>,
    pub(crate) renderings: Map<RawRendering>,
    pub(crate) file: Option<RawFile>,
    pub(crate) counts: Vec<RawCounts>,
}

/// A type, or the entry of a container.
#[derive(Debug, Clone)]
pub(crate) struct RawType {
    pub(crate) context: Option<(Map<RawContextKind>, Span)>,
    pub(crate) constructors: Map<RawConstructor>,
    /// Of a container only.
    pub(crate) give: RawGive,
    pub(crate) attributes: Map<Map<Text>>,
    pub(crate) rep_ok: Map<Vec<Text>>,
}

/// A constructor.
#[derive(Debug, Clone)]
pub(crate) struct RawConstructor {
    pub(crate) fields: Map<RawField>,
    pub(crate) give: RawGive,
    pub(crate) weight: Option<u32>,
}

/// The kind of a field, and its place in the text.
#[derive(Debug, Clone)]
pub(crate) struct RawField {
    pub(crate) kind: RawKind,
    pub(crate) span: Span,
}

/// The kinds of fields.
#[derive(Debug, Clone)]
pub(crate) enum RawKind {
    Type(Text),
    Ref(Text),
    Int(Text, Text),
    Among(Text),
    Bool,
    OneOf(Vec<Text>, Option<Text>),
    List(Box<RawField>),
    Option(Box<RawField>),
    Array(u32, Box<RawField>),
}

const KIND_NAMES: [&str; 9] = ["Type", "Ref", "Int", "Among", "Bool", "OneOf", "List", "Option", "Array"];

/// The name and the frame of a structure's file.
#[derive(Debug, Clone)]
pub(crate) struct RawFile {
    pub(crate) extension: Text,
    pub(crate) before: String,
    pub(crate) after: String,
}

/// Another text of structures.
#[derive(Debug, Clone)]
pub(crate) struct RawRendering {
    pub(crate) render: Map<Text>,
    pub(crate) file: Option<RawFile>,
}

/// Counts that the spec must give.
#[derive(Debug, Clone)]
pub(crate) struct RawCounts {
    pub(crate) params: Map<i64>,
    pub(crate) each: Vec<u64>,
    pub(crate) max_size: Option<u32>,
    pub(crate) sizes: Vec<u64>,
    pub(crate) span: Span,
}

/// Reads the RON text.
pub(crate) fn read(source: &SpecText) -> Result<RawSpec, SpecError> {
    let value = tree::parse(source)?;
    let known = [
        "name",
        "root",
        "types",
        "about",
        "params",
        "presets",
        "odds",
        "root_context",
        "root_ok",
        "render",
        "renderings",
        "file",
        "counts",
    ];
    value.no_misplaced(source, "the spec", &ENTRIES_OF_TYPES)?;
    let entries = value.entries(source, "the spec", &known)?;
    let reader = Reader { source };
    Ok(RawSpec {
        name: entries.require("name", "\"my-structure\"")?.text(source, "`name`")?,
        root: entries.require("root", "\"Tree\"")?.text(source, "`root`")?,
        types: entries.require("types", "{\"Tree\": (constructors: {...})}")?.map(
            source,
            "`types`",
            |name, value| reader.ty(name, value),
        )?,
        about: entries.or_default("about", |about| Ok(about.text(source, "`about`")?.value))?,
        params: entries.or_default("params", |params| {
            params.map(source, "`params`", |name, value| {
                value.bound(source, &format!("the default of `{}`", name.value))
            })
        })?,
        presets: entries.or_default("presets", |presets| {
            presets.map(source, "`presets`", |name, value| {
                reader.values(&format!("the preset `{}`", name.value), "parameter", value)
            })
        })?,
        odds: entries.or_default("odds", |odds| {
            odds.map(source, "`odds`", |name, value| {
                reader.values(&format!("the odds `{}`", name.value), "constructor", value)
            })
        })?,
        root_context: entries
            .get("root_context")
            .map(|root| Ok((raw_context::root_context(source, root)?, root.span)))
            .transpose()?,
        root_ok: reader.texts(&entries, "root_ok")?,
        render: entries.or_default("render", |render| reader.templates("`render`", render))?,
        renderings: entries.or_default("renderings", |all| {
            all.map(source, "`renderings`", |name, value| reader.rendering(name, value))
        })?,
        file: entries.get("file").map(|file| reader.file(file)).transpose()?,
        counts: entries
            .or_default("counts", |counts| counts.list(source, "`counts`", |value| reader.counts(value)))?,
    })
}

struct Reader<'s> {
    source: &'s SpecText,
}

impl Reader<'_> {
    fn texts(&self, entries: &Entries<'_>, name: &str) -> Result<Vec<Text>, SpecError> {
        entries.or_default(name, |value| self.conditions(&format!("`{name}`"), value))
    }

    fn conditions(&self, what: &str, value: &Value) -> Result<Vec<Text>, SpecError> {
        let list =
            value.list(self.source, what, |one| one.text(self.source, &format!("a condition of {what}")));
        list.map_err(|error| match &value.kind {
            Kind::Text(_) => error.help("as in `[\"...\"]`"),
            _ => error,
        })
    }

    fn ty(&self, name: &Text, value: &Value) -> Result<RawType, SpecError> {
        let source = self.source;
        let what = format!("the type `{}`", name.value);
        value.no_misplaced(source, &what, &ENTRIES_OF_SPECS)?;
        let entries =
            value.entries(source, &what, &["context", "constructors", "give", "attributes", "rep_ok"])?;
        let constructors = entries.or_default("constructors", |all| {
            all.map(source, "`constructors`", |name, value| self.constructor(name, value))
        })?;
        let bodies = by_constructor(&constructors, "\"...\"");
        let conditions = by_constructor(&constructors, "[\"...\"]");
        Ok(RawType {
            context: entries
                .get("context")
                .map(|context| Ok((raw_context::context(source, context)?, context.span)))
                .transpose()?,
            give: entries.or_default("give", |give| raw_context::give(source, give))?,
            constructors,
            attributes: entries.or_default("attributes", |all| {
                let example = format!("{{\"height\": {bodies}}}");
                all.map_as_in(source, ("`attributes`", &example), |name, value| {
                    let what = format!("the attribute `{}`", name.value);
                    value.map_as_in(source, (&what, &bodies), |ctor, body| {
                        body.text(source, &format!("{what} for `{}`", ctor.value))
                    })
                })
            })?,
            rep_ok: entries.or_default("rep_ok", |all| {
                all.map_as_in(source, ("`rep_ok`", &conditions), |ctor, value| {
                    self.conditions(&format!("the `rep_ok` of `{}`", ctor.value), value)
                })
            })?,
        })
    }

    fn constructor(&self, name: &Text, value: &Value) -> Result<RawConstructor, SpecError> {
        let source = self.source;
        let what = format!("the constructor `{}`", name.value);
        let entries = value.entries(source, &what, &["fields", "give", "weight"])?;
        let fields = entries.or_default("fields", |all| {
            all.map(source, "`fields`", |name, value| self.field(value, &name.value))
        })?;
        let what = format!("the weight of `{}`", name.value);
        let weight = entries.get("weight");
        let weight = weight.map(|weight| weight.at_most(source, &what, Scope::MAX_SIZE_LIMIT)).transpose()?;
        let give = entries.or_default("give", |give| raw_context::give(source, give))?;
        Ok(RawConstructor { fields, give, weight })
    }

    fn field(&self, value: &Value, name: &str) -> Result<RawField, SpecError> {
        let source = self.source;
        let (kind, items) = match &value.kind {
            Kind::Word(word) => (word.as_str(), [].as_slice()),
            Kind::Tuple(Some(word), items) => (word.as_str(), items.as_slice()),
            _ => {
                let what = format!("the field `{name}`");
                let wanted = format!("one of the kinds {}", list(&KIND_NAMES));
                let error = value.not(source, &what, &wanted);
                return Err(match &value.kind {
                    Kind::Text(ty) => {
                        error.help(format!("a structure is written `Type(\"{}\")`", excerpt(&ty.value)))
                    }
                    _ => error,
                });
            }
        };
        if let Some((key, span)) = items.iter().find_map(|item| item.key.as_ref()) {
            let message = format!("`{kind}` takes its parts without names, found `{key}:`");
            return Err(source.error(*span, message));
        }
        let parts: Vec<&Value> = items.iter().map(|item| &item.value).collect();
        let what = format!("`{kind}`");
        let inner = |value| self.field(value, name).map(Box::new);
        let kind = match (kind, parts.as_slice()) {
            ("Type", [name]) => RawKind::Type(name.text(source, &what)?),
            ("Ref", [name]) => RawKind::Ref(name.text(source, &what)?),
            ("Int", [lo, hi]) => RawKind::Int(lo.bound(source, &what)?, hi.bound(source, &what)?),
            ("Among", [of]) => RawKind::Among(of.text(source, &what)?),
            ("Bool", []) => RawKind::Bool,
            ("OneOf", [labels, first @ ..]) if first.len() <= 1 => {
                let label = |label: &Value| label.text(source, "a string of `OneOf`");
                let labels = labels.list(source, &what, label)?;
                let first =
                    first.first().map(|first| first.bound(source, "the number of strings of `OneOf`"));
                RawKind::OneOf(labels, first.transpose()?)
            }
            ("List", [kind]) => RawKind::List(inner(kind)?),
            ("Option", [kind]) => RawKind::Option(inner(kind)?),
            ("Array", [count, kind]) => {
                let count =
                    count.at_most(source, "the length of an `Array`", super::spec_limits::MAX_ARRAY_LEN)?;
                RawKind::Array(count, inner(kind)?)
            }
            _ => return Err(self.no_kind(kind, value)),
        };
        Ok(RawField { kind, span: value.span })
    }

    /// The error for an unknown kind, or a kind with wrong parts.
    fn no_kind(&self, kind: &str, value: &Value) -> SpecError {
        let usage = match kind {
            "Type" => "Type(\"Tree\")",
            "Ref" => "Ref(\"Node\")",
            "Int" => "Int(1, \"n\")",
            "Among" => "Among(\"positions(context.scope, 'int')\")",
            "Bool" => "Bool",
            "OneOf" => "OneOf([\"red\", \"black\"])",
            "List" => "List(Type(\"Tree\"))",
            "Option" => "Option(Bool)",
            "Array" => "Array(3, Type(\"Tree\"))",
            _ => {
                let span = Span { start: value.span.start, end: value.span.start + kind.len() };
                let error = self.source.error(span, format!("unknown kind of field `{}`", excerpt(kind)));
                return match nearest(kind, &KIND_NAMES) {
                    Some(near) => error.help(format!("did you mean `{near}`?")),
                    None => error.help(format!(
                        "expected one of {}; a type of this spec is written `Type(\"{kind}\")`",
                        list(&KIND_NAMES)
                    )),
                };
            }
        };
        let message = format!("`{kind}` has the wrong number of parts here");
        self.source.error(value.span, message).help(format!("write it as in `{usage}`"))
    }

    /// Parameters or constructors, each with a number.
    fn values(&self, what: &str, of: &str, value: &Value) -> Result<Map<i64>, SpecError> {
        value.map(self.source, what, |name, value| {
            value.integer(self.source, &format!("the {of} `{}`", name.value))
        })
    }

    fn templates(&self, what: &str, value: &Value) -> Result<Map<Text>, SpecError> {
        value.map(self.source, what, |name, value| {
            value.text(self.source, &format!("the template of `{}`", name.value))
        })
    }

    fn rendering(&self, name: &Text, value: &Value) -> Result<RawRendering, SpecError> {
        let what = format!("the rendering `{}`", name.value);
        let entries = value.entries(self.source, &what, &["render", "file"])?;
        Ok(RawRendering {
            render: entries.or_default("render", |render| self.templates(&what, render))?,
            file: entries.get("file").map(|file| self.file(file)).transpose()?,
        })
    }

    fn file(&self, value: &Value) -> Result<RawFile, SpecError> {
        let source = self.source;
        let entries = value.entries(source, "`file`", &["extension", "before", "after"])?;
        let text =
            |name: &str| entries.or_default(name, |text| Ok(text.text(source, &format!("`{name}`"))?.value));
        let extension = entries.require("extension", "\"html\"")?.text(source, "`extension`")?;
        Ok(RawFile { extension, before: text("before")?, after: text("after")? })
    }

    fn counts(&self, value: &Value) -> Result<RawCounts, SpecError> {
        let source = self.source;
        let entries = value.entries(source, "`counts`", &["each", "max_size", "sizes", "params"])?;
        let numbers = |name: &str| {
            entries.or_default(name, |all| {
                all.list(source, &format!("`{name}`"), |count| count.natural(source, "a count"))
            })
        };
        let max_size = entries.get("max_size");
        Ok(RawCounts {
            params: entries.or_default("params", |all| self.values("`params`", "parameter", all))?,
            each: numbers("each")?,
            max_size: max_size
                .map(|size| size.at_most(source, "`max_size`", Scope::MAX_SIZE_LIMIT))
                .transpose()?,
            sizes: numbers("sizes")?,
            span: value.span,
        })
    }
}
