//! The code that goes through the parts of a value in the order of its fields, and shows those that weigh something: the nodes that
//! fields can refer to.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::parse::ast::{Ast, Constructor};

/// The method `walk`.
pub(crate) fn walk(ast: &Ast<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let arms = ast.constructors.iter().map(|constructor| {
        let (path, locals) = (ast.path(constructor, &quote!(Self)), constructor.locals());
        // A field that a mirror describes holds values of another type.
        let parts = || {
            let all = constructor.fields.iter().zip(&locals);
            all.filter(|(field, _)| !field.attrs.skipped() && (!field.is_mirrored() || field.link.is_some()))
        };
        let patterns = parts().map(|(field, local)| {
            let member = &field.member;
            quote!(#member: #local)
        });
        let node = weighs(constructor).then(|| quote_spanned!(site=> nodes.node(self);));
        let walks = parts().map(|(field, local)| {
            let walk = if field.link.is_some() { field.of_link("walk") } else { field.of_dpgen("walk") };
            quote_spanned!(site=> #walk(#local, nodes);)
        });
        quote_spanned!(site=> #path { #(#patterns,)* .. } => { #node #(#walks)* })
    });
    let others = ast.is_partial.then(|| quote!(#[allow(unreachable_patterns)] _ => {}));
    quote_spanned! {site=>
        fn walk<'walk>(&'walk self, nodes: &mut _dpgen::__private::NodeWalk<'walk>) {
            let _ = &nodes;
            match self { #(#arms)* #others }
        }
    }
}

/// Whether it makes values that weigh something by themselves.
fn weighs(constructor: &Constructor<'_>) -> bool {
    match &constructor.weight {
        Some(weight) => weight.value > 0,
        None => constructor.slots().next().is_some(),
    }
}
