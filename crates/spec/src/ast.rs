//! Expressions: CEL text, parsed by the `cel` crate and brought into the part of CEL that specs know.
//!
//! Whatever else CEL has is refused here, with a word on what to write instead, so that nothing after
//! this file meets it. Each node carries its place in the spec's text.

use cel::common::ast::{CallExpr, Expr, IdedExpr, LiteralValue, SourceInfo, operators};
use cel::parser::Parser;

use super::SpecError;
use super::text::{Source, Span, Text};

/// An expression and its place.
#[derive(Debug, Clone)]
pub(crate) struct Ast {
    pub(crate) node: Node,
    pub(crate) span: Option<Span>,
}

/// What an expression is.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    Int(i64),
    Bool(bool),
    Text(String),
    Name(String),
    /// `operand.name` (and `operand[0]`, with the name `0`), with the place of the name.
    Select(Box<Ast>, String, Option<Span>),
    Not(Box<Ast>),
    Neg(Box<Ast>),
    And(Vec<Ast>),
    Or(Vec<Ast>),
    Compare(Compare, Box<Ast>, Box<Ast>),
    Arith(Arith, Box<Ast>, Box<Ast>),
    If(Box<Ast>, Box<Ast>, Box<Ast>),
    In(Box<Ast>, Vec<Ast>),
    Abs(Box<Ast>),
    /// The length of a list.
    Size(Box<Ast>),
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// An operation on two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Min,
    Max,
}

const FUNCTIONS: &str = "the functions are `min(a, b)`, `max(a, b)`, `abs(a)` and `size(list)`";

/// Parses an expression of a spec.
pub(crate) fn parse(source: &Source, text: &Text) -> Result<Ast, SpecError> {
    let base = source.offset(text).filter(|_| text.value.is_ascii());
    let whole = source.span(text);
    match Parser::new().parse_with_source_info(&text.value) {
        Ok((expr, info)) => Lower { source, text: &text.value, info: &info, base, whole }.lower(&expr),
        Err(errors) => {
            let first = errors.errors.first();
            let (line, column) = first.map_or((1, 1), |error| error.pos);
            let before = text.value.split_inclusive('\n').take(usize::try_from(line - 1).unwrap_or_default());
            let at = before.map(str::len).sum::<usize>() + usize::try_from(column - 1).unwrap_or_default();
            let at = at.min(text.value.len());
            let span = base.map(|base| Span { start: base + at, end: base + (at + 1).min(text.value.len()) });
            let message = first.map(|error| readable(&error.msg)).unwrap_or_default();
            let error = source.error(span.or(whole), message);
            let rest = text.value.get(at..).unwrap_or_default();
            Err(if rest.starts_with('=') && !rest.starts_with("==") {
                error.help("`==` compares")
            } else {
                error
            })
        }
    }
}

/// The parser's message without its internals.
fn readable(message: &str) -> String {
    let message = message.strip_prefix("Syntax error: ").unwrap_or(message);
    let message = message.split(" expecting ").next().unwrap_or(message);
    if message.contains("<EOF>") {
        return "the expression ends too early".to_owned();
    }
    for start in [
        "extraneous input ",
        "mismatched input ",
        "no viable alternative at input ",
        "token recognition error at: ",
    ] {
        if let Some(rest) = message.strip_prefix(start) {
            let token = rest.trim_matches('\'').trim();
            return format!("the expression can not be read from `{token}` on");
        }
    }
    format!("the expression can not be read: {message}")
}

struct Lower<'a> {
    source: &'a Source,
    text: &'a str,
    info: &'a SourceInfo,
    base: Option<usize>,
    whole: Option<Span>,
}

