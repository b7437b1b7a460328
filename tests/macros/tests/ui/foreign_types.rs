//! Types that no derive can stand on: each is said once, wherever it stands.
#![allow(dead_code)]

use std::collections::HashMap;

use dpgen::DpGen;

#[derive(DpGen)]
struct Alone {
    time: std::time::Duration,
}

#[derive(DpGen)]
#[dpgen(rep_ok = is_short)]
enum List {
    Nil,
    Cons(fn() -> bool, Box<List>),
    Last { cell: std::cell::Cell<bool> },
}

fn is_short(list: ListView) -> bool {
    match list {
        ListView::Nil | ListView::Last { .. } => true,
        ListView::Cons(_, rest) => rest.get(length) < 2,
    }
}

fn length(list: ListView) -> i64 {
    if let ListView::Cons(_, rest) = list { rest.get(length) + 1 } else { 0 }
}

#[derive(DpGen)]
struct Nested {
    #[dpgen(len = 0..=2)]
    times: Vec<std::time::Duration>,
    maybe: Option<Box<*const u8>>,
    #[dpgen(range = (0..=3, _), len = 0..=2)]
    by_key: HashMap<i64, std::path::PathBuf>,
    pair: (bool, Box<dyn Fn() -> bool>),
    both: [&'static [u8]; 2],
}

#[dpgen::test]
fn test(flag: bool, time: Option<std::time::Instant>) {
    let _ = (flag, time);
}

#[dpgen::test]
fn by_reference(text: &std::ffi::OsString) {
    let _ = text;
}

fn main() {
    let _ = dpgen::Generator::<Alone>::up_to(3).build();
    let _ = dpgen::Generator::<List>::up_to(3).build();
    let _ = dpgen::Generator::<Nested>::up_to(3).build();
}
