//! Expressions: the part of CEL, the Common Expression Language, that specs know.
//!
//! `tokens.rs` cuts an expression into tokens, `literal.rs` decodes numbers and strings, `parser.rs` builds the tree of
//! `ast.rs` by precedence, with `operand.rs` for operands; `functions.rs` has the functions. Precedence, escapes and reserved words
//! are those of CEL. All other parts of CEL are refused at their place, with advice what to write instead, so that nothing after
//! the parser meets them.

pub(crate) mod ast;
mod functions;
mod literal;
mod operand;
mod parser;
#[cfg(test)]
mod tests;
mod tokens;

pub(crate) use parser::parse;
pub(crate) use tokens::RESERVED_WORDS;
