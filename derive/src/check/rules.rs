//! The rules that a well-formed type meets beyond the syntax of each attribute.

use syn::ext::IdentExt;
use syn::{Data, DeriveInput, GenericArgument, Ident, PathArguments, Type};

use crate::check::{context_rules, domain_fit};
use crate::errors::Errors;
use crate::parse::ast::{Ast, Constructor, Field, TypeKind};
use crate::parse::attributes::{Around, FieldAttrs, Given};
use crate::parse::domain::Values;
use crate::parse::leaf_types::{self, LeafTypes, ValueKind, type_text};
use crate::parse::link_kinds;
use crate::parse::type_names::is_data;

/// Notes everything that is wrong with the type.
pub(crate) fn check(ast: &Ast<'_>, errors: &mut Errors) {
    generics(ast.input, errors);
    match ast.kind {
        TypeKind::Union => union(ast.input, errors),
        TypeKind::Enum if ast.constructors.is_empty() => {
            let message = if ast.is_partial {
                "all variants are skipped: an enum needs one that has values"
            } else {
                "an enum without variants has no values: add a variant"
            };
            errors.at(&ast.input.ident, message);
        }
        TypeKind::Choice => choice(ast, errors),
        TypeKind::Enum | TypeKind::Struct => {}
    }
    getters(ast, errors);
    context_rules::check(ast, errors);
    for field in ast.constructors.iter().flat_map(|constructor| &constructor.fields) {
        if let Some(around) = &field.attrs.around {
            placed(ast, field, around, errors);
        }
        if field.attrs.payload.is_some() {
            payload(field, errors);
        } else if let (false, Some(key)) = (field.attrs.skipped(), link_key(field)) {
            link(ast, field, key, errors);
        } else if let (false, Some(given)) = (field.attrs.skipped(), &field.attrs.refers_to) {
            reference(field, &given.key, errors);
        } else if field.attrs.skipped() {
            skipped(field, errors);
        } else {
            domain(ast, field, errors);
        }
    }
}

/// Of a mirror, the fields of a struct are read by functions.
fn getters(ast: &Ast<'_>, errors: &mut Errors) {
    let of_variants = ast.constructors.iter().filter(|_| ast.kind != TypeKind::Struct);
    for field in of_variants.flat_map(|constructor| &constructor.fields) {
        if let Some(get) = &field.attrs.get {
            errors.at(&get.key, "a variant is read by its pattern: `get` is for the field of a struct");
        }
    }
}

/// A skipped field is not generated, so nothing else can be said of it.
fn skipped(field: &Field<'_>, errors: &mut Errors) {
    let FieldAttrs {
        range, values, alphabet, len, with, recursive, give, refers_to, links_to, arena, ..
    } = &field.attrs;
    let domains = [range, values, len].into_iter().flatten().map(|given| &given.key);
    let domains = domains.chain(give.iter().map(|given| &given.key));
    let domains = domains.chain(refers_to.iter().chain(links_to).map(|given| &given.key)).chain(arena);
    let others = alphabet.iter().map(|given| &given.key).chain(with.iter().map(|given| &given.key));
    for key in domains.chain(others).chain(recursive) {
        errors.at(key, format!("a skipped field is not generated: remove `{key}`, or `skip` and `default`"));
    }
}

/// The key by which a field leads to new nodes, or holds all of them.
fn link_key<'a>(field: &'a Field<'_>) -> Option<&'a Ident> {
    let FieldAttrs { links_to, arena, .. } = &field.attrs;
    links_to.as_ref().map(|given| &given.key).or(arena.as_ref())
}

/// The keys of a field that give it a domain, which a field that leads to nodes has none of.
fn domain_keys<'a>(field: &'a Field<'_>) -> impl Iterator<Item = &'a Ident> {
    let FieldAttrs { range, values, alphabet, with, recursive, around, .. } = &field.attrs;
    let domains = range.iter().chain(values).map(|given| &given.key);
    let others = alphabet.iter().map(|given| &given.key).chain(with.iter().map(|given| &given.key));
    domains.chain(others).chain(recursive).chain(around.iter().map(|given| &given.key))
}

