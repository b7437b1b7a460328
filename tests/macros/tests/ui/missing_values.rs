//! Fields of plain values that nothing says the values of.
#![allow(dead_code)]

use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroU8;
use std::sync::Arc;

use dpgen::DpGen;

#[derive(DpGen)]
struct Fields {
    number: i64,
    numbers: Vec<i64>,
    perhaps: Option<u8>,
    pair: (bool, u8),
    nonzero: NonZeroU8,
    text: String,
    shared: Arc<str>,
    borrowed: Cow<'static, str>,
    letter: char,
    float: f64,
    map: HashMap<bool, Vec<u16>>,
}

#[derive(DpGen)]
enum Op {
    Push(u8),
    Pop,
}

#[dpgen::test(max_size = 7)]
fn arguments(_: Fields, _key: i64, _text: &str, _bytes: &[u8]) {}

fn main() {}
