//! `#[dpgen::test]` on an `impl StateMachineTest for ...`: a test that runs sequences of transitions.
//!
//! An option is a method of `Sequences` of the same name, so that the library's documentation says what each means; `merge_states`
//! alone chooses what is called in the end.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::{Attribute, Expr, ExprLit, Ident, ItemImpl, Lit, Type};

use super::options::duration;
use crate::errors::{Errors, at, unknown};
use crate::parse::attributes;

const KEYS: [&str; 10] = [
    "max_len",
    "samples",
    "call_size",
    "merge_states",
    "failures",
    "limit",
    "time_limit",
    "case_time",
    "expect",
    "param",
];
/// The sequences that are tried where the test names no length, and the random ones after them: how many, and of how many calls.
const DEFAULT_MAX_SEQUENCES: u64 = 10_000;
const DEFAULT_SAMPLES: (u32, u32) = (1_000, 30);
const TRAIT: &str = "StateMachineTest";

/// The implementation, and its test.
pub(super) fn expand(arguments: TokenStream, mut item: ItemImpl) -> TokenStream {
    let mut errors = Errors::default();
    check(&item, &mut errors);
    let options = Options::new(arguments, &mut errors);
    let of_the_test: Vec<Attribute> =
        item.attrs.iter().filter(|attribute| is_of_test(attribute)).cloned().collect();
    item.attrs.retain(|attribute| !is_of_test(attribute) || attribute.path().is_ident("cfg"));
    match errors.finish() {
        Ok(()) => {
            let test = options.test(&item.self_ty, &of_the_test);
            quote!(#item #test)
        }
        Err(error) => {
            let messages = error.to_compile_error();
            quote!(#messages #item)
        }
    }
}

/// Whether an attribute of the implementation is one of its test; a condition is one of both.
fn is_of_test(attribute: &Attribute) -> bool {
    ["should_panic", "ignore", "cfg"].iter().any(|name| attribute.path().is_ident(name))
}

fn check(item: &ItemImpl, errors: &mut Errors) {
    let is_machine = |path: &syn::Path| path.segments.last().is_some_and(|segment| segment.ident == TRAIT);
    if !item.trait_.as_ref().is_some_and(|(path, _)| is_machine(path)) {
        errors.at(
            &item.self_ty,
            "`#[dpgen::test]` goes on a function, as in `fn insert_keeps_order(tree: Tree) { ... }`, or on an \
             `impl StateMachineTest for ...`",
        );
    }
    if !item.generics.params.is_empty() {
        errors.at(
            &item.generics,
            "a test runs one machine: write the `impl` for a type without parameters, as in `impl StateMachineTest for Stack<u8>`",
        );
    }
}

/// The options of the attribute.
#[derive(Default)]
struct Options {
    /// Calls of the methods of `Sequences`.
    methods: TokenStream,
    /// The greatest length, if it is named.
    max_len: Option<Expr>,
    samples: bool,
    merge_states: bool,
}

impl Options {
    fn new(arguments: TokenStream, errors: &mut Errors) -> Self {
        let mut options = Self::default();
        let mut given: Vec<Ident> = Vec::new();
        let parser = syn::meta::parser(|meta| {
            let key = meta.path.require_ident()?.clone();
            if key != "param" && given.contains(&key) {
                errors.at(&key, format!("`{key}` is given twice: keep one of them"));
            }
            given.push(key.clone());
            let site = Span::mixed_site();
            if key == "param" {
                return meta.parse_nested_meta(|meta| {
                    let name = meta.path.require_ident()?.unraw().to_string();
                    let value: Expr = meta.value()?.parse()?;
                    options.methods.extend(quote_spanned!(site=> .param(#name, #value)));
                    Ok(())
                });
            }
            if !KEYS.iter().any(|known| key == known) {
                let text = unknown("option of a test of a state machine", &key.to_string(), &KEYS);
                return Err(at(&key, text));
            }
            let value: Expr = meta.value()?.parse()?;
            match key.to_string().as_str() {
                "max_len" => options.max_len = Some(value),
                "merge_states" => match &value {
                    Expr::Lit(ExprLit { lit: Lit::Bool(merge), .. }) => options.merge_states = merge.value,
                    _ => return Err(at(&value, "`merge_states` is `true` or `false`")),
                },
                "samples" => {
                    options.samples = true;
                    let Expr::Tuple(pair) = &value else {
                        let text =
                            "`samples` takes how many, and of how many calls, as in `samples = (1000, 30)`";
                        return Err(at(&value, text));
                    };
                    let elements = &pair.elems;
                    options.methods.extend(quote_spanned!(site=> .samples(#elements)));
                }
                "time_limit" | "case_time" => {
                    if let Some(time) = errors.keep(duration(&key, &value)) {
                        options.methods.extend(quote_spanned!(site=> .#key(#time)));
                    }
                }
                _ => options.methods.extend(quote_spanned!(site=> .#key(#value))),
            }
            Ok(())
        });
        let parsed = parser.parse2(arguments);
        errors.keep(parsed);
        options
    }

    fn test(&self, machine: &Type, attributes: &[Attribute]) -> TokenStream {
        let (site, krate) = (Span::mixed_site(), attributes::default_path());
        let name = test_name(machine);
        let Self { methods, max_len, samples, merge_states } = self;
        let (len, longest) = match max_len {
            Some(len) => (len.to_token_stream(), None),
            None => (quote!(1), Some(quote_spanned!(site=> .longest_within(#DEFAULT_MAX_SEQUENCES)))),
        };
        let (count, sample_len) = DEFAULT_SAMPLES;
        let samples =
            (!samples && max_len.is_none()).then(|| quote_spanned!(site=> .samples(#count, #sample_len)));
        let run = match merge_states {
            true => quote_spanned!(site=> check_machine_states),
            false => quote_spanned!(site=> check_machine),
        };
        quote_spanned! {site=>
            #[::core::prelude::v1::test]
            #(#attributes)*
            fn #name() {
                type Transition = <<#machine as #krate::StateMachineTest>::Reference as #krate::ReferenceStateMachine>::Transition;
                let sequences = #krate::sequences::<Transition>(#len) #methods #longest #samples;
                match sequences.#run::<#machine>() {
                    ::core::result::Result::Ok(explored) => explored.assert(),
                    ::core::result::Result::Err(error) => ::core::panic!("{error}"),
                }
            }
        }
    }
}

/// `ring_buffer_state_machine` for `RingBuffer<u8>`.
fn test_name(machine: &Type) -> Ident {
    let name = match machine {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.unraw().to_string()),
        _ => None,
    };
    let mut snake = String::new();
    for letter in name.unwrap_or_default().chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    if !snake.is_empty() {
        snake.push('_');
    }
    format_ident!("{snake}state_machine", span = Span::call_site())
}
