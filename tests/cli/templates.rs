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
    assert!(said.contains("the template `Tree.Node` fails on a structure: filter nope "), "{said}");
}

#[test]
fn templates_without_mistakes_pass() {
    let loops = "{% set x = key %}{% for i in range(2) %}{{ loop.index }}{{ x }}{% endfor %}";
    assert!(said(&format!("({{{{ left }}}} {loops} {{{{ right }}}})"), 0).contains("tried up to size 2"));
    for spec in ["json", "hash-table", "fibonacci-heap", "red-black-tree"] {
        run(&format!("check {spec} --max-size 2"), 0);
    }
}

#[test]
fn mistakes_in_templates_name_the_file_and_the_line() {
    let folder = folder();
    let path = folder.path().join("trees.ron");
    // The second line of the template, which is the third of the file.
    for (mistake, column, what) in [
        ("{{ key key }}", 3, "can not be read: "),
        ("{{ key | nope }}", 3, "fails on a structure: filter nope is unknown"),
        ("{{ 1 // 0 }}", 3, "fails on a structure: "),
        (
            "{{ attr('quarter') }}",
            3,
            "fails on a structure: the attribute `quarter` of `Node` (trees.ron:2): a division by",
        ),
        (
            "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}",
            0,
            "takes more than ",
        ),
    ] {
        let spec = format!(
            "(name: \"trees\", root: \"Tree\", types: {{\"Tree\": (constructors: {{\"Nil\": (), \"Node\": (fields: \
             {{\"key\": Int(0, 1), \"left\": Type(\"Tree\")}})}},\nattributes: {{\"quarter\": {{\"Node\": \"4 / key\"}}}})}}, \
             render: {{\"Node\": \"{{{{ left }}}}\n  {mistake}\n{{{{ key }}}}\"}})"
        );
        fs::write(&path, spec).expect("it can be written");
        let _ = fs::remove_dir_all(folder.path().join("structures"));
        for command in
            ["check", "enumerate", "sample --size 2", "show --size 2 --rank 1", "enumerate --out structures"]
        {
            let (command, more) = command.split_once(' ').unwrap_or((command, ""));
            let mut dpgen = dpgen(&format!("{command} trees.ron {more}"));
            let ended = dpgen.current_dir(folder.path()).output().expect("it runs");
            let (code, said) = (ended.status.code(), text(&ended.stderr));
            let start =
                if column > 0 { format!("trees.ron:3:{column}: ") } else { "the template ".to_owned() };
            assert!(
                code == Some(2) && said.starts_with(&format!("error: {start}")),
                "{command}, {mistake}: {said}"
            );
            assert!(
                said.contains("the template `Tree.Node` ") && said.contains(what),
                "{command}, {mistake}: {said}"
            );
            assert!(column > 0 || said.contains("(trees.ron:3)"), "{said}");
        }
    }
}
