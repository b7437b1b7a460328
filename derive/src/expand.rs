//! The code for a well-formed type: its view, and its `DpGen` implementation.
//!
//! Everything generated has mixed-site spans, so no local variable of it meets the user's names, and
//! names what it needs by absolute paths, so it works under `#![no_implicit_prelude]`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Fields, RangeLimits};

use crate::arithmetic::Number;
use crate::ast::{Ast, Constructor, Field, Kind};
use crate::domain::{Domain, Values};
use crate::rebuild::rebuild;

/// All code for a type.
pub(crate) fn expand(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let body = if ast.kind == Kind::Choice { choice(ast) } else { layered(ast) };
    let view = if ast.kind == Kind::Choice { TokenStream::new() } else { view(ast) };
    quote_spanned! {site=>
        #view
        const _: () = { #body };
    }
}

/// The view: one layer, with a slot view for each field.
pub(crate) fn view(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let (name, vis, original) = (ast.view(), &ast.input.vis, &ast.input.ident);
    let doc = format!("One layer of a [`{original}`], as predicates and attributes read it.");
    let head = quote_spanned! {site=>
        #[doc = #doc]
        #[allow(missing_docs, dead_code)]
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    };
    match &*ast.constructors {
        [only] if ast.kind == Kind::Struct => {
            let fields = view_fields(only, true);
            let end = (!matches!(only.style, Fields::Named(_))).then(|| quote!(;));
            quote_spanned!(site=> #head #vis struct #name #fields #end)
        }
        variants => {
            let names = variants.iter().map(|variant| variant.ident);
            let fields = variants.iter().map(|variant| view_fields(variant, false));
            quote_spanned!(site=> #head #vis enum #name { #(#names #fields,)* })
        }
    }
}

fn view_fields(constructor: &Constructor<'_>, visible: bool) -> TokenStream {
    let site = Span::mixed_site();
    let fields = constructor.fields.iter().map(|Field { member, vis, ty, .. }| {
        let vis = visible.then_some(vis);
        let name = match member {
            syn::Member::Named(name) => Some(quote_spanned!(site=> #name:)),
            syn::Member::Unnamed(_) => None,
        };
        quote_spanned!(site=> #vis #name <#ty as ::dpgen::DpGen>::Slot)
    });
    match constructor.style {
        Fields::Named(_) => quote!({ #(#fields,)* }),
        Fields::Unnamed(_) => quote!(( #(#fields,)* )),
        Fields::Unit => TokenStream::new(),
    }
}

/// A unit-only enum: a finite data domain.
fn choice(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let labels = ast.constructors.iter().map(Constructor::name);
    let finite = finite(ast);
    let ident = &ast.input.ident;
    let names: Vec<&Ident> = ast.constructors.iter().map(|constructor| constructor.ident).collect();
    let places: Vec<Literal> = (0..names.len()).map(Literal::usize_unsuffixed).collect();
    let patterns = patterns(names.len());
    quote_spanned! {site=>
        #finite
        #[automatically_derived]
        impl ::dpgen::DpGen for #ident {
            type Slot = ::dpgen::Choice<Self>;
            type View = ::dpgen::Choice<Self>;

            fn define(
                definer: &mut ::dpgen::__private::Definer,
                _: ::core::option::Option<&::dpgen::__private::Domain>,
                slot: &::core::primitive::str,
            ) -> ::dpgen::__private::SlotKind {
                definer.choice(slot, &[#(#labels),*])
            }
            fn view(_: &::dpgen::__private::Layer) -> Self::View {
                ::core::unreachable!("a finite choice has no layers")
            }
            fn build(words: &mut ::dpgen::__private::ValueBuilder<'_>) -> Self {
                match words.datum().1 { #(#patterns => Self::#names {},)* }
            }
            fn take_apart(
                &self,
                _: &mut ::dpgen::__private::ValueReader<'_>,
            ) -> ::core::result::Result<::core::primitive::i64, ::dpgen::__private::NotOfScope> {
                ::core::result::Result::Ok(match self { #(Self::#names {} => #places,)* })
            }
        }
    }
}

/// The values of a unit-only enum, in order.
pub(crate) fn finite(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let ident = &ast.input.ident;
    let names: Vec<&Ident> = ast.constructors.iter().map(|constructor| constructor.ident).collect();
    let places = (0..names.len()).map(Literal::usize_unsuffixed);
    quote_spanned! {site=>
        #[automatically_derived]
        impl ::dpgen::Finite for #ident {
            const ALL: &'static [Self] = &[#(Self::#names {}),*];
            fn place(self) -> ::core::primitive::u32 {
                match self { #(Self::#names {} => #places,)* }
            }
        }
    }
}

/// Patterns of the numbers from 0, of which the last takes all others.
fn patterns(count: usize) -> Vec<TokenStream> {
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
    let view = ast.view();
    let (define, view_body, build, take_apart) = (define(ast), view_layer(ast), build(ast), take_apart(ast));
    let rebuild = rebuild(ast);
    quote_spanned! {site=>
        #[automatically_derived]
        impl ::dpgen::DpGen for #ident {
            type Slot = ::dpgen::Ref<Self>;
            type View = #view;

            #[allow(clippy::needless_question_mark)]
            fn define(
                definer: &mut ::dpgen::__private::Definer,
                _: ::core::option::Option<&::dpgen::__private::Domain>,
                _: &::core::primitive::str,
            ) -> ::dpgen::__private::SlotKind {
                #define
            }
            fn view(layer: &::dpgen::__private::Layer) -> Self::View {
                #view_body
            }
            fn build(words: &mut ::dpgen::__private::ValueBuilder<'_>) -> Self {
                #build
            }
            #rebuild
            fn take_apart(
                &self,
                reader: &mut ::dpgen::__private::ValueReader<'_>,
            ) -> ::core::result::Result<::core::primitive::i64, ::dpgen::__private::NotOfScope> {
                #take_apart
            }
        }
    }
}

fn define(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let name = syn::ext::IdentExt::unraw(&ast.input.ident).to_string();
    let constructors = ast.constructors.iter().map(define_constructor);
    let rep_ok = ast.attrs.rep_ok.iter().map(|given| &given.value);
    let root_ok = ast.attrs.root_ok.iter().map(|given| &given.value);
    quote_spanned! {site=>
        definer.declare::<Self>(
            #name,
            ::core::option::Option::None,
            ::dpgen::__private::Shape::Plain,
            |definer, ty| {
                #(#constructors)*
                #(definer.rep_ok::<Self, _>(ty, #rep_ok);)*
                #(definer.root_ok::<Self, _>(ty, #root_ok);)*
            },
        )
    }
}

fn define_constructor(constructor: &Constructor<'_>) -> TokenStream {
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
    let fields = constructor.fields.iter().map(|field| {
        let (name, ty) = (field.name(), &field.ty);
        match field.domain() {
            Some(domain) => define_in(&name, ty, domain),
            None => quote_spanned!(site=> fields.field::<#ty>(#name);),
        }
    });
    quote_spanned!(site=> definer.constructor(ty, #name, #weight, |#binding| { #(#fields)* });)
}

/// A field with a domain: first the parameters, then the numbers, which may not exist.
fn define_in(name: &str, ty: &TokenStream, domain: &Domain) -> TokenStream {
    let site = Span::mixed_site();
    let locals = domain.params.locals();
    let texts: Vec<String> =
        domain.params.0.iter().map(|param| syn::ext::IdentExt::unraw(param).to_string()).collect();
    let number = |number: &Number| {
        let Number { text, code } = number;
        quote_spanned! {site=>
            fields.number(#name, #text, &[#((#texts, #locals)),*], || ::core::result::Result::Ok(#code))
        }
    };
    let value = match &domain.values {
        Values::Range { start, end, limits } => {
            let kind = match limits {
                RangeLimits::HalfOpen(_) => quote_spanned!(site=> ::core::ops::Range),
                RangeLimits::Closed(_) => quote_spanned!(site=> ::core::ops::RangeInclusive),
            };
            let (start, end) = (number(start), number(end));
            quote_spanned! {site=> {
                let (start, end) = (#start, #end);
                <::dpgen::__private::Domain as ::core::convert::From<#kind<::core::primitive::i64>>>::from(
                    start #limits end,
                )
            }}
        }
        Values::Numbers(numbers) => {
            let numbers = numbers.iter().map(number);
            quote_spanned!(site=> <::core::primitive::i64 as ::dpgen::__private::DomainValue>::domain(&[#(#numbers),*]))
        }
        Values::Labels(of, labels) => {
            quote_spanned!(site=> <#of as ::dpgen::__private::DomainValue>::domain(&[#(#labels),*]))
        }
    };
    quote_spanned! {site=> {
        #(let #locals: ::core::primitive::i64 = fields.param(#name, #texts);)*
        let domain = #value;
        fields.field_in::<#ty>(#name, domain);
    }}
}

/// The name, or `_` for a constructor that has no use for it.
fn binding(constructor: &Constructor<'_>, name: &str) -> TokenStream {
    let name = Ident::new(name, Span::mixed_site());
    if constructor.fields.is_empty() { quote!(_) } else { quote!(#name) }
}

fn view_layer(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let arms = ast.constructors.iter().map(|constructor| {
        let members = constructor.fields.iter().map(|field| &field.member);
        let types = constructor.fields.iter().map(|field| &field.ty);
        let slots = (0..constructor.fields.len()).map(Literal::usize_unsuffixed);
        let (view, ident) = (ast.view(), constructor.ident);
        let path = if ast.kind == Kind::Struct { quote!(#view) } else { quote!(#view::#ident) };
        if constructor.fields.is_empty() {
            return quote!(#path {});
        }
        let len = Literal::usize_unsuffixed(constructor.fields.len());
        quote_spanned! {site=>
            {
                let slots = layer.first_slots::<#len>();
                #path {
                    #(#members: <<#types as ::dpgen::DpGen>::Slot as ::dpgen::__private::SlotView>::from_slot(
                        slots[#slots],
                    )),*
                }
            }
        }
    });
    match ast.kind {
        Kind::Struct if ast.constructors.iter().all(|constructor| constructor.fields.is_empty()) => {
            quote_spanned!(site=> let _ = layer; #(#arms)*)
        }
        Kind::Struct => quote!(#(#arms)*),
        _ => {
            let patterns = patterns(ast.constructors.len());
            quote_spanned!(site=> match layer.local { #(#patterns => #arms,)* })
        }
    }
}

fn build(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let values = ast.constructors.iter().map(|constructor| {
        let (path, locals) = (ast.path(constructor), constructor.locals());
        let types = constructor.fields.iter().map(|field| &field.ty);
        let members = constructor.fields.iter().map(|field| &field.member);
        quote_spanned! {site=> {
            #(let #locals = fields.field::<#types>();)*
            #path { #(#members: #locals),* }
        }}
    });
    let value = match &*ast.constructors {
        [only] if ast.kind == Kind::Struct => {
            let fields = (!only.fields.is_empty()).then(|| quote_spanned!(site=> mut fields));
            let fields = fields.unwrap_or_else(|| quote!(_));
            quote_spanned!(site=> let (_, #fields) = words.layer(); let value = #(#values)*;)
        }
        constructors => {
            let patterns = patterns(constructors.len());
            quote_spanned! {site=>
                let (local, mut fields) = words.layer();
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

fn take_apart(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let arms = ast.constructors.iter().enumerate().map(|(number, constructor)| {
        let (path, locals) = (ast.path(constructor), constructor.locals());
        let members = constructor.fields.iter().map(|field| &field.member);
        let types = constructor.fields.iter().map(|field| &field.ty);
        let (number, fields) = (Literal::usize_unsuffixed(number), binding(constructor, "fields"));
        quote_spanned! {site=>
            #path { #(#members: #locals),* } => reader.layer(#number, |#fields| {
                #(fields.field::<#types>(#locals)?;)*
                ::core::result::Result::Ok(())
            }),
        }
    });
    quote_spanned!(site=> match self { #(#arms)* })
}
