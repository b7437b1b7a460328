//! The code for a field that lists constants of a type that the macro does not know, with `values = [...]`: a type that holds
//! the list, of which `OneOf` in `dpgen` is the mirror.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Visibility;

use crate::generate::value_code::patterns;
use crate::parse::ast::{Ast, TypeKind};
use crate::parse::domain::Constants;

/// The lists of a type's fields, which stand beside it.
pub(crate) fn define(ast: &Ast<'_>) -> TokenStream {
    let fields = ast.slots().filter(|field| field.is_listed());
    let lists = fields.map(|field| {
        let list = &field.list;
        let vis: &Visibility = if ast.kind == TypeKind::Struct { field.vis } else { &ast.input.vis };
        quote_spanned! {Span::mixed_site()=>
            #[doc(hidden)]
            #[allow(non_camel_case_types, missing_docs, missing_debug_implementations, dead_code)]
            #vis enum #list {}
        }
    });
    lists.collect()
}

/// Their implementations of `Listed`, in the block that has the crate as `_dpgen`.
pub(crate) fn implement(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let lists = ast.slots().filter_map(|field| Some((&field.list, field.constants()?)));
    let lists = lists.map(|(list, (ty, values))| {
        let (labels, value) = match values {
            Constants::Each(values) => {
                let texts = values.iter().map(|value| value.to_token_stream().to_string());
                let patterns = patterns(values.len());
                let texts = quote!(::std::vec![#(::std::string::String::from(#texts)),*]);
                (texts, quote_spanned!(site=> match number { #(#patterns => #values,)* }))
            }
            Constants::ListOf(list) => {
                let text = list.to_token_stream().to_string();
                (
                    quote_spanned!(site=> _dpgen::__private::labels_of(#text, #list)),
                    quote_spanned!(site=> _dpgen::__private::item_of(#list, number)),
                )
            }
        };
        quote_spanned! {site=>
            #[automatically_derived]
            impl _dpgen::Listed for #list {
                type Value = #ty;

                fn labels() -> ::std::vec::Vec<::std::string::String> {
                    #labels
                }

                fn value(number: ::core::primitive::usize) -> #ty {
                    #value
                }
            }
        }
    });
    lists.collect()
}
