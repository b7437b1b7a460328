//! A field whose type lacks the derive: said once, on the type, wherever the field stands.
#![allow(dead_code)]

use dpgen::DpGen;

struct Plain(bool);

#[derive(DpGen)]
struct Holder {
    plain: Plain,
    flag: bool,
}

#[derive(DpGen)]
#[dpgen(rep_ok = is_short)]
enum List {
    Nil,
    Cons(Plain, Box<List>),
}

#[derive(DpGen)]
struct Only(Plain);

#[derive(DpGen)]
struct Last<T, const N: usize> {
    first: [T; N],
    last: Vec<Option<Plain>>,
}

fn is_short(list: ListView) -> bool {
    matches!(list, ListView::Nil)
}

fn main() {
    let _ = dpgen::Generator::<Holder>::up_to(3).build();
    let _ = dpgen::Generator::<List>::up_to(3).build();
}
