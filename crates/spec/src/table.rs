//! A spec with its names resolved: types (containers too), constructors, fields, attributes, conditions.
//!
//! Invariant of a finished [`Table`]: names are identifiers and unique where they are looked up, every
//! field's type exists, every expression is parsed. `read.rs` makes one; `types.rs` finds the types of
//! attributes; `compile.rs` turns the expressions into code.

use super::ast::Ast;
use super::text::Span;
use dpgen_forest::schema::Shape;

/// The static type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ty {
    Int,
    Bool,
    /// A string from this list of [`Table::labels`].
    Label(usize),
    /// A constructor of this type.
    Kind(usize),
    /// A string that nothing gives a meaning to.
    Text,
}

/// What fills a field.
#[derive(Debug, Clone)]
pub(crate) enum FieldKind {
    Node(usize),
    Int(Ast, Ast),
    Bool,
    Label(usize),
}

/// A field of a constructor.
#[derive(Debug, Clone)]
pub(crate) struct FieldDef {
    pub(crate) name: String,
    pub(crate) kind: FieldKind,
    pub(crate) span: Option<Span>,
}

/// A constructor.
#[derive(Debug, Clone)]
pub(crate) struct CtorDef {
    pub(crate) name: String,
    pub(crate) weight: Option<u32>,
    pub(crate) fields: Vec<FieldDef>,
    pub(crate) span: Option<Span>,
}

/// An attribute: an expression for each constructor that it is defined for.
#[derive(Debug, Clone)]
pub(crate) struct AttrDef {
    pub(crate) name: String,
    pub(crate) bodies: Vec<Option<Ast>>,
    pub(crate) ty: Option<Ty>,
    pub(crate) span: Option<Span>,
}

/// A condition of `rep_ok` or `root_ok`, with its text for reports.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pub(crate) text: String,
    pub(crate) ast: Ast,
}

/// A type.
#[derive(Debug, Clone)]
pub(crate) struct TypeDef {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) ctors: Vec<CtorDef>,
    pub(crate) attributes: Vec<AttrDef>,
    /// The conditions of `rep_ok`, a list a constructor.
    pub(crate) conditions: Vec<Vec<Condition>>,
    pub(crate) span: Option<Span>,
}

/// A named parameter and its default.
#[derive(Debug, Clone)]
pub(crate) struct ParamDef {
    pub(crate) name: String,
    pub(crate) default: Ast,
}

/// A spec with its names resolved.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) types: Vec<TypeDef>,
    /// The lists of strings that fields take values from, each once.
    pub(crate) labels: Vec<Vec<String>>,
    pub(crate) params: Vec<ParamDef>,
    pub(crate) root: usize,
    pub(crate) root_ok: Vec<Condition>,
}

/// The attribute of list types that `size(list)` asks for; no expression can name it.
pub(crate) const SIZE: &str = "size()";

/// What a name stands for in some type.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Named {
    Kind,
    RepOk,
    Attribute(usize),
    /// The field at these slots: one entry a constructor, see [`TypeDef::slots`].
    Field,
}

impl TypeDef {
    /// The constructor of this name.
    pub(crate) fn ctor(&self, name: &str) -> Option<usize> {
        self.ctors.iter().position(|ctor| ctor.name == name)
    }

    /// The attribute of this name.
    pub(crate) fn attribute(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|attribute| attribute.name == name)
    }

    /// Where each constructor has the field of this name.
    pub(crate) fn slots(&self, name: &str) -> Vec<Option<usize>> {
        self.ctors.iter().map(|ctor| ctor.fields.iter().position(|field| field.name == name)).collect()
    }

    /// The first field of this name.
    pub(crate) fn field(&self, name: &str) -> Option<&FieldDef> {
        self.ctors.iter().flat_map(|ctor| &ctor.fields).find(|field| field.name == name)
    }

    /// What a name stands for when asked of this type.
    pub(crate) fn named(&self, name: &str) -> Option<Named> {
        match name {
            "kind" => Some(Named::Kind),
            "rep_ok" => Some(Named::RepOk),
            _ => match self.attribute(name) {
                Some(attribute) => Some(Named::Attribute(attribute)),
                None => self.field(name).map(|_| Named::Field),
            },
        }
    }

    /// Every name that can be asked of this type.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        let fields = self.ctors.iter().flat_map(|ctor| ctor.fields.iter().map(|field| field.name.as_str()));
        let attributes = self.attributes.iter().map(|attribute| attribute.name.as_str());
        for name in fields.chain(attributes.filter(|name| *name != SIZE)).chain(["kind"]) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The names of the constructors.
    pub(crate) fn ctor_names(&self) -> impl Iterator<Item = &str> {
        self.ctors.iter().map(|ctor| ctor.name.as_str())
    }
}

impl FieldKind {
    /// The type of the field's values, if they are data.
    pub(crate) const fn data(&self) -> Option<Ty> {
        match self {
            Self::Node(_) => None,
            Self::Int(..) => Some(Ty::Int),
            Self::Bool => Some(Ty::Bool),
            Self::Label(labels) => Some(Ty::Label(*labels)),
        }
    }
}

impl Table {
    /// A static type in words, for messages.
    pub(crate) fn show(&self, ty: Ty) -> String {
        match ty {
            Ty::Int => "an integer".to_owned(),
            Ty::Bool => "a bool".to_owned(),
            Ty::Text => "a string".to_owned(),
            Ty::Kind(ty) => format!("a constructor of `{}`", self.types[ty].name),
            Ty::Label(labels) => format!("one of {}", quoted(&self.labels[labels])),
        }
    }
}

/// Strings in single quotes, with commas.
pub(crate) fn quoted(labels: &[String]) -> String {
    labels.iter().map(|label| format!("'{label}'")).collect::<Vec<_>>().join(", ")
}
