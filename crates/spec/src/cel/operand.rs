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
            ast = if self.is(".") { self.selected(ast)? } else { self.indexed(ast)? };
        }
        Ok(ast)
    }

    /// An operand with a dot and a name after it.
    fn selected(&mut self, mut ast: Ast) -> Result<Ast, SpecError> {
        if !matches!(ast.node, Node::Path(_)) {
            let quote = self.source.quote(ast.span);
            return Err(self.error(format!("`{quote}` is not a field, and only fields have parts")));
        }
        self.room_in(&ast)?;
        let name = self.selector()?;
        extend(&mut ast, name);
        Ok(ast)
    }

    /// An operand with an index in brackets after it.
    fn indexed(&mut self, mut ast: Ast) -> Result<Ast, SpecError> {
        self.room_in(&ast)?;
        self.take();
        let index = self.expression()?;
        if !self.is("]") {
            return Err(self.missing("]", "the `[` before"));
        }
        let close = self.take();
        match (&ast.node, &index.node) {
            (Node::Path(_), Node::Int(place)) if *place >= 0 => {
                extend(&mut ast, Name { name: place.to_string(), span: index.span.to(close) });
                Ok(ast)
            }
            _ => {
                let span = ast.span.to(close);
                self.node(Node::Index(Box::new(ast), Box::new(index)), span)
            }
        }
    }

    /// Refuses a path that has no room for another name.
    fn room_in(&self, ast: &Ast) -> Result<(), SpecError> {
        match &ast.node {
            Node::Path(path) if path.len() == MAX_PATH_LEN => {
                Err(self.error(format!("a path has more than {MAX_PATH_LEN} names")))
            }
            _ => Ok(()),
        }
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
                let open = self.take();
                let (items, close) = self.items("]")?;
                self.node(Node::List(items), open.to(close))
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
            "if" => return Err(self.no_if()),
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

/// Adds a name to a path.
fn extend(ast: &mut Ast, name: Name) {
    ast.span = Span { start: ast.span.start, end: name.span.end };
    if let Node::Path(path) = &mut ast.node {
        path.push(name);
    }
}
