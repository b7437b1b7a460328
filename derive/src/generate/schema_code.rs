//! The code that declares a type: its constructors and their fields. [`domain_code`](super::domain_code) has the domains of these,
//! [`rule_code`](super::rule_code) what depends on where they stand.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::ext::IdentExt;

use crate::generate::domain_code::domain;
use crate::generate::value_code::binding;
use crate::generate::{generics, rule_code};
use crate::parse::ast::{Ast, Constructor, Field};
use crate::parse::attributes::{Around, Given};
use crate::parse::case_struct::is_case;

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
        let domain = domain(ast, field, &name);
        let call =
            field.call("ConstructorFields", "field", quote_spanned!(site=> fields, #name, &domain, #define));
        quote_spanned!(site=> { let domain = #domain; #call; #rules })
    });
    quote_spanned!(site=> definer.constructor(ty, #name, #weight, |#binding| { #(#fields)* });)
}
