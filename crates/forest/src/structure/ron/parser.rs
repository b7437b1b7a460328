//! [`from_ron`]: parses RON into a structure's compact words.

use crate::index::{CtorIx, TypeIx};
use crate::schema::Schema;
use crate::schema::domain::Domain;
use crate::schema::types::{Constructor, SlotKind};
use crate::schema::value_notation::Shape;
use crate::structure::node_numbers::NodeNumbers;
use crate::structure::ron::lexer::{Lexer, Token};
use crate::structure::ron::notation::struct_constructor;
use crate::structure::ron::ron_error::RonError;

/// A piece that is still to be read; the next one is on top of the stack.
enum Pending<'a> {
    /// A value, of this slot of a constructor.
    Fill(&'a Constructor, usize),
    /// The slots of a constructor from this one on.
    Slots(&'a Constructor, usize),
    /// The rest of a list: its type, and the number of elements read.
    Rest(TypeIx, usize),
    /// The parenthesis after an optional value.
    Close,
}

/// The compact words of a structure that is written in RON, as [`to_ron`](super::writer::to_ron) does or a person would.
/// Predicates are not checked.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
/// use dpgen::schema::from_ron;
///
/// let digits = Generator::<Digits>::up_to(2).build()?;
/// let schema = digits.catalog().schema();
/// assert_eq!(from_ron(schema, "Then(1, Then(3, End))"), Ok(vec![1, 0, 1, 2, 0]));
/// let error = from_ron(schema, "Then(1, Then(4, End))").unwrap_err();
/// assert_eq!(error.to_string(), "4 is not among the values of `Then.0`");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Errors
/// When it is no structure of the schema.
pub fn from_ron(schema: &Schema, text: &str) -> Result<Vec<u32>, RonError> {
    let (lexer, numbers) = (Lexer::new(text)?, NodeNumbers::new(schema));
    let mut parser = Parser { schema, lexer, words: Vec::new(), numbers, pending: Vec::new() };
    parser.structure(schema.root())?;
    while let Some(next) = parser.pending.pop() {
        match next {
            Pending::Fill(ctor, slot) => parser.fill(ctor, slot)?,
            Pending::Slots(ctor, slot) => parser.slots(ctor, slot)?,
            Pending::Rest(list, elements) => parser.rest(list, elements)?,
            Pending::Close => parser.close()?,
        }
    }
    match parser.lexer.peek() {
        Token::End => Ok(parser.words),
        _ => Err(parser.lexer.unexpected("the end")),
    }
}

struct Parser<'a> {
    schema: &'a Schema,
    lexer: Lexer<'a>,
    words: Vec<u32>,
    /// The nodes that were read.
    numbers: NodeNumbers,
    pending: Vec<Pending<'a>>,
}

impl<'a> Parser<'a> {
    /// The closing parenthesis, after an optional comma.
    fn close(&mut self) -> Result<(), RonError> {
        self.lexer.take_if(',')?;
        self.lexer.expect(')')
    }

    fn slots(&mut self, ctor: &'a Constructor, number: usize) -> Result<(), RonError> {
        let Some(slot) = ctor.slots.get(number) else { return self.close() };
        if number > 0 {
            self.lexer.expect(',')?;
        }
        if self.schema.ty(ctor.ty).shape == Shape::Plain && !ctor.is_positional() {
            match self.lexer.take()? {
                Token::Word(name) if name == slot.name => self.lexer.expect(':')?,
                found => {
                    let (name, slot) = (&ctor.name, &slot.name);
                    let found = found.to_string();
                    return Err(RonError(format!("`{name}` has the field `{slot}` where {found} stands")));
                }
            }
        }
        self.pending.extend([Pending::Slots(ctor, number + 1), Pending::Fill(ctor, number)]);
        Ok(())
    }

    fn rest(&mut self, list: TypeIx, elements: usize) -> Result<(), RonError> {
        let comma = elements == 0 || self.lexer.take_if(',')?;
        let ended = self.lexer.take_if(']')?;
        if !ended && !comma {
            return Err(self.lexer.unexpected("`,` or `]`"));
        }
        let found = self.constructors(list).find(|(_, ctor)| ctor.slots.is_empty() == ended);
        let Some((ctor, constructor)) = found else {
            let bound = if ended { "few" } else { "many" };
            return Err(RonError(format!("a list has too {bound} elements: {elements}, or more")));
        };
        self.enter(ctor, constructor);
        if let [_, rest] = &constructor.slots[..]
            && let SlotKind::Recursive(rest) = rest.kind
        {
            self.pending.extend([Pending::Rest(rest, elements + 1), Pending::Fill(constructor, 0)]);
        }
        Ok(())
    }

    fn fill(&mut self, ctor: &'a Constructor, slot: usize) -> Result<(), RonError> {
        match ctor.slots[slot].kind {
            SlotKind::Recursive(ty) => self.structure(ty),
            SlotKind::Data(domain) => {
                let found = self.lexer.take()?;
                let domain = self.schema.domain(domain);
                if let Domain::Nodes { of, .. } = domain {
                    let name = format!("{}.{}", ctor.name, ctor.slots[slot].name);
                    self.words.push(self.reference(*of, domain.len(), &name, &found)?);
                    return Ok(());
                }
                let index = index_of(domain, &found);
                let slot = || format!("`{}.{}`", ctor.name, ctor.slots[slot].name);
                let unknown = || match found {
                    Token::Word(word) => RonError(format!("{word} is not among the values of {}", slot())),
                    _ => RonError(format!("{found} is not among the values of {}", slot())),
                };
                self.words.push(index.ok_or_else(unknown)?);
                Ok(())
            }
        }
    }

