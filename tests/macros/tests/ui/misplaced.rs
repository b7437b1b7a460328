//! Attributes in a wrong place: each is told its right one.
#![allow(dead_code, unused_variables)]

use dpgen::DpGen;

#[derive(DpGen, Debug)]
#[dpgen(range = 1..=3, values = [1, 2], alphabet = "ab", len = 0..=3, with = "Mirror")]
#[dpgen(skip, get = "field", default, payload, recursive, around = tree, partial)]
struct Tree {
    #[dpgen(rep_ok = is_valid, root_ok = is_valid, params = [limit], view = Layer, finish = set_parents)]
    #[dpgen(crate = "dpgen", remote = "other::Tree", partial, new = "other::Tree::new", weight = 2)]
    left: Option<Box<Tree>>,
    #[dpgen(max_size = 5, param(keys = 3), fields = symbolic, around = left, get = "other::Tree::right")]
    right: Option<Box<Tree>>,
}

#[derive(DpGen, Debug)]
#[dpgen(new = "other::List::new", len = 0..=3, skip, around = list, size = 5)]
enum List {
    #[dpgen(rep_ok = is_valid, range = 1..=3, partial, threads = 1, new = "other::List::nil")]
    Nil,
    Cons(#[dpgen(weight = 2, view = Layer, partial)] bool, Box<List>),
}

#[derive(DpGen, Debug)]
#[dpgen(partial, new = "other::Pair::new")]
struct Pair(bool, #[dpgen(get = "other::Pair::second")] bool);

#[derive(DpGen)]
#[dpgen(remote = "Pair", finish = set_parents)]
struct PairDef(bool, bool);

#[derive(DpGen)]
#[dpgen(rep_ok = is_valid)]
struct Misspelled {
    #[dpgen(rang = 1..=3)]
    near: i64,
    #[dpgen(rootok = is_valid)]
    of_the_type: bool,
    #[dpgen(maxsize = 5)]
    of_a_test: bool,
    #[dpgen(serde)]
    far: bool,
}

#[dpgen::test(rep_ok = is_valid, range = 1..=3, len = 0..=3, weight = 2, around = tree, skip, partial, params = [keys])]
fn keys_of_types(tree: &List) {}

#[dpgen::test(rang = 1..=3, kind = 3)]
fn misspelled(tree: &List) {}

#[dpgen::test(param(len = 0..=3, range = 1..=n, values = [1, 2], rep_ok = is_valid, skip, with("Mirror")))]
fn no_parameters(tree: &List) {}

#[dpgen::test(param(sample_sizes = 3..=4, n = size, time = "2s"))]
fn options_as_parameters(tree: &List) {}

#[dpgen::test(param(keys, sorts = [1, 2], lengths(3), ratio = 0.5, names = "a", fine = -3, len = 3, limit = LIMIT))]
fn no_integers(tree: &List) {}

#[dpgen::test]
fn before_arguments(
    #[dpgen(rep_ok = is_valid, weight = 2, partial, max_size = 5, threads = 1, new = "other::List::new")] list: &List,
    #[dpgen(get = "field", rnge = 1..=3)] number: i64,
) {
}

#[dpgen::test]
#[dpgen(max_size = 5)]
fn options_beside(list: &List) {}

#[dpgen::test(max_len = 3)]
fn options_of_a_machine(list: &List) {}

const LIMIT: i64 = 3;

fn is_valid(_: MisspelledView) -> bool {
    true
}

fn main() {}
