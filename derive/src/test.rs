//! `#[dpgen::test(max_size = 7)]`: a test of every valid structure up to a size.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::Parser;
use syn::{Expr, ExprLit, FnArg, Ident, ItemFn, Lit, LitStr, ReturnType, Safety, Type};

use crate::arithmetic::strip;
use crate::attr::{Given, whole};
use crate::message::{Errors, at, unknown};

const KEYS: [&str; 4] = ["max_size", "min_size", "param", "algorithm"];
const ALGORITHMS: [&str; 5] = ["top-down", "dp", "lazy-dp", "symbolazy-dp", "quotient"];

/// What the attribute says.
#[derive(Default)]
struct Options {
    max_size: Option<Given<u32>>,
    min_size: Option<Given<u32>>,
    params: Vec<(Ident, Expr)>,
    algorithm: Option<Given<LitStr>>,
}

/// The type to generate, and whether the test takes it by reference.
struct Argument<'a> {
    ty: &'a Type,
    by_reference: bool,
}

/// All code for a test.
pub(crate) fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = Options::new(arguments, &mut errors);
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
    signature(&function, &mut errors);
    let argument = errors.keep(argument(&function));
    let test = argument.map(|argument| call(&function, &options, &argument));
    match (errors.finish(), test) {
        (Ok(()), Some(test)) => test,
        (result, _) => {
            let messages = result.err().map(|error| error.to_compile_error());
            let of_a_test = ["test", "should_panic", "ignore"];
            function.attrs.retain(|attribute| !of_a_test.iter().any(|name| attribute.path().is_ident(name)));
            quote!(#messages #[allow(dead_code)] #function)
        }
    }
}

impl Options {
    fn new(arguments: TokenStream, errors: &mut Errors) -> Self {
        let mut options = Self::default();
        let mut seen: Vec<Ident> = Vec::new();
        let parser = syn::meta::parser(|meta| {
            let key = meta.path.require_ident()?.clone();
            if seen.contains(&key) {
                errors.at(&key, format!("`{key}` is given twice: keep one of them"));
            }
            seen.push(key.clone());
            if key == "param" {
                return meta.parse_nested_meta(|meta| {
                    let name = meta.path.require_ident()?.clone();
                    let value = meta.value()?.parse()?;
                    if options.params.iter().any(|(known, _)| *known == name) {
                        errors.at(&name, format!("the parameter `{name}` is given twice: keep one of them"));
                    }
                    options.params.push((name, value));
                    Ok(())
                });
            }
            if !KEYS.iter().any(|known| key == known) {
                return Err(at(&key, unknown("option", &key.to_string(), &KEYS)));
            }
            let value: Expr = meta.value()?.parse()?;
            if key == "max_size" {
                options.max_size = errors.keep(whole(&key, &value)).map(|value| Given { key, value });
            } else if key == "min_size" {
                options.min_size = errors.keep(whole(&key, &value)).map(|value| Given { key, value });
            } else {
                options.algorithm = errors.keep(algorithm(&value)).map(|value| Given { key, value });
            }
            Ok(())
        });
        let parsed = parser.parse2(arguments);
        let complete = errors.keep(parsed).is_some();
        match (&options.min_size, &options.max_size) {
            (Some(min), Some(max)) if min.value > max.value => {
                errors.at(&min.key, "`min_size` is greater than `max_size`: there is nothing to test");
            }
            (_, None) if complete && !seen.iter().any(|key| key == "max_size") => {
                let message = "dpgen: say up to which size, as in `#[dpgen::test(max_size = 7)]`";
                errors.push(syn::Error::new(Span::call_site(), message));
            }
            _ => {}
        }
        options
    }
}

fn algorithm(value: &Expr) -> syn::Result<LitStr> {
    let Expr::Lit(ExprLit { lit: Lit::Str(name), .. }) = strip(value) else {
        return Err(at(value, "`algorithm` takes a name, as in `algorithm = \"lazy-dp\"`"));
    };
    if ALGORITHMS.contains(&name.value().as_str()) {
        Ok(name.clone())
    } else {
        Err(at(name, unknown("algorithm", &name.value(), &ALGORITHMS)))
    }
}

