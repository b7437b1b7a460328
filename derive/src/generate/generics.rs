//! The generic parameters of a type: those of its view, and the bounds that the implementations need.
//!
//! As with serde, a type parameter gets the bound of the trait if the type of a field mentions it, and so does
//! an associated type, as in `K::Item`. What a `PhantomData` alone mentions is `'static`, as the trait asks.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, WherePredicate, parse_quote};

use crate::parse::ast::{Ast, Field, replace_self};

/// The parameters of a type that its fields' types mention.
#[derive(Default)]
struct Mentions {
    /// Parameters, by themselves.
    plain: Vec<Ident>,
    /// Associated types of parameters.
    associated: Vec<TokenStream>,
    /// Parameters inside of a `PhantomData`.
    phantom: Vec<Ident>,
}

impl Mentions {
    fn of(types: impl IntoIterator<Item = TokenStream>, generics: &Generics) -> Self {
        let mut mentions = Self::default();
        for ty in types {
            mentions.read(ty, generics, false);
        }
        mentions
    }

    fn read(&mut self, ty: TokenStream, generics: &Generics, phantom: bool) {
        let tokens: Vec<TokenTree> = ty.into_iter().collect();
        let is = |at: usize, sign: char| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == sign);
        let path = |at: usize| is(at, ':') && is(at + 1, ':');
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Group(group) => self.read(group.stream(), generics, phantom),
                TokenTree::Ident(name) if name == "PhantomData" && is(at, '<') => {
                    let start = at + 1;
                    let mut depth = 0;
                    while at < tokens.len() {
                        depth += i32::from(is(at, '<')) - i32::from(is(at, '>'));
                        at += 1;
                        if depth == 0 {
                            break;
                        }
                    }
                    self.read(tokens[start..at].iter().cloned().collect(), generics, true);
                }
                TokenTree::Ident(name) if generics.type_params().any(|param| param.ident == *name) => {
                    let tail = at >= 3 && path(at - 3);
                    match tokens.get(at + 2) {
                        _ if tail => {}
                        _ if phantom => self.phantom.push(name.clone()),
                        Some(item @ TokenTree::Ident(_)) if path(at) => {
                            self.associated.push(quote!(#name::#item))
                        }
                        _ => self.plain.push(name.clone()),
                    }
                }
                _ => {}
            }
        }
    }
}

/// The generics of the implementations, with the bounds that they need.
pub(crate) fn of_impl(ast: &Ast<'_>, krate: &TokenStream) -> Generics {
    let types = ast.slots().map(|field| field.described(krate));
    let mut generics = bounded(&ast.input.generics, types, &quote!(#krate::DpGen));
    let by_default = |field: &&Field<'_>| {
        (field.attrs.skip.is_some() || field.attrs.default.is_some())
            && !matches!(field.attrs.default, Some((_, Some(_))))
    };
    let fields = ast.constructors.iter().flat_map(|constructor| &constructor.fields);
    let defaults = Mentions::of(fields.filter(by_default).map(|field| field.ty.clone()), &generics);
    for param in defaults.plain {
        generics.make_where_clause().predicates.push(parse_quote!(#param: ::core::default::Default));
    }
    generics
}

/// Generics with the bound of a trait on what the types of fields mention.
pub(crate) fn bounded(
    generics: &Generics,
    types: impl IntoIterator<Item = TokenStream>,
    bound: &TokenStream,
) -> Generics {
    let mentions = Mentions::of(types, generics);
    let mut predicates: Vec<WherePredicate> = Vec::new();
    for param in generics.type_params().map(|param| &param.ident) {
        let lifetime: WherePredicate = parse_quote!(#param: 'static);
        let of_trait: WherePredicate = parse_quote!(#param: #bound);
        predicates.push(if mentions.plain.contains(param) { of_trait } else { lifetime });
    }
    for ty in &mentions.associated {
        predicates.push(parse_quote!(#ty: #bound));
    }
    let mut generics = generics.clone();
    if !predicates.is_empty() {
        generics.make_where_clause().predicates.extend(predicates);
    }
    generics
}

/// The generics of the view: without the type parameters that no slot mentions.
pub(crate) fn of_view(ast: &Ast<'_>, krate: &TokenStream) -> Generics {
    let all = of_impl(ast, krate);
    let types: Vec<TokenStream> = ast.slots().map(|field| field.described(krate)).collect();
    let mentions = Mentions::of(types, &all);
    let of_associated = |name: &Ident| mentions.associated.iter().any(|ty| Mentions::starts_with(ty, name));
    let shown = |name: &Ident| {
        mentions.plain.contains(name) || mentions.phantom.contains(name) || of_associated(name)
    };
    let hidden: Vec<Ident> =
        all.type_params().map(|param| param.ident.clone()).filter(|name| !shown(name)).collect();
    let mut generics = all.clone();
    generics.params = all
        .params
        .into_iter()
        .filter(|param| !matches!(param, GenericParam::Type(ty) if hidden.contains(&ty.ident)))
        .collect();
    if let Some(clause) = &mut generics.where_clause {
        let keep = |predicate: &WherePredicate| !names_any(predicate.to_token_stream(), &hidden);
        let own = |predicate: WherePredicate| -> WherePredicate {
            let tokens = replace_self(predicate.to_token_stream(), ast.input);
            parse_quote!(#tokens)
        };
        clause.predicates =
            clause.predicates.iter().filter(|predicate| keep(predicate)).cloned().map(own).collect();
    }
    generics
}

impl Mentions {
    fn starts_with(ty: &TokenStream, name: &Ident) -> bool {
        matches!(ty.clone().into_iter().next(), Some(TokenTree::Ident(first)) if first == *name)
    }
}

fn names_any(tokens: TokenStream, names: &[Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => names.contains(&name),
        TokenTree::Group(group) => names_any(group.stream(), names),
        _ => false,
    })
}

/// The code for a type's name in the schema, with what its parameters are in this instance.
pub(crate) fn name(ast: &Ast<'_>) -> TokenStream {
    let name = syn::ext::IdentExt::unraw(&ast.input.ident).to_string();
    let arguments: Vec<TokenStream> = ast
        .input
        .generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Type(ty) => {
                let name = &ty.ident;
                Some(quote!(_dpgen::__private::type_name::<#name>()))
            }
            GenericParam::Const(constant) => {
                let name = &constant.ident;
                Some(quote!(::std::string::ToString::to_string(&#name)))
            }
            GenericParam::Lifetime(_) => None,
        })
        .collect();
    if arguments.is_empty() {
        quote!(#name)
    } else {
        quote!(&_dpgen::__private::instance(#name, &[#(#arguments),*]))
    }
}
