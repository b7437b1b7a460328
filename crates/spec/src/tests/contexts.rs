//! What contexts and lists mean: on hand-built structures, and by counts that are worked out beside them.

use std::sync::Arc;

use super::{Data, Failure, Node, Value, lay, model};
use crate::{AttributeValue, Spec};
use dpgen_engine::{Options, build, first_rejection};
use dpgen_forest::{Algorithm, Scope};

/// Chains whose links tell the next one what there was; one condition on the end, whose context is `[4, 7, 4]` below three.
fn chain(condition: &str) -> String {
    format!(
        r#"(name: "t", root: "Chain", types: {{"Chain": (
            context: {{"seen": List(Int), "pairs": List(List(Int)), "flags": List(Bool), "hue": OneOf(["red", "blue"])}},
            constructors: {{
                "End": (fields: {{"at": Int(0, 3)}}),
                "Link": (
                    fields: {{"key": Int(0, 9), "rest": Type("Chain")}},
                    give: {{"rest": {{
                        "seen": "context.seen + [key]",
                        "pairs": "context.pairs + [[key, size(context.seen)]]",
                        "flags": "[key > 4] + context.flags",
                        "hue": "context.hue == 'red' ? 'blue' : 'red'",
                    }}}},
                ),
            }},
            rep_ok: {{"End": ["{condition}"]}},
        )}}, root_context: {{"seen": "[]", "pairs": "[]", "flags": "[]", "hue": "'red'"}})"#
    )
}

/// Whether the chain of 4, 7, 4 and an end `at` 1 is valid.
fn holds(condition: &str) -> Result<bool, Failure> {
    let end = Node(0, vec![Data(1)]);
    let link = |key, rest: Value| Node(1, vec![Data(key), rest]);
    let mut nodes = Vec::new();
    lay(&link(4, link(7, link(4, end))), &mut nodes);
    // Parts before wholes.
    let last = nodes.len() - 1;
    nodes.reverse();
    for node in &mut nodes {
        let part = usize::from(node.ctor.index() == 1);
        if part == 1 {
            node.slots[1] = dpgen_forest::index::signed(last) - node.slots[1];
        }
    }
    first_rejection::is_valid(&model(&chain(condition), &Scope::new(5)), nodes, &[])
}

#[test]
fn lists_mean_what_they_say() {
    for condition in [
        "context.seen == [4, 7, 4] && context.seen != [4, 4, 7] && size(context.seen) == 3",
        "context.seen[1] == 7 && context.seen[at] == 7 && context.seen[at + 1] == 4",
        "context.pairs == [[4, 0], [7, 1], [4, 2]] && context.pairs[1][0] == 7 && context.pairs[at][at] == 1",
        "context.flags == [false, true, false] && context.flags[1] && !context.flags[0]",
        "context.hue == 'blue' && context.hue in ['blue']",
        "7 in context.seen && !(5 in context.seen) && at in range(2) && !(at in range(1))",
        "[7, 1] in context.pairs && !([7, 2] in context.pairs) && true in context.flags",
        "count(context.seen, 4) == 2 && count(context.seen, at) == 0 && count(context.flags, false) == 2",
        "positions(context.seen, 4) == [0, 2] && positions(context.seen, 9) == [] && positions(context.flags, true) == [1]",
        "sort(context.seen) == [4, 4, 7] && sort(context.pairs)[1] == [4, 2] && distinct(context.seen) == [4, 7]",
        "slice(context.seen, 1, 3) == [7, 4] && slice(context.seen, 3, 3) == [] && slice(context.seen, 0, at) == [4]",
        "range(3) == [0, 1, 2] && range(0) == [] && range(-2) == [] && size(range(at) + range(at)) == 2",
        "(at == 1 ? context.seen : []) == [4, 7, 4] && (at == 0 ? context.seen : []) == []",
        "([1] + [2] + [])[1] == 2 && [[1], []][1] == []",
    ] {
        assert_eq!(holds(condition), Ok(true), "{condition}");
        assert_eq!(holds(&format!("!({condition})")), Ok(false), "{condition}");
    }
}

#[test]
fn what_a_list_has_not_is_an_error_with_its_place() {
    for (condition, expected) in [
        (
            "context.seen[at + 2] == 1",
            "`context.seen[at + 2]` asks for item 3, and the list has 3: places count from 0",
        ),
        (
            "context.seen[-1] == 1",
            "`context.seen[-1]` asks for item -1, and the list has 3: places count from 0",
        ),
        (
            "context.seen[3] == 1",
            "`context.seen[3]` asks for item 3, and the list has 3: places count from 0",
        ),
        (
            "slice(context.seen, 2, 1) == []",
            "`slice(context.seen, 2, 1)` takes items 2 to 1, and there are 3",
        ),
        ("size(range(100001)) == 1", "a list has more than 100000 items"),
    ] {
        let Err(Failure::Failed(message)) = holds(condition) else { panic!("{condition} does not fail") };
        assert_eq!(message, format!("the condition \"{condition}\" of `End` (test.ron:15): {expected}"));
    }
}

