//! The functions of specs, and messages for the other functions of CEL.

use super::ast::{Arith, Ast, Node};

/// The functions there are, for messages.
pub(super) const FUNCTION_LIST: &str =
    "the functions are `min(a, b)`, `max(a, b)`, `abs(a)` and `size(list)`";

/// CEL's macros over lists.
const LIST_MACROS: [&str; 7] = ["all", "exists", "exists_one", "map", "filter", "existsOne", "transformList"];

/// A mistake in a call: the message, and the advice.
pub(super) type Problem = (String, String);

/// The node of a call.
pub(super) fn function(name: &str, mut arguments: Vec<Ast>) -> Result<Node, Problem> {
    let count = arguments.len();
    let last = arguments.pop().map(Box::new);
    let first = arguments.pop().map(Box::new);
    match (name, first, last, count) {
        ("abs", None, Some(a), 1) => Ok(Node::Abs(a)),
        ("size", None, Some(a), 1) => Ok(Node::Size(a)),
        ("min", Some(a), Some(b), 2) => Ok(Node::Arith(a, vec![(Arith::Min, *b)])),
        ("max", Some(a), Some(b), 2) => Ok(Node::Arith(a, vec![(Arith::Max, *b)])),
        ("abs" | "size", ..) => Err(arguments_of(name, "one argument", count)),
        ("min" | "max", ..) => Err(arguments_of(name, "two arguments", count)),
        ("has", ..) => {
            let help = "ask for a constructor, as in `left.kind == 'Nil'`";
            Err(("`has` is not supported".to_owned(), help.to_owned()))
        }
        ("not", ..) => {
            Err(("there is no function `not`".to_owned(), "write `!`, as in `!(a == b)`".to_owned()))
        }
        _ => Err((format!("unknown function `{name}`"), FUNCTION_LIST.to_owned())),
    }
}

fn arguments_of(name: &str, wanted: &str, count: usize) -> Problem {
    (format!("`{name}` takes {wanted}, found {count}"), FUNCTION_LIST.to_owned())
}

/// The message about a function that is called with a dot before it.
pub(super) fn method(name: &str) -> Problem {
    if LIST_MACROS.contains(&name) {
        let help =
            "give the list's type an attribute that says it, as in `\"List(Tree)\": (attributes: {...})`";
        return (format!("the macro `{name}` is not supported"), help.to_owned());
    }
    let message = format!("`{name}` is called like a method, which is not supported");
    (message, FUNCTION_LIST.to_owned())
}

/// The operator that was probably meant by a word in the place of an operator.
pub(super) fn operator(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        "and" => "&&",
        "or" => "||",
        "is" | "eq" => "==",
        "mod" => "%",
        "div" => "/",
        _ => return None,
    })
}