/// Refuses what a test's signature may not have.
fn signature(function: &ItemFn, errors: &mut Errors) {
    let signature = &function.sig;
    if let ReturnType::Type(_, ty) = &signature.output
        && !matches!(plain(ty), Type::Tuple(tuple) if tuple.elems.is_empty())
    {
        errors.at(ty, "a test returns nothing: use `assert!` and `unwrap` where it could fail");
    }
    if !signature.generics.params.is_empty() {
        errors.at(&signature.generics, "a test has no type parameters: name the type to generate");
    }
    if let Some(token) = &signature.asyncness {
        errors.at(token, "a test is not async: block on what it awaits");
    }
    if let Safety::Unsafe(token) = &signature.safety {
        errors.at(token, "a test is a safe function: put the unsafe part into a block");
    }
    if let Some(abi) = &signature.abi {
        errors.at(abi, "a test is a plain `fn`");
    }
    for attribute in function.attrs.iter().filter(|attribute| attribute.path().is_ident("test")) {
        errors.at(attribute, "`#[dpgen::test]` already makes this a test: remove `#[test]`");
    }
}

/// A type without the parentheses around it, visible or not.
fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => plain(&group.elem),
        Type::Paren(paren) => plain(&paren.elem),
        _ => ty,
    }
}

fn argument(function: &ItemFn) -> syn::Result<Argument<'_>> {
    let inputs = &function.sig.inputs;
    let wrong = "a test takes one structure, as in `fn insert_keeps_order(tree: Tree)`";
    let (Some(FnArg::Typed(input)), 1) = (inputs.first(), inputs.len()) else {
        return Err(if inputs.is_empty() { at(&function.sig.ident, wrong) } else { at(inputs, wrong) });
    };
    let argument = match plain(&input.ty) {
        Type::Reference(reference) => {
            if reference.mutability.is_some() {
                return Err(at(
                    reference,
                    "take the structure by value to change it, as in `mut tree: Tree`",
                ));
            }
            if let Some(lifetime) = &reference.lifetime {
                return Err(at(lifetime, "the structure lives as long as one call: remove the lifetime"));
            }
            Argument { ty: &reference.elem, by_reference: true }
        }
        ty => Argument { ty, by_reference: false },
    };
    match plain(argument.ty) {
        Type::ImplTrait(_) | Type::Infer(_) => Err(at(argument.ty, "name the type to generate")),
        _ => Ok(argument),
    }
}

/// The test, with the user's function inside of it.
fn call(function: &ItemFn, options: &Options, argument: &Argument<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let ItemFn { attrs, vis, sig, block, .. } = function;
    let (name, ty) = (&sig.ident, argument.ty);
    let text = syn::ext::IdentExt::unraw(name).to_string();
    let max_size = options.max_size.as_ref().map_or(0, |given| given.value);
    let min_size = options.min_size.as_ref().map_or(0, |given| given.value);
    let names = options.params.iter().map(|(name, _)| syn::ext::IdentExt::unraw(name).to_string());
    let values = options.params.iter().map(|(_, value)| value);
    let algorithm = match &options.algorithm {
        Some(given) => {
            let name = &given.value;
            quote_spanned!(site=> ::core::option::Option::Some(#name))
        }
        None => quote_spanned!(site=> ::core::option::Option::None),
    };
    let (test, value) = if argument.by_reference {
        (quote!(test_in_place), quote!(&#ty))
    } else {
        (quote!(test), quote!(#ty))
    };
    quote_spanned! {site=>
        #[::core::prelude::v1::test]
        #(#attrs)*
        #vis fn #name() {
            #sig #block
            const PARAMS: &[(&::core::primitive::str, ::core::primitive::i64)] = &[#((#names, #values)),*];
            ::dpgen::__private::#test::<#ty>(
                ::dpgen::__private::TestOptions {
                    max_size: #max_size,
                    min_size: #min_size,
                    params: PARAMS,
                    algorithm: #algorithm,
                    name: ::core::concat!(::core::module_path!(), "::", #text),
                },
                |value: #value| #name(value),
            );
        }
    }
}
