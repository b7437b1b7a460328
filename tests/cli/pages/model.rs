//! Pages as plain values, and their texts.

use std::fmt::Write as _;

/// A page: a style sheet and a body.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    pub sheet: Vec<Rule>,
    pub body: Vec<Element>,
}

/// A rule for a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub class: String,
    pub block: Vec<Declaration>,
}

/// A property and its value.
pub type Declaration = (String, String);

/// An element: its tag, its attributes in their order, the words before its children, and these.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Element {
    pub tag: String,
    pub attributes: Vec<(String, String)>,
    pub words: String,
    pub children: Vec<Element>,
}

impl Page {
    /// As the spec `web-page` writes it.
    pub fn text(&self) -> String {
        format!("<style>{}</style>{}", sheet(&self.sheet), body(&self.body))
    }
}

/// As the spec `css-3d` writes it.
pub fn sheet(rules: &[Rule]) -> String {
    rules.iter().map(|rule| format!(".{}{{{}}}", rule.class, block(&rule.block))).collect()
}

/// Declarations with semicolons between them.
pub fn block(declarations: &[Declaration]) -> String {
    let all = declarations.iter().map(|(property, value)| format!("{property}:{value}"));
    all.collect::<Vec<_>>().join(";")
}

/// As the specs `html-body`, `css-layout` and `css-table` write it.
pub fn body(elements: &[Element]) -> String {
    let mut out = "<body>".to_owned();
    elements.iter().for_each(|element| element.write(&mut out));
    out + "</body>"
}

impl Element {
    fn write(&self, out: &mut String) {
        let _ = write!(out, "<{}", self.tag);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{value}\"");
        }
        let _ = write!(out, ">{}", self.words);
        self.children.iter().for_each(|child| child.write(out));
        // HTML has no end tag for it.
        if self.tag != "col" {
            let _ = write!(out, "</{}>", self.tag);
        }
    }
}
