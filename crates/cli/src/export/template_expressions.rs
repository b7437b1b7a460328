//! [`TemplateParser`]: the tokens of a template, and its expressions.
//!
//! Understood are the operators of [`Expr`], the filters `join` and `length`, `loop.first`, `.last`, `.index` and `.index0`, and calls
//! of `attr`. The kinds of fields are known, so that what minijinja refuses, or shows in a notation of its own (lists, tuples), is
//! left to it: a method gives `None` for what is not understood.
//!
//! Read next: `template_parser.rs`, which has the statements.

use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::{Constructor, Domain, Schema, Shape, SlotKind};

use crate::export::template_kind::{Kind, joint_kind};
use crate::export::template_program::{Choice, Comparison, Expr, LoopField};
use crate::export::template_tokens::{TEMPLATE_KEYWORDS, Token};

/// What is left of a template, and what its expressions may name.
pub(super) struct TemplateParser<'t> {
    pub(super) schema: &'t Schema,
    pub(super) ctor: &'t Constructor,
    /// Whether the template asks for attributes.
    pub(super) asks: bool,
    /// The names of attributes, numbered in this order; new ones are added.
    pub(super) attributes: &'t mut Vec<String>,
    pub(super) tokens: &'t [Token<'t>],
    /// The names and kinds of the elements of loops, outermost first.
    pub(super) items: Vec<(&'t str, Kind)>,
}

impl<'t> TemplateParser<'t> {
    fn eat(&mut self, token: Token<'_>) -> bool {
        let is_next = self.tokens.first() == Some(&token);
        if is_next {
            self.tokens = &self.tokens[1..];
        }
        is_next
    }

    /// Takes tokens that must be next.
    pub(super) fn expect<const N: usize>(&mut self, tokens: [Token<'_>; N]) -> Option<()> {
        tokens.into_iter().all(|token| self.eat(token)).then_some(())
    }

    pub(super) fn next(&mut self) -> Option<Token<'t>> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(*first)
    }

    pub(super) fn name(&mut self) -> Option<&'t str> {
        match self.next()? {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }

    /// Whether this statement is next, which is then taken.
    pub(super) fn statement(&mut self, name: &str) -> bool {
        let is_next = self.tokens.starts_with(&[Token::BlockStart, Token::Name(name)]);
        if is_next {
            self.tokens = &self.tokens[2..];
        }
        is_next
    }

    /// The slot of a list of this name, and the kind of its elements.
    pub(super) fn list(&self, name: &str) -> Option<(usize, Kind)> {
        let slot = self.slot(name).filter(|_| !self.items.iter().any(|(item, _)| *item == name))?;
        let SlotKind::Recursive(ty) = self.ctor.slots[slot].kind else { return None };
        if self.schema.ty(ty).shape != Shape::List {
            return None;
        }
        let kind = self.inner_kind(ty);
        kind.is_shown().then_some((slot, kind))
    }

    fn slot(&self, name: &str) -> Option<usize> {
        let slot = self.ctor.slots.iter().position(|slot| slot.name == name)?;
        (!TEMPLATE_KEYWORDS.contains(&name)).then_some(slot)
    }

    /// The kind of what a container of this type holds.
    fn inner_kind(&self, ty: TypeIx) -> Kind {
        let mut ctors = self.schema.constructors_of(ty).map(|ctor| self.schema.constructor(ctor));
        ctors.find_map(|ctor| ctor.slots.first()).map_or(Kind::Other, |slot| self.kind(slot.kind))
    }

    fn kind(&self, kind: SlotKind) -> Kind {
        let ty = match kind {
            SlotKind::Data(domain) => {
                return match self.schema.domain(domain) {
                    Domain::Bool => Kind::Bool,
                    Domain::Labels(_) => Kind::Text,
                    _ => Kind::Int,
                };
            }
            SlotKind::Recursive(ty) => ty,
        };
        match self.schema.ty(ty).shape {
            Shape::Plain => Kind::Part,
            Shape::List if self.inner_kind(ty).is_shown() => Kind::List,
            Shape::Option if self.inner_kind(ty).is_shown() => Kind::Optional,
            _ => Kind::Other,
        }
    }

    /// `a if test else b`, or an expression without a choice.
    pub(super) fn choice(&mut self) -> Option<(Expr, Kind)> {
        let (yes, kind) = self.or()?;
        if !self.eat(Token::Name("if")) {
            return Some((yes, kind));
        }
        let (test, test_kind) = self.or()?;
        let (no, other_kind) = if self.eat(Token::Name("else")) {
            let (no, kind) = self.choice()?;
            (Some(no), kind)
        } else {
            (None, Kind::Undefined)
        };
        let is_understood = test_kind.is_tested() && kind.is_shown() && other_kind.is_shown();
        let kind = joint_kind(kind, other_kind);
        is_understood.then(|| (Expr::Choice(Box::new(Choice { test, yes, no })), kind))
    }

    fn or(&mut self) -> Option<(Expr, Kind)> {
        let mut left = self.and()?;
        while self.eat(Token::Name("or")) {
            left = either(left, self.and()?, Expr::Or)?;
        }
        Some(left)
    }

    fn and(&mut self) -> Option<(Expr, Kind)> {
        let mut left = self.not()?;
        while self.eat(Token::Name("and")) {
            left = either(left, self.not()?, Expr::And)?;
        }
        Some(left)
    }

    fn not(&mut self) -> Option<(Expr, Kind)> {
        if !self.eat(Token::Name("not")) {
            return self.comparison();
        }
        let (of, kind) = self.not()?;
        kind.is_tested().then(|| (Expr::Not(Box::new(of)), Kind::Bool))
    }

