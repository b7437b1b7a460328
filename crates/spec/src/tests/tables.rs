//! Tables over what a spec can say: each kind of value in each place, each escape, each entry left out or given, and exact
//! places of errors.

use super::{Data, Failure, Node, Value, holds, judge, model, with_condition};
use crate::{Spec, SpecError};
use dpgen_forest::scope::Scope;

/// Why a text is no spec.
fn refused(text: &str) -> SpecError {
    match Spec::parse("t.ron", text) {
        Ok(_) => panic!("{text} is accepted"),
        Err(error) => error,
    }
}

/// A spec of one constructor with these fields and these more entries of its type.
fn one(fields: &str, more: &str) -> String {
    format!(
        r#"(name: "t", root: "T", types: {{"T": (constructors: {{"T": (fields: {{{fields}}})}}, {more})}})"#
    )
}

/// Operands of each type: integers, bools, strings of a list, constructors.
const OPERANDS: [[&str; 3]; 4] =
    [["a", "t.sum", "7 - m"], ["b", "t.flag", "!b"], ["c", "t.label", "t.c"], ["kind", "t.kind", "t.shape"]];

#[test]
fn only_values_of_one_type_are_compared() {
    for (left_type, lefts) in OPERANDS.iter().enumerate() {
        for (right_type, rights) in OPERANDS.iter().enumerate() {
            for (left, right) in lefts.iter().zip(rights) {
                for op in ["==", "!=", "<", "<=", ">", ">="] {
                    let condition = format!("{left} {op} {right}");
                    let parsed = Spec::parse("t.ron", &with_condition(&condition));
                    // Bools and constructors have no order.
                    let ordered = !matches!(op, "==" | "!=");
                    let expected = left_type == right_type && !(ordered && matches!(left_type, 1 | 3));
                    match parsed {
                        Ok(_) => assert!(expected, "{condition} is accepted"),
                        Err(error) if left_type == right_type => {
                            assert!(
                                !expected && error.message().contains("has no order"),
                                "{condition}: {error}"
                            );
                            assert_eq!(error.advice(), Some("compare with `==` or `!=`"), "{condition}");
                        }
                        Err(error) => {
                            assert!(error.message().contains("can not be compared"), "{condition}: {error}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn lists_hold_values_of_one_type() {
    let elements =
        [("a", "1"), ("a", "m"), ("c", "'x'"), ("c", "t.c"), ("t.kind", "'N'"), ("kind", "t.kind")];
    let type_of = |item: &str| match item {
        "a" => 0,
        "c" => 1,
        _ => 2,
    };
    for (item, good) in elements {
        let alone = format!("{item} in [{good}]");
        assert!(Spec::parse("t.ron", &with_condition(&alone)).is_ok(), "{alone}");
        for (other, bad) in elements {
            let condition = format!("{item} in [{good}, {bad}]");
            let parsed = Spec::parse("t.ron", &with_condition(&condition));
            assert_eq!(parsed.is_ok(), type_of(item) == type_of(other), "{condition}");
        }
        for bad in ["true", "b", "t"] {
            let condition = format!("{item} in [{good}, {bad}]");
            assert!(Spec::parse("t.ron", &with_condition(&condition)).is_err(), "{condition}");
        }
    }
    assert!(refused(&with_condition("b in [true]")).message().contains("not for a bool"));
}

/// `?:` of bools, of integers and within another, in all cases of its tests; constants are left out before.
#[test]
fn choices_choose() {
    for a in 0..3 {
        for b in 0..2 {
            let flag = b == 1;
            for (condition, expected) in [
                ("b ? a == 1 : a == 2", if flag { a == 1 } else { a == 2 }),
                ("a == 0 ? b : a == 1 ? !b : true", [flag, !flag, true][usize::try_from(a).unwrap()]),
                ("(a == 0 ? 5 : a == 1 ? 6 : 7) == (b ? 5 : 6)", a == i64::from(!flag)),
                ("true ? b : a == 1", flag),
                ("false ? b : a == 1", a == 1),
                ("a == 0 ? true : false ? false : b", a == 0 || flag),
                ("a == 0 ? b : true ? a == 1 : b", if a == 0 { flag } else { a == 1 }),
                ("(false ? 1 : a) == 1", a == 1),
                ("(true ? a : 1) == 2", a == 2),
                ("(b ? c : 'y') == 'x'", flag),
            ] {
                assert_eq!(holds(condition, a, b, 0), Ok(expected), "{condition} of a = {a}, b = {b}");
            }
        }
    }
}

/// A parameter is an integer wherever it stands alone.
#[test]
fn parameters_have_a_type_of_their_own() {
    for (body, expected) in [("n", 7), ("m", 4), ("n - m", 3), ("-n", -7), ("abs(-m)", 4), ("min(n, m)", 4)] {
        let text = format!(
            r#"(name: "t", root: "T", params: {{"m": 4}}, types: {{"T": (
                constructors: {{"T": (fields: {{"x": Int("-9", "9")}})}},
                attributes: {{"of": {{"T": "{body}"}}}},
                rep_ok: {{"T": ["x == of"]}},
            )}})"#
        );
        let model = model(&text, &Scope::new(7));
        for x in -9..=9 {
            let verdict = judge(&model, model.rep_ok[0].as_ref(), &Node(0, vec![Data(x)]));
            assert_eq!(verdict.map(|(accepted, _)| accepted), Ok(x == expected), "{body} and {x}");
        }
    }
}

#[test]
fn every_escape_of_an_expression_is_its_character() {
    // As the RON text has them, and as they stand in the expression.
    for (label, escape) in [
        (r"\u{7}", r"\\a"),
        (r"\u{8}", r"\\b"),
        (r"\u{c}", r"\\f"),
        (r"\n", r"\\n"),
        (r"\r", r"\\r"),
        (r"\t", r"\\t"),
        (r"\u{b}", r"\\v"),
        (r"\\", r"\\\\"),
        ("?", r"\\?"),
        (r#"\""#, r#"\\\""#),
        ("'", r"\\'"),
        ("`", r"\\`"),
        ("A", r"\\x41"),
        ("A", r"\\X41"),
        ("é", r"\\u00e9"),
        (r"\u{1f600}", r"\\U0001F600"),
        ("A", r"\\101"),
        (r"\0", r"\\000"),
        (r"A\nB", r"A\\nB"),
        (r"\nA\n", r"\\nA\\n"),
    ] {
        let fields = format!(r#""x": OneOf(["other", "{label}"])"#);
        let text = one(&fields, &format!(r#"rep_ok: {{"T": ["x == '{escape}'"]}}"#));
        let model = model(&text, &Scope::new(1));
        let verdict = |place| {
            judge(&model, model.rep_ok[0].as_ref(), &Node(0, vec![Data(place)])).map(|(accepted, _)| accepted)
        };
        assert_eq!((verdict(0), verdict(1)), (Ok(false), Ok(true)), "{label} and {escape}");
    }
    for (escape, said) in [
        (r"\\q", r"`\q` is no escape of a string"),
        (r"\\x4", r"stands for no character"),
        (r"\\xg0", r"stands for no character"),
        (r"\\ud800", r"stands for no character"),
        (r"\\U00110000", r"stands for no character"),
        (r"\\400", r"is no escape of a string"),
        (r"\\19", r"stands for no character"),
    ] {
        let error =
            refused(&one(r#""x": OneOf(["x"])"#, &format!(r#"rep_ok: {{"T": ["x == '{escape}'"]}}"#)));
        assert!(error.message().contains(said), "{escape}: {error}");
    }
}

/// Escapes of the RON text itself, each between others, so that lengths count.
#[test]
fn every_escape_of_the_text_is_its_character() {
    for (escape, label) in [
        (r#"\""#, "\""),
        (r"\\", "\\"),
        (r"\'", "'"),
        (r"\n", "\n"),
        (r"\r", "\r"),
        (r"\t", "\t"),
        (r"\0", "\0"),
        (r"\x41", "A"),
        (r"\u{e9}", "é"),
        (r"\u{1F600}", "\u{1f600}"),
    ] {
        let about = format!("a{escape}b{escape}");
        let text = format!(
            r#"(name: "t", about: "{about}", root: "T", types: {{"T": (constructors: {{"A": ()}})}})"#
        );
        let spec = Spec::parse("t.ron", &text).unwrap_or_else(|error| panic!("{escape}: {error}"));
        assert_eq!(spec.about(), format!("a{label}b{label}"), "{escape}");
    }
    for escape in [r"\q", r"\x4", r"\xzz", r"\u{110000}", r"\u{}", r"\u41"] {
        let text = format!(r#"(name: "t", about: "a{escape}", root: "T", types: {{}})"#);
        let error = refused(&text);
        assert!(error.message().contains("is no escape of a string"), "{escape}: {error}");
        let (start, _) = error.span().unwrap();
        assert_eq!(start, text.find('\\').unwrap(), "{escape}");
    }
    for (escape, said) in [(r"\u41}", r"\u"), (r"\u{zz}", r"\u{zz}"), (r"\x4g1", r"\x4g"), (r"\é", r"\é")] {
        let error = refused(&format!(r#"(name: "t", about: "a{escape} b", root: "T", types: {{}})"#));
        assert_eq!(error.message(), format!("`{said}` is no escape of a string"));
    }
}

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
        let error = refused(&one(&format!(r#""x": {kind}"#), ""));
        let name = kind.split('(').next().unwrap();
        assert_eq!(error.message(), format!("`{name}` has the wrong number of parts here"), "{kind}");
        assert_eq!(error.advice(), Some(format!("write it as in `{usage}`").as_str()), "{kind}");
    }
}

/// An entry may be left out, be `None`, or stand in `Some`, as RON has it; in no other word.
#[test]
fn entries_are_options() {
    let with = |about: &str| {
        format!(r#"(name: "t", {about} root: "T", types: {{"T": (constructors: {{"A": ()}})}})"#)
    };
    for (entry, expected) in
        [("", ""), ("about: None,", ""), (r#"about: "x","#, "x"), (r#"about: Some("x"),"#, "x")]
    {
        let spec = Spec::parse("t.ron", &with(entry)).unwrap_or_else(|error| panic!("{entry}: {error}"));
        assert_eq!(spec.about(), expected, "{entry}");
    }
    for entry in [
        r#"about: Other("x"),"#,
        r#"about: Some("x", "y"),"#,
        "about: Some(),",
        "about: Nothing,",
        "about: 1,",
    ] {
        assert!(Spec::parse("t.ron", &with(entry)).is_err(), "{entry} is accepted");
    }
}

/// A field that two constructors have is read where both agree; how many strings of a list each takes does not matter.
#[test]
fn fields_of_one_name_are_read_where_they_agree() {
    let kinds = [
        r#"Int("0", "3")"#,
        "Bool",
        r#"OneOf(["a", "b"])"#,
        r#"OneOf(["b", "a"])"#,
        r#"OneOf(["a", "b", "c"])"#,
        r#"OneOf(["a", "b", "c"], 1)"#,
        r#"OneOf(["a", "b", "c"], 2)"#,
        r#"Type("T")"#,
        r#"Type("U")"#,
    ];
    let base = |kind: &str| kind.replace(", 1)", ")").replace(", 2)", ")");
    for (i, one) in kinds.iter().enumerate() {
        for other in kinds {
            let text = format!(
                r#"(name: "t", root: "R", types: {{
                    "U": (constructors: {{"V": ()}}),
                    "T": (constructors: {{"E": (), "A": (fields: {{"x": {one}}}), "B": (fields: {{"x": {other}}})}}),
                    "R": (constructors: {{"R": (fields: {{"t": Type("T"), "u": Type("T")}})}},
                          rep_ok: {{"R": ["t.kind == 'E' || u.kind == 'E' || t.x{0} == u.x{0}"]}}),
                }})"#,
                if i >= 7 { ".kind" } else { "" }
            );
            match Spec::parse("t.ron", &text) {
                Ok(_) => assert_eq!(base(one), base(other), "{one} and {other} are accepted"),
                Err(error) => {
                    assert_ne!(base(one), base(other), "{error}");
                    assert_eq!(
                        error.message(),
                        "the field `x` differs between `A` and `B`",
                        "{one} and {other}"
                    );
                }
            }
        }
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
        assert!(message.ends_with(expected), "{message}");
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

#[test]
fn integers_of_the_text_are_read_or_refused() {
    let weight = |number: &str| {
        format!(
            r#"(name: "t", root: "T", types: {{"T": (constructors: {{"A": (fields: {{"x": Int({number}, 9)}})}})}})"#
        )
    };
    for number in ["0", "9", "-3", "+4", "1_0", "0x9", "-0x3", "0b101", "0o7"] {
        assert!(Spec::parse("t.ron", &weight(number)).is_ok(), "{number}");
    }
    for (number, said) in [
        ("9223372036854775808", "is beyond the integers of 64 bits"),
        ("-9223372036854775809", "is beyond the integers of 64 bits"),
        ("99_999_999_999_999_999_999", "is beyond the integers of 64 bits"),
        ("1.5", "is not an integer"),
        ("0x", "is not an integer"),
        ("1e3", "is not an integer"),
    ] {
        let error = refused(&weight(number));
        assert!(error.message().contains(said), "{number}: {error}");
    }
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
        let error =
            Spec::parse("t.ron", &one(&format!(r#""x": {kind}"#), "")).err().map(|error| error.to_string());
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
    }
}

#[test]
fn files_hold_what_stands_around_a_structure() {
    let text = r#"(name: "t", root: "T", types: {"T": (constructors: {"A": ()})},
        file: (extension: "html", before: "<", after: ">"))"#;
    let spec = Spec::parse("t.ron", text).unwrap_or_else(|error| panic!("{error}"));
    let file = spec.file().unwrap();
    assert_eq!((file.extension.as_str(), file.around("body").as_str()), ("html", "<body>"));
}

/// Strings that are not closed, where an operand and where an operator is expected.
#[test]
fn open_strings_are_told() {
    for condition in ["c == 'x", "'x == c", "c == 'x' && 'y", "c in ['x', 'y]"] {
        let error = refused(&with_condition(condition));
        assert!(error.message().contains("this string is not closed"), "{condition}: {error}");
    }
}

/// Containers are one type exactly if what they hold is written alike, the number of strings of a list included.
#[test]
fn containers_of_strings_differ_by_how_many_they_take() {
    let taken = ["", ", 1", ", 2", r#", "m""#, r#", "n""#, r#", "m + 1""#];
    for one in taken {
        for other in taken {
            let fields = format!(
                r#""a": Option(OneOf(["x", "y", "z"]{one})), "b": Option(OneOf(["x", "y", "z"]{other}))"#
            );
            let text = format!(
                r#"(name: "t", root: "T", params: {{"m": 2}}, types: {{"T": (constructors: {{"T": (fields: {{{fields}}})}})}})"#
            );
            let expected = if one == other { 2 } else { 3 };
            assert_eq!(model(&text, &Scope::new(2)).schema.types(), expected, "{one:?} and {other:?}");
        }
    }
}
