//! Splits RON into tokens, as far as structures are written in it.

use std::borrow::Cow;
use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

use crate::structure::ron::ron_error::RonError;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// An identifier, raw or not, or a number.
    Word(&'a str),
    /// A string or a character, without quotes.
    Text(Cow<'a, str>),
    /// One of `()[]:,`.
    Mark(char),
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => write!(f, "`{word}`"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Mark(mark) => write!(f, "`{mark}`"),
            Self::End => f.write_str("the end"),
        }
    }
}

/// An iterator over tokens with one token of lookahead.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    letters: Peekable<CharIndices<'a>>,
    next: Token<'a>,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Result<Self, RonError> {
        let mut lexer = Self { text, letters: text.char_indices().peekable(), next: Token::End };
        lexer.take()?;
        Ok(lexer)
    }

    /// The next token, which stays.
    pub(crate) fn peek(&self) -> &Token<'a> {
        &self.next
    }

    /// The next token.
    pub(crate) fn take(&mut self) -> Result<Token<'a>, RonError> {
        let next = self.read()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// Takes this mark, if it is next.
    pub(crate) fn take_if(&mut self, mark: char) -> Result<bool, RonError> {
        let is_next = self.next == Token::Mark(mark);
        if is_next {
            self.take()?;
        }
        Ok(is_next)
    }

    /// Takes this mark.
    pub(crate) fn expect(&mut self, mark: char) -> Result<(), RonError> {
        if self.take_if(mark)? { Ok(()) } else { Err(self.unexpected(&format!("`{mark}`"))) }
    }

    /// The error that the next token stands where something else was expected.
    pub(crate) fn unexpected(&self, expected: &str) -> RonError {
        let has = if self.next == Token::End { "the end stands" } else { "stands" };
        let found = if self.next == Token::End { String::new() } else { format!("{} ", self.next) };
        RonError(format!("{found}{has} where {expected} was expected"))
    }

    fn read(&mut self) -> Result<Token<'a>, RonError> {
        while let Some((at, letter)) = self.letters.next() {
            match letter {
                _ if letter.is_whitespace() => {}
                '/' if self.letters.next_if(|(_, next)| *next == '/').is_some() => {
                    while self.letters.next_if(|(_, next)| *next != '\n').is_some() {}
                }
                '(' | ')' | '[' | ']' | ':' | ',' => return Ok(Token::Mark(letter)),
                '"' | '\'' => return self.quoted(at, letter).map(Token::Text),
                _ if is_word_char(letter) => {
                    while self.letters.next_if(|(_, next)| is_word_char(*next)).is_some() {}
                    let end = self.letters.peek().map_or(self.text.len(), |(end, _)| *end);
                    let word = &self.text[at..end];
                    return Ok(Token::Word(word.strip_prefix("r#").unwrap_or(word)));
                }
                _ => return Err(RonError(format!("`{letter}` is no part of a structure"))),
            }
        }
        Ok(Token::End)
    }

    /// The rest of a string or character that begins at this quote.
    fn quoted(&mut self, at: usize, quote: char) -> Result<Cow<'a, str>, RonError> {
        let unended = || RonError("a string does not end".to_owned());
        let mut text = String::new();
        let mut escaped = false;
        loop {
            let (end, letter) = self.letters.next().ok_or_else(unended)?;
            match letter {
                _ if letter == quote && escaped => return Ok(Cow::Owned(text)),
                _ if letter == quote => return Ok(Cow::Borrowed(&self.text[at + 1..end])),
                '\\' => {
                    if !escaped {
                        self.text[at + 1..end].clone_into(&mut text);
                        escaped = true;
                    }
                    text.push(self.escape()?);
                }
                _ if escaped => text.push(letter),
                _ => {}
            }
        }
    }

    /// The character of an escape sequence, as `Debug` writes them.
    fn escape(&mut self) -> Result<char, RonError> {
        let unknown = |what: &str| RonError(format!("`\\{what}` is no escape"));
        let (_, letter) = self.letters.next().ok_or_else(|| unknown(""))?;
        Ok(match letter {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => '\0',
            '\\' | '"' | '\'' => letter,
            'u' => {
                let digits: String = self
                    .letters
                    .by_ref()
                    .map(|(_, letter)| letter)
                    .take_while(|letter| *letter != '}')
                    .collect();
                let number = digits.strip_prefix('{').and_then(|digits| u32::from_str_radix(digits, 16).ok());
                number.and_then(char::from_u32).ok_or_else(|| unknown(&format!("u{digits}")))?
            }
            other => return Err(unknown(&other.to_string())),
        })
    }
}

/// Names, raw ones with `-` and `.` too, and numbers.
fn is_word_char(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-' | '+' | '.' | '#')
}
