//! Finds what an expression reads of a structure: the names, items and calls in it, with their values.
//!
//! The walk follows the evaluation: what `&&`, `||`, `? :` and `in` do not need is not read. Each value is computed by the code that
//! the compiler makes of that part of the expression, so that there is one evaluator. A read that fails has its failure, and
//! ends the walk as it ended the evaluation. The parts of a value are not listed: of `left.height + 1`, `left.height` is.

use std::ops::ControlFlow;

use dpgen_engine::predicate_run::{Failure, guarded, raise};

use super::cel::ast::{Ast, Compare, Name, Node};
use super::compile_context::Compiler;
use super::context_words::Datum;
use super::evaluation_frame::Frame;
use super::name_resolution::Resolved;
use super::named_values::{AttributeValue, of_datum};
use super::source_text::Span;

/// A part of an expression that was read.
#[derive(Debug, Clone)]
pub(crate) struct ExpressionRead {
    pub(crate) span: Span,
    /// The names of a path; none of other parts.
    pub(crate) path: Vec<String>,
    /// The value, or the failure in words.
    pub(crate) value: Result<AttributeValue, String>,
}

/// What some expressions of one place read, each part once, in the order of the reads.
pub(crate) fn reads(compiler: &Compiler<'_>, frame: Frame<'_>, asts: &[&Ast]) -> Vec<ExpressionRead> {
    let mut walk = ReadWalk { compiler, frame, found: Vec::new() };
    // A failure is among the reads.
    let _ = asts.iter().try_for_each(|ast| walk.expression(ast));
    walk.found
}

struct ReadWalk<'a> {
    compiler: &'a Compiler<'a>,
    frame: Frame<'a>,
    found: Vec<ExpressionRead>,
}

impl ReadWalk<'_> {
    /// Reads an expression. Breaks where the evaluation fails.
    fn expression(&mut self, ast: &Ast) -> ControlFlow<()> {
        match &ast.node {
            Node::Int(_) | Node::Bool(_) | Node::Text(_) | Node::OwnNumber => ControlFlow::Continue(()),
            Node::Path(path) => self.note(ast, path),
            Node::Not(a) | Node::Neg(a) | Node::Abs(a) => self.expression(a),
            Node::Size(list) => {
                if let Some(path) = self.part(list) {
                    return self.note(ast, path);
                }
                self.expression(list)?;
                self.note(ast, &[])
            }
            Node::And(parts) => self.until(parts, false),
            Node::Or(parts) => self.until(parts, true),
            Node::Compare(_, a, b) => self.all([&**a, b]),
            Node::In(item, list) => match &list.node {
                Node::List(items) => self.among(item, items),
                _ => self.all([&**item, list]),
            },
            Node::Index(list, place) => {
                self.all([&**list, place])?;
                self.note(ast, &[])
            }
            Node::Arith(first, rest) => {
                self.expression(first)?;
                self.all(rest.iter().map(|(_, operand)| operand))
            }
            Node::If(choices, otherwise) => {
                for (test, value) in choices {
                    self.expression(test)?;
                    if self.holds(test)? {
                        return self.expression(value);
                    }
                }
                self.expression(otherwise)
            }
            Node::List(items) => self.all(items),
            Node::Call(_, operands) => {
                self.all(operands)?;
                self.note(ast, &[])
            }
        }
    }

    fn all<'t>(&mut self, asts: impl IntoIterator<Item = &'t Ast>) -> ControlFlow<()> {
        asts.into_iter().try_for_each(|ast| self.expression(ast))
    }

    /// Reads tests up to the first that is `last`.
    fn until(&mut self, tests: &[Ast], last: bool) -> ControlFlow<()> {
        for test in tests {
            self.expression(test)?;
            if self.holds(test)? == last {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reads the items of a list that is written out, up to one that is looked for.
    fn among(&mut self, item: &Ast, items: &[Ast]) -> ControlFlow<()> {
        self.expression(item)?;
        for one in items {
            self.expression(one)?;
            let equal = Node::Compare(Compare::Eq, Box::new(item.clone()), Box::new(one.clone()));
            if self.holds(&Ast::new(equal, one.span))? {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// The path to a whole structure, if the expression is one.
    fn part<'t>(&self, ast: &'t Ast) -> Option<&'t [Name]> {
        let Node::Path(path) = &ast.node else { return None };
        matches!(self.compiler.find(ast, path), Ok(Resolved::Part(..))).then_some(path)
    }

    /// Whether a test holds. Breaks if it fails, or has no code.
    fn holds(&self, test: &Ast) -> ControlFlow<(), bool> {
        let Ok(code) = self.compiler.test(test) else { return ControlFlow::Break(()) };
        match attempt(|| code.eval(&self.frame)) {
            Ok(holds) => ControlFlow::Continue(holds),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Notes a part of the expression with its value. Breaks if it fails.
    fn note(&mut self, ast: &Ast, path: &[Name]) -> ControlFlow<()> {
        let quote = |span| self.compiler.source.text.get(span);
        let text = quote(ast.span.start..ast.span.end);
        let is_known = self.found.iter().any(|read| quote(read.span.start..read.span.end) == text);
        // A part without a type of its own, such as a list without items, stands for itself.
        let Some(code) = self.compiler.typed(ast, None).ok().filter(|_| !is_known) else {
            return ControlFlow::Continue(());
        };
        let (ty, code) = (code.ty(), code.value());
        let value = attempt(|| code.eval(&self.frame)).map(|datum| self.named(ty, &datum));
        let fails = value.is_err();
        let path = path.iter().map(|name| name.name.clone()).collect();
        self.found.push(ExpressionRead { span: ast.span, path, value });
        if fails { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn named(&self, ty: super::static_types::Ty, datum: &Datum) -> AttributeValue {
        of_datum(self.compiler.table, ty, datum)
            .unwrap_or_else(|| AttributeValue::Int(datum.word().unwrap_or_default()))
    }
}

/// Evaluates, or says why that fails. What the engine answers itself, by evaluating again, is passed on.
fn attempt<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    guarded(work).map_err(|failure| match failure {
        Failure::Endless => raise(failure),
        failure => failure.to_string(),
    })
}
