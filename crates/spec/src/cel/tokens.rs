//! Cuts an expression into tokens, each with its place in the expression.

use crate::lexical_rules::{length, number};

/// The reserved words of CEL.
pub(crate) const RESERVED_WORDS: [&str; 21] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "namespace",
    "null",
    "package",
    "return",
    "true",
    "var",
    "void",
    "while",
];

/// Operators and brackets, longer ones first.
const OPERATORS_AND_BRACKETS: [&str; 26] = [
    "&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "+", "-", "*", "/", "%", "?", ":", ".", ",", "(", ")",
    "[", "]", "{", "}", "&", "|",
];

/// The kinds of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// An operator or a bracket.
    Sign(&'static str),
    Word,
    Number,
    /// A string or bytes with its prefix and quotes.
    Text,
    /// A string whose closing quote is missing.
    OpenText,
    /// A character that begins no token of CEL.
    Other,
    End,
}

/// A token and its place in the expression.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexeme {
    pub(super) token: Token,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The token at or after an offset, past white space and comments.
pub(super) fn next(text: &str, mut at: usize) -> Lexeme {
    loop {
        let rest = &text[at..];
        let blank = length(rest, |c| matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}'));
        at += blank;
        if text[at..].starts_with("//") {
            at += length(&text[at..], |c| c != '\n');
        } else if blank == 0 {
            break;
        }
    }
    let rest = &text[at..];
    let first = rest.chars().next();
    let (token, len) = match first {
        None => (Token::End, 0),
        Some(c) if c.is_ascii_digit() => (Token::Number, number(rest)),
        Some('.') if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            (Token::Number, 1 + number(&rest[1..]))
        }
        Some(c) => {
            match (string(rest), OPERATORS_AND_BRACKETS.iter().find(|sign| rest.starts_with(**sign))) {
                (Some(Ok(len)), _) => (Token::Text, len),
                (Some(Err(len)), _) => (Token::OpenText, len),
                (None, Some(sign)) => (Token::Sign(sign), sign.len()),
                (None, None) if c == '_' || c.is_ascii_alphabetic() => {
                    (Token::Word, length(rest, |c| c == '_' || c.is_ascii_alphanumeric()))
                }
                (None, None) => (Token::Other, c.len_utf8()),
            }
        }
    };
    Lexeme { token, start: at, end: at + len }
}

/// The length of a string that begins here, or that of its prefix and quotes if it has no end.
fn string(text: &str) -> Option<Result<usize, usize>> {
    let prefix = length(text, |c| matches!(c, 'r' | 'R' | 'b' | 'B'));
    let after = text.get(prefix..).filter(|_| prefix <= 2)?;
    let raw = text[..prefix].contains(['r', 'R']);
    let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| after.starts_with(quotes))?;
    let inside = &after[quotes.len()..];
    let mut skip = false;
    for (at, c) in inside.char_indices() {
        if skip {
            skip = false;
        } else if c == '\\' && !raw {
            skip = true;
        } else if inside[at..].starts_with(quotes) {
            return Some(Ok(prefix + quotes.len() + at + quotes.len()));
        } else if c == '\n' && quotes.len() == 1 {
            break;
        }
    }
    Some(Err(prefix + quotes.len()))
}
