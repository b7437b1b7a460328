//! [`Description`]: an L-attributed specification as plain data: types, rules for contexts, attributes, conditions.
//!
//! Both sides read it: `enumerate.rs` and `evaluate.rs` by brute force on values, `model.rs` through the engine's views.
//! Invariant: expressions are total. A word that a context does not have is 0, and so is a field of another constructor.

/// A specification. Type 0 is the root.
#[derive(Debug, Clone)]
pub struct Description {
    pub types: Vec<Type>,
    /// The context of whole structures; empty if type 0 has none.
    pub root_context: Vec<i64>,
    /// What has to hold of whole structures, by constructor of type 0.
    pub root_ok: Vec<(usize, Test)>,
    pub style: Style,
    /// The words that rules compute are taken modulo this.
    pub modulus: i64,
    pub max_size: u32,
}

/// Whether conditions ask the parts for their `rep_ok`, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Layer,
    PartsFirst,
    PartsLast,
}

#[derive(Debug, Clone)]
pub struct Type {
    pub has_context: bool,
    pub ctors: Vec<Ctor>,
    pub attributes: Vec<Attribute>,
}

#[derive(Debug, Clone)]
pub struct Ctor {
    pub weight: u32,
    pub slots: Vec<Slot>,
    pub rep_ok: Vec<Test>,
}

#[derive(Debug, Clone)]
pub enum Slot {
    /// A value of these, restricted by a rule if there is one.
    Data { domain: Domain, narrow: Option<Rule<Allowed>> },
    /// A structure of a type, whose context is computed by a rule; without one it is the whole's.
    Part { ty: usize, give: Option<Rule<Words>> },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Domain {
    Range(i64, i64),
    Ints(Vec<i64>),
    Bool,
}

/// The rule of a slot.
#[derive(Debug, Clone)]
pub struct Rule<R> {
    pub result: R,
    /// Whether the model says that it reads fields to the left: where it does, and at times where it does not.
    pub from_left: bool,
}

/// Which context a part gets.
#[derive(Debug, Clone)]
pub enum Words {
    /// The words of the whole's context.
    Whole,
    /// These words.
    These(Vec<Num>),
    /// The whole's words and one more, as long as there are at most `MAX_WORDS`.
    Append(Num),
    /// The whole's words but the last.
    Drop,
    If(Box<Test>, Box<Words>, Box<Words>),
}

/// The most words that a context grows to.
pub const MAX_WORDS: usize = 4;

/// Which values a data slot can have.
#[derive(Debug, Clone)]
pub enum Allowed {
    /// Those from one number to another.
    Between(Num, Num),
    /// Those that are words of the context.
    InContext,
    /// Those that differ from a number.
    Except(Num),
    If(Box<Test>, Box<Allowed>, Box<Allowed>),
}

/// An attribute of a type: a number by constructor.
#[derive(Debug, Clone)]
pub struct Attribute {
    pub answer: Answer,
    pub bodies: Vec<Num>,
}

/// How an attribute answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// By a word, which is decided.
    Word,
    /// By an integer, which may stay open.
    Int,
    /// By an integer, and beside it a word: whether it is positive.
    Both,
}

#[derive(Debug, Clone)]
pub enum Num {
    Const(i64),
    /// A word of the context.
    Word(usize),
    /// How many words the context has.
    WordCount,
    /// The value of a data slot.
    Data(usize),
    /// What an attribute of the part in a slot answers.
    Ask(usize, usize),
    /// The value of a data slot of the part in a slot, if the part has this constructor.
    Inner {
        slot: usize,
        ctor: usize,
        data: usize,
    },
    Add(Box<Num>, Box<Num>),
    Sub(Box<Num>, Box<Num>),
    Min(Box<Num>, Box<Num>),
    Max(Box<Num>, Box<Num>),
    /// Modulo a constant, never negative.
    Modulo(Box<Num>, i64),
    If(Box<Test>, Box<Num>, Box<Num>),
}

#[derive(Debug, Clone)]
pub enum Test {
    Compare(Compare, Num, Num),
    /// Whether the part in a slot has this constructor.
    Is(usize, usize),
    /// Whether a number is a word of the context.
    IsWord(Num),
    Not(Box<Test>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
}

impl Domain {
    pub fn values(&self) -> Vec<i64> {
        match self {
            Self::Range(lo, hi) => (*lo..=*hi).collect(),
            Self::Ints(values) => values.clone(),
            Self::Bool => vec![0, 1],
        }
    }
}

impl Slot {
    /// The type of the part in it.
    pub fn part(&self) -> Option<usize> {
        match self {
            Self::Part { ty, .. } => Some(*ty),
            Self::Data { .. } => None,
        }
    }
}

impl Words {
    /// Whether it reads fields.
    pub fn reads_fields(&self) -> bool {
        match self {
            Self::Whole | Self::Drop => false,
            Self::These(nums) => nums.iter().any(Num::reads_fields),
            Self::Append(num) => num.reads_fields(),
            Self::If(test, a, b) => test.reads_fields() || a.reads_fields() || b.reads_fields(),
        }
    }
}

impl Allowed {
    /// Whether it reads fields.
    pub fn reads_fields(&self) -> bool {
        match self {
            Self::Between(lo, hi) => lo.reads_fields() || hi.reads_fields(),
            Self::InContext => false,
            Self::Except(num) => num.reads_fields(),
            Self::If(test, a, b) => test.reads_fields() || a.reads_fields() || b.reads_fields(),
        }
    }
}

impl Num {
    fn reads_fields(&self) -> bool {
        match self {
            Self::Const(_) | Self::Word(_) | Self::WordCount => false,
            Self::Data(_) | Self::Ask(..) | Self::Inner { .. } => true,
            Self::Add(a, b) | Self::Sub(a, b) | Self::Min(a, b) | Self::Max(a, b) => {
                a.reads_fields() || b.reads_fields()
            }
            Self::Modulo(a, _) => a.reads_fields(),
            Self::If(test, a, b) => test.reads_fields() || a.reads_fields() || b.reads_fields(),
        }
    }
}

impl Test {
    fn reads_fields(&self) -> bool {
        match self {
            Self::Compare(_, a, b) => a.reads_fields() || b.reads_fields(),
            Self::Is(..) => true,
            Self::IsWord(num) => num.reads_fields(),
            Self::Not(a) => a.reads_fields(),
            Self::And(a, b) | Self::Or(a, b) => a.reads_fields() || b.reads_fields(),
        }
    }
}
