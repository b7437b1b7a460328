//! Every page of small bounds through an HTML and a CSS parser: no error, and the tree that was meant.

use std::collections::BTreeMap;

use cssparser::{Delimiter, ParseError, Parser, Token};
use html5ever::tendril::TendrilSink as _;
use markup5ever_rcdom::{Handle, NodeData, RcDom};

use super::layouts::{self, Container};
use super::model::{Declaration, Element, Page, Rule, block, body, sheet};
use super::sets::{body_params, pages, sheet_params};
use super::{bodies, build, scope, sheets, tables, written};

/// Reads a page, which must have no error.
fn document(text: &str) -> Element {
    let dom = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(text);
    let errors = dom.errors.borrow();
    assert!(errors.is_empty(), "{errors:?} in {text}");
    let elements = children(&dom.document).into_iter().filter_map(|node| element(&node));
    elements.into_iter().next().unwrap()
}

fn children(node: &Handle) -> Vec<Handle> {
    node.children.borrow().iter().cloned().collect()
}

/// An element of the tree; texts of white space do not count.
fn element(node: &Handle) -> Option<Element> {
    let NodeData::Element { name, attrs, .. } = &node.data else { return None };
    let attrs = attrs.borrow();
    let attributes = attrs.iter().map(|one| (one.name.local.to_string(), one.value.to_string())).collect();
    let mut found = Element { tag: name.local.to_string(), attributes, ..Element::default() };
    for child in children(node) {
        match &child.data {
            NodeData::Text { contents } => found.words.push_str(contents.borrow().trim()),
            _ => found.children.extend(element(&child)),
        }
    }
    Some(found)
}

/// The only part with this tag.
fn part<'e>(of: &'e Element, tag: &str) -> &'e Element {
    let found: Vec<&Element> = of.children.iter().filter(|child| child.tag == tag).collect();
    assert_eq!(found.len(), 1, "{tag} in {of:?}");
    found[0]
}

/// Declarations, which must be without errors.
fn declarations(parser: &mut Parser<'_>) -> Result<Vec<Declaration>, ParseError<()>> {
    let mut all = Vec::new();
    while !parser.is_exhausted() {
        let property = parser.expect_ident_cloned()?.to_string();
        parser.expect_colon()?;
        let value = parser.parse_until_before(Delimiter::Semicolon, |parser| {
            let start = parser.position();
            parser.expect_no_error_token()?;
            Ok(parser.slice_from(start).to_owned())
        })?;
        all.push((property, value));
        if !parser.is_exhausted() {
            parser.expect_semicolon()?;
        }
    }
    Ok(all)
}

/// A style sheet of rules for classes, which must be without errors.
fn rules(parser: &mut Parser<'_>) -> Result<Vec<Rule>, ParseError<()>> {
    let mut all = Vec::new();
    while !parser.is_exhausted() {
        parser.expect_delim('.')?;
        let class = parser.expect_ident_cloned()?.to_string();
        parser.expect_curly_bracket_block()?;
        all.push(Rule { class, block: parser.parse_nested_block(declarations)? });
    }
    Ok(all)
}

