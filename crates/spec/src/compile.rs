//! From expressions to code: checks types and folds constants; `resolve.rs` looks names up.
//!
//! Every message about a type names both sides. A [`Site`] says where an expression stands and thereby
//! which names it sees.

use std::sync::Arc;

use super::SpecError;
use super::ast::{Arith, Ast, Compare, Node};
use super::code::{Ask, Num, Test, fold};
use super::resolve::Found;
use super::table::{SIZE, Table, Ty, quoted};
use super::text::{Source, Span};
use super::types::infer;
use dpgen_forest::index::shown;

/// Where an expression stands.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    /// The type and constructor whose names it sees; `None` for bounds, which see parameters only.
    pub(crate) layer: Option<(usize, usize)>,
    /// Whether names of the type's other constructors are let through, to panic when read: `root_ok`.
    pub(crate) any_ctor: bool,
    /// In words, as in "Node's rep_ok".
    pub(crate) what: String,
}

/// Compiles the expressions of one site.
pub(crate) struct Compiler<'a> {
    pub(crate) source: &'a Source,
    pub(crate) table: &'a Table,
    pub(crate) params: &'a [(String, i64)],
    pub(crate) site: Site,
}

/// Code and its type.
#[derive(Debug, Clone)]
pub(crate) enum Typed {
    Num(Num, Ty),
    Test(Test),
}

impl Typed {
    pub(super) fn ty(&self) -> Ty {
        match self {
            Self::Num(_, ty) => *ty,
            Self::Test(_) => Ty::Bool,
        }
    }
}

