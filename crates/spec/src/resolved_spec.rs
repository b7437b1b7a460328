//! [`Table`]: a spec with its names resolved: types (containers too), constructors, fields, attributes, conditions.
//!
//! Invariant of a finished [`Table`]: names are identifiers and unique where they are looked up, every
//! field's type exists, every expression is parsed. `spec_reader.rs` makes one; `type_inference.rs` finds the types of
//! attributes; `compile_expression.rs` turns the expressions into code.

use std::sync::Arc;

use super::SpecError;
use super::cel::ast::Ast;
use super::source_text::{Span, SpecText, Text, excerpt};
use super::static_types::{ListTy, Ty};
use dpgen_forest::schema::Shape;

/// The kind of a field. Two kinds are equal if they have the same values in every scope as far as their text
/// tells; containers of equal kinds are one type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FieldKind {
    Node(usize),
    /// The number of a node of this type that a walk from the root has met.
    Ref(usize),
    Int(Arc<Bounds>),
    /// An integer from a list that an expression gives.
    Among(Arc<Among>),
    Bool,
    Label(usize, Option<Arc<First>>),
}

/// The list that an integer field takes its values from.
#[derive(Debug)]
pub(crate) struct Among {
    pub(crate) list: Ast,
    /// The text, for messages.
    pub(crate) shown: String,
}

impl PartialEq for Among {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

/// The number of strings of a list that a field takes, from the first on.
#[derive(Debug)]
pub(crate) struct First {
    pub(crate) number: Ast,
    pub(crate) span: Span,
    /// The text, for messages.
    pub(crate) shown: String,
}

impl PartialEq for First {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

/// The least and the greatest value of an integer field.
#[derive(Debug)]
pub(crate) struct Bounds {
    pub(crate) lo: Ast,
    pub(crate) hi: Ast,
    /// The texts, for messages.
    pub(crate) shown: String,
}

impl PartialEq for Bounds {
    fn eq(&self, other: &Self) -> bool {
        self.lo == other.lo && self.hi == other.hi
    }
}

/// A value of a type's context.
#[derive(Debug, Clone)]
pub(crate) struct ContextDef {
    pub(crate) name: String,
    pub(crate) ty: Ty,
}

/// An expression for a value of the context of a field.
#[derive(Debug, Clone)]
pub(crate) struct GiveDef {
    /// The slot of the field.
    pub(crate) slot: usize,
    /// The value's number in the context of the field's type.
    pub(crate) value: usize,
    pub(crate) ast: Ast,
}

/// A field of a constructor.
#[derive(Debug, Clone)]
pub(crate) struct FieldDef {
    pub(crate) name: String,
    pub(crate) kind: FieldKind,
    pub(crate) span: Span,
    /// The kind in the text; of the fields of containers, that of the container.
    pub(crate) kind_span: Span,
}

/// A constructor.
#[derive(Debug, Clone)]
pub(crate) struct CtorDef {
    pub(crate) name: String,
    pub(crate) weight: Option<u32>,
    pub(crate) fields: Vec<FieldDef>,
    /// What fields are given beside what they inherit.
    pub(crate) gives: Vec<GiveDef>,
    /// `None` for those of containers, which nobody writes.
    pub(crate) span: Option<Span>,
}

/// An attribute: an expression for each constructor that it is defined for.
#[derive(Debug, Clone)]
pub(crate) struct AttrDef {
    pub(crate) name: String,
    pub(crate) bodies: Vec<Option<Ast>>,
    pub(crate) ty: Option<Ty>,
    pub(crate) span: Span,
    /// The file and line; none of an attribute that the crate adds.
    pub(crate) place: Option<Arc<str>>,
}

/// A condition of `rep_ok` or `root_ok`, with its text for reports.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pub(crate) text: String,
    pub(crate) span: Span,
    pub(crate) ast: Ast,
}

/// A type.
#[derive(Debug, Clone)]
pub(crate) struct TypeDef {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    /// The values of the context of each structure of this type; none if there is no context.
    pub(crate) context: Vec<ContextDef>,
    pub(crate) ctors: Vec<CtorDef>,
    pub(crate) attributes: Vec<AttrDef>,
    /// The conditions of `rep_ok`, a list a constructor.
    pub(crate) conditions: Vec<Vec<Condition>>,
    pub(crate) span: Span,
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
    /// The context of whole structures: an expression for each value of the root's context.
    pub(crate) root_context: Vec<Ast>,
}

/// The name by which expressions read the context.
pub(crate) const CONTEXT_NAME: &str = "context";

/// The attribute of types that a field refers to: the number of a node.
pub(crate) const ID_ATTRIBUTE: &str = "id";

/// The attribute of list types that `size(list)` asks for; no expression can name it.
pub(crate) const SIZE_ATTRIBUTE: &str = "size()";

/// The meaning of a name in a type.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Named {
    Kind,
    RepOk,
    Attribute(usize),
    /// The field at these slots: one entry a constructor, see [`TypeDef::slots`].
    Field,
}

