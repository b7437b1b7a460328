//! Every body of a number of tags, top down: what is to come knows which classes are in use.

use super::model::Element;

/// The tags, in the order in which the parameter `kinds` takes them.
const TAGS: [&str; 6] = ["div", "h1", "p", "span", "section", "em"];

/// What bounds bodies.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    pub kinds: usize,
    pub divs: usize,
    pub classes: usize,
    pub words: bool,
}

/// A forest, with the number of classes that are in use after it, and of its div elements.
pub type Forest = (Vec<Element>, usize, usize);

/// Whether HTML lets a tag hold more than phrasing content.
pub fn holds_flow(tag: &str) -> bool {
    ["div", "section"].contains(&tag)
}

/// Whether a tag is phrasing content.
pub fn is_phrasing(tag: &str) -> bool {
    ["span", "em"].contains(&tag)
}

/// The tags that may stand in a place.
pub fn tags(bounds: Budget, phrasing: bool) -> impl Iterator<Item = &'static str> {
    TAGS.into_iter().take(bounds.kinds).filter(move |tag| !phrasing || is_phrasing(tag))
}

/// The bodies with so many tags.
pub fn bodies(tags: usize, bounds: Budget) -> Vec<Forest> {
    let all = forests(tags, false, 0, bounds);
    all.into_iter().filter(|(_, _, divs)| *divs <= bounds.divs).collect()
}

fn forests(size: usize, phrasing: bool, used: usize, bounds: Budget) -> Vec<Forest> {
    if size == 0 {
        return vec![(Vec::new(), used, 0)];
    }
    let mut all = Vec::new();
    for own in 1..=size {
        for (element, between, divs) in elements(own, phrasing, used, bounds) {
            for (rest, after, more) in forests(size - own, phrasing, between, bounds) {
                let mut forest = vec![element.clone()];
                forest.extend(rest);
                all.push((forest, after, divs + more));
            }
        }
    }
    all
}

fn elements(size: usize, phrasing: bool, used: usize, bounds: Budget) -> Vec<(Element, usize, usize)> {
    let mut all = Vec::new();
    for tag in tags(bounds, phrasing) {
        // No class, one that is in use, or the next one.
        for class in 0..=(used + 1).min(bounds.classes) {
            for words in ["", "Ag"].into_iter().take(if bounds.words { 2 } else { 1 }) {
                let used = used.max(class);
                for (children, after, divs) in forests(size - 1, !holds_flow(tag), used, bounds) {
                    let class = (class > 0).then(|| ("class".to_owned(), format!("c{class}")));
                    let attributes = class.into_iter().collect();
                    let (tag_name, words) = (tag.to_owned(), words.to_owned());
                    let element = Element { tag: tag_name, attributes, words, children };
                    all.push((element, after, divs + usize::from(tag == "div")));
                }
            }
        }
    }
    all
}
