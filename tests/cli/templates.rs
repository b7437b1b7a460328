//! What `check` says of the templates of a spec.

use super::*;

/// What `check` says of a spec whose template for nodes is this.
fn said(template: &str, code: i32) -> String {
    let folder = folder();
    let path = folder.path().join("trees.ron");
    let spec = include_str!("../specs/template-mistakes.ron");
    let (head, _) = spec.rsplit_once("\"Node\":").expect("the spec has a template for nodes");
    fs::write(&path, format!("{head}\"Node\":\"{template}\"}})\n")).expect("it can be written");
    let (_, said) = run(&format!("check {} --max-size 2", path.display()), code);
    said.replace(&path.display().to_string(), "trees.ron")
}

#[test]
fn an_unknown_name_has_a_place_and_a_suggestion() {
    let said = said("({{ lft }} {{ left.least }} {{ key | nope }})", 2);
    let wanted = "error: trees.ron:3:32: the template names `lft`, which is no field; did you mean `left`?\n";
    assert_eq!(said, wanted);
}

#[test]
fn a_substructure_is_text() {
    let said = said("({{ left }} {{ left.least }} {{ key | nope }})", 2);
    let wanted = "error: trees.ron:3:43: the template asks `left` for `least`; a substructure is text here: write `left`\n";
    assert_eq!(said, wanted);
}

#[test]
fn templates_are_tried_on_structures() {
    let said = said("({{ left }} {{ key | nope }} {{ right }})", 2);
    assert!(said.starts_with("error: trees.ron:3:"), "{said}");
    assert!(said.contains("the template `Tree.Node` fails on a structure: line 1: "), "{said}");
    assert!(said.contains("nope"), "{said}");
}

#[test]
fn templates_without_mistakes_pass() {
    let loops = "{% set x = key %}{% for i in range(2) %}{{ loop.index }}{{ x }}{% endfor %}";
    assert!(
        said(&format!("({{{{ left }}}} {loops} {{{{ right }}}})"), 0).contains("is hereditary up to size 2")
    );
    for spec in ["json", "hash-table", "fibonacci-heap", "red-black-tree"] {
        run(&format!("check {spec} --max-size 2"), 0);
    }
}
