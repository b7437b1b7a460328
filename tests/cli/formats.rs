//! What structures and counts look like.

use super::*;

#[test]
fn text_uses_the_templates_of_the_spec() {
    let (out, said) = run("enumerate --max-size 2", 0);
    assert_eq!(out, ".\n(. 1b .)\n(. 2b .)\n(. 1b (. 2r .))\n((. 1r .) 2b .)\n");
    assert_eq!(said, "all 5 structures of sizes 0 to 2\n");
}

#[test]
fn json_lines_have_size_rank_and_value() {
    let lines = lines("enumerate --max-size 2 --format json");
    let read: Vec<serde_json::Value> =
        lines.iter().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    let places: Vec<(u64, u64)> =
        read.iter().filter_map(|line| Some((line["size"].as_u64()?, line["rank"].as_u64()?))).collect();
    assert_eq!(places, [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1)]);
    assert_eq!(read[0]["value"], serde_json::json!("Nil"));
    let node = serde_json::json!({"Node": {"left": "Nil", "key": 2, "red": false, "right": "Nil"}});
    assert_eq!(read[2]["value"], node);
}

#[test]
fn ron_is_ron() {
    let lines = lines("enumerate binary-tree --size 1 --format ron");
    assert_eq!(lines, ["Node(left: Nil, size: 1, right: Nil)"]);
}

#[test]
fn a_template_on_the_command_line_sees_the_value() {
    let out = dpgen("enumerate --size 2 --template")
        .arg("{{ size }}/{{ rank }} {{ value.kind }} {{ value.left.kind }} {{ text }}")
        .output()
        .expect("it runs");
    assert_eq!(text(&out.stdout), "2/0 Node Nil (. 1b (. 2r .))\n2/1 Node Node ((. 1r .) 2b .)\n");
}

#[test]
fn templates_that_do_not_work_are_bad_input() {
    let wrong = |template: &str| dpgen("enumerate --template").arg(template).assert().code(2);
    wrong("{{ value").stderr(contains("`--template` can not be read: line 1"));
    wrong("{{ vlaue.key }}").stderr(contains("`--template` fails on a structure"));
}

#[test]
fn counts_come_as_a_table_and_as_json_lines() {
    let (out, said) = run("count binary-tree --max-size 10", 0);
    assert_eq!(out.lines().count(), 13, "{out}");
    assert!(out.contains(" 16,796 "), "{out}");
    assert_eq!(said, "all 23,714 structures of sizes 0 to 10\n");
    let read: Vec<serde_json::Value> = lines("count binary-tree --size 10 --format json")
        .iter()
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect();
    assert_eq!(read.len(), 1);
    assert_eq!((&read[0]["size"], &read[0]["count"]), (&10.into(), &"16796".into()));
    assert!(read[0]["classes"].is_u64() && read[0]["candidates"].is_u64() && read[0]["seconds"].is_f64());
}

#[test]
fn explain_names_attributes_and_conditions() {
    let (out, _) = run("count --max-size 4 --explain", 0);
    assert!(out.contains("black_height of Tree") && out.contains("left.max < key"), "{out}");
    assert!(out.contains("comparing `max` of `Tree`"), "{out}");
}

/// A spec that lies with the tests.
fn spec(name: &str) -> String {
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/specs");
    specs.join(format!("{name}.ron")).display().to_string()
}

#[test]
fn nested_options_and_strings_with_line_breaks_stay_apart() {
    let text = lines(&format!("enumerate {} --size 1", spec("options")));
    let expected = ["-", "Some(-)", "Some(!option)", "Some(option)"]
        .iter()
        .flat_map(|option| [format!(r#"Pair({option} "a\nb")"#), format!("Pair({option} c)")]);
    assert_eq!(text, expected.collect::<Vec<_>>());
    for format in ["json", "ron"] {
        let lines = lines(&format!("enumerate {} --size 1 --format {format}", spec("options")));
        let distinct: BTreeSet<&str> =
            lines.iter().map(|line| line.split("value").last().unwrap_or_default()).collect();
        assert_eq!((lines.len(), distinct.len()), (8, 8), "{format}");
    }
}

#[test]
fn deep_structures_are_written_without_recursion() {
    let chain = spec("long-chain");
    for format in ["text", "json", "ron", "template --template {{text}}"] {
        let (out, _) = run(&format!("enumerate {chain} --size 20000 --format {format}"), 0);
        assert_eq!(out.lines().count(), 1, "{format}");
        // JSON has two more in the names of its entries.
        assert!((20_000..=20_002).contains(&out.matches('a').count()), "{format}");
    }
    let wanted = contains("more than 2000 levels deep");
    dpgen(&format!("enumerate {chain} --size 20000 --template {{{{value.kind}}}}"))
        .assert()
        .code(2)
        .stderr(wanted);
    let (out, _) = run(&format!("enumerate {chain} --size 1500 --template {{{{value.kind}}}}"), 0);
    assert_eq!(out, "C\n");
}

#[test]
fn the_columns_of_counts_are_explained() {
    let table = lines("count --max-size 1");
    let (help, _) = run("count --help", 0);
    let columns = help.split_once("\nColumns:\n").expect("the help has a part on columns").1;
    let explained: Vec<&str> = columns.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(explained, table[0].split_whitespace().collect::<Vec<_>>());
}
