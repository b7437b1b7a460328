//! The tree of a RON text, and the parser that builds it.
//!
//! Every value has its place. A syntax error names the missing token, and the place of the bracket that lacks it.

use super::super::SpecError;
use super::super::source_text::{Span, SpecText, Text, excerpt};
use super::super::spec_limits::MAX_DOCUMENT_DEPTH;
use super::literal;
use super::tokens::{Bracket, Scanner, Token};

/// A value and its place.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

/// The kinds of values.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Text(Text),
    /// Digits; the reader of the entry converts them, as it knows the range.
    Number,
    /// A word without anything: `Bool`, `None`.
    Word(String),
    /// `(...)`, with the word before it: items with keys (`weight: 0`) or without.
    Tuple(Option<String>, Vec<Item>),
    List(Vec<Value>),
    Map(Vec<(Value, Value)>),
}

/// An item between parentheses.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) key: Option<(String, Span)>,
    pub(crate) value: Value,
}

/// Reads a whole text.
pub(crate) fn parse(source: &SpecText) -> Result<Value, SpecError> {
    let mut scanner = Scanner::new(source)?;
    let next = scanner.next()?;
    let mut parser = Parser { source, scanner, next, last: Span::default(), open: Vec::new() };
    let value = parser.value()?;
    match parser.next.0 {
        Token::End => Ok(value),
        _ => Err(parser.unexpected("the end of the text")),
    }
}

struct Parser<'s> {
    source: &'s SpecText,
    scanner: Scanner<'s>,
    next: (Token, Span),
    /// The token before `next`.
    last: Span,
    /// The brackets around `next`.
    open: Vec<(Bracket, Span)>,
}

