//! A random program: types with their constructors, domains, attributes and predicates, as a small syntax tree.
//!
//! It is the one description that the interpreter (`interpret.rs`), the spec (`spec_text.rs`) and the model
//! (`model.rs`) all start from. Invariant: an expression names only what its type and constructor have, so
//! that a read can go wrong in one way alone, that a part has another constructor than the read expects.

/// A whole program. Type 0 is the root; declared types come first, then containers.
#[derive(Debug, Clone)]
pub struct Program {
    pub types: Vec<Type>,
    /// What only whole structures must meet: conditions, each for one constructor of the root.
    pub root_ok: Vec<(usize, Test)>,
    pub style: Style,
    /// Whether numbers may be near the ends of what symbols or i64 can be.
    pub extreme: bool,
    pub max_size: u32,
}

/// Who asks parts whether they are valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// The engine.
    Layer,
    /// Each `rep_ok`, before its own conditions.
    WholeFirst,
    /// Each `rep_ok`, after its own conditions.
    WholeLast,
}

/// A type.
#[derive(Debug, Clone)]
pub struct Type {
    pub name: String,
    pub container: Option<Container>,
    pub ctors: Vec<Ctor>,
    pub attributes: Vec<Attribute>,
    /// The first type that differs from this one in domains alone; both have the same attributes and conditions.
    pub family: usize,
}

/// What a container holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Container {
    pub shape: Shape,
    pub inner: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `Nil` and `Cons(first, rest)`.
    List,
    /// `None` and `Some(value)`.
    Option,
    /// `Array`, with this many slots.
    Array(usize),
}

/// A constructor.
#[derive(Debug, Clone)]
pub struct Ctor {
    pub name: String,
    pub weight: u32,
    pub slots: Vec<Slot>,
    pub rep_ok: Vec<Test>,
}

#[derive(Debug, Clone)]
pub struct Slot {
    pub name: String,
    pub kind: Kind,
}

/// What fills a slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A structure of this type.
    Node(usize),
    /// The integers of a range.
    Range(i64, i64),
    /// These integers, ascending; no spec can say this.
    Ints(Vec<i64>),
    Bool,
    /// The first so many of `LABELS`.
    Label(usize),
}

/// The strings of data slots.
pub const LABELS: [&str; 3] = ["x", "y", "z"];

/// A function of a structure: a body for each constructor, or none.
#[derive(Debug, Clone)]
pub struct Attribute {
    pub name: String,
    pub bodies: Vec<Option<Body>>,
}

#[derive(Debug, Clone)]
pub enum Body {
    Num(Num),
    Test(Test),
}

/// The way to a slot: one of the layer at hand, then of the part there as this constructor, and so on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    pub first: usize,
    pub steps: Vec<(usize, usize)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Min,
    Max,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// An integer.
#[derive(Debug, Clone)]
pub enum Num {
    Const(i64),
    Data(Path),
    /// Another attribute of the layer at hand.
    Own(usize),
    /// An attribute of a part.
    Ask(Path, usize),
    Neg(Box<Num>),
    Abs(Box<Num>),
    Arith(Op, Box<Num>, Box<Num>),
    If(Box<Test>, Box<Num>, Box<Num>),
}

/// A condition. What is not needed for the answer is not read.
#[derive(Debug, Clone)]
pub enum Test {
    Const(bool),
    Data(Path),
    /// The label at a place is this one, or is not.
    Label(Path, usize, bool),
    Own(usize),
    Ask(Path, usize),
    /// The part at a place has this constructor, or has not.
    Is(Path, usize, bool),
    Not(Box<Test>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
    Compare(Compare, Box<Num>, Box<Num>),
    /// Both or neither.
    Same(Box<Test>, Box<Test>),
    In(Box<Num>, Vec<i64>),
    If(Box<Test>, Box<Test>, Box<Test>),
}

impl Kind {
    pub fn node(&self) -> Option<usize> {
        if let Self::Node(ty) = self { Some(*ty) } else { None }
    }

    /// The integers of the domain; those of `bool` are 0 and 1, those of labels their places.
    pub fn values(&self) -> Vec<i64> {
        match self {
            Self::Node(_) => Vec::new(),
            Self::Range(lo, hi) => (*lo..=*hi).collect(),
            Self::Ints(values) => values.clone(),
            Self::Bool => vec![0, 1],
            Self::Label(count) => (0..).take(*count).collect(),
        }
    }

    pub fn is_int(&self) -> bool {
        matches!(self, Self::Range(..) | Self::Ints(_))
    }
}

impl Program {
    /// The type of the part that a path leads to, and what fills the slot there.
    pub fn kind(&self, ty: usize, ctor: usize, path: &Path) -> &Kind {
        let mut kind = &self.types[ty].ctors[ctor].slots[path.first].kind;
        for (ctor, slot) in &path.steps {
            let part = kind.node().unwrap_or_else(|| panic!("a path leads through parts: {path:?}"));
            kind = &self.types[part].ctors[*ctor].slots[*slot].kind;
        }
        kind
    }

    /// Every domain.
    pub fn domains(&self) -> impl Iterator<Item = &Kind> {
        let slots = self.types.iter().flat_map(|ty| &ty.ctors).flat_map(|ctor| &ctor.slots);
        slots.map(|slot| &slot.kind).filter(|kind| kind.node().is_none())
    }
}
