//! Checks the signature of a function that becomes a test, and reads its arguments.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{
    Attribute, FnArg, GenericArgument, GenericParam, Ident, ItemFn, Pat, PathArguments, Safety, Type,
    TypeReference, parse_quote_spanned,
};

use crate::errors::{Errors, at};
use crate::parse::entries::is_ours;
use crate::parse::leaf_types::{is_named, type_text};

/// How an argument is passed to the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passed {
    /// By reference.
    Lent,
    /// By value.
    Given,
    /// By value, of a plain type, so that it need not be given away.
    Copied,
}

/// An argument: what to generate for it.
pub(super) struct Argument {
    pub(super) name: Ident,
    pub(super) ty: Type,
    pub(super) passed: Passed,
    /// `#[dpgen(...)]`.
    pub(super) attrs: Vec<Attribute>,
}

/// Refuses what a test may not have, and takes other attributes of ours off it.
pub(super) fn check(function: &mut ItemFn, errors: &mut Errors) {
    for attribute in function.attrs.extract_if(.., |attribute| is_test(attribute) || is_ours(attribute)) {
        let message = if is_test(&attribute) {
            "`#[dpgen::test]` is given twice: keep one of them, with the options of both"
        } else {
            "the options of a test are written `#[dpgen::test(max_size = 5)]`, and what is said of an argument stands before it"
        };
        errors.at(attribute, message);
    }
    let signature = &function.sig;
    // A lifetime is refused where it is used.
    let mut parameters = signature.generics.params.iter();
    if !parameters.all(|parameter| matches!(parameter, GenericParam::Lifetime(_))) {
        errors.at(&signature.generics, "a test has no type parameters: name the types to generate");
    }
    if let Some(token) = &signature.asyncness
        && !has_runner(function)
    {
        let message = "an async test needs a runtime: add its attribute below, as in `#[tokio::test]`";
        errors.at(token, message);
    }
    if let Safety::Unsafe(token) = &signature.safety {
        errors.at(token, "a test is a safe function: put the unsafe part into a block");
    }
    if let Some(abi) = &signature.abi {
        errors.at(abi, "a test is a plain `fn`");
    }
    for attribute in function.attrs.iter().filter(|attribute| attribute.path().is_ident("test")) {
        errors.at(attribute, "`#[dpgen::test]` already makes this a test: remove `#[test]`");
    }
    if signature.inputs.is_empty() {
        let message =
            "a test takes what is to be generated, as in `fn insert_keeps_order(tree: Tree, key: i64)`";
        errors.at(&signature.ident, message);
    }
}

/// Whether it is `#[dpgen::test]`.
fn is_test(attribute: &Attribute) -> bool {
    let path = &attribute.path().segments;
    path.len() == 2 && path[0].ident == "dpgen" && path[1].ident == "test"
}

/// Whether another attribute makes the function a test: that of an async runtime, say.
pub(super) fn has_runner(function: &ItemFn) -> bool {
    let mut paths = function.attrs.iter().map(|attribute| attribute.path());
    paths.any(|path| path.segments.len() > 1 && path.segments.last().is_some_and(|last| last.ident == "test"))
}

/// The arguments. Their attributes are taken off the function.
pub(super) fn arguments(function: &mut ItemFn, errors: &mut Errors) -> Vec<Argument> {
    let mut arguments: Vec<Argument> = Vec::new();
    for (place, input) in function.sig.inputs.iter_mut().enumerate() {
        let FnArg::Typed(input) = input else {
            errors.at(input, "a test is no method: it takes what is to be generated");
            continue;
        };
        let attrs = input.attrs.extract_if(.., |attribute| is_ours(attribute)).collect();
        let name = name(&input.pat).filter(|name| arguments.iter().all(|known| known.name != *name));
        // One that has no name of its own is named by its place.
        let name = name.unwrap_or_else(|| Ident::new(&format!("argument_{}", place + 1), Span::mixed_site()));
        if let Some((ty, passed)) = errors.keep(generated(&name, &input.ty)) {
            arguments.push(Argument { name, ty, passed, attrs });
        }
    }
    arguments
}

/// The name that a pattern binds, if that is all that it does.
fn name(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Ident(pattern) => Some(pattern.ident.clone()),
        Pat::Paren(pattern) => name(&pattern.pat),
        Pat::Reference(pattern) => name(&pattern.pat),
        _ => None,
    }
}

/// A type without the parentheses around it, visible or not.
fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => plain(&group.elem),
        Type::Paren(paren) => plain(&paren.elem),
        _ => ty,
    }
}

/// The type to generate for an argument of this name: its own, or the owned form of what it borrows.
fn generated(name: &Ident, ty: &Type) -> syn::Result<(Type, Passed)> {
    let (ty, passed) = match plain(ty) {
        Type::Reference(reference) if !is_static_text(reference) => {
            let owned = owned(plain(&reference.elem));
            if reference.mutability.is_some() {
                let message =
                    format!("take it by value to change it, as in `mut {name}: {}`", type_text(&owned));
                return Err(at(reference, message));
            }
            if let Some(lifetime) = &reference.lifetime {
                return Err(at(lifetime, "it lives as long as one call: remove the lifetime"));
            }
            (owned, Passed::Lent)
        }
        ty if is_copied(ty) => (ty.clone(), Passed::Copied),
        ty => (ty.clone(), Passed::Given),
    };
    if let Type::ImplTrait(_) | Type::Infer(_) = ty {
        return Err(at(ty, "name the type to generate"));
    }
    match borrowed_part(&ty) {
        Some(part) => Err(at(
            part,
            "only the whole argument can be borrowed, and its parts are owned, as in `&[String]`; listed texts are `&'static str`, as in \
             `#[dpgen(values = [\"a\", \"b\"])] words: &[&'static str]`",
        )),
        None => Ok((ty, passed)),
    }
}

/// The owned form of what is borrowed.
fn owned(ty: &Type) -> Type {
    // Its messages are shown at what was written.
    let site = Span::mixed_site().located_at(ty.span());
    match ty {
        Type::Slice(slice) => {
            let element = &slice.elem;
            parse_quote_spanned!(site=> ::std::vec::Vec<#element>)
        }
        text if is_named(text, "str") => parse_quote_spanned!(site=> ::std::string::String),
        ty => ty.clone(),
    }
}

/// Whether it is `&'static str`, which is a value.
fn is_static_text(reference: &TypeReference) -> bool {
    let is_static = reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
    is_static && reference.mutability.is_none() && is_named(plain(&reference.elem), "str")
}

/// A part of a type that borrows for less than the whole program.
fn borrowed_part(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(reference) => match &reference.lifetime {
            Some(lifetime) if lifetime.ident == "static" => None,
            _ => Some(ty),
        },
        Type::Group(group) => borrowed_part(&group.elem),
        Type::Paren(paren) => borrowed_part(&paren.elem),
        Type::Array(array) => borrowed_part(&array.elem),
        Type::Slice(slice) => borrowed_part(&slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(borrowed_part),
        Type::Path(path) => path.path.segments.iter().find_map(|segment| {
            let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(ty) => borrowed_part(ty),
                _ => None,
            })
        }),
        _ => None,
    }
}

/// Whether it is certain to be `Copy`.
fn is_copied(ty: &Type) -> bool {
    const PLAIN: [&str; 14] = [
        "bool", "char", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128",
        "usize",
    ];
    match ty {
        Type::Path(path) => PLAIN.iter().any(|plain| path.path.is_ident(plain)),
        Type::Reference(_) => true,
        _ => false,
    }
}
