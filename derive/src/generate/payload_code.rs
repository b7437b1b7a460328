//! The code for a payload: a field that is no part of the structure, and takes its value from a number.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, RangeLimits};

use crate::parse::ast::Field;
use crate::parse::checked_arithmetic::strip;
use crate::parse::domain::Values;

/// The code for the value of a payload: the next number, or what its list or range has there, over and over.
pub(crate) fn build(field: &Field<'_>) -> TokenStream {
    let (site, first, ty) = (Span::mixed_site(), field.ends().0, &field.ty);
    let Some(domain) = field.domain() else {
        let shown = site.located_at(first);
        return quote_spanned!(shown=> <#ty as _dpgen::Payload>::payload(fields.payload()));
    };
    if let Values::Range { start, end, limits } = &domain.values {
        let (start, end, open) = (&start.code, &end.code, matches!(limits, RangeLimits::HalfOpen(_)));
        return quote_spanned! {site=> {
            let ends = || ::core::result::Result::Ok((#start, #end));
            let number = fields.payload();
            _dpgen::__private::payload_in::<#ty>(ends, #open, number)
        }};
    }
    let Expr::Array(list) = strip(&domain.expr) else {
        let list = strip(&domain.expr);
        return quote_spanned!(site=> _dpgen::__private::cycled_item_of(#list, fields.payload()));
    };
    let count = Literal::usize_unsuffixed(list.elems.len());
    let patterns = (0..list.elems.len()).map(|number| match number + 1 < list.elems.len() {
        true => Literal::usize_unsuffixed(number).into_token_stream(),
        false => quote!(_),
    });
    let values = list.elems.iter().map(|value| match field.leaves.text().as_str() {
        // As strings are listed elsewhere.
        "String" => quote_spanned!(site=> ::std::string::String::from(#value)),
        _ => value.to_token_stream(),
    });
    quote_spanned!(site=> match fields.payload() % #count { #(#patterns => #values,)* })
}
