//! Templates that ask for attributes: expressions with the fewest parentheses, and every kind of value and of place.

use super::*;
use serde_json::{Value, json};

const EXPRESSION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/specs/expression.ron");
const ATTRIBUTES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/specs/attributes.ron");

/// Reads an expression as arithmetic is read: signs first, then `*` and `/`, then `+` and `-`, from left to right.
struct Parser<'t> {
    left: &'t str,
}

impl Parser<'_> {
    /// The tree of a whole text, in the form of `--format json`; nothing if the text is no expression.
    fn whole(text: &str) -> Option<Value> {
        let mut parser = Parser { left: text };
        parser.chain(&["+", "-"]).filter(|_| parser.left.is_empty())
    }

    fn eat(&mut self, token: &str) -> bool {
        let rest = self.left.trim_start().strip_prefix(token);
        self.left = rest.unwrap_or(self.left);
        rest.is_some()
    }

    fn chain(&mut self, operators: &[&str]) -> Option<Value> {
        let sums = operators.contains(&"+");
        let operand = |parser: &mut Self| if sums { parser.chain(&["*", "/"]) } else { parser.operand() };
        let mut value = operand(self)?;
        while let Some(op) = operators.iter().find(|op| self.eat(op)) {
            value = json!({"Binary": {"left": value, "op": op, "right": operand(self)?}});
        }
        Some(value)
    }

    fn operand(&mut self) -> Option<Value> {
        if self.eat("-") {
            return Some(json!({"Neg": {"of": self.operand()?}}));
        }
        if self.eat("(") {
            return self.chain(&["+", "-"]).filter(|_| self.eat(")"));
        }
        ["x", "y"].into_iter().find(|name| self.eat(name)).map(|name| json!({"Var": {"name": name}}))
    }
}

/// The text without one of its pairs of parentheses, each in turn.
fn without_a_pair(text: &str) -> Vec<String> {
    let mut open = Vec::new();
    let mut less = Vec::new();
    for (place, letter) in text.char_indices() {
        match letter {
            '(' => open.push(place),
            ')' => {
                let start: usize = open.pop().expect("parentheses are balanced");
                less.push(format!("{}{}{}", &text[..start], &text[start + 1..place], &text[place + 1..]));
            }
            _ => {}
        }
    }
    less
}

#[test]
fn expressions_have_the_parentheses_that_they_need_and_no_others() {
    let flags = "--max-size 5 --quiet";
    let texts = lines(&format!("enumerate {EXPRESSION} {flags}"));
    let trees = lines(&format!("enumerate {EXPRESSION} {flags} --format json"));
    assert_eq!((texts.len(), trees.len()), (2 + 2 + 18 + 50 + 354, 426));
    let mut pairs = 0;
    for (text, tree) in texts.iter().zip(trees) {
        let tree: Value = serde_json::from_str(&tree).expect("it is JSON");
        assert_eq!(Parser::whole(text).as_ref(), Some(&tree["value"]), "{text}");
        for less in without_a_pair(text) {
            assert_ne!(Parser::whole(&less).as_ref(), Some(&tree["value"]), "{text} could be {less}");
            pairs += 1;
        }
    }
    assert!(pairs > 100, "{pairs}");
    run(&format!("check {EXPRESSION} --counts --quiet"), 0);
}

#[test]
fn solved_data_has_attributes() {
    let sorted = |flags: &str| lines(&format!("enumerate {ATTRIBUTES} --max-size 3 --quiet {flags}"));
    let (mut concrete, mut symbolic) = (sorted(""), sorted("--fields symbolic --solutions all"));
    concrete.sort_unstable();
    symbolic.sort_unstable();
    assert_eq!(concrete, symbolic);
}

#[test]
fn attributes_of_every_kind_can_be_asked_of_every_place() {
    let mut written = lines(&format!("enumerate {ATTRIBUTES} --size 3 --quiet"));
    written.extend(lines(&format!("enumerate {ATTRIBUTES} --size 5 --rank 5500..5520 --quiet")));
    for wanted in [
        // Its own, and of what an option holds: a constructor's name.
        "3:1<Many2[2:2<None>=2O]>",
        // Two layers down through arrays, and bools; a list's own, and of its elements in a loop.
        "3/1/False/a(2/0/True/a(. .) 1:1<None>)",
        "3[.=1L 2:2<None>=2O]",
    ] {
        assert!(written.iter().any(|line| line == wanted), "{wanted}: {written:?}");
    }
}

#[test]
fn the_template_of_the_whole_asks_too() {
    let asks = "{{ value.kind }} {{ value.attr('weight') }} {{ value.pair[1].attr('shape') }} {{ text }}";
    let template = format!("{{% if value.kind == 'Two' %}}{asks}{{% endif %}}");
    let mut command = dpgen(&format!("enumerate {ATTRIBUTES} --size 3 --quiet"));
    let output = text(&command.args(["--template", &template]).assert().success().get_output().stdout);
    assert!(output.contains("Two 2 Leaf 2/0/True/a(. .)\n"), "{output}");
}