/// A field that leads to new nodes, or an arena of them: it has no domain, and each pointer can exist.
fn link(ast: &Ast<'_>, field: &Field<'_>, key: &Ident, errors: &mut Errors) {
    for other in domain_keys(field) {
        errors.at(
            other,
            format!("the type of its nodes says which values the field has: remove `{other}`, or `{key}`"),
        );
    }
    let FieldAttrs { refers_to, links_to, arena, .. } = &field.attrs;
    let ways = refers_to.iter().chain(links_to).map(|given| &given.key).chain(arena);
    for other in ways.filter(|other| *other != key) {
        errors.at(other, format!("a field leads to nodes in one way: keep `{key}` or `{other}`"));
    }
    let ty = field.original;
    if arena.is_some() && !link_kinds::is_vec(ty) {
        errors.at(ty, format!("an arena is a `Vec` of nodes, and `{}` is none", type_text(ty)));
    }
    if let (Some(to), TypeKind::Struct, true) = (links_to, ast.kind, link_kinds::is_strong(ty))
        && leaf_types::is_own(&LeafTypes::Other(to.value.clone()), &ast.input.ident)
    {
        let name = &ast.input.ident;
        errors.at(
            field.original,
            format!(
                "each `{name}` would lead to another one, so that some lead back to what encloses them, which a strong pointer that can \
                 not be empty can not: put the pointer into an `Option`"
            ),
        );
    }
    if links_to.is_some() && link_kinds::is_weak(ty) {
        errors.at(ty, "a `Weak` does not own a new node: write `refers_to`, or an `Rc` or `Arc`");
    }
}

/// A reference is an integer or a pointer, or has such in containers, and has no other domain.
fn reference(field: &Field<'_>, refers_to: &Ident, errors: &mut Errors) {
    for key in domain_keys(field) {
        errors.at(
            key,
            format!(
                "which nodes there are says which values a reference has: remove `{key}`, or `refers_to`"
            ),
        );
    }
    let is_integer = |leaf: &&LeafTypes| match leaf {
        LeafTypes::Plain(kind, _) => *kind == ValueKind::Integer,
        LeafTypes::Known(_) => false,
        LeafTypes::Parts(_) | LeafTypes::Other(_) | LeafTypes::Open(_) => true,
    };
    if let Some(leaf) = field.leaves.all().iter().find(|leaf| !is_integer(leaf)) {
        let text = leaf.text();
        errors.at(
            refers_to,
            format!("a reference is the number of a node, and `{text}` is no integer: write `usize`, say, or remove `refers_to`"),
        );
    }
}

/// An argument of a test can be placed around another one.
fn placed(ast: &Ast<'_>, field: &Field<'_>, around: &Given<Around>, errors: &mut Errors) {
    let of = &around.value.argument;
    let other = ast.slots().find(|other| of.unraw() == other.name() && other.member != field.member);
    if !is_data(field.original) || field.leaves.all().iter().any(|leaf| !is_integer(leaf)) {
        errors.at(field.original, "what is placed around an argument is an integer");
    } else if other.is_none() {
        errors.at(of, format!("there is no other argument `{of}`"));
    } else if around.value.field.is_some() && other.is_some_and(|other| is_data(other.original)) {
        errors.at(of, format!("`{of}` is a plain value, and has no fields: write `around = {of}`"));
    }
}

fn is_integer(leaf: &LeafTypes) -> bool {
    matches!(leaf, LeafTypes::Plain(ValueKind::Integer, _))
}

