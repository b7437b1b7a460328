//! [`LinkKind`]: how a field leads to nodes, if it does by pointers or indices instead of numbers.

use proc_macro2::TokenStream;
use syn::Type;

use crate::parse::attributes::FieldAttrs;
use crate::parse::leaf_types::{LeafTypes, ValueKind, arguments};

/// How a field leads to nodes.
pub(crate) enum LinkKind {
    /// To new ones of this type, or to ones that were met: `links_to`.
    Link(TokenStream),
    /// To ones of this type that were met, by pointers: `refers_to`.
    Reference(TokenStream),
    /// It holds them: `arena`.
    Arena,
}

impl LinkKind {
    /// Of a field of this type; `node` gives the type of its nodes, as it is to be written.
    pub(crate) fn of(
        ty: &Type,
        leaves: &LeafTypes,
        attrs: &FieldAttrs,
        node: impl Fn(&Type) -> TokenStream,
    ) -> Option<Self> {
        if attrs.skipped() || attrs.with.is_some() {
            return None;
        }
        let is_integer = |leaf: &&LeafTypes| matches!(leaf, LeafTypes::Plain(ValueKind::Integer, _));
        match (&attrs.links_to, &attrs.refers_to, &attrs.arena) {
            // A mistake that is said elsewhere.
            (Some(given), None, None) if is_weak(ty) => Some(Self::Reference(node(&given.value))),
            (Some(given), None, None) => Some(Self::Link(node(&given.value))),
            (None, Some(given), None) if is_pointer(ty) && !leaves.all().iter().all(is_integer) => {
                Some(Self::Reference(node(&given.value)))
            }
            (None, None, Some(_)) if is_vec(ty) => Some(Self::Arena),
            _ => None,
        }
    }
}

/// Whether a type is an `Rc`, `Arc` or `Weak` by its name, or an `Option`, `Vec` or array of such.
fn is_pointer(ty: &Type) -> bool {
    holds(ty, &["Rc", "Arc", "Weak"], &["Option", "Vec"])
}

/// Whether a type is a `Weak` by its name, or an `Option`, `Vec` or array of such.
pub(crate) fn is_weak(ty: &Type) -> bool {
    holds(ty, &["Weak"], &["Option", "Vec"])
}

/// Whether a type is a `Vec` by its name.
pub(crate) fn is_vec(ty: &Type) -> bool {
    holds(ty, &["Vec"], &[]) && !matches!(ty, Type::Array(_))
}

/// Whether a field of this type always leads to a node by a strong pointer: an `Rc` or `Arc` by its name, or an array of such.
pub(crate) fn is_strong(ty: &Type) -> bool {
    holds(ty, &["Rc", "Arc"], &[])
}

/// Whether a type has one of these names, or is an array of such, or has one of those names and such a type for its first argument.
fn holds(ty: &Type, names: &[&str], holders: &[&str]) -> bool {
    match ty {
        Type::Group(group) => holds(&group.elem, names, holders),
        Type::Paren(paren) => holds(&paren.elem, names, holders),
        Type::Array(array) => holds(&array.elem, names, holders),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let is_any = |names: &[&str]| names.iter().any(|name| last.ident == name);
            let held = || arguments(&last.arguments).first().is_some_and(|ty| holds(ty, names, holders));
            is_any(names) || (is_any(holders) && held())
        }),
        _ => false,
    }
}
