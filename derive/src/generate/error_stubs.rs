//! The code for a type with errors: the messages, and stand-ins for the view and the implementation.
//!
//! With them, whatever else mentions the type still compiles, and the user sees what is wrong once.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{DeriveInput, Generics, parse_quote};

use crate::generate::{constants_code, dpgen_impl, generics, rule_code, view_code};
use crate::parse::ast::{Ast, TypeKind};

/// The messages, with stand-ins for what `#[derive(DpGen)]` makes.
pub(crate) fn expand(ast: &Ast<'_>, error: &syn::Error) -> TokenStream {
    let site = Span::mixed_site();
    let messages = error.to_compile_error();
    let ident = &ast.input.ident;
    let krate = ast.dpgen();
    // A union has no layers, and a view no lifetimes.
    let has_view = ast.input.generics.lifetimes().next().is_none() && ast.kind != TypeKind::Union;
    let (generics, of_view) = if has_view {
        let alias = quote_spanned!(site=> _dpgen);
        (generics::of_impl(ast, &alias), generics::of_view(ast, &alias))
    } else {
        (static_generics(ast.input), Generics::default())
    };
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let (_, view_arguments, _) = of_view.split_for_impl();
    let view = has_view.then(|| view_code::define(ast));
    let (lists, listed) = (constants_code::define(ast), constants_code::implement(ast));
    let of_the_view = has_view.then(|| view_code::implement(ast));
    let is_choice = has_view && ast.kind == TypeKind::Choice;
    let context = (has_view && !is_choice).then(|| rule_code::implement(ast));
    let name = ast.view();
    let view_type =
        if has_view { quote_spanned!(site=> #name #view_arguments) } else { quote_spanned!(site=> ()) };
    let finite = is_choice.then(|| dpgen_impl::finite(ast));
    let slot = if is_choice { quote_spanned!(site=> Choice) } else { quote_spanned!(site=> Ref) };
    quote_spanned! {site=>
        #messages
        #view
        #lists
        const _: () = {
            use #krate as _dpgen;
            #listed
            #of_the_view
            #finite
            #context
            #[automatically_derived]
            impl #impl_generics _dpgen::DpGen for #ident #ty_generics #where_clause {
                type Slot = _dpgen::#slot<Self>;
                type View = #view_type;

                const FIELD_TYPE: _dpgen::__private::FieldType = _dpgen::__private::FieldType::Derived;

                fn define(
                    _: &mut _dpgen::__private::Definer,
                    _: &_dpgen::__private::FieldDomain,
                    _: &::core::primitive::str,
                ) -> _dpgen::__private::SlotKind {
                    ::core::unreachable!()
                }
                fn view(_: &_dpgen::__private::Layer) -> Self::View {
                    ::core::unreachable!()
                }
                fn build(_: &mut _dpgen::__private::ValueBuilder<'_>) -> Self {
                    ::core::unreachable!()
                }
                fn take_apart(
                    &self,
                    _: &mut _dpgen::__private::ValueReader<'_>,
                ) -> ::core::result::Result<::core::primitive::i64, _dpgen::__private::NotOfScope> {
                    ::core::unreachable!()
                }
            }
        };
    }
}

/// The messages, with a stand-in for what `#[derive(Observable)]` makes.
pub(crate) fn observable(input: &DeriveInput, krate: &TokenStream, error: &syn::Error) -> TokenStream {
    let site = Span::mixed_site();
    let messages = error.to_compile_error();
    let ident = &input.ident;
    let generics = static_generics(input);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote_spanned! {site=>
        #messages
        const _: () = {
            use #krate as _dpgen;
            #[automatically_derived]
            impl #impl_generics _dpgen::Observable for #ident #ty_generics #where_clause {
                fn encode(&self, _: &mut _dpgen::__private::Encoder) {
                    ::core::unreachable!()
                }
                fn decode(_: &mut _dpgen::__private::Decoder<'_>) -> Self {
                    ::core::unreachable!()
                }
            }
        };
    }
}

/// The type's own generics, where both traits can be implemented.
fn static_generics(input: &DeriveInput) -> Generics {
    let mut generics = input.generics.clone();
    if !generics.params.is_empty() {
        generics.make_where_clause().predicates.push(parse_quote!(Self: 'static));
    }
    generics
}
