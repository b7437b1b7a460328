//! `#[dpgen::cover]`: a function whose branches are noted while a program is explored; use it through the `dpgen` crate, whose
//! feature `explore` re-exports it.
//!
//! `instrument.rs` goes over the body, and gives each branch a number and its place in a table; this file writes both.

mod instrument;

use proc_macro::TokenStream;
use proc_macro2::Span;
use quote::{quote, quote_spanned};
use syn::{Ident, ItemFn};

use instrument::instrument;

#[cfg_attr(not(doctest), doc = include_str!("../docs/cover.md"))]
#[proc_macro_attribute]
pub fn cover(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    let error = |span: Span, message: &str| {
        let message = syn::Error::new(span, message).to_compile_error();
        quote!(#message #item).into()
    };
    if !arguments.is_empty() {
        return error(Span::call_site(), "`#[dpgen::cover]` takes no arguments");
    }
    let Ok(mut function) = syn::parse2::<ItemFn>(item.clone()) else {
        return error(
            Span::call_site(),
            "`#[dpgen::cover]` goes on a function, or on a function of an `impl`",
        );
    };
    if let Some(constant) = &function.sig.constness {
        return error(constant.span, "a `const fn` can not note what it does: leave out `const`");
    }
    let table = Ident::new("BRANCHES", Span::mixed_site());
    let branches = instrument(&mut function.block, &table);
    if branches.is_empty() {
        return quote!(#function).into();
    }
    let many = branches.len();
    let rows = branches.iter().map(|branch| {
        let instrument::Found { span, kind, outcomes, parent } = branch;
        let parent = match parent {
            Some((branch, outcome)) => quote!(::core::option::Option::Some((#branch, #outcome))),
            None => quote!(::core::option::Option::None),
        };
        // The place of these is that of the user's own token.
        quote_spanned! {*span=>
            ::dpgen::explore::Branch {
                file: ::core::file!(),
                line: ::core::line!(),
                column: ::core::column!(),
                kind: #kind,
                outcomes: &[#(#outcomes),*],
                parent: #parent,
            }
        }
    });
    let ItemFn { attrs, vis, sig, block, .. } = &function;
    let statements = &block.stmts;
    quote! {
        #(#attrs)*
        #vis #sig {
            static #table: [::dpgen::explore::Branch; #many] = [#(#rows),*];
            ::dpgen::explore::__private::enter(&#table);
            #(#statements)*
        }
    }
    .into()
}
