//! Functions that are no predicates, and a hook of the wrong type.
#![allow(dead_code)]

use dpgen::DpGen;

#[derive(DpGen)]
#[dpgen(rep_ok = of_a_number)]
struct Wrong(bool);

fn of_a_number(_: i64) -> bool {
    true
}

#[derive(DpGen)]
#[dpgen(root_ok = counts)]
struct WrongResult(bool);

fn counts(_: WrongResultView) -> usize {
    0
}

#[derive(DpGen)]
#[dpgen(rep_ok = missing)]
struct Missing(bool);

#[derive(DpGen)]
#[dpgen(finish = by_value)]
struct WrongHook(bool);

fn by_value(_: WrongHook) {}

fn main() {}
