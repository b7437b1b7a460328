//! Compiles expressions that give lists, and those that look into lists; `compile_expression.rs` compiles all others.
//!
//! Lists come from contexts, from `[a, b]` and from functions. The items of a list have one type.

use std::sync::Arc;

use super::SpecError;
use super::cel::ast::{Arith, Ast, ListFunction, Node};
use super::compile_context::{Compiler, Typed};
use super::compiled_code::{Item, List, Num, Test, Value};
use super::name_resolution::Resolved;
use super::static_types::{ListTy, Ty};

impl Compiler<'_> {
    /// Code that gives a list, of this type if one is expected.
    pub(crate) fn list(&self, ast: &Ast, expected: Option<ListTy>) -> Result<(List, ListTy), SpecError> {
        match (self.typed(ast, expected.map(Ty::List))?, expected) {
            (Typed::List(list, found), wanted) if wanted.is_none_or(|wanted| wanted == found) => {
                Ok((list, found))
            }
            (other, Some(wanted)) => Err(self.wanted(ast, Ty::List(wanted), other.ty())),
            (other, None) => {
                let message =
                    format!("expected a list, but `{}` is {}", self.quote(ast), self.table.show(other.ty()));
                Err(self.error(ast.span, message))
            }
        }
    }

    /// Code of this type.
    pub(crate) fn value(&self, ast: &Ast, wanted: Ty) -> Result<Value, SpecError> {
        match self.typed(ast, Some(wanted))? {
            found if found.ty() == wanted => Ok(found.value()),
            found => Err(self.wanted(ast, wanted, found.ty())),
        }
    }

    /// A list that is written out.
    pub(super) fn items(&self, ast: &Ast, items: &[Ast], expected: Option<Ty>) -> Result<Typed, SpecError> {
        let inferred = || items.iter().find_map(|item| self.infer(item));
        let item = expected.and_then(Ty::item).or_else(inferred);
        let Some((item, ty)) = item.and_then(|item| Some((item, item.list()?))) else {
            let message = format!("the items of `{}` have no type here", self.quote(ast));
            let help = "lists hold integers, bools, strings of a `OneOf` and lists of these; what stands beside an \
                        empty list, or a list of strings, says which";
            return Err(self.error(ast.span, message).help(help));
        };
        let items = items.iter().map(|one| self.value(one, item)).collect::<Result<_, _>>()?;
        Ok(Typed::List(List::Items(items), ty))
    }

    /// Lists with `+` between them.
    pub(super) fn join(
        &self,
        ast: &Ast,
        first: &Ast,
        rest: &[(Arith, Ast)],
        ty: ListTy,
    ) -> Result<Typed, SpecError> {
        if rest.iter().any(|(op, _)| *op != Arith::Add) {
            let message =
                format!("`{}` is an operation on integers, and a list is expected", self.quote(ast));
            return Err(self.error(ast.span, message).help("lists are joined by `+`"));
        }
        let operands = std::iter::once(first).chain(rest.iter().map(|(_, operand)| operand));
        let lists = operands.map(|operand| Ok(self.list(operand, Some(ty))?.0)).collect::<Result<_, _>>()?;
        Ok(Typed::List(List::Join(lists), ty))
    }

    /// The item of a list at a place.
    pub(super) fn index(&self, ast: &Ast, list: &Ast, place: &Ast) -> Result<Typed, SpecError> {
        if let Node::Path(path) = &list.node
            && matches!(self.find(list, path)?, Resolved::Part(..))
        {
            let message = "an index must be a number that is written out";
            let help = "as in `chains[0]`; lists are taken apart by `first` and `rest`";
            return Err(self.error(place.span, message).help(help));
        }
        let (list, ty) = self.list(list, None)?;
        let shown_as: Arc<str> = self.quote(ast).into();
        Ok(Typed::item(Item { list, place: self.num(place)?, shown_as }, ty))
    }

    /// Whether a value is in a list that is not written out.
    pub(super) fn within_list(&self, item: &Ast, list: &Ast) -> Result<Test, SpecError> {
        let is_part = match &list.node {
            Node::Path(path) => matches!(self.find(list, path)?, Resolved::Part(..)),
            _ => false,
        };
        if is_part || !matches!(self.infer(list), Some(Ty::List(_))) {
            let error = self.error(
                list.span,
                format!("`in` looks into a list of values, and `{}` is none", self.quote(list)),
            );
            return Err(error.help("as in `key in [1, 2]` or `key in context.keys`"));
        }
        let (list, ty) = self.list(list, None)?;
        Ok(Test::Within(Box::new((self.value(item, ty.item())?, list))))
    }

    /// A function of lists.
    pub(super) fn list_function(
        &self,
        ast: &Ast,
        function: ListFunction,
        operands: &[Ast],
        expected: Option<Ty>,
    ) -> Result<Typed, SpecError> {
        let list_of_int =
            || Ty::Int.list().ok_or_else(|| self.error(ast.span, "a list of integers is expected"));
        let expected = match expected {
            Some(Ty::List(ty)) => Some(ty),
            _ => None,
        };
        let list = |operand: &Ast| self.list(operand, expected);
        Ok(match (function, operands) {
            (ListFunction::Count | ListFunction::Positions, [of, wanted]) => {
                let (of, ty) = self.list(of, None)?;
                let of = Box::new((of, self.value(wanted, ty.item())?));
                match function {
                    ListFunction::Count => Typed::Num(Num::Count(of), Ty::Int),
                    _ => Typed::List(List::Positions(of), list_of_int()?),
                }
            }
            (ListFunction::Sort, [of]) => {
                let (of, ty) = list(of)?;
                Typed::List(List::Sort(Box::new(of)), ty)
            }
            (ListFunction::Distinct, [of]) => {
                let (of, ty) = list(of)?;
                Typed::List(List::Distinct(Box::new(of)), ty)
            }
            (ListFunction::Slice, [of, from, to]) => {
                let (of, ty) = list(of)?;
                let of = Box::new((of, self.num(from)?, self.num(to)?));
                Typed::List(List::Slice(of, self.quote(ast).into()), ty)
            }
            (ListFunction::Range, [end]) => {
                Typed::List(List::Range(Box::new(self.num(end)?)), list_of_int()?)
            }
            _ => return Err(self.error(ast.span, "the function has other operands")),
        })
    }
}
