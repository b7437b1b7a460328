//! Strings and characters in RON: every escape, everything that `Debug` escapes, and what is no string.

use dpgen_forest::schema::{Domain, Schema, SchemaBuilder, Shape, Slot, SlotKind, TypeKey};
use dpgen_forest::{Scope, from_ron, to_ron};

/// A struct with one string.
fn schema(labels: &[&str]) -> Schema {
    let mut builder = SchemaBuilder::new(Scope::new(1));
    let (word, _) = builder.begin(TypeKey::Named("Word".to_owned()), "Word", Shape::Plain);
    let label =
        builder.data("text", Domain::Labels(labels.iter().map(|label| (*label).to_owned()).collect()));
    builder.constructor(word, "Word", None, vec![Slot { name: "text".to_owned(), kind: label }]);
    builder.finish(SlotKind::Recursive(word), "Word").unwrap()
}

#[test]
fn every_label_is_read_as_it_was_written() {
    let labels = [
        "",
        " ",
        "plain",
        "a b",
        "\"",
        "'",
        "\\",
        "\\\\",
        "\\n",
        "\n",
        "\r\n",
        "\t",
        "\0",
        "\u{1}",
        "\u{7f}",
        "é",
        "日本",
        "\u{10ffff}",
        "e\u{301}",
        "\u{200b}",
        "ends with \\",
        "\"quoted\" and after",
        "mixed \n and \u{1b}[31m",
        "{}",
        "/* no */",
        "// none",
    ];
    let schema = schema(&labels);
    for place in 0..u32::try_from(labels.len()).unwrap() {
        let ron = to_ron(&schema, &[0, place]);
        assert_eq!(from_ron(&schema, &ron), Ok(vec![0, place]), "{ron}");
    }
}

#[test]
fn every_escape_stands_for_its_character() {
    for (written, label) in [
        (r#""plain""#, "plain"),
        (r#""\n\r\t\0""#, "\n\r\t\0"),
        (r#""\\ \" \'""#, "\\ \" '"),
        (r#""\u{41}""#, "A"),
        (r#""\u{1F600}x""#, "\u{1f600}x"),
        (r#""before\nafter""#, "before\nafter"),
        (r#""a\tb\tc""#, "a\tb\tc"),
    ] {
        let schema = schema(&["none of these", label]);
        assert_eq!(from_ron(&schema, &format!("(text: {written})")), Ok(vec![0, 1]), "{written}");
        assert!(from_ron(&schema, &format!("(text: {written}!)")).is_err(), "{written}");
    }
}

#[test]
fn what_is_no_escape_is_named() {
    let schema = schema(&["A"]);
    for (written, said) in [
        (r#""\q""#, "`\\q` is no escape"),
        (r#""\u{110000}""#, "`\\u{110000` is no escape"),
        (r#""\u{d800}""#, "`\\u{d800` is no escape"),
        (r#""\u{zz}""#, "`\\u{zz` is no escape"),
        (r#""\u41}""#, "`\\u41` is no escape"),
        (r#""\"#, "`\\` is no escape"),
        (r#""A"#, "a string does not end"),
        (r#""\n"#, "a string does not end"),
    ] {
        let misfit = from_ron(&schema, &format!("(text: {written}")).unwrap_err();
        assert_eq!(misfit.to_string(), said, "{written}");
    }
}

/// White space and comments stand between all tokens, and nothing else does.
#[test]
fn comments_are_passed_over() {
    let schema = schema(&["A", "/* no */"]);
    for text in [
        "(text: \"A\")",
        " ( text : \"A\" , ) ",
        "// first\n(text: // second\n\"A\"//third\n)// last",
        "Word(\n\ttext:\"A\")//",
    ] {
        assert_eq!(from_ron(&schema, text), Ok(vec![0, 0]), "{text}");
    }
    assert_eq!(from_ron(&schema, "(text: \"/* no */\")"), Ok(vec![0, 1]));
    for text in
        ["(text: / \"A\")", "(text: \"A\") /", "/(text: \"A\")", "(text: /* c */ \"A\")", "(text: \"A\"; )"]
    {
        assert!(from_ron(&schema, text).is_err(), "{text}");
    }
}
