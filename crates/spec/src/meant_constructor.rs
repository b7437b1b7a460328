//! Advice for comparisons that were meant to ask for a constructor: `left == 'Nil'`, `left == Nil`, `left.kind == Nil`.

use super::SpecError;
use super::cel::ast::{Ast, Compare, Node};
use super::compile_context::Compiler;
use super::name_resolution::Resolved;
use super::static_types::Ty;

impl Compiler<'_> {
    /// The error of a comparison, with advice if one side asks for a constructor that the other side has.
    pub(super) fn meant_constructor(&self, error: SpecError, op: Compare, a: &Ast, b: &Ast) -> SpecError {
        let sides = [(a, b), (b, a)];
        sides.into_iter().find_map(|(part, named)| self.kind_question(op, part, named)).unwrap_or(error)
    }

    /// The error for a side that has constructors and another that names one of them, but not as `part.kind == 'Name'`.
    fn kind_question(&self, op: Compare, part: &Ast, named: &Ast) -> Option<SpecError> {
        let (name, is_word) = match &named.node {
            Node::Text(text) => (text, false),
            Node::Path(path) if path.len() == 1 => (&path[0].name, true),
            _ => return None,
        };
        let Node::Path(path) = &part.node else { return None };
        let quote = self.quote(part);
        match self.find(part, path).ok()? {
            Resolved::Part(_, ty) => {
                let def = &self.table.types[ty];
                def.ctor(name)?;
                let sign = if op == Compare::Ne { "!=" } else { "==" };
                let message = format!("`{quote}` is a whole `{}`, not a value", def.name);
                let help = format!("to ask for its constructor, write `{quote}.kind {sign} '{name}'`");
                Some(self.error(part.span, message).help(help))
            }
            Resolved::Value(value) => match value.ty() {
                Ty::Kind(ty) if is_word && self.table.types[ty].ctor(name).is_some() => {
                    let error = self.error(named.span, format!("unknown name `{name}`"));
                    Some(error.help(format!("a constructor stands in single quotes: write `'{name}'`")))
                }
                _ => None,
            },
        }
    }
}
