//! [`Ast`]: the type that is derived on, with its attributes read.
//!
//! Reading never fails: what is wrong is noted in [`Errors`] and left out, so that `fallback` knows the
//! type's shape whatever its attributes say.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, GenericParam, Index, Member, Path, Type, Visibility};

use crate::errors::Errors;
use crate::parse::attributes::{FieldAttrs, Given, TypeAttrs, VariantAttrs};
use crate::parse::closures::RuleClosure;
use crate::parse::domain::{Constants, Domain, RuleValues, Values};
use crate::parse::entries::Site;
use crate::parse::leaf_types::{self, LeafTypes};
use crate::parse::link_kinds::LinkKind;

/// The kind of a type.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum TypeKind {
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
    pub(crate) kind: TypeKind,
    pub(crate) attrs: TypeAttrs,
    pub(crate) constructors: Vec<Constructor<'a>>,
    /// Whether the type may have variants beside the constructors: some are skipped, or a mirror is partial.
    pub(crate) is_partial: bool,
}

/// A variant, or the struct itself.
pub(crate) struct Constructor<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) style: &'a Fields,
    pub(crate) weight: Option<Given<u32>>,
    /// The function that makes it, if that is not the constructor itself.
    pub(crate) new: Option<Given<Path>>,
    pub(crate) fields: Vec<Field<'a>>,
}

/// A field.
pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    pub(crate) vis: &'a Visibility,
    pub(crate) original: &'a Type,
    /// The types of plain values that the type holds.
    pub(crate) leaves: LeafTypes,
    /// The type, with `Self` replaced by what it stands for, so that it means the same in the view.
    pub(crate) ty: TokenStream,
    pub(crate) attrs: FieldAttrs,
    /// How it leads to nodes, if it does by more than their numbers.
    pub(crate) link: Option<LinkKind>,
    /// The name of the list of its values, if they are constants of a type that the macro does not know.
    pub(crate) list: Ident,
}

impl<'a> Ast<'a> {
    pub(crate) fn new(input: &'a DeriveInput, errors: &mut Errors) -> Self {
        let mut attrs = TypeAttrs::new(input, errors);
        let mut is_partial = attrs.partial.is_some();
        let (kind, constructors) = match &input.data {
            Data::Struct(data) => {
                let (weight, new) = (attrs.weight.take(), attrs.new.take());
                let fields = fields(input, &input.ident, &data.fields, errors);
                (
                    TypeKind::Struct,
                    vec![Constructor { ident: &input.ident, style: &data.fields, weight, new, fields }],
                )
            }
            Data::Enum(data) => {
                let mut constructors: Vec<Constructor<'_>> = Vec::new();
                for variant in &data.variants {
                    let VariantAttrs { weight, skip, new } = VariantAttrs::new(input, variant, errors);
                    if skip.is_some() {
                        is_partial = true;
                        continue;
                    }
                    let fields = fields(input, &variant.ident, &variant.fields, errors);
                    constructors.push(Constructor {
                        ident: &variant.ident,
                        style: &variant.fields,
                        weight: weight.or_else(|| attrs.weight.clone()),
                        new,
                        fields,
                    });
                }
                // What is skipped may have no copy, as a choice has.
                let empty = data.variants.iter().all(|variant| variant.fields.is_empty());
                (
                    if empty && !constructors.is_empty() { TypeKind::Choice } else { TypeKind::Enum },
                    constructors,
                )
            }
            Data::Union(_) => (TypeKind::Union, Vec::new()),
        };
        Self { input, kind, attrs, constructors, is_partial }
    }

    /// The path of the crate, for code outside of the block that has it as `_dpgen`.
    pub(crate) fn dpgen(&self) -> TokenStream {
        self.attrs.dpgen_path()
    }

    /// The type of the context of its structures; `()` if they have none.
    pub(crate) fn context(&self) -> TokenStream {
        match &self.attrs.context {
            Some(context) => replace_self(context.value.to_token_stream(), self.input),
            None => quote!(()),
        }
    }

