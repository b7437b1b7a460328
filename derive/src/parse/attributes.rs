//! Reads the values of the attributes `#[dpgen(...)]` of a type, a variant or a field, which `entries.rs` has split into keys and values.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt;
use syn::{
    Attribute, DeriveInput, Expr, ExprField, ExprLit, ExprPath, Ident, Lit, LitStr, Member, Path, Type,
    Variant, parse_quote,
};

use crate::errors::{Errors, at};
use crate::parse::checked_arithmetic::strip;
use crate::parse::closures::{self, RuleFunction};
use crate::parse::domain::{self, Domain};
use crate::parse::entries::{self, Entry, EntryValue, Site};
use crate::parse::keys::{Key, unfit_text};
use crate::parse::leaf_types::LeafTypes;

/// A value, with the key that gave it.
#[derive(Clone)]
pub(crate) struct Given<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
}

impl Entry {
    /// Its value.
    fn given<T>(self, read: impl FnOnce(Key, &Expr) -> syn::Result<T>) -> syn::Result<Given<T>> {
        match &self.value {
            EntryValue::Value(value) => Ok(Given { value: read(self.key, value)?, key: self.name }),
            _ => Err(self.unread()),
        }
    }

    /// The error for a key whose place or form no reader has, though the table allows it; a test tries all of them.
    fn unread(&self) -> syn::Error {
        at(&self.name, format!("`{}` is not read here: this is a mistake in dpgen", self.name))
    }
}

/// The attributes of a type.
#[derive(Default)]
pub(crate) struct TypeAttrs {
    pub(crate) rep_ok: Option<Given<ExprPath>>,
    pub(crate) root_ok: Option<Given<ExprPath>>,
    pub(crate) view: Option<Given<Ident>>,
    pub(crate) finish: Option<Given<ExprPath>>,
    /// The weight of each constructor that has none of its own.
    pub(crate) weight: Option<Given<u32>>,
    /// The parameters that predicates ask for.
    pub(crate) params: Option<Given<Vec<Ident>>>,
    /// The path of the crate.
    pub(crate) dpgen: Option<Path>,
    /// The type of another crate that this one mirrors.
    pub(crate) remote: Option<Given<Path>>,
    /// Whether that type has variants that the mirror leaves out.
    pub(crate) partial: Option<Ident>,
    /// The function that makes a struct.
    pub(crate) new: Option<Given<Path>>,
    /// The type of the context of its structures.
    pub(crate) context: Option<Given<Type>>,
    /// The context of whole structures: a value, or a function that gives it.
    pub(crate) root: Option<Given<Expr>>,
    /// The context of what follows it in a list.
    pub(crate) then: Option<Given<RuleFunction>>,
}

impl TypeAttrs {
    pub(crate) fn new(input: &DeriveInput, errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        for entry in entries::of_attributes(&input.attrs, Site::on_type(input), errors) {
            match entry.key {
                Key::RepOk => attrs.rep_ok = errors.keep(entry.given(function)),
                Key::RootOk => attrs.root_ok = errors.keep(entry.given(function)),
                Key::Finish => attrs.finish = errors.keep(entry.given(function)),
                Key::View => attrs.view = errors.keep(entry.given(name)),
                Key::Crate => attrs.dpgen = errors.keep(entry.given(path)).map(|given| given.value),
                Key::Remote => attrs.remote = errors.keep(entry.given(path)),
                Key::Partial => attrs.partial = Some(entry.name),
                Key::New => attrs.new = errors.keep(entry.given(path)),
                Key::Context => attrs.context = errors.keep(entry.given(context)),
                Key::Root => attrs.root = errors.keep(entry.given(|_, value| Ok(strip(value).clone()))),
                Key::Then => attrs.then = errors.keep(entry.given(closures::function)),
                Key::Params => attrs.params = errors.keep(entry.given(names)),
                Key::Weight => attrs.weight = errors.keep(entry.given(whole)),
                _ => errors.push(entry.unread()),
            }
        }
        attrs
    }
}

/// The path of the crate.
pub(crate) fn dpgen(input: &DeriveInput) -> TokenStream {
    TypeAttrs::new(input, &mut Errors::default()).dpgen_path()
}

/// The path of the crate where no attribute gives another.
pub(crate) fn default_path() -> TokenStream {
    quote_spanned!(Span::mixed_site()=> ::dpgen)
}

