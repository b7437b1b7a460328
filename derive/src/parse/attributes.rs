//! Reads the attributes `#[dpgen(...)]` of a type, a variant or a field into values.
//!
//! [`entries`] reads the `key = value` pairs and refuses unknown, misplaced and repeated keys; the three
//! structs give them their meaning. A key that is refused is left out, and reading goes on.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt;
use syn::{Expr, ExprLit, ExprPath, Ident, Lit, LitStr, Path, Token, Type, parse_quote, token};

use crate::errors::{Errors, at, unknown};
use crate::parse::checked_arithmetic::strip;
use crate::parse::domain::{self, Domain};
use crate::parse::leaf_types::LeafTypes;

/// The place of an attribute.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum AttrPlace {
    Enum,
    Struct,
    Variant,
    Field,
}

impl AttrPlace {
    fn noun(self) -> &'static str {
        match self {
            Self::Enum => "an enum",
            Self::Struct => "a struct",
            Self::Variant => "a variant",
            Self::Field => "a field",
        }
    }
}

/// Each key, where it may stand, and that in words.
const KEYS: [(&str, &[AttrPlace], &str); 21] = [
    ("rep_ok", &[AttrPlace::Enum, AttrPlace::Struct], "the type"),
    ("root_ok", &[AttrPlace::Enum, AttrPlace::Struct], "the type"),
    ("params", &[AttrPlace::Enum, AttrPlace::Struct], "the type"),
    ("view", &[AttrPlace::Enum, AttrPlace::Struct], "the type"),
    ("finish", &[AttrPlace::Enum, AttrPlace::Struct], "the type"),
    ("crate", &[AttrPlace::Enum, AttrPlace::Struct], "the type"),
    ("remote", &[AttrPlace::Enum, AttrPlace::Struct], "the type"),
    ("partial", &[AttrPlace::Enum], "an enum"),
    ("new", &[AttrPlace::Struct, AttrPlace::Variant], "a variant or a struct"),
    ("weight", &[AttrPlace::Struct, AttrPlace::Variant], "a variant or a struct"),
    ("range", &[AttrPlace::Field], "a field"),
    ("values", &[AttrPlace::Field], "a field"),
    ("alphabet", &[AttrPlace::Field], "a field"),
    ("len", &[AttrPlace::Field], "a field"),
    ("with", &[AttrPlace::Field], "a field"),
    ("skip", &[AttrPlace::Variant, AttrPlace::Field], "a variant or a field"),
    ("get", &[AttrPlace::Field], "a field"),
    ("default", &[AttrPlace::Field], "a field"),
    ("payload", &[AttrPlace::Field], "a field"),
    ("around", &[AttrPlace::Field], "an argument of a test"),
    ("recursive", &[AttrPlace::Field], "a field"),
];

/// A value, with the key that gave it.
pub(crate) struct Given<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
}

/// One `key` or `key = value`.
struct Entry {
    key: Ident,
    value: Option<Expr>,
}

impl Entry {
    fn given<T>(self, read: impl FnOnce(&Ident, &Expr) -> syn::Result<T>) -> syn::Result<Given<T>> {
        let Some(value) = &self.value else {
            return Err(at(
                &self.key,
                format!("`{0}` needs a value, as in `{0} = {1}`", self.key, example(&self.key)),
            ));
        };
        let value = read(&self.key, value)?;
        Ok(Given { key: self.key, value })
    }
}

fn example(key: &Ident) -> &'static str {
    match key.to_string().as_str() {
        "weight" => "2",
        "view" => "TreeLayer",
        "range" => "1..=n",
        "values" => "[1, 2, 3]",
        "params" => "[limit]",
        "finish" => "set_parents",
        "alphabet" => "\"ab\"",
        "len" => "0..=3",
        "crate" => "\"path::to::dpgen\"",
        "remote" => "\"other::Type\"",
        "with" => "\"Mirror\"",
        "default" => "\"path\"",
        "new" => "\"other::Type::new\"",
        "get" => "\"other::Type::field\"",
        "around" => "tree",
        _ => "is_valid",
    }
}