    /// The number of the node of a type that a token refers to, in the slot with this name.
    fn reference(&self, of: TypeIx, len: u32, slot: &str, token: &Token<'_>) -> Result<u32, RonError> {
        let text = match token {
            Token::Word(word) => *word,
            Token::Text(text) => text.as_ref(),
            Token::Mark(_) | Token::End => "",
        };
        let (ty, met) = (&self.schema.ty(of).name, self.numbers.met(of));
        let digits = text
            .strip_prefix('#')
            .filter(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()));
        let Some(digits) = digits else {
            let form = format!("the number of a `{ty}` that stands before it, as in \"#0\"");
            return Err(RonError(format!("{token} stands where `{slot}` refers to {form}")));
        };
        match digits.parse() {
            Ok(number) if number < met && number < len => Ok(number),
            Ok(number) if number < met => {
                Err(RonError(format!("`{slot}` refers to {text}, but the scope has at most {len} nodes")))
            }
            _ => {
                let before = match met {
                    0 => format!("no `{ty}` stands before it"),
                    1 => format!("of type `{ty}`, only #0 stands before it"),
                    _ => format!("of type `{ty}`, only #0 to #{} stand before it", met - 1),
                };
                Err(RonError(format!("`{slot}` refers to {text}, but {before}")))
            }
        }
    }

    /// Adds a constructor to the words.
    fn enter(&mut self, ctor: CtorIx, constructor: &Constructor) {
        self.words.push(ctor.word());
        self.numbers.enter(constructor);
    }

    /// Reads a structure up to its first part.
    fn structure(&mut self, ty: TypeIx) -> Result<(), RonError> {
        match self.schema.ty(ty).shape {
            Shape::Plain => self.plain(ty),
            Shape::Tuple => {
                self.lexer.expect('(')?;
                let found = self.constructors(ty).next();
                self.begin(found, ty)
            }
            Shape::List => {
                self.lexer.expect('[')?;
                self.pending.push(Pending::Rest(ty, 0));
                Ok(())
            }
            Shape::Option => {
                let is_some = match self.lexer.peek() {
                    Token::Word("None") => false,
                    Token::Word("Some") => true,
                    _ => return Err(self.lexer.unexpected("`None` or `Some`")),
                };
                self.lexer.take()?;
                let Some((ctor, constructor)) =
                    self.constructors(ty).find(|(_, ctor)| ctor.slots.is_empty() != is_some)
                else {
                    return Err(RonError(format!("`{}` has no such value", self.schema.ty(ty).name)));
                };
                self.enter(ctor, constructor);
                if is_some {
                    self.lexer.expect('(')?;
                    self.pending.extend([Pending::Close, Pending::Fill(constructor, 0)]);
                }
                Ok(())
            }
        }
    }

    /// Reads a constructor, whose name may be left out if it is a struct's.
    fn plain(&mut self, ty: TypeIx) -> Result<(), RonError> {
        let found = match *self.lexer.peek() {
            Token::Word(name) => {
                self.lexer.take()?;
                let found = self.constructors(ty).find(|(_, ctor)| ctor.name == name);
                let unknown = || format!("`{}` has no constructor `{name}`", self.schema.ty(ty).name);
                Some(found.ok_or_else(|| RonError(unknown()))?)
            }
            Token::Mark('(') if struct_constructor(self.schema, ty).is_some() => self.constructors(ty).next(),
            _ => return Err(self.lexer.unexpected(&format!("a `{}`", self.schema.ty(ty).name))),
        };
        if found.is_some_and(|(_, ctor)| !ctor.slots.is_empty()) {
            self.lexer.expect('(')?;
        }
        self.begin(found, ty)
    }

    /// Begins the slots of a constructor, of which the parenthesis was read.
    fn begin(&mut self, ctor: Option<(CtorIx, &'a Constructor)>, ty: TypeIx) -> Result<(), RonError> {
        let Some((ctor, constructor)) = ctor else {
            return Err(RonError(format!("`{}` has no value", self.schema.ty(ty).name)));
        };
        self.enter(ctor, constructor);
        if !constructor.slots.is_empty() || self.schema.ty(ty).shape == Shape::Tuple {
            self.pending.push(Pending::Slots(constructor, 0));
        }
        Ok(())
    }

    fn constructors(&self, ty: TypeIx) -> impl Iterator<Item = (CtorIx, &'a Constructor)> + use<'a> {
        let schema = self.schema;
        schema.constructors_of(ty).map(|ctor| (ctor, schema.constructor(ctor)))
    }
}

/// The index of a token's value in a domain.
fn index_of(domain: &Domain, token: &Token<'_>) -> Option<u32> {
    match (domain, token) {
        (Domain::Bool, Token::Word("false")) => Some(0),
        (Domain::Bool, Token::Word("true")) => Some(1),
        (Domain::Range { .. } | Domain::Ints(_), Token::Word(word)) => domain.index_of(word.parse().ok()?),
        (Domain::Wide(_) | Domain::Labels(_), Token::Word(label)) => domain.index_of_label(label),
        (Domain::Labels(_), Token::Text(label)) => domain.index_of_label(label),
        _ => None,
    }
}
