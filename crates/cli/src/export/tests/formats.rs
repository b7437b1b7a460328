//! Every format on one schema that has every shape, and the lists of formats in documents.

use clap::ValueEnum as _;
use dpgen_forest::Count;
use dpgen_forest::schema::{Domain, Schema, SchemaBuilder, Shape, Slot, SlotKind, TypeKey};
use dpgen_forest::scope::Scope;

use crate::export::exporter::Exporter;
use crate::export::format::Format;
use crate::export::schema_summary::schema_summary;
use crate::export::structure_position::Position;
use crate::export::template::Templates;

/// `Leaf`, or `Node(mark: Option<bool>, tag: "a" | "b c", pair: (Int, Int), kids: List<Tree>)`.
fn schema() -> Schema {
    let slot = |name: &str, kind| Slot { name: name.to_owned(), kind };
    let mut builder = SchemaBuilder::new(Scope::new(3));
    let mut begin = |name: &str, shape| builder.begin(TypeKey::Named(name.to_owned()), name, shape).0;
    let tree = begin("Tree", Shape::Plain);
    let option = begin("Option(Bool)", Shape::Option);
    let pair = begin("Pair", Shape::Tuple);
    let list = begin("List(Tree)", Shape::List);
    let number = builder.data("x", Domain::from(1..=9));
    let flag = builder.data("x", Domain::Bool);
    let tag = builder.data("x", Domain::Labels(vec!["a".to_owned(), "b\"c".to_owned()]));
    builder.constructor(tree, "Leaf", Some(1), Vec::new());
    let fields = vec![
        slot("mark", SlotKind::Recursive(option)),
        slot("red", flag),
        slot("tag", tag),
        slot("pair", SlotKind::Recursive(pair)),
        slot("kids", SlotKind::Recursive(list)),
    ];
    builder.constructor(tree, "Node", None, fields);
    builder.constructor(tree, "One", None, vec![slot("0", number)]);
    builder.constructor(option, "None", Some(0), Vec::new());
    builder.constructor(option, "Some", Some(0), vec![slot("value", flag)]);
    builder.constructor(pair, "Array", Some(0), vec![slot("0", number), slot("1", number)]);
    builder.constructor(list, "Nil", Some(0), Vec::new());
    let cons = vec![slot("first", SlotKind::Recursive(tree)), slot("rest", SlotKind::Recursive(list))];
    builder.constructor(list, "Cons", Some(0), cons);
    builder.finish(SlotKind::Recursive(tree), "Tree").expect("it is a schema")
}

// Leaf 0, Node 1, One 2, None 3, Some 4, Array 5, Nil 6, Cons 7.
const WHOLE_WORDS: &[u32] = &[1, 4, 1, 0, 1, 5, 0, 8, 7, 0, 7, 1, 3, 1, 0, 5, 1, 2, 6, 7, 2, 3, 6];

fn written(format: Format, templates: Templates) -> String {
    let exporter = Exporter::new(format, templates).expect("the templates are there");
    let mut out = String::new();
    let place = Position { size: 3, rank: &Count::new(17), solution: None, key: Some("tree-12ab34:3:17") };
    exporter.line(&schema(), WHOLE_WORDS, place, &mut out).expect("the templates work");
    out
}

#[test]
fn text_is_compact() {
    let text = written(Format::Text, Templates::default());
    assert_eq!(text, "tree-12ab34:3:17\tNode(mark !red b\"c (1 9) [Leaf Node(- red a (2 3) []) One(4)])\n");
}

#[test]
fn json_is_externally_tagged_and_can_be_read() {
    let text = written(Format::Json, Templates::default());
    let read: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let expected = serde_json::json!({
        "size": 3, "rank": 17, "key": "tree-12ab34:3:17",
        "value": {"Node": {
            "mark": true, "red": false, "tag": "b\"c", "pair": [1, 9],
            "kids": ["Leaf", {"Node": {"mark": null, "red": true, "tag": "a", "pair": [2, 3], "kids": []}}, {"One": 4}],
        }},
    });
    assert_eq!(read, expected);
    assert!(text.starts_with("{\"size\":3,\"rank\":17,\"key\":"), "{text}");
}

#[test]
fn a_rank_that_a_double_can_not_hold_is_a_string() {
    let exporter = Exporter::new(Format::Json, Templates::default()).expect("no templates are needed");
    let mut out = String::new();
    for rank in [(1_u64 << 53) - 1, 1 << 53] {
        let place = Position { size: 0, rank: &Count::from(rank), solution: None, key: None };
        exporter.line(&schema(), &[0], place, &mut out).expect("it is JSON");
    }
    let expected = "{\"size\":0,\"rank\":9007199254740991,\"value\":\"Leaf\"}\n\
                    {\"size\":0,\"rank\":\"9007199254740992\",\"value\":\"Leaf\"}\n";
    assert_eq!(out, expected);
}

