//! Reads `key`, `key = value` and `key(...)` in `#[dpgen(...)]` and `#[dpgen::test(...)]` by the table of keys (`keys.rs`).
//!
//! A key that is unknown, given twice, or in a wrong place or form is refused by a message on it, which shows the right one. It is
//! left out, and reading goes on.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::parse::Parser;
use syn::{Attribute, Data, DeriveInput, Expr, Lit, Meta, Token, parenthesized, token};

use crate::errors::{Errors, nearest, unknown};
use crate::parse::case_struct::is_case;
use crate::parse::keys::{Form, Home, Key, Place, Types};

/// Where attributes stand, with the names around them.
#[derive(Clone, Copy)]
pub(crate) struct Site<'a> {
    place: Place,
    input: Option<&'a DeriveInput>,
    /// The variant that they stand on or in.
    variant: Option<&'a Ident>,
}

impl<'a> Site<'a> {
    /// In `#[dpgen::test(...)]` above a function.
    pub(crate) const TEST: Self = Self { place: Place::Test, input: None, variant: None };
    /// The same above an `impl StateMachineTest`.
    pub(crate) const MACHINE: Self = Self { place: Place::Machine, ..Self::TEST };

    /// On a type.
    pub(crate) fn on_type(input: &'a DeriveInput) -> Self {
        let place = if matches!(input.data, Data::Enum(_)) { Place::Enum } else { Place::Struct };
        Self { place, input: Some(input), variant: None }
    }

    pub(crate) fn on_variant(input: &'a DeriveInput, variant: &'a Ident) -> Self {
        Self { place: Place::Variant, input: Some(input), variant: Some(variant) }
    }

    /// On a field of a variant or of the type itself.
    pub(crate) fn on_field(input: &'a DeriveInput, constructor: &'a Ident) -> Self {
        let place = if is_case(input) { Place::Argument } else { Place::Field };
        let variant = matches!(input.data, Data::Enum(_)).then_some(constructor);
        Self { place, input: Some(input), variant }
    }

    pub(crate) fn place(self) -> Place {
        self.place
    }

    /// Whether the type is a mirror: `remote = ` is said of it.
    fn is_mirror(self) -> bool {
        let attributes = self.input.map_or(&[][..], |input| &input.attrs);
        let mut lists = attributes.iter().filter(|attribute| is_ours(attribute)).filter_map(|attribute| {
            Some(attribute.meta.require_list().ok()?.tokens.clone().into_iter().collect::<Vec<_>>())
        });
        lists.any(|tokens| {
            tokens.windows(2).any(|pair| {
                matches!(pair, [TokenTree::Ident(name), TokenTree::Punct(sign)]
                    if name == Key::Remote.name() && sign.as_char() == '=')
            })
        })
    }

    /// The type, as in `struct Tree`, unless it is that of a test's arguments.
    fn of_type(self) -> Option<String> {
        let input = self.input.filter(|input| !is_case(input))?;
        let keyword = match input.data {
            Data::Struct(_) => "struct",
            Data::Enum(_) => "enum",
            Data::Union(_) => "union",
        };
        Some(format!("`{keyword} {}`", input.ident))
    }

    /// The nearest place where keys belong, in words.
    fn home(self, home: Home) -> String {
        let is_enum = self.input.is_some_and(|input| matches!(input.data, Data::Enum(_)));
        match (home, self.of_type()) {
            (Home::Type, Some(of)) => format!("above {of}"),
            (Home::Enum, Some(of)) if is_enum => format!("above {of}"),
            (Home::Constructor | Home::ConstructorOrType, Some(of)) if !is_enum => format!("above {of}"),
            (Home::Constructor | Home::ConstructorOrType, Some(_)) => match self.variant {
                Some(variant) => format!("above `{variant}`"),
                None => "above one of its variants".to_owned(),
            },
            (Home::Type, None) if self.place == Place::Argument => {
                "above the definition of the argument's type".to_owned()
            }
            (Home::Type, None) => "above the type".to_owned(),
            (Home::Enum, _) => "above one that mirrors another".to_owned(),
            (Home::Constructor | Home::ConstructorOrType, None) => "above one".to_owned(),
            (Home::Field | Home::VariantOrField, None) => "before an argument".to_owned(),
            (Home::Field, Some(_)) => "above one of its fields".to_owned(),
            (Home::VariantOrField, Some(_)) if is_enum => "above one of its variants or fields".to_owned(),
            (Home::VariantOrField, Some(_)) => "above one of its fields".to_owned(),
            (Home::Argument, _) => "before it".to_owned(),
            (Home::Test, _) => "above the function".to_owned(),
            (Home::Machine, _) => "above its `impl StateMachineTest`".to_owned(),
            (Home::AnyTest, _) => "above the test".to_owned(),
        }
    }
}

/// What follows a key.
pub(crate) enum EntryValue {
    Nothing,
    Value(Expr),
    /// Several, which only brackets would make one.
    Values,
    /// What is in parentheses.
    List(TokenStream),
}

/// A key, with its value.
pub(crate) struct Entry {
    pub(crate) key: Key,
    /// As it was written.
    pub(crate) name: Ident,
    pub(crate) value: EntryValue,
}

/// Whether it is `#[dpgen(...)]`.
pub(crate) fn is_ours(attribute: &Attribute) -> bool {
    attribute.path().is_ident("dpgen")
}

