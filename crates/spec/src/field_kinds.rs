//! Resolves the kinds of fields, and makes the container types that they need.
//!
//! A container is identified by its shape and the resolved kind of its elements: bounds as expressions, strings one by one. So
//! two containers are one type exactly if their elements are of the same kind, however they are written.

use std::sync::Arc;

use dpgen_forest::schema::Shape;
use rustc_hash::FxHashMap;

use super::SpecError;
use super::cel::{
    self,
    ast::{Arith, Ast, Name, Node},
};
use super::raw_spec::{RawField, RawKind};
use super::resolved_spec::{
    Among, AttrDef, Bounds, CtorDef, FieldDef, FieldKind, First, SIZE_ATTRIBUTE, Table, TypeDef,
};
use super::source_text::{Span, SpecText, Text, excerpt};
use super::spec_limits::{MAX_ONE_OF_LEN, MAX_TYPES};

/// The identity of a container: equal ones are one type.
#[derive(Debug, Clone, PartialEq)]
enum Container {
    List(FieldKind),
    Option(FieldKind),
    Array(u32, FieldKind),
}

/// The containers and lists of strings so far.
#[derive(Debug, Default)]
pub(crate) struct Kinds {
    containers: Vec<(Container, usize)>,
    labels: FxHashMap<Vec<String>, usize>,
}

impl Kinds {
    /// The kind of a field; containers become types when they are first met.
    pub(crate) fn kind(
        &mut self,
        source: &SpecText,
        table: &mut Table,
        raw: &RawField,
    ) -> Result<FieldKind, SpecError> {
        let container = match &raw.kind {
            RawKind::Type(name) => return table.type_named(source, name).map(FieldKind::Node),
            RawKind::Ref(name) => return table.type_named(source, name).map(FieldKind::Ref),
            RawKind::Bool => return Ok(FieldKind::Bool),
            RawKind::Int(lo, hi) => {
                let shown = format!("{},{}", compact(&lo.value), compact(&hi.value));
                let bounds = Bounds { lo: cel::parse(source, lo)?, hi: cel::parse(source, hi)?, shown };
                return Ok(FieldKind::Int(Arc::new(bounds)));
            }
            RawKind::Among(list) => {
                let among = Among { list: cel::parse(source, list)?, shown: compact(&list.value) };
                return Ok(FieldKind::Among(Arc::new(among)));
            }
            RawKind::OneOf(labels, first) => {
                let list = self.labels(source, table, labels, raw.span)?;
                let parse = |text: &Text| {
                    let number = cel::parse(source, text)?;
                    let shown = compact(&text.value);
                    Ok(Arc::new(First { number, span: text.span, shown }))
                };
                return Ok(FieldKind::Label(list, first.as_ref().map(parse).transpose()?));
            }
            RawKind::List(inner) => Container::List(self.kind(source, table, inner)?),
            RawKind::Option(inner) => Container::Option(self.kind(source, table, inner)?),
            RawKind::Array(0, _) => {
                return Err(source.error(raw.span, "an array needs at least one element"));
            }
            RawKind::Array(count, inner) => Container::Array(*count, self.kind(source, table, inner)?),
        };
        if let Some((_, known)) = self.containers.iter().find(|(known, _)| *known == container) {
            return Ok(FieldKind::Node(*known));
        }
        if table.types.len() == MAX_TYPES {
            let message = format!("the spec has more than {MAX_TYPES} types, containers included");
            return Err(source.error(raw.span, message));
        }
        let index = table.types.len();
        let name = excerpt(&self.show(table, &container));
        let ty = make(&container, index, name, raw.span);
        table.types.push(ty);
        self.containers.push((container, index));
        Ok(FieldKind::Node(index))
    }

    /// The number of a list of strings, which becomes one of the table when it is first met.
    pub(crate) fn labels(
        &mut self,
        source: &SpecText,
        table: &mut Table,
        labels: &[Text],
        span: Span,
    ) -> Result<usize, SpecError> {
        if labels.is_empty() {
            return Err(source.error(span, "`OneOf` needs at least one string"));
        }
        if let Some(label) = labels.get(MAX_ONE_OF_LEN) {
            let message = format!("`OneOf` has more than {MAX_ONE_OF_LEN} strings");
            return Err(source.error(label.span, message).help("use an `Int` with a range"));
        }
        let mut seen = FxHashMap::default();
        for label in labels {
            if seen.insert(label.value.as_str(), ()).is_some() {
                let message = format!("the string '{}' is in the list twice", label.value.escape_debug());
                return Err(source.error(label.span, message));
            }
        }
        let labels: Vec<String> = labels.iter().map(|label| label.value.clone()).collect();
        let next = table.labels.len();
        let index = *self.labels.entry(labels.clone()).or_insert(next);
        if index == next {
            table.labels.push(labels);
        }
        Ok(index)
    }

