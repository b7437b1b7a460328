//! The code for a mirror of a type of another crate: `#[dpgen(remote = "other::Type")]`.
//!
//! The mirror is a structure of its own. Beside that, it builds and takes apart values of the other type.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Path, PathArguments};

use crate::generate::{generics, value_code};
use crate::parse::ast::{Ast, TypeKind};

/// The implementation of `Mirror`, for a type that is one.
pub(crate) fn implement(ast: &Ast<'_>) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let remote = &ast.attrs.remote.as_ref()?.value;
    let owner = constructor_path(remote);
    let ident = &ast.input.ident;
    let generics = generics::of_impl(ast, &quote_spanned!(site=> _dpgen));
    let (parameters, arguments, clause) = generics.split_for_impl();
    let (build, take_apart) = if ast.kind == TypeKind::Choice {
        choice(ast, &owner)
    } else {
        let value = quote_spanned!(site=> remote);
        (value_code::build(ast, &owner), value_code::take_apart(ast, &owner, &value))
    };
    let reader = if ast.kind == TypeKind::Choice { quote!(_) } else { quote_spanned!(site=> reader) };
    Some(quote_spanned! {site=>
        #[automatically_derived]
        impl #parameters _dpgen::Mirror for #ident #arguments #clause {
            type Remote = #remote;

            fn build_remote(words: &mut _dpgen::__private::ValueBuilder<'_>) -> Self::Remote {
                #build
            }
            fn take_remote_apart(
                remote: &Self::Remote,
                #reader: &mut _dpgen::__private::ValueReader<'_>,
            ) -> ::core::result::Result<::core::primitive::i64, _dpgen::__private::NotOfScope> {
                #take_apart
            }
        }
    })
}

/// Values of a finite choice, and their numbers.
fn choice(ast: &Ast<'_>, owner: &TokenStream) -> (TokenStream, TokenStream) {
    let site = Span::mixed_site();
    let paths: Vec<TokenStream> =
        ast.constructors.iter().map(|constructor| ast.path(constructor, owner)).collect();
    let patterns = value_code::patterns(paths.len());
    let places = (0..paths.len()).map(Literal::usize_unsuffixed);
    let others = ast.is_partial.then(|| value_code::others(ast));
    (
        quote_spanned!(site=> match words.datum().1 { #(#patterns => #paths {},)* }),
        quote_spanned!(site=> ::core::result::Result::Ok(match remote { #(#paths {} => #places,)* #others })),
    )
}

/// A type's path, as constructors have it: without its arguments, which are inferred.
fn constructor_path(remote: &Path) -> TokenStream {
    let mut path = remote.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    quote!(#path)
}
