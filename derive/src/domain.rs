//! The domain of a data slot: `range = 1..=n` and `values = [...]`.
//!
//! In their arithmetic, a lower-case name is a parameter of the scope, and everything else is what Rust
//! says it is: constants, functions, methods and paths.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::ext::IdentExt;
use syn::{Expr, ExprLit, ExprPath, ExprRange, Ident, Lit, RangeLimits, UnOp};

use crate::message::at;

/// A domain: the parameters it mentions, and the expression for it once they have values.
pub(crate) struct Domain {
    pub(crate) params: Vec<Ident>,
    pub(crate) value: TokenStream,
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
    let mut params = Vec::new();
    for part in [start, end] {
        arithmetic(part, &mut params)?;
    }
    let site = Span::mixed_site();
    let kind = match limits {
        RangeLimits::HalfOpen(_) => quote_spanned!(site=> ::core::ops::Range),
        RangeLimits::Closed(_) => quote_spanned!(site=> ::core::ops::RangeInclusive),
    };
    let value = quote_spanned! {site=>
        <::dpgen::__private::Domain as ::core::convert::From<#kind<::core::primitive::i64>>>::from(#start #limits #end)
    };
    Ok(Domain { params, value })
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
    let site = Span::mixed_site();
    let mut params = Vec::new();
    let of = match kind(first) {
        Kind::Text => quote_spanned!(site=> &'static ::core::primitive::str),
        Kind::Char => quote_spanned!(site=> ::core::primitive::char),
        Kind::Number => quote_spanned!(site=> ::core::primitive::i64),
    };
    for element in &list.elems {
        if kind(element) != kind(first) {
            return Err(at(element, "the values of a list are all integers, all strings or all characters"));
        }
        if kind(element) == Kind::Number {
            arithmetic(element, &mut params)?;
        }
    }
    let elements = &list.elems;
    let value = quote_spanned!(site=> <#of as ::dpgen::__private::DomainValue>::domain(&[#elements]));
    Ok(Domain { params, value })
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

/// An expression without the parentheses around it.
fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => strip(&paren.expr),
        Expr::Group(group) => strip(&group.expr),
        _ => expr,
    }
}

/// Checks that an expression is arithmetic on integers, and gathers the parameters it mentions.
fn arithmetic(expr: &Expr, params: &mut Vec<Ident>) -> syn::Result<()> {
    match expr {
        Expr::Lit(literal) => number(literal),
        Expr::Path(path) => parameter(path, params),
        Expr::Paren(paren) => arithmetic(&paren.expr, params),
        Expr::Group(group) => arithmetic(&group.expr, params),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => arithmetic(&unary.expr, params),
        Expr::Cast(cast) => arithmetic(&cast.expr, params),
        Expr::Field(field) => arithmetic(&field.base, params),
        Expr::Binary(binary) => {
            arithmetic(&binary.left, params)?;
            arithmetic(&binary.right, params)
        }
        Expr::Call(call) if matches!(*call.func, Expr::Path(_)) => {
            call.args.iter().try_for_each(|arg| arithmetic(arg, params))
        }
        Expr::MethodCall(call) => {
            arithmetic(&call.receiver, params)?;
            call.args.iter().try_for_each(|arg| arithmetic(arg, params))
        }
        _ => Err(at(
            expr,
            "expected arithmetic on integers, constants and parameters of the scope, as in `2 * n`",
        )),
    }
}

fn number(literal: &ExprLit) -> syn::Result<()> {
    match &literal.lit {
        Lit::Int(int) if matches!(int.suffix(), "" | "i64") => Ok(()),
        Lit::Int(int) => Err(at(
            int,
            format!("domains are made of `i64`: write `{}`, without the suffix", int.base10_digits()),
        )),
        Lit::Float(_) => {
            Err(at(literal, "a float has no finite domain: use integers, and scale them where they are read"))
        }
        _ => Err(at(
            literal,
            "expected an integer; strings and characters are listed, as in `values = ['a', 'b']`",
        )),
    }
}

fn parameter(path: &ExprPath, params: &mut Vec<Ident>) -> syn::Result<()> {
    let Some(name) = path.path.get_ident().filter(|_| path.qself.is_none()) else { return Ok(()) };
    if name == "self" || name == "super" || name == "crate" {
        return Err(at(name, format!("there is no `{name}` here: a domain depends on the scope alone")));
    }
    let lower = name.unraw().to_string().trim_start_matches('_').starts_with(char::is_lowercase);
    if lower && !params.contains(name) {
        params.push(name.clone());
    }
    Ok(())
}