impl TypeAttrs {
    /// The path of the crate.
    pub(crate) fn dpgen_path(&self) -> TokenStream {
        match &self.dpgen {
            Some(path) => path.to_token_stream(),
            None => default_path(),
        }
    }
}

/// The attributes of a variant.
#[derive(Default)]
pub(crate) struct VariantAttrs {
    pub(crate) weight: Option<Given<u32>>,
    /// Whether it is left out.
    pub(crate) skip: Option<Ident>,
    /// The function that makes it.
    pub(crate) new: Option<Given<Path>>,
}

impl VariantAttrs {
    /// Of this variant.
    pub(crate) fn new(input: &DeriveInput, variant: &Variant, errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        let site = Site::on_variant(input, &variant.ident);
        for entry in entries::of_attributes(&variant.attrs, site, errors) {
            match entry.key {
                Key::Skip => attrs.skip = Some(entry.name),
                Key::New => attrs.new = errors.keep(entry.given(path)),
                Key::Weight => attrs.weight = errors.keep(entry.given(whole)),
                _ => errors.push(entry.unread()),
            }
        }
        attrs
    }
}

/// The attributes of a field.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) range: Option<Given<Domain>>,
    pub(crate) values: Option<Given<Domain>>,
    /// The letters of a string.
    pub(crate) alphabet: Option<Given<LitStr>>,
    /// The lengths of a string or a collection.
    pub(crate) len: Option<Given<Domain>>,
    /// The type of the nodes that it refers to.
    pub(crate) refers_to: Option<Given<Type>>,
    /// The type of the nodes that it leads to, which are new or were met.
    pub(crate) links_to: Option<Given<Type>>,
    /// Whether it is a vector of nodes that lead to each other by their indices.
    pub(crate) arena: Option<Ident>,
    /// The mirror of the field's type.
    pub(crate) with: Option<Given<Type>>,
    /// The function that reads it from the type that is mirrored.
    pub(crate) get: Option<Given<Path>>,
    /// Whether its values are said, though that may be wrong.
    pub(crate) told: bool,
    pub(crate) skip: Option<Ident>,
    pub(crate) payload: Option<Ident>,
    /// The key, and what makes the value.
    pub(crate) default: Option<(Ident, Option<Path>)>,
    pub(crate) recursive: Option<Ident>,
    /// The context that it gets.
    pub(crate) give: Option<Given<RuleFunction>>,
    /// The integers among which this one takes each place.
    pub(crate) around: Option<Given<Around>>,
}

/// The integers that an argument of a test is placed around.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Around {
    /// The argument that has them.
    pub(crate) argument: Ident,
    /// The name of the fields that have them; all fields without it.
    pub(crate) field: Option<String>,
}

impl FieldAttrs {
    /// Of a field there, whose type has these leaves.
    pub(crate) fn new(
        attributes: &[Attribute],
        site: Site<'_>,
        leaves: &LeafTypes,
        errors: &mut Errors,
    ) -> Self {
        let (mut attrs, before) = (Self::default(), errors.len());
        let entries = entries::of_attributes(attributes, site, errors);
        let has = |key: Key| entries.iter().any(|entry| entry.key == key);
        attrs.told =
            [Key::Range, Key::Values, Key::Alphabet, Key::With, Key::RefersTo, Key::LinksTo, Key::Arena]
                .into_iter()
                .any(has);
        // A mirror takes what it says itself.
        let of_mirror = has(Key::With).then(|| LeafTypes::Open(parse_quote!(Self)));
        let leaves = of_mirror.as_ref().unwrap_or(leaves);
        let has_letters = has(Key::Alphabet);
        for entry in entries {
            match entry.key {
                Key::Range => attrs.range = errors.keep(entry.given(|_, value| domain::range(value, leaves))),
                Key::Values => {
                    attrs.values = errors.keep(entry.given(|_, value| domain::values(value, leaves)))
                }
                Key::Alphabet => attrs.alphabet = errors.keep(entry.given(domain::alphabet)),
                Key::Len => attrs.len = errors.keep(entry.given(|_, value| domain::lengths(value))),
                Key::RefersTo => attrs.refers_to = errors.keep(entry.given(plain_type)),
                Key::LinksTo => attrs.links_to = errors.keep(entry.given(plain_type)),
                Key::Arena => attrs.arena = Some(entry.name),
                Key::With => attrs.with = errors.keep(entry.given(plain_type)),
                Key::Default => {
                    attrs.default = match entry.value {
                        EntryValue::Nothing => Some((entry.name, None)),
                        _ => errors.keep(entry.given(path)).map(|given| (given.key, Some(given.value))),
                    };
                }
                Key::Skip => attrs.skip = Some(entry.name),
                Key::Get => attrs.get = errors.keep(entry.given(path)),
                Key::Around => attrs.around = errors.keep(entry.given(around)),
                Key::Give => attrs.give = errors.keep(entry.given(closures::function)),
                Key::Payload => attrs.payload = Some(entry.name),
                Key::Recursive => attrs.recursive = Some(entry.name),
                _ => errors.push(entry.unread()),
            }
        }
        // What is wrong may have been meant to tell them.
        attrs.told |= errors.len() > before;
        // The length of strings whose letters are wrong is no mistake.
        if has_letters && attrs.alphabet.is_none() {
            attrs.len = None;
        }
        attrs
    }

