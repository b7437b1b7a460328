//! The macros of dpgen; use them through the `dpgen` crate, which re-exports them.
//!
//! `#[derive(DpGen)]` reads the type and its attributes (`parse/`), checks what holds between them (`check/`), and writes the code
//! (`generate/`). When something is wrong, `generate/error_stubs.rs` writes stand-ins beside the messages, so that one mistake is
//! one message. `#[derive(Observable)]` is in `observable_derive.rs`, `#[dpgen::test]` in `test_attribute/`.
//!
//! Generated code stands in a block that has the crate as `_dpgen`; only a view stands outside.

mod check;
mod errors;
mod generate;
mod observable_derive;
mod parse;
mod test_attribute;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

#[cfg_attr(not(doctest), doc = include_str!("../docs/dpgen.md"))]
#[proc_macro_derive(DpGen, attributes(dpgen))]
pub fn derive_dpgen(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut errors = errors::Errors::default();
    let ast = parse::ast::Ast::new(&input, &mut errors);
    check::rules::check(&ast, &mut errors);
    match errors.finish() {
        Ok(()) => generate::dpgen_impl::expand(&ast).into(),
        Err(error) => generate::error_stubs::expand(&ast, &error).into(),
    }
}

#[cfg_attr(not(doctest), doc = include_str!("../docs/observable.md"))]
#[proc_macro_derive(Observable, attributes(dpgen))]
pub fn derive_observable(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    observable_derive::derive(&input).into()
}

#[cfg_attr(not(doctest), doc = include_str!("../docs/test.md"))]
#[proc_macro_attribute]
pub fn test(arguments: TokenStream, item: TokenStream) -> TokenStream {
    test_attribute::expand(arguments.into(), item.into()).into()
}