impl CtorDef {
    /// The field of this name.
    pub(crate) fn field(&self, name: &str) -> Option<&FieldDef> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl TypeDef {
    /// A type without constructors.
    pub(crate) fn new(name: String, shape: Shape, span: Span) -> Self {
        Self {
            name,
            shape,
            context: Vec::new(),
            ctors: Vec::new(),
            attributes: Vec::new(),
            conditions: Vec::new(),
            span,
        }
    }

    /// Adds a constructor without conditions.
    pub(crate) fn push(&mut self, ctor: CtorDef) {
        self.ctors.push(ctor);
        self.conditions.push(Vec::new());
    }

    /// The constructor of this name.
    pub(crate) fn ctor(&self, name: &str) -> Option<usize> {
        self.ctors.iter().position(|ctor| ctor.name == name)
    }

    /// The attribute of this name.
    pub(crate) fn attribute(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|attribute| attribute.name == name)
    }

    /// The slot of the field of this name, for each constructor.
    pub(crate) fn slots(&self, name: &str) -> Vec<Option<usize>> {
        self.ctors.iter().map(|ctor| ctor.fields.iter().position(|field| field.name == name)).collect()
    }

    /// The number of the value of the context that has this name.
    pub(crate) fn context_value(&self, name: &str) -> Option<usize> {
        self.context.iter().position(|value| value.name == name)
    }

    /// The first field of this name; other constructors may have another one.
    pub(crate) fn field(&self, name: &str) -> Option<&FieldDef> {
        self.ctors.iter().flat_map(|ctor| &ctor.fields).find(|field| field.name == name)
    }

    /// The meaning of a name that is asked of this type.
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
        for name in fields.chain(attributes.filter(|name| *name != SIZE_ATTRIBUTE)).chain(["kind"]) {
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
            Self::Ref(_) | Self::Int(..) | Self::Among(_) => Some(Ty::Int),
            Self::Bool => Some(Ty::Bool),
            Self::Label(labels, _) => Some(Ty::Label(*labels)),
        }
    }

    /// The expressions that decide which values the field can have, and how messages call them, as in "the bounds of"; `None` if there
    /// are none.
    pub(crate) fn domain_expressions(&self) -> Option<(&'static str, Vec<&Ast>)> {
        match self {
            Self::Int(bounds) => Some(("the bounds of", vec![&bounds.lo, &bounds.hi])),
            Self::Among(among) => Some(("the values of", vec![&among.list])),
            Self::Label(_, Some(first)) => Some(("the number of strings of", vec![&first.number])),
            Self::Node(_) | Self::Ref(_) | Self::Bool | Self::Label(_, None) => None,
        }
    }
}

impl Table {
    /// The type of a name that a spec gives; containers are found by `field_kinds.rs`.
    pub(crate) fn type_named(&self, source: &SpecText, name: &Text) -> Result<usize, SpecError> {
        let plain = || self.types.iter().enumerate().filter(|(_, ty)| ty.shape == Shape::Plain);
        plain().find(|(_, ty)| ty.name == name.value.trim()).map(|(index, _)| index).ok_or_else(|| {
            let message = format!("unknown type `{}`", excerpt(&name.value));
            source.error(name.span, message).suggest(&name.value, plain().map(|(_, ty)| ty.name.as_str()))
        })
    }

    /// A static type in words, for messages.
    pub(crate) fn show(&self, ty: Ty) -> String {
        match ty {
            Ty::Int => "an integer".to_owned(),
            Ty::Bool => "a bool".to_owned(),
            Ty::Text => "a string".to_owned(),
            Ty::Kind(ty) => format!("a constructor of `{}`", self.types[ty].name),
            Ty::Label(labels) => format!("one of {}", excerpt(&quoted(&self.labels[labels]))),
            Ty::List(list) => format!("a list of {}", self.show_items(list)),
        }
    }

    /// The items of a list in words.
    fn show_items(&self, list: ListTy) -> String {
        match list.item() {
            Ty::Bool => "bools".to_owned(),
            Ty::Label(labels) => format!("strings from {}", excerpt(&quoted(&self.labels[labels]))),
            Ty::List(inner) => format!("lists of {}", self.show_items(inner)),
            _ => "integers".to_owned(),
        }
    }
}

/// Strings in single quotes, with commas.
pub(crate) fn quoted(labels: &[String]) -> String {
    labels.iter().map(|label| format!("'{label}'")).collect::<Vec<_>>().join(", ")
}
