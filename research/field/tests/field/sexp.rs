//! sexp: "Use `parse` to get an s-expression from its string representation, and the `Display` trait to serialize it".

use dpgen::DpGen;
use dpgen_field::{assert_failing, texts};
use sexp::{Sexp, atom_i, atom_s, list};

texts!(Text, Token: "a", "1", ".", "(", ")", ";", "\\", " ", "\"");

#[derive(DpGen, Clone, Debug)]
enum Expression {
    Text(Text),
    Integer(#[dpgen(values = [0, 1, -1])] i64),
    List(Vec<Expression>),
}

fn built(expression: &Expression) -> Sexp {
    match expression {
        Expression::Text(text) => atom_s(&text.text()),
        Expression::Integer(integer) => atom_i(*integer),
        Expression::List(parts) => list(&parts.iter().map(built).collect::<Vec<_>>()),
    }
}

#[test]
fn what_is_written_is_read() {
    assert_failing(4, "Text(\"\")", (497, 1253), |expression: &Expression| {
        let expression = built(expression);
        assert_eq!(sexp::parse(&expression.to_string()).unwrap(), expression);
    });
}

#[test]
fn an_empty_text_is_lost_without_dpgen() {
    assert_eq!(atom_s("").to_string(), ""); // not `""`
    assert!(sexp::parse("").is_err());
    assert_eq!(sexp::parse(&list(&[atom_s("")]).to_string()).unwrap(), list(&[]));
    assert_eq!(list(&[atom_s(";")]).to_string(), "(;)"); // the rest of the line is a comment
    assert_eq!(
        sexp::parse(&list(&[atom_s(")")]).to_string()).map_err(|error| error.message),
        Err("unrecognized post-s-expression data")
    );
}

#[dpgen::test(max_size = 5)]
fn parsing_does_not_panic(text: &Text) {
    let _ = sexp::parse(&text.text());
}