fn counts(text: &str, algorithm: Algorithm, max_size: u32) -> Vec<String> {
    let scope = Scope::new(max_size);
    let model = Arc::new(model(text, &scope));
    let built = build(&model, &scope, &Options::default().algorithm(algorithm));
    let built = built.unwrap_or_else(|error| panic!("{error}"));
    (0..=max_size).map(|size| built.count(size).to_string()).collect()
}

/// Data that depends on data to the left, without any context.
#[test]
fn domains_read_what_stands_to_the_left() {
    let text = r#"(name: "t", root: "T", types: {"T": (constructors: {"T": (fields: {
        "low": Int(0, 3), "high": Int("low + 1", 4), "few": OneOf(["a", "b", "c"], "high - low"), "of": Among("[low, high, low]"),
    })})})"#;
    // low < high <= 4 with high - low of 1, 2, 3: 4, 3, 2 pairs, times as many strings, times two; a difference of 4 is an error.
    let bounded = text.replace("\"low + 1\", 4", "\"low + 1\", \"min(4, low + 3)\"");
    for algorithm in [Algorithm::TopDown, Algorithm::LazyDp, Algorithm::Quotient] {
        assert_eq!(
            counts(&bounded, algorithm, 1),
            ["0", &(2 * (4 + 3 * 2 + 2 * 3)).to_string()],
            "{algorithm}"
        );
    }
    let scope = Scope::new(1);
    let failed =
        build(&Arc::new(model(text, &scope)), &scope, &Options::default().algorithm(Algorithm::TopDown));
    let message = failed.expect_err("there are no four strings").to_string();
    let expected = "the number of strings of `T.few` (test.ron:2): it takes the first 4 strings of 3";
    assert!(message.contains(expected), "{message}");
}

/// What a root condition does not read for the root's constructor may name the context, too.
#[test]
fn root_conditions_leave_the_context_unread() {
    let text = chain("true");
    let with_root = |condition: &str| {
        text.replace("root: \"Chain\"", &format!("root: \"Chain\", root_ok: [\"{condition}\"]"))
    };
    // The four ends alone, of which one has the right number; the ten links before any end.
    let either = with_root("kind == 'Link' || size(context.seen) == at");
    assert_eq!(counts(&either, Algorithm::Quotient, 2), ["0", "1", "40"]);
    let misspelt = with_root("kind == 'Link' || size(context.sen) == at");
    let error = Spec::parse("test.ron", &misspelt).expect_err("there is no `sen`");
    assert!(error.to_string().contains("the context of type `Chain` has no value `sen`"), "{error}");
}

/// A statement sees those before it through the entry of the list.
#[test]
fn a_list_tells_its_rest() {
    let text = r#"(name: "t", root: "Block", types: {
        "Block": (constructors: {"Block": (
            fields: {"body": List(Type("Stmt"))}, give: {"body": {"declared": "0"}}, weight: 0,
        )}),
        "Stmt": (
            context: {"declared": Int},
            constructors: {"Declare": (weight: 1), "Use": (fields: {"name": Int(0, "context.declared - 1")})},
        ),
        "List(Stmt)": (give: {"rest": {"declared": "context.declared + (first.kind == 'Declare' ? 1 : 0)"}}),
    })"#;
    // With k variables in scope, the next statement is one of 1 + k: Bell numbers, as of partitions.
    for algorithm in [Algorithm::TopDown, Algorithm::LazyDp, Algorithm::Dp, Algorithm::Quotient] {
        assert_eq!(counts(text, algorithm, 5), ["1", "1", "2", "5", "15", "52"], "{algorithm}");
    }
}

#[test]
fn contexts_are_answered_by_name() {
    let spec = Spec::parse("test.ron", &chain("at < 9")).unwrap();
    let attributes = Arc::new(spec.attributes(&Scope::new(3), Some(&["context"])).unwrap());
    // A link with key 5 and an end.
    let answers = attributes.ask(&[1, 5, 0, 2]);
    let list = |items: Vec<AttributeValue>| AttributeValue::List(items);
    let int = AttributeValue::Int;
    let expected = vec![
        ("seen", list(vec![int(5)])),
        ("pairs", list(vec![list(vec![int(5), int(0)])])),
        ("flags", list(vec![AttributeValue::Bool(true)])),
        ("hue", AttributeValue::Text("blue".to_owned())),
    ];
    assert_eq!(answers.context(0), Ok(Some(expected)));
    let whole = answers.context(1).unwrap().unwrap();
    assert_eq!(whole[0], ("seen", list(Vec::new())));
    assert_eq!(
        (whole[3].1.to_string(), list(vec![int(1), int(2)]).to_string()),
        ("red".to_owned(), "[1, 2]".to_owned())
    );
}
