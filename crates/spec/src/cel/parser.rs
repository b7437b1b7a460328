//! The parser: by precedence, each operator binding as tightly as CEL says (a Pratt parser).
//!
//! A chain of operators of one precedence is read by a loop and becomes one node. Recursion goes with real
//! nesting only, and is limited.

use super::super::SpecError;
use super::super::source_text::{Span, SpecText, Text};
use super::super::spec_limits::MAX_EXPRESSION_DEPTH;
use super::ast::{Arith, Ast, Compare, Node};
use super::functions;
use super::tokens::{Lexeme, Token, next};

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Infix {
    Or,
    And,
    Compare(Compare),
    In,
    Arith(Arith),
}

impl Infix {
    fn of(token: Token, word: &str) -> Option<Self> {
        Some(match token {
            Token::Word if word == "in" => Self::In,
            Token::Sign(sign) => match sign {
                "||" => Self::Or,
                "&&" => Self::And,
                "==" => Self::Compare(Compare::Eq),
                "!=" => Self::Compare(Compare::Ne),
                "<" => Self::Compare(Compare::Lt),
                "<=" => Self::Compare(Compare::Le),
                ">" => Self::Compare(Compare::Gt),
                ">=" => Self::Compare(Compare::Ge),
                "+" => Self::Arith(Arith::Add),
                "-" => Self::Arith(Arith::Sub),
                "*" => Self::Arith(Arith::Mul),
                "/" => Self::Arith(Arith::Div),
                "%" => Self::Arith(Arith::Rem),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The binding power: 1 is the loosest.
    fn power(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Compare(_) | Self::In => 3,
            Self::Arith(Arith::Add | Arith::Sub) => 4,
            Self::Arith(_) => 5,
        }
    }
}

/// Parses an expression of a spec.
pub(crate) fn parse(source: &SpecText, text: &Text) -> Result<Ast, SpecError> {
    let mut parser = Parser { source, text, next: next(&text.value, 0), depth: 0 };
    let ast = parser.expression()?;
    match parser.next.token {
        Token::End => Ok(ast),
        _ => Err(parser.no_operator()),
    }
}

/// The rest of an expression to read; `operand.rs` has the methods that read operands.
pub(super) struct Parser<'a> {
    pub(super) source: &'a SpecText,
    text: &'a Text,
    pub(super) next: Lexeme,
    /// The levels of operands around `next`.
    depth: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn take(&mut self) -> Span {
        let taken = self.next;
        self.next = next(&self.text.value, taken.end);
        self.span(taken)
    }

    pub(super) fn span(&self, lexeme: Lexeme) -> Span {
        self.text.part(lexeme.start, lexeme.end)
    }

    pub(super) fn word(&self) -> &'a str {
        &self.text.value[self.next.start..self.next.end]
    }

    pub(super) fn is(&self, sign: &'static str) -> bool {
        self.next.token == Token::Sign(sign)
    }

    pub(super) fn error(&self, message: impl Into<String>) -> SpecError {
        self.source.error(self.span(self.next), message)
    }

    /// A node, unless it is nested too deeply.
    pub(super) fn node(&self, node: Node, span: Span) -> Result<Ast, SpecError> {
        let ast = Ast::new(node, span);
        if ast.height > MAX_EXPRESSION_DEPTH { Err(self.too_deep(span)) } else { Ok(ast) }
    }

    fn too_deep(&self, span: Span) -> SpecError {
        let message = format!("the expression is nested more than {MAX_EXPRESSION_DEPTH} levels deep here");
        self.source.error(span, message).help("give a part of it a name, as an attribute")
    }

    /// `test ? a : b`, or what binds more tightly.
    pub(super) fn expression(&mut self) -> Result<Ast, SpecError> {
        let mut choices = Vec::new();
        let otherwise = loop {
            let test = self.operators(1)?;
            if !self.is("?") {
                break test;
            }
            self.take();
            let value = self.operators(1)?;
            if self.is("?") {
                let error = self.error("a choice between `?` and `:` needs parentheses");
                return Err(error.help("write `a ? (b ? c : d) : e`"));
            }
            if !self.is(":") {
                return Err(self.missing(":", "the `?` before"));
            }
            self.take();
            choices.push((test, value));
        };
        match choices.first() {
            None => Ok(otherwise),
            Some((test, _)) => {
                let span = test.span.to(otherwise.span);
                self.node(Node::If(choices, Box::new(otherwise)), span)
            }
        }
    }

    /// Operands with operators that bind at least as tightly as `least`.
    fn operators(&mut self, least: u8) -> Result<Ast, SpecError> {
        self.depth += 1;
        if self.depth > MAX_EXPRESSION_DEPTH {
            return Err(self.too_deep(self.span(self.next)));
        }
        let mut left = self.unary()?;
        while let Some(infix) = Infix::of(self.next.token, self.word()).filter(|infix| infix.power() >= least)
        {
            let node = match infix {
                Infix::Or => Node::Or(self.chain(left, infix)?),
                Infix::And => Node::And(self.chain(left, infix)?),
                Infix::Arith(_) => {
                    let mut rest = Vec::new();
                    while let Some(Infix::Arith(op)) = self.same(infix) {
                        self.take();
                        rest.push((op, self.operators(infix.power() + 1)?));
                    }
                    Node::Arith(Box::new(left), rest)
                }
                Infix::Compare(op) => {
                    self.take();
                    Node::Compare(op, Box::new(left), Box::new(self.operators(infix.power() + 1)?))
                }
                Infix::In => {
                    self.take();
                    Node::In(Box::new(left), Box::new(self.operators(infix.power() + 1)?))
                }
            };
            let mut span: Option<Span> = None;
            node.parts(&mut |part| span = Some(span.map_or(part.span, |span| span.to(part.span))));
            left = self.node(node, span.unwrap_or_default())?;
            if infix.power() == 3 && self.same(infix).is_some() {
                let error = self.error(format!("a second comparison, `{}`, follows the first", self.word()));
                return Err(error.help("write `a < b && b < c`, or put one of them in parentheses"));
            }
        }
        self.depth -= 1;
        Ok(left)
    }

    /// The operator that comes next, if it is of the same precedence.
    fn same(&self, infix: Infix) -> Option<Infix> {
        Infix::of(self.next.token, self.word()).filter(|next| next.power() == infix.power())
    }

    /// The operands of a chain of one operator.
    fn chain(&mut self, first: Ast, infix: Infix) -> Result<Vec<Ast>, SpecError> {
        let mut parts = vec![first];
        while self.same(infix).is_some() {
            self.take();
            parts.push(self.operators(infix.power() + 1)?);
        }
        Ok(parts)
    }

    /// Expressions with commas between them, up to a closing bracket, and that.
    pub(super) fn items(&mut self, close: &'static str) -> Result<(Vec<Ast>, Span), SpecError> {
        let mut items = Vec::new();
        while !self.is(close) {
            items.push(self.expression()?);
            if !self.is(close) {
                if !self.is(",") {
                    return Err(self.missing(close, "the list before"));
                }
                self.take();
            }
        }
        Ok((items, self.take()))
    }

    /// `!a`, `-a`, or what binds more tightly. Pairs of the same sign cancel but for one, which keeps the type.
    fn unary(&mut self) -> Result<Ast, SpecError> {
        let mut signs: Vec<(bool, Span)> = Vec::new();
        while self.is("!") || self.is("-") {
            let minus = self.is("-");
            let span = self.take();
            match signs.as_slice() {
                [.., (a, _), (b, _), (c, _)] if [*a, *b, *c] == [minus; 3] => {
                    signs.pop();
                }
                _ => signs.push((minus, span)),
            }
        }
        let sign = signs.last().copied().filter(|(minus, _)| *minus && self.next.token == Token::Number);
        let mut ast = match sign {
            Some((_, span)) => {
                signs.pop();
                self.number(Some(span))?
            }
            None => self.postfix()?,
        };
        for (minus, span) in signs.into_iter().rev() {
            let whole = span.to(ast.span);
            let inner = Box::new(ast);
            ast = self.node(if minus { Node::Neg(inner) } else { Node::Not(inner) }, whole)?;
        }
        Ok(ast)
    }

    /// The error for a token after an operand that is no operator.
    fn no_operator(&self) -> SpecError {
        let word = self.word();
        match self.next.token {
            Token::Word if word == "if" => self.no_if(),
            Token::Word | Token::Other if functions::operator(word).is_some() => {
                let meant = functions::operator(word).unwrap_or_default();
                self.error(format!("there is no operator `{word}`")).help(format!("write `{meant}`"))
            }
            Token::Other if word == "=" => self.error("`=` is no operator").help("`==` compares"),
            Token::Sign(sign @ ("&" | "|")) => {
                self.error(format!("`{sign}` is no operator")).help(format!("write `{sign}{sign}`"))
            }
            Token::Sign("{") => self.error("maps and messages are not supported"),
            Token::Sign("(") => self.error("only functions are called").help(functions::FUNCTION_LIST),
            _ => self.unexpected("an operator or the end"),
        }
    }

    /// The error for an `if`, which other languages have.
    pub(super) fn no_if(&self) -> SpecError {
        self.error("there is no `if`").help("a choice is written `test ? a : b`")
    }

    /// The error for a token in the place of `wanted`.
    pub(super) fn missing(&self, wanted: &str, why: &str) -> SpecError {
        match self.next.token {
            Token::End => self.error(format!("the expression ends before the `{wanted}` of {why}")),
            Token::Sign(")" | "]" | "}" | ":" | ",") => {
                self.error(format!("found `{}` where the `{wanted}` of {why} was expected", self.word()))
            }
            _ => self.no_operator(),
        }
    }

    pub(super) fn unexpected(&self, wanted: &str) -> SpecError {
        match self.next.token {
            Token::End => self.error(format!("the expression ends where {wanted} was expected")),
            Token::OpenText => self.error("this string is not closed"),
            _ => self.error(format!("found `{}` where {wanted} was expected", self.word())),
        }
    }
}