fn read<T>(css: &str, parse: impl FnOnce(&mut Parser<'_>) -> Result<T, ParseError<()>>) -> T {
    parse(&mut Parser::new(css)).unwrap_or_else(|_| panic!("no CSS: {css}"))
}

/// Whether elements are nested as HTML has it, classes are numbered in order, and tags are known.
fn nested(elements: &[Element], phrasing: bool) {
    for one in elements {
        assert!(!phrasing || bodies::is_phrasing(&one.tag), "{one:?} is no phrasing content");
        nested(&one.children, !bodies::holds_flow(&one.tag));
    }
}

#[test]
fn pages_are_read_as_they_are_meant() {
    let body_bounds = bodies::Budget { kinds: 4, divs: 9, classes: 2, words: true };
    let sheet_bounds =
        sheets::Budget { declarations: 2, functions: 2, prefixed: true, values: [1, 1, 2, 2, 1] };
    let params = [body_params(body_bounds), sheet_params(sheet_bounds)].concat();
    let (spec, catalog) = build("web-page", &scope(3, &params));
    for size in 0..=3 {
        let meant = pages(size.try_into().unwrap(), body_bounds, sheet_bounds).into_iter();
        let meant: BTreeMap<String, Page> = meant.map(|page| (page.text(), page)).collect();
        let files = written(&spec, &catalog, size, true);
        assert_eq!(files.len(), meant.len());
        for file in files {
            let html = document(&file);
            let head = part(&html, "head");
            let styles: Vec<&Element> = head.children.iter().filter(|one| one.tag == "style").collect();
            assert_eq!(styles.len(), 2, "the fixed style sheet and the page's own");
            let body = part(&html, "body").children.clone();
            nested(&body, false);
            let page = Page { sheet: read(&styles[1].words, rules), body };
            assert_eq!(meant.get(&page.text()), Some(&page), "{file}");
        }
    }
}

#[test]
fn bodies_and_layouts_are_read_as_they_are_meant() {
    let body_bounds = bodies::Budget { kinds: 6, divs: 9, classes: 1, words: false };
    let (spec, catalog) = build("html-body", &scope(3, &body_params(body_bounds)));
    for size in 0..=3 {
        let meant = bodies::bodies(size.try_into().unwrap(), body_bounds).into_iter();
        let meant: BTreeMap<String, Vec<Element>> =
            meant.map(|(elements, ..)| (body(&elements), elements)).collect();
        for file in written(&spec, &catalog, size, true) {
            let found = part(&document(&file), "body").children.clone();
            assert_eq!(meant.get(&body(&found)), Some(&found), "{file}");
        }
    }
    let containers = vec![Container::Flex, Container::Grid];
    let bounds = layouts::Budget { containers, nesting: 2, declarations: 2, every_value: true };
    let params = bounds.params();
    let params: Vec<(&str, i64)> = params.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let (spec, catalog) = build("css-layout", &scope(4, &params));
    for size in 0..=4 {
        let meant = layouts::pages(size.try_into().unwrap(), &bounds).into_iter();
        let meant: BTreeMap<String, Element> =
            meant.map(|outer| (body(std::slice::from_ref(&outer)), outer)).collect();
        for file in written(&spec, &catalog, size, true) {
            let found = part(&document(&file), "body").children.clone();
            assert_eq!(meant.get(&body(&found)).map(std::slice::from_ref), Some(&*found), "{file}");
            styles(&found);
        }
    }
}

#[test]
fn tables_are_read_as_they_are_meant() {
    let bounds = tables::Budget { every_value: true, ..tables::Budget::DEFAULT };
    let params = bounds.params();
    let params: Vec<(&str, i64)> = params.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let (spec, catalog) = build("css-table", &scope(3, &params));
    for size in 1..=3 {
        let meant = tables::pages(size.try_into().unwrap(), bounds).into_iter();
        let meant: BTreeMap<String, Element> =
            meant.map(|table| (body(std::slice::from_ref(&table)), table)).collect();
        for file in written(&spec, &catalog, size, true) {
            let found = part(&document(&file), "body").children.clone();
            assert_eq!(meant.get(&body(&found)).map(std::slice::from_ref), Some(&*found), "{file}");
            styles(&found);
        }
    }
}

/// Reads the style attributes of elements.
fn styles(elements: &[Element]) {
    for one in elements {
        for (_, style) in one.attributes.iter().filter(|(name, _)| name == "style") {
            assert_eq!(block(&read(style, declarations)), *style);
        }
        styles(&one.children);
    }
}

#[test]
fn style_sheets_are_read_as_they_are_meant() {
    let bounds = sheets::Budget { declarations: 2, functions: 1, prefixed: true, values: [2, 4, 16, 4, 2] };
    let mut params = sheet_params(bounds);
    params.push(("classes", 2));
    let (spec, catalog) = build("css-3d", &scope(2, &params));
    for size in 0..=2 {
        for file in written(&spec, &catalog, size, true) {
            assert_eq!(format!("{}\n", sheet(&read(&file, rules))), file);
        }
    }
}

/// The fixed style sheets have no mistake that a parser sees, and as many rules as are written there.
#[test]
fn fixed_style_sheets_are_read() {
    for name in ["html-body", "web-page", "css-layout", "css-table"] {
        let spec = dpgen_spec::Spec::builtin(name).unwrap();
        let before = &spec.file().unwrap().before;
        let css = before.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next()).unwrap();
        let number = read(css, |parser| {
            let mut number = 0;
            while !parser.is_exhausted() {
                parser.parse_until_before(Delimiter::CurlyBracketBlock, |selector| {
                    selector.expect_no_error_token().map_err(ParseError::from)
                })?;
                assert!(matches!(parser.next()?, Token::CurlyBracketBlock));
                assert!(!parser.parse_nested_block(declarations)?.is_empty());
                number += 1;
            }
            Ok(number)
        });
        assert_eq!(number, css.matches('{').count(), "{name}");
    }
}
