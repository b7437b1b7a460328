//! Gives each type that a field refers to the attribute `id`: the number of a node.
//!
//! A node is a structure of such a type whose constructor weighs something; others, such as an end, are no nodes and have no
//! `id`. The engine numbers nodes and knows which of them a field can refer to.

use super::SpecError;
use super::cel::ast::{Ast, Node};
use super::resolved_spec::{AttrDef, CtorDef, FieldKind, ID_ATTRIBUTE, Table};
use super::source_text::SpecText;
use super::static_types::Ty;

/// Adds the attribute to the types that fields refer to.
pub(crate) fn node_numbers(source: &SpecText, table: &mut Table) -> Result<(), SpecError> {
    let fields = || table.types.iter().flat_map(|ty| &ty.ctors).flat_map(|ctor| &ctor.fields);
    let mut nodes: Vec<usize> = Vec::new();
    for (node, span) in fields().filter_map(|field| match field.kind {
        FieldKind::Ref(node) => Some((node, field.span)),
        _ => None,
    }) {
        let def = &table.types[node];
        if nodes.contains(&node) {
            continue;
        }
        if !def.ctors.iter().any(is_node) {
            let message = format!(
                "no structure of type `{}` weighs something, so that there is no node to refer to",
                def.name
            );
            let help = "a node is a structure whose constructor has fields, or a `weight` above 0";
            return Err(source.error(span, message).help(help));
        }
        let other = if def.attribute(ID_ATTRIBUTE).is_some() {
            Some(("an", "attribute"))
        } else if def.field(ID_ATTRIBUTE).is_some() {
            Some(("a", "field"))
        } else {
            table.params.iter().any(|param| param.name == ID_ATTRIBUTE).then_some(("a", "parameter"))
        };
        if let Some((article, other)) = other {
            let message = format!(
                "`{ID_ATTRIBUTE}` names {article} {other}, and the number of a `{}` that this field refers to",
                def.name
            );
            return Err(source.error(span, message).help(format!("give the {other} another name")));
        }
        nodes.push(node);
    }
    for node in nodes {
        let def = &mut table.types[node];
        let number = |ctor: &CtorDef| is_node(ctor).then(|| Ast::new(Node::OwnNumber, def.span));
        let bodies = def.ctors.iter().map(number).collect();
        let (name, span) = (ID_ATTRIBUTE.to_owned(), def.span);
        def.attributes.push(AttrDef { name, bodies, ty: Some(Ty::Int), span, place: None });
    }
    Ok(())
}

/// Whether a constructor makes nodes: it weighs something.
fn is_node(ctor: &CtorDef) -> bool {
    ctor.weight.map_or(!ctor.fields.is_empty(), |weight| weight > 0)
}
