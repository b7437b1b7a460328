//! Values that are none of the field's type, and tuples of them.
#![allow(dead_code)]

use std::collections::BTreeMap;

use dpgen::DpGen;

#[derive(DpGen)]
struct Fields {
    #[dpgen(range = 0..=1)]
    flag: bool,
    #[dpgen(values = [true])]
    listed_flag: bool,
    #[dpgen(values = ["a"])]
    number: i64,
    #[dpgen(values = [1, 2])]
    text: Option<String>,
    #[dpgen(range = 1..=3)]
    letters: Vec<char>,
    #[dpgen(range = 1..=3)]
    float: f64,
    #[dpgen(alphabet = "ab", len = 0..=1)]
    letters_of_a_float: Vec<f32>,
    #[dpgen(range = 1..=3)]
    map: BTreeMap<u8, String>,
    #[dpgen(range = (1..=3, 1..=2))]
    nothing_of_three: (u8, u8, u8),
    #[dpgen(range = (1..=3, _))]
    none_for_one: (u8, u8),
    #[dpgen(range = (1..=3, _))]
    no_tuple: Vec<u8>,
    #[dpgen(range = (1..=3, 5))]
    no_domain: (u8, u8),
    #[dpgen(payload, len = 0..=2)]
    payload: u8,
    #[dpgen(payload, range = 0..=n)]
    payload_of_the_scope: u8,
}

fn main() {}
