//! [`Compiler`]: the names that the expressions of one place can use, and the errors and limits of compiling them.
//!
//! `compile_expression.rs` checks types and makes code, `name_resolution.rs` looks names up, `untyped_attribute_error.rs` goes over
//! expressions that have no code. An [`ExprPlace`] is the place of an expression, which determines the names that it sees.

use std::cell::Cell;
use std::sync::Arc;

use super::SpecError;
use super::cel::ast::Ast;
use super::compiled_code::{Item, List, Num, Test, Value};
use super::named_read::NamedRead;
use super::resolved_spec::{AttrDef, Table};
use super::source_text::{Span, SpecText};
use super::spec_limits::MAX_CODE_PARTS;
use super::static_types::{ListTy, Ty};

/// The place of an expression.
#[derive(Debug, Clone)]
pub(crate) struct ExprPlace {
    /// The type and constructor whose names it sees; `None` for bounds, which see parameters only.
    pub(crate) layer: Option<(usize, usize)>,
    /// Whether names of the type's other constructors are let through, to fail when read: `root_ok`.
    pub(crate) any_ctor: bool,
    /// Whether it is a condition.
    pub(crate) is_condition: bool,
    /// The slot that it is for, if it sees only what stands to the left of one.
    pub(crate) left_of: Option<usize>,
    /// In words, as in "the bounds of `Node.key`".
    pub(crate) what: String,
}

/// Compiles the expressions of one place.
pub(crate) struct Compiler<'a> {
    pub(crate) source: &'a SpecText,
    pub(crate) table: &'a Table,
    pub(crate) params: &'a [(String, i64)],
    pub(crate) place: ExprPlace,
    /// The parts of code that may still be made.
    pub(crate) room: &'a Cell<usize>,
}

/// Code and its type.
#[derive(Debug, Clone)]
pub(crate) enum Typed {
    Num(Num, Ty),
    Test(Test),
    List(List, ListTy),
}

impl Typed {
    /// The item of a list of this type.
    pub(super) fn item(item: Item, ty: ListTy) -> Self {
        let item = Box::new(item);
        match ty.item() {
            Ty::List(ty) => Self::List(List::Item(item), ty),
            Ty::Bool => Self::Test(Test::Item(item)),
            ty => Self::Num(Num::Item(item), ty),
        }
    }

    pub(super) fn ty(&self) -> Ty {
        match self {
            Self::Num(_, ty) => *ty,
            Self::Test(_) => Ty::Bool,
            Self::List(_, ty) => Ty::List(*ty),
        }
    }

    /// The code alone.
    pub(super) fn value(self) -> Value {
        match self {
            Self::Num(num, _) => Value::Num(num),
            Self::Test(test) => Value::Test(test),
            Self::List(list, _) => Value::List(list),
        }
    }
}

impl Compiler<'_> {
    pub(super) fn error(&self, span: Span, message: impl Into<String>) -> SpecError {
        self.source.error(span, message)
    }

    pub(super) fn quote(&self, ast: &Ast) -> String {
        self.source.quote(ast.span)
    }

    /// A read of a field, or of an attribute, of the structure that `owner` leads to.
    pub(crate) fn named_read(
        &self,
        shown_as: &Arc<str>,
        owner: Option<Span>,
        attribute: Option<&AttrDef>,
    ) -> Arc<NamedRead> {
        Arc::new(NamedRead {
            shown_as: shown_as.clone(),
            owner: owner.map(|span| self.source.quote(span).into()),
            in_condition: self.place.is_condition,
            defined_at: attribute.and_then(|attribute| attribute.place.clone()),
        })
    }

    /// Counts parts of code towards the limit.
    pub(super) fn spend(&self, span: Span, parts: usize) -> Result<(), SpecError> {
        self.room.set(self.room.get().checked_sub(parts).ok_or_else(|| {
            let message = format!("the spec's expressions are too large: more than {MAX_CODE_PARTS} parts");
            self.error(span, message).help("`root_ok` counts once for each constructor of the root")
        })?);
        Ok(())
    }
}
