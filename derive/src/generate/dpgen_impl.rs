//! The code for a well-formed type: its view, and its `DpGen` implementation.
//!
//! Everything generated has mixed-site spans, so no local variable of it meets the user's names, and
//! names what it needs by absolute paths, so it works under `#![no_implicit_prelude]`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::check::domain_fit;
use crate::generate::rebuild_code::rebuild;
use crate::generate::value_code::{build, others, patterns, take_apart};
use crate::generate::{
    constants_code, generics, link_code, mirror_code, rule_code, schema_code, view_code, walk_code,
};
use crate::parse::ast::{Ast, Constructor, TypeKind};

/// All code for a type.
pub(crate) fn expand(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let krate = ast.dpgen();
    let body = if ast.kind == TypeKind::Choice { choice(ast) } else { layered(ast) };
    let view = (ast.kind != TypeKind::Choice).then(|| view_code::define(ast));
    let mirror = mirror_code::implement(ast);
    let context = rule_code::implement(ast);
    let (lists, listed) = (constants_code::define(ast), constants_code::implement(ast));
    let (checks, _) = domain_fit::items(ast);
    quote_spanned! {site=>
        #view
        #lists
        #[allow(unused_qualifications)]
        const _: () = {
            use #krate as _dpgen;
            #checks
            #listed
            #body
            #mirror
            #context
        };
    }
}

/// A unit-only enum: a finite data domain.
fn choice(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let labels = ast.constructors.iter().map(Constructor::name);
    let finite = finite(ast);
    let ident = &ast.input.ident;
    let generics = generics::of_impl(ast, &quote_spanned!(site=> _dpgen));
    let (parameters, arguments, clause) = generics.split_for_impl();
    let names: Vec<&Ident> = ast.constructors.iter().map(|constructor| constructor.ident).collect();
    let places: Vec<Literal> = (0..names.len()).map(Literal::usize_unsuffixed).collect();
    let patterns = patterns(names.len());
    // A mirror leaves out variants of the other type.
    let others = (ast.is_partial && ast.attrs.partial.is_none()).then(|| others(ast));
    quote_spanned! {site=>
        #finite
        #[automatically_derived]
        impl #parameters _dpgen::DpGen for #ident #arguments #clause {
            type Slot = _dpgen::Choice<Self>;
            type View = _dpgen::Choice<Self>;

            const FIELD_TYPE: _dpgen::__private::FieldType = _dpgen::__private::FieldType::Derived;

            fn define(
                definer: &mut _dpgen::__private::Definer,
                _: &_dpgen::__private::FieldDomain,
                slot: &::core::primitive::str,
            ) -> _dpgen::__private::SlotKind {
                definer.choice(slot, &[#(#labels),*])
            }
            fn view(_: &_dpgen::__private::Layer) -> Self::View {
                ::core::unreachable!("a finite choice has no layers")
            }
            fn build(words: &mut _dpgen::__private::ValueBuilder<'_>) -> Self {
                match words.datum().1 { #(#patterns => Self::#names {},)* }
            }
            fn unchanged_end(
                &self,
                words: &_dpgen::__private::ValueBuilder<'_>,
                at: ::core::primitive::usize,
            ) -> ::core::option::Option<::core::primitive::usize> {
                words.unchanged_datum_end(at)
            }
            fn take_apart(
                &self,
                _: &mut _dpgen::__private::ValueReader<'_>,
            ) -> ::core::result::Result<::core::primitive::i64, _dpgen::__private::NotOfScope> {
                ::core::result::Result::Ok(match self { #(Self::#names {} => #places,)* #others })
            }
        }
    }
}

/// The values of a unit-only enum, in order.
pub(crate) fn finite(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let ident = &ast.input.ident;
    let generics = generics::of_impl(ast, &quote_spanned!(site=> _dpgen));
    let (parameters, arguments, clause) = generics.split_for_impl();
    let names: Vec<&Ident> = ast.constructors.iter().map(|constructor| constructor.ident).collect();
    let places = (0..names.len()).map(Literal::usize_unsuffixed);
    let others =
        ast.is_partial.then(|| quote!(#[allow(unreachable_patterns)] _ => ::core::primitive::u32::MAX,));
    quote_spanned! {site=>
        #[automatically_derived]
        impl #parameters _dpgen::Finite for #ident #arguments #clause {
            const ALL: &'static [Self] = &[#(Self::#names {}),*];
            fn place(self) -> ::core::primitive::u32 {
                match self { #(Self::#names {} => #places,)* #others }
            }
        }
    }
}

/// A type with layers.
fn layered(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let ident = &ast.input.ident;
    let name = ast.view();
    let krate = quote_spanned!(site=> _dpgen);
    let generics = generics::of_impl(ast, &krate);
    let (parameters, arguments, clause) = generics.split_for_impl();
    let of_view = generics::of_view(ast, &krate);
    let (_, view_arguments, _) = of_view.split_for_impl();
    let view = view_code::implement(ast);
    let view_body = view_code::of_layer(ast, &patterns(ast.constructors.len()));
    let own = quote!(Self);
    let (define, build, rebuild) = (schema_code::define(ast), build(ast, &own), rebuild(ast));
    let (_, checks) = domain_fit::items(ast);
    let (walk, visit_links) = (walk_code::walk(ast), link_code::visit_links(ast));
    let take_apart = take_apart(ast, &own, &quote_spanned!(site=> self));

    quote_spanned! {site=>
        #view
        #[automatically_derived]
        impl #parameters _dpgen::DpGen for #ident #arguments #clause {
            type Slot = _dpgen::Ref<Self>;
            type View = #name #view_arguments;

            const FIELD_TYPE: _dpgen::__private::FieldType = _dpgen::__private::FieldType::Derived;

            #[allow(clippy::needless_question_mark)]
            fn define(
                definer: &mut _dpgen::__private::Definer,
                _: &_dpgen::__private::FieldDomain,
                _: &::core::primitive::str,
            ) -> _dpgen::__private::SlotKind {
                #checks
                #define
            }
            fn view(layer: &_dpgen::__private::Layer) -> Self::View {
                #view_body
            }
            fn build(words: &mut _dpgen::__private::ValueBuilder<'_>) -> Self {
                #build
            }
            #rebuild
            fn take_apart(
                &self,
                reader: &mut _dpgen::__private::ValueReader<'_>,
            ) -> ::core::result::Result<::core::primitive::i64, _dpgen::__private::NotOfScope> {
                #take_apart
            }
            #walk
            #visit_links
        }
    }
}
