//! Contexts of types that do not fit, as the compiler finds them.
#![allow(dead_code)]

use dpgen::{DpGen, Observable};

#[derive(Observable, Debug)]
struct Scope {
    depth: u8,
}

#[derive(DpGen)]
#[dpgen(context = Scope)]
struct Inner(#[dpgen(range = |scope| 0..scope.depth)] u8);

#[derive(DpGen)]
struct GivesOther {
    #[dpgen(give = || 3)]
    inner: Inner,
}

#[derive(DpGen)]
struct Plain(bool);

#[derive(DpGen)]
struct GivesToPlain {
    #[dpgen(give = || 3)]
    inner: Plain,
}

#[derive(DpGen)]
#[dpgen(context = Scope, rep_ok = is_deep)]
struct ReadsOther(bool);

fn is_deep(_: ReadsOtherView, depth: u8) -> bool {
    depth > 0
}

fn main() {}
