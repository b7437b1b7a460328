//! Parses the template of a constructor into a program, if all of it is understood.
//!
//! Understood are `{{ }}`, `{% if %}` with `elif` and `else`, and `{% for x in field %}`, with the expressions of
//! `template_expressions.rs`. minijinja's own parser is exposed without any promise of stability, so it is not used.

use dpgen_forest::schema::{Constructor, Schema};

use crate::export::template_expressions::TemplateParser;
use crate::export::template_program::{Expr, Op};
use crate::export::template_tokens::{TEMPLATE_KEYWORDS, Token, tokens};

/// The program of a constructor's template; `None` if there is something in it that is not understood. `asks` tells whether it
/// asks for attributes, and `attributes` are the names by which it does, numbered in this order; new ones are added.
pub(super) fn parse(
    schema: &Schema,
    ctor: &Constructor,
    template: &str,
    asks: bool,
    attributes: &mut Vec<String>,
) -> Option<Vec<Op>> {
    let tokens = tokens(template)?;
    let mut parser = TemplateParser { schema, ctor, asks, attributes, tokens: &tokens, items: Vec::new() };
    let ops = ops(&mut parser)?;
    parser.tokens.is_empty().then_some(ops)
}

/// Steps up to a statement that ends them, or the end.
fn ops(parser: &mut TemplateParser<'_>) -> Option<Vec<Op>> {
    let mut ops = Vec::new();
    loop {
        match parser.tokens.first() {
            Some(Token::Text(text)) => {
                parser.next();
                ops.push(Op::Write(Expr::Text((*text).into())));
            }
            Some(Token::ShowStart) => {
                parser.next();
                let (expr, kind) = parser.choice()?;
                parser.expect([Token::End])?;
                ops.push(Op::Write(kind.is_shown().then_some(expr)?));
            }
            _ if parser.statement("if") => ops.push(condition(parser)?),
            _ if parser.statement("for") => ops.push(for_loop(parser)?),
            _ => return Some(ops),
        }
    }
}

fn condition(parser: &mut TemplateParser<'_>) -> Option<Op> {
    let mut arms = Vec::new();
    loop {
        let (test, kind) = parser.choice()?;
        kind.is_tested().then_some(())?;
        parser.expect([Token::End])?;
        arms.push((test, ops(parser)?));
        if !parser.statement("elif") {
            break;
        }
    }
    let mut otherwise = Vec::new();
    if parser.statement("else") {
        parser.expect([Token::End])?;
        otherwise = ops(parser)?;
    }
    parser.expect([Token::BlockStart, Token::Name("endif"), Token::End])?;
    Some(Op::If(arms, otherwise))
}

fn for_loop(parser: &mut TemplateParser<'_>) -> Option<Op> {
    let item = parser.name().filter(|name| !TEMPLATE_KEYWORDS.contains(name))?;
    parser.expect([Token::Name("in")])?;
    let name = parser.name()?;
    parser.expect([Token::End])?;
    let (slot, kind) = parser.list(name)?;
    parser.items.push((item, kind));
    let ops = ops(parser)?;
    parser.items.pop();
    parser.expect([Token::BlockStart, Token::Name("endfor"), Token::End])?;
    Some(Op::For(slot, ops))
}