    /// The name of a container as `types` writes it.
    fn show(&self, table: &Table, container: &Container) -> String {
        let (open, inner) = match container {
            Container::List(inner) => ("List(".to_owned(), inner),
            Container::Option(inner) => ("Option(".to_owned(), inner),
            Container::Array(count, inner) => (format!("Array({count},"), inner),
        };
        let inner = match inner {
            FieldKind::Node(ty) => match self.containers.iter().find(|(_, index)| index == ty) {
                Some((container, _)) => self.show(table, container),
                None => table.types[*ty].name.clone(),
            },
            FieldKind::Ref(ty) => format!("Ref({})", table.types[*ty].name),
            FieldKind::Int(bounds) => format!("Int({})", bounds.shown),
            FieldKind::Among(among) => format!("Among({})", among.shown),
            FieldKind::Bool => "Bool".to_owned(),
            FieldKind::Label(labels, first) => {
                let labels: Vec<String> =
                    table.labels[*labels].iter().map(|label| format!("{label:?}")).collect();
                let first = first.as_ref().map(|first| format!(",{}", first.shown)).unwrap_or_default();
                format!("OneOf([{}]{first})", labels.join(","))
            }
        };
        format!("{open}{inner})")
    }

    /// The container that an entry of `types` means: quotes, square brackets and white space in its name matter
    /// only where they tell two containers apart.
    pub(crate) fn container_named(
        &self,
        source: &SpecText,
        table: &Table,
        name: &Text,
    ) -> Result<usize, SpecError> {
        let names: Vec<(String, usize)> =
            self.containers.iter().map(|(container, ty)| (self.show(table, container), *ty)).collect();
        let mut found: Vec<&(String, usize)> = names.iter().collect();
        for normal in [loose, compact, str::to_owned] {
            found.retain(|(known, _)| normal(known) == normal(&name.value));
            match found.as_slice() {
                [] => break,
                [(_, ty)] => return Ok(*ty),
                _ => {}
            }
        }
        let wanted = excerpt(&name.value);
        if found.is_empty() && !names.iter().any(|(known, _)| loose(known) == loose(&name.value)) {
            let known = names.iter().map(|(name, _)| name.as_str());
            let message = format!("no field holds a `{wanted}`");
            return Err(source.error(name.span, message).suggest(&compact(&name.value), known));
        }
        let same = names.iter().filter(|(known, _)| loose(known) == loose(&name.value));
        let same: Vec<String> = same.map(|(name, _)| format!("`{}`", excerpt(name))).collect();
        let message = format!("`{wanted}` may be any of {}", same.join(", "));
        Err(source.error(name.span, message).help("put the strings of `OneOf` in brackets and quotes"))
    }

    /// Gives each list type the attribute behind `size(list)`.
    pub(crate) fn list_sizes(&self, table: &mut Table) {
        for ty in table.types.iter_mut().filter(|ty| ty.shape == Shape::List) {
            let span = ty.span;
            let rest = Ast::new(Node::Path(vec![Name { name: "rest".to_owned(), span }]), span);
            let rest = Ast::new(Node::Size(Box::new(rest)), span);
            let one = Ast::new(Node::Int(1), span);
            let more = Ast::new(Node::Arith(Box::new(rest), vec![(Arith::Add, one)]), span);
            let bodies = vec![Some(Ast::new(Node::Int(0), span)), Some(more)];
            ty.attributes.push(AttrDef {
                name: SIZE_ATTRIBUTE.to_owned(),
                bodies,
                ty: None,
                span,
                place: None,
            });
        }
    }
}

/// The type of a container.
fn make(container: &Container, index: usize, name: String, span: Span) -> TypeDef {
    let slot = |name: &str, kind: &FieldKind| FieldDef {
        name: name.to_owned(),
        kind: kind.clone(),
        span,
        kind_span: span,
    };
    let (shape, ctors) = match container {
        Container::List(inner) => {
            let cons = vec![slot("first", inner), slot("rest", &FieldKind::Node(index))];
            (Shape::List, vec![("Nil", Vec::new()), ("Cons", cons)])
        }
        Container::Option(inner) => {
            (Shape::Option, vec![("None", Vec::new()), ("Some", vec![slot("value", inner)])])
        }
        Container::Array(count, inner) => {
            let all = (0..*count).map(|place| slot(&place.to_string(), inner)).collect();
            (Shape::Tuple, vec![("Array", all)])
        }
    };
    let mut ty = TypeDef::new(name, shape, span);
    for (name, fields) in ctors {
        ty.push(CtorDef { name: name.to_owned(), weight: Some(0), fields, gives: Vec::new(), span: None });
    }
    ty
}

/// A text without white space.
fn compact(text: &str) -> String {
    text.split_whitespace().collect()
}

/// A text without white space, quotes and square brackets.
fn loose(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'' | '[' | ']')).collect()
}
