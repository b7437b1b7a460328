//! A field whose type lacks the derive is one message, on the type.
#![allow(dead_code)]

use dpgen::DpGen;

struct Plain(bool);

#[derive(DpGen)]
#[dpgen(rep_ok = holds)]
struct Holder {
    flag: bool,
    plain: Plain,
}

#[derive(DpGen)]
enum List {
    Nil,
    Cons(Vec<Plain>, Box<List>),
}

fn holds(holder: HolderView) -> bool {
    let HolderView { flag, .. } = holder;
    flag == true
}

fn main() {
    let _ = dpgen::Generator::<Holder>::up_to(3).build();
}
