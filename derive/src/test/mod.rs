//! `#[dpgen::test]`: a function becomes a test of every valid case up to a size.
//!
//! A case is the value of the function's only argument, or a struct of all of them, which the expansion defines and which
//! weighs nothing. Read `options.rs` for what the attribute takes, and `signature.rs` for what the function may look like.

mod options;
mod signature;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Ident, ItemFn};

use crate::message::Errors;
use options::Options;
use signature::{Argument, Passed, arguments, check, has_runner};

/// All code for a test.
pub(crate) fn expand(arguments_of_attribute: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = Options::new(arguments_of_attribute, &mut errors);
    let mut function: ItemFn = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(_) => {
            errors.at(
                &item,
                "`#[dpgen::test]` goes on a function, as in `fn insert_keeps_order(tree: Tree) { ... }`",
            );
            let messages = errors.finish().err().map(|error| error.to_compile_error());
            return quote!(#messages #item);
        }
    };
    check(&function, &mut errors);
    let arguments = arguments(&mut function, &mut errors);
    match errors.finish() {
        Ok(()) => call(&function, &options, &arguments),
        Err(error) => {
            let messages = error.to_compile_error();
            let of_a_test = ["test", "should_panic", "ignore"];
            function.attrs.retain(|attribute| !of_a_test.iter().any(|name| attribute.path().is_ident(name)));
            quote!(#messages #[allow(dead_code)] #function)
        }
    }
}

/// The test, with the user's function inside of it.
fn call(function: &ItemFn, options: &Options, arguments: &[Argument]) -> TokenStream {
    let site = Span::mixed_site();
    let ItemFn { attrs, vis, sig, block, .. } = function;
    let name = &sig.ident;
    let text = name.unraw().to_string();
    let options = options.tokens();
    // One that is to fail has nothing to remember.
    let should_panic = function.attrs.iter().any(|attribute| attribute.path().is_ident("should_panic"));
    let forgets = should_panic.then(|| quote!(regressions: false,));
    let test = (!has_runner(function)).then(|| quote!(#[::core::prelude::v1::test]));
    let lent = arguments.iter().all(|argument| argument.passed != Passed::Given);
    let (asyncness, wait) = (&sig.asyncness, sig.asyncness.as_ref().map(|_| quote!(.await)));
    let case = Case::new(arguments);
    let (definition, ty, show) = (&case.definition, &case.ty, &case.show);
    let value = Ident::new("case", site);
    let (runner, pattern, given) = if sig.asyncness.is_some() {
        (quote!(test_async), quote!(#value: #ty), case.given(arguments, &value))
    } else if lent {
        (quote!(test_in_place), quote!(#value: &#ty), case.lent(arguments, &value))
    } else {
        (quote!(test), quote!(#value: #ty), case.given(arguments, &value))
    };
    let body = match &sig.asyncness {
        Some(_) => quote_spanned!(site=> async |#pattern| #name(#given).await),
        None => quote_spanned!(site=> |#pattern| #name(#given)),
    };
    quote_spanned! {site=>
        #test
        #(#attrs)*
        #vis #asyncness fn #name() {
            #sig #block
            #definition
            const OPTIONS: ::dpgen::__private::TestOptions = ::dpgen::__private::TestOptions {
                name: ::core::concat!(::core::module_path!(), "::", #text),
                function: #text,
                source: ::core::file!(),
                package: ::core::option_env!("CARGO_MANIFEST_DIR"),
                #options
                #forgets
                ..::dpgen::__private::TestOptions::DEFAULT
            };
            ::dpgen::__private::#runner::<#ty, _>(OPTIONS, |#value| #show, #body)#wait;
        }
    }
}

/// What a test generates: its only argument, or a struct of its arguments.
struct Case {
    definition: TokenStream,
    ty: TokenStream,
    /// The names of the arguments, with their values as text, of a reference `case`.
    show: TokenStream,
    /// The fields, if it is a struct.
    fields: Option<Vec<Ident>>,
}

impl Case {
    fn new(arguments: &[Argument]) -> Self {
        let site = Span::mixed_site();
        let value = Ident::new("case", site);
        let shown =
            |name: &str, value: TokenStream| quote_spanned!(site=> (#name, ::std::format!("{:?}", #value)));
        if let [Argument { ty, attrs, name, .. }] = arguments
            && attrs.is_empty()
        {
            let one = shown(&name.unraw().to_string(), quote!(#value));
            let show = quote_spanned!(site=> ::std::vec![#one]);
            return Self { definition: TokenStream::new(), ty: quote!(#ty), show, fields: None };
        }
        let name = Ident::new("__DpgenCase", site);
        let fields: Vec<Ident> = arguments.iter().map(|argument| argument.name.clone()).collect();
        let declared =
            arguments.iter().map(|Argument { name, ty, attrs, .. }| quote!(#(#attrs)* #name: #ty,));
        let definition = quote_spanned! {site=>
            #[derive(::dpgen::DpGen)]
            #[dpgen(weight = 0)]
            struct #name { #(#declared)* }
        };
        let lines = fields.iter().map(|field| shown(&field.unraw().to_string(), quote!(&#value.#field)));
        let show = quote_spanned!(site=> ::std::vec![#(#lines),*]);
        Self { definition, ty: quote!(#name), show, fields: Some(fields) }
    }

    /// The arguments of a call, of a case that is given away.
    fn given(&self, arguments: &[Argument], case: &Ident) -> TokenStream {
        let places = self.places(case);
        let values = arguments.iter().zip(places).map(|(argument, place)| match argument.passed {
            Passed::Lent => quote!(&#place),
            Passed::Given | Passed::Copied => place,
        });
        quote!(#(#values),*)
    }

    /// The arguments of a call, of a reference to a case.
    fn lent(&self, arguments: &[Argument], case: &Ident) -> TokenStream {
        let values = arguments.iter().zip(self.places(case)).map(|(argument, place)| {
            match (argument.passed, &self.fields) {
                (Passed::Lent, None) => place,
                (Passed::Lent, Some(_)) => quote!(&#place),
                (_, None) => quote!(*#place),
                (_, Some(_)) => place,
            }
        });
        quote!(#(#values),*)
    }

    /// Where the arguments stand in a case.
    fn places(&self, case: &Ident) -> Vec<TokenStream> {
        match &self.fields {
            None => vec![quote!(#case)],
            Some(fields) => fields.iter().map(|field| quote!(#case.#field)).collect(),
        }
    }
}
