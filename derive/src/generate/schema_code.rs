//! The code that declares a type: its constructors, their fields, and the domains of these.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::RangeLimits;
use syn::ext::IdentExt;

use crate::generate::value_code::binding;
use crate::generate::{generics, rule_code};
use crate::parse::ast::{Ast, Constructor, Field};
use crate::parse::attributes::{Around, Given};
use crate::parse::case_struct::is_case;
use crate::parse::checked_arithmetic::{Number, Params};
use crate::parse::domain::{Domain, Values};
use crate::parse::leaf_types::ValueKind;

/// The code that declares a type.
pub(crate) fn define(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let name = generics::name(ast);
    let constructors = ast.constructors.iter().map(|constructor| define_constructor(ast, constructor));
    let context = rule_code::of_type(ast);
    let rep_ok = ast.attrs.rep_ok.iter().map(|given| &given.value);
    let root_ok = ast.attrs.root_ok.iter().map(|given| &given.value);
    let params = ast.attrs.params.iter().map(|given| {
        let names = given.value.iter().map(|name| name.unraw().to_string());
        quote_spanned!(site=> definer.params(#name, &[#(#names),*]);)
    });
    let placed = placed(ast);
    let arguments = is_case(ast.input).then(|| quote_spanned!(site=> definer.arguments(ty);));
    quote_spanned! {site=>
        definer.declare::<Self>(
            #name,
            &_dpgen::__private::FieldDomain::NONE,
            _dpgen::__private::Shape::Plain,
            |definer, ty| {
                #(#constructors)*
                #context
                #(#params)*
                #(definer.rep_ok::<Self, _>(ty, #rep_ok);)*
                #(definer.root_ok::<Self, _>(ty, #root_ok);)*
                #arguments
                #placed
            },
        )
    }
}

/// The predicate of a test's case whose arguments are placed around others: those around the same integers together.
fn placed(ast: &Ast<'_>) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let mut groups: Vec<(&Around, Vec<&Field<'_>>)> = Vec::new();
    for field in ast.slots() {
        let Some(Given { value: around, .. }) = &field.attrs.around else { continue };
        match groups.iter_mut().find(|(known, _)| *known == around) {
            Some((_, fields)) => fields.push(field),
            None => groups.push((around, vec![field])),
        }
    }
    let view = ast.view();
    let markers: Vec<Ident> =
        (0..groups.len()).map(|group| format_ident!("Fields{group}", span = site)).collect();
    let marked = markers.iter().zip(&groups).map(|(marker, (around, _))| define_marker(marker, around));
    let places = markers.iter().zip(&groups).map(|(marker, (around, fields))| {
        let argument = &around.argument;
        let values = fields.iter().map(|field| (&field.member, field.name()));
        let values = values.map(|(member, name)| quote_spanned!(site=> (case.#member, #name)));
        quote_spanned!(site=> _dpgen::__private::are_boundary_values::<#marker, _>(&[#(#values),*], case.#argument))
    });
    let notes = groups.iter().filter_map(|(around, fields)| {
        let (name, field) = (around.argument.unraw().to_string(), around.field.as_ref()?);
        let placed = fields.iter().map(|field| field.name());
        Some(quote_spanned!(site=> #(definer.placed_around(ty, #placed, #name, #field);)*))
    });
    (!groups.is_empty()).then(|| {
        quote_spanned! {site=>
            #(#marked)*
            fn placed(case: #view) -> ::core::primitive::bool {
                #(#places)&&*
            }
            definer.rep_ok::<Self, _>(ty, placed);
            #(#notes)*
        }
    })
}

/// A type that stands for the fields of a name, or for all.
fn define_marker(marker: &Ident, around: &Around) -> TokenStream {
    let site = Span::mixed_site();
    let argument = around.argument.unraw().to_string();
    let field = match &around.field {
        Some(field) => quote_spanned!(site=> ::core::option::Option::Some((#argument, #field))),
        None => quote_spanned!(site=> ::core::option::Option::None),
    };
    quote_spanned! {site=>
        struct #marker;
        impl _dpgen::__private::FieldFilter for #marker {
            const FIELD: ::core::option::Option<(
                &'static ::core::primitive::str,
                &'static ::core::primitive::str,
            )> = #field;
        }
    }
}

fn define_constructor(ast: &Ast<'_>, constructor: &Constructor<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let name = constructor.name();
    let weight = match &constructor.weight {
        Some(weight) => {
            let weight = weight.value;
            quote_spanned!(site=> ::core::option::Option::Some(#weight))
        }
        None => quote_spanned!(site=> ::core::option::Option::None),
    };
    let binding = binding(constructor, "fields");
    let fields = constructor.slots().enumerate().map(|(slot, field)| {
        let rules = rule_code::rules(ast, constructor, slot, field);
        let (name, define) = (field.name(), field.of_dpgen("define"));
        let domain = domain(field, &name);
        let call =
            field.call("ConstructorFields", "field", quote_spanned!(site=> fields, #name, &domain, #define));
        quote_spanned!(site=> { let domain = #domain; #call; #rules })
    });
    quote_spanned!(site=> definer.constructor(ty, #name, #weight, |#binding| { #(#fields)* });)
}

/// The code for the domain that a field's attributes give.
fn domain(field: &Field<'_>, name: &str) -> TokenStream {
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
    let domain = field.domain().filter(|_| !field.is_listed()).map(|domain| of(name, domain));
    let domain = domain.unwrap_or_else(|| quote_spanned!(site=> _dpgen::__private::FieldDomain::NONE));
    match len {
        None => domain,
        Some(len) => quote_spanned!(site=> { let len = #len; #domain.with_len(len) }),
    }
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

pub(crate) fn texts(params: &Params) -> Vec<String> {
    params.names.iter().map(|param| param.unraw().to_string()).collect()
}

/// A number, which may not exist.
fn number(name: &str, Number { text, code }: &Number, params: &Params) -> TokenStream {
    let (locals, texts) = (params.locals(), texts(params));
    quote_spanned! {Span::mixed_site()=>
        fields.number(#name, #text, &[#((#texts, #locals)),*], || ::core::result::Result::Ok(#code))
    }
}

/// The arguments of a method that takes a range or list: its text, its parameters, and what gives it.
fn given(Number { text, code }: &Number, params: &Params) -> TokenStream {
    let (locals, texts) = (params.locals(), texts(params));
    quote_spanned!(Span::mixed_site()=> #text, &[#((#texts, #locals)),*], || ::core::result::Result::Ok(#code))
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
