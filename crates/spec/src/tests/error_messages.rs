//! Errors of specs: the exact place, the message and the advice of each; names that are suggested, and texts that are cut.

use super::{Data, Failure, Node, Value, judge, model, refused, spec_of_fields, with_condition};
use crate::Spec;
use dpgen_forest::scope::Scope;

#[test]
fn an_error_marks_exactly_what_is_wrong() {
    for wrong in ["lefft", "t.wrong", "'y'", "é", "1.5", "size(t)"] {
        for before in ["", "a == 1 && ", "c == 'x' || ", "!b && (a < 3) && "] {
            let condition = match wrong {
                "'y'" => format!("{before}kind == 'y'"),
                _ => format!("{before}{wrong} == 1"),
            };
            let text = with_condition(&condition);
            let error = refused(&text);
            let (start, len) = error.span().unwrap();
            let marked = &text[start..start + len];
            let expected = match wrong {
                "t.wrong" => "wrong",
                "size(t)" => "t",
                other => other,
            };
            assert_eq!(marked, expected, "{condition}: {error}");
            let head = &text[..start];
            let line = head.matches('\n').count() + 1;
            let column = head.rsplit('\n').next().unwrap().chars().count() + 1;
            assert_eq!(error.position(), Some((line, column)), "{condition}");
            assert_eq!(error.name(), "t.ron");
            let excerpt: Vec<&str> = error.excerpt().lines().collect();
            assert_eq!(excerpt.len(), 2);
            assert!(excerpt[0].starts_with(&format!("{line} | ")) && excerpt[0].contains(expected));
            assert_eq!(excerpt[1].matches('^').count(), expected.chars().count(), "{}", error.excerpt());
            let marks = excerpt[1].chars().position(|c| c == '^').unwrap();
            let shown: String = excerpt[0].chars().skip(marks).take(expected.chars().count()).collect();
            assert_eq!(shown, expected, "{}", error.excerpt());
        }
    }
}

