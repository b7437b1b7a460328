//! The options of `#[dpgen::test(...)]`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::parse::Parser;
use syn::{Expr, ExprLit, ExprRange, Ident, Lit, LitStr, RangeLimits};

use crate::errors::{Errors, at, unknown};
use crate::parse::checked_arithmetic::strip;

const KEYS: [&str; 15] = [
    "max_size",
    "min_size",
    "size",
    "n",
    "param",
    "algorithm",
    "fields",
    "threads",
    "limit",
    "time",
    "case_time",
    "sample",
    "sample_sizes",
    "expect",
    "regressions",
];
const ALGORITHMS: [&str; 5] = ["top-down", "dp", "lazy-dp", "symbolazy-dp", "quotient"];
const FIELDS: [&str; 2] = ["concrete", "symbolic"];
/// The meaning of `n` in domains.
const N: [&str; 2] = ["max_size", "size"];

/// The options of the attribute.
#[derive(Default)]
pub(super) struct Options {
    /// Keys, and their values as fields of `TestOptions`.
    fields: Vec<(Ident, TokenStream)>,
    params: Vec<(Ident, Expr)>,
}

impl Options {
    pub(super) fn new(arguments: TokenStream, errors: &mut Errors) -> Self {
        let mut options = Self::default();
        let mut given: Vec<(Ident, Option<Expr>)> = Vec::new();
        let parser = syn::meta::parser(|meta| {
            let key = meta.path.require_ident()?.clone();
            if given.iter().any(|(known, _)| *known == key) {
                errors.at(&key, format!("`{key}` is given twice: keep one of them"));
            }
            if key == "param" {
                given.push((key, None));
                return meta.parse_nested_meta(|meta| options.param(&meta, errors));
            }
            if !KEYS.iter().any(|known| key == known) {
                return Err(at(&key, unknown("option", &key.to_string(), &KEYS)));
            }
            let value: Expr = meta.value()?.parse()?;
            if let Some(tokens) = errors.keep(tokens(&key, &value)) {
                options.fields.push((key.clone(), tokens));
            }
            given.push((key, Some(value)));
            Ok(())
        });
        let parsed = parser.parse2(arguments);
        if errors.keep(parsed).is_some() {
            consistent(&given, errors);
        }
        options
    }

    /// `keys = 3`.
    fn param(&mut self, meta: &ParseNestedMeta<'_>, errors: &mut Errors) -> syn::Result<()> {
        let name = meta.path.require_ident()?.clone();
        let value = meta.value()?.parse()?;
        if self.params.iter().any(|(known, _)| *known == name) {
            errors.at(&name, format!("the parameter `{name}` is given twice: keep one of them"));
        }
        self.params.push((name, value));
        Ok(())
    }

    /// Fields of `TestOptions`.
    pub(super) fn tokens(&self) -> TokenStream {
        let site = Span::mixed_site();
        let mut fields = TokenStream::new();
        for (key, value) in &self.fields {
            fields.extend(match key.to_string().as_str() {
                "size" => {
                    quote_spanned!(site=> min_size: #value, max_size: ::core::option::Option::Some(#value),)
                }
                "min_size" | "threads" | "regressions" => quote_spanned!(site=> #key: #value,),
                "fields" => quote_spanned!(site=> symbolic: #value,),
                "n" => quote_spanned!(site=> own_n: #value,),
                _ => quote_spanned!(site=> #key: ::core::option::Option::Some(#value),),
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
fn tokens(key: &Ident, value: &Expr) -> syn::Result<TokenStream> {
    match key.to_string().as_str() {
        "algorithm" => {
            let name =
                text(value, || "`algorithm` takes a name, as in `algorithm = \"lazy-dp\"`".to_owned())?;
            if !ALGORITHMS.contains(&name.value().as_str()) {
                return Err(at(&name, unknown("algorithm", &name.value(), &ALGORITHMS)));
            }
            Ok(quote!(#name))
        }
        "fields" => {
            let name = one_of(value, "`fields` is `concrete` or `symbolic`", "kind of fields", &FIELDS)?;
            let symbolic = name == "symbolic";
            Ok(quote!(#symbolic))
        }
        "n" => {
            let wrong = "`n` is `max_size`, or `size` for each case's own; another number is `param(n = 5)`";
            let own = one_of(value, wrong, "meaning of `n`", &N)? == "size";
            Ok(quote!(#own))
        }
        "time" | "case_time" => duration(key, value),
        "sample_sizes" => {
            let wrong = || at(value, "`sample_sizes` takes a range, as in `sample_sizes = 8..=16`");
            let Expr::Range(ExprRange { start: Some(start), limits, end: Some(end), .. }) = strip(value)
            else {
                return Err(wrong());
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
fn consistent(given: &[(Ident, Option<Expr>)], errors: &mut Errors) {
    let find = |name: &str| given.iter().find(|(key, _)| key == name);
    let size = |name: &str| match find(name)?.1.as_ref().map(strip) {
        Some(Expr::Lit(ExprLit { lit: Lit::Int(size), .. })) => size.base10_parse::<u32>().ok(),
        _ => None,
    };
    if let (Some((key, _)), Some(min), Some(max)) = (find("min_size"), size("min_size"), size("max_size"))
        && min > max
    {
        errors.at(key, "`min_size` is greater than `max_size`: there is nothing to test");
    }
    if find("size").is_some() {
        for (key, _) in given.iter().filter(|(key, _)| key == "min_size" || key == "max_size") {
            errors.at(key, format!("`size` is the only size there is: remove `{key}`"));
        }
    } else if let (Some((key, _)), None) = (find("expect"), find("max_size")) {
        errors.at(key, "`expect` is the number of cases up to `max_size`: say that, too");
    }
    if let (Some((key, _)), None, Some(_)) = (find("sample_sizes"), find("sample"), find("max_size")) {
        errors.at(key, "say how many cases of each of these sizes to draw, as in `sample = 1000`");
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
pub(super) fn duration(key: &Ident, value: &Expr) -> syn::Result<TokenStream> {
    let wrong =
        || format!("`{key}` takes a number and a unit, as in `{key} = \"2s\"`, `\"500ms\"` or `\"1min\"`");
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
