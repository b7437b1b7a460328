//! `DpGen::rebuild`: a value becomes another one in place, field by field.
//!
//! A type with a `finish` hook has the trait's own method, which builds afresh: nothing says what the hook would do to a
//! value that it has seen before. So has one with skipped fields: `build` says that they are there, and then whole values
//! are built afresh, as nothing says what was done to such a field through a shared reference.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::parse::ast::{Ast, Constructor, TypeKind};

/// The method of a type with layers; nothing if the trait's own will do.
pub(crate) fn rebuild(ast: &Ast<'_>) -> TokenStream {
    let (site, own) = (Span::mixed_site(), quote!(Self));
    let mut fields = ast.constructors.iter().flat_map(|constructor| &constructor.fields).peekable();
    let has_fields = fields.peek().is_some();
    if ast.attrs.finish.is_some() || !has_fields || fields.any(|field| field.attrs.skipped()) {
        return TokenStream::new();
    }
    let paths = ast.constructors.iter().map(|constructor| ast.path(constructor, &own));
    let locals = (0..ast.constructors.len()).map(Literal::usize_unsuffixed);
    // No value that was built is of a variant that is left out.
    let afresh = ast.is_partial.then(
        || quote_spanned!(site=> #[allow(unreachable_patterns)] _ => return words.replace_value(self, at, slot),),
    );
    let slot = if ast.is_partial { quote_spanned!(site=> slot) } else { quote!(_) };
    let unknown = ast
        .is_partial
        .then(|| quote_spanned!(site=> #[allow(unreachable_patterns)] _ => ::core::option::Option::None,));
    let units =
        ast.constructors.iter().zip(0_usize..).filter(|(constructor, _)| constructor.fields.is_empty());
    let units = units.map(|(constructor, number)| {
        let (path, number) = (ast.path(constructor, &own), Literal::usize_unsuffixed(number));
        quote_spanned!(site=> #number => ::core::option::Option::Some(#path {}),)
    });
    let switch = (ast.kind != TypeKind::Struct).then(|| {
        quote_spanned! {site=>
            if words.may_have_changed(at) {
                let local: ::core::primitive::u32 = match self { #(#paths { .. } => #locals,)* #afresh };
                let unit = |number: ::core::primitive::u32| match number {
                    #(#units)*
                    _ => ::core::option::Option::None,
                };
                if let ::core::ops::ControlFlow::Break(end) = words.switch_constructor(self, local, at, unit) {
                    return end;
                }
            }
        }
    });
    let arms = ast.constructors.iter().map(|constructor| rebuild_field(ast, constructor));
    let unchanged = (ast.kind != TypeKind::Struct).then(|| {
        let arms = ast.constructors.iter().zip(0_usize..).map(|(constructor, number)| {
            let (path, number) = (ast.path(constructor, &own), Literal::usize_unsuffixed(number));
            match constructor.fields.is_empty() {
                true => quote_spanned!(site=> #path { .. } => words.unchanged_unit_end(at, #number),),
                false => quote_spanned!(site=> #path { .. } => words.unchanged_structure_end(at),),
            }
        });
        quote_spanned! {site=>
            #[inline]
            fn unchanged_end(
                &self,
                words: &_dpgen::__private::ValueBuilder<'_>,
                at: ::core::primitive::usize,
            ) -> ::core::option::Option<::core::primitive::usize> {
                match self { #(#arms)* #unknown }
            }
        }
    });
    quote_spanned! {site=>
        fn rebuild(
            &mut self,
            words: &mut _dpgen::__private::ValueBuilder<'_>,
            at: ::core::primitive::usize,
            #slot: _dpgen::__private::SlotPlace,
        ) -> ::core::primitive::usize {
            #switch
            match self { #(#arms)* #afresh }
        }
        #unchanged
    }
}

fn rebuild_field(ast: &Ast<'_>, constructor: &Constructor<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let (path, locals) = (ast.path(constructor, &quote!(Self)), constructor.locals());
    let members = constructor.fields.iter().map(|field| &field.member);
    let parts = constructor.fields.iter().zip(&locals).zip(1_usize..).map(|((field, local), number)| {
        let slot = Literal::usize_unsuffixed(number - 1);
        let slot = quote_spanned!(site=> _dpgen::__private::SlotPlace { layer, slot: #slot });
        if field.is_mirrored() {
            let build = field.of_mirror("build_remote");
            return quote_spanned!(site=> let at = words.replace_field(#local, at, #slot, |words| #build(words)););
        }
        let rebuild = field.of_dpgen("rebuild");
        if number == locals.len() {
            // Whether this field has changed is not asked: it has if none before it has. The layer ends where it does, and
            // its call is the last one, so that a chain is a loop.
            return quote_spanned!(site=> #rebuild(#local, words, at, #slot));
        }
        let rebuild = field.of_dpgen("rebuild_field");
        quote_spanned!(site=> let at = #rebuild(#local, words, at, #slot);)
    });
    let layer = (!locals.is_empty()).then(|| quote_spanned!(site=> let layer = at;));
    let ends_with_call = constructor.fields.last().is_some_and(|field| !field.is_mirrored());
    let end = (!ends_with_call).then(|| quote_spanned!(site=> at));
    quote_spanned! {site=>
        #path { #(#members: #locals),* } => {
            #layer
            let at = at + 1;
            #(#parts)*
            #end
        }
    }
}