#[test]
fn ron_can_be_read_back() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    enum Tree {
        Leaf,
        Node { mark: Option<bool>, red: bool, tag: String, pair: (i64, i64), kids: Vec<Tree> },
        One(i64),
    }
    let inner = Tree::Node { mark: None, red: true, tag: "a".to_owned(), pair: (2, 3), kids: Vec::new() };
    let kids = vec![Tree::Leaf, inner, Tree::One(4)];
    let expected = Tree::Node { mark: Some(true), red: false, tag: "b\"c".to_owned(), pair: (1, 9), kids };
    let text = written(Format::Ron, Templates::default());
    assert_eq!(::ron::from_str(&text), Ok(expected), "{text}");
}

#[test]
fn templates_of_parts_see_rendered_parts() {
    let node = "<{{ kids|join(',') }}|{{ pair[1] }}|{{ 'r' if red else 'b' }}|{{ mark }}>";
    let parts =
        || Templates::new([("Tree", "Node", node), ("Tree", "Leaf", ".")], None).expect("both are templates");
    let expected = "tree-12ab34:3:17\t<.,<|3|r|None>,One(4)|9|b|True>\n";
    assert_eq!(written(Format::Text, parts()), expected);
    assert_eq!(written(Format::Template, parts()), expected);
}

#[test]
fn the_template_of_the_whole_may_recurse() {
    let template = "{% macro tree(t) %}{{ t.kind }}{% if t.kind == 'Node' %}({% for kid in t.kids %}{{ tree(kid) }} {% endfor %})\
                    {% endif %}{% endmacro %}{{ size }}/{{ rank }}/{{ key }}: {{ value.tag }} {{ tree(value) }}";
    let templates = Templates::new([], Some(template)).expect("it is a template");
    let expected = "tree-12ab34:3:17\t3/17/tree-12ab34:3:17: b\"c Node(Leaf Node() One )\n";
    assert_eq!(written(Format::Template, templates), expected);
}

#[test]
fn what_is_wrong_with_a_template_is_said() {
    let error = Templates::new([("Tree", "Node", "{{ left")], None).expect_err("it does not end");
    assert!(error.to_string().starts_with("the template `Tree.Node` can not be read: line 1: "), "{error}");
    let templates = Templates::new([("Tree", "Leaf", "{{ nothing }}")], None).expect("it is a template");
    let exporter = Exporter::new(Format::Text, templates).expect("there is one");
    let place = Position { size: 0, rank: &Count::ZERO, solution: None, key: None };
    let error = exporter.line(&schema(), &[0], place, &mut String::new()).expect_err("nothing is undefined");
    assert!(
        error.to_string().starts_with("the template `Tree.Leaf` fails on a structure: line 1: "),
        "{error}"
    );
    assert!(Exporter::new(Format::Template, Templates::default()).is_err());
}

#[test]
fn a_schema_shows_its_types() {
    insta::assert_snapshot!(schema_summary(&schema(), None), @r#"
    type Tree, the root; smallest size 1
      Leaf, weight 1
      Node(mark: Option(Bool), red: bool, tag: [a, b"c], pair: Pair, kids: List(Tree)), weight 1
      One(0: 1..=9), weight 1
    type Option(Bool), an optional value; smallest size 0
      None, weight 0
      Some(value: bool), weight 0
    type Pair, a tuple; smallest size 0
      Array(0: 1..=9, 1: 1..=9), weight 0
    type List(Tree), a list; smallest size 0
      Nil, weight 0
      Cons(first: Tree, rest: List(Tree)), weight 0
    "#);
}

#[test]
fn a_schema_shows_labels_apart() {
    let mut builder = SchemaBuilder::new(Scope::new(1));
    let (ty, _) = builder.begin(TypeKey::Named("T".to_owned()), "T", Shape::Plain);
    let labels = ["x, y", "a\nb", "x", "]", "-"].map(str::to_owned);
    let kind = builder.data("T.a", Domain::Labels(labels.into()));
    builder.constructor(ty, "A", None, vec![Slot { name: "a".to_owned(), kind }]);
    let schema = builder.finish(SlotKind::Recursive(ty), "T").expect("it is a schema");
    let shown = schema_summary(&schema, None);
    assert!(shown.contains(r#"A(a: ["x, y", "a\nb", x, "]", "-"]), weight 1"#), "{shown}");
}

#[test]
fn every_format_has_its_own_name_and_writes_every_shape() {
    let mut names = Vec::new();
    for &format in Format::value_variants() {
        let possible = format.to_possible_value().expect("no format is hidden");
        assert_eq!(possible.get_name(), format.name(), "format.rs names the format in one way");
        let template = (format == Format::Template).then_some("{{ text }}");
        let templates = Templates::new([], template).expect("it is a template");
        let text = written(format, templates);
        assert!(text.ends_with('\n') && text.len() > "\n".len(), "{format}: {text:?}");
        names.push(format.name());
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Format::value_variants().len());
}

/// The documents that list the formats of `--format`, in the order of [`Format`].
const FORMAT_LISTS: [(&str, &str); 1] =
    [("docs/guide/src/command-line.md", include_str!("../../../../../docs/guide/src/command-line.md"))];

#[test]
fn documents_list_all_formats() {
    let names: Vec<&str> = Format::value_variants().iter().map(|format| format.name()).collect();
    let list = format!("--format {}`", names.join("|"));
    for (name, text) in FORMAT_LISTS {
        assert!(text.contains(&list), "{name} does not list the formats as in `{list}");
    }
}
