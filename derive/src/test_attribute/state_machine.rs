//! `#[dpgen::test]` on an `impl StateMachineTest for ...`: a test that runs sequences of transitions.
//!
//! An option is a method of `Sequences` of the same name, so that the library's documentation says what each means; `merge_states`
//! alone chooses what is called in the end.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Attribute, Expr, ExprLit, Ident, ItemImpl, Lit, Type};

use super::options::duration;
use super::params::params;
use crate::errors::{Errors, at};
use crate::parse::attributes;
use crate::parse::entries::{self, Entry, EntryValue, Site};
use crate::parse::keys::{Key, unfit_text};

/// The sequences that are tried where the test names no length, and the random ones after them: how many, and of how many calls.
const DEFAULT_MAX_SEQUENCES: u64 = 10_000;
const DEFAULT_SAMPLES: (u32, u32) = (1_000, 30);
const MACHINE_TRAIT_NAME: &str = "StateMachineTest";

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
    let is_machine =
        |path: &syn::Path| path.segments.last().is_some_and(|segment| segment.ident == MACHINE_TRAIT_NAME);
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
pub(crate) struct Options {
    /// Calls of the methods of `Sequences`.
    methods: TokenStream,
    /// The greatest length, if it is named.
    max_len: Option<Expr>,
    samples: bool,
    merge_states: bool,
}

impl Options {
    pub(crate) fn new(arguments: TokenStream, errors: &mut Errors) -> Self {
        let mut options = Self::default();
        let site = Span::mixed_site();
        for Entry { key, name, value } in entries::of_test(arguments, Site::MACHINE, errors) {
            match value {
                EntryValue::Value(value) => {
                    let read = options.read(key, &name, value);
                    errors.keep(read);
                }
                EntryValue::List(list) => {
                    for (name, value) in params(&list, Site::MACHINE, errors) {
                        let name = name.unraw().to_string();
                        options.methods.extend(quote_spanned!(site=> .param(#name, #value)));
                    }
                }
                EntryValue::Nothing | EntryValue::Values => {}
            }
        }
        options
    }

    /// Reads an option with this value.
    fn read(&mut self, key: Key, name: &Ident, value: Expr) -> syn::Result<()> {
        let site = Span::mixed_site();
        match key {
            Key::MaxLen => self.max_len = Some(value),
            Key::MergeStates => match &value {
                Expr::Lit(ExprLit { lit: Lit::Bool(merge), .. }) => self.merge_states = merge.value,
                _ => return Err(at(&value, "`merge_states` is `true` or `false`")),
            },
            Key::Samples => {
                self.samples = true;
                let Expr::Tuple(pair) = &value else {
                    return Err(at(&value, unfit_text(key, "how many, and of how many calls")));
                };
                let elements = &pair.elems;
                self.methods.extend(quote_spanned!(site=> .samples(#elements)));
            }
            Key::TimeLimit | Key::CaseTime => {
                let time = duration(key, &value)?;
                self.methods.extend(quote_spanned!(site=> .#name(#time)));
            }
            _ => self.methods.extend(quote_spanned!(site=> .#name(#value))),
        }
        Ok(())
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
