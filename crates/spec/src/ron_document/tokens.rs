//! Cuts the RON text into tokens with their places.

use crate::SpecError;
use crate::lexical_rules::{length, number};
use crate::source_text::{Span, SpecText};

/// The kinds of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token {
    Open(Bracket),
    Close(Bracket),
    Comma,
    Colon,
    /// A string with escapes; the token's place includes the quotes.
    Text,
    /// A raw string, with the number of its `#`.
    Raw(usize),
    Word,
    Number,
    /// `..` or `..=`.
    Range,
    /// A character that begins no token of RON.
    Other,
    End,
}

/// A pair of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bracket {
    Paren,
    Square,
    Brace,
}

impl Bracket {
    /// The opening bracket.
    pub(crate) fn open(self) -> char {
        match self {
            Self::Paren => '(',
            Self::Square => '[',
            Self::Brace => '{',
        }
    }

    /// The closing bracket.
    pub(crate) fn close(self) -> char {
        match self {
            Self::Paren => ')',
            Self::Square => ']',
            Self::Brace => '}',
        }
    }
}

/// Iterates over the tokens of a text.
pub(crate) struct Scanner<'s> {
    source: &'s SpecText,
    at: usize,
}

impl<'s> Scanner<'s> {
    /// Begins after a byte-order mark and RON's `#![enable(...)]`, if they are there.
    pub(crate) fn new(source: &'s SpecText) -> Result<Self, SpecError> {
        let mut scanner = Self { source, at: 0 };
        if scanner.rest().starts_with('\u{feff}') {
            scanner.at = '\u{feff}'.len_utf8();
        }
        scanner.skip()?;
        while scanner.rest().starts_with("#![") {
            let end = scanner.rest().find(']').map(|end| scanner.at + end + 1);
            scanner.at = end.ok_or_else(|| scanner.error(scanner.at, 3, "this `#![` is not closed"))?;
            scanner.skip()?;
        }
        Ok(scanner)
    }

    fn rest(&self) -> &'s str {
        self.source.text.get(self.at..).unwrap_or_default()
    }

    fn error(&self, start: usize, len: usize, message: &str) -> SpecError {
        self.source.error(Span { start, end: start + len }, message)
    }

    /// Passes white space and comments.
    fn skip(&mut self) -> Result<(), SpecError> {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
            self.at += blank;
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at = self.comment()?;
            } else if blank == 0 {
                return Ok(());
            }
        }
    }

    /// The end of a comment, which may contain comments.
    fn comment(&self) -> Result<usize, SpecError> {
        let (mut depth, mut at) = (0_usize, self.at);
        let bytes = self.source.text.as_bytes();
        while let Some(pair) = bytes.get(at..at + 2) {
            match pair {
                b"/*" => (depth, at) = (depth + 1, at + 2),
                b"*/" if depth == 1 => return Ok(at + 2),
                b"*/" => (depth, at) = (depth - 1, at + 2),
                _ => at += 1,
            }
        }
        Err(self.error(self.at, 2, "this comment is not closed").help("it ends with `*/`"))
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Result<(Token, Span), SpecError> {
        self.skip()?;
        let start = self.at;
        let rest = self.rest();
        let (token, len) = match rest.chars().next() {
            None => (Token::End, 0),
            Some('(') => (Token::Open(Bracket::Paren), 1),
            Some('[') => (Token::Open(Bracket::Square), 1),
            Some('{') => (Token::Open(Bracket::Brace), 1),
            Some(')') => (Token::Close(Bracket::Paren), 1),
            Some(']') => (Token::Close(Bracket::Square), 1),
            Some('}') => (Token::Close(Bracket::Brace), 1),
            Some(',') => (Token::Comma, 1),
            Some(':') => (Token::Colon, 1),
            Some('"') => (Token::Text, self.string(rest)?),
            Some('.') if rest.starts_with("..") => {
                (Token::Range, if rest.starts_with("..=") { 3 } else { 2 })
            }
            Some(first) if first == '_' || first.is_alphabetic() => match self.raw(rest)? {
                Some((hashes, len)) => (Token::Raw(hashes), len),
                None => (Token::Word, length(rest, |c| c == '_' || c.is_alphanumeric())),
            },
            Some(first) if first.is_ascii_digit() => (Token::Number, number(rest)),
            Some('+' | '-') if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                (Token::Number, 1 + number(&rest[1..]))
            }
            Some(first) => (Token::Other, first.len_utf8()),
        };
        self.at = start + len;
        Ok((token, Span { start, end: self.at }))
    }

    /// The length of a string with its quotes.
    fn string(&self, rest: &str) -> Result<usize, SpecError> {
        let mut escaped = false;
        for (at, byte) in rest.bytes().enumerate().skip(1) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => return Ok(at + 1),
                _ => {}
            }
        }
        Err(self.open_string())
    }

    fn open_string(&self) -> SpecError {
        self.error(self.at, 1, "this string is not closed").help("it ends with `\"`")
    }

    /// The number of `#` and the length of a raw string, if one begins here.
    fn raw(&self, rest: &str) -> Result<Option<(usize, usize)>, SpecError> {
        let Some(after) = rest.strip_prefix('r') else { return Ok(None) };
        let hashes = length(after, |c| c == '#');
        let Some(inside) = after[hashes..].strip_prefix('"') else { return Ok(None) };
        let end = format!("\"{}", "#".repeat(hashes));
        let found = inside.find(&end).ok_or_else(|| self.open_string())?;
        Ok(Some((hashes, 1 + hashes + 1 + found + end.len())))
    }
}