/// The entries of all `#[dpgen(...)]` among these attributes that may stand here.
fn entries(attributes: &[syn::Attribute], place: AttrPlace, errors: &mut Errors) -> Vec<Entry> {
    let mut found: Vec<Entry> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("dpgen")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            if meta.input.peek(token::Paren) {
                return Err(meta.error("dpgen: write `key = value`, without parentheses"));
            }
            let value = if meta.input.peek(Token![=]) { Some(meta.value()?.parse()?) } else { None };
            match meta.path.get_ident() {
                Some(key) => {
                    let key = key.unraw();
                    if let Some(message) = refused(&key, place, &found) {
                        errors.at(key, message);
                    } else {
                        found.push(Entry { key, value });
                    }
                }
                None => errors.at(&meta.path, "expected a plain name, as in `rep_ok = is_valid`"),
            }
            Ok(())
        });
        errors.keep(parsed);
    }
    found
}

fn refused(key: &Ident, place: AttrPlace, found: &[Entry]) -> Option<String> {
    match KEYS.iter().find(|(name, ..)| key == name) {
        None => Some(unknown("attribute", &key.to_string(), &KEYS.map(|(name, ..)| name))),
        Some((_, places, home)) if !places.contains(&place) => {
            Some(format!("`{key}` belongs on {home}, not on {}", place.noun()))
        }
        Some(_) if found.iter().any(|entry| entry.key == *key) => {
            Some(format!("`{key}` is given twice: keep one of them"))
        }
        Some(_) => None,
    }
}

/// The attributes of a type.
#[derive(Default)]
pub(crate) struct TypeAttrs {
    pub(crate) rep_ok: Option<Given<ExprPath>>,
    pub(crate) root_ok: Option<Given<ExprPath>>,
    pub(crate) view: Option<Given<Ident>>,
    pub(crate) finish: Option<Given<ExprPath>>,
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
}

impl TypeAttrs {
    pub(crate) fn new(attributes: &[syn::Attribute], place: AttrPlace, errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        for entry in entries(attributes, place, errors) {
            match entry.key.to_string().as_str() {
                "rep_ok" => attrs.rep_ok = errors.keep(entry.given(function)),
                "root_ok" => attrs.root_ok = errors.keep(entry.given(function)),
                "finish" => attrs.finish = errors.keep(entry.given(function)),
                "view" => attrs.view = errors.keep(entry.given(name)),
                "crate" => attrs.dpgen = errors.keep(entry.given(path)).map(|given| given.value),
                "remote" => attrs.remote = errors.keep(entry.given(path)),
                "partial" => attrs.partial = alone(entry, errors),
                "new" => attrs.new = errors.keep(entry.given(path)),
                "params" => attrs.params = errors.keep(entry.given(names)),
                _ => attrs.weight = errors.keep(entry.given(whole)),
            }
        }
        attrs
    }
}

