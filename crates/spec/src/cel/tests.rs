//! Expressions against how they are meant to be read, with all parentheses written.

use std::sync::Arc;

use super::super::source_text::{Span, SpecText, Text};
use super::ast::{Arith, Ast, Compare, Node};

fn parse(expression: &str) -> Result<Ast, String> {
    let source = SpecText { name: "t".to_owned(), text: Arc::from(expression) };
    let text = Text::plain(expression, Span { start: 0, end: expression.len() });
    super::parse(&source, &text).map_err(|error| error.to_string())
}

fn show(ast: &Ast) -> String {
    let all = |parts: &[Ast], sign: &str| parts.iter().map(show).collect::<Vec<_>>().join(sign);
    match &ast.node {
        Node::Int(value) => value.to_string(),
        Node::Bool(value) => value.to_string(),
        Node::Text(text) => format!("{text:?}"),
        Node::OwnNumber => "id".to_owned(),
        Node::Path(path) => path.iter().fold(String::new(), |before, name| match name.name.parse::<u32>() {
            Ok(index) => format!("{before}[{index}]"),
            Err(_) if before.is_empty() => name.name.clone(),
            Err(_) => format!("{before}.{}", name.name),
        }),
        Node::Not(a) => format!("!{}", show(a)),
        Node::Neg(a) => format!("-({})", show(a)),
        Node::And(parts) => format!("({})", all(parts, " && ")),
        Node::Or(parts) => format!("({})", all(parts, " || ")),
        Node::Compare(op, a, b) => {
            let sign = match op {
                Compare::Eq => "==",
                Compare::Ne => "!=",
                Compare::Lt => "<",
                Compare::Le => "<=",
                Compare::Gt => ">",
                Compare::Ge => ">=",
            };
            format!("({} {sign} {})", show(a), show(b))
        }
        Node::Arith(first, rest) => rest.iter().fold(show(first), |before, (op, operand)| {
            let sign = match op {
                Arith::Add => "+",
                Arith::Sub => "-",
                Arith::Mul => "*",
                Arith::Div => "/",
                Arith::Rem => "%",
                Arith::Min => return format!("min({before}, {})", show(operand)),
                Arith::Max => return format!("max({before}, {})", show(operand)),
            };
            format!("({before} {sign} {})", show(operand))
        }),
        Node::If(choices, otherwise) => {
            let choices: String =
                choices.iter().map(|(test, value)| format!("{} ? {} : ", show(test), show(value))).collect();
            format!("({choices}{})", show(otherwise))
        }
        Node::In(item, list) => format!("({} in {})", show(item), show(list)),
        Node::List(items) => format!("[{}]", all(items, ", ")),
        Node::Index(list, index) => format!("{}[{}]", show(list), show(index)),
        Node::Call(function, operands) => {
            format!("{}({})", format!("{function:?}").to_lowercase(), all(operands, ", "))
        }
        Node::Abs(a) => format!("abs({})", show(a)),
        Node::Size(a) => format!("size({})", show(a)),
    }
}

#[test]
fn precedence_is_that_of_cel() {
    for (expression, expected) in [
        ("a", "a"),
        ("a + b * c", "(a + (b * c))"),
        ("a * b + c", "((a * b) + c)"),
        ("a - b - c", "((a - b) - c)"),
        ("a / b * c % d", "(((a / b) * c) % d)"),
        ("a - (b - c)", "(a - (b - c))"),
        ("a + b < c * d", "((a + b) < (c * d))"),
        ("a < b && c < d", "((a < b) && (c < d))"),
        ("a || b && c", "(a || (b && c))"),
        ("a && b || c", "((a && b) || c)"),
        ("a || b || c", "(a || b || c)"),
        ("(a || b) && c", "((a || b) && c)"),
        ("!a && b", "(!a && b)"),
        ("!(a && b)", "!(a && b)"),
        ("!!a", "!!a"),
        ("!!!a", "!!!a"),
        ("!!!!a", "!!a"),
        ("!a.b.c", "!a.b.c"),
        ("-a + b", "(-(a) + b)"),
        ("-a * b", "(-(a) * b)"),
        ("a - -b", "(a - -(b))"),
        ("a -1", "(a - 1)"),
        ("a - -1", "(a - -1)"),
        ("--1", "-(-1)"),
        ("- 1", "-1"),
        ("a ? b : c", "(a ? b : c)"),
        ("a ? b : c ? d : e", "(a ? b : c ? d : e)"),
        ("a ? (b ? c : d) : e", "(a ? (b ? c : d) : e)"),
        ("a || b ? c && d : e + f", "((a || b) ? (c && d) : (e + f))"),
        ("a == b ? 1 : 2", "((a == b) ? 1 : 2)"),
        ("a in [1, b + 2,]", "(a in [1, (b + 2)])"),
        ("a + 1 in [] && b", "(((a + 1) in []) && b)"),
        ("a in b + [c] && d", "((a in (b + [c])) && d)"),
        ("[[], [a]][0][b + 1]", "[[], [a]][0][(b + 1)]"),
        ("positions(a.b, c) + sort(slice(d, 0, 2))", "(positions(a.b, c) + sort(slice(d, 0, 2)))"),
        ("a != b || c >= d", "((a != b) || (c >= d))"),
        ("(a == b) == c", "((a == b) == c)"),
        ("chains[0].key", "chains[0].key"),
        ("(a).b [ 1 ]", "a.b[1]"),
        ("min(a, b + 1) < max(1, 2)", "(min(a, (b + 1)) < max(1, 2))"),
        ("abs(-a) + size(b.c)", "(abs(-(a)) + size(b.c))"),
        ("true && false", "(true && false)"),
        ("a // to the end\n && b", "(a && b)"),
        ("a.kind == 'N'", "(a.kind == \"N\")"),
        ("index.inner", "index.inner"),
    ] {
        assert_eq!(parse(expression).map(|ast| show(&ast)).as_deref(), Ok(expected), "{expression}");
    }
}