impl Lower<'_> {
    /// Where the token of a node stands within the expression.
    fn token(&self, id: u64) -> (usize, usize) {
        let (start, stop) = self.info.offset_for(id).unwrap_or_default();
        let start = usize::try_from(start).unwrap_or_default().min(self.text.len());
        (start, usize::try_from(stop).map_or(start, |stop| stop + 1).clamp(start, self.text.len()))
    }

    fn span(&self, (start, end): (usize, usize)) -> Option<Span> {
        self.base.map(|base| Span { start: base + start, end: base + end }).or(self.whole)
    }

    fn refuse(&self, id: u64, message: impl Into<String>) -> SpecError {
        self.source.error(self.span(self.token(id)), message)
    }

    /// The place of a called function's name, given the node, whose token is the parenthesis.
    fn callee(&self, id: u64) -> Option<Span> {
        let (open, end) = self.token(id);
        let before = self.text.get(..open).unwrap_or_default().trim_end();
        let start = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
        self.span(if start < before.len() { (start, before.len()) } else { (open, end) })
    }

    fn refuse_call(&self, id: u64, message: impl Into<String>) -> SpecError {
        self.source.error(self.callee(id), message)
    }

    fn lower(&self, expr: &IdedExpr) -> Result<Ast, SpecError> {
        let plain = |node| Ok(Ast { node, span: self.span(self.token(expr.id)) });
        match &expr.expr {
            Expr::Literal(LiteralValue::Int(value)) => plain(Node::Int(*value.inner())),
            Expr::Literal(LiteralValue::Boolean(value)) => plain(Node::Bool(*value.inner())),
            Expr::Literal(LiteralValue::String(value)) => plain(Node::Text(value.inner().to_owned())),
            Expr::Literal(LiteralValue::Null) => Err(self
                .refuse(expr.id, "`null` is not supported")
                .help("ask for a constructor, as in `value.kind == 'None'`")),
            Expr::Literal(_) => {
                Err(self.refuse(expr.id, "literals are integers, `true`, `false` and strings"))
            }
            Expr::Ident(name) => plain(Node::Name(name.clone())),
            Expr::Select(select) if select.test => {
                Err(self.refuse_call(expr.id, "`has` is not supported").help("ask for a constructor, as in `left.kind == 'Nil'`"))
            }
            Expr::Select(select) => {
                let (dot, after) = self.token(expr.id);
                let name = self.text.get(dot..).and_then(|rest| rest.find(&select.field)).map_or(after, |at| dot + at);
                let name = self.span((name, (name + select.field.len()).min(self.text.len())));
                let operand = self.lower(&select.operand)?;
                let span = join(operand.span, name);
                Ok(Ast { node: Node::Select(Box::new(operand), select.field.clone(), name), span })
            }
            Expr::Call(call) => self.call(expr.id, call),
            Expr::List(_) => Err(self
                .refuse(expr.id, "a list may only stand to the right of `in`")
                .help("as in `key in [1, 2]`")),
            Expr::Comprehension(_) => Err(self
                .refuse_call(expr.id, "`all`, `exists`, `map`, `filter` and the other macros are not supported")
                .help("give the list's type an attribute that says it, as in `\"List(Tree)\": (attributes: {...})`")),
            Expr::Map(_) | Expr::Struct(_) | Expr::Unspecified => {
                Err(self.refuse(expr.id, "maps and messages are not supported"))
            }
        }
    }

    fn call(&self, id: u64, call: &CallExpr) -> Result<Ast, SpecError> {
        if call.target.is_some() {
            return Err(self
                .refuse_call(
                    id,
                    format!("`{}` is called like a method, which is not supported", call.func_name),
                )
                .help(FUNCTIONS));
        }
        let name = call.func_name.as_str();
        if let (operators::IN, [item, list]) = (name, call.args.as_slice()) {
            return self.within(item, list);
        }
        if let (operators::INDEX, [operand, index]) = (name, call.args.as_slice()) {
            return self.index(id, operand, index);
        }
        let args = call.args.iter().map(|arg| self.lower(arg)).collect::<Result<Vec<_>, _>>()?;
        let call = matches!(name, "min" | "max" | "abs" | "size");
        let token = if call { self.callee(id) } else { self.span(self.token(id)) };
        let span = args.iter().fold(token, |span, arg| join(span, arg.span));
        let count = args.len();
        let mut args = args.into_iter().map(Box::new);
        let node = match (name, args.next(), args.next(), args.next(), count) {
            (operators::LOGICAL_NOT, Some(a), None, ..) => Node::Not(a),
            (operators::NEGATE, Some(a), None, ..) => match a.node {
                Node::Int(value) => Node::Int(value.wrapping_neg()),
                _ => Node::Neg(a),
            },
            (operators::LOGICAL_AND, Some(a), Some(b), None, _) => {
                let split = |ast: Ast| match ast.node {
                    Node::And(parts) => parts,
                    _ => vec![ast],
                };
                Node::And([split(*a), split(*b)].concat())
            }
            (operators::LOGICAL_OR, Some(a), Some(b), None, _) => {
                let split = |ast: Ast| match ast.node {
                    Node::Or(parts) => parts,
                    _ => vec![ast],
                };
                Node::Or([split(*a), split(*b)].concat())
            }
            (operators::CONDITIONAL, Some(test), Some(a), Some(b), 3) => Node::If(test, a, b),
            ("abs", Some(a), None, ..) => Node::Abs(a),
            ("size", Some(a), None, ..) => Node::Size(a),
            (_, Some(a), Some(b), None, _) if comparison(name).is_some() => {
                Node::Compare(comparison(name).unwrap_or(Compare::Eq), a, b)
            }
            (_, Some(a), Some(b), None, _) if arithmetic(name).is_some() => {
                Node::Arith(arithmetic(name).unwrap_or(Arith::Add), a, b)
            }
            ("abs" | "size" | "min" | "max", ..) => {
                let wanted = if matches!(name, "min" | "max") { "two arguments" } else { "one argument" };
                return Err(self.refuse_call(id, format!("`{name}` takes {wanted}, found {count}")));
            }
            _ => return Err(self.refuse_call(id, format!("unknown function `{name}`")).help(FUNCTIONS)),
        };
        Ok(Ast { node, span })
    }

    fn within(&self, item: &IdedExpr, list: &IdedExpr) -> Result<Ast, SpecError> {
        let item = self.lower(item)?;
        let Expr::List(elements) = &list.expr else {
            return Err(self
                .refuse(list.id, "the right side of `in` must be a list that is written out")
                .help("as in `key in [1, 2]`"));
        };
        let elements = elements.elements.iter().map(|e| self.lower(e)).collect::<Result<Vec<_>, _>>()?;
        let span = elements.iter().fold(item.span, |span, element| join(span, element.span));
        Ok(Ast { node: Node::In(Box::new(item), elements), span })
    }

    fn index(&self, id: u64, operand: &IdedExpr, index: &IdedExpr) -> Result<Ast, SpecError> {
        let Expr::Literal(LiteralValue::Int(place)) = &index.expr else {
            return Err(self
                .refuse(id, "an index must be a number that is written out")
                .help("as in `chains[0]`; lists are taken apart by `first` and `rest`"));
        };
        let operand = self.lower(operand)?;
        let name = self.span(self.token(index.id));
        let span = join(operand.span, name);
        Ok(Ast { node: Node::Select(Box::new(operand), place.inner().to_string(), name), span })
    }
}

fn join(a: Option<Span>, b: Option<Span>) -> Option<Span> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.to(b)),
        _ => a.or(b),
    }
}

fn comparison(name: &str) -> Option<Compare> {
    Some(match name {
        operators::EQUALS => Compare::Eq,
        operators::NOT_EQUALS => Compare::Ne,
        operators::LESS => Compare::Lt,
        operators::LESS_EQUALS => Compare::Le,
        operators::GREATER => Compare::Gt,
        operators::GREATER_EQUALS => Compare::Ge,
        _ => return None,
    })
}

fn arithmetic(name: &str) -> Option<Arith> {
    Some(match name {
        operators::ADD => Arith::Add,
        operators::SUBSTRACT => Arith::Sub,
        operators::MULTIPLY => Arith::Mul,
        operators::DIVIDE => Arith::Div,
        operators::MODULO => Arith::Rem,
        "min" => Arith::Min,
        "max" => Arith::Max,
        _ => return None,
    })
}
