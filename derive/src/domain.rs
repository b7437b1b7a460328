//! The domain of a data slot: `range = 1..=n` and `values = [...]`. Read `arithmetic.rs` for their integers.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprLit, ExprRange, Ident, Lit, LitStr, RangeLimits};

use crate::arithmetic::{Number, Params, strip};
use crate::message::at;

/// A domain, and the parameters it mentions.
pub(crate) struct Domain {
    pub(crate) params: Params,
    pub(crate) values: Values,
}

/// The values of a domain.
pub(crate) enum Values {
    /// From the first number to the second, which a half-open range leaves out.
    Range { start: Number, end: Number, limits: RangeLimits },
    /// These numbers.
    Numbers(Vec<Number>),
    /// These strings or characters, of the type that comes first.
    Labels(TokenStream, Vec<TokenStream>),
}

/// `a..=b` or `a..b`.
pub(crate) fn range(expr: &Expr) -> syn::Result<Domain> {
    let ExprRange { start, limits, end, .. } = match strip(expr) {
        Expr::Range(range) => range,
        _ => {
            return Err(at(
                expr,
                "expected a range, as in `range = 1..=n`; for a list, use `values = [...]`",
            ));
        }
    };
    let (Some(start), Some(end)) = (start, end) else {
        return Err(at(
            expr,
            "a range needs both ends, as in `1..=n`: only finitely many values can be tried",
        ));
    };
    let mut params = Params::default();
    let (start, end) = (Number::new(start, &mut params)?, Number::new(end, &mut params)?);
    Ok(Domain { params, values: Values::Range { start, end, limits: *limits } })
}

/// `"ab"`: letters, each once.
pub(crate) fn alphabet(key: &Ident, expr: &Expr) -> syn::Result<LitStr> {
    let Expr::Lit(ExprLit { lit: Lit::Str(letters), .. }) = strip(expr) else {
        return Err(at(expr, format!("`{key}` takes letters, as in `{key} = \"ab\"`")));
    };
    let all: Vec<char> = letters.value().chars().collect();
    if all.is_empty() {
        return Err(at(letters, "the alphabet is empty: it needs at least one letter"));
    }
    if let Some(at_twice) = (1..all.len()).find(|at| all[..*at].contains(&all[*at])) {
        return Err(at(letters, format!("the letter {:?} is listed twice: keep one of them", all[at_twice])));
    }
    Ok(letters.clone())
}

/// `[1, 2, n]`, `["a", "b"]` or `['a', 'b']`.
pub(crate) fn values(expr: &Expr) -> syn::Result<Domain> {
    let Expr::Array(list) = strip(expr) else {
        return Err(at(
            expr,
            "expected a list, as in `values = [1, 2, 3]`; for an interval, use `range = 1..=n`",
        ));
    };
    let Some(first) = list.elems.first() else {
        return Err(at(expr, "the list is empty: a field needs at least one value"));
    };
    if let Some(other) = list.elems.iter().find(|element| kind(element) != kind(first)) {
        return Err(at(other, "the values of a list are all integers, all strings or all characters"));
    }
    let mut params = Params::default();
    let labels = || list.elems.iter().map(|label| strip(label).to_token_stream()).collect();
    let values = match kind(first) {
        Kind::Text => Values::Labels(quote!(&'static ::core::primitive::str), labels()),
        Kind::Char => Values::Labels(quote!(::core::primitive::char), labels()),
        Kind::Number => {
            let numbers = list.elems.iter().map(|element| Number::new(element, &mut params));
            Values::Numbers(numbers.collect::<syn::Result<_>>()?)
        }
    };
    Ok(Domain { params, values })
}

#[derive(PartialEq)]
enum Kind {
    Number,
    Text,
    Char,
}

fn kind(element: &Expr) -> Kind {
    match strip(element) {
        Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) => Kind::Text,
        Expr::Lit(ExprLit { lit: Lit::Char(_), .. }) => Kind::Char,
        _ => Kind::Number,
    }
}
