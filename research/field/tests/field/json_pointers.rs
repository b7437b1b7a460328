//! Pointers and patches of JSON: jsonptr and json-patch.

use std::collections::BTreeMap;

use dpgen::DpGen;
use dpgen_field::{assert_failing, texts};
use jsonptr::{Pointer, PointerBuf};
use serde_json::Value;

texts!(Text, Token: "/", "a", "b", "~0", "~1", "0");

fn tokens(pointer: &Pointer) -> Vec<String> {
    pointer.tokens().map(|token| token.decoded().to_string()).collect()
}

#[dpgen::test(max_size = 6)]
fn pointers_are_sequences_of_tokens(one: &Text, other: &Text) {
    let (one, other) = (one.text(), other.text());
    if let (Ok(one), Ok(other)) = (Pointer::parse(&one), Pointer::parse(&other)) {
        assert_eq!(PointerBuf::from_tokens(tokens(one)), *one);
        assert_eq!(one.starts_with(other), tokens(one).starts_with(&tokens(other)));
        assert_eq!(tokens(&one.concat(other)), [tokens(one), tokens(other)].concat());
        let common =
            tokens(one).into_iter().zip(tokens(other)).take_while(|(one, other)| one == other).count();
        assert_eq!(tokens(one.intersection(other)), tokens(one)[..common]);
    }
}

/// "Returns the pointer stripped of the given prefix." `Pointer` "must start with `'/'` (%x2F) unless empty".
#[test]
fn a_pointer_without_a_prefix_is_a_pointer() {
    assert_failing(5, "(\"/a\", \"/\")", (245, 54_121), |(one, other): &(Text, Text)| {
        let (one, other) = (one.text(), other.text());
        if let (Ok(one), Ok(other)) = (Pointer::parse(&one), Pointer::parse(&other)) {
            let rest = one.strip_prefix(other).map(tokens);
            assert_eq!(rest.as_deref(), tokens(one).strip_prefix(&tokens(other)[..]));
        }
    });
}

#[test]
fn stripping_a_prefix_makes_no_pointer_without_dpgen() {
    let rest = Pointer::from_static("/ab").strip_prefix(Pointer::from_static("/a")).unwrap();
    assert_eq!(rest.as_str(), "b");
    assert!(Pointer::parse(rest.as_str()).is_err());
    assert!(!Pointer::from_static("/ab").starts_with(Pointer::from_static("/a")));
}

#[derive(DpGen, Clone, Debug)]
enum Json {
    Null,
    Number(bool),
    Array(Vec<Json>),
    Object(#[dpgen(range = (["a", "b/~", ""], _))] BTreeMap<String, Json>),
}

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Number(number) => Value::from(u8::from(*number)),
        Json::Array(items) => items.iter().map(value).collect(),
        Json::Object(members) => members.iter().map(|(key, member)| (key.clone(), value(member))).collect(),
    }
}

#[dpgen::test(max_size = 5)]
fn a_difference_makes_one_value_of_the_other(one: &Json, other: &Json) {
    let mut patched = value(one);
    let difference = json_patch::diff(&patched, &value(other));
    json_patch::patch(&mut patched, &difference).unwrap();
    assert_eq!(patched, value(other));
}
