//! Checks that a field's domain fits its type: here as far as the names of types tell, otherwise by constants that the
//! compiler evaluates.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::errors::Errors;
use crate::parse::ast::{Ast, Field};
use crate::parse::domain::{Domain, RuleValues, Values};
use crate::parse::keys::Key;
use crate::parse::leaf_types::{LeafTypes, ValueKind};
use crate::parse::type_names::is_collection;

/// Notes what is missing, or does not fit.
pub(crate) fn check(field: &Field<'_>, errors: &mut Errors) {
    let attrs = &field.attrs;
    let domain = field.domain();
    if let Some(leaf @ LeafTypes::Other(ty)) = field.foreign() {
        return errors.at(ty, foreign(leaf));
    }
    if attrs.with.is_some()
        || field.link.is_some()
        || attrs.recursive.is_some()
        || (attrs.told && domain.is_none())
    {
        return;
    }
    let mut checked = Errors::default();
    compare(&field.leaves, domain, &of_collection(field), &mut checked);
    if let Err(error) = checked.finish() {
        // One mistake is one message.
        errors.push(error.into_iter().next().unwrap_or_else(|| syn::Error::new(field.ends().0, "")));
    }
}

/// What else a range that does not fit may have been meant for.
pub(crate) fn of_collection(field: &Field<'_>) -> String {
    match (&field.attrs.range, &field.attrs.len) {
        (Some(_), None) if is_collection(field.original) => {
            format!("; how many values `{}` has is said by `{}`", field.name(), Key::Len.entry())
        }
        _ => String::new(),
    }
}

/// Says of a type that no value is generated of, and that nobody can derive it for, what to do instead.
fn foreign(leaf: &LeafTypes) -> String {
    format!(
        "there are no values of `{}`: leave the field out, with `#[dpgen(skip)]` or `#[dpgen(default = path)]`, list its \
         values, as in `#[dpgen(values = [...])]`, or describe it by a type of yours, `#[dpgen(with = Mirror)]`",
        leaf.text()
    )
}

/// Notes what does not fit, with a hint at what else it may have been meant for.
fn compare(leaves: &LeafTypes, domain: Option<&Domain>, hint: &str, errors: &mut Errors) {
    let parts = match domain.map(|domain| &domain.values) {
        Some(Values::Parts(parts)) => Some(parts),
        _ => None,
    };
    match (leaves, parts) {
        (LeafTypes::Parts(leaves), Some(parts)) => {
            for (leaves, domain) in leaves.iter().zip(parts) {
                compare(leaves, domain.as_ref(), hint, errors);
            }
        }
        (_, Some(_)) => {}
        (leaves, None) => {
            let all = leaves.all();
            let known = all.iter().all(|leaf| matches!(leaf, LeafTypes::Known(_)));
            let lists_by_rule = domain
                .is_some_and(|domain| matches!(domain.values, Values::Rule(_, RuleValues::ListOf(None, _))));
            if lists_by_rule {
                return;
            }
            if let (true, Some(domain), Some(leaf)) = (known, domain, all.first()) {
                let message = format!("`{}` has no values to choose from: remove this{hint}", leaf.text());
                return errors.at(&domain.expr, message);
            }
            for leaf in all {
                compare_leaf(leaf, leaves, domain, hint, errors);
            }
        }
    }
}

fn compare_leaf(leaf: &LeafTypes, all: &LeafTypes, domain: Option<&Domain>, hint: &str, errors: &mut Errors) {
    let LeafTypes::Plain(kind, ty) = leaf else { return };
    let in_tuple = matches!(all, LeafTypes::Parts(_));
    match domain {
        None => {
            let mut message = format!("`{}` needs its values: add {}", leaf.text(), kind.example());
            if in_tuple {
                message +=
                    "; a tuple of them has one for each part, as in `range = (0..=9, [\"a\", \"b\"], _)`";
            }
            errors.at(ty, message);
        }
        Some(domain) if !same(domain.kind(), *kind) => {
            let mut message = format!("these are no values of `{}`: say {}", leaf.text(), kind.example());
            if in_tuple {
                message +=
                    ", in a tuple with something for each part, as in `range = (0..=9, [\"a\", \"b\"], _)`";
            }
            errors.at(&domain.expr, message + hint);
        }
        Some(_) => {}
    }
}

/// Whether values of a kind are also of another one. Integers may be written for floats.
fn same(given: Option<ValueKind>, needed: ValueKind) -> bool {
    match (given, needed) {
        (Some(ValueKind::Float(_)), ValueKind::Float(_)) => true,
        (given, needed) => given == Some(needed),
    }
}

/// The checks that are the compiler's: of fields that hold a type that the macro does not know.
pub(crate) fn constants(ast: &Ast<'_>) -> Vec<TokenStream> {
    let open = |field: &&Field<'_>| {
        let unknown = |leaf: &&LeafTypes| matches!(leaf, LeafTypes::Other(_) | LeafTypes::Open(_));
        field.leaves.all().iter().any(unknown) && !field.is_mirrored()
    };
    ast.slots().filter(open).filter_map(constant).collect()
}

fn constant(field: &Field<'_>) -> Option<TokenStream> {
    let given = match (&field.attrs.alphabet, field.domain()) {
        _ if field.attrs.refers_to.is_some() => "INTEGERS",
        (Some(_), _) => "TEXTS",
        (None, Some(domain)) => domain.kind()?.needs(),
        (None, None) => "NOTHING",
    };
    let (given, needs) = (Ident::new(given, Span::mixed_site()), field.of_dpgen("VALUE_KINDS"));
    let name = field.name();
    let missing = format!(
        "dpgen: `{name}` holds plain values and needs to know which: add `#[dpgen(range = 0..=9)]` or \
         `#[dpgen(values = [...])]`"
    );
    let unfit = match field.attrs.refers_to {
        Some(_) => format!(
            "dpgen: a reference is the number of a node, and `{name}` holds no integers: remove `refers_to`"
        ),
        None => format!(
            "dpgen: `{name}` does not hold such values: remove its `range`, `values` or `alphabet`, or say others{}",
            of_collection(field)
        ),
    };
    let span = field.ends().0;
    Some(quote_spanned!(span=> #needs.check(_dpgen::__private::ValueKinds::#given, #missing, #unfit);))
}

/// The checks as items, where they depend on no type parameter; otherwise as code for each instance.
pub(crate) fn items(ast: &Ast<'_>) -> (TokenStream, TokenStream) {
    let constants = constants(ast);
    if ast.input.generics.params.is_empty() {
        let items = constants.iter().map(|check| quote!(const _: () = { #check };));
        (items.collect(), TokenStream::new())
    } else {
        (TokenStream::new(), constants.iter().map(|check| quote!(const { #check };)).collect())
    }
}
