//! Fields of types that dpgen does not know, and domains that are no numbers.
#![allow(dead_code)]

use dpgen::{DpGen, Observable};

#[derive(DpGen)]
struct Float {
    temperature: f64,
}

#[derive(DpGen)]
struct WrongConstant(#[dpgen(range = 0..=LIMIT)] i64);

const LIMIT: u8 = 5;

#[derive(Observable)]
struct Seen(f64);

fn main() {}
