//! Parses operands: literals, paths of names, calls of functions, parentheses.

use super::super::SpecError;
use super::super::source_text::Span;
use super::super::spec_limits::MAX_PATH_LEN;
use super::ast::{Ast, Name, Node};
use super::functions;
use super::literal;
use super::parser::Parser;
use super::tokens::{RESERVED_WORDS, Token};

impl Parser<'_> {
    pub(super) fn number(&mut self, sign: Option<Span>) -> Result<Ast, SpecError> {
        let value = literal::integer(self.word(), sign.is_some());
        let value = value.map_err(|problem| self.problem(problem))?;
        let span = self.take();
        self.node(Node::Int(value), sign.map_or(span, |sign| sign.to(span)))
    }

    fn problem(&self, (message, help): literal::Problem) -> SpecError {
        let error = self.error(message);
        help.map_or(error.clone(), |help| error.help(help))
    }

    /// An operand, with the names and indices that follow it.
    pub(super) fn postfix(&mut self) -> Result<Ast, SpecError> {
        let mut ast = self.primary()?;
        while self.is(".") || self.is("[") {
            let dot = self.is(".");
            let Node::Path(path) = &mut ast.node else {
                let quote = self.source.quote(ast.span);
                return Err(self.error(format!("`{quote}` is not a field, and only fields have parts")));
            };
            if path.len() == MAX_PATH_LEN {
                return Err(self.error(format!("a path has more than {MAX_PATH_LEN} names")));
            }
            let name = if dot { self.selector()? } else { self.index()? };
            let end = Span { start: ast.span.start, end: name.span.end };
            path.push(name);
            ast.span = end;
        }
        Ok(ast)
    }

    /// The name after a dot.
    fn selector(&mut self) -> Result<Name, SpecError> {
        self.take();
        if self.next.token != Token::Word {
            return Err(self.unexpected("a name after the `.`"));
        }
        let name = self.word().to_owned();
        if ["false", "in", "null", "true"].contains(&name.as_str()) {
            return Err(self.error(format!("`{name}` is a word of CEL, not a name")));
        }
        let span = self.take();
        if self.is("(") {
            let (message, help) = functions::method(&name);
            return Err(self.source.error(span, message).help(help));
        }
        Ok(Name { name, span })
    }

    /// The number between brackets.
    fn index(&mut self) -> Result<Name, SpecError> {
        self.take();
        let place = match self.next.token {
            Token::Number => literal::integer(self.word(), false).map_err(|problem| self.problem(problem))?,
            _ => {
                let error = self.error("an index must be a number that is written out");
                return Err(error.help("as in `chains[0]`; lists are taken apart by `first` and `rest`"));
            }
        };
        let span = self.take();
        if !self.is("]") {
            return Err(self.missing("]", "the `[` before"));
        }
        Ok(Name { name: place.to_string(), span: span.to(self.take()) })
    }

    fn primary(&mut self) -> Result<Ast, SpecError> {
        match self.next.token {
            Token::Number => self.number(None),
            Token::Text => {
                let text = literal::string(self.word()).map_err(|problem| self.problem(problem))?;
                let span = self.take();
                self.node(Node::Text(text), span)
            }
            Token::OpenText => Err(self.error("this string is not closed")),
            Token::Word => self.name(),
            Token::Sign("(") => {
                let open = self.take();
                let mut inner = self.expression()?;
                if !self.is(")") {
                    return Err(self.missing(")", "the `(` before"));
                }
                inner.span = open.to(self.take());
                Ok(inner)
            }
            Token::Sign("[") => {
                Err(self.error("a list may only stand to the right of `in`").help("as in `key in [1, 2]`"))
            }
            Token::Sign("{") => Err(self.error("maps and messages are not supported")),
            _ => Err(self.unexpected("an operand")),
        }
    }

    /// A word: a name, a function or a literal.
    fn name(&mut self) -> Result<Ast, SpecError> {
        let word = self.word();
        let lexeme = self.next;
        let node = match word {
            "true" => Node::Bool(true),
            "false" => Node::Bool(false),
            "null" => {
                let error = self.error("`null` is not supported");
                return Err(error.help("ask for a constructor, as in `value.kind == 'None'`"));
            }
            word if RESERVED_WORDS.contains(&word) => {
                return Err(self.error(format!("`{word}` is a word of CEL, not a name")));
            }
            word => Node::Path(vec![Name { name: word.to_owned(), span: self.span(lexeme) }]),
        };
        let span = self.take();
        if self.is("(") && matches!(node, Node::Path(_)) {
            self.take();
            let (arguments, close) = self.items(")")?;
            let node = functions::function(word, arguments);
            let node = node.map_err(|(message, help)| self.source.error(span, message).help(help))?;
            return self.node(node, span.to(close));
        }
        if word == "not" && matches!(self.next.token, Token::Word | Token::Sign("!")) {
            let error = self.source.error(span, "there is no operator `not`");
            return Err(error.help("write `!`, as in `!(a == b)`"));
        }
        self.node(node, span)
    }
}
