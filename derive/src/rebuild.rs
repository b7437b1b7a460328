//! `DpGen::rebuild`: a value becomes another one in place, field by field.
//!
//! A type with a `finish` hook has the trait's own method, which builds afresh: nothing says what the hook would do to a
//! value that it has seen before.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;

use crate::ast::{Ast, Constructor, Kind};

/// The method of a type with layers; nothing if the trait's own will do.
pub(crate) fn rebuild(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let has_fields = ast.constructors.iter().any(|constructor| !constructor.fields.is_empty());
    if ast.attrs.finish.is_some() || !has_fields {
        return TokenStream::new();
    }
    let paths = ast.constructors.iter().map(|constructor| ast.path(constructor));
    let locals = (0..ast.constructors.len()).map(Literal::usize_unsuffixed);
    let resume = (ast.kind != Kind::Struct).then(|| {
        quote_spanned! {site=>
            let local: ::core::primitive::u32 = match self { #(#paths { .. } => #locals,)* };
            if let ::core::option::Option::Some(end) = words.resume(self, local, at) {
                return end;
            }
        }
    });
    let arms = ast.constructors.iter().map(|constructor| refill(ast, constructor));
    let unit = (ast.kind != Kind::Struct).then(|| {
        let arms = ast.constructors.iter().zip(0_usize..).map(|(constructor, number)| {
            let (path, number) = (ast.path(constructor), Literal::usize_unsuffixed(number));
            match constructor.fields.is_empty() {
                true => quote_spanned!(site=> #path { .. } => ::core::option::Option::Some(#number),),
                false => quote_spanned!(site=> #path { .. } => ::core::option::Option::None,),
            }
        });
        quote_spanned! {site=>
            #[inline]
            fn unit(&self) -> ::core::option::Option<::core::primitive::u32> {
                match self { #(#arms)* }
            }
        }
    });
    quote_spanned! {site=>
        fn rebuild(
            &mut self,
            words: &mut ::dpgen::__private::ValueBuilder<'_>,
            at: ::core::primitive::usize,
        ) -> ::core::primitive::usize {
            #resume
            match self { #(#arms)* }
        }
        #unit
    }
}

fn refill(ast: &Ast<'_>, constructor: &Constructor<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let (path, locals) = (ast.path(constructor), constructor.locals());
    let members = constructor.fields.iter().map(|field| &field.member);
    let slots = (0..locals.len()).map(Literal::usize_unsuffixed);
    let ctor = (!locals.is_empty()).then(|| quote_spanned!(site=> let ctor = words.ctor(at);));
    quote_spanned! {site=>
        #path { #(#members: #locals),* } => {
            #ctor
            let at = at + 1;
            #(let at = words.refill(#locals, at, (ctor, #slots));)*
            at
        }
    }
}