/// The path of the crate.
pub(crate) fn dpgen(attributes: &[syn::Attribute]) -> TokenStream {
    let attrs = TypeAttrs::new(attributes, AttrPlace::Struct, &mut Errors::default());
    attrs.dpgen_path()
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
    pub(crate) fn new(attributes: &[syn::Attribute], errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        for entry in entries(attributes, AttrPlace::Variant, errors) {
            match entry.key.to_string().as_str() {
                "skip" => attrs.skip = alone(entry, errors),
                "new" => attrs.new = errors.keep(entry.given(path)),
                _ => attrs.weight = errors.keep(entry.given(whole)),
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
    /// The argument to whose integers this one takes each place.
    pub(crate) around: Option<Given<Ident>>,
}

impl FieldAttrs {
    /// Of a field whose type has these leaves.
    pub(crate) fn new(attributes: &[syn::Attribute], leaves: &LeafTypes, errors: &mut Errors) -> Self {
        let (mut attrs, before) = (Self::default(), errors.len());
        let entries = entries(attributes, AttrPlace::Field, errors);
        let tells =
            |entry: &Entry| ["range", "values", "alphabet", "with"].iter().any(|key| entry.key == key);
        attrs.told = entries.iter().any(tells);
        // A mirror takes what it says itself.
        let of_mirror =
            entries.iter().any(|entry| entry.key == "with").then(|| LeafTypes::Open(parse_quote!(Self)));
        let leaves = of_mirror.as_ref().unwrap_or(leaves);
        let has_letters = entries.iter().any(|entry| entry.key == "alphabet");
        for entry in entries {
            match entry.key.to_string().as_str() {
                "range" => attrs.range = errors.keep(entry.given(|_, value| domain::range(value, leaves))),
                "values" => attrs.values = errors.keep(entry.given(|_, value| domain::values(value, leaves))),
                "alphabet" => attrs.alphabet = errors.keep(entry.given(domain::alphabet)),
                "len" => attrs.len = errors.keep(entry.given(|_, value| domain::lengths(value))),
                "with" => attrs.with = errors.keep(entry.given(mirror)),
                "default" => {
                    let key = entry.key.clone();
                    attrs.default = match entry.value {
                        None => Some((key, None)),
                        Some(_) => errors.keep(entry.given(path)).map(|given| (key, Some(given.value))),
                    };
                }
                "skip" => attrs.skip = alone(entry, errors),
                "get" => attrs.get = errors.keep(entry.given(path)),
                "around" => attrs.around = errors.keep(entry.given(name)),
                "payload" => attrs.payload = alone(entry, errors),
                _ => attrs.recursive = alone(entry, errors),
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

/// A key without a value.
fn alone(entry: Entry, errors: &mut Errors) -> Option<Ident> {
    match entry.value {
        Some(value) => {
            errors.at(value, format!("`{}` stands alone: remove the value", entry.key));
            None
        }
        None => Some(entry.key),
    }
}

/// A path, in quotes as serde has it, or plain.
fn path(key: &Ident, value: &Expr) -> syn::Result<Path> {
    let wrong = || at(value, format!("`{key}` takes a path, as in `{key} = {}`", example(key)));
    match strip(value) {
        Expr::Path(path) if path.qself.is_none() => Ok(path.path.clone()),
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.parse().map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

/// A type, in quotes as serde has it, or a plain path.
fn mirror(key: &Ident, value: &Expr) -> syn::Result<Type> {
    let wrong = || at(value, format!("`{key}` takes a type, as in `{key} = {}`", example(key)));
    match strip(value) {
        Expr::Path(path) if path.qself.is_none() => Ok(parse_quote!(#path)),
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.parse().map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

fn function(key: &Ident, value: &Expr) -> syn::Result<ExprPath> {
    match strip(value) {
        Expr::Path(path) => Ok(path.clone()),
        _ => Err(at(value, format!("`{key}` takes a function's path, as in `{key} = {}`", example(key)))),
    }
}

/// A list of names.
fn names(key: &Ident, value: &Expr) -> syn::Result<Vec<Ident>> {
    let wrong = || at(value, format!("`{key}` takes a list of names, as in `{key} = [limit]`"));
    let Expr::Array(list) = strip(value) else { return Err(wrong()) };
    let name = |element: &Expr| match strip(element) {
        Expr::Path(path) => path.path.get_ident().cloned().ok_or_else(wrong),
        _ => Err(wrong()),
    };
    list.elems.iter().map(name).collect()
}

fn name(key: &Ident, value: &Expr) -> syn::Result<Ident> {
    match strip(value) {
        Expr::Path(path) if path.qself.is_none() && path.path.get_ident().is_some() => {
            path.path.require_ident().cloned()
        }
        _ => Err(at(value, format!("`{key}` takes a plain name, as in `{key} = {}`", example(key)))),
    }
}

/// A whole number, written out.
pub(crate) fn whole(key: &Ident, value: &Expr) -> syn::Result<u32> {
    if let Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) = strip(value)
        && int.suffix().is_empty()
    {
        return int.base10_parse().map_err(|_| at(value, format!("`{key}` is at most {}", u32::MAX)));
    }
    Err(at(value, format!("`{key}` takes a whole number, written out, as in `{key} = 2`")))
}
