//! Types that dpgen can not describe.
#![allow(dead_code)]

use dpgen::{DpGen, Generator, Observable};

#[derive(DpGen)]
union Either {
    number: u32,
    letter: char,
}

#[derive(DpGen)]
struct Borrowed<'a>(&'a str);

#[derive(DpGen)]
enum Never {}

#[derive(Observable)]
union ObservedEither {
    number: u32,
    letter: char,
}

#[derive(Observable)]
struct ObservedText<'a>(&'a str);

#[derive(Observable)]
enum ObservedNever {}

/// The messages above are all: uses of the types add none.
fn uses() {
    let _ = Generator::<Borrowed<'static>>::up_to(3);
    let _ = Generator::<Never>::up_to(3);
}

fn main() {}
