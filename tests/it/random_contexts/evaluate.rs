//! Expressions of a description on values: a plain recursive evaluation, which caches nothing.

use std::rc::Rc;

use super::description::{Allowed, Compare, Ctor, Description, MAX_WORDS, Num, Style, Test, Words};

/// A structure that knows its context.
#[derive(Debug, Clone)]
pub struct Structure {
    pub ty: usize,
    pub ctor: usize,
    pub context: Rc<[i64]>,
    /// All slots; of one that is being filled, those to the left.
    pub slots: Vec<Content>,
}

/// What is in a slot.
#[derive(Debug, Clone)]
pub enum Content {
    Data(i64),
    Part(Rc<Structure>),
}

impl Structure {
    /// Its constructors (numbered within their types) and data, in preorder.
    pub fn flat(&self, out: &mut Vec<i64>) {
        out.push(i64::try_from(self.ctor).unwrap());
        for content in &self.slots {
            match content {
                Content::Data(value) => out.push(*value),
                Content::Part(part) => part.flat(out),
            }
        }
    }

    fn part(&self, slot: usize) -> &Structure {
        match &self.slots[slot] {
            Content::Part(part) => part,
            Content::Data(_) => panic!("slot {slot} holds data"),
        }
    }

    fn data(&self, slot: usize) -> i64 {
        match &self.slots[slot] {
            Content::Data(value) => *value,
            Content::Part(_) => panic!("slot {slot} holds a part"),
        }
    }

    fn def<'a>(&self, of: &'a Description) -> &'a Ctor {
        &of.types[self.ty].ctors[self.ctor]
    }

    /// Whether its own conditions hold; those of its parts are asked again if the description does so.
    pub fn rep_ok(&self, of: &Description) -> bool {
        let parts = || {
            self.slots.iter().all(|content| match content {
                Content::Part(part) => part.rep_ok(of),
                Content::Data(_) => true,
            })
        };
        (of.style != Style::PartsFirst || parts())
            && self.def(of).rep_ok.iter().all(|test| self.test(of, test))
            && (of.style != Style::PartsLast || parts())
    }

    /// Whether the conditions on whole structures hold.
    pub fn root_ok(&self, of: &Description) -> bool {
        of.root_ok.iter().all(|(ctor, test)| *ctor != self.ctor || self.test(of, test))
    }

    /// The words that a rule gives to a part.
    pub fn words(&self, of: &Description, words: &Words) -> Vec<i64> {
        let word = |num: &Num| self.num(of, num).rem_euclid(of.modulus);
        match words {
            Words::Whole => self.context.to_vec(),
            Words::These(nums) => nums.iter().map(word).collect(),
            Words::Append(num) => {
                let mut words = self.context.to_vec();
                if words.len() < MAX_WORDS {
                    words.push(word(num));
                }
                words
            }
            Words::Drop => self.context.split_last().map_or(Vec::new(), |(_, rest)| rest.to_vec()),
            Words::If(test, a, b) => self.words(of, if self.test(of, test) { a } else { b }),
        }
    }

    /// Whether a rule allows a value.
    pub fn allows(&self, of: &Description, allowed: &Allowed, value: i64) -> bool {
        match allowed {
            Allowed::Between(lo, hi) => self.num(of, lo) <= value && value <= self.num(of, hi),
            Allowed::InContext => self.context.contains(&value),
            Allowed::Except(num) => self.num(of, num) != value,
            Allowed::If(test, a, b) => self.allows(of, if self.test(of, test) { a } else { b }, value),
        }
    }

    fn num(&self, of: &Description, num: &Num) -> i64 {
        match num {
            Num::Const(value) => *value,
            Num::Word(place) => self.context.get(*place).copied().unwrap_or(0),
            Num::WordCount => i64::try_from(self.context.len()).unwrap(),
            Num::Data(slot) => self.data(*slot),
            Num::Ask(slot, attribute) => {
                let part = self.part(*slot);
                part.num(of, &of.types[part.ty].attributes[*attribute].bodies[part.ctor])
            }
            Num::Inner { slot, ctor, data } => {
                let part = self.part(*slot);
                if part.ctor == *ctor { part.data(*data) } else { 0 }
            }
            Num::Add(a, b) => self.num(of, a) + self.num(of, b),
            Num::Sub(a, b) => self.num(of, a) - self.num(of, b),
            Num::Min(a, b) => self.num(of, a).min(self.num(of, b)),
            Num::Max(a, b) => self.num(of, a).max(self.num(of, b)),
            Num::Modulo(a, modulus) => self.num(of, a).rem_euclid(*modulus),
            Num::If(test, a, b) => self.num(of, if self.test(of, test) { a } else { b }),
        }
    }

    fn test(&self, of: &Description, test: &Test) -> bool {
        match test {
            Test::Compare(op, a, b) => {
                let (a, b) = (self.num(of, a), self.num(of, b));
                match op {
                    Compare::Eq => a == b,
                    Compare::Ne => a != b,
                    Compare::Lt => a < b,
                    Compare::Le => a <= b,
                }
            }
            Test::Is(slot, ctor) => self.part(*slot).ctor == *ctor,
            Test::IsWord(num) => self.context.contains(&self.num(of, num)),
            Test::Not(a) => !self.test(of, a),
            Test::And(a, b) => self.test(of, a) && self.test(of, b),
            Test::Or(a, b) => self.test(of, a) || self.test(of, b),
        }
    }
}
