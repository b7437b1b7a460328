//! `#[dpgen::test]`.
#![allow(dead_code)]

#[derive(dpgen::DpGen, Debug)]
struct Tree(bool);

#[dpgen::test(max_size = 7, max_size = 8)]
fn size_twice(_: Tree) {}

#[dpgen::test(max_sise = 7)]
fn unknown_option(_: Tree) {}

#[dpgen::test(min_size = 8, max_size = 7)]
fn nothing_to_do(_: Tree) {}

#[dpgen::test(max_size = 7, algorithm = lazy_dp)]
fn algorithm_as_a_name(_: Tree) {}

#[dpgen::test(max_size = 7, algorithm = "lazydp")]
fn unknown_algorithm(_: Tree) {}

#[dpgen::test(max_size = 7, param(keys = 1, keys = 2))]
fn parameter_twice(_: Tree) {}

#[dpgen::test(max_size = 7)]
fn no_argument() {}

#[dpgen::test(max_size = 7, size = 3)]
fn sizes_twice(_: Tree) {}

#[dpgen::test(time = "2 hours")]
fn unknown_unit(_: Tree) {}

#[dpgen::test(fields = symbolc)]
fn unknown_fields(_: Tree) {}

#[dpgen::test(expect = 5)]
fn number_without_a_size(_: Tree) {}

#[dpgen::test(max_size = 7, sample_sizes = 8..=9)]
fn sizes_without_a_number(_: Tree) {}

#[dpgen::test(sample_sizes = 8)]
fn one_sample_size(_: Tree) {}

#[dpgen::test(max_size = 7)]
fn mutable_references(tree: &mut Tree, bytes: &mut [u8], text: &mut str) {}

#[dpgen::test(max_size = 7)]
fn long_reference(_: &'static Tree) {}

#[dpgen::test(max_size = 7)]
fn named_lifetime<'a>(_: &'a Tree) {}

#[dpgen::test(max_size = 7)]
fn borrowed_parts(words: &[&str], options: Vec<(u8, Option<&[u8]>)>, function: fn(&Tree) -> &str) {}

#[dpgen::test(max_size = 7)]
fn any_type(_: impl dpgen::DpGen) {}

#[dpgen::test(max_size = 7)]
fn generic<T: dpgen::DpGen>(_: T) {}

#[dpgen::test(max_size = 7)]
async fn waits(_: Tree) {}

#[dpgen::test(max_size = 7)]
unsafe fn is_unsafe(_: Tree) {}

#[dpgen::test(max_size = 7)]
#[test]
fn test_twice(_: Tree) {}

#[dpgen::test(max_size = 7)]
fn around_nothing(tree: Tree, #[dpgen(around = other, range = 0..=9)] key: i64) {}

#[dpgen::test(max_size = 7)]
fn around_of_a_list(tree: Tree, #[dpgen(around = tree, range = 0..=9, len = 0..=1)] key: Vec<i64>) {}

#[dpgen::test(max_size = 7)]
fn around_without_a_range(tree: Tree, #[dpgen(around = tree)] key: i64) {}

#[derive(dpgen::DpGen)]
struct AroundInAStruct {
    tree: Tree,
    #[dpgen(around = tree, range = 0..=9)]
    key: i64,
}

#[dpgen::test(max_size = 7)]
struct NoFunction;

#[dpgen::test(max_size = 7)]
mod no_function {}

#[dpgen::test(max_size = 7)]
#[dpgen::test(threads = 1)]
fn ours_twice(_: Tree) {}

#[dpgen::test(max_size = 7)]
fn around_a_field_of_a_number(
    #[dpgen(range = 0..=9)] number: u8,
    #[dpgen(around = number.key, range = 0..=9)] key: i64,
) {
}

#[dpgen::test(max_size = 7)]
fn around_a_constant(tree: Tree, #[dpgen(around = 3, range = 0..=9)] key: i64) {}

fn main() {}
