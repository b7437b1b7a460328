//! The code for a well-formed type: its view, and its `DpGen` implementation.
//!
//! Everything generated has mixed-site spans, so no local variable of it meets the user's names, and
//! names what it needs by absolute paths, so it works under `#![no_implicit_prelude]`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::RangeLimits;

use crate::arithmetic::Number;
use crate::ast::{Ast, Constructor, Field, Kind};
use crate::domain::{Domain, Values};
use crate::{generics, view};

/// All code for a type.
pub(crate) fn expand(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let dpgen = ast.dpgen();
    let body = if ast.kind == Kind::Choice { choice(ast) } else { layered(ast) };
    let view = (ast.kind != Kind::Choice).then(|| view::define(ast));
    quote_spanned! {site=>
        #view
        #[allow(unused_qualifications)]
        const _: () = {
            use #dpgen as _dpgen;
            #body
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

            fn define(
                definer: &mut _dpgen::__private::Definer,
                _: ::core::option::Option<&_dpgen::__private::Domain>,
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
    let name = ast.view();
    let dpgen = quote_spanned!(site=> _dpgen);
    let generics = generics::of_impl(ast, &dpgen);
    let (parameters, arguments, clause) = generics.split_for_impl();
    let of_view = generics::of_view(ast, &dpgen);
    let (_, view_arguments, _) = of_view.split_for_impl();
    let view = view::implement(ast);
    let view_body = view::of_layer(ast, &patterns(ast.constructors.len()));
    let (define, build, take_apart) = (define(ast), build(ast), take_apart(ast));
    quote_spanned! {site=>
        #view
        #[automatically_derived]
        impl #parameters _dpgen::DpGen for #ident #arguments #clause {
            type Slot = _dpgen::Ref<Self>;
            type View = #name #view_arguments;

            #[allow(clippy::needless_question_mark)]
            fn define(
                definer: &mut _dpgen::__private::Definer,
                _: ::core::option::Option<&_dpgen::__private::Domain>,
                _: &::core::primitive::str,
            ) -> _dpgen::__private::SlotKind {
                #define
            }
            fn view(layer: &_dpgen::__private::Layer) -> Self::View {
                #view_body
            }
            fn build(words: &mut _dpgen::__private::ValueBuilder<'_>) -> Self {
                #build
            }
            fn take_apart(
                &self,
                reader: &mut _dpgen::__private::ValueReader<'_>,
            ) -> ::core::result::Result<::core::primitive::i64, _dpgen::__private::NotOfScope> {
                #take_apart
            }
        }
    }
}

fn define(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let name = generics::name(ast);
    let constructors = ast.constructors.iter().map(define_constructor);
    let rep_ok = ast.attrs.rep_ok.iter().map(|given| &given.value);
    let root_ok = ast.attrs.root_ok.iter().map(|given| &given.value);
    quote_spanned! {site=>
        definer.declare::<Self>(
            #name,
            ::core::option::Option::None,
            _dpgen::__private::Shape::Plain,
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
    let fields = constructor.slots().map(|field| {
        let (name, define) = (field.name(), item(field, "define"));
        match field.domain() {
            Some(domain) => define_in(&name, &define, domain),
            None => quote_spanned!(site=> fields.field(#name, #define);),
        }
    });
    quote_spanned!(site=> definer.constructor(ty, #name, #weight, |#binding| { #(#fields)* });)
}

/// A field with a domain: first the parameters, then the numbers, which may not exist.
fn define_in(name: &str, define: &TokenStream, domain: &Domain) -> TokenStream {
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
                <_dpgen::__private::Domain as ::core::convert::From<#kind<::core::primitive::i64>>>::from(
                    start #limits end,
                )
            }}
        }
        Values::Numbers(numbers) => {
            let numbers = numbers.iter().map(number);
            quote_spanned!(site=> <::core::primitive::i64 as _dpgen::__private::DomainValue>::domain(&[#(#numbers),*]))
        }
        Values::Labels(of, labels) => {
            quote_spanned!(site=> <#of as _dpgen::__private::DomainValue>::domain(&[#(#labels),*]))
        }
    };
    quote_spanned! {site=> {
        #(let #locals: ::core::primitive::i64 = fields.param(#name, #texts);)*
        let domain = #value;
        fields.field_in(#name, domain, #define);
    }}
}

/// An item of `DpGen` of a field.
fn item(field: &Field<'_>, name: &str) -> TokenStream {
    field.item(&quote_spanned!(Span::mixed_site()=> _dpgen), "DpGen", name)
}

/// The name, or `_` for a constructor that has no use for it.
fn binding(constructor: &Constructor<'_>, name: &str) -> TokenStream {
    let name = Ident::new(name, Span::mixed_site());
    if constructor.slots().next().is_none() { quote!(_) } else { quote!(#name) }
}

/// Names for a constructor's fields, which meet no name of the user's.
fn locals(constructor: &Constructor<'_>) -> Vec<Ident> {
    let local = |number| format_ident!("field{number}", span = Span::mixed_site());
    (0..constructor.fields.len()).map(local).collect()
}

/// The constructor's path, of the type itself.
fn path(ast: &Ast<'_>, constructor: &Constructor<'_>) -> TokenStream {
    let ident = constructor.ident;
    if ast.kind == Kind::Struct { quote!(Self) } else { quote!(Self::#ident) }
}

fn build(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let values = ast.constructors.iter().map(|constructor| {
        let (path, locals) = (path(ast, constructor), locals(constructor));
        let parts = constructor.slots().map(|field| item(field, "build"));
        let members = constructor.fields.iter().map(|field| &field.member);
        quote_spanned! {site=> {
            #(let #locals = fields.part(#parts);)*
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
        let (path, locals) = (path(ast, constructor), locals(constructor));
        let members = constructor.fields.iter().map(|field| &field.member);
        let parts = constructor.slots().map(|field| item(field, "take_apart"));
        let (number, fields) = (Literal::usize_unsuffixed(number), binding(constructor, "fields"));
        quote_spanned! {site=>
            #path { #(#members: #locals),* } => reader.layer(#number, |#fields| {
                #(fields.part(|reader| #parts(#locals, reader))?;)*
                ::core::result::Result::Ok(())
            }),
        }
    });
    quote_spanned!(site=> match self { #(#arms)* })
}
