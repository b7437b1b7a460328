//! Contexts, and closures of fields.
#![allow(dead_code)]

use dpgen::{DpGen, Observable};

#[derive(Observable, Debug)]
struct Scope;

impl Scope {
    fn new() -> Self {
        Self
    }
}

#[derive(DpGen)]
#[dpgen(root = Scope::new)]
enum RootAlone {
    Nil,
    Cons(bool, Box<RootAlone>),
}

#[derive(DpGen)]
#[dpgen(then = |scope, item| scope)]
enum ThenAlone {
    Nil,
    Cons(bool, Box<ThenAlone>),
}

#[derive(DpGen)]
#[dpgen(context = Scope, then = |scope| scope)]
enum ThenOfOne {
    Nil,
    Cons(bool, Box<ThenOfOne>),
}

#[derive(DpGen, Clone, Copy)]
#[dpgen(context = Scope)]
enum Choice {
    Left,
    Right,
}

#[derive(DpGen)]
#[dpgen(context = 3)]
struct NoType(bool);

#[derive(DpGen)]
#[dpgen(context = Scope)]
struct Names {
    #[dpgen(give = |scope| scope)]
    data: bool,
    #[dpgen(range = |scope, dat| 0..=1)]
    unknown: u8,
    #[dpgen(range = |scope, right| 0..=1)]
    left: u8,
    #[dpgen(range = |scope, right| 0..=1)]
    right: u8,
    #[dpgen(range = |scope, hidden, left, left| 0..=1)]
    twice: u8,
    #[dpgen(skip)]
    hidden: u8,
    #[dpgen(range = |left| 0..=1)]
    no_context: u8,
    #[dpgen(range = |scope, _| 0..=1)]
    unnamed: u8,
    #[dpgen(range = |scope, hidden| 0..=1)]
    skipped: u8,
    #[dpgen(range = |Scope| 0..)]
    open: u8,
    #[dpgen(range = |(a, b)| 0..=1)]
    pattern: u8,
    #[dpgen(give = 3)]
    no_closure: Box<Names>,
    #[dpgen(skip, give = |scope| scope)]
    left_out: Option<Box<Names>>,
}

#[derive(DpGen)]
enum WithoutContext {
    Nil,
    Cons(
        #[dpgen(range = |scope| 0..scope.len())] u8,
        #[dpgen(give = |scope| scope)] Box<WithoutContext>,
    ),
}

#[derive(DpGen)]
struct Values {
    #[dpgen(values = |list| vec!["a"])]
    text: String,
    #[dpgen(range = || 0..=1)]
    list: Vec<u8>,
    #[dpgen(range = || 0..=1, len = 0..=1)]
    length: u8,
    #[dpgen(values = (|| vec![1], _))]
    pair: (u8, bool),
    #[dpgen(payload, range = || 0..=1)]
    payload: u8,
}

fn main() {}
