//! Specs by name and by file, and what is said of wrong ones.

use super::*;

/// A spec of chains of numbers whose condition is this one.
fn spec(folder: &TempDir, condition: &str) -> String {
    let path = folder.path().join("chain.ron");
    let text = format!(
        r#"(
    name: "chain",
    root: "Chain",
    types: {{
        "Chain": (
            constructors: {{"End": (), "Link": (fields: {{"key": Int("1", "n"), "rest": Type("Chain")}})}},
            attributes: {{"first": {{"Link": "key"}}}},
            rep_ok: {{"Link": ["{condition}"]}},
        ),
    }},
)"#
    );
    fs::write(&path, text).expect("it can be written");
    path.display().to_string()
}

#[test]
fn a_file_is_a_spec_too() {
    let folder = folder();
    let path = spec(&folder, "rest.kind == 'End' || key < rest.first");
    assert_eq!(lines(&format!("enumerate {path} --size 2")), ["Link(1 Link(2 End))"]);
}

#[test]
fn mistakes_have_a_place() {
    let folder = folder();
    let path = spec(&folder, "rest.kind == 'End' || key < rest.frist");
    let wanted = starts_with(format!("error: {path}:8:")).and(contains("did you mean `first`?"));
    dpgen(&format!("count {path}")).assert().code(2).stdout(is_empty()).stderr(wanted);
}

#[test]
fn a_predicate_that_accepts_nothing_says_what_rejected() {
    let folder = folder();
    let path = spec(&folder, "key < 0");
    let wanted = contains("no structure of sizes 1 to 3 satisfies the predicate")
        .and(contains("candidates rejected by"))
        .and(contains("key < 0"));
    dpgen(&format!("enumerate {path} --min-size 1 --max-size 3"))
        .assert()
        .code(4)
        .stdout(is_empty())
        .stderr(wanted);
    let note = contains("the only structure of sizes 0 to 3").and(contains("key < 0"));
    dpgen(&format!("enumerate {path} --max-size 3")).assert().code(0).stdout("End\n").stderr(note);
}

#[test]
fn unknown_names_are_near_to_known_ones() {
    dpgen("count red-blak-tree").assert().code(2).stderr(contains("Did you mean `red-black-tree`?"));
    dpgen("specs jsno").assert().code(2).stderr(contains("Did you mean `json`?").and(contains("avl-tree")));
    dpgen("count missing.ron").assert().code(2).stderr(contains("missing.ron can not be read"));
    dpgen("count --algorithm dpp").assert().code(2).stderr(contains("lazy-dp"));
    dpgen("count --size 4 --max-size 3").assert().code(2).stderr(contains("above the maximum size 3"));
}

#[test]
fn specs_are_listed_and_printed_to_edit() {
    let (list, _) = run("specs", 0);
    assert!(
        list.lines().any(|line| line.starts_with("red-black-tree ") && line.contains("  Red-black trees ")),
        "{list}"
    );
    let folder = folder();
    let path = folder.path().join("mine.ron");
    fs::write(&path, run("specs red-black-tree", 0).0).expect("it can be written");
    let path = path.display();
    assert_eq!(lines(&format!("enumerate {path} --max-size 4")), lines("enumerate --max-size 4"));
}

#[test]
fn the_language_is_explained() {
    let (text, said) = run("specs --language", 0);
    for wanted in ["Entries\n=======", "Kinds of fields", "Expressions", "Templates", "rep_ok", "left.height"]
    {
        assert!(text.contains(wanted), "{wanted} is missing in {text}");
    }
    assert_eq!(said, "");
    dpgen("specs --language json").assert().code(2).stderr(contains("cannot be used with"));
}

#[test]
fn presets_set_parameters_and_flags_come_after_them() {
    let (out, _) = run("check html-body --max-size 1", 0);
    assert!(out.contains("preset paper: n = 8, kinds = 4, divs = 2, classes = 2"), "{out}");
    let counts = |args: &str| -> Vec<serde_json::Value> {
        let sizes = lines(&format!("count html-body {args} --format json"));
        let read = |line: &String| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON");
        sizes.iter().map(|line| read(line)["count"].clone()).collect()
    };
    let paper = "--max-size 8 --param kinds=4 --param divs=2 --param classes=2";
    assert_eq!(counts("--preset paper"), counts(paper));
    assert_eq!(counts("--preset paper --max-size 3 --param divs=1").len(), 4);
    let other = "--max-size 3 --param kinds=4 --param divs=1 --param classes=2";
    assert_eq!(counts("--preset paper --max-size 3 --param divs=1"), counts(other));
    dpgen("count html-body --preset papers").assert().code(2).stderr(contains("did you mean `paper`?"));
    dpgen("count css-layout --preset x").assert().code(2).stderr(contains("its presets are flex, grid"));
    dpgen("count json --preset x").assert().code(2).stderr(contains("has no preset `x`: it has none"));
    dpgen("count html-body --preset paper --size 9")
        .assert()
        .code(2)
        .stderr(contains("above the maximum size 8"));
}

#[test]
fn keys_of_presets_are_those_of_their_parameters() {
    let output =
        dpgen("enumerate html-body --preset paper --size 2 --rank 5..6 --keys").output().expect("it runs");
    let line = text(&output.stdout);
    let (name, body) = line.trim_end().split_once('\t').expect("a key and a structure");
    let (shown, _) = run(&format!("show {name} --preset paper"), 0);
    assert_eq!(shown.trim_end(), body);
}

#[test]
fn a_failing_condition_is_named_with_its_line() {
    let folder = folder();
    let path = spec(&folder, "10 / (key - 1) > 1");
    let wanted =
        contains(format!("the condition \"10 / (key - 1) > 1\" of `Link` ({path}:8): a division by zero"));
    dpgen(&format!("count {path} --max-size 2")).assert().code(2).stdout(is_empty()).stderr(wanted);
}

#[test]
fn shells_get_completions() {
    dpgen("completions bash").assert().code(0).stdout(contains("_dpgen"));
}

#[test]
fn a_file_in_the_folder_is_found_by_its_name() {
    let folder = folder();
    spec(&folder, "true");
    let count = |name: &str| {
        let mut command = dpgen(&format!("count {name} --max-size 2 --quiet"));
        command.current_dir(folder.path()).assert()
    };
    // A link has one of two keys.
    assert_eq!(text(&count("chain").code(0).get_output().stdout).lines().count(), 5);
    count("./chain").code(2).stderr(contains("the spec ./chain can not be read"));
    // A built-in spec comes first, and a typo is told as ever.
    fs::write(folder.path().join("json.ron"), "not a spec").unwrap();
    count("json").code(0);
    count("chian").code(2).stderr(contains("there is no built-in spec `chian`, and no such file"));
}
