//! What a well-formed type must meet beyond each attribute's own syntax.

use quote::ToTokens;
use syn::{Data, DeriveInput, Type};

use crate::ast::{Ast, Constructor, Field, Kind};
use crate::message::Errors;

/// Notes everything that is wrong with the type.
pub(crate) fn check(ast: &Ast<'_>, errors: &mut Errors) {
    generics(ast.input, errors);
    match ast.kind {
        Kind::Union => union(ast.input, errors),
        Kind::Enum if ast.constructors.is_empty() => {
            errors.at(&ast.input.ident, "an enum without variants has no values: add a variant");
        }
        Kind::Choice => choice(ast, errors),
        Kind::Enum | Kind::Struct => {}
    }
    for field in ast.constructors.iter().flat_map(|constructor| &constructor.fields) {
        domain(field, errors);
    }
}

/// A union's active field can not be known.
pub(crate) fn union(input: &DeriveInput, errors: &mut Errors) {
    if let Data::Union(data) = &input.data {
        errors.at(data.union_token, "unions are not supported: use an enum, which knows its variant");
    }
}

/// What is borrowed has no structure of its own: one message, on the first lifetime.
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
    for weight in ast.constructors.iter().filter_map(weight) {
        errors.at(
            weight,
            format!(
                "`{name}` has no fields, so it is a finite choice, which weighs nothing: remove `weight`"
            ),
        );
    }
}

fn weight<'a>(constructor: &'a Constructor<'_>) -> Option<&'a syn::Ident> {
    constructor.weight.as_ref().map(|given| &given.key)
}

fn domain(field: &Field<'_>, errors: &mut Errors) {
    if let (Some(_), Some(values)) = (&field.attrs.range, &field.attrs.values) {
        errors.at(&values.key, "a field has one domain: keep `range` or `values`");
    }
    let Some(recursive) = &field.attrs.recursive else { return };
    if field.domain().is_some() {
        errors.at(
            recursive,
            "a recursive field has no domain of its own: remove `recursive`, or `range` or `values`",
        );
    } else if is_data(field.original) {
        let ty = field.original.to_token_stream();
        errors.at(recursive, format!("`{ty}` is data, not a substructure: remove `recursive`"));
    }
}

/// Whether a type is certainly a plain value.
fn is_data(ty: &Type) -> bool {
    const DATA: &str = " i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char ";
    match ty {
        Type::Group(group) => is_data(&group.elem),
        Type::Paren(paren) => is_data(&paren.elem),
        Type::Path(path) => path.path.get_ident().is_some_and(|name| DATA.contains(&format!(" {name} "))),
        _ => false,
    }
}
