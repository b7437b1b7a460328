//! A notation for pages in tests, `1:a,b 2:c | p1(q2 r) s`: rules with their numbers and declarations, then elements with the
//! number of their class.

use crate::case::Case;
use crate::structure::term::{Node, Term, Value};
use crate::structure::vocabulary::{Field, FieldKind, NodeShape, Vocabulary};

const RULE_SHAPE: usize = 1;
const DECLARATION_NAMES: [&str; 3] = ["a", "b", "c"];
const TAGS: [&str; 5] = ["p", "q", "r", "s", "x"];
const PLAIN_SHAPE: usize = 2 + DECLARATION_NAMES.len();
const CLASSED_SHAPE: usize = PLAIN_SHAPE + 1;

/// The shapes of pages.
pub(crate) fn vocabulary() -> Vocabulary {
    let field = |name: &str, kind| Field { name: name.into(), kind };
    let shape = |ty: &str, name: &str, fields| NodeShape { ty: ty.into(), name: name.into(), fields };
    let parts = |ty: &str| FieldKind::Parts(ty.into());
    let mut shapes = vec![
        shape("Page", "Page", vec![field("sheet", parts("Rule")), field("body", parts("Element"))]),
        shape(
            "Rule",
            "Rule",
            vec![
                field("number", FieldKind::Number),
                field("first", FieldKind::Part("Declaration".into())),
                field("more", parts("Declaration")),
            ],
        ),
    ];
    shapes.extend(DECLARATION_NAMES.map(|name| shape("Declaration", name, vec![])));
    let (tag, children) =
        (field("tag", FieldKind::Label(TAGS.map(str::to_owned).into())), field("children", parts("Element")));
    shapes.push(shape("Element", "Plain", vec![tag.clone(), children.clone()]));
    shapes.push(shape("Element", "Classed", vec![tag, field("class", FieldKind::Number), children]));
    Vocabulary::new(shapes)
}

/// A page.
pub(crate) fn page(text: &str) -> Term {
    let (sheet, body) = text.split_once('|').unwrap();
    let mut nodes = Vec::new();
    let mut rules = Vec::new();
    for rule in sheet.split_whitespace() {
        let (number, declarations) = rule.split_once(':').unwrap();
        let first = nodes.len();
        for name in declarations.split(',') {
            nodes.push(Node(2 + DECLARATION_NAMES.iter().position(|known| *known == name).unwrap(), vec![]));
        }
        let more: Vec<usize> = (first + 1..nodes.len()).collect();
        let first = Value::Number(i64::try_from(first).unwrap());
        rules.push(nodes.len());
        nodes.push(Node(RULE_SHAPE, vec![Value::Number(number.parse().unwrap()), first, Value::Parts(more)]));
    }
    // Elements that are open, with their names and children.
    let mut open: Vec<(String, Vec<usize>)> = vec![(String::new(), vec![])];
    let mut name = String::new();
    let close =
        |nodes: &mut Vec<Node>, open: &mut Vec<(String, Vec<usize>)>, name: String, children: Vec<usize>| {
            let class = name.trim_start_matches(char::is_alphabetic);
            let tag = Value::Label(name.trim_end_matches(char::is_numeric).to_owned());
            let children = Value::Parts(children);
            nodes.push(match class.parse() {
                Ok(class) => Node(CLASSED_SHAPE, vec![tag, Value::Number(class), children]),
                Err(_) => Node(PLAIN_SHAPE, vec![tag, children]),
            });
            open.last_mut().unwrap().1.push(nodes.len() - 1);
        };
    for letter in body.chars().chain([' ']) {
        match letter {
            '(' => open.push((std::mem::take(&mut name), vec![])),
            ' ' | ')' => {
                if !name.is_empty() {
                    close(&mut nodes, &mut open, std::mem::take(&mut name), vec![]);
                }
                if letter == ')' {
                    let (name, children) = open.pop().unwrap();
                    close(&mut nodes, &mut open, name, children);
                }
            }
            letter => name.push(letter),
        }
    }
    nodes.push(Node(0, vec![Value::Parts(rules), Value::Parts(open.pop().unwrap().1)]));
    let term = Term::new(nodes);
    assert!(term.is_of(&vocabulary()), "{text}");
    term
}

/// A case with a page; its size is the number of its nodes.
pub(crate) fn case(position: u64, text: &str) -> Case {
    let term = page(text);
    let size = u32::try_from(term.nodes().len()).unwrap();
    Case {
        position,
        key: format!("p-{position}"),
        size,
        rank: position.to_string(),
        text: text.into(),
        renderings: std::collections::BTreeMap::new(),
        term,
    }
}