/// What comes of lists whose constructors are written like this, up to size 2.
fn lists(nil: &str, cons: &str, command: &str, code: i32) -> (String, String) {
    let folder = folder();
    let path = folder.path().join("lists.ron");
    let spec = r#"(name: "lists", root: "List", types: {"List": (
        constructors: {"Nil": (), "Cons": (fields: {"item": Int(0, 1), "rest": Type("List")})},
        attributes: {"length": {"Nil": "0", "Cons": "1 + rest.length"}, "head": {"Cons": "item"}, "share": {"Nil": "1", "Cons": "6 / item"}})},
        render: {"#;
    fs::write(&path, format!("{spec}\"Nil\": \"{nil}\",\n\"Cons\": \"{cons}\"}})\n"))
        .expect("it can be written");
    let (out, said) = run(&format!("{command} {} --max-size 2", path.display()), code);
    (out, said.replace(&path.display().to_string(), "lists.ron"))
}

#[test]
fn templates_that_ask_for_nothing_see_plain_texts() {
    // The text of an attribute's call outside of an expression is none.
    let (out, _) =
        lists("{{ attr('length') }}", "{{ item }}{{ '' if rest == '0' else rest }}attr('x')", "enumerate", 0);
    assert_eq!(out.lines().take(3).collect::<Vec<_>>(), ["0", "0attr('x')", "1attr('x')"]);
}

#[test]
fn only_who_reads_a_failing_attribute_fails() {
    let (out, _) = lists(".", "{{ attr('share') if item > 0 else 'none' }} {{ rest }}", "enumerate", 0);
    assert_eq!(out.lines().collect::<Vec<_>>()[..3], [".", "none .", "6 ."]);
    let (_, said) = lists(".", "{{ attr('share') }}", "enumerate", 2);
    let wanted = "error: lists.ron:5:10: the template `List.Cons` fails on a structure: the attribute `share` of `Cons` \
                  (lists.ron:3): a division by zero\n";
    assert_eq!(said, wanted);
    let (_, said) = lists(".", "{{ rest.attr('head') }}", "enumerate", 2);
    let wanted = "error: lists.ron:5:10: the template `List.Cons` fails on a structure: the attribute `head` is not defined \
                  for the constructor `Nil` of `List`\n";
    assert_eq!(said, wanted);
}

#[test]
fn misspelt_attributes_have_a_place_and_a_suggestion() {
    let own = |name: &str| lists(".", &format!("{{{{ rest }}}}{{{{ {name} }}}}"), "check", 2).1;
    let asks = "the template asks for";
    let near = format!(
        "error: lists.ron:5:30: {asks} `lenght`, which is no attribute of `List`; did you mean `length`?\n"
    );
    assert_eq!(own("attr('lenght')").replace("5:29", "5:30"), near);
    assert_eq!(own("rest.attr('lenght')"), near.replace("5:30", "5:34"));
    let far = own("rest.attr('weight')");
    assert!(far.ends_with("; it has length, head, share, kind\n"), "{far}");
    // What only running shows.
    let said = own("rest.attr('lengt' ~ 'x')");
    assert!(
        said.contains("fails on a structure: `List` has no attribute `lengtx`; did you mean `length`?"),
        "{said}"
    );
    let said = own("item.attr('length')");
    assert!(said.contains("only a substructure has attributes, and this is number: 0"), "{said}");
    let said = own("rst.attr('length')");
    assert!(said.contains("the template names `rst`, which is no field; did you mean `rest`?"), "{said}");
}

#[test]
fn attributes_of_long_chains_are_found_without_recursion() {
    let (out, said) = lists(".", "{{ attr('length') }}", "enumerate --size 0", 0);
    assert_eq!((out.as_str(), said.as_str()), (".\n", "the only structure of size 0\n"));
    let folder = folder();
    let path = folder.path().join("chain.ron");
    // `last` fails at the end, and is read there by every whole.
    let spec = r#"(name: "chain", root: "L", types: {"L": (
        constructors: {"N": (), "C": (fields: {"rest": Type("L")})},
        attributes: {"length": {"N": "0", "C": "1 + rest.length"}, "last": {"N": "1 / length", "C": "rest.last"}, "fine": {"C": "rest.rep_ok"}},
        rep_ok: {"C": ["rest.rep_ok"]})},
        render: {"N": ".", "C": "{{ attr('length') }} {{ attr('fine') }} {{ attr('last') if attr('length') < 0 }}"})"#;
    fs::write(&path, spec).expect("it can be written");
    let (out, _) = run(&format!("enumerate {} --size 20000", path.display()), 0);
    assert_eq!(out, "20000 True \n");
}
