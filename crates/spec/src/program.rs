//! A spec's code, and how it meets a run: attributes that are asked and remembered, predicates that judge.
//!
//! An attribute is known to runs as `AttrKey::Spec(type, number)`; the last few numbers name what every
//! type has: its constructor ([`KIND`]), its `rep_ok` and its `root_ok`. Its answer is encoded as a tag
//! (0 undefined, 1 defined; only where some constructor has no definition), then the value: an integer,
//! or a word for bools, labels and constructors.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::code::{Context, Num, Test};
use super::located::Site;
use dpgen_engine::run::{
    AttrKey, Attribute, Conjunction, Encoder, Handle, Int, Predicate, recall, reject, remember, view,
    with_schema,
};
use dpgen_forest::index::{CtorIx, at, shown};

/// The number of the attribute that is a type's `rep_ok`.
pub(crate) const REP_OK: u32 = u32::MAX;
/// The number of the attribute that tells a structure's constructor.
pub(crate) const KIND: u32 = u32::MAX - 1;
/// The number that stands for `root_ok`.
pub(crate) const ROOT_OK: u32 = u32::MAX - 2;

/// What an attribute is for one constructor.
#[derive(Debug)]
pub(crate) enum Body {
    Int(Num),
    /// A label or a constructor.
    Word(Num),
    Bool(Test),
}

/// An attribute.
#[derive(Debug)]
pub(crate) struct AttrCode {
    pub(crate) name: String,
    /// Whether some constructor has no definition, so that answers begin with a tag.
    pub(crate) partial: bool,
    /// For each constructor that has one, where it stands and what it is.
    pub(crate) bodies: Vec<Option<(Site, Body)>>,
}

/// A condition.
#[derive(Debug)]
pub(crate) struct Judged {
    /// What reports count it by.
    pub(crate) number: u32,
    pub(crate) site: Site,
    pub(crate) test: Test,
}

impl Judged {
    /// Whether it holds; if it does not, that is noted.
    fn holds(&self, frame: Context<'_>) -> bool {
        let holds = self.site.locate(|| self.test.eval(frame));
        if !holds {
            reject(self.number);
        }
        holds
    }
}

/// The conditions of a constructor.
pub(crate) type Conditions = Vec<Judged>;

/// A type.
#[derive(Debug)]
pub(crate) struct TypeCode {
    pub(crate) name: String,
    pub(crate) attributes: Vec<AttrCode>,
    /// A list a constructor.
    pub(crate) rep_ok: Vec<Conditions>,
}

/// All code of a spec in one scope.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) types: Vec<TypeCode>,
    pub(crate) root: u32,
    /// A list for each constructor of the root.
    pub(crate) root_ok: Vec<Conditions>,
}

/// What an attribute gives; nothing where it is not defined.
type AttrValue = Option<Given>;

/// The value of an attribute, as it is remembered.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Given {
    Int(Int),
    /// A bool, a label or a constructor.
    Word(i64),
}

impl Given {
    /// Whether it is true.
    pub(crate) fn holds(self) -> bool {
        matches!(self, Self::Word(word) if word != 0)
    }

    /// As an integer; labels and constructors are their numbers.
    pub(crate) fn int(self) -> Int {
        match self {
            Self::Int(int) => int,
            Self::Word(word) => Int::constant(word),
        }
    }
}

fn encode(answer: AttrValue, partial: bool, out: &mut Encoder) {
    if partial {
        out.word(i64::from(answer.is_some()));
    }
    match answer {
        None => {}
        Some(Given::Int(int)) => out.int(int),
        Some(Given::Word(word)) => out.word(word),
    }
}

#[inline]
fn decode(partial: bool, words: &[i64], ints: &[Int]) -> Option<Int> {
    if partial && words[0] == 0 {
        return None;
    }
    ints.first().copied().or_else(|| words.last().map(|word| Int::constant(*word)))
}

impl Program {
    /// Asks a substructure for an attribute.
    pub(crate) fn ask(self: &Arc<Self>, handle: Handle, ty: u32, attribute: u32) -> Option<Int> {
        let key = AttrKey::Spec(ty, attribute);
        let partial = self.partial(ty, attribute);
        let make = || self.attribute(ty, attribute);
        let known = recall(handle, key, make, |words, ints| decode(partial, words, ints));
        known.unwrap_or_else(|| {
            let answer = self.evaluate(handle, ty, attribute);
            remember(handle, key, |out| encode(answer, partial, out));
            answer.map(Given::int)
        })
    }

    /// Whether an attribute's answers begin with a tag.
    pub(crate) fn partial(&self, ty: u32, attribute: u32) -> bool {
        let attributes = &self.types[at(ty)].attributes;
        attributes.get(at(attribute)).is_some_and(|attribute| attribute.partial)
    }

