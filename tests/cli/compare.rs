//! `dpgen compare`: exit codes, both formats, saved builds, and what is refused.

use super::*;

/// A built-in spec with an edit, in a file.
fn edited(folder: &Path, name: &str, from: &str, to: &str) -> String {
    let text = run(&format!("specs {name}"), 0).0;
    assert!(text.contains(from), "{name} has no {from}");
    let path = folder.join("edited.ron");
    fs::write(&path, text.replace(from, to)).expect("it can be written");
    path.display().to_string()
}

#[test]
fn the_exit_code_says_whether_they_differ() {
    let folder = folder();
    let new = edited(folder.path(), "binary-search-tree", "left.max < key", "left.max <= key");
    let (out, said) = run(&format!("compare binary-search-tree {new} --max-size 3"), 5);
    assert!(out.contains("the smallest gained, of size 2:\n((. 1 .) 1 .)\n"), "{out}");
    // By Narayana's numbers, as in `tests/it/comparison.rs`: 9 - 6 of size 2, and 1 + 12 + 10 - 5 of size 3.
    assert!(
        said.starts_with("they differ: 21 structures gained and 0 structures lost of sizes 0 to 3"),
        "{said}"
    );
    let (out, _) = run(&format!("compare {new} binary-search-tree --max-size 3 --size 2 --format json"), 5);
    let lost = "{\"Node\":{\"left\":{\"Node\":{\"left\":\"Nil\",\"key\":1,\"right\":\"Nil\"}},\"key\":1,\"right\":\"Nil\"}}";
    let counts = "{\"size\":2,\"old\":\"9\",\"new\":\"6\",\"gained\":\"0\",\"lost\":\"3\"";
    assert_eq!(out, format!("{counts},\"first_gained\":null,\"first_lost\":{lost}}}\n"));
    let (_, said) = run("compare avl-tree avl-tree --max-size 4", 0);
    assert!(said.starts_with("they are equal: the same structures of sizes 0 to 4"), "{said}");
    assert_eq!(run("compare avl-tree avl-tree --max-size 4 --quiet", 0).1, "");
}

#[test]
fn a_saved_build_stands_for_a_spec() {
    let folder = folder();
    let old = folder.path().join("old.dpgen").display().to_string();
    run(&format!("build red-black-tree --max-size 5 --out {old}"), 0);
    let new = edited(folder.path(), "red-black-tree", "\"!(red && (left.is_red || right.is_red))\",", "");
    let fresh = run(&format!("compare red-black-tree {new} --max-size 5"), 5).0;
    assert_eq!(run(&format!("compare {old} {new}"), 5).0, fresh);
    assert_eq!(run(&format!("compare {old} {old}"), 0).0.lines().count(), 8);
    dpgen(&format!("compare {old} {old} --max-size 3")).assert().code(2).stderr(contains("--max-size"));
}

#[test]
fn what_can_not_be_compared_is_refused() {
    for (arguments, why) in [
        ("avl-tree avl-tree --fields symbolic", "symbolic data has path conditions"),
        ("avl-tree avl-tree --algorithm symbolazy-dp", "symbolic data has path conditions"),
        ("red-black-tree avl-tree", "`Node` has the fields (left, key, red, right) on the old side"),
        ("avl-tree", "NEW"),
    ] {
        dpgen(&format!("compare {arguments}")).assert().code(2).stderr(contains(why));
    }
    dpgen("compare avl-tree avl-tree --max-size 60 --time 1ms")
        .assert()
        .code(3)
        .stderr(contains("stopped by --time"));
}

#[test]
fn a_build_that_fails_ends_the_other() {
    let folder = folder();
    let failing = edited(folder.path(), "binary-search-tree", "left.max < key", "1 / 0 == key");
    // The other one takes hours.
    for sides in [format!("{failing} red-black-tree"), format!("red-black-tree {failing}")] {
        dpgen(&format!("compare {sides} --max-size 5000"))
            .timeout(std::time::Duration::from_secs(60))
            .assert()
            .code(2)
            .stderr(contains("a division by zero"));
    }
}