/// What a kind of field is told to be written as, when it has the wrong parts.
#[test]
fn each_kind_of_field_says_how_it_is_written() {
    for (kind, usage) in [
        ("Type()", r#"Type("Tree")"#),
        (r#"Type("T", "T")"#, r#"Type("Tree")"#),
        ("Int(1)", r#"Int(1, "n")"#),
        ("Int(1, 2, 3)", r#"Int(1, "n")"#),
        ("Bool(1)", "Bool"),
        ("OneOf()", r#"OneOf(["red", "black"])"#),
        (r#"OneOf(["a"], 1, 2)"#, r#"OneOf(["red", "black"])"#),
        ("List()", r#"List(Type("Tree"))"#),
        ("List(Bool, Bool)", r#"List(Type("Tree"))"#),
        ("Option()", "Option(Bool)"),
        ("Option(Bool, Bool)", "Option(Bool)"),
        ("Array(3)", r#"Array(3, Type("Tree"))"#),
        ("Array(3, Bool, Bool)", r#"Array(3, Type("Tree"))"#),
    ] {
        let error = refused(&spec_of_fields(&format!(r#""x": {kind}"#), ""));
        let name = kind.split('(').next().unwrap();
        assert_eq!(error.message(), format!("`{name}` has the wrong number of parts here"), "{kind}");
        assert_eq!(error.advice(), Some(format!("write it as in `{usage}`").as_str()), "{kind}");
    }
}

/// Each type of attribute, read where it is not defined.
#[test]
fn attributes_of_each_type_are_missing_alike() {
    for (body, read) in [("1", "t.of == 1"), ("b", "t.of"), ("c", "t.of == 'x'"), ("t.kind", "t.of == 'E'")] {
        let text = format!(
            r#"(name: "t", root: "T", types: {{"T": (
                constructors: {{
                    "E": (),
                    "N": (fields: {{"b": Bool, "c": OneOf(["x", "y"]), "t": Type("T")}}),
                }},
                attributes: {{"of": {{"N": "{body}"}}}},
                rep_ok: {{"N": ["{read}"]}},
            )}})"#
        );
        let model = model(&text, &Scope::new(3));
        let end = || Node(0, vec![]);
        let node = |inner: Value| Node(1, vec![Data(1), Data(0), inner]);
        let verdict = |value: &Value| judge(&model, model.rep_ok[0].as_ref(), value);
        assert_eq!(verdict(&node(node(end()))).map(|(accepted, _)| accepted), Ok(true), "{read}");
        let Err(Failure::Failed(message)) = verdict(&node(end())) else { panic!("{read} does not fail") };
        let expected = "attribute `of` of type `T` is not defined for constructor `E` (read as `t.of`)";
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn attributes_that_are_plain_strings_say_what_strings_stand_for() {
    for body in ["'x'", "b ? 'x' : 'y'", "b ? t.of : 'y'"] {
        let text = format!(
            r#"(name: "t", root: "T", types: {{"T": (
                constructors: {{"E": (), "N": (fields: {{"b": Bool, "t": Type("T")}})}},
                attributes: {{"of": {{"N": "{body}"}}}},
            )}})"#
        );
        let error = refused(&text);
        assert!(
            error.message().ends_with("is a plain string, which an attribute can not be"),
            "{body}: {error}"
        );
        assert!(error.advice().unwrap().starts_with("a string stands for a constructor beside a `kind`"));
    }
}

/// A name is near if a third of its letters, or one, are other ones, missing, too many, or swapped; the nearest is told.
#[test]
fn a_third_of_the_letters_may_be_wrong() {
    use crate::error::nearest;
    for (name, known, expected) in [
        ("ab", &["xb"][..], Some("xb")),
        ("ab", &["xy"], None),
        ("abcde", &["xbcde"], Some("xbcde")),
        ("abcde", &["xycde"], None),
        ("abcdef", &["xycdef"], Some("xycdef")),
        ("abcdef", &["xyzdef"], None),
        ("abcdefghi", &["xyzdefghi"], Some("xyzdefghi")),
        ("abcdefghi", &["wxyzefghi"], None),
        // Missing, too many, swapped; whatever the case.
        ("abcdef", &["abef"], Some("abef")),
        ("abef", &["abXef"], Some("abXef")),
        ("badc", &["abdc"], Some("abdc")),
        ("badcfe", &["abcdef"], None),
        ("badcef", &["abcdef"], Some("abcdef")),
        ("ABCDEF", &["abcdef"], Some("abcdef")),
        // The nearest, and of equally near ones the first.
        ("abcdef", &["xycdef", "abcdex", "abcdey"], Some("abcdex")),
        // One that goes on as the other does, from three letters on.
        ("mul", &["multiply"], Some("multiply")),
        ("mu", &["multiply"], None),
        ("multiply", &["mul"], Some("mul")),
    ] {
        assert_eq!(nearest(name, known), expected, "{name} of {known:?}");
    }
}

#[test]
fn only_own_fields_are_read() {
    let text = |condition: &str| {
        format!(
            r#"(name: "t", root: "T", types: {{"T": (
                constructors: {{"A": (fields: {{"x": Int(0, 3)}}), "B": (fields: {{"y": Int(0, 3)}})}},
                rep_ok: {{"A": ["{condition}"]}},
            )}})"#
        )
    };
    assert!(Spec::parse("t.ron", &text("x == 1")).is_ok());
    let error = refused(&text("y == 1"));
    assert_eq!(error.message(), "constructor `A` has no field `y`");
}

/// Long texts in messages are cut after sixty characters, and white space is one space.
#[test]
fn excerpts_are_one_line_of_sixty_characters() {
    use crate::source_text::excerpt;
    for len in [0, 1, 59, 60, 61, 200] {
        for letter in ["a", "é"] {
            let shown = excerpt(&letter.repeat(len));
            let expected = if len > 60 { letter.repeat(60) + "…" } else { letter.repeat(len) };
            assert_eq!(shown, expected, "{len}");
        }
    }
    assert_eq!(excerpt("  a \n\t b\r\nc  "), "a b c");
    assert_eq!(excerpt(&"a ".repeat(100)), "a ".repeat(30) + "…");
}

/// The largest text that is read, and one byte more.
#[test]
fn limits_are_the_largest_that_is_accepted() {
    use crate::spec_limits::{MAX_DOCUMENT_DEPTH, MAX_SPEC_BYTES};
    let text = r#"(name: "t", root: "T", types: {"T": (constructors: {"A": ()})})"#;
    for (more, accepted) in [(0, true), (1, false)] {
        let text = format!("{text}{}", " ".repeat(MAX_SPEC_BYTES + more - text.len()));
        assert_eq!(Spec::parse("t.ron", &text).is_ok(), accepted, "{more} more than the limit");
    }
    // The text, `types`, `T`, its constructors, `A`, its fields, and a bracket for each option.
    for (more, accepted) in [(0, true), (1, false)] {
        let depth = MAX_DOCUMENT_DEPTH - 6 + more;
        let kind = format!("{}Bool{}", "Option(".repeat(depth), ")".repeat(depth));
        let error = Spec::parse("t.ron", &spec_of_fields(&format!(r#""x": {kind}"#), ""))
            .err()
            .map(|error| error.to_string());
        let too_deep = error.as_deref().is_some_and(|error| error.contains("brackets within each other"));
        assert_eq!(!too_deep, accepted, "{error:?}");
    }
}

#[test]
fn circles_of_attributes_name_where_to_begin() {
    let text = |leaf: &str| {
        format!(
            r#"(name: "t", root: "T", types: {{"T": (
                constructors: {{{leaf}"N": (fields: {{"t": Option(Type("T"))}}), "M": (fields: {{"t": Type("T")}})}},
                attributes: {{"of": {{"M": "t.of"}}}},
            )}})"#
        )
    };
    let (with, without) = (refused(&text(r#""E": (), "#)), refused(&text("")));
    for error in [&with, &without] {
        assert_eq!(error.message(), "the attribute `of` is only defined by way of itself");
    }
    assert_eq!(with.advice(), Some("define it for `E`, which has no substructures"));
    assert_eq!(without.advice(), Some("define it for some constructor without asking a substructure"));
}

/// Names longer than a hundred bytes are not compared: what is near costs their product.
#[test]
fn what_is_near_is_told_for_short_names() {
    use crate::error::nearest;
    for len in [1, 3, 50, 98, 99, 100, 101, 102, 200] {
        let known = "a".repeat(len);
        let name = format!("{}b", "a".repeat(len.saturating_sub(1)));
        let expected = (len <= 100).then_some(known.as_str());
        assert_eq!(nearest(&name, &[&known]), expected, "{len}");
        assert_eq!(nearest("x", &[&known]), expected.filter(|_| len == 1), "{len}");
    }
}

/// `root_ok` is asked of every constructor of the root: what one has not fails there, whatever its type.
#[test]
fn fields_of_each_type_are_missing_alike() {
    for (kind, read) in [
        (r#"Int(0, 3)"#, "x == 1"),
        ("Bool", "x"),
        ("Bool", "!x == false"),
        (r#"OneOf(["a", "b"])"#, "x == 'b'"),
        (r#"Type("U")"#, "x.kind == 'V'"),
    ] {
        let text = format!(
            r#"(name: "t", root: "T", types: {{
                "U": (constructors: {{"V": ()}}),
                "T": (constructors: {{"E": (), "N": (fields: {{"x": {kind}}})}}),
            }}, root_ok: ["{read}"])"#
        );
        let model = model(&text, &Scope::new(3));
        let leaf = dpgen_forest::index::shown(
            model
                .schema
                .constructors_of(model.schema.root())
                .next()
                .map_or(0, |ctor| dpgen_forest::index::at(ctor.word())),
        );
        let Err(Failure::Failed(message)) = judge(&model, model.root_ok.as_ref(), &Node(leaf, vec![])) else {
            panic!("{read} does not fail for `E`")
        };
        let expected = "field `x` of type `T` is not defined for constructor `E`";
        assert!(message.contains(expected), "{message}");
        assert!(message.ends_with("; guard the read, as in `kind == 'E' || ...`"), "{message}");
    }
}

/// Strings that are not closed, where an operand and where an operator is expected.
#[test]
fn open_strings_are_told() {
    for condition in ["c == 'x", "'x == c", "c == 'x' && 'y", "c in ['x', 'y]"] {
        let error = refused(&with_condition(condition));
        assert!(error.message().contains("this string is not closed"), "{condition}: {error}");
    }
}
