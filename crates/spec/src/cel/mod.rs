//! Expressions: the part of CEL, the Common Expression Language, that specs know.
//!
//! `tokens.rs` cuts an expression into tokens, `literal.rs` says what numbers and strings mean, `parser.rs` builds
//! the tree of `ast.rs` by precedence, with `operand.rs` for what stands between operators; `functions.rs` knows the
//! functions. Precedence, escapes and reserved words are
//! CEL's. What CEL has beyond this is refused at its place, with a word on what to write instead, so that nothing
//! after the parser meets it.

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
