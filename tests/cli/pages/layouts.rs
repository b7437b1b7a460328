//! Every page of the spec `css-layout` of a size, top down: a box knows what it stands in.

use super::model::{Declaration, Element, block};
use super::sheets::blocks;

/// What lays boxes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    Flex,
    Grid,
}

use Container::{Flex, Grid};

/// Where a property means something: on containers of these kinds, or on items of such containers.
#[derive(Debug, Clone, Copy)]
enum Of {
    Containers(&'static [Container]),
    Items(&'static [Container]),
}

const EACH: &[Container] = &[Flex, Grid];

/// A property, its parameter's default, its values, and where it means something.
const PROPERTIES: [(&str, usize, &[&str], Of); 18] = [
    ("align-content", 2, &["center", "space-between", "end"], Of::Containers(EACH)),
    ("align-items", 2, &["center", "end", "baseline"], Of::Containers(EACH)),
    ("align-self", 1, &["end", "center", "baseline"], Of::Items(EACH)),
    ("aspect-ratio", 1, &["1", "3 / 1"], Of::Items(EACH)),
    ("flex", 2, &["1", "0 0 50%", "none"], Of::Items(&[Flex])),
    ("flex-direction", 2, &["column", "row-reverse", "column-reverse"], Of::Containers(&[Flex])),
    ("flex-wrap", 2, &["wrap", "wrap-reverse"], Of::Containers(&[Flex])),
    ("gap", 2, &["10px", "10%", "4px 20px"], Of::Containers(EACH)),
    ("grid-auto-flow", 1, &["column", "dense"], Of::Containers(&[Grid])),
    ("grid-column", 2, &["span 2", "2", "-1"], Of::Items(&[Grid])),
    (
        "grid-template-columns",
        2,
        &["40px 1fr", "repeat(auto-fill,60px)", "minmax(0,1fr) 2fr", "auto auto"],
        Of::Containers(&[Grid]),
    ),
    ("height", 1, &["50%", "auto", "min-content"], Of::Items(EACH)),
    ("justify-content", 2, &["center", "space-between", "end", "space-around"], Of::Containers(EACH)),
    ("justify-items", 1, &["center", "end"], Of::Containers(&[Grid])),
    ("justify-self", 1, &["end", "center"], Of::Items(&[Grid])),
    ("margin", 2, &["auto", "0 0 0 auto", "-10px"], Of::Items(EACH)),
    ("order", 1, &["1", "-1"], Of::Items(EACH)),
    ("width", 1, &["50%", "auto", "max-content"], Of::Items(EACH)),
];

/// What bounds pages.
#[derive(Debug, Clone)]
pub struct Budget {
    pub containers: Vec<Container>,
    pub nesting: usize,
    pub declarations: usize,
    /// Whether every value is taken, not only those that are by default.
    pub every_value: bool,
}

impl Budget {
    /// The parameters that make these bounds.
    pub fn params(&self) -> Vec<(String, i64)> {
        let has = |container| i64::from(self.containers.contains(&container));
        let number = |number: usize| i64::try_from(number).unwrap();
        let values = PROPERTIES.iter().filter(|_| self.every_value);
        let values = values.map(|(name, _, values, _)| (name.replace('-', "_"), number(values.len())));
        let others = [
            ("flex_containers", has(Flex)),
            ("grid_containers", has(Grid)),
            ("nesting", number(self.nesting)),
            ("declarations", number(self.declarations)),
        ];
        values.chain(others.map(|(name, value)| (name.to_owned(), value))).collect()
    }
}

/// The outermost boxes of this size.
pub fn pages(size: usize, bounds: &Budget) -> Vec<Element> {
    containers(size, None, bounds.nesting, bounds)
}

/// Boxes in a container, or the outermost ones, that are containers themselves.
fn containers(size: usize, parent: Option<Container>, depth: usize, bounds: &Budget) -> Vec<Element> {
    let mut all = Vec::new();
    for own in bounds.containers.iter().copied().filter(|_| depth > 0 && size > 0) {
        let class = if own == Flex { "flex" } else { "grid" };
        for (style, weight) in styles(size - 1, parent, Some(own), bounds) {
            for children in rows(size - 1 - weight, own, depth - 1, bounds) {
                if !children.is_empty() {
                    let class = ("class".to_owned(), class.to_owned());
                    all.push(element([class].into_iter().chain(style.clone()), children));
                }
            }
        }
    }
    all
}

/// Items that are no containers, of size 1 and more.
fn items(size: usize, parent: Container, bounds: &Budget) -> Vec<Element> {
    let fitting = styles(size - 1, Some(parent), None, bounds);
    let fitting = fitting.into_iter().filter(|(_, weight)| weight + 1 == size);
    fitting.map(|(style, _)| element(style, Vec::new())).collect()
}

/// The boxes within a container.
fn rows(size: usize, parent: Container, depth: usize, bounds: &Budget) -> Vec<Vec<Element>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for own in 1..=size {
        let mut firsts = items(own, parent, bounds);
        firsts.extend(containers(own, Some(parent), depth, bounds));
        for rest in rows(size - own, parent, depth, bounds) {
            all.extend(firsts.iter().map(|first| [vec![first.clone()], rest.clone()].concat()));
        }
    }
    all
}

/// A style attribute, if there is one, and its weight.
type Style = (Option<(String, String)>, usize);

fn styles(most: usize, parent: Option<Container>, own: Option<Container>, bounds: &Budget) -> Vec<Style> {
    let fits = |of: &Of| match of {
        Of::Containers(kinds) => own.is_some_and(|own| kinds.contains(&own)),
        Of::Items(kinds) => parent.is_some_and(|parent| kinds.contains(&parent)),
    };
    let mut all: Vec<(Declaration, usize)> = Vec::new();
    for (property, default, values, _) in PROPERTIES.iter().filter(|(.., of)| fits(of)) {
        let number = if bounds.every_value { values.len() } else { *default };
        let values = values.iter().take(number);
        all.extend(values.map(|value| (((*property).to_owned(), (*value).to_owned()), 1)));
    }
    let styled = blocks(&all, most, bounds.declarations).into_iter();
    let styled = styled.map(|(found, weight)| (Some(("style".to_owned(), block(&found))), weight));
    [(None, 0)].into_iter().chain(styled).collect()
}

fn element(attributes: impl IntoIterator<Item = (String, String)>, children: Vec<Element>) -> Element {
    let attributes = attributes.into_iter().collect();
    Element { tag: "div".to_owned(), attributes, words: String::new(), children }
}