/// The entries of all `#[dpgen(...)]` among these attributes.
pub(crate) fn of_attributes(attributes: &[Attribute], site: Site<'_>, errors: &mut Errors) -> Vec<Entry> {
    let mut found = Vec::new();
    for attribute in attributes.iter().filter(|attribute| is_ours(attribute)) {
        if let Meta::List(_) = attribute.meta {
            let parsed = attribute.parse_nested_meta(|meta| read(&meta, site, &mut found, errors));
            errors.keep(parsed);
        } else {
            let example = example(site.place).attribute();
            errors.at(
                attribute,
                format!("its keys stand in parentheses: write `{example}`, say, or remove it"),
            );
        }
    }
    found
}

/// The entries of `#[dpgen::test(...)]`.
pub(crate) fn of_test(tokens: TokenStream, site: Site<'_>, errors: &mut Errors) -> Vec<Entry> {
    let mut found = Vec::new();
    let parsed = syn::meta::parser(|meta| read(&meta, site, &mut found, errors)).parse2(tokens);
    errors.keep(parsed);
    found
}

/// A key that may stand there.
fn example(place: Place) -> Key {
    match place {
        Place::Struct | Place::Enum => Key::RepOk,
        Place::Variant => Key::Weight,
        Place::Field | Place::Argument => Key::Range,
        Place::Test => Key::MaxSize,
        Place::Machine => Key::MaxLen,
    }
}

/// Reads what follows a key.
pub(crate) fn value(meta: &ParseNestedMeta<'_>) -> syn::Result<EntryValue> {
    let input = meta.input;
    if input.peek(token::Paren) {
        let list;
        parenthesized!(list in input);
        return Ok(EntryValue::List(list.parse()?));
    }
    if !input.peek(Token![=]) {
        return Ok(EntryValue::Nothing);
    }
    let value = meta.value()?.parse()?;
    let mut is_one = true;
    while input.peek(Token![,]) && input.peek2(Lit) {
        input.parse::<Token![,]>()?;
        input.parse::<Lit>()?;
        is_one = false;
    }
    Ok(if is_one { EntryValue::Value(value) } else { EntryValue::Values })
}

/// Reads one entry.
fn read(
    meta: &ParseNestedMeta<'_>,
    site: Site<'_>,
    found: &mut Vec<Entry>,
    errors: &mut Errors,
) -> syn::Result<()> {
    let value = value(meta)?;
    let Some(name) = meta.path.get_ident() else {
        errors.at(&meta.path, format!("expected a plain name, as in `{}`", example(site.place).entry()));
        return Ok(());
    };
    let name = name.unraw();
    let text = name.to_string();
    let Some(key) = Key::of(&text) else {
        errors.at(&name, unknown_key(&text, site));
        return Ok(());
    };
    let wrong = misplaced(key, site)
        .or_else(|| {
            found
                .iter()
                .any(|entry| entry.key == key)
                .then(|| format!("`{text}` is given twice: keep one of them"))
        })
        .or_else(|| malformed(key, &value));
    match wrong {
        Some(message) => errors.at(&name, message),
        None => found.push(Entry { key, name, value }),
    }
    Ok(())
}

/// The message for a name that is no key: the nearest one of this place, the nearest one of another place, or all of this one.
fn unknown_key(name: &str, site: Site<'_>) -> String {
    let kind = match site.place {
        Place::Test => "option",
        Place::Machine => "option of a test of a state machine",
        _ => "attribute",
    };
    let names = |here: bool| -> Vec<&str> {
        Key::ALL.iter().filter(|key| key.home().has(site.place) == here).map(|key| key.name()).collect()
    };
    let near = nearest(name, &names(false)).filter(|_| nearest(name, &names(true)).is_none());
    match near.and_then(Key::of) {
        Some(key) => {
            let right = belongs(key, site);
            format!("unknown {kind} `{name}`: did you mean `{}`? {right}", key.name())
        }
        None => unknown(kind, name, &names(true)),
    }
}

/// Where a key belongs.
pub(crate) fn belongs(key: Key, site: Site<'_>) -> String {
    let home = key.home();
    format!("`{}` belongs to {}: write `{}` {}", key.name(), home.noun(), key.attribute(), site.home(home))
}

/// The message for a key that does not belong there.
fn misplaced(key: Key, site: Site<'_>) -> Option<String> {
    let (name, is_mirror) = (key.name(), site.is_mirror());
    if !key.home().has(site.place) {
        return Some(belongs(key, site));
    }
    match key.types() {
        Types::Mirrors if !is_mirror => Some(format!(
            "`{name}` belongs to a mirror of a type of another crate: write `{}` {}, or remove `{name}`",
            Key::Remote.attribute(),
            site.home(Home::Type)
        )),
        Types::NoMirrors if is_mirror => Some(format!(
            "a mirror has no `{name}`: write `{}` above the type that has a field `with` the mirror",
            key.attribute()
        )),
        _ => None,
    }
}

/// The message for a key with a value of another form.
fn malformed(key: Key, value: &EntryValue) -> Option<String> {
    let what = match (key.form(), value) {
        (Form::Alone, EntryValue::Nothing)
        | (Form::Value | Form::AloneOrValue, EntryValue::Value(_))
        | (Form::AloneOrValue, EntryValue::Nothing)
        | (Form::List, EntryValue::List(_)) => return None,
        (Form::Alone, _) => "stands alone",
        (_, EntryValue::Values) => "takes one value",
        (Form::Value, EntryValue::Nothing) => "needs a value",
        (Form::Value | Form::AloneOrValue, _) => "takes its value after `=`",
        (Form::List, _) => "takes a list in parentheses",
    };
    Some(format!("`{}` {what}: write `{}`", key.name(), key.attribute()))
}
