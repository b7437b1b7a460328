//! The code for a well-formed type: its view, and its `DpGen` implementation.
//!
//! Everything generated has mixed-site spans, so no local variable of it meets the user's names, and
//! names what it needs by absolute paths, so it works under `#![no_implicit_prelude]`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::ast::{Ast, Constructor, Field, Kind};
use crate::rebuild::rebuild;
use crate::{define, fit, generics, listed, payload, remote, view};

/// All code for a type.
pub(crate) fn expand(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let dpgen = ast.dpgen();
    let body = if ast.kind == Kind::Choice { choice(ast) } else { layered(ast) };
    let view = (ast.kind != Kind::Choice).then(|| view::define(ast));
    let mirror = remote::implement(ast);
    let (lists, listed) = (listed::define(ast), listed::implement(ast));
    let (checks, _) = fit::items(ast);
    quote_spanned! {site=>
        #view
        #lists
        #[allow(unused_qualifications)]
        const _: () = {
            use #dpgen as _dpgen;
            #checks
            #listed
            #body
            #mirror
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
            fn unchanged(
                &self,
                words: &_dpgen::__private::ValueBuilder<'_>,
                at: ::core::primitive::usize,
            ) -> ::core::option::Option<::core::primitive::usize> {
                words.unchanged_datum(at)
            }
            fn take_apart(
                &self,
                _: &mut _dpgen::__private::ValueReader<'_>,
            ) -> ::core::result::Result<::core::primitive::i64, _dpgen::__private::NotOfScope> {
                ::core::result::Result::Ok(match self { #(Self::#names {} => #places,)* })
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
    quote_spanned! {site=>
        #[automatically_derived]
        impl #parameters _dpgen::Finite for #ident #arguments #clause {
            const ALL: &'static [Self] = &[#(Self::#names {}),*];
            fn place(self) -> ::core::primitive::u32 {
                match self { #(Self::#names {} => #places,)* }
            }
        }
    }
}

/// Patterns of the numbers from 0, of which the last takes all others.
pub(crate) fn patterns(count: usize) -> Vec<TokenStream> {
    let number = |number| {
        let number = Literal::usize_unsuffixed(number);
        quote!(#number)
    };
    let mut patterns: Vec<TokenStream> = (0..count).map(number).collect();
    if let Some(last) = patterns.last_mut() {
        *last = quote!(_);
    }
    patterns
}

/// A type with layers.
fn layered(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let ident = &ast.input.ident;
    let name = ast.view();
    let dpgen = quote_spanned!(site=> _dpgen);
    let generics = generics::of_impl(ast, &dpgen);
    let (parameters, arguments, clause) = generics.split_for_impl();
    let of_view = generics::of_view(ast, &dpgen);
    let (_, view_arguments, _) = of_view.split_for_impl();
    let view = view::implement(ast);
    let view_body = view::of_layer(ast, &patterns(ast.constructors.len()));
    let own = quote!(Self);
    let (define, build, rebuild) = (define::define(ast), build(ast, &own), rebuild(ast));
    let (_, checks) = fit::items(ast);
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
        }
    }
}

/// The name, or `_` for a constructor that has no use for it.
pub(crate) fn binding(constructor: &Constructor<'_>, name: &str) -> TokenStream {
    let name = Ident::new(name, Span::mixed_site());
    if constructor.slots().next().is_none() { quote!(_) } else { quote!(#name) }
}

/// The code that builds a value of the owner: of the type itself, or of the one that it mirrors.
pub(crate) fn build(ast: &Ast<'_>, owner: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let values = ast.constructors.iter().map(|constructor| {
        let (path, locals) = (ast.path(constructor, owner), constructor.locals());
        let parts = constructor.fields.iter().map(build_field);
        let members = constructor.fields.iter().map(|field| &field.member);
        quote_spanned! {site=> {
            #(let #locals = #parts;)*
            #path { #(#members: #locals),* }
        }}
    });
    let value = match &*ast.constructors {
        [only] if ast.kind == Kind::Struct => {
            let fields = only.reads().then(|| quote_spanned!(site=> mut fields));
            let fields = fields.unwrap_or_else(|| quote!(_));
            quote_spanned!(site=> let (_, #fields) = words.layer(); let value = #(#values)*;)
        }
        constructors => {
            let patterns = patterns(constructors.len());
            let fields =
                constructors.iter().any(Constructor::reads).then(|| quote_spanned!(site=> mut fields));
            let fields = fields.unwrap_or_else(|| quote!(_));
            quote_spanned! {site=>
                let (local, #fields) = words.layer();
                let value = match local { #(#patterns => #values,)* };
            }
        }
    };
    let finish = ast.attrs.finish.iter().map(|given| {
        let finish = &given.value;
        quote_spanned! {site=>
            let mut value: Self = value;
            let finish: fn(&mut Self) = #finish;
            finish(&mut value);
        }
    });
    quote_spanned!(site=> #value #(#finish)* value)
}

/// The code for the value of a field.
fn build_field(field: &Field<'_>) -> TokenStream {
    let site = Span::mixed_site();
    if !field.attrs.skipped() {
        let build =
            if field.is_mirrored() { field.of_mirror("build_remote") } else { field.of_dpgen("build") };
        return field.call("FieldReader", "part", quote_spanned!(site=> &mut fields, #build));
    }
    if field.attrs.payload.is_some() {
        return payload::build(field);
    }
    let ty = &field.ty;
    let value = match &field.attrs.default {
        Some((_, Some(path))) => quote_spanned!(site=> #path()),
        _ => quote_spanned!(field.ends().0=> <#ty as ::core::default::Default>::default()),
    };
    quote_spanned!(site=> { fields.unknown(); #value })
}

/// The code that takes a value of the owner apart.
pub(crate) fn take_apart(ast: &Ast<'_>, owner: &TokenStream, value: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let arms = ast.constructors.iter().enumerate().map(|(number, constructor)| {
        let (path, locals) = (ast.path(constructor, owner), constructor.locals());
        let all = constructor.fields.iter().zip(&locals);
        let patterns = all.clone().map(|(field, local)| {
            let member = &field.member;
            if field.attrs.skipped() { quote!(#member: _) } else { quote!(#member: #local) }
        });
        let parts = all.filter(|(field, _)| !field.attrs.skipped()).map(|(field, local)| {
            let take = if field.is_mirrored() {
                field.of_mirror("take_remote_apart")
            } else {
                field.of_dpgen("take_apart")
            };
            quote_spanned!(site=> fields.part(|reader| #take(#local, reader))?;)
        });
        let (number, fields) = (Literal::usize_unsuffixed(number), binding(constructor, "fields"));
        quote_spanned! {site=>
            #path { #(#patterns),* } => reader.layer(#number, |#fields| {
                #(#parts)*
                ::core::result::Result::Ok(())
            }),
        }
    });
    quote_spanned!(site=> match #value { #(#arms)* })
}