impl Parser<'_> {
    fn take(&mut self) -> Result<Span, SpecError> {
        self.last = self.next.1;
        self.next = self.scanner.next()?;
        Ok(self.last)
    }

    fn word(&self, span: Span) -> String {
        self.source.text.get(span.start..span.end).unwrap_or_default().to_owned()
    }

    fn value(&mut self) -> Result<Value, SpecError> {
        let (token, span) = self.next;
        let kind = match token {
            Token::Text => Kind::Text(literal::string(self.source, span)?),
            Token::Raw(hashes) => Kind::Text(literal::raw(self.source, span, hashes)),
            Token::Number => Kind::Number,
            Token::Word => {
                self.take()?;
                let word = self.word(span);
                if self.next.0 != Token::Open(Bracket::Paren) {
                    return Ok(Value { kind: Kind::Word(word), span });
                }
                let items = self.items()?;
                return Ok(Value { kind: Kind::Tuple(Some(word), items), span: span.to(self.last) });
            }
            Token::Open(bracket) => {
                let kind = match bracket {
                    Bracket::Paren => Kind::Tuple(None, self.items()?),
                    Bracket::Square => Kind::List(self.list(bracket, Self::value)?),
                    Bracket::Brace => Kind::Map(self.list(bracket, Self::entry)?),
                };
                return Ok(Value { kind, span: span.to(self.last) });
            }
            _ => return Err(self.unexpected("a value")),
        };
        self.take()?;
        Ok(Value { kind, span })
    }

    fn items(&mut self) -> Result<Vec<Item>, SpecError> {
        self.list(Bracket::Paren, |parser| {
            let value = parser.value()?;
            match value.kind {
                Kind::Word(word) if parser.next.0 == Token::Colon => {
                    parser.take()?;
                    Ok(Item { key: Some((word, value.span)), value: parser.value()? })
                }
                kind => Ok(Item { key: None, value: Value { kind, span: value.span } }),
            }
        })
    }

    fn entry(&mut self) -> Result<(Value, Value), SpecError> {
        let key = self.value()?;
        if self.next.0 != Token::Colon {
            return Err(self.unexpected("a `:` after the name"));
        }
        self.take()?;
        Ok((key, self.value()?))
    }

    /// The items between brackets, with commas.
    fn list<T>(
        &mut self,
        bracket: Bracket,
        mut item: impl FnMut(&mut Self) -> Result<T, SpecError>,
    ) -> Result<Vec<T>, SpecError> {
        let open = self.take()?;
        self.open.push((bracket, open));
        if self.open.len() > MAX_DOCUMENT_DEPTH {
            let message = format!("more than {MAX_DOCUMENT_DEPTH} brackets within each other");
            return Err(self.source.error(open, message));
        }
        let mut items = Vec::new();
        while self.next.0 != Token::Close(bracket) {
            items.push(item(self)?);
            match self.next.0 {
                Token::Comma => {
                    self.take()?;
                }
                Token::Close(close) if close == bracket => {}
                _ => return Err(self.no_comma()),
            }
        }
        self.take()?;
        self.open.pop();
        Ok(items)
    }

    /// The error for an item that neither a comma nor the closing bracket follows.
    fn no_comma(&self) -> SpecError {
        let (token, span) = self.next;
        let quote = self.source.quote(span);
        match token {
            Token::Range => {
                let message = format!("a range is not written with `{quote}`");
                self.source
                    .error(span, message)
                    .help("write `Int(\"1\", \"n\")`: the least and the greatest value, both included")
            }
            Token::Colon if self.open.last().is_some_and(|(bracket, _)| *bracket == Bracket::Square) => {
                let error = self.source.error(span, "a list has no names before its values");
                error.help("a map, with names, stands in `{` and `}`")
            }
            Token::Other if quote == "=" => {
                self.source.error(span, "`=` has no place here").help("after a name stands a `:`")
            }
            Token::Other => {
                let message = format!("`{quote}` has no place here");
                self.source.error(span, message).help("an expression stands in quotes, as in `\"n + 1\"`")
            }
            Token::Text | Token::Raw(_) | Token::Word | Token::Number | Token::Open(_) => {
                let before = self.source.text.get(self.last.start..self.last.end).unwrap_or_default();
                let is_adjacent =
                    self.last.end == span.start && before.ends_with('"') && !before.contains('\n');
                if is_adjacent && token == Token::Word {
                    let message = format!("the string `{}` ends here, before `{quote}`", excerpt(before));
                    let help =
                        format!("text within an expression stands in single quotes, as in `'{quote}'`");
                    return self.source.error(span, message).help(help);
                }
                let error = self.source.error(span, format!("a `,` is missing before `{quote}`"));
                if before.starts_with('"') && before.contains('\n') {
                    let line = self.source.line(self.last);
                    let help = format!("or the string that begins in line {line} lacks its closing `\"`");
                    return error.help(help);
                }
                error
            }
            _ => self.unexpected("a `,`"),
        }
    }

    fn unexpected(&self, wanted: &str) -> SpecError {
        let (token, span) = self.next;
        let open = self.open.last().map(|(bracket, span)| (*bracket, self.source.line(*span)));
        let error = match (token, open) {
            (Token::End, None) if self.last == Span::default() => {
                self.source.error(span, "the text is empty, where a spec was expected")
            }
            (Token::End, Some((bracket, line))) => {
                let message =
                    format!("the text ends before the `{}` of line {line} is closed", bracket.open());
                return self.source.error(span, message).help(format!("add a `{}`", bracket.close()));
            }
            (Token::Close(close), Some((bracket, line))) if close != bracket => {
                let (found, wanted) = (close.close(), bracket.close());
                let message = format!("`{found}` does not close the `{}` of line {line}", bracket.open());
                let help = format!("a `{wanted}` is missing before it, or one of the two is the wrong one");
                return self.source.error(span, message).help(help);
            }
            _ => {
                let message = format!("found `{}` where {wanted} was expected", self.source.quote(span));
                self.source.error(span, message)
            }
        };
        match self.source.text.get(span.start..).and_then(|rest| rest.chars().next()) {
            Some('\'') => error.help("strings stand in double quotes"),
            _ => error,
        }
    }
}
