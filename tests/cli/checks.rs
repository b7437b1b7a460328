//! Output and exit codes of `dpgen check`: types, whether the predicate is hereditary, stated counts, parameters that nothing reads.

use super::*;

/// A spec of lists of numbers from 1..=n with these conditions, which begin in line 8.
fn lists(folder: &TempDir, conditions: &str) -> String {
    let path = folder.path().join("lists.ron");
    let text = format!(
        r#"(
    name: "lists",
    root: "List",
    types: {{
        "List": (
            constructors: {{"End": (), "Cons": (fields: {{"key": Int("1", "n"), "rest": Type("List")}})}},
            attributes: {{"first": {{"Cons": "key"}}, "length": {{"End": "0", "Cons": "1 + rest.length"}}}},
            rep_ok: {{"Cons": [{conditions}]}},
        ),
    }},
)"#
    );
    fs::write(&path, text).expect("it can be written");
    path.display().to_string()
}

#[test]
fn a_hereditary_predicate_is_said_in_words() {
    let folder = folder();
    let path = lists(&folder, "\"rest.kind == 'End' || key < rest.first\"");
    let (out, said) = run(&format!("check {path} --max-size 2"), 0);
    // A spec without a description is its name alone.
    assert!(out.starts_with("lists\ntype List, the root"), "{out}");
    let wanted = "the predicate is hereditary (each part of an accepted structure is accepted, too): tried up to size 2 on \
                  4 structures\n";
    assert_eq!(said, wanted);
    // 1 < 2 and 2 < 3, and 1 < 2 < 3: of size 3 the top of lists whose rest does not ascend is satisfied, too.
    let (_, said) = run(&format!("check {path} --max-size 3"), 0);
    let wanted = "tried up to size 3 on 16 structures whose top satisfies rep_ok, 8 of which satisfy it in every part\n";
    assert!(said.ends_with(wanted), "{said}");
}

#[test]
fn a_condition_for_the_whole_is_named_with_its_line() {
    let folder = folder();
    let path = lists(&folder, "\"rest.kind == 'End' || key < rest.first\",\n\"length % 2 == 0\"");
    let (_, said) = run(&format!("check {path}"), 0);
    let wanted = format!(
        "hint: the condition \"length % 2 == 0\" of `Cons` ({path}:9) may be meant for the whole structure alone. It rejects\n  \
         Cons {{ key: 2, rest: End }}\nwhich is a part of\n  Cons {{ key: 1, rest: Cons {{ key: 2, rest: End }} }}\nSo this \
         structure is not accepted, although the conditions hold at its top. That is right if every part has to satisfy the \
         condition; if not, move it to root_ok.\n"
    );
    assert_eq!(said, wanted);
    // Nothing but errors is said by a quiet run.
    assert_eq!(run(&format!("check {path} --quiet"), 0).1, "");
}

#[test]
fn a_rejected_part_of_an_accepted_structure_is_a_failure() {
    let folder = folder();
    let path = lists(&folder, "\"!rest.rep_ok || rest.kind == 'End'\"");
    for quiet in ["", "--quiet"] {
        let (_, said) = run(&format!("check {path} {quiet}"), 1);
        assert!(said.starts_with("the predicate is not hereditary: it accepts\n"), "{said}");
    }
}

#[test]
fn check_shows_types_and_counts() {
    let (out, said) = run("check hash-table --max-size 2 --param m=6 --counts", 0);
    assert!(out.contains("parameter m = 2 * n, set to 6"), "{out}");
    assert!(out.contains("  Link(key: 0..=5, next: Chain), weight 1"), "{out}");
    assert!(said.contains("tried up to size 2") && said.contains("stated counts are right"), "{said}");
}

/// The spec of sorted lists with other counts.
fn sorted_lists(folder: &TempDir, counts: &str) -> String {
    let path = folder.path().join("mine.ron");
    let text = run("specs sorted-list", 0).0;
    let (head, _) = text.rsplit_once("counts: [").expect("the spec states counts");
    fs::write(&path, format!("{head}counts: [{counts}],\n)")).expect("it can be written");
    path.display().to_string()
}

