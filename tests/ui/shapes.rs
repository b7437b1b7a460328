//! Types that dpgen can not describe.
#![allow(dead_code)]

use dpgen::{DpGen, Generator, Observable};

#[derive(DpGen)]
union Either {
    number: u32,
    letter: char,
}

#[derive(DpGen)]
enum List<T> {
    Nil,
    Cons(T, Box<List<T>>),
}

#[derive(DpGen)]
struct Array<const N: usize>([bool; N]);

#[derive(DpGen)]
struct Borrowed<'a>(&'a str);

#[derive(DpGen)]
struct Clause(bool)
where
    bool: Copy;

#[derive(DpGen)]
enum Never {}

#[derive(Observable)]
union ObservedEither {
    number: u32,
    letter: char,
}

#[derive(Observable)]
struct ObservedPair<A, B>(A, B);

#[derive(Observable)]
enum ObservedNever {}

/// The messages above are all: uses of the types add none.
fn uses() {
    let _ = Generator::<List<i64>>::up_to(3);
    let _ = Generator::<Array<3>>::up_to(3);
    let _ = Generator::<Never>::up_to(3);
}

fn main() {}
