//! The tree format on built-in specs, as it looks.

use super::*;

/// What follows `show`, and the drawing after a line's end.
const DRAWN: [(&str, &str); 7] = [
    (
        "red-black-tree --size 7 --rank 3",
        r#"
      2 !red
  ┌─────┴───────┐
1 !red        5 red
┌─┴─┐     ┌─────┴───┐
·   ·   4 !red    6 !red
        ┌─┴───┐   ┌─┴───┐
      3 red   ·   ·   7 red
      ┌─┴─┐           ┌─┴─┐
      ·   ·           ·   ·
"#,
    ),
    (
        "json --size 4 --rank 80",
        r#"
           Array
 ┌──────────┬┴───────────┐
Null   String "a b"   Number 0
"#,
    ),
    (
        "fibonacci-heap --size 4 --rank 180",
        r#"
                      Heap
                       │
              min: key=0 degree=3
      ┌────────────────┼────────────────┐
key=3 degree=0   key=1 degree=0   key=2 degree=0
"#,
    ),
    (
        "hash-table --size 3 --rank 18",
        r#"
  Table
┌───┼───┐
3   4   2
│   │   │
·   ·   ·
"#,
    ),
    (
        "sorted-list --size 2 --rank 1",
        r#"
1
│
2
│
·
"#,
    ),
    (
        "web-page --size 5 --rank 700 --width 60",
        r#"
Page
├── sheet[0]: 1
│   └── first: Transform ""
│       └── first: "rotateX(180deg)"
├── body[0]: Plain tag=div words=""
└── body[1]: Classed tag=div class=1 words=""
    └── Plain tag=div words=""
        └── Plain tag=div words=""
"#,
    ),
    (
        "binary-heap --size 4 --rank 20 --ascii",
        r#"
        2
    +---+---+
    2       1
  +-+-+   +-+-+
  1   .   .   .
+-+-+
.   .
"#,
    ),
];

#[test]
fn structures_of_built_in_specs_are_drawn() {
    for (which, drawing) in DRAWN {
        let (out, _) = run(&format!("show {which} --format tree"), 0);
        assert_eq!(format!("\n{out}"), drawing, "{which}");
    }
}

/// Each node of a structure is drawn once, and data is all there.
#[test]
fn drawings_show_every_constructor() {
    for line in lines("enumerate red-black-tree --max-size 5 --keys") {
        let (key, text) = line.split_once('\t').expect("the key comes first");
        let (drawn, _) = run(&format!("show {key} --format tree"), 0);
        let nodes = text.matches('(').count();
        assert_eq!(drawn.matches("red").count(), nodes, "{key}");
        assert_eq!(drawn.matches("!red").count(), text.matches("b ").count(), "{key}");
        // The end of a tree of no nodes is all of it, and has its name.
        let ends = if nodes == 0 { 0 } else { nodes + 1 };
        assert_eq!(drawn.matches('·').count(), ends, "{key}");
    }
}

#[test]
fn a_listing_of_trees_says_which_is_which() {
    let (out, _) = run("enumerate --size 1 --format tree --ascii", 0);
    assert_eq!(out, "size 1, rank 0\n1 !red\n+-+-+\n.   .\n\n");
    let (out, _) = run("enumerate --size 1 --format tree --keys --limit 1", 0);
    assert!(out.starts_with("rbt-") && out.lines().nth(1) == Some("1 !red"), "{out}");
}

#[test]
fn files_do_not_depend_on_the_terminal_and_go_on_as_they_began() {
    let folder = folder();
    let trees = folder.path().join("trees");
    let command = format!("enumerate --max-size 3 --format tree --out {}", trees.display());
    run(&command, 0);
    assert!(files(&trees).iter().all(|(name, _)| name.ends_with(".txt")));
    run(&command, 0);
    dpgen(&format!("{command} --ascii")).assert().code(2).stderr(contains("tree of 100 columns in ASCII"));
    let svg = folder.path().join("svg");
    run(&format!("enumerate --max-size 3 --format svg --out {}", svg.display()), 0);
    for (name, text) in files(&svg) {
        assert!(name.ends_with(".svg"), "{name}");
        roxmltree::Document::parse(&text).expect("it is XML");
    }
}

#[test]
fn flags_of_other_formats_are_refused() {
    for (flags, wanted) in [
        ("--ascii", "--ascii goes with --format tree, not with text"),
        ("--format dot --width 9", "--width goes with --format tree, not with dot"),
        ("--format tree --share", "--share goes with --format dot, not with tree"),
    ] {
        dpgen(&format!("show --size 2 --rank 0 {flags}")).assert().code(2).stderr(contains(wanted));
    }
    let wrong = dpgen("show --size 2 --rank 0 --format tre").assert().code(2);
    let names: Vec<&str> = formats().map(Format::name).collect();
    wrong.stderr(contains(format!("[possible values: {}]", names.join(", "))));
    dpgen("show --size 2 --rank 0 --format tree --width 0").assert().code(2).stderr(contains("from 1 to"));
}

#[test]
fn deep_structures_are_drawn() {
    let chain = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/specs/long-chain.ron");
    for format in formats().filter(|format| format.is_picture()) {
        let (out, _) = run(&format!("show {} --size 20000 --rank 0 --format {format}", chain.display()), 0);
        assert!(out.lines().count() >= 20_000, "{format}");
    }
}
