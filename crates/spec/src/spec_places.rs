//! [`SpecPlace`]: where the clauses of a spec stand in its text: its conditions, the kinds of its fields, what it gives, its attributes.
//!
//! Invariant: conditions come first, in the order of their numbers in reports ([`Model::conditions`]). `structure_judge.rs` finds
//! the clause that decides on a structure.
//!
//! [`Model::conditions`]: dpgen_engine::predicate_run::Model

use std::ops::Range;

use dpgen_forest::index::shown;

use super::located_failures::Site;
use super::resolved_spec::{Condition, CtorDef, FieldKind, SIZE_ATTRIBUTE, Table, TypeDef};
use super::source_text::{Span, SpecText, excerpt};

/// The kinds of clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClauseKind {
    /// A condition of `rep_ok`.
    RepOk,
    /// A condition of `root_ok`.
    RootOk,
    /// The kind of a field that is data: which values it can have.
    Field,
    /// An expression for a value of the context of a field.
    Give,
    /// The expression of an attribute for a constructor.
    Attribute,
}

/// A clause of a spec, and its place in the text.
///
/// ```
/// use dpgen_spec::{ClauseKind, Spec};
///
/// let spec = Spec::builtin("red-black-tree").expect("it comes with the crate");
/// let places = spec.places();
/// let third = &places[2];
/// assert_eq!((third.kind, third.number), (ClauseKind::RepOk, Some(2)));
/// assert_eq!((third.ty.as_str(), third.constructor.as_str()), ("Tree", "Node"));
/// assert_eq!(third.text, "left.kind == 'Nil' || left.max < key");
/// assert_eq!(&spec.text()[third.span.clone()], third.text);
/// # assert_eq!((third.line, third.column), (24, 18));
/// ```
#[derive(Debug, Clone)]
pub struct SpecPlace {
    /// What it is.
    pub kind: ClauseKind,
    /// The number in reports; of conditions only.
    pub number: Option<u32>,
    /// The type that it belongs to; of `root_ok`, the root.
    pub ty: String,
    /// The constructor that it belongs to; of `root_ok`, none.
    pub constructor: String,
    /// The field or attribute; of conditions, none. What is given has the field and the value of its context: `body.scope`.
    pub name: String,
    /// The text as it is written, without its quotes.
    pub text: String,
    /// The text's bytes in the text of the spec.
    pub span: Range<usize>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    pub(crate) site: Option<Site>,
}

impl SpecPlace {
    /// The clause with its file and line, as messages about its failure name it; `None` of a field whose kind has no expression.
    ///
    /// ```
    /// let spec = dpgen_spec::Spec::builtin("sorted-list").expect("it comes with the crate");
    /// let words = "the condition \"rest.kind == 'Nil' || value <= rest.first\" of `Cons` (sorted-list:13)";
    /// assert_eq!(spec.places()[0].words(), Some(words));
    /// ```
    #[must_use]
    pub fn words(&self) -> Option<&str> {
        self.site.as_ref().map(Site::words)
    }
}

/// The conditions of a table in the order of their numbers, each with its type and constructor; those of `root_ok` have none.
pub(crate) fn conditions(table: &Table) -> impl Iterator<Item = (Option<(usize, usize)>, &Condition)> {
    let of_types = table.types.iter().enumerate().flat_map(|(ty, def)| {
        let of_ctors = def.conditions.iter().enumerate();
        of_ctors.flat_map(move |(ctor, all)| all.iter().map(move |one| (Some((ty, ctor)), one)))
    });
    of_types.chain(table.root_ok.iter().map(|one| (None, one)))
}

/// The clauses of a spec.
pub(crate) fn places(source: &SpecText, table: &Table) -> Vec<SpecPlace> {
    let mut all = Vec::new();
    for (number, (of, one)) in conditions(table).enumerate() {
        let ty = &table.types[of.map_or(table.root, |(ty, _)| ty)];
        let ctor = of.map(|(_, ctor)| ty.ctors[ctor].name.clone());
        let words = ctor.as_ref().map_or_else(|| "`root_ok`".to_owned(), |ctor| format!("`{ctor}`"));
        let site = Site::condition(&excerpt(&one.text), &words, &source.place(one.span));
        let kind = if of.is_some() { ClauseKind::RepOk } else { ClauseKind::RootOk };
        let place = Places { source, ty: &ty.name, ctor: ctor.as_deref().unwrap_or_default() };
        let place = place.at(kind, "", one.span, Some(site));
        all.push(SpecPlace { number: Some(shown(number)), ..place });
    }
    for ty in &table.types {
        for ctor in &ty.ctors {
            fields(source, table, (ty, ctor), &mut all);
        }
        attributes(source, ty, &mut all);
    }
    all
}

/// Makes the places of a constructor.
struct Places<'a> {
    source: &'a SpecText,
    ty: &'a str,
    ctor: &'a str,
}

impl Places<'_> {
    fn at(&self, kind: ClauseKind, name: &str, span: Span, site: Option<Site>) -> SpecPlace {
        let (line, column, _) = self.source.position(span);
        let text = self.source.text.get(span.start..span.end).unwrap_or_default();
        SpecPlace {
            kind,
            number: None,
            ty: self.ty.to_owned(),
            constructor: self.ctor.to_owned(),
            name: name.to_owned(),
            text: text.to_owned(),
            span: span.start..span.end,
            line,
            column,
            site,
        }
    }
}

/// The kinds of the fields of a constructor, and what they are given.
fn fields(source: &SpecText, table: &Table, (ty, ctor): (&TypeDef, &CtorDef), all: &mut Vec<SpecPlace>) {
    let places = Places { source, ty: &ty.name, ctor: &ctor.name };
    for field in ctor.fields.iter().filter(|field| !matches!(field.kind, FieldKind::Node(_))) {
        let site = field.kind.domain_expressions().and_then(|(words, asts)| {
            let what = format!("{words} `{}.{}`", ctor.name, field.name);
            asts.first().map(|first| Site::rule(&what, &source.place(first.span)))
        });
        all.push(places.at(ClauseKind::Field, &field.name, field.kind_span, site));
    }
    for give in &ctor.gives {
        let field = &ctor.fields[give.slot];
        let FieldKind::Node(part) = field.kind else { continue };
        let value = &table.types[part].context[give.value].name;
        let what = format!("the context value `{value}` of `{}.{}`", ctor.name, field.name);
        let site = Site::rule(&what, &source.place(give.ast.span));
        let name = format!("{}.{value}", field.name);
        all.push(places.at(ClauseKind::Give, &name, give.ast.span, Some(site)));
    }
}

/// The expressions of the attributes of a type that are written in the spec.
fn attributes(source: &SpecText, ty: &TypeDef, all: &mut Vec<SpecPlace>) {
    for attribute in ty.attributes.iter().filter(|attribute| attribute.name != SIZE_ATTRIBUTE) {
        for (ctor, body) in ty.ctors.iter().zip(&attribute.bodies) {
            // The number of a node is the crate's own expression, at the place of the type.
            let Some(body) = body.as_ref().filter(|body| body.span != ty.span) else { continue };
            let site =
                Site::attribute(&attribute.name, &format!("`{}`", ctor.name), &source.place(body.span));
            let places = Places { source, ty: &ty.name, ctor: &ctor.name };
            all.push(places.at(ClauseKind::Attribute, &attribute.name, body.span, Some(site)));
        }
    }
}
