//! The code for a view: one layer of a type, with a slot view for each field.
//!
//! Its traits are implemented by hand: `#[derive]` would ask them of the type's parameters, and would report
//! a field without `DpGen` once more for each of them.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Fields, Member};

use crate::generate::generics;
use crate::parse::ast::{Ast, Constructor, Field, TypeKind};

/// The view's definition, which stands beside the type.
pub(crate) fn define(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let (name, vis, original) = (ast.view(), &ast.input.vis, &ast.input.ident);
    let krate = ast.dpgen();
    let generics = generics::of_view(ast, &krate);
    let clause = &generics.where_clause;
    let doc = format!("One layer of a [`{original}`], as predicates and attributes read it.");
    let head = quote_spanned! {site=>
        #[doc = #doc]
        #[allow(missing_docs, dead_code, unused_qualifications)]
    };
    match &*ast.constructors {
        [only] if ast.kind == TypeKind::Struct => {
            let fields = fields(only, ast, true);
            match only.style {
                Fields::Named(_) => quote_spanned!(site=> #head #vis struct #name #generics #clause #fields),
                _ => quote_spanned!(site=> #head #vis struct #name #generics #fields #clause;),
            }
        }
        variants => {
            let names = variants.iter().map(|variant| variant.ident);
            let fields = variants.iter().map(|variant| fields(variant, ast, false));
            quote_spanned!(site=> #head #vis enum #name #generics #clause { #(#names #fields,)* })
        }
    }
}

fn fields(constructor: &Constructor<'_>, ast: &Ast<'_>, visible: bool) -> TokenStream {
    let (site, krate) = (Span::mixed_site(), ast.dpgen());
    let fields = constructor.slots().map(|field| {
        let vis = visible.then_some(field.vis);
        let name = match &field.member {
            Member::Named(name) => Some(quote_spanned!(site=> #name:)),
            Member::Unnamed(_) => None,
        };
        let slot = field.slot(&krate, ast.input);
        quote!(#vis #name #slot)
    });
    match constructor.style {
        Fields::Named(_) => quote!({ #(#fields,)* }),
        Fields::Unnamed(_) => quote!(( #(#fields,)* )),
        Fields::Unit => TokenStream::new(),
    }
}

/// The traits of a view: `Clone`, `Copy` and `Debug`.
pub(crate) fn implement(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let name = ast.view();
    let generics = generics::of_view(ast, &quote_spanned!(site=> _dpgen));
    let (parameters, arguments, clause) = generics.split_for_impl();
    let arms = ast.constructors.iter().map(|constructor| debug(ast, constructor));
    // A reference to what has no values still has to be matched.
    let none = ast.constructors.is_empty().then(|| quote!(_ => ::core::result::Result::Ok(()),));
    quote_spanned! {site=>
        #[automatically_derived]
        impl #parameters ::core::clone::Clone for #name #arguments #clause {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }
        #[automatically_derived]
        impl #parameters ::core::marker::Copy for #name #arguments #clause {}
        #[automatically_derived]
        impl #parameters ::core::fmt::Debug for #name #arguments #clause {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self { #(#arms)* #none }
            }
        }
    }
}

fn debug(ast: &Ast<'_>, constructor: &Constructor<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let path = ast.path(constructor, &quote!(Self));
    let text = if ast.kind == TypeKind::Struct { ast.view().to_string() } else { constructor.name() };
    let slots: Vec<&Field<'_>> = constructor.slots().collect();
    let local = |number| format_ident!("field{number}", span = site);
    let locals: Vec<Ident> = (0..slots.len()).map(local).collect();
    let members = members(constructor);
    let names = slots.iter().map(|field| field.name());
    let shown = match constructor.style {
        Fields::Named(_) => quote_spanned!(site=> f.debug_struct(#text) #(.field(#names, #locals))*.finish()),
        Fields::Unnamed(_) => quote_spanned!(site=> f.debug_tuple(#text) #(.field(#locals))*.finish()),
        Fields::Unit => quote_spanned!(site=> f.write_str(#text)),
    };
    quote_spanned!(site=> #path { #(#members: #locals),* } => #shown,)
}

/// The code that makes a view of a layer.
pub(crate) fn of_layer(ast: &Ast<'_>, patterns: &[TokenStream]) -> TokenStream {
    let site = Span::mixed_site();
    let view = ast.view();
    let arms = ast.constructors.iter().map(|constructor| {
        let path = ast.path(constructor, &quote!(#view));
        let members = members(constructor);
        let views = constructor.slots().enumerate().map(|(number, field)| {
            let number = Literal::usize_unsuffixed(number);
            let (_, last) = field.ends();
            let mut arguments = Group::new(Delimiter::Parenthesis, quote_spanned!(site=> slots[#number]));
            arguments.set_span(last);
            quote_spanned!(last=> _dpgen::__private::SlotView::from_slot #arguments)
        });
        let slots = constructor.slots().count();
        if slots == 0 {
            return quote!(#path {});
        }
        let count = Literal::usize_unsuffixed(slots);
        quote_spanned! {site=> {
            let slots = layer.first_slots::<#count>();
            #path { #(#members: #views),* }
        }}
    });
    match ast.kind {
        TypeKind::Struct
            if ast.constructors.iter().all(|constructor| constructor.slots().next().is_none()) =>
        {
            quote_spanned!(site=> let _ = layer; #(#arms)*)
        }
        TypeKind::Struct => quote!(#(#arms)*),
        _ => quote_spanned!(site=> match layer.local { #(#patterns => #arms,)* }),
    }
}

/// The view's members: those of a tuple are numbered without the skipped fields. They stand where the fields'
/// types do, as what the compiler says of them is said of the types.
fn members(constructor: &Constructor<'_>) -> Vec<Member> {
    let member = |(number, field): (usize, &Field<'_>)| {
        let mut member = match &field.member {
            Member::Named(name) => Member::Named(name.clone()),
            Member::Unnamed(_) => Member::Unnamed(number.into()),
        };
        match &mut member {
            Member::Named(name) => name.set_span(name.span().located_at(field.ends().0)),
            Member::Unnamed(index) => index.span = field.ends().0,
        }
        member
    };
    constructor.slots().enumerate().map(member).collect()
}
