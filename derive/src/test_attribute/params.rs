//! The parameters of a test: `param(keys = 3, ..)`.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::parse::Parser;
use syn::{Expr, ExprLit, Lit, UnOp};

use crate::errors::Errors;
use crate::parse::checked_arithmetic::strip;
use crate::parse::entries::{self, EntryValue, Site};
use crate::parse::keys::Key;

/// The parameters in parentheses, in the attribute of a test of this kind.
pub(super) fn params(list: &TokenStream, site: Site<'_>, errors: &mut Errors) -> Vec<(Ident, Expr)> {
    let mut params = Vec::new();
    let parsed = syn::meta::parser(|meta| read(&meta, site, &mut params, errors)).parse2(list.clone());
    errors.keep(parsed);
    params
}

/// `keys = 3`.
fn read(
    meta: &ParseNestedMeta<'_>,
    site: Site<'_>,
    params: &mut Vec<(Ident, Expr)>,
    errors: &mut Errors,
) -> syn::Result<()> {
    let name = meta.path.require_ident()?.clone();
    let value = entries::value(meta)?;
    if params.iter().any(|(known, _)| *known == name) {
        errors.at(&name, format!("the parameter `{name}` is given twice: keep one of them"));
    }
    let key = Key::of(&name.unraw().to_string());
    match (value, key) {
        // A constant is not written in lower case: `rep_ok = is_valid` is meant for a type.
        (EntryValue::Value(value), _)
            if may_be_integer(&value) && (key.is_none() || !is_lower_case(&value)) =>
        {
            params.push((name, value));
        }
        (_, Some(key)) if key.home().has(site.place()) => {
            errors.at(&name, format!("`{name}` is an option beside `param`: write `{}`", key.attribute()));
        }
        (_, Some(key)) => errors.at(&name, entries::belongs(key, site)),
        (_, None) => {
            errors.at(&name, format!("the parameter `{name}` needs an integer: write `param({name} = 3)`"));
        }
    }
    Ok(())
}

/// Whether an expression may be an integer: what is certainly none was meant for another place.
fn may_be_integer(value: &Expr) -> bool {
    match strip(value) {
        Expr::Lit(ExprLit { lit, .. }) => matches!(lit, Lit::Int(_) | Lit::Byte(_)),
        Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)) && may_be_integer(&unary.expr),
        Expr::Range(_)
        | Expr::Array(_)
        | Expr::Tuple(_)
        | Expr::Closure(_)
        | Expr::Reference(_)
        | Expr::Struct(_) => false,
        _ => true,
    }
}

/// Whether it is a name in lower case.
fn is_lower_case(value: &Expr) -> bool {
    let Expr::Path(path) = strip(value) else { return false };
    path.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_lowercase))
}
