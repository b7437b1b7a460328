//! Compiles expressions to code: checks types and folds constants; `name_resolution.rs` looks names up.
//!
//! Every message about a type names both sides.

use super::SpecError;
use super::cel::ast::{Arith, Ast, Compare, Node};
use super::compile_context::{Compiler, Typed};
use super::compiled_code::{Ask, List, Num, Test};
use super::constant_folding::fold;
use super::name_resolution::Resolved;
use super::resolved_spec::{SIZE_ATTRIBUTE, quoted};
use super::source_text::excerpt;
use super::static_types::Ty;
use super::type_inference::infer;
use dpgen_forest::index::shown;

impl Compiler<'_> {
    /// Code that gives true or false.
    pub(crate) fn test(&self, ast: &Ast) -> Result<Test, SpecError> {
        match self.typed(ast, Some(Ty::Bool))? {
            Typed::Test(test) => Ok(test),
            other => Err(self.wanted(ast, Ty::Bool, other.ty())),
        }
    }

    /// Code that gives an integer.
    pub(crate) fn num(&self, ast: &Ast) -> Result<Num, SpecError> {
        match self.typed(ast, Some(Ty::Int))? {
            Typed::Num(num, Ty::Int) => Ok(num),
            other => Err(self.wanted(ast, Ty::Int, other.ty())),
        }
    }

    /// A constant integer: a bound of a domain, or a default.
    pub(crate) fn constant(&self, ast: &Ast) -> Result<i64, SpecError> {
        match self.num(ast)? {
            Num::Const(value) => Ok(value),
            _ => {
                let params = self.params.iter().take(8).map(|(name, value)| format!("`{name}` is {value}"));
                let params = params.collect::<Vec<_>>().join(", ");
                let message = format!(
                    "`{}` has no value: it divides by zero or leaves the range of 64 bits",
                    self.quote(ast)
                );
                Err(self.error(ast.span, message).help(format!("here {params}")))
            }
        }
    }

    pub(super) fn wanted(&self, ast: &Ast, wanted: Ty, found: Ty) -> SpecError {
        let (wanted, found) = (self.table.show(wanted), self.table.show(found));
        self.error(ast.span, format!("expected {wanted}, but `{}` is {found}", self.quote(ast)))
    }

    /// Code of the type that is expected, if one is.
    pub(crate) fn typed(&self, ast: &Ast, expected: Option<Ty>) -> Result<Typed, SpecError> {
        self.spend(ast.span, 1)?;
        let int = |num| Ok(Typed::Num(num, Ty::Int));
        match &ast.node {
            Node::Int(value) => int(Num::Const(*value)),
            Node::OwnNumber => int(Num::NodeNumber),
            Node::Bool(value) => Ok(Typed::Test(Test::Const(*value))),
            Node::Text(text) => self.text(ast, text, expected),
            Node::Path(path) => match self.find(ast, path)? {
                Resolved::Value(value) => Ok(value),
                Resolved::Part(_, ty) => Err(self.whole(ast, ty)),
            },
            Node::Neg(a) => int(self.num(a)?.negated()),
            Node::Abs(a) => int(self.num(a)?.absolute()),
            Node::Arith(first, rest) => match self.infer(ast).or(expected) {
                Some(Ty::List(ty)) => self.join(ast, first, rest, ty),
                _ => int(self.arith(first, rest)?),
            },
            Node::Size(a) => int(self.size(ast, a)?),
            Node::List(items) => self.items(ast, items, expected),
            Node::Index(list, place) => self.index(ast, list, place),
            Node::Call(function, operands) => self.list_function(ast, *function, operands, expected),
            Node::Not(a) => Ok(Typed::Test(self.test(a)?.negated())),
            Node::And(parts) => self.tests(parts, true).map(|parts| Typed::Test(Test::join(parts, true))),
            Node::Or(parts) => self.tests(parts, false).map(|parts| Typed::Test(Test::join(parts, false))),
            Node::Compare(op, a, b) => self.compare(ast, *op, a, b).map(Typed::Test),
            Node::In(item, list) => self.within(item, list).map(Typed::Test),
            Node::If(choices, otherwise) => self.choice(ast, choices, otherwise, expected),
        }
    }

    /// The error for a structure in the place of a value.
    fn whole(&self, ast: &Ast, ty: usize) -> SpecError {
        let ty = &self.table.types[ty];
        let message = format!("`{}` is a whole `{}`, not a value", self.quote(ast), ty.name);
        let known = ty.names();
        let known = known.iter().take(20).copied().collect::<Vec<_>>().join("`, `");
        self.error(ast.span, message).help(format!("ask it for one of `{known}`"))
    }

    /// The parts of `&&` (`all`) or `||`.
    fn tests(&self, parts: &[Ast], all: bool) -> Result<Vec<Test>, SpecError> {
        let mut tests: Vec<Test> = Vec::new();
        for part in parts {
            if self.place.any_ctor && tests.last().is_some_and(|test| test.is(!all)) {
                self.unread(part)?;
            } else {
                tests.push(self.test(part)?);
            }
        }
        Ok(tests)
    }

    fn arith(&self, first: &Ast, rest: &[(Arith, Ast)]) -> Result<Num, SpecError> {
        let mut value = self.num(first)?;
        let mut open = Vec::new();
        for (op, operand) in rest {
            let operand = self.num(operand)?;
            match (&value, &operand) {
                (Num::Const(a), Num::Const(b)) if open.is_empty() => match fold(*op, *a, *b) {
                    Some(folded) => value = Num::Const(folded),
                    None => open.push((*op, operand)),
                },
                _ => open.push((*op, operand)),
            }
        }
        Ok(if open.is_empty() { value } else { Num::Arith(Box::new(value), open) })
    }

    /// The type of an expression as far as it is known without its surroundings.
    pub(super) fn infer(&self, ast: &Ast) -> Option<Ty> {
        infer(self.table, self.place.layer, ast, &mut Vec::new())
    }

    /// The label or constructor that a string names.
    fn text(&self, ast: &Ast, text: &str, expected: Option<Ty>) -> Result<Typed, SpecError> {
        let place = match expected {
            Some(Ty::Kind(ty)) => {
                let def = &self.table.types[ty];
                def.ctor(text).ok_or_else(|| {
                    let message = format!("type `{}` has no constructor `{}`", def.name, excerpt(text));
                    self.error(ast.span, message).suggest(text, def.ctor_names())
                })?
            }
            Some(Ty::Label(labels)) => {
                let labels = &self.table.labels[labels];
                labels.iter().position(|label| label == text).ok_or_else(|| {
                    let message = format!("'{}' is none of {}", excerpt(text), excerpt(&quoted(labels)));
                    let near =
                        super::error::nearest(text, &labels.iter().map(String::as_str).collect::<Vec<_>>());
                    let error = self.error(ast.span, message);
                    near.map_or(error.clone(), |near| error.help(format!("did you mean '{near}'?")))
                })?
            }
            _ => return Ok(Typed::Num(Num::Const(0), Ty::Text)),
        };
        Ok(Typed::Num(Num::Const(i64::from(shown(place))), expected.unwrap_or(Ty::Text)))
    }

    fn compare(&self, ast: &Ast, op: Compare, a: &Ast, b: &Ast) -> Result<Test, SpecError> {
        let ty = self.infer(a).or_else(|| self.infer(b));
        let ordered = !matches!(op, Compare::Eq | Compare::Ne);
        let meant = |error| if ordered { error } else { self.meant_constructor(error, op, a, b) };
        match (self.typed(a, ty).map_err(meant)?, self.typed(b, ty).map_err(meant)?) {
            (Typed::Num(_, Ty::Text), Typed::Num(_, Ty::Text)) => {
                let message = "two strings are compared, and neither is a field, an attribute or a `kind`";
                Err(self.error(ast.span, message))
            }
            (Typed::Num(_, ty @ Ty::Kind(_)), Typed::Num(_, other)) if ordered && ty == other => {
                Err(self.no_order(a, ty))
            }
            (Typed::Num(left, ty), Typed::Num(right, other)) if ty == other => {
                Ok(Test::compare(op, left, right))
            }
            (Typed::Test(_), Typed::Test(_)) if ordered => Err(self.no_order(a, Ty::Bool)),
            (Typed::Test(left), Typed::Test(right)) => {
                let same = Test::same(left, right);
                Ok(if op == Compare::Ne { same.negated() } else { same })
            }
            (Typed::List(_, ty), Typed::List(_, other)) if ordered && ty == other => {
                Err(self.no_order(a, Ty::List(ty)))
            }
            (Typed::List(left, ty), Typed::List(right, other)) if ty == other => {
                let same = Test::SameList(Box::new((left, right)));
                Ok(if op == Compare::Ne { same.negated() } else { same })
            }
            (left, right) => {
                let (left, right) = (self.table.show(left.ty()), self.table.show(right.ty()));
                let message = format!(
                    "`{}` is {left}, but `{}` is {right}: they can not be compared",
                    self.quote(a),
                    self.quote(b)
                );
                Err(self.error(ast.span, message))
            }
        }
    }

    fn no_order(&self, side: &Ast, ty: Ty) -> SpecError {
        let message = format!("`{}` is {}, which has no order", self.quote(side), self.table.show(ty));
        self.error(side.span, message).help("compare with `==` or `!=`")
    }

    fn within(&self, item: &Ast, list: &Ast) -> Result<Test, SpecError> {
        let Node::List(list) = &list.node else { return self.within_list(item, list) };
        let ty = self.infer(item).or_else(|| list.iter().find_map(|element| self.infer(element)));
        let Typed::Num(num, ty) = self.typed(item, ty)? else {
            return Err(self.error(item.span, "`in` looks for integers and strings, not for a bool"));
        };
        let element = |element: &Ast| match self.typed(element, Some(ty))? {
            Typed::Num(num, found) if found == ty => Ok(num),
            other => Err(self.wanted(element, ty, other.ty())),
        };
        Ok(Test::within(num, list.iter().map(element).collect::<Result<_, _>>()?))
    }

    fn choice(
        &self,
        ast: &Ast,
        choices: &[(Ast, Ast)],
        otherwise: &Ast,
        expected: Option<Ty>,
    ) -> Result<Typed, SpecError> {
        let ty = expected.or_else(|| self.infer(ast));
        let (mut tests, mut values, mut otherwise) = (Vec::new(), Vec::new(), otherwise);
        let mut choices = choices.iter();
        while let Some((test, value)) = choices.next() {
            let test = self.test(test)?;
            if self.place.any_ctor && test.is(false) {
                self.unread(value)?;
            } else if self.place.any_ctor && test.is(true) {
                self.unread(otherwise)?;
                choices.by_ref().try_for_each(|(test, value)| self.unread(test).and(self.unread(value)))?;
                otherwise = value;
            } else {
                tests.push(test);
                values.push(value);
            }
        }
        let values = values.into_iter();
        match self.typed(otherwise, ty)? {
            Typed::Num(last, ty) => {
                let value = |value: &Ast| match self.typed(value, Some(ty))? {
                    Typed::Num(num, found) if found == ty => Ok(num),
                    other => Err(self.sides((value, other.ty()), (otherwise, ty))),
                };
                let values = values.map(value).collect::<Result<Vec<_>, _>>()?;
                Ok(Typed::Num(Num::choice(tests.into_iter().zip(values), last), ty))
            }
            Typed::Test(last) => {
                let value = |value: &Ast| match self.typed(value, Some(Ty::Bool))? {
                    Typed::Test(test) => Ok(test),
                    other => Err(self.sides((value, other.ty()), (otherwise, Ty::Bool))),
                };
                let values = values.map(value).collect::<Result<Vec<_>, _>>()?;
                Ok(Typed::Test(Test::choice(tests.into_iter().zip(values), last)))
            }
            Typed::List(last, ty) => {
                let value = |value: &Ast| match self.typed(value, Some(Ty::List(ty)))? {
                    Typed::List(list, found) if found == ty => Ok(list),
                    other => Err(self.sides((value, other.ty()), (otherwise, Ty::List(ty)))),
                };
                let values = values.map(value).collect::<Result<Vec<_>, _>>()?;
                Ok(Typed::List(List::choice(tests.into_iter().zip(values), last), ty))
            }
        }
    }

    fn sides(&self, (a, left): (&Ast, Ty), (b, right): (&Ast, Ty)) -> SpecError {
        let (left, right) = (self.table.show(left), self.table.show(right));
        let message = format!(
            "one side of `:` is {left} (`{}`), the other is {right} (`{}`)",
            self.quote(a),
            self.quote(b)
        );
        self.error(a.span, message)
    }

    fn size(&self, ast: &Ast, list: &Ast) -> Result<Num, SpecError> {
        if matches!(list.node, Node::List(_)) || matches!(self.infer(list), Some(Ty::List(_))) {
            return Ok(Num::Len(Box::new(self.list(list, None)?.0)));
        }
        let found = match &list.node {
            Node::Path(path) => self.find(list, path)?,
            _ => return Err(self.error(list.span, "`size` takes a list: a field, or a field of a field")),
        };
        let Resolved::Part(way, ty) = found else {
            let message = format!("`size` takes a list, but `{}` is a value", self.quote(list));
            return Err(self.error(list.span, message));
        };
        let def = &self.table.types[ty];
        let Some(attribute) = def.attribute(SIZE_ATTRIBUTE) else {
            let message = format!("`size` takes a list, but `{}` is a `{}`", self.quote(list), def.name);
            return Err(self.error(list.span, message));
        };
        let read = self.named_read(&self.quote(ast).into(), Some(list.span), None);
        Ok(Num::Ask(Box::new(Ask { way, ty: shown(ty), attribute: shown(attribute), read })))
    }
}
