//! Explains why an attribute has no type: an unknown name, a string without a meaning, or a circle.

use super::SpecError;
use super::cel::ast::{Ast, Node};
use super::compile_context::Compiler;
use super::resolved_spec::{AttrDef, FieldKind, TypeDef};
use super::source_text::SpecText;

/// Refuses unknown names in an expression, whatever its type.
pub(crate) fn names(compiler: &Compiler<'_>, ast: &Ast) -> Result<(), SpecError> {
    if let Node::Path(path) = &ast.node {
        compiler.find(ast, path)?;
    }
    let mut found = Ok(());
    ast.node.parts(&mut |part| {
        if found.is_ok() {
            found = names(compiler, part);
        }
    });
    found
}

/// The error for an attribute without a type whose names all exist.
pub(crate) fn explain(source: &SpecText, ty: &TypeDef, attribute: &AttrDef) -> SpecError {
    if let Some(text) = attribute.bodies.iter().flatten().find_map(text) {
        let message = format!("{} is a plain string, which an attribute can not be", source.quote(text.span));
        let help = "a string stands for a constructor beside a `kind`, or for one of the strings of a `OneOf` \
                    beside such a field";
        return source.error(text.span, message).help(help);
    }
    let leaf = |field: &super::resolved_spec::FieldDef| !matches!(field.kind, FieldKind::Node(_));
    let small = ty.ctors.iter().find(|ctor| ctor.fields.iter().all(leaf));
    let message = format!("the attribute `{}` is only defined by way of itself", attribute.name);
    let error = source.error(attribute.span, message);
    match small {
        Some(ctor) => error.help(format!("define it for `{}`, which has no substructures", ctor.name)),
        None => error.help("define it for some constructor without asking a substructure"),
    }
}

/// The first string that an expression may give.
fn text(ast: &Ast) -> Option<&Ast> {
    match &ast.node {
        Node::Text(_) => Some(ast),
        Node::If(choices, otherwise) => {
            choices.iter().map(|(_, value)| value).chain([&**otherwise]).find_map(text)
        }
        _ => None,
    }
}
