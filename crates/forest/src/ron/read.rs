//! [`from_ron`]: a structure's compact words from RON.

use std::fmt;

use super::tokens::{Token, Tokens};
use super::{of_struct, positional};
use crate::index::{CtorIx, TypeIx};
use crate::schema::{Constructor, Domain, Schema, Shape, SlotKind};

/// Why a text is no structure of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit(pub(super) String);

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misfit {}

/// What is still to be read, the next on top.
enum Open<'a> {
    /// A value, of this slot of a constructor.
    Fill(&'a Constructor, usize),
    /// The slots of a constructor from this one on.
    Slots(&'a Constructor, usize),
    /// What follows so many elements of a list, whose rest is of this type.
    Rest(TypeIx, usize),
    /// What follows an optional value.
    Close,
}

/// The compact words of a structure that is written in RON, as [`to_ron`](super::to_ron) does or a person would.
/// Whether it satisfies a predicate is not looked at.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
/// use dpgen::schema::from_ron;
///
/// let digits = Generator::<Digits>::up_to(2).build()?;
/// let schema = digits.catalog().schema();
/// assert_eq!(from_ron(schema, "Then(1, Then(3, End))"), Ok(vec![1, 0, 1, 2, 0]));
/// let misfit = from_ron(schema, "Then(1, Then(4, End))").unwrap_err();
/// assert_eq!(misfit.to_string(), "4 is not among the values of `Then.0`");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Errors
/// When it is no structure of the schema.
pub fn from_ron(schema: &Schema, text: &str) -> Result<Vec<u32>, Misfit> {
    let mut reader = Reader { schema, tokens: Tokens::new(text)?, words: Vec::new(), open: Vec::new() };
    reader.structure(schema.root())?;
    while let Some(next) = reader.open.pop() {
        match next {
            Open::Fill(ctor, slot) => reader.fill(ctor, slot)?,
            Open::Slots(ctor, slot) => reader.slots(ctor, slot)?,
            Open::Rest(list, elements) => reader.rest(list, elements)?,
            Open::Close => reader.close()?,
        }
    }
    match reader.tokens.peek() {
        Token::End => Ok(reader.words),
        _ => Err(reader.tokens.instead_of("the end")),
    }
}

struct Reader<'a> {
    schema: &'a Schema,
    tokens: Tokens<'a>,
    words: Vec<u32>,
    open: Vec<Open<'a>>,
}

impl<'a> Reader<'a> {
    /// The end of what is in parentheses, after an optional comma.
    fn close(&mut self) -> Result<(), Misfit> {
        self.tokens.takes(',')?;
        self.tokens.expect(')')
    }

    fn slots(&mut self, ctor: &'a Constructor, number: usize) -> Result<(), Misfit> {
        let Some(slot) = ctor.slots.get(number) else { return self.close() };
        if number > 0 {
            self.tokens.expect(',')?;
        }
        if self.schema.ty(ctor.ty).shape == Shape::Plain && !positional(ctor) {
            match self.tokens.take()? {
                Token::Word(name) if name == slot.name => self.tokens.expect(':')?,
                found => {
                    let (name, slot) = (&ctor.name, &slot.name);
                    let found = found.to_string();
                    return Err(Misfit(format!("`{name}` has the field `{slot}` where {found} stands")));
                }
            }
        }
        self.open.extend([Open::Slots(ctor, number + 1), Open::Fill(ctor, number)]);
        Ok(())
    }

    fn rest(&mut self, list: TypeIx, elements: usize) -> Result<(), Misfit> {
        let comma = elements == 0 || self.tokens.takes(',')?;
        let ended = self.tokens.takes(']')?;
        if !ended && !comma {
            return Err(self.tokens.instead_of("`,` or `]`"));
        }
        let found = self.constructors(list).find(|(_, ctor)| ctor.slots.is_empty() == ended);
        let Some((ctor, constructor)) = found else {
            let bound = if ended { "few" } else { "many" };
            return Err(Misfit(format!("a list has too {bound} elements: {elements}, or more")));
        };
        self.words.push(ctor.word());
        if let [_, rest] = &constructor.slots[..]
            && let SlotKind::Recursive(rest) = rest.kind
        {
            self.open.extend([Open::Rest(rest, elements + 1), Open::Fill(constructor, 0)]);
        }
        Ok(())
    }

