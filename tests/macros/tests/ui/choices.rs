//! A unit-only enum is a finite choice.
#![allow(dead_code)]

use dpgen::DpGen;

#[derive(DpGen, Clone, Copy)]
#[dpgen(rep_ok = is_warm, root_ok = is_warm, finish = paint, view = Shade)]
enum Color {
    #[dpgen(weight = 1)]
    Red,
    Blue,
}

fn is_warm(color: Shade) -> bool {
    matches!(color, Shade::Red)
}

fn main() {}
