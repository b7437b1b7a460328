//! The verdict on one structure that is written out: for people, and as JSON.
//!
//! A report has the structure, the verdict, the node that it is about, the clause of the spec with its place and its line, and what the
//! clause read. `show.rs` is the command.

use std::io::Read as _;

use dpgen_draw::visible;
use dpgen_forest::structure::{NodePaths, nodes_of};
use dpgen_forest::{Count, Scope, from_ron, to_ron};
use dpgen_spec::{AttributeValue, Outcome, Read, Spec, SpecPlace, StructureJudge, Verdict};
use serde_json::{Value, json};

use crate::command_error::CommandError;
use crate::exit_code::ExitCode;
use crate::export::exporter::Exporter;
use crate::export::format::Format;
use crate::export::structure_position::Position;
use crate::input::common_args::ScopeArgs;
use crate::input::read_bounded::read_bounded;

/// The longest structure that is read, in bytes.
const MAX_STRUCTURE_LEN: u64 = 64 << 20;

/// The maximum size of a scope in which a structure is read that says its own size.
const FIRST_MAX_SIZE: u32 = 3;

/// Whether an argument is a structure, and not a key: a constructor with fields, a list, a constructor's name, or - for standard input.
pub fn is_structure(text: &str) -> bool {
    let is_name = |text: &str| text.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    text == "-" || text.contains(['(', '[']) || (!text.is_empty() && is_name(text))
}

/// The text of a structure: the argument, or what standard input has.
pub fn structure_text(argument: &str) -> Result<String, CommandError> {
    if argument != "-" {
        return Ok(argument.to_owned());
    }
    let bytes = read_bounded(std::io::stdin().lock().by_ref(), MAX_STRUCTURE_LEN, "a structure");
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(std::io::Error::other));
    text.map_err(|error| CommandError::Usage(format!("the structure can not be read: {error}")))
}

/// The scope of a structure: that of the flags, or up to its own size.
pub fn scope_of(args: &ScopeArgs, spec: &Spec, text: &str) -> Result<Scope, CommandError> {
    let schema = spec.model(&args.scope(spec, FIRST_MAX_SIZE)?)?.schema;
    let wide = dpgen_forest::Schema::clone(&schema).with_wide_ranges();
    let size = from_ron(&wide, text).ok().map(|words| {
        let nodes = nodes_of(&wide, &words);
        NodePaths::new(&wide, &nodes).size()
    });
    let size = size.and_then(|size| u32::try_from(size).ok()).unwrap_or(FIRST_MAX_SIZE);
    args.scope(spec, size.min(Scope::MAX_SIZE_LIMIT))
}

/// A verdict, and what it is about.
pub struct VerdictReport<'a> {
    /// The spec.
    pub spec: &'a Spec,
    /// The judge.
    pub judge: &'a StructureJudge,
    /// The structure as it was given.
    pub text: &'a str,
    /// The verdict.
    pub verdict: &'a Verdict,
}

impl VerdictReport<'_> {
    /// The exit code: a structure that is not accepted was found.
    pub fn code(&self) -> ExitCode {
        if self.verdict.is_accepted() { ExitCode::Complete } else { ExitCode::Found }
    }

    /// The structure as an exporter writes it: as RON, where its templates fail on what is not accepted, and as it was given if a
    /// value is outside of its domain.
    pub fn structure(&self, exporter: &Exporter) -> Result<String, CommandError> {
        let schema = &self.judge.model().schema;
        let Ok(words) = from_ron(schema, self.text) else { return Ok(self.text.trim().to_owned()) };
        let nodes = nodes_of(schema, &words);
        let size = u32::try_from(NodePaths::new(schema, &nodes).size()).unwrap_or(u32::MAX);
        let place = Position { size, rank: &Count::ZERO, solution: None, key: None };
        let mut shown = String::new();
        match exporter.structure(schema, &words, place, &mut shown) {
            Ok(()) => Ok(shown),
            Err(_) if !self.verdict.is_accepted() && exporter.format() == Format::Text => {
                Ok(to_ron(schema, &words))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The verdict in lines.
    pub fn lines(&self) -> String {
        let Verdict { outcome, message, place, node, reads } = self.verdict;
        let mut out = match outcome {
            Outcome::Accepted => "accepted\n".to_owned(),
            _ => format!("{outcome}: {message}\n"),
        };
        if let Some(node) = node {
            let of = format!("a `{}` of type `{}`", node.constructor, node.ty);
            out += &match node.path.as_str() {
                "" => format!("at the whole, {of}\n"),
                path => format!("at {path}, {of}\n"),
            };
        }
        if let Some(place) = place {
            let error = self.spec.clause_error(place, "");
            out += &format!("{}:{}:{}\n{}\n", error.name(), place.line, place.column, error.excerpt());
        }
        for (number, read) in reads.iter().enumerate() {
            out += &format!("{} {}\n", if number == 0 { "read" } else { "    " }, visible(&read.to_string()));
        }
        out
    }

    /// The verdict as an object; the structure is its `value`, if it has one as JSON.
    pub fn json(&self, exporter: &Exporter) -> Result<String, CommandError> {
        let Verdict { outcome, message, place, node, reads } = self.verdict;
        let node = node.as_ref().map(|node| {
            json!({
                "number": node.preorder, "path": node.path, "type": node.ty,
                "constructor": node.constructor, "field": node.field,
            })
        });
        let structure = from_ron(&self.judge.model().schema, self.text).is_ok();
        let structure = if structure { Some(self.structure(exporter)?) } else { None };
        let value: Option<Value> = structure.and_then(|text| serde_json::from_str(&text).ok());
        let object = json!({
            "outcome": outcome.to_string(), "message": message,
            "clause": place.as_ref().map(|place| self.clause_json(place)), "node": node,
            "reads": reads.iter().map(read_json).collect::<Vec<_>>(), "value": value,
        });
        Ok(object.to_string())
    }

    fn clause_json(&self, place: &SpecPlace) -> Value {
        let kind = match place.kind {
            dpgen_spec::ClauseKind::RepOk => "rep_ok",
            dpgen_spec::ClauseKind::RootOk => "root_ok",
            dpgen_spec::ClauseKind::Field => "field",
            dpgen_spec::ClauseKind::Give => "give",
            dpgen_spec::ClauseKind::Attribute => "attribute",
        };
        json!({
            "kind": kind, "type": place.ty, "constructor": place.constructor, "name": place.name, "text": place.text,
            "file": self.spec.clause_error(place, "").name(), "line": place.line, "column": place.column,
            "start": place.span.start, "end": place.span.end,
        })
    }
}

fn read_json(read: &Read) -> Value {
    let Read { text, span, value, node } = read;
    let (value, failure) = match value {
        Ok(value) => (Some(value_json(value)), None),
        Err(why) => (None, Some(why)),
    };
    json!({
        "text": text, "value": value, "failure": failure, "node": node, "start": span.start, "end": span.end,
    })
}

fn value_json(value: &AttributeValue) -> Value {
    match value {
        AttributeValue::Int(value) => json!(value),
        AttributeValue::Bool(value) => json!(value),
        AttributeValue::Text(text) => json!(text),
        AttributeValue::List(items) => items.iter().map(value_json).collect(),
    }
}
