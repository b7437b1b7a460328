//! The code that goes through the fields of a value that lead to nodes, to set or empty their pointers.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::parse::ast::{Ast, Field};
use crate::parse::leaf_types::LeafTypes;

/// The method `visit_links`; nothing if no field can hold a link.
pub(crate) fn visit_links(ast: &Ast<'_>) -> Option<TokenStream> {
    if !ast.slots().any(holds_links) {
        return None;
    }
    let site = Span::mixed_site();
    let arms = ast.constructors.iter().map(|constructor| {
        let (path, locals) = (ast.path(constructor, &quote!(Self)), constructor.locals());
        let parts = || constructor.fields.iter().zip(&locals).filter(|(field, _)| holds_links(field));
        let patterns = parts().map(|(field, local)| {
            let member = &field.member;
            quote!(#member: #local)
        });
        let visits = parts().map(|(field, local)| {
            let visit =
                if field.link.is_some() { field.of_link("visit") } else { field.of_dpgen("visit_links") };
            quote_spanned!(site=> #visit(#local, visitor);)
        });
        quote_spanned!(site=> #path { #(#patterns,)* .. } => { #(#visits)* })
    });
    let others = ast.is_partial.then(|| quote!(#[allow(unreachable_patterns)] _ => {}));
    Some(quote_spanned! {site=>
        fn visit_links(&mut self, visitor: &mut _dpgen::__private::LinkVisitor<'_>) {
            match self { #(#arms)* #others }
        }
    })
}

/// Whether a field can hold a link, as far as its type tells.
fn holds_links(field: &Field<'_>) -> bool {
    let is_data = |leaf: &&LeafTypes| matches!(leaf, LeafTypes::Plain(..) | LeafTypes::Known(_));
    let holds_parts = !field.is_mirrored() && !field.leaves.all().iter().all(is_data);
    !field.attrs.skipped() && (field.link.is_some() || holds_parts)
}
