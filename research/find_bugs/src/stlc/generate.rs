//! The generators for proptest and quickcheck: terms by type, as one would write them by hand.
//!
//! A term of a type is a variable of the context that has it, a constant, a function, or an application whose parts are
//! made of the types that fit.

use std::rc::Rc;

use proptest::prelude::{BoxedStrategy, Just, Strategy};
use quickcheck::{Arbitrary, Gen};

use super::cases::Program;
use super::{Link, Term, abs, app, reference, types};
use crate::tools::Case;

/// How deep terms are, functions apart that their types ask for.
const DEPTH: u32 = 4;

/// A way to begin a term.
#[derive(Debug, Clone)]
enum Head {
    Done(Link),
    /// A function from a type to another.
    Abs(i64, i64),
    /// An application of a function of this type to an argument of that.
    App(i64, i64),
}

/// The ways to begin a term of a type; the last type of the context is that of index 0.
fn heads(context: &[i64], ty: i64, depth: u32) -> Vec<Head> {
    let mut heads = Vec::new();
    for (index, known) in (0..).zip(context.iter().rev()) {
        if *known == ty {
            heads.push(Head::Done(Rc::new(Term::Var { index, ty })));
        }
    }
    if ty == types::BOOL {
        heads.extend([false, true].map(|value| Head::Done(Rc::new(Term::Bool(value)))));
    }
    heads.extend(types::parts(ty).map(|(from, to)| Head::Abs(from, to)));
    if depth > 0 {
        heads.extend(types::ALL.filter_map(|from| Some(Head::App(types::arrow(from, ty)?, from))));
    }
    heads
}

fn within(context: &[i64], ty: i64) -> Vec<i64> {
    let mut inner = context.to_vec();
    inner.push(ty);
    inner
}

fn terms(context: Vec<i64>, ty: i64, depth: u32) -> BoxedStrategy<Link> {
    let below = depth.saturating_sub(1);
    proptest::sample::select(heads(&context, ty, depth))
        .prop_flat_map(move |head| match head {
            Head::Done(term) => Just(term).boxed(),
            Head::Abs(from, to) => {
                terms(within(&context, from), to, below).prop_map(move |body| abs(from, body)).boxed()
            }
            Head::App(function, from) => {
                (terms(context.clone(), function, below), terms(context.clone(), from, below))
                    .prop_map(|(function, argument)| app(function, argument))
                    .boxed()
            }
        })
        .boxed()
}

impl Case for Program {
    fn strategy() -> BoxedStrategy<Self> {
        types::ALL.prop_flat_map(|ty| terms(Vec::new(), ty, DEPTH)).prop_map(|term| Self { term }).boxed()
    }
    fn nodes(&self) -> u64 {
        self.term.nodes()
    }
}

fn arbitrary(g: &mut Gen, context: &[i64], ty: i64, depth: u32) -> Link {
    let below = depth.saturating_sub(1);
    match g.choose(&heads(context, ty, depth)) {
        Some(Head::Done(term)) => term.clone(),
        Some(Head::Abs(from, to)) => abs(*from, arbitrary(g, &within(context, *from), *to, below)),
        Some(Head::App(function, from)) => {
            app(arbitrary(g, context, *function, below), arbitrary(g, context, *from, below))
        }
        None => unreachable!("there are constants, and functions of all other types"),
    }
}

/// Terms with a part less, or a simpler one; not all of them have a type.
fn smaller(term: &Link) -> Vec<Link> {
    let mut terms: Vec<Link> = [false, true].map(|value| Rc::new(Term::Bool(value))).into();
    match &**term {
        Term::Var { .. } => {}
        Term::Bool(value) => terms.truncate(usize::from(*value)),
        Term::Abs { ty, body } => {
            terms.push(body.clone());
            terms.extend(smaller(body).into_iter().map(|body| abs(*ty, body)));
        }
        Term::App { function, argument } => {
            terms.extend([function.clone(), argument.clone()]);
            terms.extend(smaller(function).into_iter().map(|function| app(function, argument.clone())));
            terms.extend(smaller(argument).into_iter().map(|argument| app(function.clone(), argument)));
        }
    }
    terms
}

impl Arbitrary for Program {
    fn arbitrary(g: &mut Gen) -> Self {
        let all: Vec<i64> = types::ALL.collect();
        let ty = g.choose(&all).copied().unwrap_or_default();
        Self { term: arbitrary(g, &[], ty, DEPTH) }
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let terms = smaller(&self.term).into_iter();
        let typed = terms.filter(|term| reference::type_of(term, &mut Vec::new()).is_some());
        Box::new(typed.map(|term| Self { term }))
    }
}
