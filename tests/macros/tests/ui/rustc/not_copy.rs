//! A finite choice has to be `Copy`.
#![allow(dead_code)]

use dpgen::DpGen;

#[derive(DpGen)]
enum Color {
    Red,
    Blue,
}

fn main() {}
