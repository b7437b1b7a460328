//! The code for the domain of a field, as its attributes give it: ranges, lists, lengths, and the parameters that they mention.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{RangeLimits, Type};

use crate::parse::ast::{Ast, Field, replace_self};
use crate::parse::checked_arithmetic::{Number, Params};
use crate::parse::domain::{Domain, Values};
use crate::parse::leaf_types::{self, ValueKind};

/// The code for the domain that a field's attributes give.
pub(crate) fn domain(ast: &Ast<'_>, field: &Field<'_>, name: &str) -> TokenStream {
    let site = Span::mixed_site();
    if field.rule().is_some() {
        return quote_spanned!(site=> _dpgen::__private::FieldDomain::OPEN);
    }
    let len = field.attrs.len.as_ref().map(|given| lengths(name, &given.value));
    if let Some(letters) = &field.attrs.alphabet {
        let (letters, len) = (&letters.value, len.unwrap_or_else(|| quote!(::core::option::Option::None)));
        return quote_spanned!(site=> {
            let len = #len;
            _dpgen::__private::FieldDomain::of(fields.strings(#name, #letters, len))
        });
    }
    let domain = match &field.attrs.refers_to {
        Some(given) => Some(nodes(ast, &given.value, name)),
        None => field.domain().filter(|_| !field.is_listed()).map(|domain| of(name, domain)),
    };
    let domain = domain.unwrap_or_else(|| quote_spanned!(site=> _dpgen::__private::FieldDomain::NONE));
    match len {
        None => domain,
        Some(len) => quote_spanned!(site=> { let len = #len; #domain.with_len(len) }),
    }
}

/// The nodes of a type. Where the type depends on parameters, the compiler can not tell whether it has any.
fn nodes(ast: &Ast<'_>, ty: &Type, name: &str) -> TokenStream {
    let site = Span::mixed_site();
    let parameters: Vec<Ident> = ast.input.generics.type_params().map(|param| param.ident.clone()).collect();
    let ty = replace_self(quote!(#ty), ast.input);
    let method = if leaf_types::mentions(&ty, &parameters) { "nodes" } else { "nodes_of" };
    // What the compiler says of the type stands on it.
    let first = ty.clone().into_iter().next().map_or(site, |token| site.located_at(token.span()));
    let method = Ident::new(method, first);
    quote_spanned!(site=> _dpgen::__private::FieldDomain::of(fields.#method::<#ty>(#name)))
}

/// The `FieldDomain` of a domain.
fn of(name: &str, domain: &Domain) -> TokenStream {
    let site = Span::mixed_site();
    let Values::Parts(parts) = &domain.values else {
        let values = values(name, domain);
        return quote_spanned!(site=> _dpgen::__private::FieldDomain::of(#values));
    };
    let parts = parts.iter().map(|part| match part {
        Some(part) => of(name, part),
        None => quote_spanned!(site=> _dpgen::__private::FieldDomain::NONE),
    });
    quote_spanned!(site=> _dpgen::__private::FieldDomain::of_parts(::std::vec![#(#parts),*]))
}

/// The parameters that a domain mentions, as local variables.
pub(crate) fn params(name: &str, params: &Params) -> TokenStream {
    let site = Span::mixed_site();
    let (locals, texts) = (params.locals(), texts(params));
    quote_spanned!(site=> #(let #locals: ::core::primitive::i64 = fields.param(#name, #texts);)*)
}

/// The names of these parameters with their values.
pub(crate) fn named_params(params: &Params) -> TokenStream {
    let (locals, texts) = (params.locals(), texts(params));
    quote_spanned!(Span::mixed_site()=> &[#((#texts, #locals)),*])
}

fn texts(params: &Params) -> Vec<String> {
    params.names.iter().map(|param| param.unraw().to_string()).collect()
}

/// A number, which may not exist.
fn number(name: &str, Number { text, code }: &Number, params: &Params) -> TokenStream {
    let named = named_params(params);
    quote_spanned! {Span::mixed_site()=>
        fields.number(#name, #text, #named, || ::core::result::Result::Ok(#code))
    }
}

/// The arguments of a method that takes a range or list: its text, its parameters, and what gives it.
fn given(Number { text, code }: &Number, params: &Params) -> TokenStream {
    let named = named_params(params);
    quote_spanned!(Span::mixed_site()=> #text, #named, || ::core::result::Result::Ok(#code))
}

/// The lengths of a range.
fn lengths(name: &str, domain: &Domain) -> TokenStream {
    let site = Span::mixed_site();
    let params_code = params(name, &domain.params);
    let Values::Range { start, end, limits } = &domain.values else {
        let Values::RangeOf(range) = &domain.values else { return TokenStream::new() };
        let range = given(range, &domain.params);
        return quote_spanned!(site=> { #params_code fields.lengths_of(#name, #range) });
    };
    let (start, end) = (number(name, start, &domain.params), number(name, end, &domain.params));
    let open = matches!(limits, RangeLimits::HalfOpen(_));
    quote_spanned!(site=> { #params_code let (start, end) = (#start, #end); fields.lengths(#name, start, end, #open) })
}

/// The values of data.
fn values(name: &str, domain: &Domain) -> TokenStream {
    let site = Span::mixed_site();
    let number = |it: &Number| number(name, it, &domain.params);
    let value = match &domain.values {
        Values::Range { start, end, limits } => {
            let open = matches!(limits, RangeLimits::HalfOpen(_));
            let (start, end) = (number(start), number(end));
            quote_spanned!(site=> let (start, end) = (#start, #end); fields.range(#name, start, end, #open))
        }
        Values::RangeOf(range) => {
            let range = given(range, &domain.params);
            quote_spanned!(site=> fields.range_of(#name, #range))
        }
        Values::ListOf(_, list) => {
            let list = given(list, &domain.params);
            quote_spanned!(site=> fields.list_of(#name, #list))
        }
        Values::Numbers(numbers) => {
            let numbers = numbers.iter().map(number);
            quote_spanned!(site=> let numbers = [#(#numbers),*]; fields.integers(#name, &numbers))
        }
        Values::Labels(kind, labels) => {
            let of = match kind {
                ValueKind::Char => quote!(::core::primitive::char),
                ValueKind::Float("f32") => quote!(::core::primitive::f32),
                ValueKind::Float(_) => quote!(::core::primitive::f64),
                ValueKind::Text | ValueKind::Integer => quote!(&'static ::core::primitive::str),
            };
            quote_spanned!(site=> fields.listed::<#of>(#name, ::std::vec![#(#labels),*]))
        }
        // They are described by types, or by rules.
        Values::Constants(..) | Values::Parts(_) | Values::Rule(..) => {
            quote_spanned!(site=> fields.integers(#name, &[]))
        }
    };
    let params = params(name, &domain.params);
    quote_spanned!(site=> { #params #value })
}
