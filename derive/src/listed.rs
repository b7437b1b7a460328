//! The code for a field with `values = [...]` of a type that the macro does not know: a type that lists them, of which
//! `OneOf` in `dpgen` is the mirror.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{DeriveInput, Expr, Fields, Type, Visibility};

use crate::ast::{Ast, Field, Kind};
use crate::domain::Values;
use crate::leaf::replaced;

/// The name of the list of a field, which has this number in this constructor.
pub(crate) fn name(input: &DeriveInput, constructor: &Ident, fields: &Fields, number: usize) -> Ident {
    let field = fields.iter().nth(number).and_then(|field| field.ident.as_ref());
    let field = field.map_or_else(|| number.to_string(), |name| name.unraw().to_string());
    let (of, constructor) = (input.ident.unraw(), constructor.unraw());
    let constructor = if of == constructor { String::new() } else { format!("_{constructor}") };
    format_ident!("__{}{}_{}_values", of, constructor, field, span = Span::mixed_site())
}

/// The values that a field lists, and their type.
pub(crate) fn values<'a>(field: &'a Field<'_>) -> Option<(&'a Type, &'a [Expr])> {
    match &field.domain()?.values {
        Values::Constants(ty, values) if !field.attrs.skipped() && field.attrs.with.is_none() => {
            Some((ty, values))
        }
        _ => None,
    }
}

/// The type that describes a field that lists its values.
pub(crate) fn described(field: &Field<'_>, dpgen: &TokenStream) -> Option<TokenStream> {
    values(field)?;
    let list = &field.list;
    Some(replaced(field.original, &quote!(#dpgen::OneOf<#list>)))
}

/// The lists of a type's fields, which stand beside it.
pub(crate) fn define(ast: &Ast<'_>) -> TokenStream {
    let fields = ast.slots().filter(|field| values(field).is_some());
    let lists = fields.map(|field| {
        let list = &field.list;
        let vis: &Visibility = if ast.kind == Kind::Struct { field.vis } else { &ast.input.vis };
        quote_spanned! {Span::mixed_site()=>
            #[doc(hidden)]
            #[allow(non_camel_case_types, missing_docs, missing_debug_implementations, dead_code)]
            #vis enum #list {}
        }
    });
    lists.collect()
}

/// What they list, in the block that has the crate as `_dpgen`.
pub(crate) fn implement(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let lists = ast.slots().filter_map(|field| Some((&field.list, values(field)?)));
    let lists = lists.map(|(list, (ty, values))| {
        let texts = values.iter().map(|value| value.to_token_stream().to_string());
        let patterns = (0..values.len()).map(|number| match number + 1 < values.len() {
            true => Literal::usize_unsuffixed(number).into_token_stream(),
            false => quote!(_),
        });
        quote_spanned! {site=>
            #[automatically_derived]
            impl _dpgen::Listed for #list {
                type Value = #ty;

                const LABELS: &'static [&'static ::core::primitive::str] = &[#(#texts),*];

                fn value(number: ::core::primitive::usize) -> #ty {
                    match number { #(#patterns => #values,)* }
                }
            }
        }
    });
    lists.collect()
}
