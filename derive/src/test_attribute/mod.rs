//! `#[dpgen::test]`: a function becomes a test of every valid case up to a size.
//!
//! A case is a struct of the function's arguments, which the expansion defines and which weighs nothing. Read
//! `options.rs` for what the attribute takes, `signature.rs` for what the function may look like, and `state_machine.rs` for the
//! attribute on an implementation.

pub(crate) mod options;
mod params;
mod signature;
pub(crate) mod state_machine;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{DeriveInput, Ident, ItemFn};

use crate::check::rules;
use crate::errors::Errors;
use crate::parse::ast::Ast;
use crate::parse::keys::Key;
use crate::parse::{attributes, case_struct};
use options::Options;
use signature::{Argument, Passed, arguments, check, has_runner};

/// All code for a test.
pub(crate) fn expand(arguments_of_attribute: TokenStream, item: TokenStream) -> TokenStream {
    if let Ok(implementation) = syn::parse2(item.clone()) {
        return state_machine::expand(arguments_of_attribute, implementation);
    }
    let mut errors = Errors::default();
    let options = Options::new(arguments_of_attribute, &mut errors);
    let mut function: ItemFn = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(_) => {
            errors.at(&item, no_function(&item));
            let messages = errors.finish().err().map(|error| error.to_compile_error());
            return quote!(#messages #item);
        }
    };
    check(&mut function, &mut errors);
    let arguments = arguments(&mut function, &mut errors);
    let case = Case::new(&arguments);
    case.check(&mut errors);
    match errors.finish() {
        Ok(()) => call(&function, &options, &arguments, &case),
        Err(error) => {
            let messages = error.to_compile_error();
            let of_a_test = ["test", "should_panic", "ignore"];
            function.attrs.retain(|attribute| !of_a_test.iter().any(|name| attribute.path().is_ident(name)));
            quote!(#messages #[allow(dead_code)] #function)
        }
    }
}

/// The message for what is no function.
fn no_function(item: &TokenStream) -> &'static str {
    if syn::parse2::<DeriveInput>(item.clone()).is_ok() {
        "`#[dpgen::test]` goes on a function: write `#[derive(dpgen::DpGen)]` above a type, and `#[dpgen::test]` above a function with an \
         argument of it"
    } else {
        "`#[dpgen::test]` goes on a function, as in `fn insert_keeps_order(tree: Tree) { ... }`"
    }
}

/// The test, with the user's function inside of it.
fn call(function: &ItemFn, options: &Options, arguments: &[Argument], case: &Case) -> TokenStream {
    let (site, krate) = (Span::mixed_site(), attributes::default_path());
    let ItemFn { attrs, vis, sig, block, .. } = function;
    let name = &sig.ident;
    let text = name.unraw().to_string();
    // One that is to fail has nothing to remember, unless its author says so.
    let should_panic = function.attrs.iter().any(|attribute| attribute.path().is_ident("should_panic"));
    let forgets = (should_panic && !options.has(Key::Regressions)).then(|| quote!(regressions: false,));
    let options = options.tokens();
    let test = (!has_runner(function)).then(|| quote!(#[::core::prelude::v1::test]));
    let lent = arguments.iter().all(|argument| argument.passed != Passed::Given);
    let (asyncness, wait) = (&sig.asyncness, sig.asyncness.as_ref().map(|_| quote!(.await)));
    let (definition, ty, show) = (&case.definition, &case.ty, &case.show);
    let value = Ident::new("case", site);
    let (runner, pattern, given) = if sig.asyncness.is_some() {
        (quote!(test_async), quote!(#value: #ty), case.given(arguments, &value))
    } else if lent {
        (quote!(test_in_place), quote!(#value: &#ty), case.given(arguments, &value))
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
            const OPTIONS: #krate::__private::TestOptions = #krate::__private::TestOptions {
                name: ::core::concat!(::core::module_path!(), "::", #text),
                function: #text,
                source: ::core::file!(),
                package: ::core::option_env!("CARGO_MANIFEST_DIR"),
                #options
                #forgets
                ..#krate::__private::TestOptions::DEFAULT
            };
            #krate::__private::#runner::<#ty, _>(OPTIONS, |#value| #show, #body)#wait;
        }
    }
}

/// The case type of a test: a struct of its arguments.
struct Case {
    definition: TokenStream,
    ty: TokenStream,
    /// The names of the arguments, with their values as text, of a reference `case`.
    show: TokenStream,
    fields: Vec<Ident>,
}

impl Case {
    fn new(arguments: &[Argument]) -> Self {
        let (site, krate) = (Span::mixed_site(), attributes::default_path());
        let value = Ident::new("case", site);
        let shown =
            |name: &str, value: TokenStream| quote_spanned!(site=> (#name, ::std::format!("{:?}", #value)));
        let name = Ident::new(case_struct::CASE_STRUCT_NAME, site);
        let fields: Vec<Ident> = arguments.iter().map(|argument| argument.name.clone()).collect();
        let declared =
            arguments.iter().map(|Argument { name, ty, attrs, .. }| quote!(#(#attrs)* #name: #ty,));
        let definition = quote_spanned! {site=>
            #[derive(#krate::DpGen)]
            #[dpgen(weight = 0)]
            struct #name { #(#declared)* }
        };
        let lines = fields.iter().map(|field| shown(&field.unraw().to_string(), quote!(&#value.#field)));
        let show = quote_spanned!(site=> ::std::vec![#(#lines),*]);
        Self { definition, ty: quote!(#name), show, fields }
    }

    /// Notes what is wrong with the arguments' attributes. The derive would say so in a test that is compiled, only.
    fn check(&self, errors: &mut Errors) {
        if let Ok(input) = syn::parse2::<DeriveInput>(self.definition.clone()) {
            rules::check(&Ast::new(&input, errors), errors);
        }
    }

    /// The arguments of a call, of a case or of a reference to one.
    fn given(&self, arguments: &[Argument], case: &Ident) -> TokenStream {
        let places = self.places(case);
        let values = arguments.iter().zip(places).map(|(argument, place)| match argument.passed {
            Passed::Lent => quote!(&#place),
            Passed::Given | Passed::Copied => place,
        });
        quote!(#(#values),*)
    }

    /// The fields of a case that the arguments are.
    fn places(&self, case: &Ident) -> Vec<TokenStream> {
        self.fields.iter().map(|field| quote!(#case.#field)).collect()
    }
}