impl Compiler<'_> {
    pub(super) fn error(&self, span: Option<Span>, message: impl Into<String>) -> SpecError {
        self.source.error(span, message)
    }

    pub(super) fn quote(&self, ast: &Ast) -> &str {
        self.source.quote(ast.span)
    }

    /// The expression and where it stands, for panics.
    pub(super) fn read_as(&self, ast: &Ast) -> Arc<str> {
        format!("`{}` in {}", self.quote(ast), self.site.what).into()
    }

    /// Code that gives true or false.
    pub(crate) fn test(&self, ast: &Ast) -> Result<Test, SpecError> {
        match self.typed(ast, Some(Ty::Bool))? {
            Typed::Test(test) => Ok(test),
            Typed::Num(_, ty) => Err(self.wanted(ast, Ty::Bool, ty)),
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
                Err(self
                    .error(ast.span, "this has no value: it divides by zero or leaves the range of 64 bits"))
            }
        }
    }

    fn wanted(&self, ast: &Ast, wanted: Ty, found: Ty) -> SpecError {
        let (wanted, found) = (self.table.show(wanted), self.table.show(found));
        self.error(ast.span, format!("expected {wanted}, but `{}` is {found}", self.quote(ast)))
    }

    /// Code of the type that is expected, if one is.
    pub(crate) fn typed(&self, ast: &Ast, expected: Option<Ty>) -> Result<Typed, SpecError> {
        let int = |num| Ok(Typed::Num(num, Ty::Int));
        match &ast.node {
            Node::Int(value) => int(Num::Const(*value)),
            Node::Bool(value) => Ok(Typed::Test(Test::Const(*value))),
            Node::Text(text) => self.text(ast, text, expected),
            Node::Name(_) | Node::Select(..) => match self.find(ast)? {
                Found::Value(value) => Ok(value),
                Found::Part(_, ty) => {
                    let ty = &self.table.types[ty];
                    let message = format!("`{}` is a whole `{}`, not a value", self.quote(ast), ty.name);
                    let known = ty.names().join("`, `");
                    Err(self.error(ast.span, message).help(format!("ask it for one of `{known}`")))
                }
            },
            Node::Neg(a) => int(match self.num(a)? {
                Num::Const(value) if value != i64::MIN => Num::Const(-value),
                num => Num::Neg(Box::new(num)),
            }),
            Node::Abs(a) => int(match self.num(a)? {
                Num::Const(value) if value != i64::MIN => Num::Const(value.abs()),
                num => Num::Abs(Box::new(num)),
            }),
            Node::Arith(op, a, b) => int(arith(*op, self.num(a)?, self.num(b)?)),
            Node::Size(a) => int(self.size(ast, a)?),
            Node::Not(a) => Ok(Typed::Test(not(self.test(a)?))),
            Node::And(parts) => self.tests(parts).map(|parts| Typed::Test(join(parts, true))),
            Node::Or(parts) => self.tests(parts).map(|parts| Typed::Test(join(parts, false))),
            Node::Compare(op, a, b) => self.compare(ast, *op, a, b).map(Typed::Test),
            Node::In(item, list) => self.within(item, list).map(Typed::Test),
            Node::If(test, a, b) => self.choice(ast, (test, a, b), expected),
        }
    }

    fn tests(&self, parts: &[Ast]) -> Result<Vec<Test>, SpecError> {
        parts.iter().map(|part| self.test(part)).collect()
    }

    /// The type of an expression as far as it can be told without what surrounds it.
    fn infer(&self, ast: &Ast) -> Option<Ty> {
        match self.site.layer {
            Some((ty, _)) => infer(self.table, ty, ast),
            None => Some(Ty::Int),
        }
    }

    /// A string stands for the label or constructor of that name.
    fn text(&self, ast: &Ast, text: &str, expected: Option<Ty>) -> Result<Typed, SpecError> {
        let place = match expected {
            Some(Ty::Kind(ty)) => {
                let def = &self.table.types[ty];
                def.ctor(text).ok_or_else(|| {
                    let message = format!("type `{}` has no constructor `{text}`", def.name);
                    self.error(ast.span, message).suggest(text, def.ctor_names())
                })?
            }
            Some(Ty::Label(labels)) => {
                let labels = &self.table.labels[labels];
                labels.iter().position(|label| label == text).ok_or_else(|| {
                    let message = format!("'{text}' is none of {}", quoted(labels));
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
        let (left, right) = (self.typed(a, ty)?, self.typed(b, ty)?);
        let (left_ty, right_ty) = (left.ty(), right.ty());
        if left_ty != right_ty {
            let (left, right) = (self.table.show(left_ty), self.table.show(right_ty));
            let message = format!(
                "`{}` is {left}, but `{}` is {right}: they can not be compared",
                self.quote(a),
                self.quote(b)
            );
            return Err(self.error(ast.span, message));
        }
        if left_ty == Ty::Text {
            let message = "two strings are compared, and neither is a field, an attribute or a `kind`";
            return Err(self.error(ast.span, message));
        }
        let ordered = !matches!(op, Compare::Eq | Compare::Ne);
        if ordered && matches!(left_ty, Ty::Bool | Ty::Kind(_)) {
            let message = format!("`{}` is {}, which has no order", self.quote(a), self.table.show(left_ty));
            return Err(self.error(ast.span, message).help("compare with `==` or `!=`"));
        }
        Ok(match (left, right) {
            (Typed::Num(Num::Const(a), _), Typed::Num(Num::Const(b), _)) => Test::Const(op.holds(&a, &b)),
            (Typed::Num(a, _), Typed::Num(b, _)) => Test::Compare(op, Box::new(a), Box::new(b)),
            (Typed::Test(a), Typed::Test(b)) => {
                let same = Test::Same(Box::new(a), Box::new(b));
                if op == Compare::Ne { not(same) } else { same }
            }
            _ => unreachable!("sides of one type have code of one kind"),
        })
    }

    fn within(&self, item: &Ast, list: &[Ast]) -> Result<Test, SpecError> {
        let ty = self.infer(item).or_else(|| list.iter().find_map(|element| self.infer(element)));
        let Typed::Num(num, ty) = self.typed(item, ty)? else {
            return Err(self.error(item.span, "`in` looks for integers and strings, not for a bool"));
        };
        let element = |element: &Ast| match self.typed(element, Some(ty))? {
            Typed::Num(num, found) if found == ty => Ok(num),
            other => Err(self.wanted(element, ty, other.ty())),
        };
        Ok(Test::In(Box::new(num), list.iter().map(element).collect::<Result<_, _>>()?))
    }

    fn choice(&self, ast: &Ast, parts: (&Ast, &Ast, &Ast), expected: Option<Ty>) -> Result<Typed, SpecError> {
        let test = self.test(parts.0)?;
        let ty = expected.or_else(|| self.infer(ast));
        let (a, b) = (self.typed(parts.1, ty)?, self.typed(parts.2, ty)?);
        match (test, a, b) {
            (_, a, b) if a.ty() != b.ty() => {
                let (left, right) = (self.table.show(a.ty()), self.table.show(b.ty()));
                let message = format!(
                    "one side of `:` is {left} (`{}`), the other is {right} (`{}`)",
                    self.quote(parts.1),
                    self.quote(parts.2)
                );
                Err(self.error(ast.span, message))
            }
            (Test::Const(true), a, _) => Ok(a),
            (Test::Const(false), _, b) => Ok(b),
            (test, Typed::Num(a, ty), Typed::Num(b, _)) => {
                Ok(Typed::Num(Num::If(Box::new(test), Box::new(a), Box::new(b)), ty))
            }
            (test, Typed::Test(a), Typed::Test(b)) => {
                Ok(Typed::Test(Test::If(Box::new(test), Box::new(a), Box::new(b))))
            }
            _ => unreachable!("sides of one type have code of one kind"),
        }
    }

    fn size(&self, ast: &Ast, list: &Ast) -> Result<Num, SpecError> {
        let found = match &list.node {
            Node::Name(_) | Node::Select(..) => self.find(list)?,
            _ => return Err(self.error(list.span, "`size` takes a list: a field, or a field of a field")),
        };
        let Found::Part(place, ty) = found else {
            return Err(
                self.error(list.span, format!("`size` takes a list, but `{}` is a value", self.quote(list)))
            );
        };
        let def = &self.table.types[ty];
        let Some(attribute) = def.attribute(SIZE) else {
            let message = format!("`size` takes a list, but `{}` is a `{}`", self.quote(list), def.name);
            return Err(self.error(list.span, message));
        };
        let site = self.read_as(ast);
        Ok(Num::Ask(Box::new(Ask { place, ty: shown(ty), attribute: shown(attribute), site })))
    }
}

fn arith(op: Arith, a: Num, b: Num) -> Num {
    if let (Num::Const(a), Num::Const(b)) = (&a, &b)
        && let Some(value) = fold(op, *a, *b)
    {
        return Num::Const(value);
    }
    Num::Arith(op, Box::new(a), Box::new(b))
}

fn not(test: Test) -> Test {
    match test {
        Test::Const(value) => Test::Const(!value),
        Test::Not(inner) => *inner,
        test => Test::Not(Box::new(test)),
    }
}

/// `&&` (`all`) or `||` of the parts, without those that are constant.
fn join(parts: Vec<Test>, all: bool) -> Test {
    let mut open = Vec::new();
    for part in parts {
        match part {
            Test::Const(value) if value == all => {}
            Test::Const(value) => {
                open.push(Test::Const(value));
                break;
            }
            part => open.push(part),
        }
    }
    match open.len() {
        0 => Test::Const(all),
        1 => open.swap_remove(0),
        _ if all => Test::And(open),
        _ => Test::Or(open),
    }
}