#[test]
fn check_finds_counts_that_are_wrong() {
    let folder = folder();
    // The second list is of the counts for n = size, which is the mistake that the table shows.
    let path = sorted_lists(&folder, "(each: [1, 1, 3]), (max_size: 3, sizes: [1, 1, 3, 10])");
    let (_, said) = run(&format!("check {path} --counts"), 1);
    let wanted = "the spec states 1 structure of size 1 for maximum size 3 (line 17), and there are 3\n\
                  size  stated  found\n   0       1      1\n   1       1      3  differs\n   2       3      6  differs\n   \
                  3      10     10\n";
    assert!(said.ends_with(wanted), "{said}");
    // Quiet or not.
    assert_eq!(run(&format!("check {path} --counts --quiet"), 1).1, wanted);
}

#[test]
fn check_names_counts_that_are_not_compared() {
    let folder = folder();
    let path = sorted_lists(&folder, "(each: [1, 1, 3]), (max_size: 3, sizes: [1, 3, 6])");
    let (_, said) = run(&format!("check {path}"), 0);
    assert!(said.ends_with("\n6 stated counts were not compared: add --counts\n"), "{said}");
    let (_, said) = run(&format!("check {path} --counts"), 0);
    assert!(said.ends_with("\nall 6 stated counts are right\n") && !said.contains("not compared"), "{said}");
    // Path conditions are not counted in these lists, and without lists there is nothing to say.
    for other in [format!("{path} --fields symbolic"), lists(&folder, "")] {
        assert!(!run(&format!("check {other}"), 0).1.contains("stated count"), "{other}");
    }
    assert_eq!(run(&format!("check {path} --quiet"), 0).1, "");
}

/// A list of numbers with a condition that its own data decides, and one about its rest.
fn numbers(folder: &TempDir, root_ok: &str) -> String {
    let path = folder.path().join("numbers.ron");
    let text = format!(
        r#"(name: "numbers", root: "L", types: {{"L": (
            constructors: {{"N": (), "C": (fields: {{"x": Int("0", "3"), "r": Type("L")}})}},
            attributes: {{"top": {{"N": "0", "C": "x"}}}},
            rep_ok: {{"C": ["x < 2", "r.top <= 3"]}},
        )}}, root_ok: ["{root_ok}"])"#
    );
    fs::write(&path, text).expect("it can be written");
    path.display().to_string()
}

#[test]
fn a_layer_that_is_never_right_is_no_violation() {
    let folder = folder();
    let (_, said) = run(&format!("check {}", numbers(&folder, "true")), 0);
    assert!(said.contains("is hereditary (") && said.contains("up to size 4"), "{said}");
}

#[test]
fn check_asks_root_ok_and_hears_the_time() {
    let folder = folder();
    let (_, said) = run(&format!("check {}", numbers(&folder, "x > 1")), 2);
    assert!(said.contains("field `x` of type `L` is not defined"), "{said}");
    assert!(!said.contains("panicked at"), "{said}");
    let (_, said) = run(&format!("check {} --max-size 12 --time 10ms", numbers(&folder, "true")), 3);
    assert!(said.starts_with("stopped before all structures"), "{said}");
}

#[test]
fn check_does_not_compare_counts_with_path_conditions() {
    let (_, said) = run("check red-black-tree --counts --fields symbolic", 2);
    assert!(said.contains("path conditions"), "{said}");
}

#[test]
fn a_parameter_that_nothing_reads_is_told() {
    let folder = folder();
    let path = folder.path().join("mine.ron");
    let text = fs::read_to_string(lists(&folder, "")).unwrap();
    fs::write(&path, text.replace("root:", "params: {\"m\": 9, \"unused\": \"m + 1\"},\n    root:")).unwrap();
    let path = path.display();
    let (_, said) = run(&format!("check {path}"), 0);
    assert!(
        said.starts_with(&format!(
            "warning: {path}:3:23: nothing reads the parameter `unused`\nthe predicate"
        )),
        "{said}"
    );
    assert_eq!(run(&format!("check {path} --quiet"), 0).1, "");
}