    /// Whether the field is no part of the structure.
    pub(crate) fn skipped(&self) -> bool {
        self.skip.is_some() || self.default.is_some() || self.payload.is_some()
    }
}

fn unfit(key: Key, value: &Expr, kind: &str) -> syn::Error {
    at(value, unfit_text(key, kind))
}

/// A path, in quotes as serde has it, or plain.
fn path(key: Key, value: &Expr) -> syn::Result<Path> {
    let wrong = || unfit(key, value, "a path");
    match strip(value) {
        Expr::Path(path) if path.qself.is_none() => Ok(path.path.clone()),
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.parse().map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

/// A type, in quotes as serde has it, or a plain path.
fn plain_type(key: Key, value: &Expr) -> syn::Result<Type> {
    let wrong = || unfit(key, value, "a type");
    match strip(value) {
        Expr::Path(path) if path.qself.is_none() => Ok(parse_quote!(#path)),
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.parse().map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

/// The type of a context: a path, a tuple, or in quotes, as in `"Vec<Name>"`.
fn context(key: Key, value: &Expr) -> syn::Result<Type> {
    let wrong = || unfit(key, value, "a type");
    match strip(value) {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.parse().map_err(|_| wrong()),
        value => syn::parse2(value.to_token_stream()).map_err(|_| wrong()),
    }
}

fn function(key: Key, value: &Expr) -> syn::Result<ExprPath> {
    match strip(value) {
        Expr::Path(path) => Ok(path.clone()),
        _ => Err(unfit(key, value, "a function's path")),
    }
}

/// A list of names.
fn names(key: Key, value: &Expr) -> syn::Result<Vec<Ident>> {
    let wrong = || unfit(key, value, "a list of names");
    let Expr::Array(list) = strip(value) else { return Err(wrong()) };
    let name = |element: &Expr| match strip(element) {
        Expr::Path(path) => path.path.get_ident().cloned().ok_or_else(wrong),
        _ => Err(wrong()),
    };
    list.elems.iter().map(name).collect()
}

fn name(key: Key, value: &Expr) -> syn::Result<Ident> {
    plain_name(value).ok_or_else(|| unfit(key, value, "a plain name"))
}

fn plain_name(value: &Expr) -> Option<Ident> {
    match strip(value) {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident().cloned(),
        _ => None,
    }
}

/// An argument, or a field within one.
fn around(key: Key, value: &Expr) -> syn::Result<Around> {
    let (argument, field) = match strip(value) {
        Expr::Field(ExprField { base, member, .. }) => (&**base, Some(member)),
        value => (value, None),
    };
    let argument =
        plain_name(argument).ok_or_else(|| unfit(key, value, "an argument, or a field within one"))?;
    let field = field.map(|member| match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(place) => place.index.to_string(),
    });
    Ok(Around { argument, field })
}

/// A whole number, written out.
fn whole(key: Key, value: &Expr) -> syn::Result<u32> {
    if let Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) = strip(value)
        && int.suffix().is_empty()
    {
        return int
            .base10_parse()
            .map_err(|_| at(value, format!("`{}` is at most {}", key.name(), u32::MAX)));
    }
    Err(unfit(key, value, "a whole number, written out"))
}
