//! The code that builds values from compact words, and that takes them apart: of a type, or of the one that it mirrors.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

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
        quote_spanned! {site=> {
            #(let #locals = #parts;)*
            #path { #(#members: #locals),* }
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
            if field.attrs.skipped() { quote!(#member: _) } else { quote!(#member: #local) }
        });
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
                #(#parts)*
                ::core::result::Result::Ok(())
            }),
        }
    });
    quote_spanned!(site=> match #value { #(#arms)* })
}
