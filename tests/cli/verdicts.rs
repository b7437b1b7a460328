//! `dpgen show SPEC STRUCTURE`: one structure that is written out, and the verdict on it.

use super::*;

/// Runs `show` with one argument that has spaces.
fn show(spec: &str, structure: &str, flags: &str, code: i32) -> (String, String) {
    let mut command = dpgen("show");
    command.arg(spec).arg(structure).args(flags.split_whitespace());
    let Output { stdout, stderr, .. } = command.assert().code(code).get_output().clone();
    (text(&stdout), text(&stderr))
}

/// A tree whose keys are in the wrong order.
const UNORDERED_TREE: &str =
    "Node(left: Node(left: Nil, key: 3, red: true, right: Nil), key: 2, red: false, right: Nil)";

#[test]
fn a_rejected_structure_has_the_condition_its_place_and_what_it_read() {
    let (out, said) = show("red-black-tree", UNORDERED_TREE, "--max-size 3", 1);
    // The line of the condition, and marks below it.
    let line = r#"                "left.kind == 'Nil' || left.max < key","#;
    let marks = "^".repeat("left.kind == 'Nil' || left.max < key".len());
    assert_eq!(
        out,
        format!(
            "((. 3r .) 2b .)\n\
             rejected: the condition \"left.kind == 'Nil' || left.max < key\" of `Node` does not hold\n\
             at the whole, a `Node` of type `Tree`\n\
             red-black-tree:24:18\n\
             24 | {line}\n   |                  {marks}\n\
             read left.kind = Node\n     left.max = 3\n     key = 2\n"
        )
    );
    assert_eq!(said, "");
    let (out, _) = show("red-black-tree", &UNORDERED_TREE.replace("key: 3", "key: 1"), "", 0);
    assert_eq!(out, "((. 1r .) 2b .)\naccepted\n");
}

#[test]
fn a_value_outside_of_its_field_is_rejected_at_the_field() {
    // Without a flag, n is the size of the structure.
    let (out, _) = show("red-black-tree", UNORDERED_TREE, "", 1);
    let expected = "rejected: `Node.key` is 3, and can be 1..=2\nat left, a `Node` of type `Tree`\nred-black-tree:11:50\n";
    assert!(out.starts_with(&format!("{UNORDERED_TREE}\n{expected}")), "{out}");
    assert!(out.ends_with("read n = 2\n"), "{out}");
}

#[test]
fn json_has_the_verdict_and_the_structure() {
    let (out, _) = show("red-black-tree", UNORDERED_TREE, "--max-size 3 --format json", 1);
    let verdict: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(verdict["outcome"], "rejected");
    let clause = &verdict["clause"];
    assert_eq!(
        (&clause["kind"], &clause["line"], &clause["column"]),
        (&"rep_ok".into(), &24.into(), &18.into())
    );
    assert_eq!(clause["text"], "left.kind == 'Nil' || left.max < key");
    let spec = run("specs red-black-tree", 0).0;
    let place = |name: &str| usize::try_from(clause[name].as_u64().unwrap()).unwrap();
    assert_eq!(&spec[place("start")..place("end")], clause["text"].as_str().unwrap());
    assert_eq!(verdict["node"]["path"], "");
    let reads: Vec<_> = verdict["reads"].as_array().unwrap().iter().collect();
    assert_eq!(
        (&reads[1]["text"], &reads[1]["value"], &reads[1]["node"]),
        (&"left.max".into(), &3.into(), &1.into())
    );
    assert_eq!(verdict["value"]["Node"]["left"]["Node"]["key"], 3);
    let (out, _) = show("red-black-tree", "Nil", "--format json", 0);
    assert_eq!(
        out,
        "{\"clause\":null,\"message\":\"\",\"node\":null,\"outcome\":\"accepted\",\"reads\":[],\"value\":\"Nil\"}\n"
    );
}

/// What is written as RON is judged as it was built, for every built-in spec; also from standard input.
#[test]
fn what_is_listed_is_accepted() {
    for spec in ["automaton", "css-table", "fibonacci-heap-graph", "hash-table", "lambda-typed", "sql-select"]
    {
        let listed = lines(&format!("enumerate {spec} --max-size 3 --format ron"));
        for structure in [listed.first(), listed.last()].into_iter().flatten() {
            let (out, _) = show(spec, structure, "--max-size 3", 0);
            assert!(out.ends_with("\naccepted\n"), "{spec} {structure}: {out}");
            let mut command = dpgen(&format!("show {spec} - --format ron --max-size 3"));
            let output = command.write_stdin(structure.as_str()).assert().code(0).get_output().clone();
            assert_eq!(
                (text(&output.stdout), text(&output.stderr)),
                (format!("{structure}\n"), "accepted\n".to_owned())
            );
        }
    }
}

#[test]
fn what_fails_says_where() {
    let folder = folder();
    let spec = folder.path().join("d.ron");
    let text = "(name: \"d\", root: \"T\", types: {\"T\": (\n  constructors: {\"T\": (fields: {\"x\": Int(0, 3)})},\n  \
                attributes: {\"share\": {\"T\": \"6 / x\"}},\n  rep_ok: {\"T\": [\"share >= 2\"]},\n)})";
    fs::write(&spec, text).unwrap();
    let spec = spec.display().to_string();
    let (out, _) = show(&spec, "(x: 0)", "", 1);
    let failure = format!("the attribute `share` of `T` ({spec}:3): a division by zero");
    assert!(
        out.starts_with(&format!("T(0)\nfailed: {failure}\nat the whole, a `T` of type `T`\n{spec}:3:32\n")),
        "{out}"
    );
    assert!(out.ends_with(&format!("read share fails: {failure}\n")), "{out}");
    let (out, _) = show(&spec, "(x: 3)", "", 0);
    assert_eq!(out, "T(3)\naccepted\n");
}

#[test]
fn what_is_no_structure_is_refused() {
    let (_, said) = show("red-black-tree", "Leaf", "", 2);
    assert_eq!(said, "error: this is no structure of red-black-tree: `Tree` has no constructor `Leaf`\n");
    let (_, said) = show("red-black-tree", "Nil", "--size 1 --rank 0", 2);
    assert_eq!(said, "error: give either a structure, or --size and --rank\n");
    let (_, said) = show("red-black-tree", "Nil", "--keys", 2);
    assert!(said.contains("has no rank"), "{said}");
    // A key that is none is still said to be one.
    let (_, said) = show("red-black-tree", "rbt:1:0", "", 2);
    assert!(said.contains("is no key"), "{said}");
}
