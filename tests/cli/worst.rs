//! The worst structures of a size, and distributions.

use super::*;

/// A red-black tree of height h has at least 2·2ᵏ - 2 nodes for h = 2k, and 3·2ᵏ - 2 for h = 2k + 1: black on one side, red and
/// black by turns on the other.
fn least_nodes(height: u32) -> u32 {
    let k = height / 2;
    if height.is_multiple_of(2) { 2 * (1 << k) - 2 } else { 3 * (1 << k) - 2 }
}

#[test]
fn red_black_trees_are_as_high_as_their_colours_allow() {
    for size in [1, 2, 3, 4, 5, 9, 10, 13, 14, 21, 22, 29, 30, 60] {
        let (out, said) = run(&format!("worst --cost height --size {size} --fields symbolic"), 0);
        let highest = (0..20).rev().find(|height| least_nodes(*height) <= size).unwrap();
        assert!(said.starts_with(&format!("proven: {highest} is the greatest height, ")), "{said}");
        assert!(out.lines().nth(1).unwrap().ends_with(&highest.to_string()), "{out}");
    }
    let (_, said) = run("worst --cost height --size 30 --fields symbolic", 0);
    assert_eq!(
        said,
        "proven: 8 is the greatest height, which 128 of 261,452,256 path conditions of size 30 attain\n"
    );
}

#[test]
fn the_distribution_is_that_of_all_structures() {
    let (out, _) = run("worst avl-tree --cost height --size 7 --distribution --format json --quiet", 0);
    let found: serde_json::Value = serde_json::from_str(&out).unwrap();
    // Of the 17 trees (OEIS A006265) one is complete, with three levels.
    assert_eq!(found["distribution"], serde_json::json!([[3, "1"], [4, "16"]]));
    assert_eq!((&found["of"], &found["attained"]), (&"17".into(), &"16".into()));
    assert_eq!(found["greatest"], 4);
    let structure = found["structure"].as_str().unwrap();
    assert!(lines("enumerate avl-tree --size 7").iter().any(|line| line == structure), "{structure}");
    let (out, _) = run("worst avl-tree --cost height --size 7 --distribution", 0);
    assert!(out.contains("     4          16  94.12 %\n"), "{out}");
}

#[test]
fn what_can_not_be_compared_is_refused() {
    let refused = |args: &str, wanted: &'static str| {
        dpgen(&format!("worst {args}")).assert().code(2).stderr(contains(wanted));
    };
    refused("--cost hight --size 5", "`Tree` has no attribute `hight`; did you mean `height`?");
    refused(
        "--cost key --size 5",
        "`key` is a field of `Tree`, and no attribute; known here: `black_height`",
    );
    refused("--cost height --size 9 --max-size 5", "--size 9 is above the maximum size 5");
    refused("--cost height", "--size");
    refused("binary-tree --cost x --size 3", "`Tree` has no attribute `x`");
    refused("--cost min --size 0", "`min` gives no number for Nil: it is not defined for this constructor");
    refused(
        "--cost max --size 3 --param n=5 --fields symbolic",
        "it depends on the structure's data, which is symbolic; with concrete fields it has a value",
    );
    refused("--cost height --size 3 --algorithm symbolazy-dp", "use quotient");
}

#[test]
fn where_concrete_fields_take_long_it_says_what_does_not() {
    let hint = "--fields symbolic counts path conditions, and takes a moment";
    let (_, said) = run("worst --cost height --size 60 --time 1ms", 3);
    assert!(said.contains(hint), "{said}");
    for other in ["--fields concrete --size 60 --time 1ms", "--size 5", "--size 60 --quiet --time 1ms"] {
        let out = dpgen(&format!("worst --cost height {other}")).output().unwrap();
        assert!(!text(&out.stderr).contains(hint), "{other}: {}", text(&out.stderr));
    }
}

#[test]
fn no_structure_and_no_time_end_as_elsewhere() {
    dpgen("worst --cost height --size 3 --param n=2").assert().code(4).stderr(contains("rejected"));
    let (out, said) = run("worst --cost height --size 60 --time 1ms", 3);
    assert_eq!(out, "");
    assert!(said.contains("\nstopped by --time"), "{said}");
}
