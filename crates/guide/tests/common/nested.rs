//! Languages with nesting, as parsers accept them: what stands where depends on what is above it.

use dpgen::prelude::*;

/// An element of a page.
#[derive(DpGen, Debug)]
pub enum Element {
    #[dpgen(weight = 1)]
    Text,
    Table(Vec<Element>),
    Row(Vec<Element>),
    Cell(Vec<Element>),
    List(Vec<Element>),
    Item(Vec<Element>),
    Link(Vec<Element>),
}

/// Tables have rows, rows have cells and lists have items, at least one each, and nothing else; these stand nowhere else; a
/// link has no link within.
pub fn content_model(element: &Element) -> bool {
    flows(element, false)
}

fn flows(element: &Element, in_link: bool) -> bool {
    let all_flow = |parts: &[Element], in_link| parts.iter().all(|part| flows(part, in_link));
    match element {
        Element::Text => true,
        Element::Table(rows) => {
            !rows.is_empty()
                && rows.iter().all(|row| match row {
                    Element::Row(cells) => {
                        !cells.is_empty()
                            && cells.iter().all(|cell| match cell {
                                Element::Cell(parts) => all_flow(parts, in_link),
                                _ => false,
                            })
                    }
                    _ => false,
                })
        }
        Element::List(items) => {
            !items.is_empty()
                && items.iter().all(|item| match item {
                    Element::Item(parts) => all_flow(parts, in_link),
                    _ => false,
                })
        }
        Element::Link(parts) => !in_link && all_flow(parts, true),
        Element::Row(_) | Element::Cell(_) | Element::Item(_) => false,
    }
}

/// A statement of a small language.
#[derive(DpGen, Debug)]
pub enum Statement {
    #[dpgen(weight = 1)]
    Skip,
    #[dpgen(weight = 1)]
    Break,
    #[dpgen(weight = 1)]
    Return,
    #[dpgen(weight = 1)]
    Yield,
    Loop(Vec<Statement>),
    If(Vec<Statement>, Vec<Statement>),
    Function(Vec<Statement>),
}

/// `Break` stands within a loop of the same function, `Return` and `Yield` within a function, and each is the last of its
/// block; loops and branches are not empty.
pub fn control_flow(statement: &Statement) -> bool {
    runs(statement, (false, false))
}

fn runs(statement: &Statement, (in_loop, in_function): (bool, bool)) -> bool {
    let block = |parts: &[Statement], inside| {
        let jumps = |part: &Statement| matches!(part, Statement::Break | Statement::Return);
        parts.iter().all(|part| runs(part, inside)) && !parts.iter().rev().skip(1).any(jumps)
    };
    match statement {
        Statement::Skip => true,
        Statement::Break => in_loop,
        Statement::Return | Statement::Yield => in_function,
        Statement::Loop(parts) => !parts.is_empty() && block(parts, (true, in_function)),
        Statement::If(then, otherwise) => {
            !then.is_empty()
                && block(then, (in_loop, in_function))
                && block(otherwise, (in_loop, in_function))
        }
        Statement::Function(parts) => block(parts, (false, true)),
    }
}

/// A tag with an attribute.
#[derive(DpGen, Debug)]
pub struct Tag {
    #[dpgen(values = ["a", "b", "c", "d", "e"])]
    pub name: &'static str,
    #[dpgen(values = ["", "x", "y"])]
    pub attribute: &'static str,
    pub children: Vec<Tag>,
}

/// Children ascend by name. `a` has no `y`; `b` stands directly in an `a` and has one child at most; `c` has `x`, and children;
/// `d` has none, and a `c` somewhere above; no `e` has an `e` above, and one with an attribute has an `a` above.
pub fn tag_rules(tag: &Tag) -> bool {
    fits(tag, &[])
}

fn fits(tag: &Tag, above: &[&'static str]) -> bool {
    let own = match tag.name {
        "a" => tag.attribute != "y",
        "b" => above.last() == Some(&"a") && tag.children.len() <= 1,
        "c" => tag.attribute == "x" && !tag.children.is_empty(),
        "d" => tag.children.is_empty() && above.contains(&"c"),
        _ => !above.contains(&"e") && (tag.attribute.is_empty() || above.contains(&"a")),
    };
    let inner = [above, &[tag.name]].concat();
    own && tag.children.is_sorted_by_key(|child| child.name)
        && tag.children.iter().all(|child| fits(child, &inner))
}