/// A payload is a number, or one of a list.
fn payload(field: &Field<'_>, errors: &mut Errors) {
    let FieldAttrs { range, values, alphabet, len, with, recursive, skip, default, .. } = &field.attrs;
    let FieldAttrs { give, refers_to, links_to, arena, .. } = &field.attrs;
    let others = len.iter().map(|given| &given.key).chain(alphabet.iter().map(|given| &given.key));
    let others = others.chain(give.iter().map(|given| &given.key));
    let others = others.chain(refers_to.iter().chain(links_to).map(|given| &given.key)).chain(arena);
    let others = others.chain(with.iter().map(|given| &given.key)).chain(recursive).chain(skip);
    for key in others.chain(default.iter().map(|(key, _)| key)) {
        errors.at(key, format!("a payload is a number, or one of a list: remove `{key}`, or `payload`"));
    }
    let given = range.iter().chain(values).map(|given| &given.value);
    if let Some(param) = given.clone().find_map(|domain| domain.params.names.first()) {
        errors.at(param, "payloads do not depend on the scope: use constants");
    }
    if let Some(domain) = given.clone().find(|domain| matches!(domain.values, Values::Rule(..))) {
        errors.at(&domain.expr, "payloads are the same everywhere: use constants instead of a closure");
    }
    if let Some(domain) = given.clone().find(|domain| matches!(domain.values, Values::Parts(_))) {
        errors.at(&domain.expr, "a payload has one list of values, or a range");
    }
    if let Some(domain) = given.clone().find(|domain| matches!(domain.values, Values::RangeOf(_))) {
        errors.at(&domain.expr, "the range of a payload is written out, as in `range = 0..=9`");
    }
}

/// A union's active field can not be known.
pub(crate) fn union(input: &DeriveInput, errors: &mut Errors) {
    if let Data::Union(data) = &input.data {
        errors.at(data.union_token, "unions are not supported: use an enum, which knows its variant");
    }
}

/// Refuses borrowed data, which has no structure of its own: one message, on the first lifetime.
pub(crate) fn generics(input: &DeriveInput, errors: &mut Errors) {
    if let Some(parameter) = input.generics.lifetimes().next() {
        let name = &input.ident;
        errors.at(
            parameter,
            format!(
                "borrowed data is not supported: let `{name}` own its data, e.g. `String` instead of `&str`"
            ),
        );
    }
}

/// All values of a finite choice are valid, weigh nothing and have no layers.
fn choice(ast: &Ast<'_>, errors: &mut Errors) {
    let name = &ast.input.ident;
    let functions = [&ast.attrs.rep_ok, &ast.attrs.root_ok, &ast.attrs.finish];
    let keys = functions.into_iter().flatten().map(|given| &given.key);
    for key in keys.chain(ast.attrs.view.as_ref().map(|given| &given.key)) {
        let why = format!("`{name}` has no fields, so it is a finite choice, which has no `{key}`");
        let what = match key.to_string().as_str() {
            "view" => "it is its own view",
            "finish" => "there is nothing to finish",
            _ => "put the condition on the type that has a field of it",
        };
        errors.at(key, format!("{why}: {what}"));
    }
    // A weight of the type is the weight of each variant, and wrong once.
    let weights: Vec<&Ident> = match &ast.attrs.weight {
        Some(given) => vec![&given.key],
        None => ast.constructors.iter().filter_map(weight).collect(),
    };
    for weight in weights {
        errors.at(
            weight,
            format!(
                "`{name}` has no fields, so it is a finite choice, which weighs nothing: remove `weight`"
            ),
        );
    }
}

fn weight<'a>(constructor: &'a Constructor<'_>) -> Option<&'a Ident> {
    constructor.weight.as_ref().map(|given| &given.key)
}

