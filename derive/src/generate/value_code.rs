//! The code that builds values from compact words, and that takes them apart: of a type, or of the one that it mirrors.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;

use crate::generate::payload_code;
use crate::parse::ast::{Ast, Constructor, Field, TypeKind};

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
        let made = match constructor.new.as_ref().filter(|_| is_remote(owner)) {
            Some(new) => {
                let new = &new.value;
                quote_spanned!(site=> #new(#(#locals),*))
            }
            None => quote_spanned!(site=> #path { #(#members: #locals),* }),
        };
        quote_spanned! {site=> {
            #(let #locals = #parts;)*
            #made
        }}
    });
    let value = match &*ast.constructors {
        [only] if ast.kind == TypeKind::Struct => {
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

/// Whether values of the other type are meant, which is mirrored.
fn is_remote(owner: &TokenStream) -> bool {
    owner.to_string() != "Self"
}

/// The function that reads a field of the type that is mirrored.
fn getter<'a>(field: &'a Field<'_>, owner: &TokenStream) -> Option<&'a Path> {
    field.attrs.get.as_ref().filter(|_| is_remote(owner)).map(|get| &get.value)
}

/// The arm for the variants that are no constructors: such a value is none of the schema's.
pub(crate) fn others(ast: &Ast<'_>) -> TokenStream {
    let message = format!("a variant of `{}` that is left out is no value", ast.input.ident);
    quote_spanned! {Span::mixed_site()=>
        #[allow(unreachable_patterns)]
        _ => return ::core::result::Result::Err(_dpgen::__private::NotOfScope(::std::string::String::from(#message))),
    }
}

/// The code for the value of a field.
fn build_field(field: &Field<'_>) -> TokenStream {
    let site = Span::mixed_site();
    if !field.attrs.skipped() {
        let build =
            if field.is_mirrored() { field.of_mirror("build_remote") } else { field.of_dpgen("build") };
        return field.call("FieldReader", "field_by", quote_spanned!(site=> &mut fields, #build));
    }
    if field.attrs.payload.is_some() {
        return payload_code::build(field);
    }
    let ty = &field.ty;
    let value = match &field.attrs.default {
        Some((_, Some(path))) => quote_spanned!(site=> #path()),
        _ => quote_spanned!(field.ends().0=> <#ty as ::core::default::Default>::default()),
    };
    quote_spanned!(site=> { fields.note_opaque_field(); #value })
}

/// The code that takes a value of the owner apart.
pub(crate) fn take_apart(ast: &Ast<'_>, owner: &TokenStream, value: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let arms = ast.constructors.iter().enumerate().map(|(number, constructor)| {
        let (path, locals) = (ast.path(constructor, owner), constructor.locals());
        let all = constructor.fields.iter().zip(&locals);
        let patterns = all.clone().map(|(field, local)| {
            let member = &field.member;
            match field.attrs.skipped() || getter(field, owner).is_some() {
                true => quote!(#member: _),
                false => quote!(#member: #local),
            }
        });
        // What a function makes may have more fields than its mirror, and private ones.
        let has_getters = constructor.fields.iter().any(|field| getter(field, owner).is_some());
        let patterns: Vec<TokenStream> = match (constructor.new.is_some() && is_remote(owner)) || has_getters
        {
            true => {
                let read = constructor.fields.iter().zip(patterns);
                let read = read.filter(|(field, _)| !field.attrs.skipped() && getter(field, owner).is_none());
                read.map(|(_, pattern)| pattern).chain([quote!(..)]).collect()
            }
            false => patterns.collect(),
        };
        let getters = constructor.fields.iter().zip(&locals).filter_map(|(field, local)| {
            let (get, ty) = (getter(field, owner)?, &field.ty);
            Some(quote_spanned! {site=>
                let #local = #get(#value);
                let #local: &#ty = ::core::borrow::Borrow::borrow(&#local);
            })
        });
        let getters: TokenStream = getters.collect();
        let parts = all.filter(|(field, _)| !field.attrs.skipped()).map(|(field, local)| {
            let take = if field.is_mirrored() {
                field.of_mirror("take_remote_apart")
            } else {
                field.of_dpgen("take_apart")
            };
            quote_spanned!(site=> fields.field_by(|reader| #take(#local, reader))?;)
        });
        let (number, fields) = (Literal::usize_unsuffixed(number), binding(constructor, "fields"));
        quote_spanned! {site=>
            #path { #(#patterns),* } => reader.layer(#number, |#fields| {
                #getters
                #(#parts)*
                ::core::result::Result::Ok(())
            }),
        }
    });
    let others = ast.is_partial.then(|| others(ast));
    quote_spanned!(site=> match #value { #(#arms)* #others })
}
