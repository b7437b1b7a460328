//! Domains that are no `i64`, and fields that can not be observed.
#![allow(dead_code)]

use dpgen::{DpGen, Observable};

#[derive(DpGen)]
struct WrongConstant(#[dpgen(range = 0..=LIMIT)] i64);

const LIMIT: u8 = 5;

#[derive(Observable)]
struct Seen(f64);

fn main() {}
