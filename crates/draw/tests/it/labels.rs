//! Labels that could break a drawing, and drawings of labels.

use dpgen_draw::{Part, Parts, Svg, Text, Tree, TreeBuilder, columns, dot};
use roxmltree::Document;

/// Labels with the characters that files give a meaning to, or terminals.
pub const NASTY: [&str; 16] = [
    "a < b && \"c\" > 'd'",
    "]]>",
    "<script>alert(1)</script>",
    "&amp; &#65;",
    "\\N \\G \\l \\",
    "\"",
    "{a|b}",
    "a\nb\r\t",
    "\u{1b}[31mred",
    "\0\u{1}\u{7f}\u{85}",
    "\u{202e}backwards\u{2066}",
    "\u{fffe}\u{ffff}\u{2028}",
    "木の構造",
    "👩‍👩‍👧 é",
    "--><!--",
    "",
];

pub fn nasty() -> Tree {
    let mut builder = TreeBuilder::new();
    let parts: Vec<Part> = NASTY.iter().map(|label| Part::named(label, builder.leaf(label))).collect();
    builder.node("root", parts);
    builder.finish().unwrap()
}

#[test]
fn svg_is_well_formed_and_says_the_labels() {
    let tree = nasty();
    let text = Svg::file("<title> & \u{0}").draw(&tree);
    let document = Document::parse(&text).expect("it is XML");
    assert!(!document.descendants().any(|node| node.has_tag_name("script")));
    let titles: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")))
        .map(|node| node.text().unwrap_or_default())
        .collect();
    let labels: Vec<&str> = tree.nodes().iter().rev().map(|node| &*node.label).collect();
    assert_eq!(titles[1..], labels);
    assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'));
}

#[test]
fn a_terminal_is_not_told_anything() {
    let tree = nasty();
    for text in [Text::new().width(2000).draw(&tree), Text::new().draw(&tree)] {
        assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "{text:?}");
        assert!(!text.contains(['\u{202e}', '\u{2066}', '\u{2028}']));
    }
    assert_eq!(Text::new().draw(&tree).lines().count(), NASTY.len() + 1);
}

#[test]
fn ascii_is_ascii() {
    let mut builder = TreeBuilder::new();
    let parts = ["a", "b", "c"].map(|label| builder.leaf(label));
    let inner = builder.node("d", parts);
    let end = builder.empty("Nil");
    builder.node("e", [inner, end]);
    let tree = builder.finish().unwrap();
    let (wide, narrow) = (Text::new().ascii(true).draw(&tree), Text::new().ascii(true).width(3).draw(&tree));
    assert!(wide.is_ascii() && narrow.is_ascii());
    assert_eq!(wide, "      e\n    +-+-+\n    d   .\n+---+---+\na   b   c\n");
    assert_eq!(narrow, "e\n|-- d\n|   |-- a\n|   |-- b\n|   `-- c\n`-- .\n");
}

#[test]
fn letters_of_two_columns_keep_edges_in_place() {
    let mut builder = TreeBuilder::new();
    let parts = [builder.leaf("木"), builder.leaf("木木木木")];
    builder.node("森", parts);
    let text = Text::new().draw(&builder.finish().unwrap());
    let edge = text.lines().nth(1).unwrap();
    assert_eq!(text, "    森\n┌───┴───┐\n木   木木木木\n");
    assert_eq!(columns(edge), 9);
}

#[test]
fn long_labels_are_cut_in_svg_only() {
    let long = "x".repeat(500);
    let mut builder = TreeBuilder::new();
    builder.leaf(&long);
    let tree = builder.finish().unwrap();
    let svg = Svg::file("long").draw(&tree);
    assert!(
        svg.contains(&format!("<title>{long}</title>"))
            && svg.contains(&format!(">{}…</text>", "x".repeat(59)))
    );
    assert!(Text::new().draw(&tree).contains(&long) && dot(&tree, "long", Parts::Each).contains(&long));
}