    fn comparison(&mut self) -> Option<(Expr, Kind)> {
        let (left, kind) = self.concat()?;
        let Some(Token::Sign(sign)) = self.tokens.first() else { return Some((left, kind)) };
        let comparison = match *sign {
            "==" => Comparison::Eq,
            "!=" => Comparison::Ne,
            "<" => Comparison::Lt,
            "<=" => Comparison::Le,
            ">" => Comparison::Gt,
            ">=" => Comparison::Ge,
            _ => return Some((left, kind)),
        };
        self.next();
        let (right, other) = self.concat()?;
        // In a template that asks for attributes, a substructure is no text.
        let is_text = |kind| kind == Kind::Text || kind == Kind::Part && !self.asks;
        let is_equality = matches!(comparison, Comparison::Eq | Comparison::Ne);
        let are_comparable = match (kind, other) {
            (Kind::Int | Kind::Attribute, Kind::Int | Kind::Attribute) => true,
            (Kind::Attribute, Kind::Text) | (Kind::Text, Kind::Attribute) => is_equality,
            _ => is_equality && is_text(kind) && is_text(other),
        };
        are_comparable.then(|| (Expr::Compare(comparison, Box::new((left, right))), Kind::Bool))
    }

    fn concat(&mut self) -> Option<(Expr, Kind)> {
        let (first, mut kind) = self.postfix()?;
        let mut parts = vec![first];
        while self.eat(Token::Sign("~")) {
            let (part, part_kind) = self.postfix()?;
            // What is optional may be undefined, which minijinja refuses here.
            let is_text = |kind| matches!(kind, Kind::Text | Kind::Part | Kind::Int | Kind::Attribute);
            (is_text(kind) && is_text(part_kind)).then(|| parts.push(part))?;
            kind = Kind::Text;
        }
        if parts.len() > 1 { Some((Expr::Concat(parts), kind)) } else { Some((parts.pop()?, kind)) }
    }

    /// A value with filters and tests.
    fn postfix(&mut self) -> Option<(Expr, Kind)> {
        let (expr, kind) = self.primary()?;
        if self.eat(Token::Name("is")) {
            let is_negated = self.eat(Token::Name("not"));
            self.expect([Token::Name("none")])?;
            let test = Expr::IsNone(Box::new(expr));
            let test = if is_negated { Expr::Not(Box::new(test)) } else { test };
            return kind.is_tested().then_some((test, Kind::Bool));
        }
        if !self.eat(Token::Sign("|")) {
            return Some((expr, kind));
        }
        let Expr::Slot(slot) = expr else { return None };
        if kind != Kind::List {
            return None;
        }
        match self.name()? {
            "join" => {
                let mut between = "";
                if self.eat(Token::Sign("(")) {
                    let Some(Token::Str(string)) = self.next() else { return None };
                    between = string;
                    self.expect([Token::Sign(")")])?;
                }
                Some((Expr::Join(slot, between.into()), Kind::Text))
            }
            "length" => Some((Expr::Length(slot), Kind::Int)),
            _ => None,
        }
    }

    fn primary(&mut self) -> Option<(Expr, Kind)> {
        let name = match self.next()? {
            Token::Str(text) => return Some((Expr::Text(text.into()), Kind::Text)),
            Token::Int(int) => return Some((Expr::Int(int), Kind::Int)),
            Token::Sign("(") => {
                let inside = self.choice()?;
                self.expect([Token::Sign(")")])?;
                return Some(inside);
            }
            Token::Name(name) => name,
            _ => return None,
        };
        if name == "loop" {
            let depth = self.items.len().checked_sub(1)?;
            self.expect([Token::Sign(".")])?;
            let (field, kind) = match self.name()? {
                "first" => (LoopField::First, Kind::Bool),
                "last" => (LoopField::Last, Kind::Bool),
                "index" => (LoopField::Index, Kind::Int),
                "index0" => (LoopField::Index0, Kind::Int),
                _ => return None,
            };
            return Some((Expr::Loop(depth, field), kind));
        }
        let item = self.items.iter().rposition(|(item, _)| *item == name);
        let (value, kind) = match item {
            Some(depth) => (Expr::Item(depth), self.items[depth].1),
            None if name == "attr" && self.slot(name).is_none() => return self.attribute(None),
            None => {
                let slot = self.slot(name)?;
                (Expr::Slot(slot), self.kind(self.ctor.slots[slot].kind))
            }
        };
        if self.eat(Token::Sign(".")) {
            self.expect([Token::Name("attr")])?;
            return matches!(kind, Kind::Part | Kind::List | Kind::Optional)
                .then(|| self.attribute(Some(Box::new(value))))?;
        }
        (self.tokens.first() != Some(&Token::Sign("("))).then_some((value, kind))
    }

    /// The arguments of `attr`.
    fn attribute(&mut self, of: Option<Box<Expr>>) -> Option<(Expr, Kind)> {
        self.expect([Token::Sign("(")])?;
        let Some(Token::Str(name)) = self.next() else { return None };
        self.expect([Token::Sign(")")])?;
        if !self.asks {
            return None;
        }
        let known = self.attributes.iter().position(|known| known == name);
        let number = known.unwrap_or_else(|| {
            self.attributes.push(name.to_owned());
            self.attributes.len() - 1
        });
        Some((Expr::Attr(of, number), Kind::Attribute))
    }
}

/// The value of one of two expressions.
fn either(
    (left, kind): (Expr, Kind),
    (right, other): (Expr, Kind),
    make: fn(Box<(Expr, Expr)>) -> Expr,
) -> Option<(Expr, Kind)> {
    let are_tested = kind.is_tested() && other.is_tested();
    are_tested.then(|| (make(Box::new((left, right))), joint_kind(kind, other)))
}
