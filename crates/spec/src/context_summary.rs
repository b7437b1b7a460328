//! The contexts of a spec in the words of its text, for `dpgen check`.

use crate::resolved_spec::{CtorDef, FieldKind, TypeDef};
use crate::slot_rules::is_open;
use crate::spec::Spec;

impl Spec {
    /// The names of the values of a type's context, with their kinds in words; none if its structures have no context.
    ///
    /// ```
    /// let spec = dpgen_spec::Spec::builtin("lambda").expect("it comes with the crate");
    /// assert_eq!(spec.context("Term"), [("depth", "an integer".to_owned())]);
    /// ```
    #[must_use]
    pub fn context(&self, ty: &str) -> Vec<(&str, String)> {
        let types = self.table.types.iter().filter(|def| def.name == ty);
        let values = types.flat_map(|def| &def.context);
        values.map(|value| (value.name.as_str(), self.table.show(value.ty))).collect()
    }

    /// The values of the context of whole structures, each with its expression.
    pub fn root_context(&self) -> impl Iterator<Item = (&str, &str)> {
        let values = self.raw.root_context.iter().flat_map(|(values, _)| &values.0);
        values.map(|(name, value)| (name.value.as_str(), value.value.as_str()))
    }

    /// What the fields of a constructor are given: the field, the value of its context, and the expression.
    ///
    /// ```
    /// let spec = dpgen_spec::Spec::builtin("lambda").expect("it comes with the crate");
    /// assert_eq!(spec.gives("Term", "Lam"), [("body", "depth", "context.depth + 1".to_owned())]);
    /// ```
    #[must_use]
    pub fn gives(&self, ty: &str, constructor: &str) -> Vec<(&str, &str, String)> {
        let types = &self.table.types;
        let gives = self.constructor(ty, constructor).into_iter().flat_map(|(_, ctor)| {
            ctor.gives.iter().filter_map(move |give| {
                let field = &ctor.fields[give.slot];
                let FieldKind::Node(part) = field.kind else { return None };
                let value = &types[part].context[give.value].name;
                Some((field.name.as_str(), value.as_str(), self.source.quote(give.ast.span)))
            })
        });
        gives.collect()
    }

    /// The values of a field of data whose values depend on where it stands, as the spec writes them; `None` for other fields.
    ///
    /// ```
    /// let spec = dpgen_spec::Spec::builtin("lambda").expect("it comes with the crate");
    /// assert_eq!(spec.open_values("Term", "Var", "index").as_deref(), Some("from 0 to context.depth - 1"));
    /// ```
    #[must_use]
    pub fn open_values(&self, ty: &str, constructor: &str, field: &str) -> Option<String> {
        let (def, ctor) = self.constructor(ty, constructor)?;
        let is_open = |ast| is_open(&self.table, def, ast);
        let quote = |ast: &super::cel::ast::Ast| self.source.quote(ast.span);
        match &ctor.field(field)?.kind {
            FieldKind::Int(bounds) if is_open(&bounds.lo) || is_open(&bounds.hi) => {
                Some(format!("from {} to {}", quote(&bounds.lo), quote(&bounds.hi)))
            }
            FieldKind::Among(among) => Some(format!("an item of {}", quote(&among.list))),
            FieldKind::Label(labels, Some(first)) if is_open(&first.number) => {
                let labels = self.table.labels[*labels].join(", ");
                Some(format!("the first {} of [{labels}]", quote(&first.number)))
            }
            _ => None,
        }
    }

    fn constructor(&self, ty: &str, constructor: &str) -> Option<(&TypeDef, &CtorDef)> {
        let def = self.table.types.iter().find(|def| def.name == ty)?;
        def.ctor(constructor).map(|ctor| (def, &def.ctors[ctor]))
    }
}
