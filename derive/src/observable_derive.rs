//! `#[derive(Observable)]`: the fields in order; an enum writes its variant's number first.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Data, DeriveInput, Fields, Index, Member};

use crate::check::rules;
use crate::errors::Errors;
use crate::generate::{error_stubs, generics};
use crate::parse::attributes;

/// All code for a type.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    rules::generics(input, &mut errors);
    rules::union(input, &mut errors);
    if let Data::Enum(data) = &input.data
        && data.variants.is_empty()
    {
        errors.at(&input.ident, "an enum without variants has no values to observe: add a variant");
    }
    // The other keys are those of `DpGen`, which reports what is wrong with them.
    let krate = attributes::dpgen(input);
    match errors.finish() {
        Ok(()) => expand(input, &krate),
        Err(error) => error_stubs::observable(input, &krate, &error),
    }
}

fn expand(input: &DeriveInput, krate: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let ident = &input.ident;
    let bound = quote_spanned!(site=> _dpgen::Observable);
    let generics = generics::bounded(&input.generics, types(input), &bound);
    let (parameters, arguments, clause) = generics.split_for_impl();
    let (encode, decode) = match &input.data {
        Data::Enum(data) => {
            let arms = data.variants.iter().enumerate().map(|(number, variant)| {
                let (tag, name) = (Literal::usize_unsuffixed(number), &variant.ident);
                let (pattern, encode) = encode(&variant.fields);
                quote_spanned!(site=> Self::#name #pattern => { output.word(#tag); #encode })
            });
            let values = data.variants.iter().enumerate().map(|(number, variant)| {
                let (name, value) = (&variant.ident, decode(&variant.fields));
                let tag = Literal::usize_unsuffixed(number);
                let tag = if number + 1 == data.variants.len() { quote!(_) } else { quote!(#tag) };
                quote_spanned!(site=> #tag => Self::#name #value)
            });
            let encode = quote_spanned!(site=> match self { #(#arms)* });
            (encode, quote_spanned!(site=> match input.word() { #(#values,)* }))
        }
        Data::Struct(data) => {
            let (pattern, encode) = encode(&data.fields);
            let value = decode(&data.fields);
            let unused = data.fields.is_empty().then(|| quote_spanned!(site=> let _ = output;));
            let encode = quote_spanned!(site=> #unused let Self #pattern = self; #encode);
            let unused = data.fields.is_empty().then(|| quote_spanned!(site=> let _ = input;));
            (encode, quote_spanned!(site=> #unused Self #value))
        }
        Data::Union(_) => (TokenStream::new(), TokenStream::new()),
    };
    quote_spanned! {site=>
        const _: () = {
            use #krate as _dpgen;
            #[automatically_derived]
            impl #parameters _dpgen::Observable for #ident #arguments #clause {
                fn encode(&self, output: &mut _dpgen::__private::Encoder) { #encode }
                fn decode(input: &mut _dpgen::__private::Decoder<'_>) -> Self { #decode }
            }
        };
    }
}

/// The types of all fields.
fn types(input: &DeriveInput) -> Vec<TokenStream> {
    let all: Vec<&Fields> = match &input.data {
        Data::Enum(data) => data.variants.iter().map(|variant| &variant.fields).collect(),
        Data::Struct(data) => vec![&data.fields],
        Data::Union(_) => Vec::new(),
    };
    all.into_iter().flatten().map(|field| field.ty.to_token_stream()).collect()
}

fn members(fields: &Fields) -> Vec<Member> {
    let fields = fields.iter().enumerate();
    fields
        .map(|(number, field)| {
            field.ident.clone().map_or_else(|| Member::Unnamed(Index::from(number)), Member::Named)
        })
        .collect()
}

/// The pattern that binds the fields, and the statements that write them.
fn encode(fields: &Fields) -> (TokenStream, TokenStream) {
    let site = Span::mixed_site();
    let members = members(fields);
    let local = |number| format_ident!("field{number}", span = site);
    let locals: Vec<Ident> = (0..members.len()).map(local).collect();
    let types = fields.iter().map(|field| &field.ty);
    let pattern = quote_spanned!(site=> { #(#members: #locals),* });
    (pattern, quote_spanned!(site=> #(<#types as _dpgen::Observable>::encode(#locals, output);)*))
}

/// The fields of the value; they are evaluated as written, in order.
fn decode(fields: &Fields) -> TokenStream {
    let site = Span::mixed_site();
    let members = members(fields);
    let types = fields.iter().map(|field| &field.ty);
    quote_spanned!(site=> { #(#members: <#types as _dpgen::Observable>::decode(input)),* })
}