    /// All fields that are part of the structure.
    pub(crate) fn slots(&self) -> impl Iterator<Item = &Field<'a>> {
        self.constructors.iter().flat_map(Constructor::slots)
    }

    /// The view's name.
    pub(crate) fn view(&self) -> Ident {
        match &self.attrs.view {
            Some(view) => view.value.clone(),
            None => format_ident!("{}View", self.input.ident.unraw(), span = self.input.ident.span()),
        }
    }

    /// A constructor's path, of the owner: the type itself, or the one that it mirrors.
    pub(crate) fn path(&self, constructor: &Constructor<'_>, owner: &TokenStream) -> TokenStream {
        let ident = constructor.ident;
        if self.kind == TypeKind::Struct { owner.clone() } else { quote!(#owner::#ident) }
    }
}

fn fields<'a>(
    input: &'a DeriveInput,
    constructor: &Ident,
    fields: &'a Fields,
    errors: &mut Errors,
) -> Vec<Field<'a>> {
    let parameters: Vec<Ident> = input.generics.type_params().map(|param| param.ident.clone()).collect();
    let member = |(number, field): (usize, &'a syn::Field)| {
        let leaves = LeafTypes::new(&field.ty, &parameters);
        let attrs = FieldAttrs::new(&field.attrs, Site::on_field(input, constructor), &leaves, errors);
        Field {
            member: field.ident.clone().map_or_else(|| Member::Unnamed(Index::from(number)), Member::Named),
            vis: &field.vis,
            original: &field.ty,
            ty: replace_self(field.ty.to_token_stream(), input),
            link: LinkKind::of(&field.ty, &leaves, &attrs, |ty| replace_self(ty.to_token_stream(), input)),
            attrs,
            leaves,
            list: list_name(input, constructor, fields, number),
        }
    };
    fields.iter().enumerate().map(member).collect()
}

/// The name of the list of a field, which has this number in this constructor.
fn list_name(input: &DeriveInput, constructor: &Ident, fields: &Fields, number: usize) -> Ident {
    let field = fields.iter().nth(number).and_then(|field| field.ident.as_ref());
    let field = field.map_or_else(|| number.to_string(), |name| name.unraw().to_string());
    let (of, constructor) = (input.ident.unraw(), constructor.unraw());
    let constructor = if of == constructor { String::new() } else { format!("_{constructor}") };
    format_ident!("__{}{}_{}_values", of, constructor, field, span = Span::mixed_site())
}

/// Tokens with the type that they stand in, its parameters included, for each `Self`.
pub(crate) fn replace_self(tokens: TokenStream, input: &DeriveInput) -> TokenStream {
    let replace = |token: TokenTree| match token {
        TokenTree::Ident(name) if name == "Self" => {
            let mut named = input.ident.clone();
            named.set_span(input.ident.span().located_at(name.span()));
            let (_, arguments, _) = input.generics.split_for_impl();
            quote!(#named #arguments)
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), replace_self(group.stream(), input));
            inner.set_span(group.span());
            TokenTree::from(inner).into()
        }
        token => token.into(),
    };
    tokens.into_iter().map(replace).collect()
}

impl<'a> Constructor<'a> {
    /// Its name in the schema.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }

    /// Names for its fields, which meet no name of the user's.
    pub(crate) fn locals(&self) -> Vec<Ident> {
        let local = |number| format_ident!("field{number}", span = Span::mixed_site());
        (0..self.fields.len()).map(local).collect()
    }

    /// Whether building it takes a reader of fields, which is told of skipped ones, too.
    pub(crate) fn reads(&self) -> bool {
        !self.fields.is_empty()
    }

    /// The fields that are part of the structure.
    pub(crate) fn slots(&self) -> impl Iterator<Item = &Field<'a>> {
        self.fields.iter().filter(|field| !field.attrs.skipped())
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