#[test]
fn literals_are_those_of_cel() {
    for (expression, expected) in [
        ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("0x7fffffffffffffff", "9223372036854775807"),
        ("-0x8000000000000000", "-9223372036854775808"),
        ("0xA + 0Xa", "(10 + 10)"),
        ("007", "7"),
        (r#""it's""#, r#""it's""#),
        (r#"'\n\t\\\'\"\?\`'"#, r#""\n\t\\'\"?`""#),
        (r"'\x41\u00e9\U0001F600\101\a\v'", r#""Aé😀A\u{7}\u{b}""#),
        (r"r'\n' ", r#""\\n""#),
        (r#"R"a'b""#, r#""a'b""#),
        ("'''a'b\n''c'''", "\"a'b\\n''c\""),
        (r#""""say "it" now""""#, r#""say \"it\" now""#),
        ("''", "\"\""),
    ] {
        assert_eq!(parse(expression).map(|ast| show(&ast)).as_deref(), Ok(expected), "{expression}");
    }
}

#[test]
fn what_is_not_supported_has_a_message_at_its_place() {
    for (expression, expected) in [
        ("9223372036854775808", "1: `9223372036854775808` is beyond the integers of 64 bits"),
        ("a + 5u", "5: `5u` is an unsigned integer, which is not supported; write `5`"),
        ("1e3", "1: `1e3` is not an integer; numbers are integers, such as `12` or `0xc`"),
        ("a < .5", "5: `.5` is not an integer; numbers are integers, such as `12` or `0xc`"),
        ("b'a' == c", "1: bytes are not supported; strings have no `b` before them"),
        (r"'\q'", r"1: `\q` is no escape of a string; a backslash itself is `\\`"),
        (r"'\ud800'", r"1: `\ud800` stands for no character"),
        ("'abc", "1: this string is not closed"),
        ("'it''s'", "5: found `'s'` where an operator or the end was expected"),
        ("", "1: the expression ends where an operand was expected"),
        ("a &&", "5: the expression ends where an operand was expected"),
        ("(a", "3: the expression ends before the `)` of the `(` before"),
        ("a)", "2: found `)` where an operator or the end was expected"),
        ("a b", "3: found `b` where an operator or the end was expected"),
        ("a.1", "2: found `.1` where an operator or the end was expected"),
        ("a.", "3: the expression ends where a name after the `.` was expected"),
        (".a", "1: found `.` where an operand was expected"),
        ("a.in", "3: `in` is a word of CEL, not a name"),
        ("for == 1", "1: `for` is a word of CEL, not a name"),
        ("min(a, b).c", "10: `min(a, b)` is not a field, and only fields have parts"),
        ("{'a': 1}", "1: maps and messages are not supported"),
        ("T{a: 1}", "2: maps and messages are not supported"),
        ("a[b].c", "5: `a[b]` is not a field, and only fields have parts"),
        ("a[b", "4: the expression ends before the `]` of the `[` before"),
        (
            "a < b < c",
            "7: a second comparison, `<`, follows the first; write `a < b && b < c`, or put one of them in parentheses",
        ),
        (
            "a ? b ? c : d : e",
            "7: a choice between `?` and `:` needs parentheses; write `a ? (b ? c : d) : e`",
        ),
        ("a ? b", "6: the expression ends before the `:` of the `?` before"),
        ("a & b", "3: `&` is no operator; write `&&`"),
        ("not a", "1: there is no operator `not`; write `!`, as in `!(a == b)`"),
        ("a and b", "3: there is no operator `and`; write `&&`"),
        ("(a or b)", "4: there is no operator `or`; write `||`"),
        ("a == b # c", "8: found `#` where an operator or the end was expected"),
    ] {
        let found = parse(expression).map(|ast| show(&ast));
        assert_eq!(found, Err(format!("t:1:{expected}")), "{expression}");
    }
}

/// Whatever is read is read again from its form with all parentheses.
#[test]
fn the_form_with_parentheses_reads_alike() {
    const EXPRESSION_TOKENS: [&str; 23] = [
        "a",
        "b.c",
        "1",
        "-2",
        "true",
        "'x'",
        "min(a, 1)",
        "(a + b)",
        " + ",
        " - ",
        " * ",
        " % ",
        " < ",
        " == ",
        " && ",
        " || ",
        " ? ",
        " : ",
        "!",
        "-",
        " in [1, a]",
        "[a]",
        "c[0]",
    ];
    let mut state: u64 = 7;
    let mut read = 0;
    for _ in 0..20_000 {
        let mut expression = String::new();
        for _ in 0..9 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            expression.push_str(
                EXPRESSION_TOKENS[usize::try_from(state >> 33).unwrap_or_default() % EXPRESSION_TOKENS.len()],
            );
        }
        if let Ok(ast) = parse(&expression) {
            let again = parse(&show(&ast)).unwrap_or_else(|error| panic!("{expression}: {error}"));
            assert_eq!(show(&again), show(&ast), "{expression}");
            read += 1;
        }
    }
    assert!(read > 20, "only {read} expressions were read");
}