    /// Evaluates an attribute on a node.
    fn evaluate(self: &Arc<Self>, handle: Handle, ty: u32, attribute: u32) -> AttrValue {
        let layer = view(handle);
        let frame = Context { program: self, ty, layer: &layer };
        match attribute {
            KIND => Some(Given::Word(i64::from(layer.local))),
            REP_OK => {
                let conditions = &self.types[at(ty)].rep_ok[at(layer.local)];
                Some(Given::Word(i64::from(judge(frame, conditions))))
            }
            _ => self.own(frame, attribute),
        }
    }

    /// Evaluates an attribute on the layer at hand.
    pub(crate) fn own(&self, frame: Context<'_>, attribute: u32) -> AttrValue {
        let code = &self.types[at(frame.ty)].attributes[at(attribute)];
        let (site, body) = code.bodies[at(frame.layer.local)].as_ref()?;
        Some(site.locate(|| match body {
            Body::Int(num) => Given::Int(num.eval(frame)),
            Body::Word(num) => Given::Word(num.eval(frame).value()),
            Body::Bool(test) => Given::Word(i64::from(test.eval(frame))),
        }))
    }

    /// The names of a type and of one of its attributes.
    pub(crate) fn names(&self, ty: u32, attribute: u32) -> (&str, &str) {
        let ty = &self.types[at(ty)];
        let name = match attribute {
            KIND => "kind",
            REP_OK => "rep_ok",
            ROOT_OK => "root_ok",
            _ => ty.attributes.get(at(attribute)).map_or("?", |attribute| &attribute.name),
        };
        (&ty.name, name)
    }

    /// The attribute as engines remember it.
    pub(crate) fn attribute(self: &Arc<Self>, ty: u32, attribute: u32) -> Attribute {
        let (_, name) = self.names(ty, attribute);
        let (program, partial) = (self.clone(), self.partial(ty, attribute));
        Attribute {
            key: AttrKey::Spec(ty, attribute),
            name: name.to_owned(),
            eval: Box::new(move |handle, out| encode(program.evaluate(handle, ty, attribute), partial, out)),
        }
    }

    /// The `rep_ok` of a type, if it has conditions.
    pub(crate) fn rep_ok(self: &Arc<Self>, ty: usize) -> Option<Predicate> {
        let of_type = &self.types[ty].rep_ok;
        let key = AttrKey::Spec(shown(ty), REP_OK);
        let predicate = RepOk { program: self.clone(), ty: shown(ty) };
        let any = of_type.iter().any(|conditions| !conditions.is_empty());
        any.then(|| Predicate::Observed { key, conditions: Arc::new(predicate) })
    }

    /// What only a whole structure must meet, if there is something.
    pub(crate) fn root_ok(self: &Arc<Self>) -> Option<Predicate> {
        let key = AttrKey::Spec(self.root, ROOT_OK);
        let any = self.root_ok.iter().any(|conditions| !conditions.is_empty());
        any.then(|| Predicate::Observed { key, conditions: Arc::new(RootOk { program: self.clone() }) })
    }
}

/// The `rep_ok` of a type.
struct RepOk {
    program: Arc<Program>,
    ty: u32,
}

/// What only a whole structure must meet.
struct RootOk {
    program: Arc<Program>,
}

impl Conjunction for RepOk {
    fn ask(&self, handle: Handle, number: usize) -> ControlFlow<bool> {
        let Self { program, ty } = self;
        let layer = view(handle);
        let conditions = &program.types[at(*ty)].rep_ok[at(layer.local)];
        ask(Context { program, ty: *ty, layer: &layer }, conditions, number)
    }

    fn hold(&self, handle: Handle) -> bool {
        let Self { program, ty } = self;
        let layer = view(handle);
        judge(Context { program, ty: *ty, layer: &layer }, &program.types[at(*ty)].rep_ok[at(layer.local)])
    }
}

impl Conjunction for RootOk {
    fn ask(&self, handle: Handle, number: usize) -> ControlFlow<bool> {
        let Self { program } = self;
        let layer = view(handle);
        let frame = Context { program, ty: program.root, layer: &layer };
        ask(frame, &program.root_ok[at(layer.local)], number)
    }

    fn hold(&self, handle: Handle) -> bool {
        let Self { program } = self;
        let layer = view(handle);
        judge(Context { program, ty: program.root, layer: &layer }, &program.root_ok[at(layer.local)])
    }
}

/// Whether all conditions hold; the first that does not is noted.
fn judge(frame: Context<'_>, conditions: &Conditions) -> bool {
    conditions.iter().all(|condition| condition.holds(frame))
}

/// Asks the condition with this number: breaks with whether all hold, if it is the last or does not hold.
fn ask(frame: Context<'_>, conditions: &Conditions, number: usize) -> ControlFlow<bool> {
    let holds = conditions.get(number).is_none_or(|condition| condition.holds(frame));
    if holds && number + 1 < conditions.len() { ControlFlow::Continue(()) } else { ControlFlow::Break(holds) }
}

/// The name of a constructor, for messages.
pub(crate) fn constructor_name(ctor: CtorIx) -> String {
    with_schema(|schema| schema.constructor(ctor).name.clone())
}
