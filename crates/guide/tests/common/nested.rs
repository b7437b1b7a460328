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
