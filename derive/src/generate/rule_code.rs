//! The code for contexts: the type's own, that of whole structures, and the rules of fields. A closure of the user's is written with
//! the types of its parameters, and is called with the context and with fields to the left.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Expr, RangeLimits};

use crate::generate::domain_code::{named_params, params};
use crate::generate::generics;
use crate::parse::ast::{Ast, Constructor, Field, replace_self};
use crate::parse::checked_arithmetic::{Number, strip};
use crate::parse::closures::{Input, RuleClosure, RuleFunction, is_parameter_of};
use crate::parse::domain::RuleValues;

/// The implementation of `HasContext`, for a type that has one.
pub(crate) fn implement(ast: &Ast<'_>) -> Option<TokenStream> {
    let site = Span::mixed_site();
    ast.attrs.context.as_ref()?;
    let (context, ident) = (ast.context(), &ast.input.ident);
    let generics = generics::of_impl(ast, &quote_spanned!(site=> _dpgen));
    let (parameters, arguments, clause) = generics.split_for_impl();
    Some(quote_spanned! {site=>
        #[automatically_derived]
        impl #parameters _dpgen::HasContext for #ident #arguments #clause {
            type Context = #context;
        }
    })
}

/// The code that declares the context of a type's structures.
pub(crate) fn of_type(ast: &Ast<'_>) -> Option<TokenStream> {
    let site = Span::mixed_site();
    ast.attrs.context.as_ref()?;
    let root = ast.attrs.root.as_ref().map(|root| {
        let value = root_value(&root.value);
        quote_spanned!(site=> definer.root_context::<Self>(ty, || #value);)
    });
    let then = ast.attrs.then.as_ref().map(|then| {
        let then = match &then.value {
            RuleFunction::Path(path) => quote!(#path),
            RuleFunction::Closure(closure) => {
                let types = [ast.context(), quote_spanned!(site=> _dpgen::Ref<Self>)];
                let output = quote_spanned!(site=> <Self as _dpgen::HasContext>::Context);
                let body = &closure.body;
                typed(closure, &types, &output, &quote!(#body), ast)
            }
        };
        quote_spanned!(site=> definer.then_context::<Self>(ty, #then);)
    });
    Some(quote_spanned!(site=> definer.context::<Self>(ty); #root #then))
}

/// The context of whole structures: a lower-case path is the function that gives it.
fn root_value(value: &Expr) -> TokenStream {
    let is_function = |path: &syn::ExprPath| {
        path.path.segments.last().is_some_and(|last| {
            last.ident.unraw().to_string().trim_start_matches('_').starts_with(char::is_lowercase)
        })
    };
    match strip(value) {
        Expr::Path(path) if is_function(path) => quote!(#path()),
        Expr::Closure(closure) if closure.inputs.is_empty() => {
            let body = &closure.body;
            quote!(#body)
        }
        value => quote!(#value),
    }
}

/// The rules of a field, which has this number among the slots.
pub(crate) fn rules(
    ast: &Ast<'_>,
    constructor: &Constructor<'_>,
    slot: usize,
    field: &Field<'_>,
) -> TokenStream {
    let site = Span::mixed_site();
    let left: Vec<&Field<'_>> = constructor.slots().take(slot).collect();
    let give = field.attrs.give.as_ref().map(|give| give_code(ast, &left, field, &give.value));
    let narrow = field.rule().map(|(closure, values)| narrow_code(ast, &left, field, closure, values));
    quote_spanned!(site=> #give #narrow)
}

fn give_code(ast: &Ast<'_>, left: &[&Field<'_>], field: &Field<'_>, give: &RuleFunction) -> TokenStream {
    let site = Span::mixed_site();
    let (whole, part) = (ast.context(), field.described(&quote_spanned!(site=> _dpgen)));
    // A type that has no context is found here, once.
    let output = quote_spanned!(site.located_at(field.ends().0)=> <#part as _dpgen::HasContext>::Context);
    let (reads_left, rule) = match give {
        RuleFunction::Path(path) => {
            let rule = match &ast.attrs.context {
                Some(_) => quote_spanned!(site=> |context, _| -> #output { #path(context) }),
                None => quote_spanned!(site=> |_, _| -> #output { #path() }),
            };
            (false, rule)
        }
        RuleFunction::Closure(closure) => {
            let body = &closure.body;
            called(ast, left, closure, &output, &quote!(#body))
        }
    };
    quote_spanned!(site=> fields.give::<#whole, _>(#reads_left, #rule);)
}

fn narrow_code(
    ast: &Ast<'_>,
    left: &[&Field<'_>],
    field: &Field<'_>,
    closure: &RuleClosure,
    values: &RuleValues,
) -> TokenStream {
    let site = Span::mixed_site();
    let (whole, name) = (ast.context(), field.name());
    let Some(domain) = field.domain() else { return TokenStream::new() };
    let part = field.described(&quote_spanned!(site=> _dpgen));
    let (text, code) = match values {
        RuleValues::Range { start, end, limits } => {
            let is_open = matches!(limits, RangeLimits::HalfOpen(_));
            let sign = if is_open { ".." } else { "..=" };
            let (first, last) = (&start.code, &end.code);
            (format!("{}{sign}{}", start.text, end.text), quote!((#first, #last, #is_open)))
        }
        RuleValues::RangeOf(Number { text, code }) | RuleValues::ListOf(_, Number { text, code }) => {
            (text.clone(), code.clone())
        }
        RuleValues::Numbers(numbers) => {
            let texts: Vec<&str> = numbers.iter().map(|number| number.text.as_str()).collect();
            let codes = numbers.iter().map(|number| &number.code);
            (format!("[{}]", texts.join(", ")), quote!([#(#codes),*]))
        }
    };
    let method = match values {
        RuleValues::Range { .. } | RuleValues::RangeOf(_) => quote_spanned!(site=> within::<#whole, _>),
        RuleValues::Numbers(_) | RuleValues::ListOf(..) => {
            quote_spanned!(site=> among::<#whole, #part, _, _>)
        }
    };
    let params_code = params(&name, &domain.params);
    let named = named_params(&domain.params);
    let output = quote_spanned!(site=> ::core::result::Result<_, _dpgen::__private::Fault>);
    let body = quote_spanned!(site=> ::core::result::Result::Ok(#code));
    let (reads_left, rule) = called(ast, left, closure, &output, &body);
    quote_spanned! {site=> {
        #params_code
        fields.#method(#name, (#text, #named), #reads_left, #rule);
    }}
}

/// The closure that a rule is for dpgen, and whether it reads fields: it calls that of the user.
fn called(
    ast: &Ast<'_>,
    left: &[&Field<'_>],
    closure: &RuleClosure,
    output: &TokenStream,
    body: &TokenStream,
) -> (bool, TokenStream) {
    let site = Span::mixed_site();
    let takes_context = ast.attrs.context.is_some() && !closure.inputs.is_empty();
    let of_fields = closure.inputs.iter().skip(usize::from(takes_context));
    let slots: Vec<usize> = of_fields.filter_map(|input| place(input, left)).collect();
    let mut types: Vec<TokenStream> = takes_context.then(|| ast.context()).into_iter().collect();
    types.extend(slots.iter().map(|slot| left[*slot].of_dpgen("Slot")));
    let rule = typed(closure, &types, output, body, ast);
    let numbers = slots.iter().map(|slot| Literal::usize_unsuffixed(*slot));
    let given = takes_context.then(|| quote_spanned!(site=> context,));
    let context = if takes_context { quote_spanned!(site=> context) } else { quote!(_) };
    let of_left = if slots.is_empty() { quote!(_) } else { quote_spanned!(site=> left) };
    let call = quote_spanned! {site=> move |#context, #of_left: &_dpgen::__private::LeftFields| {
        let rule = #rule;
        rule(#given #(left.slot(#numbers)),*)
    }};
    (!slots.is_empty(), call)
}

/// The number of the field that a parameter names.
pub(crate) fn place(input: &Input, left: &[&Field<'_>]) -> Option<usize> {
    let name: &Ident = input.name.as_ref()?;
    left.iter().position(|field| is_parameter_of(name, &field.name()))
}

/// A closure with the types of its parameters and of its result.
fn typed(
    closure: &RuleClosure,
    types: &[TokenStream],
    output: &TokenStream,
    body: &TokenStream,
    ast: &Ast<'_>,
) -> TokenStream {
    let inputs = closure.inputs.iter().zip(types).map(|(Input { pattern, ty, .. }, known)| {
        let ty = ty.as_ref().map_or_else(|| known.clone(), |ty| replace_self(quote!(#ty), ast.input));
        quote!(#pattern: #ty)
    });
    quote_spanned!(Span::mixed_site()=> |#(#inputs),*| -> #output { #body })
}
