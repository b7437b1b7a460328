//! Types that no field can refer to.
#![allow(dead_code)]

use dpgen::DpGen;

#[derive(DpGen)]
struct Unknown {
    #[dpgen(refers_to = Nod)]
    to: usize,
}

struct Plain;

#[derive(DpGen)]
struct NotDerived {
    #[dpgen(refers_to = Plain)]
    to: usize,
}

#[derive(DpGen)]
struct Boxed {
    #[dpgen(refers_to = "Box<Boxed>")]
    to: usize,
}

#[derive(DpGen, Clone, Copy)]
enum Color {
    Red,
    Black,
}

#[derive(DpGen)]
struct Choice {
    #[dpgen(refers_to = Color)]
    to: usize,
}

type Name = String;

#[derive(DpGen)]
struct Alias {
    #[dpgen(refers_to = Alias)]
    to: Name,
}

fn main() {}