    fn fill(&mut self, ctor: &'a Constructor, slot: usize) -> Result<(), Misfit> {
        match ctor.slots[slot].kind {
            SlotKind::Recursive(ty) => self.structure(ty),
            SlotKind::Data(domain) => {
                let found = self.tokens.take()?;
                let index = index_of(self.schema.domain(domain), &found);
                let slot = || format!("`{}.{}`", ctor.name, ctor.slots[slot].name);
                let unknown = || match found {
                    Token::Word(word) => Misfit(format!("{word} is not among the values of {}", slot())),
                    _ => Misfit(format!("{found} is not among the values of {}", slot())),
                };
                self.words.push(index.ok_or_else(unknown)?);
                Ok(())
            }
        }
    }

    /// Reads a structure up to its first part.
    fn structure(&mut self, ty: TypeIx) -> Result<(), Misfit> {
        match self.schema.ty(ty).shape {
            Shape::Plain => self.plain(ty),
            Shape::Tuple => {
                self.tokens.expect('(')?;
                let found = self.constructors(ty).next();
                self.begin(found, ty)
            }
            Shape::List => {
                self.tokens.expect('[')?;
                self.open.push(Open::Rest(ty, 0));
                Ok(())
            }
            Shape::Option => {
                let is_some = match self.tokens.peek() {
                    Token::Word("None") => false,
                    Token::Word("Some") => true,
                    _ => return Err(self.tokens.instead_of("`None` or `Some`")),
                };
                self.tokens.take()?;
                let Some((ctor, constructor)) =
                    self.constructors(ty).find(|(_, ctor)| ctor.slots.is_empty() != is_some)
                else {
                    return Err(Misfit(format!("`{}` has no such value", self.schema.ty(ty).name)));
                };
                self.words.push(ctor.word());
                if is_some {
                    self.tokens.expect('(')?;
                    self.open.extend([Open::Close, Open::Fill(constructor, 0)]);
                }
                Ok(())
            }
        }
    }

    /// Reads a constructor, whose name may be left out if it is a struct's.
    fn plain(&mut self, ty: TypeIx) -> Result<(), Misfit> {
        let found = match *self.tokens.peek() {
            Token::Word(name) => {
                self.tokens.take()?;
                let found = self.constructors(ty).find(|(_, ctor)| ctor.name == name);
                let unknown = || format!("`{}` has no constructor `{name}`", self.schema.ty(ty).name);
                Some(found.ok_or_else(|| Misfit(unknown()))?)
            }
            Token::Mark('(') if of_struct(self.schema, ty).is_some() => self.constructors(ty).next(),
            _ => return Err(self.tokens.instead_of(&format!("a `{}`", self.schema.ty(ty).name))),
        };
        if found.is_some_and(|(_, ctor)| !ctor.slots.is_empty()) {
            self.tokens.expect('(')?;
        }
        self.begin(found, ty)
    }

    /// Begins the slots of a constructor, of which the parenthesis was read.
    fn begin(&mut self, ctor: Option<(CtorIx, &'a Constructor)>, ty: TypeIx) -> Result<(), Misfit> {
        let Some((ctor, constructor)) = ctor else {
            return Err(Misfit(format!("`{}` has no value", self.schema.ty(ty).name)));
        };
        self.words.push(ctor.word());
        if !constructor.slots.is_empty() || self.schema.ty(ty).shape == Shape::Tuple {
            self.open.push(Open::Slots(constructor, 0));
        }
        Ok(())
    }

    fn constructors(&self, ty: TypeIx) -> impl Iterator<Item = (CtorIx, &'a Constructor)> + use<'a> {
        let schema = self.schema;
        schema.constructors_of(ty).map(|ctor| (ctor, schema.constructor(ctor)))
    }
}

/// The index of what a token says, in a domain.
fn index_of(domain: &Domain, token: &Token<'_>) -> Option<u32> {
    match (domain, token) {
        (Domain::Bool, Token::Word("false")) => Some(0),
        (Domain::Bool, Token::Word("true")) => Some(1),
        (Domain::Range { .. } | Domain::Ints(_), Token::Word(word)) => domain.index_of(word.parse().ok()?),
        (Domain::Labels(_), Token::Word(label)) => domain.index_of_label(label),
        (Domain::Labels(_), Token::Text(label)) => domain.index_of_label(label),
        _ => None,
    }
}
