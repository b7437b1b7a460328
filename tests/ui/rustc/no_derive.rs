//! A field whose type lacks the derive: said on the type, on the derive, and on functions that take the view.
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

fn is_short(list: ListView) -> bool {
    matches!(list, ListView::Nil)
}

fn main() {
    let _ = dpgen::Generator::<Holder>::up_to(3).build();
    let _ = dpgen::Generator::<List>::up_to(3).build();
}
