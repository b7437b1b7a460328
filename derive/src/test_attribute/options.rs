//! The options of `#[dpgen::test(...)]`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Expr, ExprLit, ExprRange, Ident, Lit, LitStr, RangeLimits};

use crate::errors::{Errors, at, unknown};
use crate::parse::checked_arithmetic::strip;
use crate::parse::entries::{self, Entry, EntryValue, Site};
use crate::parse::keys::{Key, unfit_text};
use crate::test_attribute::params::params;

const ALGORITHMS: [&str; 5] = ["top-down", "dp", "lazy-dp", "symbolazy-dp", "quotient"];
const FIELDS: [&str; 2] = ["concrete", "symbolic"];
/// The meaning of `n` in domains.
const N: [&str; 2] = ["max_size", "size"];

/// The options of the attribute.
#[derive(Default)]
pub(crate) struct Options {
    /// Keys, and their values as fields of `TestOptions`.
    fields: Vec<(Key, TokenStream)>,
    params: Vec<(Ident, Expr)>,
}

impl Options {
    pub(crate) fn new(arguments: TokenStream, errors: &mut Errors) -> Self {
        let (mut options, before) = (Self::default(), errors.len());
        let entries = entries::of_test(arguments, Site::TEST, errors);
        for Entry { key, value, .. } in &entries {
            match value {
                EntryValue::Value(value) => {
                    let tokens = errors.keep(tokens(*key, value));
                    options.fields.extend(tokens.map(|tokens| (*key, tokens)));
                }
                EntryValue::List(list) => options.params = params(list, Site::TEST, errors),
                EntryValue::Nothing | EntryValue::Values => {}
            }
        }
        if errors.len() == before {
            consistent(&entries, errors);
        }
        options
    }

    /// Whether a key is given.
    pub(super) fn has(&self, key: Key) -> bool {
        self.fields.iter().any(|(known, _)| *known == key)
    }

    /// Fields of `TestOptions`.
    pub(super) fn tokens(&self) -> TokenStream {
        let site = Span::mixed_site();
        let mut fields = TokenStream::new();
        for (key, value) in &self.fields {
            let name = Ident::new(key.name(), site);
            fields.extend(match key {
                Key::Size => {
                    quote_spanned!(site=> min_size: #value, max_size: ::core::option::Option::Some(#value),)
                }
                Key::MinSize | Key::Threads | Key::Regressions => quote_spanned!(site=> #name: #value,),
                Key::Fields => quote_spanned!(site=> symbolic: #value,),
                Key::N => quote_spanned!(site=> own_n: #value,),
                _ => quote_spanned!(site=> #name: ::core::option::Option::Some(#value),),
            });
        }
        if !self.params.is_empty() {
            let names = self.params.iter().map(|(name, _)| name.unraw().to_string());
            let values = self.params.iter().map(|(_, value)| value);
            fields.extend(quote_spanned!(site=> params: &[#((#names, #values)),*],));
        }
        fields
    }
}

/// The value of a key, for the field of its name.
fn tokens(key: Key, value: &Expr) -> syn::Result<TokenStream> {
    let wrong = |kind: &str| unfit_text(key, kind);
    match key {
        Key::Algorithm => {
            let name = text(value, || wrong("a name"))?;
            if !ALGORITHMS.contains(&name.value().as_str()) {
                return Err(at(&name, unknown("algorithm", &name.value(), &ALGORITHMS)));
            }
            Ok(quote!(#name))
        }
        Key::Fields => {
            let name = one_of(value, "`fields` is `concrete` or `symbolic`", "kind of fields", &FIELDS)?;
            let symbolic = name == "symbolic";
            Ok(quote!(#symbolic))
        }
        Key::N => {
            let wrong = "`n` is `max_size`, or `size` for each case's own; another number is `param(n = 5)`";
            let own = one_of(value, wrong, "meaning of `n`", &N)? == "size";
            Ok(quote!(#own))
        }
        Key::Time | Key::CaseTime => duration(key, value),
        Key::SampleSizes => {
            let Expr::Range(ExprRange { start: Some(start), limits, end: Some(end), .. }) = strip(value)
            else {
                return Err(at(value, wrong("a range")));
            };
            Ok(match limits {
                RangeLimits::Closed(_) => quote!((#start, #end)),
                RangeLimits::HalfOpen(_) => quote!((#start, (#end) - 1)),
            })
        }
        // Any constant of the field's type.
        _ => Ok(quote!(#value)),
    }
}

/// Refuses what does not go together.
fn consistent(entries: &[Entry], errors: &mut Errors) {
    let find = |key: Key| entries.iter().find(|entry| entry.key == key);
    let size = |key: Key| match &find(key)?.value {
        EntryValue::Value(value) => match strip(value) {
            Expr::Lit(ExprLit { lit: Lit::Int(size), .. }) => size.base10_parse::<u32>().ok(),
            _ => None,
        },
        _ => None,
    };
    if let (Some(entry), Some(min), Some(max)) = (find(Key::MinSize), size(Key::MinSize), size(Key::MaxSize))
        && min > max
    {
        errors.at(&entry.name, "`min_size` is greater than `max_size`: there is nothing to test");
    }
    if find(Key::Size).is_some() {
        for entry in [Key::MinSize, Key::MaxSize].into_iter().filter_map(find) {
            errors.at(&entry.name, format!("`size` is the only size there is: remove `{}`", entry.name));
        }
    } else if let (Some(entry), None) = (find(Key::Expect), find(Key::MaxSize)) {
        errors.at(&entry.name, "`expect` is the number of cases up to `max_size`: say that, too");
    }
    if let (Some(entry), None, Some(_)) = (find(Key::SampleSizes), find(Key::Sample), find(Key::MaxSize)) {
        errors.at(&entry.name, "say how many cases of each of these sizes to draw, as in `sample = 1000`");
    }
}

/// A string, written out.
fn text(value: &Expr, wrong: impl Fn() -> String) -> syn::Result<LitStr> {
    match strip(value) {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(text.clone()),
        _ => Err(at(value, wrong())),
    }
}

/// One of these names.
fn one_of(value: &Expr, wrong: &str, kind: &str, names: &[&str]) -> syn::Result<String> {
    let name = match strip(value) {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    };
    let name = name.ok_or_else(|| at(value, wrong))?;
    if names.contains(&name.as_str()) { Ok(name) } else { Err(at(value, unknown(kind, &name, names))) }
}

/// A `Duration`, of a text as `"2s"`.
pub(super) fn duration(key: Key, value: &Expr) -> syn::Result<TokenStream> {
    let wrong = || unfit_text(key, "a number and a unit") + ", `\"500ms\"` or `\"1min\"`";
    let text = text(value, wrong)?;
    let millis = millis(&text.value()).ok_or_else(|| at(&text, wrong()))?;
    Ok(quote_spanned!(Span::mixed_site()=> ::core::time::Duration::from_millis(#millis)))
}

/// A time in milliseconds: `2s`, `500ms`, `1min`.
fn millis(text: &str) -> Option<u64> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit())?;
    let number: u64 = text[..digits].parse().ok()?;
    let unit = match text[digits..].trim() {
        "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        _ => return None,
    };
    number.checked_mul(unit)
}