    /// The type that describes it, where the crate is at this path.
    pub(crate) fn described(&self, krate: &TokenStream) -> TokenStream {
        match &self.attrs.with {
            Some(mirror) => mirror.value.to_token_stream(),
            None if self.link.is_some() => {
                let ty = &self.ty;
                match &self.link {
                    Some(LinkKind::Link(node)) => quote!(#krate::__private::Linked<#ty, #node>),
                    Some(LinkKind::Reference(node)) => quote!(#krate::__private::Referring<#ty, #node>),
                    Some(LinkKind::Arena) | None => quote!(#krate::__private::ArenaOf<#ty>),
                }
            }
            // The message is there already, and the compiler need not say it again.
            None if self.foreign().is_some() => quote!(::core::primitive::bool),
            None => match self.constants() {
                Some(_) => {
                    let list = &self.list;
                    leaf_types::replaced(self.original, &quote!(#krate::OneOf<#list>))
                }
                None => self.ty.clone(),
            },
        }
    }

    /// A type in it that no values are generated of, which is a mistake.
    pub(crate) fn foreign(&self) -> Option<&LeafTypes> {
        let is_foreign =
            |leaf: &&LeafTypes| matches!(leaf, LeafTypes::Other(ty) if leaf_types::is_foreign(ty));
        let leaves = (!self.is_mirrored()).then(|| self.leaves.all());
        leaves?.into_iter().find(is_foreign)
    }

    /// The closure that says which values it has where it stands, and what it gives.
    pub(crate) fn rule(&self) -> Option<(&RuleClosure, &RuleValues)> {
        match &self.domain()?.values {
            Values::Rule(closure, values) if !self.attrs.skipped() => Some((closure, values)),
            _ => None,
        }
    }

    /// Whether it is described by another type, which builds it and takes it apart.
    pub(crate) fn is_mirrored(&self) -> bool {
        self.attrs.with.is_some() || self.link.is_some() || self.is_listed()
    }

    /// Whether its values are listed constants of a type that the macro does not know.
    pub(crate) fn is_listed(&self) -> bool {
        self.constants().is_some()
    }

    /// The constants that it lists, and their type, if that is one that the macro does not know.
    pub(crate) fn constants(&self) -> Option<(&Type, &Constants)> {
        match &self.domain()?.values {
            Values::Constants(ty, values) if !self.attrs.skipped() && self.attrs.with.is_none() => {
                Some((ty, values))
            }
            _ => None,
        }
    }

    /// How it shows in the view of a type. Where it may lack the trait, a constant finds that out: the compiler reports one that
    /// can not be evaluated, and says no more of the view that depends on it. A constant can not depend on parameters.
    pub(crate) fn slot(&self, krate: &TokenStream, input: &DeriveInput) -> TokenStream {
        let unknown = |leaf: &&LeafTypes| matches!(leaf, LeafTypes::Other(ty) if !leaf_types::is_named(ty, &input.ident.to_string()));
        let is_unknown = self.attrs.with.is_some()
            || self.link.is_some()
            || (self.leaves.all().iter().any(unknown) && !self.is_listed());
        let ty = self.described(krate);
        let parameters = input.generics.params.iter().map(|parameter| match parameter {
            GenericParam::Type(parameter) => parameter.ident.clone(),
            GenericParam::Const(parameter) => parameter.ident.clone(),
            GenericParam::Lifetime(parameter) => parameter.lifetime.ident.clone(),
        });
        if !is_unknown || leaf_types::mentions(&ty, &parameters.collect::<Vec<_>>()) {
            return self.item(krate, "DpGen", "Slot");
        }
        let define = self.item(krate, "DpGen", "define");
        quote_spanned!(Span::mixed_site()=> <#ty as #krate::__private::SlotIf<{ let _ = #define; true }>>::Slot)
    }

    /// An item of a trait of this field. It stands exactly on the field's type: a type that lacks the trait
    /// gives the same error everywhere, which the compiler shows once.
    fn item(&self, krate: &TokenStream, of: &str, item: &str) -> TokenStream {
        let (ty, (first, last)) = (self.described(krate), self.ends());
        let (of, item) = (Ident::new(of, first), Ident::new(item, last));
        let here = krate.clone().into_iter().map(|mut token| {
            token.set_span(token.span().located_at(first));
            token
        });
        let krate: TokenStream = here.collect();
        quote_spanned!(first=> <#ty as #krate::#of>::#item)
    }

    /// An item of `DpGen`, in the block that has the crate as `_dpgen`.
    pub(crate) fn of_dpgen(&self, item: &str) -> TokenStream {
        self.item(&quote_spanned!(Span::mixed_site()=> _dpgen), "DpGen", item)
    }

    /// A function of the type that describes a field which leads to nodes, in that block.
    pub(crate) fn of_link(&self, item: &str) -> TokenStream {
        let described = self.described(&quote_spanned!(Span::mixed_site()=> _dpgen));
        let item = Ident::new(item, self.ends().1);
        quote_spanned!(self.ends().0=> <#described>::#item)
    }

    /// An item of `Mirror`, in that block.
    pub(crate) fn of_mirror(&self, item: &str) -> TokenStream {
        self.item(&quote_spanned!(Span::mixed_site()=> _dpgen), "Mirror", item)
    }

    /// A call of a method of `dpgen::__private`, in the block that has the crate as `_dpgen`. It stands exactly on the field's type,
    /// as [`item`](Self::item) does.
    pub(crate) fn call(&self, of: &str, method: &str, arguments: TokenStream) -> TokenStream {
        let (first, last) = self.ends();
        let (of, method) = (Ident::new(of, first), Ident::new(method, last));
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(last);
        quote_spanned!(first=> _dpgen::__private::#of::#method #arguments)
    }

    /// The first and the last place of its type.
    pub(crate) fn ends(&self) -> (Span, Span) {
        let described = self.attrs.with.as_ref().map(|mirror| mirror.value.to_token_stream());
        let described = described.unwrap_or_else(|| self.ty.clone());
        let spans: Vec<Span> = described.into_iter().map(|token| token.span()).collect();
        let site = Span::call_site();
        (*spans.first().unwrap_or(&site), *spans.last().unwrap_or(&site))
    }

    /// The domain it is given.
    pub(crate) fn domain(&self) -> Option<&Domain> {
        self.attrs.range.as_ref().or(self.attrs.values.as_ref()).map(|given| &given.value)
    }
}
