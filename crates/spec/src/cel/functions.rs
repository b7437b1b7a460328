//! The functions of specs, and messages for the other functions of CEL.

use super::super::error::nearest;
use super::ast::{Arith, Ast, ListFunction, Node};

/// The functions there are, for messages.
pub(super) const FUNCTION_LIST: &str =
    "the functions are `min(a, b)`, `max(a, b)`, `abs(a)` and `size(list)`";

/// The functions of lists, for messages.
const LIST_FUNCTION_LIST: &str = "on lists `count(list, a)`, `positions(list, a)`, `slice(list, from, to)`, \
                                  `sort(list)`, `distinct(list)` and `range(a)`";

/// The functions of lists, each with the number of its operands.
const LIST_FUNCTIONS: [(&str, ListFunction, usize); 6] = [
    ("count", ListFunction::Count, 2),
    ("positions", ListFunction::Positions, 2),
    ("slice", ListFunction::Slice, 3),
    ("sort", ListFunction::Sort, 1),
    ("distinct", ListFunction::Distinct, 1),
    ("range", ListFunction::Range, 1),
];

/// Numbers of operands in words.
const OPERAND_WORDS: [&str; 4] = ["no argument", "one argument", "two arguments", "three arguments"];

/// CEL's macros over lists.
const LIST_MACROS: [&str; 7] = ["all", "exists", "exists_one", "map", "filter", "existsOne", "transformList"];

/// A mistake in a call: the message, and the advice.
pub(super) type Problem = (String, String);

/// The node of a call.
pub(super) fn function(name: &str, mut arguments: Vec<Ast>) -> Result<Node, Problem> {
    let count = arguments.len();
    if let Some((_, function, operands)) = LIST_FUNCTIONS.iter().find(|(known, ..)| *known == name) {
        return match count == *operands {
            true => Ok(Node::Call(*function, arguments)),
            false => Err((
                format!("`{name}` takes {}, found {count}", OPERAND_WORDS[*operands]),
                LIST_FUNCTION_LIST.to_owned(),
            )),
        };
    }
    let last = arguments.pop().map(Box::new);
    let first = arguments.pop().map(Box::new);
    match (name, first, last, count) {
        ("abs", None, Some(a), 1) => Ok(Node::Abs(a)),
        ("size", None, Some(a), 1) => Ok(Node::Size(a)),
        ("min", Some(a), Some(b), 2) => Ok(Node::Arith(a, vec![(Arith::Min, *b)])),
        ("max", Some(a), Some(b), 2) => Ok(Node::Arith(a, vec![(Arith::Max, *b)])),
        ("abs" | "size", ..) => Err(arguments_of(name, OPERAND_WORDS[1], count)),
        ("min" | "max", ..) => Err(arguments_of(name, OPERAND_WORDS[2], count)),
        ("has", ..) => {
            let help = "ask for a constructor, as in `left.kind == 'Nil'`";
            Err(("`has` is not supported".to_owned(), help.to_owned()))
        }
        ("not", ..) => {
            Err(("there is no function `not`".to_owned(), "write `!`, as in `!(a == b)`".to_owned()))
        }
        _ => {
            let known = ["min", "max", "abs", "size"].into_iter();
            let known: Vec<&str> = known.chain(LIST_FUNCTIONS.map(|(known, ..)| known)).collect();
            let help = match nearest(name, &known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("{FUNCTION_LIST}; {LIST_FUNCTION_LIST}"),
            };
            Err((format!("unknown function `{name}`"), help))
        }
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