/// Checks the domain of a field.
fn domain(ast: &Ast<'_>, field: &Field<'_>, errors: &mut Errors) {
    let FieldAttrs { range, values, alphabet, len, .. } = &field.attrs;
    let of_data =
        range.iter().chain(values).map(|given| &given.key).chain(alphabet.iter().map(|given| &given.key));
    if let (Some(key), true) = (of_data.into_iter().next(), is_substructure(ast, field)) {
        let (name, owner) = (field.name(), &ast.input.ident);
        return errors.at(
            key,
            format!("`{name}` is a substructure, for which each `{owner}` is taken: `{key}` belongs to a field of data{}", domain_fit::of_collection(field)),
        );
    }
    if let (Some(_), Some(values)) = (range, values) {
        errors.at(&values.key, "a field has one domain: keep `range` or `values`");
    }
    let ty = type_text(field.original);
    match (alphabet, len) {
        (Some(alphabet), _) if range.is_some() || values.is_some() => {
            errors.at(&alphabet.key, "a field has one domain: keep `alphabet`, or `range` or `values`");
        }
        (Some(alphabet), _) if without_letters(field).is_some() => {
            let ty = without_letters(field).unwrap_or_default();
            errors.at(&alphabet.key, format!("`{ty}` has no letters: `alphabet` is for a `String`"));
        }
        (Some(alphabet), None) => errors.at(
            &alphabet.key,
            "`alphabet` needs the strings' length: add `len`, as in `alphabet = \"ab\", len = 0..=3`",
        ),
        (None, Some(len)) if has_one_value(field.original) => {
            errors.at(
                &len.key,
                format!("`{ty}` has no length: `len` is for a `Vec`, a set, a map or a `String`"),
            );
        }
        (None, Some(len)) if is_string(field.original) => errors.at(
            &len.key,
            "`len` needs the letters of the strings: add `alphabet`, as in `alphabet = \"ab\", len = 0..=3`",
        ),
        _ => domain_fit::check(field, errors),
    }
    let Some(recursive) = &field.attrs.recursive else { return };
    if field.domain().is_some() {
        errors.at(
            recursive,
            "a recursive field has no domain of its own: remove `recursive`, or `range` or `values`",
        );
    } else if is_data(field.original) {
        let ty = type_text(field.original);
        errors.at(recursive, format!("`{ty}` is data, not a substructure: remove `recursive`"));
    }
}

/// Whether a field holds values of the type itself only, and lists none of them.
fn is_substructure(ast: &Ast<'_>, field: &Field<'_>) -> bool {
    let is_own = field.leaves.single().is_some_and(|leaf| leaf_types::is_own(leaf, &ast.input.ident));
    is_own && field.attrs.with.is_none() && !field.is_listed() && field.attrs.recursive.is_none()
}

/// The name of a type that is certainly no string.
fn without_letters(field: &Field<'_>) -> Option<String> {
    let all = field.leaves.all();
    let no_text = |leaf: &&&LeafTypes| match leaf {
        LeafTypes::Plain(kind, _) => *kind != ValueKind::Text,
        LeafTypes::Known(_) => true,
        LeafTypes::Parts(_) | LeafTypes::Other(_) | LeafTypes::Open(_) => false,
    };
    all.iter().find(no_text).map(|leaf| leaf.text())
}

/// Whether a type is certainly a `String`.
fn is_string(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_string(&group.elem),
        Type::Paren(paren) => is_string(&paren.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "String"),
        _ => false,
    }
}

/// Whether a type certainly holds as many values as it says, so that it has no length.
fn has_one_value(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => has_one_value(&group.elem),
        Type::Paren(paren) => has_one_value(&paren.elem),
        Type::Array(array) => has_one_value(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(has_one_value),
        Type::Path(path) => match path.path.segments.last() {
            Some(last) if ["Option", "Box", "Rc", "Arc"].iter().any(|name| last.ident == name) => {
                match &last.arguments {
                    PathArguments::AngleBracketed(of) => of
                        .args
                        .iter()
                        .all(|argument| matches!(argument, GenericArgument::Type(ty) if has_one_value(ty))),
                    _ => false,
                }
            }
            _ => is_data(ty),
        },
        _ => false,
    }
}
