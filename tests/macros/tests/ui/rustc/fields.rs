//! Domains that are no integers, and types that lack a derive.
#![allow(dead_code)]

use dpgen::{DpGen, Observable, Ref};

#[derive(DpGen)]
struct WrongConstant(#[dpgen(range = 0..=LIMIT)] i64);

const LIMIT: f32 = 5.0;

#[derive(Observable)]
struct Seen(std::time::Duration);

struct Plain(bool);

#[derive(DpGen)]
struct Flag(bool);

fn inner(_: FlagView) -> Plain {
    Plain(true)
}

fn asks(flag: Ref<Flag>) {
    let _ = flag.get(inner);
}

fn main() {}
