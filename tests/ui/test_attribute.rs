//! `#[dpgen::test]`.
#![allow(dead_code)]

#[derive(dpgen::DpGen, Debug)]
struct Tree(bool);

#[dpgen::test]
fn no_size(tree: Tree) {}

#[dpgen::test(max_size = "7")]
fn size_as_text(tree: Tree) {}

#[dpgen::test(max_size = 7, max_size = 8)]
fn size_twice(tree: Tree) {}

#[dpgen::test(max_sise = 7)]
fn unknown_option(tree: Tree) {}

#[dpgen::test(min_size = 8, max_size = 7)]
fn nothing_to_do(tree: Tree) {}

#[dpgen::test(max_size = 7, algorithm = lazy_dp)]
fn algorithm_as_a_name(tree: Tree) {}

#[dpgen::test(max_size = 7, algorithm = "lazydp")]
fn unknown_algorithm(tree: Tree) {}

#[dpgen::test(max_size = 7, param(keys = 1, keys = 2))]
fn parameter_twice(tree: Tree) {}

#[dpgen::test(max_size = 7)]
fn no_argument() {}

#[dpgen::test(max_size = 7)]
fn two_arguments(one: Tree, two: Tree) {}

#[dpgen::test(max_size = 7)]
fn mutable_reference(tree: &mut Tree) {}

#[dpgen::test(max_size = 7)]
fn long_reference(tree: &'static Tree) {}

#[dpgen::test(max_size = 7)]
fn any_type(tree: impl dpgen::DpGen) {}

#[dpgen::test(max_size = 7)]
fn generic<T: dpgen::DpGen>(tree: T) {}

#[dpgen::test(max_size = 7)]
fn returns(tree: Tree) -> Result<(), String> {
    Ok(())
}

#[dpgen::test(max_size = 7)]
async fn waits(tree: Tree) {}

#[dpgen::test(max_size = 7)]
unsafe fn is_unsafe(tree: Tree) {}

#[dpgen::test(max_size = 7)]
#[test]
fn test_twice(tree: Tree) {}

#[dpgen::test(max_size = 7)]
struct NoFunction;

fn main() {}
