//! A value's text, as `Debug` of Rust or `repr` of Python writes it, as a tree that can be drawn.
//!
//! `Node(Leaf, 3)`, `Node { left: Leaf, key: 3 }`, `Node(left=Leaf(), key=3)`, lists, tuples and dictionaries are read. Plain values
//! stand in the label of what holds them, others are parts. Arguments are a line each, `name = value`; a single one is drawn by itself.
//! What is written in another way is one node.

use dpgen_draw::{NodeId, Part, Tree, TreeBuilder};

/// The longest text that is read, in bytes, and the deepest.
const MAX_TEXT_BYTES: usize = 20_000;
const MAX_DEPTH: usize = 200;
/// The letters of a label that is a whole text.
const MAX_LABEL_LETTERS: usize = 200;

/// A value that was read.
enum Term {
    /// A word, a number, a string.
    Plain(String),
    /// A name, which is empty for a list, with what it holds: each with the name of its field.
    Holder(String, Vec<(Option<String>, Term)>),
}

/// The tree of a text.
pub fn term_tree(text: &str) -> Option<Tree> {
    let whole =
        if text.len() <= MAX_TEXT_BYTES { arguments(text).or_else(|| whole_term(text)) } else { None };
    let shortened = || Term::Plain(text.chars().take(MAX_LABEL_LETTERS).collect());
    let mut builder = TreeBuilder::new();
    add(&whole.unwrap_or_else(shortened), &mut builder);
    builder.finish().ok()
}

/// The arguments of a test, if each line is one.
fn arguments(text: &str) -> Option<Term> {
    let read = |line: &str| {
        let (name, value) = line.trim().split_once(" = ")?;
        let is_name = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        Some((Some(name.to_owned()).filter(|_| is_name)?, whole_term(value)?))
    };
    let mut fields: Vec<(String, Term)> = text.lines().map(read).collect::<Option<_>>()?;
    match (fields.pop(), fields.is_empty()) {
        (None, _) => None,
        (Some((_, value)), true) => Some(value),
        (Some(last), false) => {
            fields.push(last);
            let fields = fields.into_iter().map(|(name, value)| (Some(name), value));
            Some(Term::Holder("arguments".to_owned(), fields.collect()))
        }
    }
}

/// The term that a text is, from its beginning to its end.
fn whole_term(text: &str) -> Option<Term> {
    let mut reader = TermReader { rest: text.trim(), depth: 0 };
    let whole = reader.term()?;
    reader.rest.trim().is_empty().then_some(whole)
}

/// Adds a term, parts first.
fn add(term: &Term, builder: &mut TreeBuilder) -> NodeId {
    let (name, fields) = match term {
        Term::Plain(word) => return builder.leaf(word),
        Term::Holder(name, fields) => (name, fields),
    };
    let mut words = vec![if name.is_empty() { "[]" } else { name }.to_owned()];
    let mut parts: Vec<Part> = Vec::new();
    for (field, value) in fields {
        match (value, field) {
            (Term::Plain(word), Some(field)) => words.push(format!("{field}={word}")),
            (Term::Plain(word), None) => words.push(word.clone()),
            (value, Some(field)) => parts.push(Part::named(field, add(value, builder))),
            (value, None) => parts.push(add(value, builder).into()),
        }
    }
    builder.node(&words.join(" "), parts)
}

/// Reads a text from its beginning.
struct TermReader<'t> {
    rest: &'t str,
    depth: usize,
}

impl TermReader<'_> {
    /// The next term; `None` if there is none, or it nests too deeply.
    fn term(&mut self) -> Option<Term> {
        self.rest = self.rest.trim_start();
        if let Some(text) = self.quoted() {
            return Some(Term::Plain(text));
        }
        let name = self.name();
        let after = self.rest.trim_start();
        let close = match after.chars().next() {
            Some('(') => ')',
            Some('{') => '}',
            Some('[') if name.is_empty() => ']',
            _ => return (!name.is_empty()).then_some(Term::Plain(name)),
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.rest = &after[1..];
        let fields = self.fields(close)?;
        self.depth -= 1;
        Some(Term::Holder(name, fields))
    }

    /// The fields up to a closing bracket, which is taken.
    fn fields(&mut self, close: char) -> Option<Vec<(Option<String>, Term)>> {
        let mut fields = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            if let Some(rest) = self.rest.strip_prefix(close) {
                self.rest = rest;
                return Some(fields);
            }
            let begin = self.rest;
            let key = self.quoted().unwrap_or_else(|| self.name());
            let after = self.rest.trim_start();
            let is_key = !key.is_empty() && after.starts_with([':', '=']);
            let field = is_key.then_some(key);
            self.rest = if is_key { &after[1..] } else { begin };
            let value = self.term()?;
            fields.push((field, value));
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix(',') {
                Some(rest) => self.rest = rest,
                None if self.rest.starts_with(close) => {}
                None => return None,
            }
        }
    }

    /// A string with its quotes, if one comes next.
    fn quoted(&mut self) -> Option<String> {
        let quote = self.rest.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
        let mut is_escaped = false;
        let end = self.rest.char_indices().skip(1).find_map(|(place, letter)| {
            let ends = letter == quote && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            ends.then_some(place + 1)
        })?;
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(text.to_owned())
    }

    /// The letters of a name or a number; a path of Rust has two colons.
    fn name(&mut self) -> String {
        let mut end = 0;
        while let Some(letter) = self.rest[end..].chars().next() {
            let is_path = self.rest[end..].starts_with("::");
            if is_path {
                end += 2;
            } else if letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-' | '+' | '#') {
                end += letter.len_utf8();
            } else {
                break;
            }
        }
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::term_tree;
    use dpgen_draw::Text;

    fn drawn(text: &str) -> String {
        Text::new().draw(&term_tree(text).expect("it is drawn"))
    }

    #[test]
    fn texts_of_rust_and_python_are_drawn_alike() {
        let rust = drawn("Node { left: Leaf(1), key: 3, right: Leaf(2) }");
        assert_eq!(rust, drawn("Node(left=Leaf(1), key=3, right=Leaf(2))"));
        assert!(rust.contains("Node key=3") && rust.contains("Leaf 1") && rust.contains("left"), "{rust}");
        assert!(drawn("[a::B, 'x, y', -1.5]").starts_with("[] a::B 'x, y' -1.5"));
        assert!(drawn("{'a': [1], \"b\": 2}").contains("[] \"b\"=2"));
        assert_eq!(drawn("()"), "[]\n");
    }

    #[test]
    fn arguments_are_drawn_together_and_one_by_itself() {
        assert_eq!(drawn("list = Cons(1, Nil)"), drawn("Cons(1, Nil)"));
        let two = drawn("list = Cons(1, Cons(2, Nil))\nkey = 2");
        assert!(two.contains("arguments key=2") && two.contains("list"), "{two}");
    }

    #[test]
    fn other_texts_are_one_node() {
        for text in ["1 + 2", "Node(", "a b", "", "\"open", "<object at 0x7f>"] {
            assert_eq!(drawn(text).trim_end(), text.trim_end());
        }
        let deep = "N(".repeat(100_000) + &")".repeat(100_000);
        assert_eq!(term_tree(&deep).expect("it is drawn").nodes().len(), 1);
    }
}
