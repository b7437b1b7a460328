//! The type that is derived on, with its attributes read: what the later steps work with.
//!
//! Reading never fails: what is wrong is noted in [`Errors`] and left out, so that `fallback` knows the
//! type's shape whatever its attributes say.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Index, Member, Type, Visibility};

use crate::attr::{self, AttrPlace, FieldAttrs, Given, TypeAttrs};
use crate::domain::Domain;
use crate::message::Errors;

/// What kind of type it is.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// An enum with a field somewhere, or without variants.
    Enum,
    /// An enum without fields: a finite data domain.
    Choice,
    /// A struct: one constructor.
    Struct,
    /// A union, which is refused.
    Union,
}

/// The type.
pub(crate) struct Ast<'a> {
    pub(crate) input: &'a DeriveInput,
    pub(crate) kind: Kind,
    pub(crate) attrs: TypeAttrs,
    pub(crate) constructors: Vec<Constructor<'a>>,
}

/// A variant, or the struct itself.
pub(crate) struct Constructor<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) style: &'a Fields,
    pub(crate) weight: Option<Given<u32>>,
    pub(crate) fields: Vec<Field<'a>>,
}

/// A field.
pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    pub(crate) vis: &'a Visibility,
    pub(crate) original: &'a Type,
    /// The type, with `Self` replaced by its name, so that it means the same in the view.
    pub(crate) ty: TokenStream,
    pub(crate) attrs: FieldAttrs,
}

impl<'a> Ast<'a> {
    pub(crate) fn new(input: &'a DeriveInput, errors: &mut Errors) -> Self {
        let place = if matches!(input.data, Data::Enum(_)) { AttrPlace::Enum } else { AttrPlace::Struct };
        let mut attrs = TypeAttrs::new(&input.attrs, place, errors);
        let (kind, constructors) = match &input.data {
            Data::Struct(data) => {
                let weight = attrs.weight.take();
                let fields = fields(input, &data.fields, errors);
                (Kind::Struct, vec![Constructor { ident: &input.ident, style: &data.fields, weight, fields }])
            }
            Data::Enum(data) => {
                let variants = data.variants.iter();
                let constructors: Vec<Constructor<'_>> = variants
                    .map(|variant| Constructor {
                        ident: &variant.ident,
                        style: &variant.fields,
                        weight: attr::variant(&variant.attrs, errors),
                        fields: fields(input, &variant.fields, errors),
                    })
                    .collect();
                let empty = constructors.iter().all(|constructor| constructor.fields.is_empty());
                (if empty && !constructors.is_empty() { Kind::Choice } else { Kind::Enum }, constructors)
            }
            Data::Union(_) => (Kind::Union, Vec::new()),
        };
        Self { input, kind, attrs, constructors }
    }

    /// The view's name.
    pub(crate) fn view(&self) -> Ident {
        match &self.attrs.view {
            Some(view) => view.value.clone(),
            None => format_ident!("{}View", self.input.ident.unraw(), span = self.input.ident.span()),
        }
    }

    /// A constructor's path.
    pub(crate) fn path(&self, constructor: &Constructor<'_>) -> TokenStream {
        let ident = constructor.ident;
        if self.kind == Kind::Struct { quote!(Self) } else { quote!(Self::#ident) }
    }
}

fn fields<'a>(input: &'a DeriveInput, fields: &'a Fields, errors: &mut Errors) -> Vec<Field<'a>> {
    let member = |(number, field): (usize, &'a syn::Field)| Field {
        member: field.ident.clone().map_or_else(|| Member::Unnamed(Index::from(number)), Member::Named),
        vis: &field.vis,
        original: &field.ty,
        ty: without_self(field.ty.to_token_stream(), &input.ident),
        attrs: FieldAttrs::new(&field.attrs, errors),
    };
    fields.iter().enumerate().map(member).collect()
}

fn without_self(tokens: TokenStream, ident: &Ident) -> TokenStream {
    let replace = |token: TokenTree| match token {
        TokenTree::Ident(name) if name == "Self" => {
            let mut named = ident.clone();
            named.set_span(ident.span().located_at(name.span()));
            named.into()
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), without_self(group.stream(), ident));
            inner.set_span(group.span());
            inner.into()
        }
        token => token,
    };
    tokens.into_iter().map(replace).collect()
}

impl Constructor<'_> {
    /// Its name in the schema.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }

    /// Names for its fields, which meet no name of the user's.
    pub(crate) fn locals(&self) -> Vec<Ident> {
        let local = |number| format_ident!("field{number}", span = Span::mixed_site());
        (0..self.fields.len()).map(local).collect()
    }
}

impl Field<'_> {
    /// Its name in the schema.
    pub(crate) fn name(&self) -> String {
        match &self.member {
            Member::Named(name) => name.unraw().to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        }
    }

    /// The domain it is given.
    pub(crate) fn domain(&self) -> Option<&Domain> {
        self.attrs.range.as_ref().or(self.attrs.values.as_ref()).map(|given| &given.value)
    }
}
