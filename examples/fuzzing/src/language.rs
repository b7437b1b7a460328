//! The language: `let x = 7 in if (x < 9) then (x + x) else 0`, with numbers and truth values.

/// A program, or a part of one.
pub enum Expr {
    Number(i64),
    Truth(bool),
    Variable(String),
    Add(Box<Expr>, Box<Expr>),
    Less(Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Let(String, Box<Expr>, Box<Expr>),
}

/// No program is nested deeper.
const DEPTH: usize = 64;

/// Reads a program; an error says where it ends to be one.
pub fn read(text: &str) -> Result<Expr, usize> {
    let mut reader = Reader { text, at: 0 };
    let expr = reader.expr(DEPTH)?;
    reader.space();
    if reader.at == text.len() { Ok(expr) } else { Err(reader.at) }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\n']).len();
    }

    /// The next letters or digits.
    fn word(&mut self) -> &'a str {
        self.space();
        let rest = self.rest();
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn expect(&mut self, wanted: &str) -> Result<(), usize> {
        self.space();
        if !self.rest().starts_with(wanted) {
            return Err(self.at);
        }
        self.at += wanted.len();
        Ok(())
    }

    fn expr(&mut self, depth: usize) -> Result<Expr, usize> {
        let depth = depth.checked_sub(1).ok_or(self.at)?;
        self.space();
        if self.rest().starts_with('(') {
            return self.operation(depth);
        }
        let begin = self.at;
        match self.word() {
            "true" => Ok(Expr::Truth(true)),
            "false" => Ok(Expr::Truth(false)),
            "if" => {
                let test = self.expr(depth)?.into();
                self.expect("then")?;
                let yes = self.expr(depth)?.into();
                self.expect("else")?;
                Ok(Expr::If(test, yes, self.expr(depth)?.into()))
            }
            "let" => {
                let name = self.word().to_owned();
                self.expect("=")?;
                let value = self.expr(depth)?.into();
                self.expect("in")?;
                Ok(Expr::Let(name, value, self.expr(depth)?.into()))
            }
            word if word.starts_with(|letter: char| letter.is_ascii_digit()) => {
                word.parse().map(Expr::Number).map_err(|_| begin)
            }
            "" | "then" | "else" | "in" => Err(begin),
            name => Ok(Expr::Variable(name.to_owned())),
        }
    }

    fn operation(&mut self, depth: usize) -> Result<Expr, usize> {
        self.expect("(")?;
        let left = self.expr(depth)?.into();
        self.space();
        let less = self.rest().starts_with('<');
        self.expect(if less { "<" } else { "+" })?;
        let right = self.expr(depth)?.into();
        self.expect(")")?;
        Ok(if less { Expr::Less(left, right) } else { Expr::Add(left, right) })
    }
}
